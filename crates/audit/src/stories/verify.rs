//! Checking the promises of our own stories: everything that is recorded is worked out again.
//!
//! Memory: the identities of questions and of beginnings of stories are kept, in 26 to 32 bytes each.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use wampimuk_babi::{FaultKind, Passage, Solution, Solved, Solver, Status};
use wampimuk_core::Role;
use wampimuk_source::{SourceStory, StoryOrigin};

use super::StoryItem;
use super::flaws::{listed, same_answer};
use super::keys::{ItemKeys, beginning, item_keys};
use crate::Table;
use crate::seen::{Places, Seen};
use crate::table::thousands;

/// How many failures of each promise are kept unless told otherwise.
const FAILURES: usize = 5;

/// What a file says about a question, beyond its answer and support. `None` is silence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoryClaims<'a> {
    /// The kind of question, under either of its names.
    pub kind: Option<&'a str>,
    /// Whether it has an answer.
    pub status: Option<&'a str>,
    /// All minimal supports, as printed numbers.
    pub all_minimal: Option<&'a [Vec<usize>]>,
    /// Whether these are all.
    pub complete: Option<bool>,
    /// The concepts of the supporting lines.
    pub composition: Option<&'a [String]>,
    /// Whether the file does not say on which lines the answer rests: prompts do not, and the kit's files may say it by
    /// numbers that count questions which they do not have. Numbered lines say it, if only by leaving it out.
    pub silent_support: bool,
}

impl<'a> StoryClaims<'a> {
    /// What the file of a story says about each of its questions.
    pub fn of(tale: &'a SourceStory) -> Vec<Self> {
        let mut questions = tale.passage.questions();
        let claims = |claims: &'a wampimuk_dataset::stories::StoryClaims| Self {
            kind: claims.kind.as_deref(),
            status: claims.status.as_deref(),
            all_minimal: claims.all_minimal.as_deref(),
            complete: claims.complete,
            composition: claims.composition.as_deref(),
            silent_support: questions.next().is_some_and(|(_, asked)| asked.support.is_empty())
                && (claims.unmapped_support.is_some() || tale.form == StoryOrigin::Other),
        };
        tale.claims.iter().map(claims).collect()
    }

    /// Whether the file says nothing beyond answer and support.
    pub(crate) fn is_silent(&self) -> bool {
        Self { silent_support: false, ..*self } == Self::default()
    }
}

/// A broken promise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoryBreach {
    /// A line cannot be read.
    Unreadable {
        /// What is wrong with it.
        reason: String,
    },
    /// A line cannot be true together with those before it.
    Contradiction {
        /// Why.
        reason: String,
    },
    /// The question has no answer, or several.
    Status {
        /// What it has.
        derived: &'static str,
    },
    /// Another answer follows.
    Answer {
        /// What is recorded.
        recorded: String,
        /// What follows.
        derived: String,
    },
    /// Another set of lines is *the* support.
    Support {
        /// What is recorded.
        recorded: Vec<usize>,
        /// What follows.
        derived: Vec<usize>,
    },
    /// A recorded field says something else than what follows.
    Claim {
        /// The field.
        field: &'static str,
        /// What it says.
        recorded: String,
        /// What follows.
        derived: String,
    },
    /// There are more or fewer claims than questions.
    Claims {
        /// How many claims there are.
        claims: usize,
        /// How many questions.
        questions: usize,
    },
    /// The question occurs in another split too, with the same sentences before it but for synonyms.
    Leak {
        /// The other split.
        split: String,
        /// The number of the story there, from 1.
        first: u64,
    },
    /// A story of another role begins in the same way.
    Opening {
        /// The other split.
        split: String,
        /// Its role.
        role: &'static str,
        /// The number of the story there, from 1.
        first: u64,
    },
}

impl StoryBreach {
    /// All promises, in the order in which they are reported.
    pub const PROMISES: [&'static str; 8] = [
        "every line can be read",
        "every story can be true",
        "every question has exactly one answer",
        "every answer follows",
        "every support is the one that follows",
        "recorded fields agree with the story",
        "no question occurs in two splits with the same story before it",
        "no story begins as one of another role does",
    ];

    /// Whether it is about what splits have in common.
    pub(crate) fn is_about_splits(&self) -> bool {
        matches!(self, Self::Leak { .. } | Self::Opening { .. })
    }

    /// The promise that is broken, in a few words.
    pub fn promise(&self) -> &'static str {
        let number = match self {
            Self::Unreadable { .. } => 0,
            Self::Contradiction { .. } => 1,
            Self::Status { .. } => 2,
            Self::Answer { .. } => 3,
            Self::Support { .. } => 4,
            Self::Claim { .. } | Self::Claims { .. } => 5,
            Self::Leak { .. } => 6,
            Self::Opening { .. } => 7,
        };
        Self::PROMISES[number]
    }
}

impl fmt::Display for StoryBreach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { reason } | Self::Contradiction { reason } => f.write_str(reason),
            Self::Status { derived } => write!(f, "the answer is {derived}"),
            Self::Answer { recorded, derived } => {
                write!(f, "the answer is `{recorded}`, ")?;
                match derived.as_str() {
                    "" => f.write_str("but none follows"),
                    derived => write!(f, "should be `{derived}`"),
                }
            }
            Self::Support { recorded, derived } => {
                write!(f, "the support is `{}`, should be `{}`", listed(recorded), listed(derived))
            }
            Self::Claim { field, recorded, derived } => {
                write!(f, "`{field}` is `{recorded}`, should be `{derived}`")
            }
            Self::Claims { claims, questions } => write!(f, "{claims} claims about {questions} questions"),
            Self::Leak { split, first } => write!(f, "the same as in story {first} of `{split}`"),
            Self::Opening { split, role, first } => {
                write!(f, "begins as story {first} of `{split}`, which is for {role}")
            }
        }
    }
}

/// A broken promise and where it is broken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StoryFailure {
    /// The promise.
    pub promise: &'static str,
    /// The task.
    pub task: Option<String>,
    /// The split.
    pub split: Option<String>,
    /// Where the story begins.
    pub place: String,
    /// The printed number of the line.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// What is promised of stories.
#[derive(Clone, Debug, Default)]
pub(crate) struct StoryRules {
    ambiguous: bool,
    roles: BTreeMap<String, Role>,
    opening: usize,
}

/// What follows from a story alone.
#[derive(Clone, Debug)]
pub(crate) struct ExaminedStory {
    breaches: Vec<(usize, StoryBreach)>,
    questions: u64,
    /// How many of them could not be solved: nothing follows about their answers.
    pub unsolved: u64,
    keys: Vec<ItemKeys>,
    /// The key of its beginning, if its split has a role.
    beginning: Option<u128>,
}

/// Checks stories that we made.
#[derive(Clone, Debug)]
pub struct StoryVerifier {
    rules: StoryRules,
    keep: usize,
    /// The splits, each with the number of its stories.
    splits: Vec<(String, u64)>,
    items: Seen,
    openings: Seen,
    /// Splits and numbers of stories.
    places: Places,
    questions: u64,
    repeated: u64,
    shared: u64,
    broken: BTreeMap<&'static str, u64>,
    failures: Vec<StoryFailure>,
}

impl Default for StoryVerifier {
    fn default() -> Self {
        Self {
            rules: StoryRules::default(),
            keep: FAILURES,
            splits: Vec::new(),
            items: Seen::default(),
            openings: Seen::default(),
            places: Places::default(),
            questions: 0,
            repeated: 0,
            shared: 0,
            broken: BTreeMap::new(),
            failures: Vec::new(),
        }
    }
}

impl StoryVerifier {
    /// Allows questions whose words fit several occasions. Their answers are still checked.
    #[must_use]
    pub fn with_ambiguous(mut self, ambiguous: bool) -> Self {
        self.rules.ambiguous = ambiguous;
        self
    }

    /// Says what splits are for. Then questions may occur in two splits of one role, and stories of different roles may
    /// not begin with the same sentences, so many of them, but for their words; in the toy worlds, they may not tell
    /// the same. Splits that are not listed have no role.
    #[must_use]
    pub fn with_roles<'n>(
        mut self,
        sentences: usize,
        roles: impl IntoIterator<Item = (&'n str, Role)>,
    ) -> Self {
        self.rules.opening = sentences;
        self.rules.roles = roles.into_iter().map(|(split, role)| (split.to_owned(), role)).collect();
        self
    }

    /// Keeps this many failures of each promise.
    #[must_use]
    pub fn with_failures(mut self, keep: usize) -> Self {
        self.keep = keep;
        self
    }

    /// Checks a story with what its file says about each of its questions, in their order; nothing, if it says nothing.
    /// Returns the broken promises, each with the printed number of the line.
    pub fn check(
        &mut self,
        item: &StoryItem<'_>,
        claims: &[StoryClaims<'_>],
        solved: &Solved,
        solver: &Solver,
    ) -> Vec<(usize, StoryBreach)> {
        let examined = self.rules.examine(item, claims, solved, solver);
        self.compare(item, examined)
    }

    /// What is promised.
    pub(crate) fn rules(&self) -> &StoryRules {
        &self.rules
    }

    /// Compares a story with those before it. Returns all promises that it breaks.
    pub(crate) fn compare(
        &mut self,
        item: &StoryItem<'_>,
        examined: ExaminedStory,
    ) -> Vec<(usize, StoryBreach)> {
        let ExaminedStory { mut breaches, questions, keys, beginning, .. } = examined;
        self.questions += questions;
        self.check_identity(item.split_name(), &keys, beginning, &mut breaches);
        breaches.sort_by_key(|(line, _)| *line);
        self.note(item, &breaches);
        breaches
    }

    fn check_identity(
        &mut self,
        split: &str,
        keys: &[ItemKeys],
        beginning: Option<u128>,
        breaches: &mut Vec<(usize, StoryBreach)>,
    ) {
        let number = self.splits.iter().position(|(known, _)| known == split).unwrap_or_else(|| {
            self.splits.push((split.to_owned(), 0));
            self.splits.len() - 1
        });
        self.splits[number].1 += 1;
        let here = self.places.add(number as u32, self.splits[number].1);
        for key in keys {
            let Some(&mut seen) = self.items.find_or_insert(key.meaning, here) else { continue };
            let (other, first) = self.places.get(seen);
            if other as usize == number {
                self.repeated += 1;
                continue;
            }
            let other = self.name(other);
            let role = |split: &str| self.rules.roles.get(split);
            if role(split).is_some() && role(split) == role(&other) {
                self.shared += 1;
            } else {
                breaches.push((key.line, StoryBreach::Leak { split: other, first }));
            }
        }
        let (Some(&role), Some(key)) = (self.rules.roles.get(split), beginning) else { return };
        let Some(&mut seen) = self.openings.find_or_insert(key, here) else { return };
        let (split, first) = self.places.get(seen);
        let split = self.name(split);
        if let Some(other) = self.rules.roles.get(&split).filter(|&&other| other != role) {
            let role = other.name();
            breaches.push((1, StoryBreach::Opening { split, role, first }));
        }
    }

    fn name(&self, split: u32) -> String {
        self.splits.get(split as usize).map_or_else(String::new, |(name, _)| name.clone())
    }

    fn note(&mut self, item: &StoryItem<'_>, breaches: &[(usize, StoryBreach)]) {
        for (line, breach) in breaches {
            let promise = breach.promise();
            let broken = self.broken.entry(promise).or_default();
            *broken += 1;
            if *broken <= self.keep as u64 {
                self.failures.push(StoryFailure {
                    promise,
                    task: item.task.map(str::to_owned),
                    split: item.split.map(str::to_owned),
                    place: item.place.to_owned(),
                    line: *line,
                    message: breach.to_string(),
                });
            }
        }
    }

    /// What was found so far.
    pub fn finish(&self) -> StoryVerifierReport {
        StoryVerifierReport {
            stories: self.splits.iter().map(|(_, stories)| stories).sum(),
            questions: self.questions,
            repeated: self.repeated,
            shared: self.shared,
            promises: StoryBreach::PROMISES
                .into_iter()
                .map(|promise| (promise, self.broken.get(promise).copied().unwrap_or(0)))
                .collect(),
            failures: self.failures.clone(),
        }
    }
}

impl StoryRules {
    /// What follows from a story alone, with what its file says about each of its questions.
    pub(crate) fn examine(
        &self,
        item: &StoryItem<'_>,
        claims: &[StoryClaims<'_>],
        solved: &Solved,
        solver: &Solver,
    ) -> ExaminedStory {
        let mut breaches = Vec::new();
        for fault in &solved.faults {
            let reason = fault.message.clone();
            breaches.push(match fault.kind {
                FaultKind::Unreadable => (fault.line, StoryBreach::Unreadable { reason }),
                FaultKind::Contradiction => (fault.line, StoryBreach::Contradiction { reason }),
            });
        }
        self.check_questions(item.passage, claims, solved, &mut breaches);
        let unsolved = item.passage.questions().filter(|(line, _)| solved.solution(*line).is_none()).count();
        let has_role = self.roles.contains_key(item.split_name());
        ExaminedStory {
            breaches,
            questions: item.passage.questions().count() as u64,
            unsolved: unsolved as u64,
            keys: item_keys(item.passage, solved, solver),
            beginning: has_role.then(|| beginning(item.passage, solved, solver, self.opening)).flatten(),
        }
    }

    fn check_questions(
        &self,
        passage: &Passage,
        claims: &[StoryClaims<'_>],
        solved: &Solved,
        breaches: &mut Vec<(usize, StoryBreach)>,
    ) {
        let questions = passage.questions().count();
        if !claims.is_empty() && claims.len() != questions {
            breaches.push((1, StoryBreach::Claims { claims: claims.len(), questions }));
        }
        for (number, (line, asked)) in passage.questions().enumerate() {
            let Some(solution) = solved.solution(line) else { continue };
            let mut breach = |breach| breaches.push((line, breach));
            let allowed = match solution.status {
                Status::Unique => true,
                Status::Ambiguous => self.ambiguous,
                Status::Unknown => false,
            };
            if !allowed {
                breach(StoryBreach::Status { derived: solution.status.name() });
            }
            if !same_answer(Some(solution.kind), &asked.answer, &solution.answer) {
                let (recorded, derived) = (asked.answer.clone(), solution.answer.clone());
                breach(StoryBreach::Answer { recorded, derived });
            }
            let is_silent = claims.get(number).is_some_and(|claims| claims.silent_support);
            if !is_silent && sorted(&asked.support) != sorted(&solution.supporting) {
                let (recorded, derived) = (asked.support.clone(), solution.supporting.clone());
                breach(StoryBreach::Support { recorded, derived });
            }
            if let Some(claims) = claims.get(number) {
                check_claims(claims, solution, breach);
            }
        }
    }
}

/// What the verifier found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StoryVerifierReport {
    /// How many stories there were.
    pub stories: u64,
    /// How many questions.
    pub questions: u64,
    /// How many of them occurred before in their split, with the same sentences before them but for synonyms. Short stories
    /// repeat by chance, so nothing is promised about it.
    pub repeated: u64,
    /// How many of them occurred before in another split of the same role.
    pub shared: u64,
    /// All promises, each with how often it is broken.
    pub promises: Vec<(&'static str, u64)>,
    /// The first failures of each promise.
    pub failures: Vec<StoryFailure>,
}

impl StoryVerifierReport {
    /// How often promises are broken.
    pub fn broken(&self) -> u64 {
        self.promises.iter().map(|(_, broken)| broken).sum()
    }

    /// Tables for the terminal: the promises, and the first failures of each.
    pub fn tables(&self) -> Vec<Table> {
        let title = format!("{} questions of {} stories", thousands(self.questions), thousands(self.stories));
        let title = format!(
            "{title}, {} repeated in their split, {} in another of its role",
            thousands(self.repeated),
            thousands(self.shared)
        );
        let mut promises = Table::new(title, &["promise", "broken"]);
        for (promise, broken) in &self.promises {
            promises.row([(*promise).to_owned(), thousands(*broken)]);
        }
        let mut failures =
            Table::new("The first failures of each promise", &["promise", "place", "line", "what"]);
        for failure in &self.failures {
            let line = failure.line.to_string();
            failures.row([failure.promise, &failure.place, &line, &failure.message]);
        }
        if self.failures.is_empty() { vec![promises] } else { vec![promises, failures] }
    }
}

/// A support as a set: files list its lines in any order.
fn sorted(support: &[usize]) -> Vec<usize> {
    let mut sorted = support.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}

/// Compares claims with what follows.
fn check_claims(claims: &StoryClaims<'_>, solution: &Solution, mut breach: impl FnMut(StoryBreach)) {
    let mut claim = |field, recorded: String, derived: String| {
        breach(StoryBreach::Claim { field, recorded, derived });
    };
    let kind = solution.kind;
    if let Some(recorded) = claims.kind.filter(|&name| name != kind.name() && name != kind.name_in_paper()) {
        claim("kind", recorded.to_owned(), kind.name().to_owned());
    }
    if let Some(recorded) = claims.status.filter(|&name| name != solution.status.name()) {
        claim("status", recorded.to_owned(), solution.status.name().to_owned());
    }
    let sets = |sets: &[Vec<usize>]| {
        let sets: Vec<String> = sets.iter().map(|set| listed(set)).collect();
        sets.join(" | ")
    };
    if let Some(recorded) = claims.all_minimal.filter(|&recorded| recorded != solution.all_minimal) {
        claim("all_minimal", sets(recorded), sets(&solution.all_minimal));
    }
    if let Some(recorded) = claims.complete.filter(|&recorded| recorded != solution.complete) {
        claim("complete", recorded.to_string(), solution.complete.to_string());
    }
    if let Some(recorded) = claims.composition.filter(|&recorded| recorded != solution.composition) {
        claim("composition", recorded.join("+"), solution.composition.join("+"));
    }
}
