//! The results of counting stories.

use serde::Serialize;
use wampimuk_babi::Kind;
use wampimuk_story::Concept;

use super::stats::{Counters, KindCounters};
use crate::counts::Tally;
use crate::share::Share;

/// The longest input, in tokens, that the paper's models take.
pub(crate) const WINDOW: u64 = 512;

/// What questions that could not be solved are listed under.
pub(crate) const UNSOLVED: &str = "not solved";

/// The statistics of stories.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StoryStatsReport {
    /// The name of the dataset, if it is known.
    pub dataset: String,
    /// Tasks, over all splits.
    pub tasks: Vec<GroupStats>,
    /// Splits, over all tasks.
    pub splits: Vec<GroupStats>,
    /// Tasks in splits.
    pub cells: Vec<GroupStats>,
    /// Questions and beginnings that splits share, for every pair of splits.
    pub shared: Vec<SharedItems>,
}

impl StoryStatsReport {
    /// The statistics of a task.
    pub fn task(&self, name: &str) -> Option<&GroupStats> {
        self.tasks.iter().find(|group| group.task == name)
    }

    /// The statistics of a split.
    pub fn split(&self, name: &str) -> Option<&GroupStats> {
        self.splits.iter().find(|group| group.split == name)
    }

    /// What a split shares with another, or, if it is the same, what it repeats.
    pub fn shared(&self, split: &str, other: &str) -> Option<&SharedItems> {
        self.shared.iter().find(|shared| shared.split == split && shared.other == other)
    }
}

/// The statistics of a group of stories.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroupStats {
    /// The task; empty if it is all tasks of a split.
    pub task: String,
    /// The split; empty if it is all splits of a task.
    pub split: String,
    /// How many stories there are.
    pub stories: u64,
    /// How many of them have a line that makes no sense.
    pub faulty: u64,
    /// How many questions there are.
    pub questions: u64,
    /// Sentences before a question, on average.
    pub mean_sentences: Option<f64>,
    /// Supporting lines as recorded, on average over questions with a recorded support.
    pub mean_recorded_supports: Option<f64>,
    /// Lines of the smallest support, on average over questions with an answer.
    pub mean_smallest_supports: Option<f64>,
    /// Sentences by event, and constructs of sentences, under the paper's names. In the toy worlds, questions by what
    /// their supports are about.
    pub concepts: Tally,
    /// The same, finer.
    pub fine_concepts: Tally,
    /// Questions by kind.
    pub kinds: Vec<KindStats>,
    /// How long the sentences before a question and the question are.
    pub tokens: TokenStats,
}

/// The statistics of one kind of questions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindStats {
    /// The kind.
    pub kind: String,
    /// The kind under the paper's name.
    pub paper_kind: String,
    /// How many questions there are.
    pub questions: u64,
    /// How many of them fit several occasions.
    pub ambiguous: u64,
    /// How many of them have no answer that follows.
    pub unknown: u64,
    /// Answers, the most frequent first; where none are recorded, those that follow.
    pub answers: Tally,
    /// How many have the most frequent answer.
    pub majority: Share,
    /// Questions by number of recorded supporting lines.
    pub recorded_sizes: Tally,
    /// Questions by number of lines of the smallest support.
    pub smallest_sizes: Tally,
    /// Questions by number of minimal supports.
    pub proofs: Tally,
    /// Questions with more minimal supports than were looked for.
    pub more_proofs: u64,
    /// Questions by concepts of their support under the paper's names, the most frequent first.
    pub compositions: Tally,
    /// The same, finer.
    pub fine_compositions: Tally,
}

/// How long inputs are, in words and punctuation marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TokenStats {
    /// The shortest.
    pub least: u64,
    /// A quarter are at most so long.
    pub quarter: u64,
    /// Half of them are at most so long.
    pub half: u64,
    /// Nine in ten are at most so long.
    pub nine_tenths: u64,
    /// The longest.
    pub most: u64,
    /// How many are longer than 512.
    pub over_512: Share,
}

/// What one split shares with another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SharedItems {
    /// The split.
    pub split: String,
    /// The other split. If it is the same, copies are counted: all but one of each group of equal ones.
    pub other: String,
    /// How many questions the split has.
    pub questions: u64,
    /// How many of them occur in the other with the same sentences before them, to the letter.
    pub texts: u64,
    /// The same but for synonyms.
    pub meanings: u64,
    /// How many stories of three sentences or more the split has.
    pub stories: u64,
    /// How many of them begin as one of the other does, with the first three sentences, but for
    /// their words.
    pub openings: u64,
}

fn mean((count, sum): (u64, u64)) -> Option<f64> {
    crate::table::share(sum, count)
}

impl GroupStats {
    pub(super) fn new(task: &str, split: &str, counters: &Counters) -> Self {
        let fine = counters.concepts.iter().map(|(concept, &count)| (concept.name(), count));
        let other = || counters.other_concepts.iter().map(|(&concept, &count)| (concept, count));
        let paper = counters.concepts.iter().map(|(concept, &count)| (concept.name_in_paper(), count));
        let mut kinds: Vec<KindStats> =
            counters.kinds.iter().map(|(kind, counters)| KindStats::new(*kind, counters)).collect();
        // what could not be solved comes last
        kinds.sort_by_key(|kind| kind.kind == UNSOLVED);
        Self {
            task: task.to_owned(),
            split: split.to_owned(),
            stories: counters.stories,
            faulty: counters.faulty,
            questions: counters.questions,
            mean_sentences: mean((counters.questions, counters.sentences_before)),
            mean_recorded_supports: mean(counters.recorded),
            mean_smallest_supports: mean(counters.found),
            concepts: summed(paper.chain(other())),
            fine_concepts: summed(fine.chain(other())),
            kinds,
            tokens: TokenStats::new(counters),
        }
    }

    /// The statistics of one kind of questions.
    pub fn kind(&self, kind: Kind) -> Option<&KindStats> {
        self.kinds.iter().find(|stats| stats.kind == kind.name())
    }

    /// The events that occur, under the paper's names.
    pub fn events(&self) -> Vec<&str> {
        let events = self.concepts.0.iter().map(|(name, _)| name.as_str());
        events.filter(|name| !CONSTRUCTS.contains(name)).collect()
    }

    /// The linguistic constructs that occur, under the paper's names.
    pub fn constructs(&self) -> Vec<&str> {
        let constructs = self.concepts.0.iter().map(|(name, _)| name.as_str());
        constructs.filter(|name| CONSTRUCTS.contains(name)).collect()
    }
}

/// Concepts that are ways of putting things.
pub(crate) const CONSTRUCTS: [&str; 5] = ["CONJ", "COREF", "COMPOUND", "NEGATE", "INDEF"];

/// One count for each name, in the order in which names first occur.
fn summed<'n>(counts: impl Iterator<Item = (&'n str, u64)>) -> Tally {
    let mut tally = Tally::default();
    for (name, count) in counts {
        match tally.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, sum)) => *sum += count,
            None => tally.0.push((name.to_owned(), count)),
        }
    }
    tally
}

/// The largest counts first; of equal ones, by name.
fn ranked(counts: impl Iterator<Item = (String, u64)>) -> Tally {
    let mut ranked: Vec<(String, u64)> = counts.collect();
    ranked.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    Tally(ranked)
}

impl KindStats {
    fn new(kind: Option<Kind>, counters: &KindCounters) -> Self {
        let numbers = |counts: &std::collections::BTreeMap<usize, u64>| {
            Tally(counts.iter().map(|(number, &count)| (number.to_string(), count)).collect())
        };
        let joined = |counts: &std::collections::BTreeMap<Vec<&'static str>, u64>| {
            ranked(counts.iter().map(|(names, &count)| (names.join("+"), count)))
        };
        let answers = ranked(counters.answers.iter().map(|(answer, &count)| (answer.clone(), count)));
        let most = answers.0.first().map_or(0, |(_, count)| *count);
        Self {
            kind: kind.map_or(UNSOLVED, Kind::name).to_owned(),
            paper_kind: kind.map_or(UNSOLVED, Kind::name_in_paper).to_owned(),
            questions: counters.questions,
            ambiguous: counters.ambiguous,
            unknown: counters.unknown,
            majority: Share { count: most, of: counters.questions },
            answers,
            recorded_sizes: numbers(&counters.recorded_sizes),
            smallest_sizes: numbers(&counters.found_sizes),
            proofs: numbers(&counters.proofs),
            more_proofs: counters.more_proofs,
            compositions: joined(&counters.paper_compositions),
            fine_compositions: joined(&counters.compositions),
        }
    }

    /// Questions with 1, 2, 3, and more supporting lines: as recorded, or of the smallest support.
    pub fn size_bins(&self, recorded: bool) -> [u64; 4] {
        let sizes = if recorded { &self.recorded_sizes } else { &self.smallest_sizes };
        let mut bins = [0; 4];
        for (size, count) in &sizes.0 {
            match size.as_str() {
                "0" => {}
                "1" => bins[0] += count,
                "2" => bins[1] += count,
                "3" => bins[2] += count,
                _ => bins[3] += count,
            }
        }
        bins
    }
}

impl TokenStats {
    fn new(counters: &Counters) -> Self {
        let lengths = &counters.tokens;
        let total: u64 = lengths.values().sum();
        // the smallest length that at least this part does not exceed
        let quantile = |part: u64, of: u64| {
            let wanted = (total * part).div_ceil(of).max(1);
            let mut seen = 0;
            let found = lengths.iter().find(|(_, count)| {
                seen += **count;
                seen >= wanted
            });
            found.map_or(0, |(&length, _)| length)
        };
        let over = lengths.range(WINDOW + 1..).map(|(_, count)| count).sum();
        Self {
            least: lengths.keys().next().copied().unwrap_or(0),
            quarter: quantile(1, 4),
            half: quantile(1, 2),
            nine_tenths: quantile(9, 10),
            most: lengths.keys().next_back().copied().unwrap_or(0),
            over_512: Share { count: over, of: total },
        }
    }
}

/// All concepts in the order of the paper's tables.
pub(crate) fn paper_concepts() -> Vec<&'static str> {
    let concepts = [
        Concept::Move,
        Concept::Grab,
        Concept::Give,
        Concept::Coref,
        Concept::Conj,
        Concept::Compound,
        Concept::Negate,
        Concept::Indef,
    ];
    concepts.map(Concept::name_in_paper).to_vec()
}
