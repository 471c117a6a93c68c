//! Learning from one part of some questions to be tried on the others.

use wampimuk_readers::{Learner, Model, Task};

/// In how many parts questions are divided that nothing else can be learnt from.
pub(crate) const FOLDS: usize = 5;

/// What each question earns if the reader has learnt from the other parts.
pub(crate) fn cross(learner: Learner, task: &Task, columns: &[usize]) -> Vec<f64> {
    let mut credits = vec![0.0; task.len()];
    for fold in 0..FOLDS {
        let model = Model::learn(learner, &task.part(|question| question % FOLDS != fold), columns);
        let tried = task.part(|question| question % FOLDS == fold);
        let places = (fold..task.len()).step_by(FOLDS);
        for (place, credit) in places.zip(model.credits(&tried)) {
            credits[place] = credit;
        }
    }
    credits
}
