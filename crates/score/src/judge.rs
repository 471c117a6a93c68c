//! Judging answers, item by item.

pub mod grid;
mod riddle;
mod story;

use wampimuk_core::ItemError;
use wampimuk_families::{Dataset, Made, Workers};
use wampimuk_grid::Shortfall;
use wampimuk_prompt::{Answer, AnswerReader, ParseMode, Partner, PromptView, Unparsed};

pub use grid::judge as judge_example;
pub use story::judge as judge_answer;

/// What can be said about an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// It could be read.
    pub parsed: bool,
    /// It is the right answer: action for action, the very cell, the same words, cell for cell.
    pub exact: bool,
    /// It does what was asked, perhaps in another way than the canonical one. Only actions can do so; other answers
    /// fulfil what is asked if they are exact.
    pub fulfils: bool,
    /// It found the right object: before the first push or pull, or at the end if there is none, the agent stands in the
    /// cell where the target was. Other answers reach what is asked for if they are exact.
    pub reached: bool,
    /// The item has only one answer. Where this is false, as in questions that fit several occasions, a wrong answer may
    /// be as good as the right one.
    pub sound: bool,
    /// The share of parts that are right: of actions at their place, of words, of cells of a grid; of the longer one of
    /// both answers.
    pub accuracy: f64,
    /// How many actions are right from the start. Of other answers: all parts if the answer is exact, else none.
    pub prefix: usize,
    /// How many parts the right answer has.
    pub length: usize,
    /// What is wrong; `None` if the answer is exact.
    pub why: Option<AnswerFault>,
}

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerFault {
    /// It could not be read.
    #[error("{0}")]
    Unparsed(Unparsed),
    /// It is of a kind that does not fit the question, such as a cell for a story.
    #[error("this is no answer to such a question")]
    Kind,
    /// The actions do what was asked, but are not the canonical ones.
    #[error(
        "the command is fulfilled, but not in the way that was asked for (which axis first, which way round)"
    )]
    Way,
    /// The actions do not do what was asked.
    #[error("{0}")]
    Shortfall(Shortfall),
    /// A token in it, by its place from 0, is no action: nothing is carried out.
    #[error("token {} is no action", .0 + 1)]
    NoAction(usize),
    /// It is another cell.
    #[error("the object is not in this cell")]
    Cell,
    /// It says something else.
    #[error("the answer is another one")]
    Words,
    /// The grid has other rows or columns.
    #[error("the grid has {rows} rows of {columns}, expected {side} of {side}")]
    Side {
        /// Its rows.
        rows: usize,
        /// Its columns.
        columns: usize,
        /// The rows and columns of the right one.
        side: usize,
    },
    /// A cell of the grid is wrong.
    #[error("row {row}, column {column} of the grid is wrong")]
    Code {
        /// The row, from 0.
        row: usize,
        /// The column, from 0.
        column: usize,
    },
}

/// Why nothing can be said about an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JudgeError {
    /// The dataset has fewer splits.
    #[error("split number {split} does not exist: there are {count}")]
    Split {
        /// The number asked for.
        split: usize,
        /// How many there are.
        count: usize,
    },
    /// The item cannot be made.
    #[error("{0}")]
    Item(#[from] ItemError),
}

/// Judges answers to items of a dataset, one after another, and reuses the memory of the items.
pub struct Judge<'d> {
    splits: usize,
    workers: Workers<'d>,
    reader: AnswerReader,
}

impl<'d> Judge<'d> {
    /// A judge of answers to items of this dataset.
    pub fn new(dataset: &'d dyn Dataset) -> Self {
        let contents = dataset.contents();
        let reader = AnswerReader::of(contents);
        Self { splits: dataset.splits().len(), workers: contents.workers(), reader }
    }

    /// Judges an answer to item `index` of split number `split`.
    pub fn judge(&mut self, split: usize, index: u64, answer: &Answer) -> Result<Judgement, JudgeError> {
        if split >= self.splits {
            return Err(JudgeError::Split { split, count: self.splits });
        }
        Ok(judge_item(&self.workers.make(split, index)?, answer))
    }

    /// Judges what a language model said, by the rule of [`wampimuk_prompt::answer`]. The view says what was asked for.
    pub fn judge_text(
        &mut self,
        split: usize,
        index: u64,
        text: &str,
        view: PromptView,
        mode: ParseMode,
    ) -> Result<Judgement, JudgeError> {
        let answer = self.reader.read(text, view, mode);
        self.judge(split, index, &answer)
    }
}

/// Judges an answer to an item that is at hand.
pub fn judge_item(made: &Made<'_>, answer: &Answer) -> Judgement {
    match made {
        Made::Command(family, item) => judge_example(&item.example, family.lexicon(), answer),
        Made::Riddle(_, riddle) => riddle::judge(riddle, answer),
        Made::Story(_, question) => judge_answer(question.solution, answer),
    }
}

/// Judges an answer to the partner of an item.
pub fn judge_partner(partner: &Partner<'_>, answer: &Answer) -> Judgement {
    match partner {
        Partner::Command(family, _, partner) => judge_example(&partner.example, family.lexicon(), answer),
        Partner::Riddle(.., partner) => riddle::judge(&partner.riddle, answer),
        Partner::Story(.., partner) => judge_answer(&partner.proved.solution, answer),
    }
}

/// Judges one answer. For many, a [`Judge`] is faster.
pub fn judge(
    dataset: &dyn Dataset,
    split: usize,
    index: u64,
    answer: &Answer,
) -> Result<Judgement, JudgeError> {
    Judge::new(dataset).judge(split, index, answer)
}

impl Judgement {
    /// The judgement of an exact answer.
    fn right(length: usize) -> Self {
        Self {
            parsed: true,
            exact: true,
            fulfils: true,
            reached: true,
            sound: true,
            accuracy: 1.0,
            prefix: length,
            length,
            why: None,
        }
    }

    /// An answer that is not even near.
    fn wrong(length: usize, why: AnswerFault) -> Self {
        Self {
            parsed: !matches!(why, AnswerFault::Unparsed(_)),
            exact: false,
            fulfils: false,
            reached: false,
            sound: true,
            accuracy: 0.0,
            prefix: 0,
            length,
            why: Some(why),
        }
    }

    /// An answer that is not of the kind that was asked for.
    fn other(length: usize, answer: &Answer) -> Self {
        match answer {
            Answer::Unparsed(reason) => Self::wrong(length, AnswerFault::Unparsed(reason.clone())),
            _ => Self::wrong(length, AnswerFault::Kind),
        }
    }
}
