//! Minimal pairs of commands in grid worlds.

use wampimuk_command::{GridFamily, GridItems, Register};
use wampimuk_core::{Field, ItemError, Sink, Type};
use wampimuk_families::Dataset;
use wampimuk_pair::Pair;
use wampimuk_pair::commands::{Change, Partner, pairs};

use super::{answer_changes, change, columns, numbers};
use crate::ViewError;
use crate::frame::LastColumn;
use crate::objects::{plain_objects, write_objects};

pub(super) const DOC: &str =
    "at most two partners with one word or one object changed, in the same grid, with the same agent";

/// The columns of a partner. Grid and agent are the item's.
pub(super) fn fields(inner: &dyn Dataset) -> Result<Vec<Field>, ViewError> {
    let mut fields = vec![
        change(&Change::ALL.map(Change::name), "what differs: a word, or an object that was changed so"),
        Field::new(
            "which",
            Type::U8,
            "of the item: the word of `command` or the object of `objects`, from 0",
        ),
        answer_changes(),
    ];
    let own = columns(inner, &["command", "objects", "target", "actions"])?;
    fields.extend(own.into_iter().map(|field| plain_objects(&field).unwrap_or(field)));
    Ok(fields)
}

pub(super) struct Column<'a> {
    family: &'a dyn GridFamily,
    items: Box<dyn GridItems + 'a>,
    tokens: &'a [String],
    pairs: Vec<Pair<Partner>>,
}

impl<'a> Column<'a> {
    pub fn new(family: &'a dyn GridFamily, tokens: &'a [String]) -> Self {
        Self { family, items: family.grid_items(), tokens, pairs: Vec::new() }
    }
}

impl LastColumn for Column<'_> {
    fn make(&mut self, split: usize, index: u64) -> Result<(), ItemError> {
        self.pairs = pairs(self.family, self.items.make(split, index)?);
        Ok(())
    }

    fn write(&self, sink: &mut dyn Sink) {
        sink.list(self.pairs.len());
        for Pair { partner: Partner { change, which, example }, answer_changes } in &self.pairs {
            sink.word(Change::ALL.iter().position(|known| known == change).unwrap_or(0));
            sink.uint(*which as u64);
            sink.bool(*answer_changes);
            let (lexicon, surface) = (self.family.lexicon(), self.family.surface());
            sink.words(&numbers(&example.command.tokens(lexicon, surface, Register::Words), self.tokens));
            write_objects(example.world.objects(), sink);
            sink.uint(example.target as u64);
            sink.word_list(&mut example.actions.iter().map(|&action| action as u8));
        }
    }
}
