//! Questions as an analysis sees them.

use wampimuk_babi::{Kind, Question, Solution};
use wampimuk_core::ItemError;
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

impl Facts {
    /// What an analysis wants to know of this question. `None` if its supports are about something that has no name.
    pub fn of(question: &Question<'_>) -> Option<Self> {
        let solution = question.solution;
        Some(Self {
            story: question.at.story,
            before: question.told(),
            kind: solution.kind,
            asked: question.formula().to_owned(),
            answer: solution.answer.clone(),
            supports: solution.supporting.len(),
            composition: Composition::of(solution.composition.iter().copied())?,
        })
    }
}

/// Makes questions of a dataset, one after another.
pub struct Questions<'d> {
    stories: &'d dyn StoryFamily,
    items: Box<dyn StoryItems + 'd>,
}

impl<'d> Questions<'d> {
    /// The questions of this dataset.
    pub fn new(stories: &'d dyn StoryFamily) -> Self {
        Self { stories, items: stories.story_items() }
    }

    /// Question `index` of split number `split`.
    pub fn facts(&mut self, split: usize, index: u64) -> Result<Facts, ItemError> {
        Ok(self.with_solution(split, index)?.0)
    }

    /// The same with its solution.
    pub(super) fn with_solution(
        &mut self,
        split: usize,
        index: u64,
    ) -> Result<(Facts, &Solution), ItemError> {
        let question = self.items.make(split, index)?;
        let nameless = || ItemError::Impossible {
            split: self.stories.splits().get(split).map(|info| info.name.clone()).unwrap_or_default(),
            index,
            reason: "its supports are about something that has no name".to_string(),
        };
        Ok((Facts::of(&question).ok_or_else(nameless)?, question.solution))
    }
}
