//! A line of the board, made of predictions.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use wampimuk_core::{Role, SplitInfo, Watch};

use crate::error::Error;
use crate::predictions::Header;
use crate::score::{Measured, measured};
use crate::stories::Count;

/// In place of a split, where no weights were chosen: a language model that was only asked, for example.
const NOTHING: &str = "nothing";

/// The model that guesses, which `wampimuk predict random` is.
const GUESSES: &str = "random";

/// A training, or a model that learns nothing, and what it reaches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The model.
    pub model: String,
    /// How it was trained, in a few words; empty for what needs none.
    #[serde(default)]
    pub about: String,
    /// What it was trained on, if that is another recipe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trained_on: Option<String>,
    /// The recipe of the items that it answers.
    pub recipe: String,
    /// The digest of the recipe's `[generate]` section.
    pub digest: String,
    /// The seed of the dataset.
    pub data_seed: u64,
    /// The seed of the training.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// After how many updates the weights were chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updates: Option<u64>,
    /// The split that the weights were chosen on; nothing if there was nothing to choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selected_on: Option<String>,
    /// Where the file of predictions is kept, so that others can count again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub predictions: Option<String>,
    /// The right answers to all items of each test split that was answered.
    pub splits: BTreeMap<String, Count>,
}

/// What predictions may leave unsaid about their model.
#[derive(Clone, Debug, Default)]
pub struct Trained {
    /// The name of the model; what the file says, unless it is given.
    pub model: Option<String>,
    /// How it was trained, in a few words.
    pub about: String,
    /// The split that its weights were chosen on, or `nothing`; what the file says, unless it is given.
    pub selected_on: Option<String>,
    /// Where the file of predictions is kept for others.
    pub predictions: Option<String>,
}

impl Entry {
    /// Counts the right answers of a file of predictions.
    ///
    /// # Errors
    /// If the file does not say what it answers and by which weights, leaves out items of a test split, or cannot be read.
    pub fn read(path: &Path, trained: &Trained, threads: usize, watch: &dyn Watch) -> Result<Self, Error> {
        let file = path.display();
        let run = measured(path, None, threads, watch)?;
        let header = run.header;
        let model = trained.model.clone().or_else(|| header.model.clone()).ok_or_else(|| {
            Error::Request(format!("{file} does not say which model answered: name it with --model"))
        })?;
        let refused = |problem: String| Error::Request(format!("{file} cannot be on the board: {problem}"));
        let selected_on = selected_on(trained, &header, &model).map_err(refused)?;
        let is_test =
            |split: &&SplitInfo| split.role == Role::Test && Some(&split.name) == selected_on.as_ref();
        if let Some(split) = run.splits.iter().find(is_test) {
            return Err(refused(format!("weights were chosen on `{}`, which is for testing", split.name)));
        }
        let splits = whole_splits(&run.answers, &run.splits).map_err(refused)?;
        let recipe = header.recipe.unwrap_or_default();
        let trained_on = header.more.get("trained_on").and_then(|name| name.as_str());
        Ok(Self {
            model,
            about: trained.about.clone(),
            trained_on: trained_on.filter(|name| *name != recipe).map(str::to_owned),
            recipe,
            digest: run.digest,
            data_seed: run.data_seed,
            seed: header.seed,
            updates: header.updates,
            selected_on,
            predictions: trained.predictions.clone(),
            splits,
        })
    }

    /// Whether another entry is of the same training.
    pub(super) fn is_of_training(&self, other: &Self) -> bool {
        self.is_beside(other) && self.seed == other.seed
    }

    /// Whether another entry may be another seed of it.
    pub(super) fn is_beside(&self, other: &Self) -> bool {
        self.trained() == other.trained() && self.items() == other.items()
    }

    /// What was trained, and how.
    fn trained(&self) -> (&str, &str, [Option<&str>; 2]) {
        (&self.model, &self.about, [self.trained_on.as_deref(), self.selected_on.as_deref()])
    }

    /// What it answers.
    fn items(&self) -> (&str, &str, u64) {
        (&self.recipe, &self.digest, self.data_seed)
    }
}

/// The split that the weights were chosen on; nothing if there was nothing to choose.
fn selected_on(trained: &Trained, header: &Header, model: &str) -> Result<Option<String>, String> {
    match trained.selected_on.as_deref().or(header.selected_on.as_deref()) {
        Some(NOTHING) => Ok(None),
        Some(split) => Ok(Some(split.to_owned())),
        None if header.updates.is_none() && model == GUESSES => Ok(None),
        None => Err("nothing says on which split the weights were chosen: say it with --selected-on, or `--selected-on \
                     nothing` if none were"
            .to_owned()),
    }
}

/// The counts of all test splits that are answered as a whole.
fn whole_splits(answers: &Measured, splits: &[SplitInfo]) -> Result<BTreeMap<String, Count>, String> {
    let counted = |name: &str| match answers {
        Measured::Commands(scores) => {
            scores.splits.get(name).map(|scores| Count { right: scores.total.exact, all: scores.total.items })
        }
        Measured::Stories(tally) => tally.splits.get(name).map(|split| split.sum(|_| true)),
    };
    let mut whole = BTreeMap::new();
    for split in splits.iter().filter(|split| split.role == Role::Test) {
        let Some(count) = counted(&split.name).filter(|count| count.all > 0) else { continue };
        if count.all < split.len {
            return Err(format!(
                "it answers {} of the {} items of `{}`, and scores are comparable on all of them only",
                count.all, split.len, split.name
            ));
        }
        whole.insert(split.name.clone(), count);
    }
    if whole.is_empty() {
        return Err("it answers no test split".to_owned());
    }
    Ok(whole)
}
