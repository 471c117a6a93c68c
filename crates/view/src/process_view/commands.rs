//! Which objects each word of a command leaves.

use wampimuk_command::{GridFamily, GridItems, NarrowingStep, Scene, narrow};
use wampimuk_core::{Field, ItemError, Sink, Type, bits};

use super::list;
use crate::frame::LastColumn;

pub(super) const DOC: &str =
    "step by step, the words that are taken into account and the objects that the phrase may refer to then";

/// A step for each noun, colour, size and relation.
pub(super) fn ty() -> Type {
    list(Type::Struct(vec![
        Field::new("word", Type::U8, "the first word of `command` that is taken into account, from 0"),
        Field::new("words", Type::U8, "how many words these are: a relation may have several"),
        Field::new(
            "phrase",
            Type::U8,
            "the phrase that is understood: 0 is the whole one, clauses follow as spoken",
        ),
        Field::new(
            "objects",
            list(Type::U8),
            "which of `objects` it may refer to with all words so far, from 0",
        ),
    ]))
}

/// Writes the steps of a command in a world.
pub(super) fn write_steps(steps: &[NarrowingStep], sink: &mut dyn Sink) {
    sink.list(steps.len());
    for NarrowingStep { phrase, tokens, objects, .. } in steps {
        sink.uint(tokens.start as u64);
        sink.uint(tokens.len() as u64);
        sink.uint(*phrase as u64);
        sink.list(objects.count_ones() as usize);
        bits(*objects).for_each(|object| sink.uint(object as u64));
    }
}

pub(super) struct Column<'a> {
    family: &'a dyn GridFamily,
    items: Box<dyn GridItems + 'a>,
    steps: Vec<NarrowingStep>,
}

impl<'a> Column<'a> {
    pub fn new(family: &'a dyn GridFamily) -> Self {
        Self { family, items: family.grid_items(), steps: Vec::new() }
    }
}

impl LastColumn for Column<'_> {
    fn make(&mut self, split: usize, index: u64) -> Result<(), ItemError> {
        let example = &self.items.make(split, index)?.example;
        let (lexicon, surface) = (self.family.lexicon(), self.family.surface());
        let scene = Scene::new(&example.world);
        self.steps = narrow(&example.command, &scene, lexicon, surface, self.family.reading().into());
        Ok(())
    }

    fn write(&self, sink: &mut dyn Sink) {
        write_steps(&self.steps, sink);
    }
}
