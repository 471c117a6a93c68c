//! Re-deriving labels and checking promises, item by item.
//!
//! What is checked needs nothing but the items: the target is the only referent of its command, the actions are the
//! canonical ones, no item occurs twice, no item of one split occurs in another. With the recipe there is more: every
//! item is in the split it belongs to and is the very item that the recipe makes at its address. Without it, splits
//! that bear a name of a paper are held to the paper's definition.
//!
//! Every check says on how many items it was tried, and why not on the others ([`Outcome`]): nothing is said to hold that
//! was not looked at.
//!
//! What follows from an item alone is found out by many threads ([`examiner`]); what depends on those before it is judged in
//! their order, so a report does not depend on the number of threads.

mod breach;
mod dataset;
mod examiner;
mod files;
mod holdouts;
mod outcome;
mod published;
mod reference;
mod remade;
mod riddles;
mod single;
mod stories;

use std::fmt;
use std::sync::Arc;

use wampimuk_command::{Command, GridFamily, Reading};
use wampimuk_dataset::ItemView;

use crate::seen::{Places, Seen};
use breach::{DUPLICATE, LEAK, PROMISE, SPLIT};
use examiner::{Examined, Examiner};
use outcome::Findings;
use published::{Late, Published, UNNAMED};

pub use breach::Breach;
pub use dataset::verify;
pub use outcome::{Outcome, Promise, Verification};

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

/// Checks items. Memory grows with the number of items seen: their identities are kept, in 26 to 32 bytes each.
pub struct Verifier<'d> {
    dataset: Option<&'d dyn GridFamily>,
    examiner: Examiner<'d>,
    /// The papers' hold-outs, for files whose recipe is not known.
    published: Published,
    splits: Vec<Arc<str>>,
    seen: Seen,
    places: Places,
    /// Repeated items that the recipe's procedure does not rule out.
    repeated: u64,
}

impl fmt::Debug for Verifier<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let family = self.dataset.map(wampimuk_core::Family::family);
        f.debug_struct("Verifier").field("family", &family).field("seen", &self.seen).finish_non_exhaustive()
    }
}

impl<'d> Verifier<'d> {
    /// A verifier for items made by this recipe, or for items of unknown origin.
    pub fn new(dataset: Option<&'d dyn GridFamily>) -> Self {
        Self {
            dataset,
            examiner: Examiner::new(dataset),
            published: Published::new(0),
            splits: Vec::new(),
            seen: Seen::default(),
            places: Places::default(),
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
        let mut examined = self.examiner.examine(item);
        self.compare(&mut examined);
        examined.judgement
    }

    /// Compares an item with those before it.
    fn compare(&mut self, examined: &mut Examined) {
        self.check_identity(examined);
        if let Some(note) = examined.note.take() {
            let judged = self.published.judge(note, &examined.split, || examined.address());
            let Some((breaches, has_promise)) = judged else { return };
            let judgement = &mut examined.judgement;
            judgement.tried(&SPLIT);
            if has_promise {
                judgement.tried(&PROMISE);
            }
            judgement.breaches.extend(breaches);
        }
    }

    fn check_identity(&mut self, examined: &mut Examined) {
        let number = self.splits.iter().position(|split| *split == examined.split).unwrap_or_else(|| {
            self.splits.push(examined.split.clone());
            self.splits.len() - 1
        });
        let released = self.dataset.is_some_and(GridFamily::may_repeat);
        let judgement = &mut examined.judgement;
        if !released {
            judgement.tried(&DUPLICATE);
            judgement.tried(&LEAK);
        }
        let place = self.places.add(number as u32, examined.index);
        let Some(before) = self.seen.find_or_insert(examined.id.0, place) else { return };
        // The next one like it is compared with this one.
        let (split, index) = self.places.get(std::mem::replace(before, place));
        if released {
            self.repeated += 1;
        } else if split as usize == number {
            judgement.breaches.push(Breach::Duplicate { first: index });
        } else {
            let split = self.splits[split as usize].to_string();
            judgement.breaches.push(Breach::Leak { split, index });
        }
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

    /// How many items occurred before, where the released procedure, which does not promise otherwise, made them.
    pub fn repeated(&self) -> u64 {
        self.repeated
    }

    /// How "small" and "big" are read in a command: as the recipe says, or else as the command's wording suggests.
    pub fn reading(&self, command: &Command) -> Reading {
        self.examiner.reading(command)
    }
}
