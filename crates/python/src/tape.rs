//! Items on their way to Python.
//!
//! An item is made without the interpreter's lock and recorded on a tape; then the tape is played back with the lock, and
//! becomes a dictionary. Like every other sink, neither half knows what a gSCAN item is.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyList, PyString};
use wampimuk_annotate::KeepRows;
use wampimuk_core::{ItemId, Schema, Sink, Type};

use crate::error::raise;

/// A recording of the values of items.
#[derive(Debug, Default)]
pub(crate) struct Tape(Vec<Value>);

#[derive(Debug)]
enum Value {
    Bool(bool),
    Uint(u64),
    Text(String),
    Bytes(Vec<u8>),
    Word(usize),
    Words(Vec<u8>),
    List(usize),
}

impl Sink for Tape {
    fn bool(&mut self, value: bool) {
        self.0.push(Value::Bool(value));
    }

    fn uint(&mut self, value: u64) {
        self.0.push(Value::Uint(value));
    }

    fn text(&mut self, value: &str) {
        self.0.push(Value::Text(value.to_string()));
    }

    fn bytes(&mut self, value: &[u8]) {
        self.0.push(Value::Bytes(value.to_vec()));
    }

    fn id(&mut self, value: ItemId) {
        self.0.push(Value::Text(value.to_string()));
    }

    fn word(&mut self, index: usize) {
        self.0.push(Value::Word(index));
    }

    fn words(&mut self, indices: &[u8]) {
        self.0.push(Value::Words(indices.to_vec()));
    }

    fn word_list(&mut self, indices: &mut dyn Iterator<Item = u8>) {
        self.0.push(Value::Words(indices.collect()));
    }

    fn list(&mut self, len: usize) {
        self.0.push(Value::List(len));
    }

    fn end(&mut self) {}
}

/// Rows whose columns are told beside them.
#[derive(Debug, Default)]
pub(crate) struct TapedRows {
    tape: Tape,
    schema: Option<Schema>,
    rows: usize,
}

impl KeepRows for TapedRows {
    fn columns(&mut self, schema: &Schema) {
        self.schema = Some(schema.clone());
    }

    fn next_row(&mut self) -> &mut dyn Sink {
        self.rows += 1;
        &mut self.tape
    }
}

impl TapedRows {
    /// The rows as dictionaries.
    pub(crate) fn play<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.schema.as_ref().map_or(Ok(Vec::new()), |schema| self.tape.play(py, schema, self.rows))
    }
}

impl Tape {
    /// The items as dictionaries, one for each of `rows` rows.
    pub(crate) fn play<'py>(
        &self,
        py: Python<'py>,
        schema: &Schema,
        rows: usize,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let mut player = Player { py, values: self.0.iter() };
        (0..rows).map(|_| player.fields(&schema.fields)).collect()
    }
}

struct Player<'py, 't> {
    py: Python<'py>,
    values: std::slice::Iter<'t, Value>,
}

impl<'py> Player<'py, '_> {
    fn fields(&mut self, fields: &[wampimuk_core::Field]) -> PyResult<Bound<'py, PyDict>> {
        let row = PyDict::new(self.py);
        for field in fields {
            row.set_item(PyString::intern(self.py, field.name), self.value(&field.ty)?)?;
        }
        Ok(row)
    }

    fn value(&mut self, ty: &Type) -> PyResult<Bound<'py, PyAny>> {
        if let Type::Struct(fields) = ty {
            return Ok(self.fields(fields)?.into_any());
        }
        let py = self.py;
        Ok(match (ty, self.values.next()) {
            (Type::Bool, Some(Value::Bool(value))) => PyBool::new(py, *value).to_owned().into_any(),
            (Type::U8 | Type::U32 | Type::U64, Some(Value::Uint(value))) => {
                value.into_pyobject(py)?.into_any()
            }
            (Type::Text, Some(Value::Text(text))) => PyString::new(py, text).into_any(),
            (Type::Bytes, Some(Value::Bytes(bytes))) => PyBytes::new(py, bytes).into_any(),
            (Type::Word(words), Some(Value::Word(index))) => self.word(words, *index)?,
            (Type::List(element), Some(Value::Words(indices))) => {
                let Type::Word(words) = &**element else { return Err(mismatch()) };
                let words = indices.iter().map(|&index| self.word(words, index.into()));
                PyList::new(py, words.collect::<PyResult<Vec<_>>>()?)?.into_any()
            }
            (Type::List(element), Some(Value::List(len))) => {
                let values = (0..*len).map(|_| self.value(element)).collect::<PyResult<Vec<_>>>()?;
                PyList::new(py, values)?.into_any()
            }
            _ => return Err(mismatch()),
        })
    }

    fn word(&self, words: &[String], index: usize) -> PyResult<Bound<'py, PyAny>> {
        let word = words.get(index).ok_or_else(mismatch)?;
        Ok(PyString::intern(self.py, word).into_any())
    }
}

fn mismatch() -> PyErr {
    raise("failed to read an item: its values do not fit the columns of its family")
}
