//! The command line, for `python -m wampimuk` and the script of the package.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command line with these arguments and returns its exit code.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| wampimuk::run(arguments))
}
