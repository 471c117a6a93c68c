//! Questions as an analysis sees them.

use wampimuk_babi::Kind;
use wampimuk_core::{ItemError, ItemId, Schema, Sink, Type, Words};
use wampimuk_dyna::{StoryFamily, StoryItems};

use super::composition::Composition;

/// What an analysis wants to know of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Which story it is about, by its number in the split.
    pub story: u64,
    /// How many sentences stand before it.
    pub before: usize,
    /// What kind of question it is.
    pub kind: Kind,
    /// What it asks, as a formula.
    pub asked: String,
    /// The answer.
    pub answer: String,
    /// How many lines the answer rests on.
    pub supports: usize,
    /// What these lines are about.
    pub composition: Composition,
}

/// Makes questions of a dataset, one after another.
pub struct Questions<'d> {
    stories: &'d dyn StoryFamily,
    worker: Box<dyn StoryItems + 'd>,
    columns: Columns,
}

impl<'d> Questions<'d> {
    /// The questions of this dataset.
    pub fn new(stories: &'d dyn StoryFamily) -> Self {
        Self { stories, worker: stories.story_items(), columns: Columns::of(stories.schema()) }
    }

    /// Question `index` of split number `split`.
    pub fn facts(&mut self, split: usize, index: u64) -> Result<Facts, ItemError> {
        let name = || self.stories.splits().get(split).map(|info| info.name.clone()).unwrap_or_default();
        if split >= self.stories.splits().len() {
            return Err(ItemError::OutOfRange { split: split.to_string(), index, len: 0 });
        }
        let mut row = Row { columns: &self.columns, column: 0, open: Vec::new(), values: Values::default() };
        self.worker.write(split, index, &mut row)?;
        row.values.facts().ok_or_else(|| ItemError::Impossible {
            split: name(),
            index,
            reason: "its record has no kind, answer and composition".to_string(),
        })
    }
}

/// What a column holds.
#[derive(Clone, Debug)]
enum Wanted {
    Story,
    Sentences,
    Kind(Words),
    Answer,
    Supporting,
    Composition(Words),
    Symbols,
}

/// The wanted columns by their number.
#[derive(Debug)]
struct Columns(Vec<Option<Wanted>>);

impl Columns {
    fn of(schema: &Schema) -> Self {
        let wanted = |name: &str, ty: &Type| match (name, ty) {
            ("story", _) => Some(Wanted::Story),
            ("facts", _) => Some(Wanted::Sentences),
            ("kind", Type::Word(words)) => Some(Wanted::Kind(words.clone())),
            ("answer", _) => Some(Wanted::Answer),
            ("supporting", _) => Some(Wanted::Supporting),
            ("composition", Type::List(element)) => match element.as_ref() {
                Type::Word(words) => Some(Wanted::Composition(words.clone())),
                _ => None,
            },
            ("symbols", _) => Some(Wanted::Symbols),
            _ => None,
        };
        Self(schema.fields.iter().map(|field| wanted(field.name, &field.ty)).collect())
    }
}

#[derive(Debug, Default)]
struct Values {
    story: Option<u64>,
    before: usize,
    kind: Option<Kind>,
    asked: String,
    answer: Option<String>,
    supports: usize,
    composition: Option<Composition>,
}

impl Values {
    fn facts(self) -> Option<Facts> {
        let Self { story, before, kind, asked, answer, supports, composition } = self;
        Some(Facts {
            story: story?,
            before,
            kind: kind?,
            asked,
            answer: answer?,
            supports,
            composition: composition?,
        })
    }
}

/// Takes what is wanted from the record of a question.
struct Row<'c> {
    columns: &'c Columns,
    column: usize,
    /// How many elements are still to come of each list that has begun.
    open: Vec<usize>,
    values: Values,
}

impl Row<'_> {
    fn wanted(&self) -> Option<&Wanted> {
        self.columns.0.get(self.column)?.as_ref()
    }

    /// A value is complete, and so may be the lists that end with it.
    fn done(&mut self) {
        while let Some(left) = self.open.last_mut() {
            *left -= 1;
            if *left > 0 {
                return;
            }
            self.open.pop();
        }
        self.column += 1;
    }

    fn composition(&mut self, indices: impl Iterator<Item = usize>) {
        if let Some(Wanted::Composition(words)) = self.wanted() {
            let words = words.clone();
            let names = indices.map(|index| words.get(index).map_or("", String::as_str));
            self.values.composition = Composition::of(names);
        }
        self.done();
    }
}

impl Sink for Row<'_> {
    fn bool(&mut self, _: bool) {
        self.done();
    }

    fn uint(&mut self, value: u64) {
        if matches!(self.wanted(), Some(Wanted::Story)) {
            self.values.story = Some(value);
        }
        self.done();
    }

    fn text(&mut self, value: &str) {
        match self.wanted() {
            Some(Wanted::Answer) => self.values.answer = Some(value.to_string()),
            // the last formula is the question's
            Some(Wanted::Symbols) if self.open == [1] => self.values.asked = value.to_string(),
            _ => {}
        }
        self.done();
    }

    fn bytes(&mut self, _: &[u8]) {
        self.done();
    }

    fn id(&mut self, _: ItemId) {
        self.done();
    }

    fn word(&mut self, index: usize) {
        if let Some(Wanted::Kind(words)) = self.wanted() {
            self.values.kind = words.get(index).and_then(|name| Kind::parse(name));
        }
        self.done();
    }

    fn words(&mut self, indices: &[u8]) {
        self.composition(indices.iter().map(|&index| usize::from(index)));
    }

    fn word_list(&mut self, indices: &mut dyn Iterator<Item = u8>) {
        self.composition(indices.map(usize::from));
    }

    fn list(&mut self, len: usize) {
        match self.wanted() {
            Some(Wanted::Sentences) if self.open.is_empty() => self.values.before = len,
            Some(Wanted::Supporting) if self.open.is_empty() => self.values.supports = len,
            _ => {}
        }
        match len {
            0 => self.done(),
            _ => self.open.push(len),
        }
    }

    fn end(&mut self) {}
}
