//! Marking answers.

use wampimuk_core::in_parts;
use wampimuk_dyna::StoryFamily;
use wampimuk_prompt::{ParseMode, PromptView, read};
use wampimuk_score::{ItemAnswer, JudgeError, judge_answer};

use super::facts::{Facts, Questions};

/// An answer that has been looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// The question.
    pub facts: Facts,
    /// The answer is right.
    pub right: bool,
    /// The answer could be read.
    pub read: bool,
    /// The question has only one answer.
    pub sound: bool,
}

/// Marks answers, one after another.
pub struct Marker<'d> {
    splits: usize,
    questions: Questions<'d>,
}

impl<'d> Marker<'d> {
    /// Marks answers to questions of this dataset.
    pub fn new(stories: &'d dyn StoryFamily) -> Self {
        Self { splits: stories.splits().len(), questions: Questions::new(stories) }
    }

    /// Marks what was said to question `index` of split number `split`.
    ///
    /// # Errors
    /// If there is no such question.
    pub fn mark(&mut self, split: usize, index: u64, said: &str) -> Result<Marked, JudgeError> {
        if split >= self.splits {
            return Err(JudgeError::Split { split, count: self.splits });
        }
        let (facts, solution) = self.questions.with_solution(split, index)?;
        let judgement = judge_answer(solution, &read(said, PromptView::Answer, ParseMode::Whole));
        Ok(Marked { facts, right: judgement.exact, read: judgement.parsed, sound: judgement.sound })
    }
}

/// Marks answers on this many threads. The marks come in the order of the claims, whatever the number of threads.
pub fn mark_all(
    stories: &dyn StoryFamily,
    claims: &[ItemAnswer<&str>],
    threads: usize,
) -> Vec<Result<Marked, JudgeError>> {
    let mark_part = |part: &[ItemAnswer<&str>]| -> Vec<Result<Marked, JudgeError>> {
        let mut marker = Marker::new(stories);
        part.iter().map(|claim| marker.mark(claim.split, claim.index, claim.answer)).collect()
    };
    in_parts(threads, claims, mark_part).into_iter().flatten().collect()
}
