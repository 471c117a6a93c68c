//! Floors as numbers.

use serde::Serialize;
use wampimuk_readers::statistics::wilson;

/// The group of all items of a split.
pub const ALL: &str = "all";

/// How readers came to know that learn nothing.
pub const EXACT: &str = "exact";

/// Readers of commands who know what the first phrase means.
const READ_A_PHRASE: [&str; 3] = ["head phrase only", "command and each object", "bag, world and head"];

/// Whether a reader of commands is told which words the command is about: that is most of what there is to understand.
pub fn reads_a_phrase(reader: &str) -> bool {
    READ_A_PHRASE.contains(&reader)
}

/// The floors of a dataset.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Floors {
    /// What was learnt from, in words.
    pub learnt_from: String,
    /// How many items were learnt from; of stories, questions.
    pub learnt_items: u64,
    /// What readers could count on, because no item that was learnt from breaks it.
    pub promises: Vec<&'static str>,
    /// Items whose words have more orders than were looked at, so that the bound of 1/m is too high for them.
    pub many_orders: u64,
    /// The floors of each split, by pattern of the command or kind of the question.
    pub rows: Vec<FloorRow>,
    /// For each reader, an item that it is right about. Stored floors have none.
    #[serde(skip)]
    pub examples: Vec<FloorExample>,
}

/// An item that a reader is right about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloorExample {
    /// The split.
    pub split: String,
    /// The pattern of the commands, or the kind of the questions.
    pub group: String,
    /// The reader.
    pub reader: &'static str,
    /// How it learnt.
    pub by: &'static str,
    /// Where the item stands.
    pub address: String,
}

/// The floors of some items.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FloorRow {
    /// The split.
    pub split: String,
    /// The pattern of the commands, or the kind of the questions, with those apart that one event answers, pronouns understood; [`ALL`] for all of
    /// them.
    pub group: String,
    /// How many items readers were tried on.
    pub items: u64,
    /// How often a blind choice is right: among the objects that commands of the pattern can be about, or the answers that
    /// questions of the kind have; for questions, always the most frequent one.
    pub chance: f64,
    /// The same among the objects that a command of the pattern could name in the world: without clauses, those that a
    /// phrase of the split, or of what was learnt from, fits alone; with clauses, those of a shape and colour that targets
    /// have. Only of commands.
    pub nameable: Option<f64>,
    /// What can be had at most by somebody who does not see the order of words and believes all orders alike. Only
    /// where words have an order.
    pub bound: Option<f64>,
    /// The readers.
    pub readers: Vec<ReaderScore>,
}

/// How far a reader gets.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReaderScore {
    /// The reader.
    pub reader: &'static str,
    /// How it came to know what it knows: [`EXACT`], or the name of a way to learn.
    pub by: &'static str,
    /// How many items it is right about; ties count in parts.
    pub right: f64,
    /// Of how many.
    pub of: u64,
    /// The lower end of the 95 % interval of its share.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Readers who see all words of a command and not their order. Where no order has another meaning, they see all it says.
const READ_ALL_WORDS: [&str; 2] = ["bag of words", "bag and world"];

impl ReaderScore {
    /// A score with its interval.
    pub fn new(reader: &'static str, by: &'static str, right: f64, of: u64) -> Self {
        let (low, high) = wilson(right, of);
        Self { reader, by, right, of, low, high }
    }

    /// The share of items it is right about.
    pub fn share(&self) -> f64 {
        if self.of == 0 { 0.0 } else { self.right / self.of as f64 }
    }
}

impl FloorRow {
    /// The best score of a reader, however it learnt.
    pub fn best(&self, reader: &str) -> Option<&ReaderScore> {
        let named = self.readers.iter().filter(|score| score.reader == reader);
        named.max_by(|one, two| one.right.total_cmp(&two.right))
    }

    /// The best score of a reader who understands nothing, not even a single phrase: the floor. Of several, the first.
    pub fn floor(&self) -> Option<&ReaderScore> {
        let is_read_by_words = self.nameable.is_some() && self.bound.is_none();
        let understands =
            |reader| reads_a_phrase(reader) || is_read_by_words && READ_ALL_WORDS.contains(&reader);
        let readers = self.readers.iter().rev().filter(|score| !understands(score.reader));
        readers.max_by(|one, two| one.share().total_cmp(&two.share()))
    }
}

impl Floors {
    /// The floors of some items of a split.
    pub fn row(&self, split: &str, group: &str) -> Option<&FloorRow> {
        self.rows.iter().find(|row| row.split == split && row.group == group)
    }

    /// Where an item stands that a reader is right about.
    pub fn example(&self, row: &FloorRow, score: &ReaderScore) -> Option<&str> {
        let is_its = |example: &&FloorExample| {
            example.split == row.split
                && example.group == row.group
                && example.reader == score.reader
                && example.by == score.by
        };
        self.examples.iter().find(is_its).map(|example| example.address.as_str())
    }

    /// The floors of all items of a split: the row of [`ALL`], or the only row.
    pub fn split(&self, split: &str) -> Option<&FloorRow> {
        let mut rows = self.rows.iter().filter(|row| row.split == split);
        self.row(split, ALL).or_else(|| rows.next().filter(|_| rows.next().is_none()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever reads a bag of words has read a command without clauses, and has not read one whose order matters.
    #[test]
    fn who_reads_the_command_is_no_floor() {
        let scores =
            [("first object", 2.0), ("world only", 3.0), ("bag of words", 9.0), ("head phrase only", 10.0)];
        let mut row = FloorRow {
            split: "test".into(),
            group: ALL.into(),
            items: 10,
            chance: 0.1,
            nameable: Some(0.2),
            bound: None,
            readers: scores.map(|(reader, right)| ReaderScore::new(reader, EXACT, right, 10)).into(),
        };
        assert_eq!(row.floor().map(|score| score.reader), Some("world only"));
        row.bound = Some(0.5);
        assert_eq!(row.floor().map(|score| score.reader), Some("bag of words"));
        (row.nameable, row.bound) = (None, None);
        assert_eq!(row.floor().map(|score| score.reader), Some("bag of words"));
    }
}
