//! One training with its predictions, as command lines.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use wampimuk_analysis::paper::{ATTENDED, Asked, Augment, Paper, Run};
use wampimuk_analysis::predictions::{Header, Reader};
use wampimuk_models::{Checkpoint, LAST};

use super::ReproductionOptions;
use crate::Error;

/// One training with its predictions.
#[derive(Clone, Debug)]
pub struct Job {
    /// The run's name in the paper's file.
    pub name: String,
    /// Its seed.
    pub seed: u64,
    /// The model.
    pub(super) model: String,
    /// The preset, if the model learns.
    pub(super) preset: Option<String>,
    /// The preset with the paper's settings.
    pub(super) paper_preset: Option<String>,
    /// The recipe that it learns from.
    pub(super) data: String,
    /// Changes of the recipe.
    pub(super) set: Vec<String>,
    /// Where everything of it is kept.
    pub folder: PathBuf,
    /// The command that makes its data first, and where that is.
    pub(super) augmented: Option<(Vec<String>, PathBuf)>,
    /// The training whose weights it begins with, and where that is kept.
    pub(super) from: Option<(String, PathBuf)>,
    /// How many questions of each kind of a hold-out it is tuned on.
    pub(super) inoculate: Option<u64>,
    /// Options of all commands that compute.
    machine: Vec<String>,
    /// Changes of the settings.
    pub(super) changes: Vec<String>,
    /// The most items of a split that are asked.
    limit: Option<u64>,
    /// What a pre-trained model begins with.
    checkpoint: Option<String>,
    /// The splits that tables and figures ask for.
    asked: BTreeMap<Asked, BTreeSet<String>>,
    /// Recipes whose words the model has to know.
    words: BTreeSet<String>,
}

/// The models that begin with somebody else's weights.
const PRETRAINED: [&str; 2] = ["t5", "roberta"];
/// The model that does not learn.
const RANDOM: &str = "random";

impl Job {
    /// The training of a run with this seed.
    ///
    /// # Errors
    /// What is missing.
    pub(super) fn new(
        paper: &Paper,
        name: &str,
        run: &Run,
        seed: u64,
        out: &Path,
        options: &ReproductionOptions,
    ) -> Result<Self, String> {
        let asked = paper.asked(name);
        let prefix = format!("{}=", run.model);
        let checkpoint = options.checkpoint.iter().find_map(|own| own.strip_prefix(&prefix));
        if PRETRAINED.contains(&run.model.as_str()) && checkpoint.is_none() {
            let model = &run.model;
            return Err(format!("{model} begins with a checkpoint: --checkpoint {model}=DIR"));
        }
        let augmented = run.augment.map(|Augment::Geca| {
            let path = out.join("data").join(format!("{}-geca", run.data));
            let mut line = words(["augment", &run.data, "--all-splits", "--out", &text(&path)]);
            // The choices that come nearest to the published figures of the augmented set.
            line.extend(words(["--filter", "compose", "--linearise", "symbols", "--mode", "replace"]));
            line.extend(run.set.iter().flat_map(|set| words(["--set", set])));
            (line, path)
        });
        let quick = run.quick.as_ref().filter(|_| options.quick);
        Ok(Self {
            name: name.to_owned(),
            seed,
            model: run.model.clone(),
            preset: quick.or(run.preset.as_ref()).cloned(),
            paper_preset: run.preset.clone(),
            data: run.data.clone(),
            set: run.set.clone(),
            folder: folder_of(out, name, seed),
            augmented,
            machine: options.machine.arguments(),
            changes: options.set.clone(),
            limit: options.limit,
            checkpoint: checkpoint.map(str::to_owned),
            from: run.from.as_ref().map(|from| (from.clone(), folder_of(out, from, seed))),
            inoculate: run.inoculate,
            words: asked.keys().map(|asked| &asked.data).filter(|data| **data != run.data).cloned().collect(),
            asked,
        })
    }

    /// Whether the model learns.
    pub(super) fn learns(&self) -> bool {
        self.model != RANDOM
    }

    /// Where the answers to items of a recipe are.
    pub(super) fn predictions(&self, asked: &Asked) -> PathBuf {
        let attention = if asked.attention { "-attention" } else { "" };
        self.folder.join(format!("{}{attention}.jsonl", asked.data))
    }

    /// What its files of answers say of themselves; nothing of those that are not there.
    pub(super) fn answers(&self) -> impl Iterator<Item = (&Asked, Option<Header>)> {
        self.asked.keys().map(|asked| (asked, header(&self.predictions(asked))))
    }

    /// Whether all answers are there, to as many items as are asked for.
    pub(super) fn is_done(&self) -> bool {
        self.asked.keys().all(|asked| self.has(asked))
    }

    /// Whether the answers to these items are there. Those to fewer than are asked for are made anew; more do no harm.
    fn has(&self, asked: &Asked) -> bool {
        let wanted = self.limit_of(asked).unwrap_or(u64::MAX);
        header(&self.predictions(asked))
            .is_some_and(|header| header.limit.is_none_or(|limit| limit >= wanted))
    }

    /// The most items of a split that are asked.
    fn limit_of(&self, asked: &Asked) -> Option<u64> {
        if asked.attention { Some(self.limit.unwrap_or(ATTENDED).min(ATTENDED)) } else { self.limit }
    }

    /// Whether there is something left to learn. What is finished answers more items without another look at its settings.
    pub(super) fn has_to_learn(&self) -> bool {
        let is_finished = || {
            let last = Checkpoint::read(&self.folder.join(LAST));
            last.is_ok_and(|last| last.about.progress.is_some_and(|progress| progress.finished))
        };
        self.learns() && !is_finished()
    }

    /// The arguments of the training, kept in this folder.
    pub(super) fn train(&self, folder: &Path, changes: &[String]) -> Vec<String> {
        let data = match &self.augmented {
            Some((_, path)) => words(["--data", &text(path), "--as-files"]),
            None => words(["--data", &self.data]),
        };
        let mut line = words(["train", &self.model]);
        line.extend(data);
        if self.augmented.is_none() {
            line.extend(self.set.iter().flat_map(|set| words(["--data-set", set])));
        }
        line.extend(self.words.iter().flat_map(|data| words(["--also", data])));
        line.extend(self.preset.iter().flat_map(|preset| words(["--preset", preset])));
        line.extend(self.changes.iter().chain(changes).flat_map(|change| words(["--set", change])));
        let from = self.checkpoint.iter().map(|from| format!("model.checkpoint={from}"));
        line.extend(from.flat_map(|change| words(["--set", &change])));
        line.extend(self.from.iter().flat_map(|(_, from)| words(["--from", &text(from)])));
        line.extend(self.inoculate.iter().flat_map(|count| words(["--inoculate", &count.to_string()])));
        line.extend(words(["--seed", &self.seed.to_string(), "--out", &text(folder)]));
        line.extend(self.machine.iter().cloned());
        line
    }

    /// The command that makes its data, if it is not there yet.
    pub(super) fn prepare(&self) -> Option<&[String]> {
        let (line, path) = self.augmented.as_ref()?;
        (!path.exists()).then_some(line)
    }

    /// All commands that are left to do, without the program's name.
    pub(super) fn commands(&self, updates: Option<u64>) -> Vec<Vec<String>> {
        let mut lines: Vec<Vec<String>> = self.prepare().map(<[String]>::to_vec).into_iter().collect();
        if self.has_to_learn() {
            let changes: Vec<String> =
                updates.map(|updates| format!("updates={updates}")).into_iter().collect();
            lines.push(self.train(&self.folder, &changes));
        }
        for (asked, splits) in self.asked.iter().filter(|(asked, _)| !self.has(asked)) {
            let model = if self.learns() { text(&self.folder) } else { RANDOM.to_owned() };
            let mut line = words(["predict", &model, "--data", &asked.data]);
            if asked.data == self.data {
                line.extend(self.set.iter().flat_map(|set| words(["--data-set", set])));
            }
            let splits: Vec<&str> = splits.iter().map(String::as_str).collect();
            line.extend(words(["--split", &splits.join(","), "--out", &text(&self.predictions(asked))]));
            line.extend(asked.attention.then(|| "--attention".to_owned()));
            line.extend(self.predictions(asked).exists().then(|| "--force".to_owned()));
            line.extend(self.limit_of(asked).iter().flat_map(|limit| words(["--limit", &limit.to_string()])));
            if self.learns() {
                line.extend(self.machine.iter().cloned());
            } else {
                line.extend(words(["--seed", &self.seed.to_string()]));
            }
            lines.push(line);
        }
        lines
    }

    /// Makes the folder where everything of it is kept.
    pub(super) fn make_folder(&self) -> Result<(), Error> {
        std::fs::create_dir_all(&self.folder).map_err(|error| Error::io("make", &self.folder, error))
    }
}

/// What a file of answers says of itself; nothing if it is not there.
fn header(path: &Path) -> Option<Header> {
    let reader = Reader::open(path).ok()?;
    Some(reader.header().cloned().unwrap_or_default())
}

/// Where everything of a training is kept.
fn folder_of(out: &Path, name: &str, seed: u64) -> PathBuf {
    out.join(name).join(format!("seed-{seed}"))
}

fn words<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

fn text(path: &Path) -> String {
    path.display().to_string()
}
