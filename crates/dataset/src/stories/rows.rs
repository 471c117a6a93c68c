//! Our own rows: one question with the facts before it, as JSON lines and Parquet.

use thiserror::Error;
use wampimuk_babi::text::MOST_LINES;
use wampimuk_babi::{Asked, Kind, Line, Passage, Solution, Status};
use wampimuk_core::{Field, Schema, Sink, Type, Words};

use super::sentences::position;
use super::{Found, StoryClaims, StoryHead, StoryWriteError};
use crate::error::FieldError;
use crate::original::parse_json;

/// A question as recorded.
#[derive(Clone, Debug, PartialEq, Eq, Default, serde::Deserialize)]
pub struct StoryRow {
    /// The name of the question.
    pub id: String,
    /// The split.
    pub split: String,
    /// The task.
    pub task: String,
    /// The number of the story in its split.
    pub story: u64,
    /// The index of the question in its split.
    pub index: u64,
    /// The statements before the question.
    pub facts: Vec<String>,
    /// The question.
    pub question: String,
    /// What kind of question it is, see [`Kind::name`].
    pub kind: String,
    /// The answer.
    pub answer: String,
    /// The positions of the supporting facts, from 1 on.
    pub supporting: Vec<u32>,
    /// All minimal supports.
    pub all_minimal: Vec<Vec<u32>>,
    /// Whether those are all.
    pub complete: bool,
    /// The concepts of the supporting facts.
    pub composition: Vec<String>,
    /// The symbolic facts, and then the symbolic question.
    pub symbols: Vec<String>,
    /// Whether there is an answer, see [`Status::name`].
    pub status: String,
}

impl StoryRow {
    /// The rows of a story, one for each solution. `index` is that of the first, and `symbols` gives the symbolic facts
    /// and question of a printed number.
    ///
    /// # Errors
    /// If a solution is about a line that is no question, or a support is no fact before it.
    pub fn of(
        passage: &Passage,
        solutions: &[Solution],
        head: &StoryHead<'_>,
        index: u64,
        mut symbols: impl FnMut(usize) -> Vec<String>,
    ) -> Result<Vec<Self>, StoryWriteError> {
        let row = |(number, solution): (usize, &Solution)| {
            let line = solution.line;
            let refused = |message: String| StoryWriteError { line, message };
            let told = passage.lines.get(..line).and_then(<[Line]>::split_last);
            let Some((Line::Question(asked), before)) = told else {
                return Err(refused("expected a question, for there is a solution".to_owned()));
            };
            let fact = |&support: &usize| {
                let fact = position(passage, support).filter(|_| support < line);
                let fact = fact.and_then(|fact| u32::try_from(fact).ok());
                fact.ok_or_else(|| refused(format!("expected supports that are facts, found line {support}")))
            };
            let facts = |supports: &Vec<usize>| supports.iter().map(fact).collect::<Result<Vec<u32>, _>>();
            let text = |line: &Line| match line {
                Line::Fact(text) => Some(text.clone()),
                Line::Question(_) => None,
            };
            Ok(Self {
                id: format!("{}_{line}", head.id),
                split: head.split.to_owned(),
                task: head.task.to_owned(),
                story: head.story,
                index: index + number as u64,
                facts: before.iter().filter_map(text).collect(),
                question: asked.question.clone(),
                kind: solution.kind.name().to_owned(),
                answer: asked.answer.clone(),
                supporting: facts(&asked.support)?,
                all_minimal: solution.all_minimal.iter().map(facts).collect::<Result<_, _>>()?,
                complete: solution.complete,
                composition: solution.composition.iter().map(|&word| word.to_owned()).collect(),
                symbols: symbols(line),
                status: solution.status.name().to_owned(),
            })
        };
        solutions.iter().enumerate().map(row).collect()
    }

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

/// A word that a column does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{word}` is no {column} of this dataset")]
pub struct UnknownWord {
    /// The column.
    pub column: &'static str,
    /// The word.
    pub word: String,
}

/// The columns of rows, for [`JsonLines`](crate::JsonLines) and [`Table`](crate::Table).
#[derive(Clone, Debug)]
pub struct StoryColumns {
    splits: Words,
    tasks: Words,
    kinds: Words,
    concepts: Words,
    statuses: Words,
}

impl StoryColumns {
    /// Columns for these splits, tasks and concepts (at most 256).
    pub fn new(splits: Words, tasks: Words, concepts: Words) -> Self {
        let kinds = Kind::ALL.iter().map(|kind| kind.name().to_owned()).collect();
        let statuses = [Status::Unique, Status::Ambiguous, Status::Unknown];
        let statuses = statuses.iter().map(|status| status.name().to_owned()).collect();
        Self { splits, tasks, kinds, concepts, statuses }
    }

    /// The schema.
    pub fn schema(&self) -> Schema {
        let word = |words: &Words| Type::Word(words.clone());
        let list = |element| Type::List(Box::new(element));
        Schema {
            fields: vec![
                Field::new("id", Type::Text, "name of the question"),
                Field::new("split", word(&self.splits), "split"),
                Field::new("task", word(&self.tasks), "task"),
                Field::new("story", Type::U64, "number of the story in its split"),
                Field::new("index", Type::U64, "index of the question in its split"),
                Field::new("facts", list(Type::Text), "the statements before the question"),
                Field::new("question", Type::Text, "the question"),
                Field::new("kind", word(&self.kinds), "what kind of question it is"),
                Field::new("answer", Type::Text, "the answer; several are joined by commas"),
                Field::new(
                    "supporting",
                    list(Type::U32),
                    "positions in `facts`, from 1 on, of the supporting facts",
                ),
                Field::new("all_minimal", list(list(Type::U32)), "all minimal sets of supporting facts"),
                Field::new("complete", Type::Bool, "whether those are all"),
                Field::new("composition", list(word(&self.concepts)), "the concepts of the supporting facts"),
                Field::new("symbols", list(Type::Text), "the facts and then the question as symbols"),
                Field::new("status", word(&self.statuses), "whether there is exactly one answer"),
            ],
        }
    }

    /// Writes a row. Nothing is written if a word is unknown.
    ///
    /// # Errors
    /// If the split, the task, the kind, the status or a concept is none of the columns' words.
    pub fn push(&self, sink: &mut dyn Sink, row: &StoryRow) -> Result<(), UnknownWord> {
        let (split, task) = (find("split", &self.splits, &row.split)?, find("task", &self.tasks, &row.task)?);
        let kind = find("kind", &self.kinds, &row.kind)?;
        let status = find("status", &self.statuses, &row.status)?;
        let concept = |word: &String| {
            let index = find("composition", &self.concepts, word)?;
            u8::try_from(index).map_err(|_| UnknownWord { column: "composition", word: word.clone() })
        };
        let composition = row.composition.iter().map(concept).collect::<Result<Vec<u8>, _>>()?;
        sink.text(&row.id);
        sink.word(split);
        sink.word(task);
        sink.uint(row.story);
        sink.uint(row.index);
        texts(sink, &row.facts);
        sink.text(&row.question);
        sink.word(kind);
        sink.text(&row.answer);
        numbers(sink, &row.supporting);
        sink.list(row.all_minimal.len());
        row.all_minimal.iter().for_each(|set| numbers(sink, set));
        sink.bool(row.complete);
        sink.words(&composition);
        texts(sink, &row.symbols);
        sink.word(status);
        sink.end();
        Ok(())
    }
}

fn find(column: &'static str, words: &Words, word: &str) -> Result<usize, UnknownWord> {
    let index = words.iter().position(|other| other == word);
    index.ok_or_else(|| UnknownWord { column, word: word.to_owned() })
}

fn texts(sink: &mut dyn Sink, texts: &[String]) {
    sink.list(texts.len());
    texts.iter().for_each(|text| sink.text(text));
}

fn numbers(sink: &mut dyn Sink, numbers: &[u32]) {
    sink.list(numbers.len());
    numbers.iter().for_each(|&number| sink.uint(number.into()));
}
