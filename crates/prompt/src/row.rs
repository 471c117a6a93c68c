//! One item as values by the names of its columns.
//!
//! A family writes an item into a [`Sink`]; the schema says which value is which. So prompts of stories know nothing of
//! how a dataset finds the story of a question.

use wampimuk_core::{Field, ItemId, Schema, Sink, Type};

/// A value, as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    Text(String),
    Uint(u64),
    Bool(bool),
    Bytes,
    Id(ItemId),
    Word(usize),
    Words(Vec<u8>),
    List(usize),
}

/// The values of an item in the order of its schema.
#[derive(Debug, Default)]
pub(crate) struct Row {
    values: Vec<Value>,
}

impl Row {
    /// Forgets the last item.
    pub fn clear(&mut self) {
        self.values.clear();
    }

    /// The item's identity.
    pub fn id(&self) -> Option<ItemId> {
        self.values.iter().find_map(|value| match value {
            Value::Id(id) => Some(*id),
            _ => None,
        })
    }

    /// A column of text, or of one word.
    pub fn text(&self, schema: &Schema, name: &str) -> Option<String> {
        let (field, at) = self.find(schema, name)?;
        match (&field.ty, self.values.get(at)?) {
            (Type::Text, Value::Text(text)) => Some(text.clone()),
            (Type::Word(words), &Value::Word(index)) => words.get(index).cloned(),
            _ => None,
        }
    }

    /// A column of texts.
    pub fn texts(&self, schema: &Schema, name: &str) -> Option<Vec<String>> {
        let (_, at) = self.find(schema, name)?;
        let Value::List(count) = *self.values.get(at)? else { return None };
        let values = self.values.get(at + 1..at + 1 + count)?;
        let text = |value: &Value| match value {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        };
        values.iter().map(text).collect()
    }

    /// The column and where its value begins.
    fn find<'s>(&self, schema: &'s Schema, name: &str) -> Option<(&'s Field, usize)> {
        let mut at = 0;
        for field in &schema.fields {
            if field.name == name {
                return Some((field, at));
            }
            at = self.after(&field.ty, at)?;
        }
        None
    }

    /// Where the value after one of this type begins.
    fn after(&self, ty: &Type, at: usize) -> Option<usize> {
        match (ty, self.values.get(at)) {
            (Type::Struct(fields), _) => fields.iter().try_fold(at, |at, field| self.after(&field.ty, at)),
            (Type::List(element), Some(&Value::List(count))) => {
                (0..count).try_fold(at + 1, |at, _| self.after(element, at))
            }
            (_, value) => value.map(|_| at + 1),
        }
    }
}

impl Sink for Row {
    fn bool(&mut self, value: bool) {
        self.values.push(Value::Bool(value));
    }
    fn uint(&mut self, value: u64) {
        self.values.push(Value::Uint(value));
    }
    fn text(&mut self, value: &str) {
        self.values.push(Value::Text(value.to_string()));
    }
    fn bytes(&mut self, _value: &[u8]) {
        self.values.push(Value::Bytes);
    }
    fn id(&mut self, value: ItemId) {
        self.values.push(Value::Id(value));
    }
    fn word(&mut self, index: usize) {
        self.values.push(Value::Word(index));
    }
    fn words(&mut self, indices: &[u8]) {
        self.values.push(Value::Words(indices.to_vec()));
    }
    fn word_list(&mut self, indices: &mut dyn Iterator<Item = u8>) {
        self.values.push(Value::Words(indices.collect()));
    }
    fn list(&mut self, len: usize) {
        self.values.push(Value::List(len));
    }
    fn end(&mut self) {}
}
