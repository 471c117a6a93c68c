//! Splits that bear a name of a paper, held to the paper's definition: for files whose recipe is not known.
//!
//! What is in train, dev and test can be judged only when it is known which hold-outs stand beside them, and B1 only when
//! all of train was seen: such findings wait until the end.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use wampimuk_command::Phrase;
use wampimuk_core::bits;
use wampimuk_source::ItemView;

use super::Breach;
use super::holdouts::{Case, HOLDOUTS, is_random, named};
use super::outcome::line;
use crate::TRAIN;

/// Why a split cannot be judged.
pub(super) const UNNAMED: &str = "the recipe is not known (--recipe names it), and these splits bear no name of a hold-out of \
                                  the papers (visual, …, a1, …), nor do any stand beside them";

/// The words of a phrase.
type Words = (Option<u8>, Option<u8>, Option<u8>);

/// Something that is broken if it turns out that a hold-out stands beside, or what train has.
#[derive(Debug, Default)]
struct Suspects {
    count: u64,
    first: Vec<String>,
}

impl Suspects {
    fn add(&mut self, keep: usize, place: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.len() < keep {
            self.first.push(place());
        }
    }
}

/// What an item is to those who know the papers only.
#[derive(Debug)]
pub(super) enum Note {
    /// Its split bears the name of a hold-out.
    HoldOut {
        number: usize,
        /// How the item breaks what the hold-out promises, if it promises anything; `None` if it does not belong to it.
        broken: Option<Option<Vec<String>>>,
        /// Its phrases, where train must not have them together.
        words: Option<Vec<Words>>,
    },
    /// It is in train, dev or test.
    Random {
        /// The hold-outs that it belongs to, one bit for each.
        belongs: u32,
        /// Its phrases, if it is in train.
        words: Option<Vec<Words>>,
    },
    /// Its split says nothing.
    Unnamed,
}

/// Any command of two clauses is like those of B1; which of them are held out is not in their form.
const NOVEL: &str = "b1";

impl Note {
    pub(super) fn new(item: &ItemView<'_>, target: usize) -> Self {
        let case = Case { item, target };
        let words = || together(&item.command.phrase);
        match named(item) {
            Some(number) => {
                let holdout = &HOLDOUTS[number];
                let holds = (holdout.holds)(&case);
                let broken = holds.then(|| holdout.broken.map(|broken| broken(&case)));
                Self::HoldOut { number, broken, words: (holds && holdout.name == NOVEL).then(words) }
            }
            None if is_random(item.split) => {
                let all = HOLDOUTS.iter().enumerate().filter(|(_, holdout)| holdout.name != NOVEL);
                let belongs = all.filter(|(_, holdout)| (holdout.holds)(&case));
                let belongs = belongs.fold(0, |set, (number, _)| set | 1 << number);
                Self::Random { belongs, words: (item.split == TRAIN).then(words) }
            }
            None => Self::Unnamed,
        }
    }
}

/// Judges splits by their names.
#[derive(Debug)]
pub(super) struct Published {
    keep: usize,
    /// The hold-outs that were met.
    met: BTreeSet<usize>,
    /// Items of train, dev and test.
    random: u64,
    /// By hold-out and split: items that belong to a hold-out and are in train, dev or test.
    strays: BTreeMap<(usize, String), Suspects>,
    /// What phrases train has, one by one and together.
    phrases: HashSet<Words>,
    together: HashSet<Vec<Words>>,
    has_train: bool,
    /// The phrases of items of B1, which train must not have together.
    novel: HashMap<Vec<Words>, Suspects>,
    /// Items whose split says nothing.
    pub unnamed: u64,
}

/// What waits until the end: how many items break a promise, and the first of them.
#[derive(Debug)]
pub(super) struct Late {
    pub promise: &'static str,
    pub count: u64,
    pub first: Vec<String>,
}

impl Published {
    pub(super) fn new(keep: usize) -> Self {
        Self {
            keep,
            met: BTreeSet::new(),
            random: 0,
            strays: BTreeMap::new(),
            phrases: HashSet::new(),
            together: HashSet::new(),
            has_train: false,
            novel: HashMap::new(),
            unnamed: 0,
        }
    }

    /// Judges an item by its split, and by what the split promises, if it promises anything. `None` if that cannot be done
    /// now, or not at all.
    pub(super) fn judge(
        &mut self,
        note: Note,
        split: &str,
        place: impl Fn() -> String,
    ) -> Option<(Vec<Breach>, bool)> {
        match note {
            Note::HoldOut { number, broken, words } => {
                self.met.insert(number);
                if let Some(words) = words {
                    self.novel.entry(words).or_default().add(self.keep, place);
                }
                Some(match broken {
                    None => {
                        let title = HOLDOUTS[number].title;
                        let reason = format!("it is not what the paper holds out there ({title})");
                        (vec![Breach::Misplaced { reason }], false)
                    }
                    Some(None) => (Vec::new(), false),
                    Some(Some(broken)) => {
                        (broken.into_iter().map(|reason| Breach::Promise { reason }).collect(), true)
                    }
                })
            }
            Note::Random { belongs, words } => {
                self.random += 1;
                if let Some(words) = words {
                    self.has_train = true;
                    self.phrases.extend(words.iter().copied());
                    self.together.insert(words);
                }
                for number in bits(belongs.into()) {
                    let suspects = self.strays.entry((number, split.to_owned())).or_default();
                    suspects.add(self.keep, &place);
                }
                None
            }
            Note::Unnamed => {
                self.unnamed += 1;
                None
            }
        }
    }

    /// How many items of train, dev and test could be judged after all: those beside a hold-out.
    pub(super) fn judged_late(&self) -> u64 {
        if self.met.is_empty() { 0 } else { self.random }
    }

    /// How many could not be judged at all.
    pub(super) fn unjudged(&self) -> u64 {
        self.unnamed + self.random - self.judged_late()
    }

    /// How many items of B1 there are, and why they were not compared with train, if they were not.
    pub(super) fn novel(&self) -> (u64, Option<&'static str>) {
        let because = "B1 is about which phrases train has together, and train is not among the splits";
        (self.novel.values().map(|suspects| suspects.count).sum(), (!self.has_train).then_some(because))
    }

    /// What is broken, now that everything was seen.
    pub(super) fn late(&self) -> Vec<Late> {
        let mut late = Vec::new();
        for ((number, split), Suspects { count, first }) in &self.strays {
            let holdout = &HOLDOUTS[*number];
            let allowed = if split == "train" { holdout.shots } else { 0 };
            if !self.met.contains(number) || *count <= allowed {
                continue;
            }
            let reason = format!("belongs to {} ({})", holdout.name, holdout.title);
            let first = first.iter().map(|place| line(place, &reason)).collect();
            let promise = Breach::Misplaced { reason: String::new() }.promise();
            late.push(Late { promise, count: *count, first });
        }
        if self.has_train {
            late.extend(self.known_together());
        }
        late
    }

    /// Items of B1 whose phrases train has together, or has not even one by one.
    fn known_together(&self) -> Option<Late> {
        let mut broken: Vec<(&Suspects, &str)> = Vec::new();
        for (words, suspects) in &self.novel {
            if self.together.contains(words) {
                broken.push((suspects, "train has these phrases together"));
            } else if !words.iter().all(|words| self.phrases.contains(words)) {
                broken.push((suspects, "train does not have all of these phrases"));
            }
        }
        let count: u64 = broken.iter().map(|(suspects, _)| suspects.count).sum();
        let mut first: Vec<String> = broken
            .iter()
            .flat_map(|(suspects, reason)| suspects.first.iter().map(|place| line(place, reason)))
            .collect();
        first.sort();
        first.truncate(self.keep);
        let promise = Breach::Promise { reason: String::new() }.promise();
        (count > 0).then_some(Late { promise, count, first })
    }
}

/// The phrases of a command, whatever their order.
fn together(head: &Phrase) -> Vec<Words> {
    let mut words: Vec<Words> =
        head.nodes().iter().map(|node| (node.phrase.size, node.phrase.colour, node.phrase.noun)).collect();
    words.sort_unstable();
    words
}
