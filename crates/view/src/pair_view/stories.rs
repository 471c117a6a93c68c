//! Minimal pairs of questions about stories.

use wampimuk_core::{Field, ItemError, Sink, Type};
use wampimuk_dyna::{StoryFamily, StoryItems};
use wampimuk_families::Dataset;
use wampimuk_pair::Pair;
use wampimuk_pair::stories::{Change, Pairs, Partner};

use super::{answer_changes, change, columns};
use crate::ViewError;
use crate::frame::LastColumn;

pub(super) const DOC: &str = "at most two partners with one sentence, or one word of the question, changed";

/// The columns of a partner.
pub(super) fn fields(inner: &dyn Dataset) -> Result<Vec<Field>, ViewError> {
    let mut fields = vec![
        change(
            &Change::ALL.map(Change::name),
            "what differs: a word of a fact, a fact that is added or removed, or a word of the question",
        ),
        Field::new(
            "which",
            Type::U32,
            "the fact of the item, counted from 1; of the partner if it was added; 0 is the question",
        ),
        answer_changes(),
    ];
    fields.extend(columns(inner, &["facts", "question", "answer", "supporting", "all_minimal"])?);
    Ok(fields)
}

pub(super) struct Column<'a> {
    items: Box<dyn StoryItems + 'a>,
    maker: Pairs<'a>,
    pairs: Vec<Pair<Partner>>,
}

impl<'a> Column<'a> {
    pub fn new(family: &'a dyn StoryFamily) -> Self {
        Self { items: family.story_items(), maker: Pairs::of(family), pairs: Vec::new() }
    }
}

impl LastColumn for Column<'_> {
    fn make(&mut self, split: usize, index: u64) -> Result<(), ItemError> {
        self.pairs = self.maker.pairs(&self.items.make(split, index)?);
        Ok(())
    }

    fn write(&self, sink: &mut dyn Sink) {
        sink.list(self.pairs.len());
        for Pair { partner, answer_changes } in &self.pairs {
            let Partner { change, which, proved } = partner;
            let solution = &proved.solution;
            sink.word(*change as usize);
            sink.uint(*which as u64);
            sink.bool(*answer_changes);
            sink.list(proved.facts().count());
            proved.facts().for_each(|fact| sink.text(fact));
            sink.text(proved.asked());
            sink.text(&solution.answer);
            let numbers = |numbers: &[usize], sink: &mut dyn Sink| {
                sink.list(numbers.len());
                numbers.iter().for_each(|&number| sink.uint(number as u64));
            };
            numbers(&solution.supporting, sink);
            sink.list(solution.all_minimal.len());
            solution.all_minimal.iter().for_each(|set| numbers(set, sink));
        }
    }
}
