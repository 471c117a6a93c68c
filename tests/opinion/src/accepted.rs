//! All right answers to a command.

use crate::{Act, Habit, Place, Taste, perform};

/// Every action list that is as good an answer as any: either axis first, about-turns over either shoulder.
pub fn accepted(place: &Place, target: usize, verb: &str, habit: &Habit) -> Vec<Vec<Act>> {
    let mut lists: Vec<Vec<Act>> = Vec::new();
    for rows_first in [false, true] {
        for right_shoulder in [false, true] {
            let list = perform(place, target, verb, habit, Taste { rows_first, right_shoulder });
            if !lists.contains(&list) {
                lists.push(list);
            }
        }
    }
    lists
}
