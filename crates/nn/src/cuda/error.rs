//! What can go wrong.

use cudarc::cublas::result::CublasError;
use cudarc::driver::DriverError;

/// Why a device did not do what was asked; reads after "failed to …".
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A library is not installed.
    #[error(
        "find {0}: install NVIDIA's driver and CUDA's libraries, or name their folder in LD_LIBRARY_PATH"
    )]
    Missing(&'static str),
    /// The driver refused.
    #[error("{0} on the GPU: {1}")]
    Driver(&'static str, DriverError),
    /// cuBLAS refused.
    #[error("multiply matrices on the GPU: {0}")]
    Blas(#[from] CublasError),
    /// A kernel does not compile.
    #[error("compile kernels for the GPU: {0}")]
    Compile(String),
    /// A number that names a row or a column is too large.
    #[error("look up {what} {number}: there are {count}")]
    Range {
        /// What it names.
        what: &'static str,
        /// The number.
        number: u32,
        /// How many there are.
        count: usize,
    },
    /// Numbers that were made by another device: nothing says when they are ready.
    #[error("use what another device made: each has weights, gradients and moments of its own")]
    Elsewhere,
    /// Sizes do not fit together.
    #[error("run {kernel}: it needs {needed} numbers, and one of its values has {found}")]
    Size {
        /// The kernel or the operation.
        kernel: &'static str,
        /// How many numbers it reads or writes.
        needed: usize,
        /// How many there are.
        found: usize,
    },
    /// Sizes are too large for this device.
    #[error("run {0}: its sizes are too large for this GPU")]
    TooLarge(&'static str),
}
