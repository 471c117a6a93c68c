//! The bAbI text format: numbered lines, the numbers starting again at 1 with every story.
//!
//! ```text
//! 1 Mary went to the kitchen.
//! 2 Where is Mary?	kitchen	1
//! ```

/// A story as text, with questions among its lines.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Passage {
    /// The lines. Line `i` is printed with the number `i + 1`: questions count.
    pub lines: Vec<Line>,
}

/// A line of a passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A sentence that tells something, with its full stop.
    Fact(String),
    /// A question.
    Question(Asked),
}

/// A question, with what the file says about it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Asked {
    /// The question, with its question mark.
    pub question: String,
    /// The answer. Several are joined by commas.
    pub answer: String,
    /// The printed numbers of the lines that support the answer, as listed in the file.
    pub support: Vec<usize>,
}

impl Passage {
    /// The facts, each with its printed number.
    pub fn facts(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines.iter().enumerate().filter_map(|(index, line)| match line {
            Line::Fact(text) => Some((index + 1, text.as_str())),
            Line::Question(_) => None,
        })
    }

    /// The questions, each with its printed number.
    pub fn questions(&self) -> impl Iterator<Item = (usize, &Asked)> {
        self.lines.iter().enumerate().filter_map(|(index, line)| match line {
            Line::Fact(_) => None,
            Line::Question(asked) => Some((index + 1, asked)),
        })
    }
}
