//! The only place that talks to the driver and to cuBLAS in pointers. What it is given are [`Span`]s, which lie within
//! memory that is held; every reach beyond one is an error before anything is launched.

mod blas;
mod kernels;

use std::sync::Arc;

use cudarc::cublas::{CudaBlas, sys as cublas};
use cudarc::driver::sys::{self, CUdevice_attribute_enum as Attribute};
use cudarc::driver::{
    CudaContext, CudaEvent, CudaSlice, CudaStream, DevicePtr, DriverError, LaunchConfig, PinnedHostSlice,
    PushKernelArg, result,
};

pub(crate) use self::blas::Matrix;
use self::kernels::Kernels;
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
    /// Takes the place of memory once something has failed; nothing is launched after that.
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

/// Memory of the device that is held.
#[derive(Debug)]
pub(crate) struct Chunk {
    memory: CudaSlice<u32>,
    /// The whole allocation.
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
    kernels: Arc<Kernels>,
}

pub(crate) fn on(what: &'static str) -> impl Fn(DriverError) -> Error {
    move |error| Error::Driver(what, error)
}

impl Driver {
    #[expect(unsafe_code, reason = "libraries are looked for by opening them")]
    pub(crate) fn new(ordinal: usize, fast: bool) -> Result<Self, Error> {
        // SAFETY: opening NVIDIA's libraries runs their initialisers, which is what using them means.
        let present = unsafe {
            [
                ("libcuda", sys::is_culib_present()),
                ("libnvrtc", cudarc::nvrtc::sys::is_culib_present()),
                ("libcublas", cublas::is_culib_present()),
            ]
        };
        if let Some((missing, _)) = present.into_iter().find(|(_, present)| !present) {
            return Err(Error::Missing(missing));
        }
        let context = CudaContext::new(ordinal).map_err(on("start work"))?;
        let kernels = Arc::new(Kernels::new(context.clone())?);
        Self::with_stream(context, kernels, fast)
    }

    /// Another stream of work on the same GPU, with the same kernels.
    pub(crate) fn new_stream(&self, fast: bool) -> Result<Self, Error> {
        Self::with_stream(self.context.clone(), self.kernels.clone(), fast)
    }

    #[expect(unsafe_code, reason = "a mode of cuBLAS is set")]
    fn with_stream(context: Arc<CudaContext>, kernels: Arc<Kernels>, fast: bool) -> Result<Self, Error> {
        let stream = context.new_stream().map_err(on("start work"))?;
        // Each stream has its own handle, and so its own memory: what cuBLAS does in one does not depend on others.
        let blas = CudaBlas::new(stream.clone())?;
        if fast {
            let mode = cublas::cublasMath_t::CUBLAS_TF32_TENSOR_OP_MATH;
            // SAFETY: the handle was made above and is alive.
            unsafe { cublas::cublasSetMathMode(*blas.handle(), mode) }.result()?;
        }
        let attribute = |attribute| context.attribute(attribute).map_err(on("look at what there is"));
        let shared = attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)? as usize;
        let processors = attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)? as usize;
        Ok(Self { context, stream, blas, shared, processors, kernels })
    }

    /// What the GPU is called.
    pub(crate) fn name(&self) -> Result<String, Error> {
        self.context.name().map_err(on("look at what there is"))
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
        let function = self.kernels.get(program, name, self.shared)?;
        let mut builder = self.stream.launch_builder(&function);
        words.iter().for_each(|word| _ = builder.arg(word));
        // SAFETY: spans lie within chunks that are held until work on this stream, in order, is done with them, and each
        // is as long as its kernel reaches, as checked above. The arguments are those of the kernel's signature.
        unsafe { builder.launch(config) }.map_err(on(name))?;
        Ok(())
    }

    /// Allocates memory and fills it with zeros.
    pub(crate) fn chunk(&self, len: usize) -> Result<Chunk, Error> {
        let memory = self.stream.alloc_zeros::<u32>(len).map_err(on("reserve memory"))?;
        let at = memory.device_ptr(&self.stream).0;
        Ok(Chunk { memory, span: Span { at, len } })
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
        // is done with the copies, so nothing changes under a copy. Releasing the memory waits for all work first.
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

    /// Copies words to the device and waits for it; work on other streams goes on.
    #[expect(unsafe_code, reason = "the copy ends before the slice does")]
    pub(crate) fn upload_now(&self, words: &[u32], to: Span) -> Result<(), Error> {
        assert!(to.len >= words.len(), "what is copied fits");
        self.context.bind_to_thread().map_err(on("copy to it"))?;
        // SAFETY: the words fit, the copy comes after what the stream did before, and is done when this returns.
        unsafe { result::memcpy_htod_async(to.at, words, self.stream.cu_stream()) }
            .map_err(on("copy to it"))?;
        self.wait()
    }

    /// Copies words from the device, which waits for all work on this stream.
    #[expect(unsafe_code, reason = "the copy ends before the vector is used")]
    pub(crate) fn download(&self, from: Span) -> Result<Vec<f32>, Error> {
        let mut words = vec![0.0f32; from.len];
        self.context.bind_to_thread().map_err(on("copy from it"))?;
        // SAFETY: the vector is as long as the span, the copy comes after what the stream did before, and is done before
        // anything else happens to the vector. Any bits are a float.
        unsafe { result::memcpy_dtoh_async(&mut words, from.at, self.stream.cu_stream()) }
            .map_err(on("copy from it"))?;
        self.wait()?;
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

impl Chunk {
    /// An error unless it was made by this stream of work, which alone knows when it is ready.
    pub(crate) fn must_be_of(&self, driver: &Driver) -> Result<(), Error> {
        if Arc::ptr_eq(self.memory.stream(), &driver.stream) { Ok(()) } else { Err(Error::Elsewhere) }
    }
}

impl Pinned {
    /// How many words there is room for.
    pub(crate) fn len(&self) -> usize {
        self.memory.len()
    }
}
