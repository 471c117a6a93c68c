//! Minimal pairs of riddles.

use wampimuk_command::{Register, Surface};
use wampimuk_core::{Field, ItemError, Sink, Type};
use wampimuk_families::Dataset;
use wampimuk_pair::riddles::{Partner, pairs};
use wampimuk_pair::{ObjectChange, Pair};
use wampimuk_riddle::{RiddleMaker, Riddles, write_pair};

use super::{answer_changes, change, columns, numbers};
use crate::ViewError;
use crate::frame::LastColumn;

pub(super) const DOC: &str =
    "at most two partners with one object of one input changed; the operation is the same";

/// The columns of a partner. Size of the grids and operation are the item's.
pub(super) fn fields(inner: &dyn Dataset) -> Result<Vec<Field>, ViewError> {
    let mut fields = vec![
        change(&ObjectChange::ALL.map(ObjectChange::name), "what differs: an object that was changed so"),
        Field::new(
            "pair",
            Type::U8,
            "whose input the object stands in: the pair of `pairs`, from 0, or their number for that of `test`",
        ),
        Field::new("which", Type::U8, "of the item: the object of that input, from 0"),
        answer_changes(),
    ];
    fields.extend(columns(inner, &["command", "logic", "pairs", "test"])?);
    Ok(fields)
}

pub(super) struct Column<'a> {
    riddles: &'a Riddles,
    maker: RiddleMaker<'a>,
    tokens: &'a [String],
    pairs: Vec<Pair<Partner>>,
}

impl<'a> Column<'a> {
    pub fn new(riddles: &'a Riddles, tokens: &'a [String]) -> Self {
        Self { riddles, maker: riddles.maker(), tokens, pairs: Vec::new() }
    }
}

impl LastColumn for Column<'_> {
    fn make(&mut self, split: usize, index: u64) -> Result<(), ItemError> {
        self.pairs = pairs(self.riddles, self.maker.make(split, index)?);
        Ok(())
    }

    fn write(&self, sink: &mut dyn Sink) {
        sink.list(self.pairs.len());
        for Pair { partner: Partner { change, pair, which, riddle }, answer_changes } in &self.pairs {
            sink.word(*change as usize);
            sink.uint(*pair as u64);
            sink.uint(*which as u64);
            sink.bool(*answer_changes);
            let command = riddle.command();
            let tokens = command.tokens(riddle.lexicon(), Surface::Reascan, Register::Words);
            sink.words(&numbers(&tokens, self.tokens));
            sink.text(&riddle.logic());
            sink.list(riddle.pairs.len());
            riddle.all_pairs().for_each(|pair| write_pair(pair, sink));
        }
    }
}
