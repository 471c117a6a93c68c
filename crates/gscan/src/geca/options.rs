//! What can be chosen, and what can go wrong.

use wampimuk_core::ItemError;

use super::compose::{Composing, Novelty};
use super::language::Linearisation;

/// What becomes of the training items that new pairs of command and object are applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AugmentMode {
    /// They stay, and copies that were rewritten are added.
    Append,
    /// All that can be rewritten are, in their place; then copies are added as well. The published counts say that
    /// something of the kind was done.
    Replace,
}

impl AugmentMode {
    /// The name, as in commands and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Append => "append",
            Self::Replace => "replace",
        }
    }
}

/// How a dataset is augmented. The default is what the paper says, where it says something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GecaOptions {
    /// How pairs of command and object are found.
    pub composing: Composing,
    /// How objects are written.
    pub linearisation: Linearisation,
    /// What becomes of the items that are rewritten.
    pub mode: AugmentMode,
    /// How many rewritten copies are added.
    pub count: u64,
    /// Whether items are rewritten only if the command still refers to nothing but the target.
    pub unique: bool,
}

impl Default for GecaOptions {
    fn default() -> Self {
        Self {
            composing: Composing { novelty: Novelty::Compose, variants: 3, samples: None },
            linearisation: Linearisation::Words,
            mode: AugmentMode::Append,
            count: 10_000,
            unique: false,
        }
    }
}

impl GecaOptions {
    /// The options in one line, with everything that decides about an item.
    pub fn text(&self) -> String {
        let Self { composing: Composing { novelty, variants, samples }, linearisation, mode, count, unique } =
            self;
        let samples = samples.map_or_else(|| "all".to_string(), |samples| samples.to_string());
        format!(
            "filter={} linearise={} mode={} count={count} variants={variants} samples={samples} unique={unique}",
            novelty.name(),
            linearisation.name(),
            mode.name(),
        )
    }
}

/// The most copies that can be added: their list is held in memory.
pub const MOST_COPIES: u64 = 10_000_000;

/// Why a dataset cannot be augmented.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AugmentError {
    /// There is nothing to learn from.
    #[error("there is no training split to augment")]
    NoTrain,
    /// There is too much to learn from.
    #[error("train has {0} items, and at most {max} can be augmented", max = u32::MAX)]
    Long(u64),
    /// More copies than memory can list.
    #[error("{0} copies are more than the {MOST_COPIES} that can be added")]
    Count(u64),
    /// No item can be rewritten.
    #[error("no training item can be rewritten: {}", why_nothing(*novel, *strange, *unique))]
    Nothing {
        /// How many pairs were found.
        novel: usize,
        /// How many of them are not of the language.
        strange: usize,
        /// Whether referents had to be unique.
        unique: bool,
    },
    /// An item could not be made.
    #[error(transparent)]
    Item(#[from] ItemError),
}

fn why_nothing(novel: usize, strange: usize, unique: bool) -> String {
    if novel == 0 {
        return "its commands and targets give no new pairs (the other filter, or more variants, may)".into();
    }
    let others = if unique { ", and the others leave no unique referent" } else { "" };
    format!("of {novel} new pairs of command and object, {strange} are none of the language{others}")
}
