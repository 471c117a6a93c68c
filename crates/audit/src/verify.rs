//! Re-deriving labels and checking promises, item by item.
//!
//! What is checked needs nothing but the items: the target is the only referent of its command, the actions are the
//! canonical ones, no item occurs twice, no item of one split occurs in another. With the recipe there is more: every
//! item is in the split it belongs to and is the very item that the recipe makes at its address. Without it, splits
//! that bear a name of the paper are held to the paper's definition.

mod dataset;
mod reference;
mod remade;
mod riddles;
mod stories;

use std::collections::HashMap;
use std::fmt;

use wampimuk_command::{Command, GridFamily, GridItems, Identifier, Lexicon, Reading, Semantics, denotation};
use wampimuk_core::{ItemId, Verdict};
use wampimuk_dataset::{Difference, ItemView, Recorded, check_claims};
use wampimuk_grid::print_actions;
use wampimuk_gscan::{Features, Predicate, Recipe, TargetKind, shipped};

pub use dataset::{Promise, Verification, verify};

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
            Self::WrongSplit { .. } => "every item is in the split it belongs to",
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
            Self::Promise { reason } => f.write_str(reason),
            Self::OtherItem => write!(f, "the recipe makes another item at this address"),
            Self::Claim { field, recorded, derived } => {
                write!(f, "`{field}` is `{recorded}`, should be `{derived}`")
            }
        }
    }
}

/// Checks items. Memory grows with the number of items seen: their identities are kept (about 40 bytes each).
pub struct Verifier<'d> {
    dataset: Option<&'d dyn GridFamily>,
    items: Option<Box<dyn GridItems + 'd>>,
    identifier: Option<Identifier>,
    /// The paper's hold-outs, for files whose recipe is not known.
    paper: Vec<(String, bool, Predicate)>,
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
            paper: Vec::new(),
            splits: Vec::new(),
            seen: HashMap::new(),
            repeated: 0,
        }
    }

    /// Checks an item and returns the promises it breaks. The lexicon must be the same for all items, but may gain entries.
    pub fn check(&mut self, item: &ItemView<'_>) -> Vec<Breach> {
        let identifier = self.identifier.get_or_insert_with(|| Identifier::new(item.lexicon));
        identifier.follow(item.lexicon);
        let id = identifier.identify(item.command, item.world);
        let mut breaches = Vec::new();
        self.check_label(item, &mut breaches);
        self.check_identity(item, id, &mut breaches);
        match self.dataset {
            Some(dataset) => self.check_recipe(item, id, dataset, &mut breaches),
            None => self.check_paper(item, &mut breaches),
        }
        let differences = check_claims(item, id, self.reading(item.command));
        breaches.extend(
            differences.into_iter().map(|Difference { field, recorded, derived }| Breach::Claim {
                field,
                recorded,
                derived,
            }),
        );
        breaches
    }

    /// How many items occurred before, where the released procedure, which does not promise otherwise, made them.
    pub fn repeated(&self) -> u64 {
        self.repeated
    }

    /// How "small" and "big" are read in a command: as the recipe says, or else as the command's wording suggests.
    pub fn reading(&self, command: &Command) -> Reading {
        self.dataset.map_or_else(|| Reading::of(command), GridFamily::reading)
    }

    fn check_label(&self, item: &ItemView<'_>, breaches: &mut Vec<Breach>) {
        let Some(target) = item.target else { return breaches.push(Breach::NoTarget) };
        let semantics = Semantics::from(self.reading(item.command));
        let referents = denotation(&item.command.phrase, item.world, item.lexicon, semantics);
        if referents != 1 << target {
            let referents =
                (0..item.world.objects().len()).filter(|number| referents >> number & 1 == 1).collect();
            breaches.push(Breach::Referent { recorded: target, referents });
        }
        let mut derived = Vec::new();
        item.command.execute(item.world, target, item.lexicon, &mut derived);
        if derived != item.actions {
            breaches.push(Breach::Actions {
                recorded: print_actions(item.actions),
                derived: print_actions(&derived),
            });
        }
    }

    fn check_identity(&mut self, item: &ItemView<'_>, id: ItemId, breaches: &mut Vec<Breach>) {
        let number = self.splits.iter().position(|split| split == item.split).unwrap_or_else(|| {
            self.splits.push(item.split.to_string());
            self.splits.len() - 1
        });
        let released = self.dataset.is_some_and(GridFamily::may_repeat);
        match self.seen.insert(id, (number as u32, item.index)) {
            None => {}
            Some(_) if released => self.repeated += 1,
            Some((other, first)) if other as usize == number => breaches.push(Breach::Duplicate { first }),
            Some((other, index)) => {
                breaches.push(Breach::Leak { split: self.splits[other as usize].clone(), index });
            }
        }
    }

    fn check_recipe(
        &mut self,
        item: &ItemView<'_>,
        id: ItemId,
        dataset: &dyn GridFamily,
        breaches: &mut Vec<Breach>,
    ) {
        let Ok(example) = item.example() else { return };
        let number = dataset.splits().iter().position(|split| split.name == item.split);
        let homes = dataset.possible_splits(&example);
        let Some(number) = number.filter(|number| homes.contains(number)) else {
            let belongs = homes.into_iter().map(|home| dataset.splits()[home].name.clone()).collect();
            return breaches.push(Breach::WrongSplit { belongs });
        };
        let broken = dataset.broken_promises(number, &example);
        breaches.extend(broken.into_iter().map(|reason| Breach::Promise { reason }));
        // Indices of our own files are addresses: the recipe must make this very item there.
        let addressed = matches!(item.recorded, Some(Recorded::Compact(_)) | None);
        if addressed
            && let Some(items) = &mut self.items
            && items.make(number, item.index).map_or(true, |made| made.id != id)
        {
            breaches.push(Breach::OtherItem);
        }
    }

    /// Holds splits that bear a name of the paper to the paper's definition.
    fn check_paper(&mut self, item: &ItemView<'_>, breaches: &mut Vec<Breach>) {
        if self.paper.is_empty() {
            self.paper = paper_holdouts(item.lexicon);
        }
        let name = item.split.trim_end_matches("_dev").trim_end_matches("_test");
        let own = self.paper.iter().position(|(holdout, ..)| holdout == name);
        let random = ["train", "dev", "test"].contains(&item.split);
        let Some(target) = item.target.filter(|_| own.is_some() || random) else { return };
        let object = item.world.objects()[target];
        let agent = item.world.agent().cell;
        let Some(direction) = agent.direction_to(object.cell) else { return };
        let features = Features {
            command: item.command,
            target: TargetKind { shape: object.shape, colour: object.colour, size: object.size },
            direction,
            distance: agent.distance(object.cell),
            cells: Some((agent, object.cell)),
            actions: Some(item.actions.len()),
        };
        let holds = |predicate: &Predicate| predicate.judge(&features) == Verdict::Yes;
        match own {
            Some(own) if !holds(&self.paper[own].2) => {
                breaches.push(Breach::WrongSplit { belongs: Vec::new() });
            }
            Some(_) => {}
            // A random split without names of the paper beside it cannot be judged; one with them must not hold items
            // of theirs, but for the few shots of the adverb split.
            None => {
                let beside = |holdout: &str| self.splits.iter().any(|split| split.starts_with(holdout));
                let found = self
                    .paper
                    .iter()
                    .find(|(holdout, few_shot, predicate)| !few_shot && beside(holdout) && holds(predicate));
                if let Some((holdout, ..)) = found {
                    breaches.push(Breach::WrongSplit { belongs: vec![holdout.clone()] });
                }
            }
        }
    }
}

/// The hold-outs of the shipped recipe, as far as this lexicon can express them.
fn paper_holdouts(lexicon: &Lexicon) -> Vec<(String, bool, Predicate)> {
    let recipe = shipped("gscan").and_then(|shipped| Recipe::parse(shipped.toml).ok());
    let holdouts = recipe.map(|recipe| recipe.generate.holdouts).unwrap_or_default();
    holdouts
        .into_iter()
        .filter_map(|holdout| Some((holdout.name, holdout.few_shot, holdout.when.predicate(lexicon).ok()?)))
        .collect()
}
