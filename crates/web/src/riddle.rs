//! Riddles: worlds before and after.

use serde::Serialize;
use wampimuk_riddle::{Riddle, WorldPair};

use crate::world::WorldFile;

/// A riddle.
#[derive(Debug, Serialize)]
pub(crate) struct RiddleItem {
    kind: &'static str,
    id: String,
    /// The pairs that are shown.
    pairs: Vec<PairFile>,
    /// The pair whose output is asked for.
    test: PairFile,
    /// What is done to what, in words.
    logic: String,
}

#[derive(Debug, Serialize)]
struct PairFile {
    input: WorldFile,
    output: WorldFile,
    /// The object that the command selects.
    target: usize,
}

pub(crate) fn item(riddle: &Riddle) -> RiddleItem {
    let pair = |pair: &WorldPair| PairFile {
        input: WorldFile::of(&pair.input),
        output: WorldFile::of(&pair.output),
        target: pair.target,
    };
    RiddleItem {
        kind: "riddle",
        id: riddle.id.to_string(),
        pairs: riddle.pairs.iter().map(pair).collect(),
        test: pair(&riddle.test),
        logic: riddle.logic(),
    }
}
