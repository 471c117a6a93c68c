//! The native part of the Python package `wampimuk`.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command line with these arguments and returns its exit code.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| wampimuk::run(arguments))
}

/// The module `wampimuk._native`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(main, module)?)
}
