//! Items as records: a schema, and a sink that receives values in the schema's order.
//!
//! A family describes the columns of its items once, as a [`Schema`], and writes each item as a sequence of calls to a
//! [`Sink`]. Parquet, JSON lines and in-memory tables are sinks; none of them knows what a gSCAN item is. The calls come
//! in the schema's order, so a sink needs no look-up by name: it walks the schema along with the values.

use crate::ItemId;

/// The words of a column whose values come from a small, fixed set: sinks store indices and write the words once.
pub type Words = std::sync::Arc<[String]>;

/// The type of a column or of a list's elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// True or false.
    Bool,
    /// A small number, at most 255.
    U8,
    /// A number, at most 4,294,967,295.
    U32,
    /// A number.
    U64,
    /// Free text.
    Text,
    /// Bytes that only a program reads: a picture, say.
    Bytes,
    /// One of these words, given by its index; a dictionary column.
    Word(Words),
    /// Any number of values of one type.
    List(Box<Type>),
    /// Several named values.
    Struct(Vec<Field>),
}

/// A named column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The column's name, as it appears in files.
    pub name: &'static str,
    /// What it holds.
    pub ty: Type,
    /// What it means, for dataset cards.
    pub doc: &'static str,
}

impl Field {
    /// A column.
    pub fn new(name: &'static str, ty: Type, doc: &'static str) -> Self {
        Self { name, ty, doc }
    }
}

/// The columns of a family's items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schema {
    /// The columns, in the order in which values are written.
    pub fields: Vec<Field>,
}

/// Receives the values of items in the order of their schema.
///
/// For a struct the values of its fields follow each other. A list is announced with its length, then its elements
/// follow and the list ends by itself; lists of words come in one call.
pub trait Sink {
    /// A truth value.
    fn bool(&mut self, value: bool);
    /// A number of any width.
    fn uint(&mut self, value: u64);
    /// Free text.
    fn text(&mut self, value: &str);
    /// Bytes that only a program reads.
    fn bytes(&mut self, value: &[u8]);
    /// An identity, as text of 32 hexadecimal digits.
    fn id(&mut self, value: ItemId);
    /// A word of the column's set, by its index.
    fn word(&mut self, index: usize);
    /// A list of words, by their indices.
    fn words(&mut self, indices: &[u8]);
    /// A list of words that is not at hand as a slice.
    fn word_list(&mut self, indices: &mut dyn Iterator<Item = u8>);
    /// A list of `len` elements begins.
    fn list(&mut self, len: usize);
    /// The item is complete.
    fn end(&mut self);
}

/// Passes a record on, with more columns at its end: `more` writes them.
pub struct ExtendedSink<'a, F> {
    /// Where everything goes.
    pub sink: &'a mut dyn Sink,
    /// Writes the columns that are added.
    pub more: F,
}

impl<F: FnMut(&mut dyn Sink)> Sink for ExtendedSink<'_, F> {
    fn bool(&mut self, value: bool) {
        self.sink.bool(value);
    }

    fn uint(&mut self, value: u64) {
        self.sink.uint(value);
    }

    fn text(&mut self, value: &str) {
        self.sink.text(value);
    }

    fn bytes(&mut self, value: &[u8]) {
        self.sink.bytes(value);
    }

    fn id(&mut self, value: ItemId) {
        self.sink.id(value);
    }

    fn word(&mut self, index: usize) {
        self.sink.word(index);
    }

    fn words(&mut self, indices: &[u8]) {
        self.sink.words(indices);
    }

    fn word_list(&mut self, indices: &mut dyn Iterator<Item = u8>) {
        self.sink.word_list(indices);
    }

    fn list(&mut self, len: usize) {
        self.sink.list(len);
    }

    fn end(&mut self) {
        (self.more)(&mut *self.sink);
        self.sink.end();
    }
}
