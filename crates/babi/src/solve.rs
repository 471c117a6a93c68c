//! Answers to the questions of a passage, with the lines that they rest on.

use thiserror::Error;
use wampimuk_story::{Lexicon, Rules, Style, support};

use crate::text::Passage;

/// What kind of question it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Where is Mary?
    WherePerson,
    /// Where is the apple?
    WhereObject,
    /// Where was the apple before the kitchen?
    WhereWasObject,
    /// Is Mary in the kitchen?
    YesNo,
    /// How many objects is Mary carrying?
    Counting,
    /// What is Mary carrying?
    List,
    /// Who gave the apple to Mary? And four other forms.
    Giving,
    /// What is north of the kitchen? (task 4)
    Direction,
    /// Where was Mary before the park? (task 14)
    WhereWasPerson,
    /// What is Gertrude afraid of? (task 15)
    Fear,
    /// What color is Greg? (task 16)
    Colour,
    /// Is the triangle above the red square? (task 17)
    Position,
    /// Does the box fit in the chest? (task 18)
    Size,
    /// How do you go from the kitchen to the garden? (task 19)
    Path,
    /// Where will Sumit go? Why did Sumit go to the kitchen? (task 20)
    Motive,
}

/// Whether a question has an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Exactly one ("maybe" is one).
    Unique,
    /// Several fit the words of the question: two gifts, two paths. The answer is the one that the published data would have.
    Ambiguous,
    /// It does not follow from the story.
    Unknown,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The printed number of the question.
    pub line: usize,
    /// What kind of question it is.
    pub kind: Kind,
    /// Whether it has an answer.
    pub status: Status,
    /// The answer; empty if it is unknown.
    pub answer: String,
    /// The printed numbers of the supporting lines.
    pub supporting: Vec<usize>,
    /// All minimal sets of lines that support the answer, by size and then by lines; as printed numbers.
    pub all_minimal: Vec<Vec<usize>>,
    /// Whether `all_minimal` has them all.
    pub complete: bool,
    /// The concepts of the supporting lines, in capitals: the support composition.
    pub composition: Vec<&'static str>,
}

/// Why a passage could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct SolveError {
    /// The printed number of the line.
    pub line: usize,
    /// What is wrong with it, and what was expected.
    pub message: String,
}

/// Answers questions.
#[derive(Clone, Debug)]
pub struct Solver {
    /// The words of stories about people, objects and places.
    pub lexicon: Lexicon,
    /// How such stories are read.
    pub rules: Rules,
    /// Which support is *the* support.
    pub style: Style,
    /// The most steps of a search for supports.
    pub steps: usize,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver {
            lexicon: Lexicon::published(),
            rules: Rules::default(),
            style: Style::default(),
            steps: support::STEPS,
        }
    }
}

impl Solver {
    /// The solutions of all questions of a passage, in their order.
    pub fn solve(&self, _passage: &Passage) -> Result<Vec<Solution>, SolveError> {
        Ok(Vec::new())
    }
}
