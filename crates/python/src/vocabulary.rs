//! Vocabularies.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyKeyError};
use pyo3::prelude::*;
use pyo3::types::PyType;
use wampimuk_batch::VOCABULARY_VERSION;

use crate::error::raise;

/// Which number stands for which word.
#[pyclass(frozen, eq, module = "wampimuk._native")]
#[derive(Clone, PartialEq)]
pub(crate) struct Vocabulary(pub(crate) wampimuk_batch::Vocabulary);

/// What is looked up.
#[derive(FromPyObject)]
enum Key {
    Number(i64),
    Token(String),
}

#[pymethods]
impl Vocabulary {
    /// Reads a vocabulary and checks that nobody changed it.
    #[classmethod]
    fn from_json(_class: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        wampimuk_batch::Vocabulary::from_json(text).map(Self).map_err(raise)
    }

    /// The vocabulary as JSON.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// What it is for.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// The version of the rules by which numbers are given.
    #[getter]
    fn version(&self) -> u32 {
        VOCABULARY_VERSION
    }

    /// The digest of its tokens: equal digests, equal numbers.
    #[getter]
    fn digest(&self) -> String {
        self.0.digest().to_string()
    }

    /// The tokens; their places are their numbers.
    #[getter]
    fn tokens(&self) -> Vec<String> {
        self.0.tokens().to_vec()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The number of a token, or the token of a number.
    fn __getitem__<'py>(&self, py: Python<'py>, key: Key) -> PyResult<Bound<'py, PyAny>> {
        let tokens = self.0.tokens();
        match key {
            Key::Number(number) => {
                let len = tokens.len();
                let place = if number < 0 { number + len as i64 } else { number };
                let token = usize::try_from(place).ok().and_then(|place| tokens.get(place));
                let missing = || PyIndexError::new_err(format!("there are {len} tokens, not {number}"));
                token.ok_or_else(missing)?.into_bound_py_any(py)
            }
            Key::Token(token) => {
                let place = tokens.iter().position(|known| *known == token);
                place.ok_or_else(|| PyKeyError::new_err(token))?.into_bound_py_any(py)
            }
        }
    }

    fn __contains__(&self, token: &str) -> bool {
        self.0.tokens().iter().any(|known| known == token)
    }

    /// The numbers of words, as they stand in arrays.
    #[expect(clippy::needless_pass_by_value, reason = "Python's list is copied anyway")]
    fn encode(&self, words: Vec<String>) -> PyResult<Vec<i64>> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        self.0.encode(&words).map_err(raise)
    }

    /// The words of a row of numbers, without what marks beginning, end and padding.
    #[expect(clippy::needless_pass_by_value, reason = "Python's list is copied anyway")]
    fn decode(&self, numbers: Vec<i64>) -> PyResult<Vec<String>> {
        let words = self.0.decode(&numbers).map_err(raise)?;
        Ok(words.into_iter().map(str::to_string).collect())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_json")?, (slf.get().to_json(),)))
    }

    fn __repr__(&self) -> String {
        format!("<Vocabulary {} of {} tokens>", self.0.name(), self.0.len())
    }
}
