//! The promises of a dataset of commands, and how an item can break them.

use std::fmt;

/// A broken promise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Breach {
    /// No target is recorded.
    NoTarget,
    /// The command does not single out the recorded target.
    Referent {
        /// The recorded target.
        recorded: usize,
        /// The objects the command can refer to.
        referents: Vec<usize>,
    },
    /// The recorded actions are not the canonical ones.
    Actions {
        /// What is recorded.
        recorded: String,
        /// What the command asks for.
        derived: String,
    },
    /// The item occurs twice in its split.
    Duplicate {
        /// The index of its first occurrence.
        first: u64,
    },
    /// The item occurs in another split too.
    Leak {
        /// The other split.
        split: String,
        /// Its index there.
        index: u64,
    },
    /// The item does not belong into its split.
    WrongSplit {
        /// Where it belongs; empty if nowhere.
        belongs: Vec<String>,
    },
    /// The item is not what the paper has in a split of this name, or is what the paper holds out.
    Misplaced {
        /// What it is, or is not.
        reason: String,
    },
    /// The split promises something that does not hold for the item.
    Promise {
        /// What does not hold.
        reason: String,
    },
    /// The recipe makes another item at this address.
    OtherItem,
    /// A recorded field says something else than what follows from the item.
    Claim {
        /// The field.
        field: &'static str,
        /// What it says.
        recorded: String,
        /// What follows from the item.
        derived: String,
    },
}

impl Breach {
    /// The promise that is broken, in a few words.
    pub fn promise(&self) -> &'static str {
        match self {
            Self::NoTarget => "every item has a target",
            Self::Referent { .. } => "the target is the only referent",
            Self::Actions { .. } => "the actions are what the command asks for",
            Self::Duplicate { .. } => "no item occurs twice in a split",
            Self::Leak { .. } => "no item occurs in two splits",
            Self::WrongSplit { .. } | Self::Misplaced { .. } => "every item is in the split it belongs to",
            Self::Promise { .. } => "every split keeps its promise",
            Self::OtherItem => "every item is the one the recipe makes",
            Self::Claim { .. } => "recorded fields agree with the item",
        }
    }

    /// All promises, in the order in which they are reported.
    pub const PROMISES: [&'static str; 9] = [
        "every item has a target",
        "the target is the only referent",
        "the actions are what the command asks for",
        "recorded fields agree with the item",
        "every item is in the split it belongs to",
        "every split keeps its promise",
        "every item is the one the recipe makes",
        "no item occurs twice in a split",
        "no item occurs in two splits",
    ];
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTarget => write!(f, "no target is recorded"),
            Self::Referent { recorded, referents } if referents.is_empty() => {
                write!(f, "object {recorded} is recorded as the target, but the command refers to nothing")
            }
            Self::Referent { recorded, referents } => {
                write!(
                    f,
                    "object {recorded} is recorded as the target, but the command refers to {referents:?}"
                )
            }
            Self::Actions { recorded, derived } => write!(f, "actions `{recorded}` instead of `{derived}`"),
            Self::Duplicate { first } => write!(f, "the same as item {first}"),
            Self::Leak { split, index } => write!(f, "the same as item {index} of `{split}`"),
            Self::WrongSplit { belongs } if belongs.is_empty() => write!(f, "belongs to no split"),
            Self::WrongSplit { belongs } => write!(f, "belongs to {}", belongs.join(" or ")),
            Self::Misplaced { reason } | Self::Promise { reason } => f.write_str(reason),
            Self::OtherItem => write!(f, "the recipe makes another item at this address"),
            Self::Claim { field, recorded, derived } => {
                write!(f, "`{field}` is `{recorded}`, should be `{derived}`")
            }
        }
    }
}

/// One breach of each kind that stands for its promise.
pub(super) const REFERENT: Breach = Breach::Referent { recorded: 0, referents: Vec::new() };
pub(super) const ACTIONS: Breach = Breach::Actions { recorded: String::new(), derived: String::new() };
pub(super) const CLAIM: Breach = Breach::Claim { field: "", recorded: String::new(), derived: String::new() };
pub(super) const SPLIT: Breach = Breach::WrongSplit { belongs: Vec::new() };
pub(super) const PROMISE: Breach = Breach::Promise { reason: String::new() };
pub(super) const DUPLICATE: Breach = Breach::Duplicate { first: 0 };
pub(super) const LEAK: Breach = Breach::Leak { split: String::new(), index: 0 };
