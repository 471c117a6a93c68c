//! Stories with questions, from files of several formats and back.
//!
//! | format | one record is | what it says beyond the text |
//! |---|---|---|
//! | bAbI text | a story | nothing |
//! | event lines of the Dyna-bAbI kit | a story | kinds of questions |
//! | prompt lines of the kit | a story, or a question where a story has gaps | nothing |
//! | SQuAD | a paragraph with its questions | kinds, compositions |
//! | our rows, as JSON lines, Parquet or Arrow | a question | everything |
//!
//! [`open`] tells formats apart by their contents and gives a [`StoryReader`], an iterator over [`StoryRecord`]s that
//! holds one record at a time. As elsewhere in this crate, files are not trusted: whatever they hold, the result is a
//! record or an error that says where, which field, and what was expected.
//!
//! Writers append to a `Vec<u8>`, so that many threads can render parts of a file: [`write_text`], [`SquadWriter`],
//! [`write_events`] and [`write_prompts`]; rows are written by [`QuestionColumns`](wampimuk_babi::QuestionColumns). What
//! they write of a question is what the passage says of it; a [`Solution`](wampimuk_babi::Solution) adds only what a
//! passage has no room for.

mod events;
mod growing;
mod names;
mod prompts;
mod python;
mod rows;
mod sentences;
mod sniff;
mod squad;
mod table;
mod text;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use thiserror::Error;
use wampimuk_babi::Passage;
use wampimuk_babi::text::Passages;

pub use events::{EventLine, JsonMembers, KitEvent, OneOrMany, write_events};
pub use prompts::{PromptLine, PromptStem, write_prompts};
pub(crate) use sniff::story_format;
pub use squad::SquadWriter;
pub use text::write_text;

use crate::error::{FieldError, FilePlace, FilePosition, ReadError};
use crate::input::Input;
use crate::json_walker::JsonProblem;
use crate::lines::{LineError, Lines};

/// A story that was read, and what its file says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryRecord {
    /// The story with its questions.
    pub passage: Passage,
    /// The name of the story, if the format has one: the kit's `uid`, SQuAD's `title`.
    pub id: Option<String>,
    /// The task; by the file's name where the format has no room for it.
    pub task: Option<String>,
    /// The split; by the file's name where the format has no room for it.
    pub split: Option<String>,
    /// The number of the story in its split, if the file says so.
    pub story: Option<u64>,
    /// Where the story begins.
    pub place: FilePlace,
    /// What the file says about each question beyond the text, in the order of the questions.
    pub claims: Vec<StoryClaims>,
}

/// What a file says about a question beyond the text. `None` is silence.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct StoryClaims {
    /// The name of the question.
    pub id: Option<String>,
    /// The index of the question in its split.
    pub index: Option<u64>,
    /// The kind of question, in the file's words.
    pub kind: Option<String>,
    /// All minimal supports, as printed numbers.
    pub all_minimal: Option<Vec<Vec<usize>>>,
    /// Whether those are all.
    pub complete: Option<bool>,
    /// The concepts of the supporting lines.
    pub composition: Option<Vec<String>>,
    /// Whether the question has an answer, in the file's words.
    pub status: Option<String>,
    /// The symbolic facts and then the symbolic question.
    pub symbols: Option<Vec<String>>,
    /// Supporting lines by numbers that count questions which the file does not have. The passage has no supports then.
    pub unmapped_support: Option<Vec<usize>>,
}

/// What the writers say of a story.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoryHead<'a> {
    /// The name of the story; names of questions are this, `_`, and the printed number of the question.
    pub id: &'a str,
    /// The task.
    pub task: &'a str,
    /// The split.
    pub split: &'a str,
    /// The number of the story in its split.
    pub story: u64,
}

/// Why a story cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line} of the story: {message}")]
pub struct StoryWriteError {
    /// The printed number of the line.
    pub line: usize,
    /// What stands in the way.
    pub message: String,
}

/// A format of stories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StoryFormat {
    /// Numbered lines, see [`wampimuk_babi::text`].
    Text,
    /// The kit's `dec_….jsonl`: stories with their events.
    Events,
    /// The kit's other `.jsonl`: a question and the statements before it in one text.
    Prompts,
    /// SQuAD's JSON.
    Squad,
    /// JSON lines, written by us.
    Lines,
    /// Parquet or Arrow, written by us.
    Table,
}

impl StoryFormat {
    /// The name, as in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "bAbI text",
            Self::Events => "the kit's event lines",
            Self::Prompts => "the kit's text-to-text lines",
            Self::Squad => "SQuAD JSON",
            Self::Lines => "JSON lines of questions",
            Self::Table => "Parquet or Arrow of questions",
        }
    }
}

impl fmt::Display for StoryFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Opens a file of stories, of any format; `-` is standard input.
///
/// # Errors
/// If it cannot be opened or holds no stories.
pub fn open(path: &Path) -> Result<StoryReader, ReadError> {
    let error = |source| ReadError::Open { path: path.to_owned(), source };
    let file: Arc<Path> = path.into();
    let mut input = Input::open(path).map_err(error)?;
    let format = sniff::sniff(&mut input).map_err(error)?.map_err(|found| ReadError::Structure {
        place: FilePlace { file: file.clone(), spot: FilePosition::Line(1) },
        message: format!(
            "expected stories, as bAbI text, lines of the Dyna-bAbI kit (with `events` or `input`), SQuAD JSON (with \
             `data`), or rows of ours (with `facts`, or as Parquet or Arrow), but {found}"
        ),
    })?;
    let source = match format {
        StoryFormat::Text => Source::Text(text::passages(input)),
        StoryFormat::Events => Source::Events(Lines::new(input)),
        StoryFormat::Prompts => Source::Prompts(prompts::Prompts::new(Lines::new(input))),
        StoryFormat::Squad => Source::Squad(squad::Paragraphs::new(input)),
        StoryFormat::Lines => Source::Lines(Lines::new(input)),
        StoryFormat::Table => Source::Table(Box::new(table::open(path)?)),
    };
    Ok(StoryReader { names: names::FileName::of(path), file, format, source, done: false })
}

/// Reads stories, one by one.
///
/// A story that is not what it should be is an error in its place, and the stories after it are read. After an error that
/// concerns the file as a whole the rest of it is given up.
#[derive(Debug)]
pub struct StoryReader {
    file: Arc<Path>,
    names: names::FileName,
    format: StoryFormat,
    source: Source,
    done: bool,
}

#[derive(Debug)]
enum Source {
    Text(Passages<text::Bounded<Input>>),
    Events(Lines<Input>),
    Prompts(prompts::Prompts),
    Squad(squad::Paragraphs<Input>),
    Lines(Lines<Input>),
    Table(Box<table::TableReader>),
}

/// What the readers of the formats give: a story without the name of its file.
#[derive(Debug, Default)]
struct Found {
    passage: Passage,
    id: Option<String>,
    task: Option<String>,
    split: Option<String>,
    story: Option<u64>,
    claims: Vec<StoryClaims>,
}

/// Why there is no story at a place.
#[derive(Debug)]
enum Wrong {
    /// The story is not what it should be.
    Item(FieldError),
    /// The story is too long.
    TooLong,
    /// The source failed.
    Io(std::io::Error),
    /// The file is not what it should be.
    Structure(String),
    /// A table is not what it should be.
    Table(ReadError),
}

impl From<JsonProblem> for Wrong {
    fn from(problem: JsonProblem) -> Self {
        match problem {
            JsonProblem::Io(error) => Wrong::Io(error),
            other => Wrong::Structure(other.to_string()),
        }
    }
}

impl From<FieldError> for Wrong {
    fn from(error: FieldError) -> Self {
        Self::Item(error)
    }
}

impl From<LineError> for Wrong {
    fn from(error: LineError) -> Self {
        match error {
            LineError::Io(source) => Self::Io(source),
            LineError::TooLong => Self::TooLong,
        }
    }
}

/// A story or what is wrong with it, and where; `None` at the end.
type Next = Option<(FilePosition, Result<Found, Wrong>)>;

impl StoryReader {
    /// The format of the file.
    pub fn format(&self) -> StoryFormat {
        self.format
    }

    fn find(&mut self) -> Next {
        match &mut self.source {
            Source::Text(passages) => text::next(passages),
            Source::Events(lines) => next_line(lines, events::read),
            Source::Prompts(prompts) => prompts.next(),
            Source::Squad(paragraphs) => paragraphs.next(),
            Source::Lines(lines) => next_line(lines, rows::read),
            Source::Table(table) => table.next(&self.file),
        }
    }
}

/// The record that is the next line.
fn next_line(lines: &mut Lines<Input>, read: impl Fn(&[u8]) -> Result<Found, FieldError>) -> Next {
    match lines.next_line() {
        Ok(None) => None,
        Ok(Some(line)) => {
            let found = read(line).map_err(Wrong::Item);
            Some((FilePosition::Line(lines.number()), found))
        }
        Err(error) => Some((FilePosition::Line(lines.number()), Err(error.into()))),
    }
}

impl Iterator for StoryReader {
    type Item = Result<StoryRecord, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let Some((spot, result)) = self.find() else {
            self.done = true;
            return None;
        };
        let place = FilePlace { file: self.file.clone(), spot };
        let wrong = match result {
            Ok(Found { passage, id, task, split, story, claims }) => {
                let task = task.or_else(|| self.names.task.clone());
                let split = split.or_else(|| self.names.split.clone());
                return Some(Ok(StoryRecord { passage, id, task, split, story, place, claims }));
            }
            Err(wrong) => wrong,
        };
        self.done = matches!(wrong, Wrong::Io(_) | Wrong::Structure(_) | Wrong::Table(_));
        Some(Err(match wrong {
            Wrong::Item(source) => ReadError::Item { place, source: Box::new(source) },
            Wrong::TooLong => ReadError::TooLong(place),
            Wrong::Io(source) => ReadError::Io { place, source },
            Wrong::Structure(message) => ReadError::Structure { place, message },
            Wrong::Table(error) => error,
        }))
    }
}
