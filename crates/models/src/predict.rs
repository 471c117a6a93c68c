//! Answers of a trained model to whole splits.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread;

use wampimuk_core::{Role, SplitInfo};

use crate::architecture::Architecture;
use crate::checkpoint::{Checkpoint, CheckpointError};
use crate::machine::Machine;
use crate::model::AnswerOptions;
use crate::prefetch::prefetch;
use crate::task::{AnswerText, Task};
use crate::train::{BEST, LAST, TrainError, best_on};

/// The checkpoint that is meant by a folder or a file: of a training, its best weights.
///
/// # Errors
/// If it is a folder without best weights: what to do instead.
pub fn checkpoint_of(path: &Path) -> Result<PathBuf, CheckpointError> {
    if !path.is_dir() {
        return Ok(path.to_owned());
    }
    let (best, last) = (path.join(BEST), path.join(LAST));
    if best.exists() {
        return Ok(best);
    }
    let problem = if last.exists() {
        format!(
            "it has no best weights: the training has not looked at dev yet, or nothing was right there. Go on with it, look \
             more often (`--set every=N`), or name its last weights, {}",
            last.display()
        )
    } else {
        format!("it holds no training: neither {BEST} nor {LAST} is there")
    };
    Err(CheckpointError::Other { path: path.to_owned(), problem })
}

/// The checkpoint of a training that was chosen for a split: on the dev part of its hold-out, if it belongs to one that has a dev
/// part, else on the random dev.
pub fn own_checkpoint_of(run: &Path, splits: &[SplitInfo], split: usize) -> PathBuf {
    let holdout = splits[split].holdout.as_ref();
    let is_dev = |other: &&SplitInfo| other.role == Role::Dev && other.holdout.as_ref() == holdout;
    let dev = holdout.and_then(|_| splits.iter().find(is_dev));
    run.join(dev.map_or_else(|| BEST.to_owned(), |dev| best_on(&dev.name)))
}

/// Reads the checkpoint that is meant by a folder or a file.
///
/// # Errors
/// If there is none, or it is of no use.
pub fn read_checkpoint(path: &Path) -> Result<Checkpoint, CheckpointError> {
    Checkpoint::read(&checkpoint_of(path)?)
}

/// An answer to an item.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelAnswer {
    /// The item.
    pub index: u64,
    /// What the model says.
    pub said: AnswerText,
    /// Whether it is right as a whole.
    pub is_right: bool,
}

/// Hands what the model says to some items of a split to `visit`, in their order. Items are made on another thread.
///
/// # Errors
/// If an item cannot be made, the machine fails, or `visit` does.
pub fn predict<A: Architecture, M: Machine, E: From<TrainError>>(
    task: &A::Task,
    model: &A::Model,
    machine: &mut M,
    (split, items, makers): (usize, Range<u64>, usize),
    how: AnswerOptions,
    mut visit: impl FnMut(ModelAnswer) -> Result<(), E>,
) -> Result<(), E> {
    let at_once = machine.at_once();
    let starts = items.clone().step_by(at_once);
    let end = items.end;
    let jobs =
        starts.clone().map(move |start| (start..end.min(start + at_once as u64)).collect::<Vec<u64>>());
    let parts = machine.parts().min(A::PARTS);
    thread::scope(|scope| {
        let batches = prefetch(scope, task, split, jobs, (parts, makers));
        for (start, parts) in starts.zip(batches) {
            let parts = parts.map_err(TrainError::from)?;
            let batches: Vec<_> = parts.iter().map(|part| &part.batch).collect();
            let answers = machine.answer(model, &batches, how).map_err(TrainError::from)?;
            let mut all = Vec::new();
            for (part, answers) in parts.iter().zip(&answers) {
                for (row, (&place, answer)) in part.rows.iter().zip(answers).enumerate() {
                    let is_right = task.is_right(&part.batch, row, answer);
                    let said = task.answer_text(&part.batch, row, answer);
                    all.push(ModelAnswer { index: start + place as u64, said, is_right });
                }
            }
            all.sort_by_key(|answered| answered.index);
            all.into_iter().try_for_each(&mut visit)?;
        }
        Ok(())
    })
}
