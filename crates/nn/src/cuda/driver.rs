//! The only place that talks to the driver and to cuBLAS in pointers. What it is given are [`Span`]s, which lie within
//! memory that is held; every reach beyond one is an error before anything is launched.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use cudarc::cublas::{CudaBlas, result::sgemm, sys as blas};
use cudarc::driver::sys::{self, CUdevice_attribute_enum as Attribute};
use cudarc::driver::{
    CudaContext, CudaEvent, CudaFunction, CudaModule, CudaSlice, CudaStream, DevicePtr, DriverError,
    LaunchConfig, PinnedHostSlice, PushKernelArg, result,
};
use cudarc::nvrtc::{CompileOptions, compile_ptx_with_opts};

use super::error::Error;
use super::programs::Program;

/// A piece of the device's memory, in words of four bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    at: u64,
    /// How many words it has.
    pub(crate) len: usize,
}

impl Span {
    /// What stands for memory once something has failed; nothing is launched any more then.
    pub(crate) fn lost(len: usize) -> Self {
        Self { at: 0, len }
    }

    /// A part of it.
    ///
    /// # Panics
    /// If it does not reach so far: that is a mistake in the program.
    pub(crate) fn part(self, start: usize, len: usize) -> Self {
        assert!(start + len <= self.len, "a part lies within the whole");
        Self { at: self.at + 4 * start as u64, len }
    }
}

/// An argument of a kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Arg {
    /// Memory of which this many words are touched.
    Span(Span, usize),
    /// The same, or nothing.
    Maybe(Option<Span>, usize),
    /// An `int`.
    Int(usize),
    /// A `size_t` or `u64`.
    Long(u64),
    /// A `float`.
    Float(f32),
}

/// A matrix in row-major order for [`Driver::product`]: rows are `stride` apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matrix {
    /// Its numbers.
    pub(crate) span: Span,
    /// How far apart its rows are.
    pub(crate) stride: usize,
    /// Whether rows and columns are exchanged.
    pub(crate) transposed: bool,
}

/// Memory of the device that is held.
#[derive(Debug)]
pub(crate) struct Chunk {
    _memory: CudaSlice<u32>,
    /// All of it.
    pub(crate) span: Span,
}

/// Memory of the host that the device can copy from by itself.
#[derive(Debug)]
pub(crate) struct Pinned {
    memory: PinnedHostSlice<u32>,
    /// How much of it was handed out since the device was last known to be done with it.
    used: usize,
    /// When the device is done with it.
    mark: Option<CudaEvent>,
}

/// One GPU and one stream of work on it.
#[derive(Debug)]
pub(crate) struct Driver {
    context: Arc<CudaContext>,
    stream: Arc<CudaStream>,
    blas: CudaBlas,
    /// How many bytes of shared memory a block can have.
    pub(crate) shared: usize,
    /// How many multiprocessors there are.
    pub(crate) processors: usize,
    architecture: String,
    kernels: Mutex<Kernels>,
}

#[derive(Debug, Default)]
struct Kernels {
    modules: BTreeMap<Program, Arc<CudaModule>>,
    functions: BTreeMap<(Program, &'static str), CudaFunction>,
}

pub(crate) fn on(what: &'static str) -> impl Fn(DriverError) -> Error {
    move |error| Error::Driver(what, error)
}

impl Driver {
    /// Opens a GPU.
    #[expect(unsafe_code, reason = "libraries are looked for by opening them; a mode of cuBLAS is set")]
    pub(crate) fn new(ordinal: usize, fast: bool) -> Result<Self, Error> {
        // SAFETY: opening NVIDIA's libraries runs their initialisers, which is what using them means.
        let present = unsafe {
            [
                ("libcuda", sys::is_culib_present()),
                ("libnvrtc", cudarc::nvrtc::sys::is_culib_present()),
                ("libcublas", blas::is_culib_present()),
            ]
        };
        if let Some((missing, _)) = present.into_iter().find(|(_, present)| !present) {
            return Err(Error::Missing(missing));
        }
        let context = CudaContext::new(ordinal).map_err(on("start work"))?;
        let stream = context.new_stream().map_err(on("start work"))?;
        let handle = CudaBlas::new(stream.clone())?;
        if fast {
            let mode = blas::cublasMath_t::CUBLAS_TF32_TENSOR_OP_MATH;
            // SAFETY: the handle was made above and is alive.
            unsafe { blas::cublasSetMathMode(*handle.handle(), mode) }.result()?;
        }
        let attribute = |attribute| context.attribute(attribute).map_err(on("look at what there is"));
        let shared = attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)? as usize;
        let processors = attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)? as usize;
        let (major, minor) = context.compute_capability().map_err(on("look at what there is"))?;
        Ok(Self {
            context,
            stream,
            blas: handle,
            shared,
            processors,
            architecture: format!("--gpu-architecture=compute_{major}{minor}"),
            kernels: Mutex::default(),
        })
    }

    /// What the GPU is called.
    pub(crate) fn name(&self) -> Result<String, Error> {
        self.context.name().map_err(on("look at what there is"))
    }

    /// A kernel; its program is compiled when it is first asked for.
    pub(crate) fn kernel(&self, program: Program, name: &'static str) -> Result<CudaFunction, Error> {
        let mut kernels = self.kernels.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(function) = kernels.functions.get(&(program, name)) {
            return Ok(function.clone());
        }
        let module = match kernels.modules.get(&program) {
            Some(module) => module.clone(),
            None => {
                let mut options = vec![self.architecture.clone(), "--std=c++17".to_owned()];
                options.extend(program.options());
                let options = CompileOptions { options, ..CompileOptions::default() };
                let compiled = compile_ptx_with_opts(program.source(), options)
                    .map_err(|error| Error::Compile(error.to_string()))?;
                let module = self.context.load_module(compiled).map_err(on("load kernels"))?;
                kernels.modules.insert(program, module.clone());
                module
            }
        };
        let function = module.load_function(name).map_err(on("load kernels"))?;
        let attribute = sys::CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        let fixed = function.shared_size_bytes().map_err(on("load kernels"))?;
        function.set_attribute(attribute, self.shared as i32 - fixed).map_err(on("load kernels"))?;
        kernels.functions.insert((program, name), function.clone());
        Ok(function)
    }

    /// Starts a kernel with this many blocks, threads in each, and bytes of shared memory.
    #[expect(unsafe_code, reason = "kernels take pointers; how far each is touched is checked before")]
    pub(crate) fn launch(
        &self,
        (program, name): (Program, &'static str),
        grid: [usize; 2],
        block: [u32; 2],
        shared: usize,
        args: &[Arg],
    ) -> Result<(), Error> {
        if grid.contains(&0) {
            return Ok(());
        }
        let too_large = |_| Error::TooLarge(name);
        let within = |span: Span, needed: usize| match span.len >= needed {
            true => Ok(span.at),
            false => Err(Error::Size { kernel: name, needed, found: span.len }),
        };
        // The driver copies as many bytes of each as the kernel's parameter has.
        let words: Vec<u64> = args
            .iter()
            .map(|&arg| match arg {
                Arg::Span(span, needed) => within(span, needed),
                Arg::Maybe(span, needed) => span.map_or(Ok(0), |span| within(span, needed)),
                Arg::Int(number) => Ok(i32::try_from(number).map_err(too_large)? as u64),
                Arg::Long(number) => Ok(number),
                Arg::Float(number) => Ok(u64::from(number.to_bits())),
            })
            .collect::<Result<_, Error>>()?;
        let size = |number: usize| u32::try_from(number).map_err(too_large);
        let config = LaunchConfig {
            grid_dim: (size(grid[0])?, size(grid[1])?, 1),
            block_dim: (block[0], block[1], 1),
            shared_mem_bytes: size(shared)?,
        };
        let function = self.kernel(program, name)?;
        let mut builder = self.stream.launch_builder(&function);
        words.iter().for_each(|word| _ = builder.arg(word));
        // SAFETY: spans lie within chunks that are held until work on this stream, in order, is done with them, and each
        // is as long as its kernel reaches, as checked above. The arguments are those of the kernel's signature.
        unsafe { builder.launch(config) }.map_err(on(name))?;
        Ok(())
    }

    /// `out = left · right` (or `out += …`) with `m` rows, `n` columns and sums of `k` products; rows of `out` are `width`
    /// apart.
    #[expect(unsafe_code, reason = "cuBLAS takes pointers; every bound is checked before")]
    pub(crate) fn product(
        &self,
        (m, n, k): (usize, usize, usize),
        left: Matrix,
        right: Matrix,
        (out, width): (Span, usize),
        add: bool,
    ) -> Result<(), Error> {
        let reach = |rows: usize, columns: usize, stride: usize| (rows - 1) * stride + columns;
        let fits = |matrix: Matrix, rows: usize, columns: usize| {
            let (rows, columns) = if matrix.transposed { (columns, rows) } else { (rows, columns) };
            let needed = reach(rows, columns, matrix.stride);
            match matrix.stride >= columns && matrix.span.len >= needed {
                true => Ok(()),
                false => Err(Error::Size { kernel: "a product", needed, found: matrix.span.len }),
            }
        };
        fits(left, m, k)?;
        fits(right, k, n)?;
        fits(Matrix { span: out, stride: width, transposed: false }, m, n)?;
        let int = |number: usize| i32::try_from(number).map_err(|_| Error::TooLarge("a product"));
        let operation = |matrix: Matrix| match matrix.transposed {
            true => blas::cublasOperation_t::CUBLAS_OP_T,
            false => blas::cublasOperation_t::CUBLAS_OP_N,
        };
        let beta = if add { 1.0 } else { 0.0 };
        self.context.bind_to_thread().map_err(on("multiply matrices"))?;
        // cuBLAS has columns where we have rows, so it makes the transposed product of exchanged operands.
        // SAFETY: all that is touched lies within the spans, as checked above, and these within chunks that are held. The
        // factors are on this stack, from where cuBLAS reads them before it returns.
        unsafe {
            sgemm(
                *self.blas.handle(),
                operation(right),
                operation(left),
                int(n)?,
                int(m)?,
                int(k)?,
                &raw const ONE,
                right.span.at as *const f32,
                int(right.stride)?,
                left.span.at as *const f32,
                int(left.stride)?,
                &raw const beta,
                out.at as *mut f32,
                int(width)?,
            )
        }?;
        Ok(())
    }

    /// Memory of zeros.
    pub(crate) fn chunk(&self, len: usize) -> Result<Chunk, Error> {
        let memory = self.stream.alloc_zeros::<u32>(len).map_err(on("reserve memory"))?;
        let at = memory.device_ptr(&self.stream).0;
        Ok(Chunk { _memory: memory, span: Span { at, len } })
    }

    /// Sets words to zero.
    #[expect(unsafe_code, reason = "a span lies within memory that is held")]
    pub(crate) fn clear(&self, span: Span) -> Result<(), Error> {
        self.context.bind_to_thread().map_err(on("clear memory"))?;
        // SAFETY: a span lies within a chunk that is held, and the stream does one thing after another.
        unsafe { result::memset_d8_async(span.at, 0, 4 * span.len, self.stream.cu_stream()) }
            .map_err(on("clear memory"))
    }

    /// Memory of the host from which copies do not wait.
    #[expect(unsafe_code, reason = "the memory has no values at first; it is only written by the host")]
    pub(crate) fn pinned(&self, len: usize) -> Result<Pinned, Error> {
        // SAFETY: nothing reads what was not written: `upload` copies to a place before the device reads it.
        let memory = unsafe { self.context.alloc_pinned::<u32>(len) }.map_err(on("reserve host memory"))?;
        Ok(Pinned { memory, used: 0, mark: None })
    }

    /// Copies words to the device without waiting; false if there is no room left to copy from.
    #[expect(unsafe_code, reason = "the device copies later from memory that is not touched until then")]
    pub(crate) fn upload(&self, words: &[u32], from: &mut Pinned, to: Span) -> Result<bool, Error> {
        if from.memory.len() - from.used < words.len() {
            return Ok(false);
        }
        assert!(to.len >= words.len(), "what is copied fits");
        let start = from.memory.as_mut_ptr().map_err(on("copy to it"))?;
        self.context.bind_to_thread().map_err(on("copy to it"))?;
        // SAFETY: the words fit, as checked above. Each place is written once before `rewind`, which waits until the device
        // is done with the copies, so nothing changes under a copy. Whoever lets go of the memory waits for all work first.
        let copied = unsafe {
            let place = start.add(from.used);
            place.copy_from_nonoverlapping(words.as_ptr(), words.len());
            let words = std::slice::from_raw_parts(place, words.len());
            result::memcpy_htod_async(to.at, words, self.stream.cu_stream())
        };
        from.used += words.len();
        copied.map_err(on("copy to it"))?;
        Ok(true)
    }

    /// Copies words to the device and waits for it.
    #[expect(unsafe_code, reason = "the copy ends before the slice does")]
    pub(crate) fn upload_now(&self, words: &[u32], to: Span) -> Result<(), Error> {
        assert!(to.len >= words.len(), "what is copied fits");
        self.wait()?;
        // SAFETY: the words fit, nothing else runs, and the copy is done when this returns.
        unsafe { result::memcpy_htod_sync(to.at, words) }.map_err(on("copy to it"))
    }

    /// Copies words from the device, which waits for all work.
    #[expect(unsafe_code, reason = "the copy ends before the vector is used")]
    pub(crate) fn download(&self, from: Span) -> Result<Vec<f32>, Error> {
        let mut words = vec![0.0f32; from.len];
        self.wait()?;
        // SAFETY: the vector is as long as the span, nothing else runs, and the copy is done when this returns. Any bits
        // are a float.
        unsafe { result::memcpy_dtoh_sync(&mut words, from.at) }.map_err(on("copy from it"))?;
        Ok(words)
    }

    /// Waits for all work.
    pub(crate) fn wait(&self) -> Result<(), Error> {
        self.stream.synchronize().map_err(on("wait for work"))
    }

    /// Says that no more is copied from this memory until it is rewound.
    pub(crate) fn done_with(&self, pinned: &mut Pinned) -> Result<(), Error> {
        pinned.mark = Some(self.stream.record_event(None).map_err(on("wait for work"))?);
        Ok(())
    }

    /// Makes all of the memory free again, as soon as the device is done with it.
    pub(crate) fn rewind(&self, pinned: &mut Pinned) -> Result<(), Error> {
        match pinned.mark.take() {
            Some(mark) => mark.synchronize().map_err(on("wait for work"))?,
            None if pinned.used > 0 => self.wait()?,
            None => {}
        }
        pinned.used = 0;
        Ok(())
    }
}

impl Pinned {
    /// How many words there is room for.
    pub(crate) fn len(&self) -> usize {
        self.memory.len()
    }
}

static ONE: f32 = 1.0;
