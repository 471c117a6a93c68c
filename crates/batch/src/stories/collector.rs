//! Takes from a record what arrays are made of.

use wampimuk_core::{ItemId, Schema, Sink};

/// The columns that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Facts,
    Question,
    Answer,
    Supporting,
}

/// A sink that keeps some columns of the last record.
#[derive(Clone, Debug)]
pub(super) struct Collector {
    /// For each column of the schema, what is kept of it.
    columns: Vec<Option<Column>>,
    /// The column whose value comes next.
    at: usize,
    /// How many values are missing from each list that is open.
    open: Vec<usize>,
    pub(super) id: ItemId,
    pub(super) facts: Vec<String>,
    pub(super) question: String,
    pub(super) answer: String,
    pub(super) supporting: Vec<u64>,
}

impl Collector {
    pub(super) fn new(schema: &Schema) -> Self {
        let column = |name: &str| match name {
            "facts" => Some(Column::Facts),
            "question" => Some(Column::Question),
            "answer" => Some(Column::Answer),
            "supporting" => Some(Column::Supporting),
            _ => None,
        };
        Self {
            columns: schema.fields.iter().map(|field| column(field.name)).collect(),
            at: 0,
            open: Vec::new(),
            id: ItemId::default(),
            facts: Vec::new(),
            question: String::new(),
            answer: String::new(),
            supporting: Vec::new(),
        }
    }

    fn column(&self) -> Option<Column> {
        self.columns.get(self.at).copied().flatten()
    }

    /// A value is complete, and with it every list that it was the last of.
    fn done(&mut self) {
        while let Some(missing) = self.open.last_mut() {
            *missing -= 1;
            if *missing > 0 {
                return;
            }
            self.open.pop();
        }
        self.at += 1;
    }
}

impl Sink for Collector {
    fn bool(&mut self, _: bool) {
        self.done();
    }

    fn uint(&mut self, value: u64) {
        if self.column() == Some(Column::Supporting) {
            self.supporting.push(value);
        }
        self.done();
    }

    fn text(&mut self, value: &str) {
        match self.column() {
            Some(Column::Facts) => self.facts.push(value.to_string()),
            Some(Column::Question) => value.clone_into(&mut self.question),
            Some(Column::Answer) => value.clone_into(&mut self.answer),
            Some(Column::Supporting) | None => {}
        }
        self.done();
    }

    fn bytes(&mut self, _: &[u8]) {
        self.done();
    }

    fn id(&mut self, value: ItemId) {
        // The first column: a new record begins.
        self.id = value;
        self.facts.clear();
        self.supporting.clear();
        self.done();
    }

    fn word(&mut self, _: usize) {
        self.done();
    }

    fn words(&mut self, _: &[u8]) {
        self.done();
    }

    fn word_list(&mut self, _: &mut dyn Iterator<Item = u8>) {
        self.done();
    }

    fn list(&mut self, len: usize) {
        match len {
            0 => self.done(),
            _ => self.open.push(len),
        }
    }

    fn end(&mut self) {
        self.at = 0;
        self.open.clear();
    }
}
