//! Readers that learn to choose, and how sure one can be of their scores.
//!
//! A benchmark is judged by what solves it without understanding. A [`Task`] is a list of questions, each with some
//! candidates, one of which is right; a candidate is a row of small numbers, its features. Which features there are
//! decides what a reader sees: one who is given the words of a command but not their order learns what can be
//! had without order, and no more.
//!
//! Two learners see the same rows: [`Additive`] is logistic regression with a weight for each value of each feature,
//! [`Trees`] are boosted regression trees. Both rank the candidates of a question by a softmax. Neither knows what
//! the features mean, and both give the same result whenever and wherever they learn from the same rows: there are no
//! threads in them, and all that is drawn by lot comes from a fixed seed.
//!
//! ```
//! use wampimuk_readers::{Model, Learner, Task};
//!
//! // The candidate with the biggest second feature is right; the first feature is noise.
//! let mut task = Task::new(2);
//! for number in 0..400u32 {
//!     let noise = |k: u32| (number.wrapping_mul(2_654_435_761).wrapping_add(k * 977) >> 7) as u8 % 8;
//!     let right = (number % 3) as usize;
//!     task.ask();
//!     (0..3).for_each(|k| task.candidate(&[noise(k), if k as usize == right { 5 } else { noise(k) % 5 }]));
//!     task.answer(Some(right));
//! }
//! let columns: Vec<usize> = (0..2).collect();
//! for learner in Learner::ALL {
//!     let model = Model::learn(learner, &task, &columns);
//!     let right: f64 = model.credits(&task).iter().sum();
//!     assert!(right > 390.0, "{} of 400", right);
//! }
//! ```

mod additive;
mod lots;
pub mod statistics;
mod task;
mod trees;

pub use additive::Additive;
pub use task::{BINS, Task};
pub use trees::Trees;

/// A way to learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Learner {
    /// [`Additive`].
    Logistic,
    /// [`Trees`].
    Trees,
}

impl Learner {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Logistic, Self::Trees];

    /// A few words for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Logistic => "logistic regression",
            Self::Trees => "boosted trees",
        }
    }
}

/// What was learnt.
#[derive(Clone, Debug)]
pub enum Model {
    /// By logistic regression.
    Additive(Additive),
    /// By boosted trees.
    Trees(Trees),
}

impl Model {
    /// Learns from questions, looking at these columns only. Questions without an answer teach nothing.
    pub fn learn(learner: Learner, task: &Task, columns: &[usize]) -> Self {
        match learner {
            Learner::Logistic => Self::Additive(Additive::learn(task, columns)),
            Learner::Trees => Self::Trees(Trees::learn(task, columns)),
        }
    }

    /// What each question earns: 1 if the right candidate is ranked first, a share if it ties with others, else 0.
    pub fn credits(&self, task: &Task) -> Vec<f64> {
        let mut scores = Vec::new();
        (0..task.len())
            .map(|question| {
                scores.clear();
                scores.extend(task.candidates(question).map(|row| self.score(row)));
                credit(&scores, task.right(question))
            })
            .collect()
    }

    fn score(&self, row: &[u8]) -> f32 {
        match self {
            Self::Additive(model) => model.score(row),
            Self::Trees(model) => model.score(row),
        }
    }
}

/// What a ranking earns.
fn credit(scores: &[f32], right: Option<usize>) -> f64 {
    let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let Some(&own) = right.and_then(|right| scores.get(right)) else { return 0.0 };
    if own < best {
        return 0.0;
    }
    1.0 / scores.iter().filter(|&&score| score == best).count().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_are_shared() {
        assert_eq!(credit(&[1.0, 3.0, 3.0], Some(1)), 0.5);
        assert_eq!(credit(&[1.0, 3.0, 2.0], Some(1)), 1.0);
        assert_eq!(credit(&[1.0, 3.0, 2.0], Some(0)), 0.0);
        assert_eq!(credit(&[1.0], None), 0.0);
        assert_eq!(credit(&[], None), 0.0);
    }
}
