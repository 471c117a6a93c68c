//! The floor: as many actions as are right, each drawn at random. It has nothing to learn.

use std::ops::Range;

use wampimuk_core::{Digest, StreamKey, name_hash};
use wampimuk_nn::GreedyOutput;

use crate::data::{DataError, GridTask};
use crate::predict::ModelAnswer;
use crate::task::Task;

/// What it is called.
pub const RANDOM: &str = "random";

/// Items that are made at once.
const AT_ONCE: u64 = 1000;

/// Hands guesses for some items of a split to `visit`, in their order. A guess depends on seed, split and index alone.
///
/// # Errors
/// If an item cannot be made, or `visit` fails.
pub fn guess<E: From<DataError>>(
    task: &GridTask,
    (split, items): (usize, Range<u64>),
    seed: u64,
    mut visit: impl FnMut(ModelAnswer) -> Result<(), E>,
) -> Result<(), E> {
    let name = task.splits().get(split).map_or("", |split| &split.name);
    let key = StreamKey::new(&Digest::of(b"guesses"), "actions", seed ^ name_hash(name));
    let mut maker = task.maker(1)?;
    for start in items.clone().step_by(AT_ONCE as usize) {
        let indices: Vec<u64> = (start..items.end.min(start + AT_ONCE)).collect();
        for part in maker.make(split, &indices, 1)? {
            let mut all = Vec::with_capacity(indices.len());
            for (row, &place) in part.rows.iter().enumerate() {
                let index = start + place as u64;
                let mut stream = key.stream(index);
                let length = part.batch.targets[row].len().saturating_sub(2);
                let tokens =
                    (0..length).map(|_| task.first_action() + stream.below(task.actions())).collect();
                let answer = GreedyOutput { tokens, ..GreedyOutput::default() };
                let is_right = task.is_right(&part.batch, row, &answer);
                all.push(ModelAnswer { index, said: task.answer_text(&part.batch, row, &answer), is_right });
            }
            all.sort_by_key(|answered| answered.index);
            all.into_iter().try_for_each(&mut visit)?;
        }
    }
    Ok(())
}
