//! Arrow tables from any schema.
//!
//! Like [`JsonLines`](crate::JsonLines), a [`Table`] compiles the schema into a flat list of steps and walks it along
//! with the values; each step owns the buffer of its column. Words stay numbers: a word column is a dictionary array
//! whose dictionary is the schema's set of words, so building it neither copies nor hashes a text.

use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BinaryArray, BooleanArray, DictionaryArray, Int32Array, ListArray, RecordBatch, StringArray,
    StructArray, UInt8Array, UInt32Array, UInt64Array,
};
use arrow_buffer::{BooleanBuffer, Buffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field as ArrowField, Fields, SchemaRef};
use wampimuk_core::{Field, ItemId, Schema, Sink, Type};

use crate::escape::HEX;

/// The Arrow schema of a schema's tables: words are `Dictionary(Int32, Utf8)`, nothing is nullable.
pub fn arrow_schema(schema: &Schema) -> SchemaRef {
    Arc::new(arrow_schema::Schema::new(arrow_fields(&schema.fields)))
}

fn arrow_fields(fields: &[Field]) -> Fields {
    fields.iter().map(|field| ArrowField::new(field.name, arrow_type(&field.ty), false)).collect()
}

fn arrow_type(ty: &Type) -> DataType {
    match ty {
        Type::Bool => DataType::Boolean,
        Type::U8 => DataType::UInt8,
        Type::U32 => DataType::UInt32,
        Type::U64 => DataType::UInt64,
        Type::Text => DataType::Utf8,
        Type::Bytes => DataType::Binary,
        Type::Word(_) => DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8)),
        // `element` is the name that the Parquet format asks for.
        Type::List(element) => DataType::List(element_field(element)),
        Type::Struct(fields) => DataType::Struct(arrow_fields(fields)),
    }
}

fn element_field(element: &Type) -> Arc<ArrowField> {
    Arc::new(ArrowField::new("element", arrow_type(element), false))
}

/// A sink that collects records as the columns of a table.
///
/// # Panics
/// Values must come in the schema's order; a value of another type than its column's is a mistake in the program and
/// panics.
#[derive(Clone, Debug)]
pub struct Table {
    schema: Schema,
    arrow: SchemaRef,
    steps: Vec<Step>,
    rows: usize,
    at: usize,
    /// The lists that are open.
    open: Vec<Open>,
    /// Where the list that is open innermost ends; no step is there if none is open.
    end: usize,
}

#[derive(Clone, Debug)]
enum Step {
    Bool(Vec<bool>),
    U8(Vec<u8>),
    U32(Vec<u32>),
    U64(Vec<u64>),
    Text { offsets: Vec<i32>, bytes: Vec<u8> },
    Bytes { offsets: Vec<i32>, bytes: Vec<u8> },
    Word { keys: Vec<i32>, words: Arc<StringArray> },
    Words { offsets: Vec<i32>, keys: Vec<i32>, words: Arc<StringArray> },
    List { offsets: Vec<i32>, end: usize },
}

#[derive(Clone, Copy, Debug)]
struct Open {
    list: usize,
    remaining: usize,
    outer_end: usize,
}

impl Table {
    /// An empty table for records of this schema.
    pub fn new(schema: &Schema) -> Self {
        let mut steps = Vec::new();
        for field in &schema.fields {
            add_steps(&field.ty, &mut steps);
        }
        let (schema, arrow) = (schema.clone(), arrow_schema(schema));
        Self { schema, arrow, steps, rows: 0, at: 0, open: Vec::new(), end: usize::MAX }
    }

    /// How many records the table holds.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The table's Arrow schema.
    pub fn schema(&self) -> &SchemaRef {
        &self.arrow
    }

    /// Hands over the records and starts again, empty.
    ///
    /// # Errors
    /// If lists or texts have grown beyond what 32-bit offsets can address; a few hundred thousand records never do.
    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        self.rows = 0;
        let mut steps = self.steps.iter_mut();
        let columns = self.schema.fields.iter().map(|field| array(&field.ty, &mut steps));
        RecordBatch::try_new(self.arrow.clone(), columns.collect::<Result<_, _>>()?)
    }

    #[inline]
    fn advance(&mut self) {
        self.at += 1;
        while self.at == self.end {
            let Some(open) = self.open.last_mut() else { return };
            open.remaining -= 1;
            if open.remaining > 0 {
                self.at = open.list + 1;
                return;
            }
            self.end = open.outer_end;
            self.open.pop();
        }
    }

    #[cold]
    fn mistake(&self, given: &str) -> ! {
        panic!("value {} of the schema got {given}", self.at)
    }

    fn add_text(&mut self, text: &[u8]) {
        let Step::Text { offsets, bytes } = &mut self.steps[self.at] else { self.mistake("a text") };
        bytes.extend_from_slice(text);
        offsets.push(offset(bytes.len()));
        self.advance();
    }
}

/// Offsets beyond the range become negative, which building the array refuses.
fn offset(len: usize) -> i32 {
    i32::try_from(len).unwrap_or(-1)
}

impl Sink for Table {
    fn bool(&mut self, value: bool) {
        let Step::Bool(values) = &mut self.steps[self.at] else { self.mistake("a truth value") };
        values.push(value);
        self.advance();
    }

    #[inline]
    fn uint(&mut self, value: u64) {
        const WIDE: &str = "a number that does not fit its column";
        match &mut self.steps[self.at] {
            Step::U8(values) => values.push(u8::try_from(value).expect(WIDE)),
            Step::U32(values) => values.push(u32::try_from(value).expect(WIDE)),
            Step::U64(values) => values.push(value),
            _ => self.mistake("a number"),
        }
        self.advance();
    }

    fn text(&mut self, value: &str) {
        self.add_text(value.as_bytes());
    }

    fn bytes(&mut self, value: &[u8]) {
        let Step::Bytes { offsets, bytes } = &mut self.steps[self.at] else { self.mistake("bytes") };
        bytes.extend_from_slice(value);
        offsets.push(offset(bytes.len()));
        self.advance();
    }

    fn id(&mut self, value: ItemId) {
        let mut text = [0; 32];
        for (number, byte) in value.0.to_be_bytes().into_iter().enumerate() {
            text[2 * number] = HEX[usize::from(byte >> 4)];
            text[2 * number + 1] = HEX[usize::from(byte & 15)];
        }
        self.add_text(&text);
    }

    #[inline]
    fn word(&mut self, index: usize) {
        let Step::Word { keys, .. } = &mut self.steps[self.at] else { self.mistake("a word") };
        keys.push(offset(index));
        self.advance();
    }

    #[inline]
    fn words(&mut self, indices: &[u8]) {
        let Step::Words { offsets, keys, .. } = &mut self.steps[self.at] else { self.mistake("words") };
        keys.extend(indices.iter().map(|&index| i32::from(index)));
        offsets.push(offset(keys.len()));
        self.advance();
    }

    #[inline]
    fn word_list(&mut self, indices: &mut dyn Iterator<Item = u8>) {
        let Step::Words { offsets, keys, .. } = &mut self.steps[self.at] else { self.mistake("words") };
        keys.extend(indices.map(i32::from));
        offsets.push(offset(keys.len()));
        self.advance();
    }

    fn list(&mut self, len: usize) {
        let Step::List { offsets, end } = &mut self.steps[self.at] else { self.mistake("a list") };
        let start = offsets.last().copied().unwrap_or(0);
        offsets.push(start.checked_add(offset(len)).unwrap_or(-1));
        if len == 0 {
            self.at = *end - 1;
        } else {
            self.open.push(Open { list: self.at, remaining: len, outer_end: self.end });
            self.end = *end;
        }
        self.advance();
    }

    fn end(&mut self) {
        if self.at != self.steps.len() {
            self.mistake("the end");
        }
        self.at = 0;
        self.rows += 1;
    }
}

fn add_steps(ty: &Type, steps: &mut Vec<Step>) {
    let dictionary = |words: &[String]| Arc::new(StringArray::from_iter_values(words));
    steps.push(match ty {
        Type::Bool => Step::Bool(Vec::new()),
        Type::U8 => Step::U8(Vec::new()),
        Type::U32 => Step::U32(Vec::new()),
        Type::U64 => Step::U64(Vec::new()),
        Type::Text => Step::Text { offsets: vec![0], bytes: Vec::new() },
        Type::Bytes => Step::Bytes { offsets: vec![0], bytes: Vec::new() },
        Type::Word(words) => Step::Word { keys: Vec::new(), words: dictionary(words) },
        Type::Struct(fields) => return fields.iter().for_each(|field| add_steps(&field.ty, steps)),
        Type::List(element) => match &**element {
            Type::Word(words) => Step::Words { offsets: vec![0], keys: Vec::new(), words: dictionary(words) },
            element => {
                let place = steps.len();
                steps.push(Step::Bool(Vec::new()));
                add_steps(element, steps);
                let end = steps.len();
                assert!(end > place + 1, "a list needs elements that hold a value");
                steps[place] = Step::List { offsets: vec![0], end };
                return;
            }
        },
    });
}

/// Builds the array of a type from the buffers of its steps.
fn array(ty: &Type, steps: &mut std::slice::IterMut<'_, Step>) -> Result<ArrayRef, ArrowError> {
    if let Type::Struct(fields) = ty {
        let columns = fields.iter().map(|field| array(&field.ty, steps)).collect::<Result<_, _>>()?;
        return Ok(Arc::new(StructArray::try_new(arrow_fields(fields), columns, None)?));
    }
    let step = steps.next().ok_or_else(|| ArrowError::SchemaError("fewer buffers than columns".into()))?;
    Ok(match step {
        Step::Bool(values) => Arc::new(BooleanArray::new(BooleanBuffer::from(take(values)), None)),
        Step::U8(values) => Arc::new(UInt8Array::from(take(values))),
        Step::U32(values) => Arc::new(UInt32Array::from(take(values))),
        Step::U64(values) => Arc::new(UInt64Array::from(take(values))),
        Step::Text { offsets, bytes } => {
            Arc::new(StringArray::try_new(take_offsets(offsets)?, Buffer::from(take(bytes)), None)?)
        }
        Step::Bytes { offsets, bytes } => {
            Arc::new(BinaryArray::try_new(take_offsets(offsets)?, Buffer::from(take(bytes)), None)?)
        }
        Step::Word { keys, words } => dictionary(keys, words)?,
        Step::Words { offsets, keys, words } => {
            let Type::List(element) = ty else { return Err(mismatch()) };
            let keys = dictionary(keys, words)?;
            Arc::new(ListArray::try_new(element_field(element), take_offsets(offsets)?, keys, None)?)
        }
        Step::List { offsets, .. } => {
            let Type::List(element) = ty else { return Err(mismatch()) };
            let offsets = take_offsets(offsets)?;
            Arc::new(ListArray::try_new(element_field(element), offsets, array(element, steps)?, None)?)
        }
    })
}

fn mismatch() -> ArrowError {
    ArrowError::SchemaError("a list's buffer for another type".into())
}

fn dictionary(keys: &mut Vec<i32>, words: &Arc<StringArray>) -> Result<ArrayRef, ArrowError> {
    let keys = Int32Array::from(take(keys));
    Ok(Arc::new(DictionaryArray::<Int32Type>::try_new(keys, words.clone())?))
}

/// Hands over a buffer and leaves one with as much room, since the next table will be as long.
fn take<T>(values: &mut Vec<T>) -> Vec<T> {
    let room = values.len() + values.len() / 16;
    std::mem::replace(values, Vec::with_capacity(room))
}

fn take_offsets(offsets: &mut Vec<i32>) -> Result<OffsetBuffer<i32>, ArrowError> {
    let taken = take(offsets);
    offsets.push(0);
    if !taken.is_sorted() {
        return Err(ArrowError::OffsetOverflowError(taken.len()));
    }
    Ok(OffsetBuffer::new(ScalarBuffer::from(taken)))
}

#[cfg(test)]
mod tests;
