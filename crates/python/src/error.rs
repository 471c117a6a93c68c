//! The one exception.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

pyo3::create_exception!(
    wampimuk,
    Error,
    PyValueError,
    "What was asked for cannot be done. The message is the one that the command line prints."
);

/// Any error as the exception.
pub(crate) fn raise(error: impl Display) -> PyErr {
    Error::new_err(error.to_string())
}
