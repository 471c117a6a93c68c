//! Kernels, compiled when they are first asked for.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use cudarc::driver::sys::CUfunction_attribute_enum as Attribute;
use cudarc::driver::{CudaContext, CudaFunction, CudaModule};
use cudarc::nvrtc::{CompileOptions, compile_ptx_with_opts};

use super::on;
use crate::cuda::error::Error;
use crate::cuda::programs::Program;

/// The kernels of a GPU; streams of work share them.
#[derive(Debug)]
pub(super) struct Kernels {
    context: Arc<CudaContext>,
    architecture: String,
    compiled: Mutex<Compiled>,
}

#[derive(Debug, Default)]
struct Compiled {
    modules: BTreeMap<Program, Arc<CudaModule>>,
    functions: BTreeMap<(Program, &'static str), CudaFunction>,
}

impl Kernels {
    /// Compiles nothing yet.
    pub(super) fn new(context: Arc<CudaContext>) -> Result<Self, Error> {
        let (major, minor) = context.compute_capability().map_err(on("look at what there is"))?;
        let architecture = format!("--gpu-architecture=compute_{major}{minor}");
        Ok(Self { context, architecture, compiled: Mutex::default() })
    }

    /// A kernel whose blocks may have this many bytes of shared memory. If another thread is compiling it, the caller waits.
    pub(super) fn get(
        &self,
        program: Program,
        name: &'static str,
        shared: usize,
    ) -> Result<CudaFunction, Error> {
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(function) = compiled.functions.get(&(program, name)) {
            return Ok(function.clone());
        }
        let module = match compiled.modules.get(&program) {
            Some(module) => module.clone(),
            None => {
                let module = self.compile(program)?;
                compiled.modules.insert(program, module.clone());
                module
            }
        };
        let function = module.load_function(name).map_err(on("load kernels"))?;
        let fixed = function.shared_size_bytes().map_err(on("load kernels"))?;
        let most = Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        function.set_attribute(most, shared as i32 - fixed).map_err(on("load kernels"))?;
        compiled.functions.insert((program, name), function.clone());
        Ok(function)
    }

    fn compile(&self, program: Program) -> Result<Arc<CudaModule>, Error> {
        let mut options = vec![self.architecture.clone(), "--std=c++17".to_owned()];
        options.extend(program.options());
        let options = CompileOptions { options, ..CompileOptions::default() };
        let text = compile_ptx_with_opts(program.source(), options)
            .map_err(|error| Error::Compile(error.to_string()))?;
        self.context.load_module(text).map_err(on("load kernels"))
    }
}
