//! Finding an answer in free text, and reading it.
//!
//! The rule, in full:
//!
//! 0. **Thinking** is not looked at: what stands between `<think>` and `</think>` ([`Response`]). Of a text that ends before its
//!    thinking does, nothing is left.
//! 1. **Where.** An answer is marked by a tag, `<answer>…</answer>`, by a box, `\boxed{…}`, or by a label: a line that begins
//!    with `Answer:` or `Final answer:`, or is nothing but `Final answer` (`Answer`, if it is in bold or a heading). The last
//!    mark of any kind counts, and a label within a tag, or a box within either, is part of the mark. A tag or a box
//!    that is not closed is none. Tags and labels may be in any case, and the marks of Markdown may stand before and
//!    around a label (`**Answer:**`, `### Answer:`, `> Answer:`). If nothing else is in the line of a label, the answer
//!    is the next block of lines, up to an empty line or the end of a code fence.
//!    In [`ParseMode::Lenient`], and only then, a text with none of these is read by its last line that is not empty (of
//!    riddles: by its last block of lines). In [`ParseMode::Whole`] it is the answer itself, as predictions in files are.
//!    Any sentence is words, so without a mark words are an answer only if each part has at most two, of letters, digits,
//!    hyphens and apostrophes. (An answer that is right as a whole is right however many words it has.)
//! 2. **Marks.** Lines that open or close a code fence are left out; so are `*` and backticks, and `_` at either end. In a
//!    box, `\text{…}` and the like are what they hold, and `\ ` and `\,` are spaces. Where every line of a list of actions
//!    or words begins with its number (`1.` or `1)`, from 1 without a gap), the numbers are left out.
//! 3. **Actions.** `walk`, `push`, `pull`, `stay`, `turn left`, `turn right` in any case, `turn_left` and `turn-left` too.
//!    Between them: spaces, line breaks, commas, semicolons, arrows (`->`, `→`), quotation marks. The whole may stand in
//!    square brackets, as a JSON list does, and end in a full stop. `nothing` or `[]` is the empty list. Repeat counts
//!    (`walk x3`, `3 walk`) are not read: prompts ask for every action.
//! 4. **Cells.** Exactly two numbers. Either both are labelled (`row 3, column 2`, `{"column": 2, "row": 3}`, also `col`)
//!    or neither is, and then the row comes first (`(3, 2)`, `3, 2`).
//! 5. **Words.** Parts are separated by commas, semicolons, line breaks or the word "and", or are a JSON list of texts.
//!    Case, quotation marks, brackets around a part, and a full stop at its end do not matter; nor does an article at
//!    its beginning. Everything else does: "in the kitchen" is not "kitchen".
//! 6. **Grids.** A line for each row, numbers separated by spaces, commas or `|`; or a JSON list of lists.
//!
//! In a fresh language actions have other names ([`AnswerReader`]).
//!
//! Anything else is [`Answer::Unparsed`] and scores nothing. Time and memory are linear in the length of the text.

mod actions;
mod cell;
mod find;
mod grid;
mod language;
mod thinking;
mod words;

use wampimuk_grid::{Action, Cell};

use crate::PromptView;

pub use find::find;
pub use language::AnswerReader;
pub use thinking::Response;
pub use words::normalised;

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Actions, to [`PromptView::Actions`].
    Actions(Vec<Action>),
    /// A cell, to [`PromptView::Reference`].
    Cell(Cell),
    /// The parts of an answer to a question about a story, to [`PromptView::Answer`]: in lower case and without articles.
    Words(Vec<String>),
    /// A grid of numbers, to [`PromptView::Output`].
    Grid(Vec<Vec<u64>>),
    /// Nothing that can be read.
    Unparsed(Unparsed),
}

/// Why there is no answer in a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unparsed {
    /// Nothing says that it is the answer.
    #[error("there is no line `Answer: …` and no <answer>…</answer>")]
    Missing,
    /// Nothing says that it is the answer, and it reads as a sentence. Its parts, since a recipe may have words that read so.
    #[error("there is no line `Answer: …` and no <answer>…</answer>, and sentences are not searched")]
    Sentence(Vec<String>),
    /// There is a label and nothing else.
    #[error("the answer is empty")]
    Empty,
    /// A word that is no action.
    #[error(
        "`{word}` (number {position} of the list) is not an action: expected walk, push, pull, stay, turn left or turn right"
    )]
    Word {
        /// The word, shortened.
        word: String,
        /// Its place among the actions, from 1 on.
        position: usize,
    },
    /// A character that does not belong there.
    #[error("`{character}` cannot stand in {place}")]
    Character {
        /// The character.
        character: char,
        /// Which part of the answer it is in.
        place: &'static str,
    },
    /// No cell.
    #[error("expected a row and a column, such as `row 3, column 2`: {0}")]
    Cell(&'static str),
    /// No grid.
    #[error("expected rows of numbers: {0}")]
    Grid(&'static str),
    /// More than any right answer has.
    #[error("the answer is too long: at most {most} {unit}")]
    TooLong {
        /// How many there may be.
        most: usize,
        /// What is counted.
        unit: &'static str,
    },
}

/// How strictly an answer must be marked in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ParseMode {
    /// The answer must be marked as one.
    #[default]
    Strict,
    /// Where nothing is marked, the last line counts.
    Lenient,
    /// Where nothing is marked, the whole text is the answer.
    Whole,
}

impl ParseMode {
    const ALL: [Self; 3] = [Self::Strict, Self::Lenient, Self::Whole];

    /// `strict`, `lenient` or `whole`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Lenient => "lenient",
            Self::Whole => "whole",
        }
    }

    /// The mode with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

/// Finds the answer in free text and reads it.
pub fn read(text: &str, view: PromptView, mode: ParseMode) -> Answer {
    let said = Response::of(text).answer;
    let answer = match find(&said, view, mode) {
        Ok(found) => parse(&found, view),
        Err(reason) => Answer::Unparsed(reason),
    };
    match answer {
        Answer::Words(parts) if !words::are_short(&parts) && !find::is_marked(&said) => {
            Answer::Unparsed(Unparsed::Sentence(parts))
        }
        answer => answer,
    }
}

/// Reads an answer that stands alone, without a label.
pub fn parse(text: &str, view: PromptView) -> Answer {
    let text = text.trim();
    let answer = match view {
        PromptView::Actions => actions::parse(text).map(Answer::Actions),
        PromptView::Reference => cell::parse(text).map(Answer::Cell),
        PromptView::Answer => words::parse(text).map(Answer::Words),
        PromptView::Output => grid::parse(text).map(Answer::Grid),
    };
    answer.unwrap_or_else(Answer::Unparsed)
}
