//! What can be wrong with what is read, and where.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wampimuk_command::{LexiconError, ParseError};
use wampimuk_grid::{UnknownAction, WorldError};

use crate::lines::MAX_ITEM_BYTES;

/// A field of an item and what is wrong with it.
#[derive(Debug, thiserror::Error)]
#[error("{}{problem}", FieldPath(field))]
pub struct FieldError {
    /// The path to the field, e.g. `situation.placed_objects.3.position.row`; `.` is the whole item.
    pub field: String,
    /// What is wrong with it.
    pub problem: Problem,
}

struct FieldPath<'a>(&'a str);

impl fmt::Display for FieldPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            "" | "." => Ok(()),
            field => write!(f, "`{field}`: "),
        }
    }
}

impl FieldError {
    /// An error of this field.
    pub(crate) fn new(field: impl Into<String>, problem: impl Into<Problem>) -> Self {
        Self { field: field.into(), problem: problem.into() }
    }

    /// A field that holds something else than it should.
    pub(crate) fn value(
        field: impl Into<String>,
        expected: impl Into<String>,
        found: impl fmt::Display,
    ) -> Self {
        Self::new(field, Problem::Value { expected: expected.into(), found: found.to_string() })
    }
}

/// What can be wrong with a field.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// It is missing, of another type, or not JSON at all.
    #[error("{0}")]
    Json(String),
    /// It is no command.
    #[error(transparent)]
    Command(#[from] ParseError),
    /// It is no list of actions.
    #[error(transparent)]
    Actions(#[from] UnknownAction),
    /// No world is like that.
    #[error(transparent)]
    World(#[from] WorldError),
    /// Its words cannot be words.
    #[error(transparent)]
    Lexicon(#[from] LexiconError),
    /// What an adverb does cannot be learned from examples.
    #[error("what the adverb `{0}` does is not known: give the dataset's recipe (`--recipe`)")]
    UnknownAdverb(String),
    /// A meaning has two words, or a word two meanings.
    #[error("`{word}` stands for `{name}` here, but {} elsewhere", elsewhere(other))]
    Ambiguous {
        /// The word.
        word: String,
        /// The name of its meaning.
        name: String,
        /// What was read before.
        other: (String, String),
    },
    /// Anything else.
    #[error("expected {expected}, found {found}")]
    Value {
        /// What would have been right.
        expected: String,
        /// What the text has there.
        found: String,
    },
}

fn elsewhere((word, name): &(String, String)) -> String {
    format!("`{word}` stands for `{name}`")
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePlace {
    /// The file.
    pub file: Arc<Path>,
    /// Where in it.
    pub spot: FilePosition,
}

/// Where in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilePosition {
    /// A line, counted from 1.
    Line(u64),
    /// A byte, counted from 0, in a line, counted from 1.
    Byte {
        /// The line.
        line: u64,
        /// The byte.
        offset: u64,
    },
    /// A row of a table, counted from 0.
    Row(u64),
}

impl fmt::Display for FilePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.display();
        match self.spot {
            FilePosition::Line(line) => write!(f, "{file}:{line}"),
            FilePosition::Byte { line, offset } => write!(f, "{file}:{line} (byte {offset})"),
            FilePosition::Row(row) => write!(f, "{file}, row {row}"),
        }
    }
}

/// What files hold that is not read as commands in grid worlds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherItems {
    /// The view `reference`, which leaves out the actions.
    Reference,
    /// Tensors that a model sees in place of worlds.
    Observations,
    /// Riddles.
    Riddles,
    /// Stories with questions.
    Stories,
}

impl OtherItems {
    /// What a line of JSON is that is no command in a grid world.
    pub(crate) fn of_line(json: &[u8]) -> Option<Self> {
        let after = |key: &str| {
            let start = memchr::memmem::find(json, key.as_bytes())? + key.len();
            json[start..].trim_ascii_start().strip_prefix(b":").map(<[u8]>::trim_ascii_start)
        };
        if after("\"situation\"").is_some_and(|value| value.starts_with(b"[[")) {
            Some(Self::Observations)
        } else if after("\"operation\"").is_some() && after("\"pairs\"").is_some() {
            Some(Self::Riddles)
        } else if after("\"target_cell\"").is_some() && after("\"actions\"").is_none() {
            Some(Self::Reference)
        } else {
            None
        }
    }
}

impl fmt::Display for OtherItems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reference => {
                "the view `reference`, which has no actions: it is for other programs to learn from. `wampimuk verify` of the \
                 whole dataset compares it with its recipe; all else is for datasets without the view"
            }
            Self::Observations => {
                "observations in place of worlds (the format tensor-jsonl): they are for models to learn from. `wampimuk \
                 verify` of the whole dataset, or with --recipe, compares them with their recipe; all else is for other formats"
            }
            Self::Riddles => {
                "riddles, which `wampimuk show` and `wampimuk verify` read in their folder, with its manifest. `wampimuk verify` \
                 with --recipe compares a single file with its recipe; `wampimuk show riddle` draws what a recipe makes"
            }
            Self::Stories => "stories, and commands in grid worlds are asked for",
        })
    }
}

/// Why an item, or a file, could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file or directory could not be opened.
    #[error("`{}` cannot be opened: {source}", path.display())]
    Open {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A directory without files to read.
    #[error("`{}` holds no .parquet and no .jsonl, .jsonl.gz or .jsonl.zst files", .0.display())]
    Empty(PathBuf),
    /// The file is none that we know.
    #[error(
        "`{}` has an unknown format: {found}; known are Parquet, Arrow and JSON lines written by wampimuk, JSON lines of the \
         original's examples (with a `situation`), and the original's dataset.txt (with `examples`), the latter three \
         also compressed with gzip or Zstandard; stories also as bAbI text, as JSON in the layout of SQuAD, and as lines \
         of the Dyna-bAbI kit", path.display()
    )]
    Format {
        /// The file.
        path: PathBuf,
        /// How the file begins.
        found: String,
    },
    /// Reading stopped.
    #[error("{place}: {source}")]
    Io {
        /// Where in the file.
        place: FilePlace,
        /// What the system or the decompressor says.
        source: io::Error,
    },
    /// A line or example is too long.
    #[error("{0}: longer than {MAX_ITEM_BYTES} bytes")]
    TooLong(FilePlace),
    /// The file as a whole is not what it should be.
    #[error("{place}: {message}")]
    Structure {
        /// Where in the file.
        place: FilePlace,
        /// What is wrong, and what was expected.
        message: String,
    },
    /// An item is not what it should be. The items after it can be read.
    #[error("{place}: {source}")]
    Item {
        /// Where in the file.
        place: FilePlace,
        /// The field and what is wrong with it.
        source: Box<FieldError>,
    },
    /// The file holds other items than commands in grid worlds.
    #[error("`{}` holds {items}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What it holds.
        items: OtherItems,
    },
    /// A typed column is missing or has another type.
    #[error("`{}` has no column `{column}` of type {expected}: found {found}", path.display())]
    Column {
        /// The file.
        path: PathBuf,
        /// The column.
        column: String,
        /// The type that it must have.
        expected: String,
        /// The type in the file.
        found: String,
    },
    /// A file of typed columns is damaged.
    #[error("`{}` cannot be read as a table: {message}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
}

impl ReadError {
    /// Whether the system is to blame, not what a file holds. Damaged compression is of the file.
    pub fn is_system(&self) -> bool {
        match self {
            Self::Open { source, .. } | Self::Io { source, .. } => {
                source.kind() != io::ErrorKind::InvalidData
            }
            Self::Empty(_)
            | Self::Format { .. }
            | Self::TooLong(_)
            | Self::Structure { .. }
            | Self::Item { .. }
            | Self::Other { .. }
            | Self::Column { .. }
            | Self::Table { .. } => false,
        }
    }
}
