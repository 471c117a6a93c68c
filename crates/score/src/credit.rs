//! From judgements to scores.

use crate::Judgement;

/// How much an answer earns that is not the exact one. The exact one earns 1.
///
/// An answer that fulfils the command in another way than the canonical one earns `fulfils`. Any other answer earns
/// `reached` if it reaches the right object, and `prefix` times the share of actions that are right from the start.
/// Scores are never outside 0 to 1, whatever the numbers. Answers about cells, stories and riddles are right or wrong:
/// most of a riddle's output is a copy of its input, and a share of it shows nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Credit {
    /// For doing what was asked in another way.
    pub fulfils: f64,
    /// For reaching the right object.
    pub reached: f64,
    /// For actions that are right from the start, if all of them are.
    pub prefix: f64,
}

impl Default for Credit {
    fn default() -> Self {
        Self::STRICT
    }
}

impl Credit {
    /// Only the exact answer counts: the papers' exact match, and the default. Prompts say which axis comes first and
    /// which way to turn round, so one answer is right.
    pub const STRICT: Self = Self { fulfils: 0.0, reached: 0.0, prefix: 0.0 };

    /// Whatever does what was asked counts in full: for models that are not told the canonical way.
    pub const FULFILLING: Self = Self { fulfils: 1.0, reached: 0.0, prefix: 0.0 };

    /// Something for every step in the right direction, for learning from rewards: 0.9 for another way that fulfils the
    /// command, at most 0.5 for anything that does not.
    pub const PARTIAL: Self = Self { fulfils: 0.9, reached: 0.3, prefix: 0.2 };

    /// The credit with this name: `strict`, `fulfilling` or `partial`.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "strict" => Self::STRICT,
            "fulfilling" => Self::FULFILLING,
            "partial" => Self::PARTIAL,
            _ => return None,
        })
    }

    /// The score, from 0 to 1.
    pub fn score(&self, judgement: &Judgement) -> f64 {
        if judgement.exact {
            return 1.0;
        }
        let earned = if judgement.fulfils {
            self.fulfils
        } else {
            let share = judgement.prefix as f64 / judgement.length.max(1) as f64;
            let reached = if judgement.reached { self.reached } else { 0.0 };
            reached + self.prefix * share
        };
        // Not a number is nothing: `clamp` would let it pass.
        if earned.is_nan() { 0.0 } else { earned.clamp(0.0, 1.0) }
    }
}
