//! Our own rows: one question with the facts before it, as JSON lines and Parquet.

use wampimuk_babi::text::MOST_LINES;
use wampimuk_babi::{Asked, Line, Passage};

use super::{Found, StoryClaims};
use crate::error::FieldError;
use crate::original::parse_json;

/// The columns of [`QuestionColumns`](wampimuk_babi::QuestionColumns), as a file has them.
#[derive(Debug, serde::Deserialize)]
pub(super) struct StoryRow {
    pub id: String,
    pub split: String,
    pub task: String,
    pub story: u64,
    pub index: u64,
    pub facts: Vec<String>,
    pub question: String,
    pub kind: String,
    pub answer: String,
    pub supporting: Vec<u32>,
    pub all_minimal: Vec<Vec<u32>>,
    pub complete: bool,
    pub composition: Vec<String>,
    pub symbols: Vec<String>,
    pub status: String,
}

impl StoryRow {
    /// The story that the row tells.
    pub(super) fn found(self) -> Result<Found, FieldError> {
        let facts = self.facts.len();
        if facts >= MOST_LINES {
            return Err(FieldError::value("facts", format!("fewer than {MOST_LINES} facts"), facts));
        }
        let numbers = |field: &dyn Fn(usize) -> String, list: &[u32]| {
            let number = |(at, &fact): (usize, &u32)| match fact as usize {
                fact if (1..=facts).contains(&fact) => Ok(fact),
                _ => Err(FieldError::value(
                    field(at),
                    format!("a position in `facts`, from 1 to {facts}"),
                    fact,
                )),
            };
            list.iter().enumerate().map(number).collect::<Result<Vec<usize>, _>>()
        };
        let support = numbers(&|at| format!("supporting[{at}]"), &self.supporting)?;
        let minimal =
            |(set, list): (usize, &Vec<u32>)| numbers(&|at| format!("all_minimal[{set}][{at}]"), list);
        let all_minimal = self.all_minimal.iter().enumerate().map(minimal).collect::<Result<_, _>>()?;
        let asked = Asked { question: self.question, answer: self.answer, support };
        let lines = self.facts.into_iter().map(Line::Fact).chain([Line::Question(asked)]).collect();
        let claims = StoryClaims {
            id: Some(self.id),
            index: Some(self.index),
            kind: Some(self.kind),
            all_minimal: Some(all_minimal),
            complete: Some(self.complete),
            composition: Some(self.composition),
            status: Some(self.status),
            symbols: Some(self.symbols),
            unmapped_support: None,
        };
        Ok(Found {
            passage: Passage { lines },
            id: None,
            task: Some(self.task),
            split: Some(self.split),
            story: Some(self.story),
            claims: vec![claims],
        })
    }
}

/// Reads a line as a story.
pub(super) fn read(json: &[u8]) -> Result<Found, FieldError> {
    parse_json::<StoryRow>(json)?.found()
}
