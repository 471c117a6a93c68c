//! What floors are held to.

use super::stories::ONE_EVENT;
use super::{ALL, FloorRow, Floors, ReaderScore};
use crate::summary::Topic;

/// A floor beside what it should not exceed.
#[derive(Clone, Debug)]
pub struct Bar<'f> {
    /// The items.
    pub row: &'f FloorRow,
    /// What it is about.
    pub topic: Topic,
    /// What is scored, in words.
    pub what: &'static str,
    /// The better of what the reader scores.
    pub score: &'f ReaderScore,
    /// What it is measured against: chance, a choice among what commands could name, or the bound of those who do not see
    /// the order of words.
    pub expected: f64,
    /// By how much it may be above.
    pub margin: f64,
}

impl Bar<'_> {
    /// What should not be exceeded.
    pub fn height(&self) -> f64 {
        self.expected + self.margin
    }

    /// Whether the whole interval of the score lies above the bar.
    pub fn is_missed(&self) -> bool {
        self.score.low > self.height()
    }
}

/// Readers of commands that are held to chance.
const BY_CHANCE: [(&str, f64, Topic, &str); 4] = [
    ("place in the list", 0.03, Topic::Position, "the target is found from its place in the list of objects"),
    ("first object", 0.03, Topic::Position, "the target is the first object of the list"),
    ("last object", 0.03, Topic::Position, "the target is the last object of the list"),
    ("nearest object", 0.03, Topic::Position, "the target is the object that is nearest to the agent"),
];

/// The reader that is held to a choice among what commands could name.
const BY_NAME: (&str, f64, &str) =
    ("world only", 0.04, "the target is found from the world alone, without the command");

/// Readers of commands that are held to the bound of those who do not see the order of words.
const BY_BOUND: [(&str, f64, &str); 4] = [
    ("orders: vote", 0.05, "the target is found by a vote over all orders of the words"),
    ("orders: promised", 0.10, "the target is found by a vote of the orders that keep every promise"),
    ("bag and world", 0.08, "the target is found from the world and the words in any order"),
    (
        "bag, world and votes",
        0.08,
        "the target is found from the world, the words in any order and what all their orders refer to",
    ),
];

/// Readers of stories, who are held to the most frequent answer.
const BY_MAJORITY: [(&str, &str); 5] = [
    ("question only", "answered from the question alone"),
    ("bag of words", "answered from the question and the words of the story in any order"),
    ("last mention", "answered from the last line that names the subject of the question"),
    ("last own event", "answered from the last events of the subject, or of the person named with it"),
    ("position", "answered from where in the story the answers are named"),
];
const STORY: f64 = 0.10;

/// Those of them who read one event.
const OF_ONE_EVENT: [&str; 2] = ["last mention", "last own event"];

/// The bars of all rows of one pattern or kind.
pub fn bars(floors: &Floors) -> Vec<Bar<'_>> {
    let mut bars = Vec::new();
    for row in floors.rows.iter().filter(|row| row.group != ALL) {
        let mut hold = |reader: &str, topic, what, expected, margin| {
            let score = row.best(reader);
            bars.extend(score.map(|score| Bar { row, topic, what, score, expected, margin }));
        };
        for (reader, margin, topic, what) in BY_CHANCE {
            hold(reader, topic, what, row.chance, margin);
        }
        if let Some(nameable) = row.nameable {
            let (reader, margin, what) = BY_NAME;
            hold(reader, Topic::Floors, what, nameable, margin);
        }
        for (reader, margin, what) in BY_BOUND {
            if let Some(bound) = row.bound {
                hold(reader, Topic::Order, what, bound, margin);
            }
        }
        // Commands have a bag of words, too, and it is right that it helps.
        if row.best("majority").is_some() {
            // Where one event shows the answer, it is right that whoever reads of it has it.
            let excused = |reader: &str| row.group.ends_with(ONE_EVENT) && OF_ONE_EVENT.contains(&reader);
            for (reader, what) in BY_MAJORITY.into_iter().filter(|(reader, _)| !excused(reader)) {
                hold(reader, Topic::Floors, what, row.chance, STORY);
            }
        }
    }
    bars
}
