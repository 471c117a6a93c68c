//! The numbers that the papers give for their splits.

#[cfg(feature = "files")]
pub(super) mod opened;

use serde::Serialize;

/// What is published about a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PublishedSplit {
    /// `compositional` (6×6 grids, with adverbs), `length` (12×12 grids, without) or `reascan`.
    pub set: &'static str,
    /// The name of the split in the files.
    pub split: &'static str,
    /// How many examples it has.
    pub examples: u64,
    /// Unique examples: different command, target object or target cell, as measured; the caption's words (command,
    /// actions, target cell) describe another, three times larger number.
    pub unique: Option<u64>,
    /// Unique examples per command.
    pub per_command: Option<u64>,
    /// Where the figures come from.
    pub source: Source,
}

/// Where figures come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Printed in the paper or its appendix.
    Paper,
    /// Follows by arithmetic from the released procedure at the settings that give the printed sizes.
    Derived,
}

const fn paper(set: &'static str, split: &'static str, examples: u64, unique: [u64; 2]) -> PublishedSplit {
    let [total, per_command] = unique;
    let (unique, per_command) = (Some(total), Some(per_command));
    PublishedSplit { set, split, examples, unique, per_command, source: Source::Paper }
}

const fn derived(set: &'static str, split: &'static str, examples: u64) -> PublishedSplit {
    PublishedSplit { set, split, examples, unique: None, per_command: None, source: Source::Derived }
}

const fn reascan(split: &'static str, examples: u64) -> PublishedSplit {
    PublishedSplit { set: "reascan", split, examples, unique: None, per_command: None, source: Source::Paper }
}

/// The published figures: for gSCAN Table 1 of the appendix and the sizes that follow from the procedure, for ReaSCAN
/// its Tables 2 (all patterns together) and 3.
pub fn published() -> &'static [PublishedSplit] {
    const {
        &[
            paper("compositional", "train", 367_933, [76_033, 177]),
            derived("compositional", "dev", 3_716),
            paper("compositional", "test", 19_282, [16_381, 38]),
            derived("compositional", "visual", 37_436),
            derived("compositional", "situational_1", 88_642),
            derived("compositional", "situational_2", 16_808),
            derived("compositional", "contextual", 11_460),
            derived("compositional", "adverb_1", 112_880),
            derived("compositional", "adverb_2", 38_582),
            derived("compositional", "visual_easier", 18_718),
            paper("length", "train", 180_301, [80_865, 599]),
            derived("length", "dev", 1_821),
            paper("length", "test", 37_784, [31_000, 230]),
            derived("length", "target_lengths", 198_588),
            reascan("train", 539_722),
            reascan("dev", 29_920),
            reascan("test", 5_753),
            reascan("a1", 22_057),
            reascan("a2", 81_349),
            reascan("a3", 35_675),
            reascan("b1", 10_002),
            reascan("b2", 6_660),
            reascan("c1", 8_375),
            reascan("c2", 8_003),
        ]
    }
}
