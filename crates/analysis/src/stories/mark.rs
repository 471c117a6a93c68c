//! Marking answers.

use wampimuk_families::Dataset;
use wampimuk_prompt::{View, parse};
use wampimuk_score::{Claim, Judge, JudgeError};

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
    judge: Judge<'d>,
    questions: Questions<'d>,
}

impl<'d> Marker<'d> {
    /// Marks answers to questions of this dataset.
    ///
    /// # Errors
    /// If it has no stories.
    pub fn new(dataset: &'d dyn Dataset) -> Result<Self, JudgeError> {
        let stories = dataset.contents().stories().ok_or(JudgeError::Family(dataset.family()))?;
        Ok(Self { judge: Judge::new(dataset), questions: Questions::new(stories) })
    }

    /// Marks what was said to question `index` of split number `split`.
    ///
    /// # Errors
    /// If there is no such question.
    pub fn mark(&mut self, split: usize, index: u64, said: &str) -> Result<Marked, JudgeError> {
        let judgement = self.judge.judge(split, index, &parse(said, View::Answer))?;
        Ok(Marked {
            facts: self.questions.facts(split, index)?,
            right: judgement.exact,
            read: judgement.parsed,
            sound: judgement.sound,
        })
    }
}

/// Marks answers on so many threads. The marks come in the order of the claims, whatever the number of threads.
pub fn mark_all(
    dataset: &dyn Dataset,
    claims: &[Claim<&str>],
    threads: usize,
) -> Vec<Result<Marked, JudgeError>> {
    let mark_part = |part: &[Claim<&str>]| -> Vec<Result<Marked, JudgeError>> {
        match Marker::new(dataset) {
            Ok(mut marker) => {
                part.iter().map(|claim| marker.mark(claim.split, claim.index, claim.answer)).collect()
            }
            Err(error) => part.iter().map(|_| Err(error.clone())).collect(),
        }
    };
    let size = claims.len().div_ceil(threads.max(1)).max(1);
    std::thread::scope(|scope| {
        let parts: Vec<_> = claims.chunks(size).map(|part| scope.spawn(|| mark_part(part))).collect();
        let mut marks = Vec::with_capacity(claims.len());
        for part in parts {
            match part.join() {
                Ok(part) => marks.extend(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        marks
    })
}
