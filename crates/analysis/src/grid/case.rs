//! Items as they were asked, and answers to them.

use wampimuk_command::{Example, Lexicon, ObjectRoles, Reading, Surface};
use wampimuk_grid::{Action, Cell};
use wampimuk_prompt::{Answer, AnswerReader, ParseMode, PromptView, Response, Unparsed, read};
use wampimuk_score::grid::goal;

use crate::predictions::Said;

/// An item as it was asked, with what is known about it.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// Command, world, target and right answer.
    pub example: &'a Example,
    /// Why each object is there; empty where nobody says.
    pub cast: &'a ObjectRoles,
    /// The words.
    pub lexicon: &'a Lexicon,
    /// Whose wording it is.
    pub surface: Surface,
    /// How "small" and "big" are read.
    pub reading: Reading,
}

impl Case<'_> {
    /// Where the target is.
    pub fn goal(&self) -> Option<Cell> {
        goal(self.example)
    }
}

/// The actions of an answer. Tokens that are no actions, such as a padding symbol, are `None`: models may say them, and
/// they are never right. A text is read by the rule of [`wampimuk_prompt::answer`]; one that cannot be read, and that has no
/// mark, is taken apart at its commas. Actions have the names that the reader knows.
pub fn answer(said: &Said, reader: &AnswerReader) -> Vec<Option<Action>> {
    let apart = || said.parts().into_iter().map(|part| Action::from_name(&reader.plain(part))).collect();
    match said {
        Said::Tokens(_) => apart(),
        Said::Text(text) if text.trim().is_empty() => Vec::new(),
        Said::Text(text) => match reader.read(text, PromptView::Actions, ParseMode::Whole) {
            Answer::Actions(actions) => actions.into_iter().map(Some).collect(),
            _ if is_list(text) => apart(),
            _ => vec![None],
        },
    }
}

/// Whether a text is nothing but an answer: no mark, no thinking.
fn is_list(text: &str) -> bool {
    read(text, PromptView::Actions, ParseMode::Strict) == Answer::Unparsed(Unparsed::Missing)
        && Response::of(text).thinking.is_empty()
}
