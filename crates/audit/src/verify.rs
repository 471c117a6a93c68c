//! Re-deriving labels and checking promises, item by item.
//!
//! What is checked needs nothing but the items: the target is the only referent of its command, the actions are the
//! canonical ones, no item occurs twice, no item of one split occurs in another. With the recipe there is more: every
//! item is in the split it belongs to and is the very item that the recipe makes at its address. Without it, splits
//! that bear a name of a paper are held to the paper's definition.
//!
//! Every check says on how many items it was tried, and why not on the others ([`Outcome`]): nothing is said to hold that
//! was not looked at.

mod dataset;
mod files;
mod holdouts;
mod outcome;
mod published;
mod reference;
mod remade;
mod riddles;
mod single;
mod stories;

use std::collections::HashMap;
use std::fmt;

use wampimuk_command::{Command, GridFamily, GridItems, Identifier, Reading, Semantics, denotation};
use wampimuk_core::ItemId;
use wampimuk_dataset::{Difference, FilePosition, ItemView, RecordedClaims, check_claims};
use wampimuk_grid::print_actions;

use outcome::Findings;
use published::{Late, Published, UNNAMED};

pub use dataset::verify;
pub use outcome::{Outcome, Promise, Verification};

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

/// What came of an item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// The promises that it breaks.
    pub breaches: Vec<Breach>,
    /// The promises that were tried on it.
    pub tried: Vec<&'static str>,
    /// The promises that could not be tried on it, and why.
    pub untried: Vec<(&'static str, &'static str)>,
}

impl Judgement {
    fn tried(&mut self, breach: &Breach) {
        self.tried.push(breach.promise());
    }

    fn untried(&mut self, breach: &Breach, because: &'static str) {
        self.untried.push((breach.promise(), because));
    }
}

/// One breach of each kind that stands for its promise.
const REFERENT: Breach = Breach::Referent { recorded: 0, referents: Vec::new() };
const ACTIONS: Breach = Breach::Actions { recorded: String::new(), derived: String::new() };
const CLAIM: Breach = Breach::Claim { field: "", recorded: String::new(), derived: String::new() };
const SPLIT: Breach = Breach::WrongSplit { belongs: Vec::new() };
const PROMISE: Breach = Breach::Promise { reason: String::new() };
const DUPLICATE: Breach = Breach::Duplicate { first: 0 };
const LEAK: Breach = Breach::Leak { split: String::new(), index: 0 };

const NO_TARGET: &str = "no target is recorded";

/// Checks items. Memory grows with the number of items seen: their identities are kept (about 40 bytes each).
pub struct Verifier<'d> {
    dataset: Option<&'d dyn GridFamily>,
    items: Option<Box<dyn GridItems + 'd>>,
    identifier: Option<Identifier>,
    /// The papers' hold-outs, for files whose recipe is not known.
    published: Published,
    splits: Vec<String>,
    seen: HashMap<ItemId, (u32, u64)>,
    /// Repeated items that the recipe's procedure does not rule out.
    repeated: u64,
}

impl fmt::Debug for Verifier<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let family = self.dataset.map(wampimuk_core::Family::family);
        f.debug_struct("Verifier")
            .field("family", &family)
            .field("seen", &self.seen.len())
            .finish_non_exhaustive()
    }
}

impl<'d> Verifier<'d> {
    /// A verifier for items made by this recipe, or for items of unknown origin.
    pub fn new(dataset: Option<&'d dyn GridFamily>) -> Self {
        Self {
            dataset,
            items: dataset.map(GridFamily::grid_items),
            identifier: None,
            published: Published::new(0),
            splits: Vec::new(),
            seen: HashMap::new(),
            repeated: 0,
        }
    }

    /// Keeps the places of this many items of each kind that can be judged only at the end.
    #[must_use]
    fn with_failures(mut self, keep: usize) -> Self {
        self.published = Published::new(keep);
        self
    }

    /// Checks an item and returns the promises it breaks. The lexicon must be the same for all items, but may gain entries.
    pub fn check(&mut self, item: &ItemView<'_>) -> Vec<Breach> {
        self.judge(item).breaches
    }

    /// Checks an item, and says what was tried on it. The lexicon must be the same for all items, but may gain entries.
    pub fn judge(&mut self, item: &ItemView<'_>) -> Judgement {
        let identifier = self.identifier.get_or_insert_with(|| Identifier::new(item.lexicon));
        identifier.follow(item.lexicon);
        let id = identifier.identify(item.command, item.world);
        let mut judgement = Judgement::default();
        self.check_label(item, &mut judgement);
        self.check_identity(item, id, &mut judgement);
        match (self.dataset, item.target) {
            (_, None) => {
                for breach in [SPLIT, PROMISE, Breach::OtherItem] {
                    judgement.untried(&breach, NO_TARGET);
                }
            }
            (Some(dataset), _) => self.check_recipe(item, id, dataset, &mut judgement),
            (None, Some(target)) => self.check_paper(item, target, &mut judgement),
        }
        self.check_claims(item, id, &mut judgement);
        judgement
    }

    /// What could be judged only now that all items were seen.
    fn finish(&self, findings: &mut Findings) {
        let published = &self.published;
        if self.dataset.is_none() {
            if published.judged_late() > 0 {
                findings.tried(SPLIT.promise(), published.judged_late());
            }
            for Late { promise, count, first } in published.late() {
                findings.add_many(promise, count, first);
            }
            if published.unjudged() > 0 {
                findings.untried(SPLIT.promise(), published.unjudged(), UNNAMED);
                findings.untried(PROMISE.promise(), published.unjudged(), UNNAMED);
            }
            match published.novel() {
                (0, _) => {}
                (count, None) => findings.tried(PROMISE.promise(), count),
                (count, Some(because)) => findings.untried(PROMISE.promise(), count, because),
            }
        }
        if self.splits.len() < 2 {
            findings.withdraw(LEAK.promise(), "all items are of one split");
        }
    }

    fn check_claims(&self, item: &ItemView<'_>, id: ItemId, judgement: &mut Judgement) {
        match (item.recorded, item.target) {
            // What a recipe makes records nothing beside itself.
            (None, _) => return,
            (Some(_), None) => return judgement.untried(&CLAIM, NO_TARGET),
            (Some(_), Some(_)) => judgement.tried(&CLAIM),
        }
        let mut differences = check_claims(item, id, self.reading(item.command));
        // Lines without a recipe do not say in which order colours and shapes have their places in vectors.
        let is_line = item.place.is_some_and(|place| matches!(place.spot, FilePosition::Line(_)));
        if is_line && self.dataset.is_none() {
            differences.retain(|difference| difference.field != "vector");
        }
        judgement.breaches.extend(
            differences.into_iter().map(|Difference { field, recorded, derived }| Breach::Claim {
                field,
                recorded,
                derived,
            }),
        );
    }

    /// How many items occurred before, where the released procedure, which does not promise otherwise, made them.
    pub fn repeated(&self) -> u64 {
        self.repeated
    }

    /// How "small" and "big" are read in a command: as the recipe says, or else as the command's wording suggests.
    pub fn reading(&self, command: &Command) -> Reading {
        self.dataset.map_or_else(|| Reading::of(command), GridFamily::reading)
    }

    fn check_label(&self, item: &ItemView<'_>, judgement: &mut Judgement) {
        judgement.tried(&Breach::NoTarget);
        let Some(target) = item.target else {
            judgement.breaches.push(Breach::NoTarget);
            judgement.untried(&REFERENT, NO_TARGET);
            return judgement.untried(&ACTIONS, NO_TARGET);
        };
        judgement.tried(&REFERENT);
        judgement.tried(&ACTIONS);
        let semantics = Semantics::from(self.reading(item.command));
        let referents = denotation(&item.command.phrase, item.world, item.lexicon, semantics);
        if referents != 1 << target {
            let referents =
                (0..item.world.objects().len()).filter(|number| referents >> number & 1 == 1).collect();
            judgement.breaches.push(Breach::Referent { recorded: target, referents });
        }
        let mut derived = Vec::new();
        item.command.execute(item.world, target, item.lexicon, &mut derived);
        if derived != item.actions {
            judgement.breaches.push(Breach::Actions {
                recorded: print_actions(item.actions),
                derived: print_actions(&derived),
            });
        }
    }

    fn check_identity(&mut self, item: &ItemView<'_>, id: ItemId, judgement: &mut Judgement) {
        let number = self.splits.iter().position(|split| split == item.split).unwrap_or_else(|| {
            self.splits.push(item.split.to_string());
            self.splits.len() - 1
        });
        let released = self.dataset.is_some_and(GridFamily::may_repeat);
        if !released {
            judgement.tried(&DUPLICATE);
            judgement.tried(&LEAK);
        }
        let breach = match self.seen.insert(id, (number as u32, item.index)) {
            None => return,
            Some(_) if released => return self.repeated += 1,
            Some((other, first)) if other as usize == number => Breach::Duplicate { first },
            Some((other, index)) => Breach::Leak { split: self.splits[other as usize].clone(), index },
        };
        judgement.breaches.push(breach);
    }

    fn check_recipe(
        &mut self,
        item: &ItemView<'_>,
        id: ItemId,
        dataset: &dyn GridFamily,
        judgement: &mut Judgement,
    ) {
        let Ok(example) = item.example() else { return };
        judgement.tried(&SPLIT);
        let number = dataset.splits().iter().position(|split| split.name == item.split);
        let homes = dataset.possible_splits(&example);
        let Some(number) = number.filter(|number| homes.contains(number)) else {
            let belongs = homes.into_iter().map(|home| dataset.splits()[home].name.clone()).collect();
            return judgement.breaches.push(Breach::WrongSplit { belongs });
        };
        if let Some(broken) = dataset.broken_promises(number, &example) {
            judgement.tried(&PROMISE);
            judgement.breaches.extend(broken.into_iter().map(|reason| Breach::Promise { reason }));
        }
        match (item.recorded, &mut self.items) {
            // Indices of our own files are addresses: the recipe must make this very item there.
            (Some(RecordedClaims::Compact(_)), Some(items)) => {
                judgement.tried(&Breach::OtherItem);
                if items.make(number, item.index).map_or(true, |made| made.id != id) {
                    judgement.breaches.push(Breach::OtherItem);
                }
            }
            (Some(_), _) => {
                judgement.untried(
                    &Breach::OtherItem,
                    "the files do not say which of the recipe's items they hold",
                );
            }
            // The recipe has just made it.
            (None, _) => {}
        }
    }

    /// Holds splits that bear a name of a paper to the paper's definition.
    fn check_paper(&mut self, item: &ItemView<'_>, target: usize, judgement: &mut Judgement) {
        judgement.untried(&Breach::OtherItem, dataset::NO_RECIPE);
        if let Some((breaches, has_promise)) = self.published.judge(item, target) {
            judgement.tried(&SPLIT);
            if has_promise {
                judgement.tried(&PROMISE);
            }
            judgement.breaches.extend(breaches);
        }
    }
}

/// Where an item stands.
fn place(item: &ItemView<'_>) -> String {
    let address = format!("{}[{}]", item.split, item.index);
    item.place.map_or(address.clone(), |place| format!("{place}, {address}"))
}
