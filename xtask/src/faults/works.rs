//! What is made in the trials, and how it looks if nothing goes wrong.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use super::place::{Contents, Place};
use super::runs::Program;
use crate::Result;

/// A command that makes something in a place.
pub(super) struct Work {
    /// The command, without where to write.
    pub(super) arguments: Vec<String>,
    /// Where in the place it writes; empty if the place is the folder itself.
    out: &'static str,
    /// Whether the bytes of a file are those of every run; of the others, such as logs with times, only the name counts.
    is_same: fn(&str) -> bool,
    pub(super) expected: Contents,
    /// How long it takes.
    pub(super) time: Duration,
}

/// The kinds of works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Datasets of every kind of family, small, and with several files for each split. Those of the second are long enough to
    /// be uploaded in parts.
    Dataset,
    File,
    Augmented,
    Training,
    Evaluation,
}

impl What {
    pub(super) const ALL: [Self; 5] =
        [Self::Dataset, Self::File, Self::Augmented, Self::Training, Self::Evaluation];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Dataset => "dataset",
            Self::File => "file",
            Self::Augmented => "augmented dataset",
            Self::Training => "training",
            Self::Evaluation => "evaluation",
        }
    }

    fn commands(self) -> &'static [&'static str] {
        match self {
            Self::Dataset => &[
                "generate gscan --limit 3000 --shard-items 1000",
                "generate reascan --split train --limit 12000 --shard-items 4000 --format jsonl",
                "generate mix-t12 --limit 900 --shard-items 300",
            ],
            Self::File => &["generate gscan --split train --limit 20000 --force"],
            Self::Augmented => &["augment gscan-demo --count 600 --format jsonl --all-splits"],
            Self::Training => &[
                "train m-lstm --data gscan-demo --set batch=20 --set every=4 --set dev_items=20 --updates 12",
            ],
            Self::Evaluation => {
                &["eval --model m --data gscan --split test --limit 200 --concurrency 4 --endpoint"]
            }
        }
    }

    fn out(self) -> &'static str {
        if self == Self::File { "items.jsonl.zst" } else { "" }
    }

    fn is_same(self) -> fn(&str) -> bool {
        match self {
            Self::Dataset | Self::File | Self::Augmented => |_| true,
            Self::Training => |name| name.ends_with(".safetensors"),
            Self::Evaluation => |name| name.starts_with("predictions/"),
        }
    }

    /// The works of this kind, each done once.
    pub(super) fn works(self, program: &Program, endpoint: &str, folder: &Path) -> Result<Vec<Rc<Work>>> {
        let work = |(number, command): (usize, &&'static str)| {
            let mut arguments: Vec<String> = command.split(' ').map(str::to_owned).collect();
            if self == Self::Evaluation {
                arguments.push(endpoint.to_owned());
            }
            let mut work = Work {
                arguments,
                out: self.out(),
                is_same: self.is_same(),
                expected: BTreeMap::new(),
                time: Duration::ZERO,
            };
            let place = Place::Folder(folder.join(format!("{}-{number}", self.name().replace(' ', "-"))));
            work.time = program.complete(&work.command(&place))?;
            work.expected = place.contents()?;
            println!("{command}: {:.2} s", work.time.as_secs_f64());
            Ok(Rc::new(work))
        };
        self.commands().iter().enumerate().map(work).collect()
    }
}

impl Work {
    /// The command with where to write.
    pub(super) fn command(&self, place: &Place<'_>) -> Vec<String> {
        let mut arguments = self.arguments.clone();
        arguments.push("--out".into());
        arguments.push(match self.out {
            "" => place.address(),
            out => format!("{}/{out}", place.address()),
        });
        arguments
    }

    /// How many files of items there are.
    pub(super) fn data_files(&self) -> usize {
        let is_data = |name: &&String| name.starts_with("data/") && !name.ends_with('/');
        self.expected.keys().filter(is_data).count()
    }

    /// How many bytes there are.
    pub(super) fn bytes(&self) -> usize {
        self.expected.values().map(Vec::len).sum()
    }

    /// What is different from what should be there, in words; empty if nothing is.
    pub(super) fn differences(&self, place: &Place<'_>) -> Result<Vec<String>> {
        place.differences(&self.expected, self.is_same)
    }
}
