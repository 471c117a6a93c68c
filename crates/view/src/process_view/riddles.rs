//! Which objects each word of a riddle's command leaves, input by input.

use wampimuk_command::{NarrowingStep, Reading, Scene, Surface, narrow};
use wampimuk_core::{ItemError, Sink, Type};
use wampimuk_riddle::{RiddleMaker, Riddles};

use super::commands::{self, write_steps};
use super::list;
use crate::frame::LastColumn;

pub(super) const DOC: &str = "for each input, that of `test` last: step by step, the words that are taken into account and the \
    objects that the phrase may refer to then";

/// The steps of a command for each input.
pub(super) fn ty() -> Type {
    list(commands::ty())
}

pub(super) struct Column<'a> {
    maker: RiddleMaker<'a>,
    inputs: Vec<Vec<NarrowingStep>>,
}

impl<'a> Column<'a> {
    pub fn new(riddles: &'a Riddles) -> Self {
        Self { maker: riddles.maker(), inputs: Vec::new() }
    }
}

impl LastColumn for Column<'_> {
    fn make(&mut self, split: usize, index: u64) -> Result<(), ItemError> {
        let riddle = self.maker.make(split, index)?;
        let (command, lexicon) = (riddle.command(), riddle.lexicon());
        let steps = riddle.all_pairs().map(|pair| {
            let scene = Scene::new(&pair.input);
            narrow(&command, &scene, lexicon, Surface::Reascan, Reading::Existential.into())
        });
        self.inputs = steps.collect();
        Ok(())
    }

    fn write(&self, sink: &mut dyn Sink) {
        sink.list(self.inputs.len());
        self.inputs.iter().for_each(|steps| write_steps(steps, sink));
    }
}
