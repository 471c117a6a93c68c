//! The formats that datasets are written in.

use std::path::Path;

use wampimuk_families::{Contents, Dataset};

use crate::error::Error;

/// A format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Typed columns.
    Parquet,
    /// Compact JSON lines with the same columns.
    Jsonl,
    /// Arrow IPC files with the same columns.
    Arrow,
    /// The original's file.
    Original,
    /// The original's examples, one JSON object a line.
    OriginalJsonl,
    /// What the papers' models see, one JSON object a line.
    TensorJsonl,
    /// Riddles in the layout of the Abstract Reasoning Corpus with a legend.
    Arc,
    /// Riddles as plain tasks of that corpus.
    ArcColours,
    /// Stories as bAbI text.
    Babi,
    /// Stories as bAbI text with formulas in place of sentences and questions.
    Symbolic,
    /// Stories as SQuAD's JSON.
    Squad,
    /// Stories as event lines of the Dyna-bAbI kit.
    KitEvents,
    /// Stories as text-to-text lines of the kit.
    KitText,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 13] = [
        Self::Parquet,
        Self::Jsonl,
        Self::Arrow,
        Self::Original,
        Self::OriginalJsonl,
        Self::TensorJsonl,
        Self::Arc,
        Self::ArcColours,
        Self::Babi,
        Self::Symbolic,
        Self::Squad,
        Self::KitEvents,
        Self::KitText,
    ];

    /// Its name on command lines and in manifests.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Jsonl => "jsonl",
            Self::Arrow => "arrow",
            Self::Original => "original",
            Self::OriginalJsonl => "original-jsonl",
            Self::TensorJsonl => "tensor-jsonl",
            Self::Arc => "arc",
            Self::ArcColours => "arc-colours",
            Self::Babi => "babi",
            Self::Symbolic => "symbolic",
            Self::Squad => "squad",
            Self::KitEvents => "kit-events",
            Self::KitText => "kit-text",
        }
    }

    /// What it is, in one or two sentences.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Parquet => "Typed columns",
            Self::Jsonl => "Compact JSON lines with the same columns",
            Self::Arrow => "Arrow IPC files with the same columns; words stay dictionaries",
            Self::Original => {
                "The original's file: gSCAN's `dataset.txt` with the published keys (dev parts of hold-outs in `dataset-dev.txt`, \
                 under the same keys), ReaSCAN's `data-….txt` with all splits in one"
            }
            Self::OriginalJsonl => "The original's examples, one JSON object a line",
            Self::TensorJsonl => {
                "Words, actions and the grid as numbers, one JSON object a line: what the papers' models see"
            }
            Self::Arc => {
                "Riddles in the layout of the Abstract Reasoning Corpus with a legend: a task in each file, or on each line"
            }
            Self::ArcColours => {
                "Riddles as plain tasks of that corpus in its ten colours; tasks that need more than colours are left out"
            }
            Self::Babi => {
                "Stories as bAbI text, `<split>.txt`: numbered lines, the published spacing where a split is one published task"
            }
            Self::Symbolic => "Stories as bAbI text with formulas in place of sentences and questions",
            Self::Squad => {
                "Stories as SQuAD's JSON, `<split>.json`: answers are spans of a supporting sentence where they are words of it"
            }
            Self::KitEvents => {
                "Stories about people and places as event lines of the Dyna-bAbI kit, a story on each line"
            }
            Self::KitText => "Stories as text-to-text lines of the kit, a question on each line",
        }
    }

    /// The format of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The ending of its files.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Arrow => "arrow",
            Self::Original | Self::Babi | Self::Symbolic => "txt",
            Self::Squad | Self::Arc | Self::ArcColours => "json",
            Self::Jsonl | Self::OriginalJsonl | Self::TensorJsonl | Self::KitEvents | Self::KitText => {
                "jsonl"
            }
        }
    }

    /// Whether it has the columns of the dataset's schema, which nothing but the order of rows ties together.
    pub const fn is_columns(self) -> bool {
        matches!(self, Self::Parquet | Self::Jsonl | Self::Arrow)
    }

    /// Whether it is one of those of single tasks.
    pub const fn is_tasks(self) -> bool {
        matches!(self, Self::Arc | Self::ArcColours)
    }

    /// Whether it is one of those of whole stories.
    pub const fn is_tales(self) -> bool {
        matches!(self, Self::Babi | Self::Symbolic | Self::Squad | Self::KitEvents | Self::KitText)
    }

    /// Whether it is not text: its files hold one split each and begin and end in their own way.
    pub const fn is_binary(self) -> bool {
        matches!(self, Self::Parquet | Self::Arrow)
    }

    /// The formats that a dataset can be written in.
    pub fn of(dataset: &dyn Dataset) -> &'static [Self] {
        match dataset.contents() {
            Contents::Commands(_) => &[
                Self::Parquet,
                Self::Jsonl,
                Self::Arrow,
                Self::Original,
                Self::OriginalJsonl,
                Self::TensorJsonl,
            ],
            Contents::Riddles(_) => &[Self::Parquet, Self::Jsonl, Self::Arrow, Self::Arc, Self::ArcColours],
            Contents::Stories(_) => &[
                Self::Parquet,
                Self::Jsonl,
                Self::Arrow,
                Self::Babi,
                Self::Symbolic,
                Self::Squad,
                Self::KitEvents,
                Self::KitText,
            ],
        }
    }

    /// The format that a file's name asks for; `None` for folders and standard output.
    pub fn of_name(path: &Path, dataset: &dyn Dataset) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(name);
        match Path::new(name).extension()?.to_str()? {
            "parquet" => Some(Self::Parquet),
            "arrow" => Some(Self::Arrow),
            "jsonl" => Some(Self::Jsonl),
            text @ ("txt" | "json") => Some(match (dataset.contents(), text) {
                (Contents::Stories(_), "txt") => Self::Babi,
                (Contents::Stories(_), _) => Self::Squad,
                (Contents::Commands(_) | Contents::Riddles(_), _) => Self::Original,
            }),
            _ => None,
        }
    }

    /// Whether a file whose name asks for the other format may have this one.
    pub(crate) fn goes_with(self, named: Self) -> bool {
        let plain = match self {
            Self::OriginalJsonl | Self::TensorJsonl | Self::Arc | Self::ArcColours => Self::Jsonl,
            Self::KitEvents | Self::KitText => Self::Jsonl,
            Self::Symbolic => Self::Babi,
            other => other,
        };
        self == named || plain == named
    }

    /// The error for a dataset that has no such form.
    pub(crate) fn unsupported(self, dataset: &dyn Dataset) -> Error {
        let names: Vec<&str> = Self::of(dataset).iter().map(|format| format.name()).collect();
        Error::Request(format!(
            "items of the family {} cannot be written as {}: there are {}",
            dataset.family(),
            self.name(),
            names.join(", ")
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for format in Format::ALL {
            assert_eq!(Format::named(format.name()), Some(format));
            assert!(!format.about().ends_with('.'), "{}", format.name());
        }
        assert_eq!(Format::named("Parquet"), None);
    }
}
