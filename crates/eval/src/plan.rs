//! From a study to what is asked: which items of which splits, in which form, about what.

use serde::Serialize;
use wampimuk_core::{Permutation, Role, StreamKey, suggest_or_list};
use wampimuk_families::Dataset;
use wampimuk_prompt::{PromptForm, PromptView, Prompter};
use wampimuk_source::{Choice, Opened, Source, open};

use crate::Error;
use crate::item::Maker;
use crate::shots::Examples;
use crate::study::{Ask, ShotChoice, Study};
use crate::tokens::TokenCounter;
use crate::variant::Variant;
use crate::writing::Writing;

/// A dataset that questions are about.
#[derive(Debug)]
pub struct Asked {
    /// Its name, as the study has it.
    pub name: String,
    /// The dataset, opened.
    pub opened: Opened,
}

impl Asked {
    fn open(name: &str, study: &Study) -> Result<Self, Error> {
        let choice = Choice { seed: study.seed, set: study.set.clone(), ..Choice::default() };
        let opened = open(name, &choice)?;
        let asked = Self { name: name.to_owned(), opened };
        match asked.source().dataset {
            Some(_) => Ok(asked),
            None => Err(Error::Request(format!(
                "{name} does not say which recipe it was made from, and `eval` makes its items anew: name a recipe"
            ))),
        }
    }

    pub(crate) fn source(&self) -> &Source {
        match &self.opened {
            Opened::Commands(source) | Opened::Riddles(source) => source,
            Opened::Stories(stories) => &stories.source,
        }
    }

    /// The dataset.
    ///
    /// # Errors
    /// Never, if a plan has it.
    pub fn dataset(&self) -> Result<&dyn Dataset, Error> {
        let none = || Error::Request(format!("{} has no recipe", self.name));
        self.source().dataset.as_deref().ok_or_else(none)
    }

    /// The forms in which it is asked about.
    fn writings(&self, study: &Study) -> Result<Vec<Writing>, Error> {
        let dataset = self.dataset()?;
        let mut named: Vec<Writing> =
            study.forms.iter().copied().filter(|writing| writing.fits(dataset)).collect();
        named.dedup();
        let usual = PromptForm::of(dataset).first().map(|&form| Writing::Text(form));
        Ok(if named.is_empty() { usual.into_iter().collect() } else { named })
    }

    /// What is asked about each item; always the item itself.
    fn variants(&self, study: &Study) -> Result<Vec<Variant>, Error> {
        let dataset = self.dataset()?;
        Ok(study.variants().into_iter().filter(|&variant| Maker::has(dataset, variant)).collect())
    }

    /// The numbers of the splits that are asked about.
    fn splits(&self, study: &Study) -> Result<Vec<usize>, Error> {
        let splits = self.dataset()?.splits();
        let wanted = |number: &usize| {
            let split = &splits[*number];
            split.len > 0
                && match study.splits.is_empty() {
                    true => split.role == Role::Test,
                    false => study.splits.contains(&split.name),
                }
        };
        Ok((0..splits.len()).filter(wanted).collect())
    }
}

/// What is asked about the items of one split, in one form, of one model.
#[derive(Clone, Debug)]
pub struct Block {
    /// The number of the model.
    pub model: usize,
    /// The number of the dataset.
    pub data: usize,
    /// How items are written.
    pub writing: Writing,
    /// The number of the split.
    pub split: usize,
    /// Whether the items themselves are asked about, or what differs from them.
    pub variant: Variant,
    /// The items, in order.
    pub indices: Vec<u64>,
}

/// Everything that is to be asked.
#[derive(Debug)]
pub struct Plan {
    /// The study.
    pub study: Study,
    /// What questions are about.
    pub data: Vec<Asked>,
    /// The questions, model by model.
    pub blocks: Vec<Block>,
    /// Indices of the examples of each dataset, where all questions have the same.
    pub shots: Vec<Vec<u64>>,
    /// What was found out about examples, for the record.
    pub checked: Vec<CheckedShots>,
    /// Counts tokens.
    pub(crate) counter: TokenCounter,
}

/// How examples were chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckedShots {
    /// The dataset.
    pub data: String,
    /// The split that they come from; `None` if the dataset has nothing to learn from, and is asked without examples.
    pub split: Option<String>,
    /// Their indices there; empty if each question has its own, which `answers.parquet` has.
    pub indices: Vec<u64>,
    /// How many items were judged by the predicates of the hold-outs; where each question has examples of its own, for all of
    /// them together.
    pub looked: u64,
    /// How many of them were passed over, because a hold-out may be about them.
    pub passed: u64,
}

impl CheckedShots {
    /// The same in words.
    pub fn sentence(&self) -> String {
        let Some(split) = &self.split else {
            return format!("{} has nothing to learn from, and is asked without examples", self.data);
        };
        let taken = match self.indices.is_empty() {
            true => ", other ones for each question".to_owned(),
            false => format!(", taken {:?}", self.indices),
        };
        format!(
            "examples of {} from {split}: {} items judged by the hold-outs' predicates, {} passed over{taken}",
            self.data, self.looked, self.passed
        )
    }
}

impl Plan {
    /// Prepares a study.
    ///
    /// # Errors
    /// If there is no such data, split or form.
    pub fn new(study: Study) -> Result<Self, Error> {
        study.check()?;
        let data = study.data.iter().map(|name| Asked::open(name, &study)).collect::<Result<Vec<_>, _>>()?;
        check_splits(&study, &data)?;
        check_commands(&study, &data)?;
        let mut shots = Vec::new();
        let mut checked = Vec::new();
        for asked in &data {
            let (indices, found) = fixed_shots(asked, &study)?;
            shots.push(indices);
            checked.extend(found);
        }
        let mut blocks = Vec::new();
        for model in 0..study.models.len() {
            for (number, asked) in data.iter().enumerate() {
                for writing in asked.writings(&study)? {
                    for split in asked.splits(&study)? {
                        let indices = indices(asked.dataset()?, split, study.limit);
                        for variant in asked.variants(&study)? {
                            let indices = indices.clone();
                            blocks.push(Block { model, data: number, writing, split, variant, indices });
                        }
                    }
                }
            }
        }
        Ok(Self { study, data, blocks, shots, checked, counter: TokenCounter::default() })
    }

    /// The same with tokens counted so.
    #[must_use]
    pub fn with_counter(self, counter: TokenCounter) -> Self {
        Self { counter, ..self }
    }

    /// How many conversations there are at most: one for each sample of each item.
    pub fn conversations(&self) -> u64 {
        let items: u64 = self.blocks.iter().map(|block| block.indices.len() as u64).sum();
        items * u64::from(self.study.samples)
    }

    /// Writes the items of a block.
    pub(crate) fn prompter(&self, block: &Block) -> Result<Prompter<'_>, Error> {
        let prompter = Prompter::new(self.data[block.data].dataset()?, block.writing.form())?;
        let prompter = prompter.with_instructions(self.study.rules);
        Ok(match self.study.ask {
            Ask::Actions => prompter,
            Ask::Reference => prompter.with_view(PromptView::Reference)?,
        })
    }

    /// What a block is about, in words: `recipe/split`.
    ///
    /// # Errors
    /// Never, for blocks of this plan.
    pub fn split_name(&self, block: &Block) -> Result<&str, Error> {
        Ok(&self.data[block.data].dataset()?.splits()[block.split].name)
    }
}

/// Every named split is in some dataset.
fn check_splits(study: &Study, data: &[Asked]) -> Result<(), Error> {
    let mut known: Vec<&str> = Vec::new();
    for asked in data {
        known.extend(asked.dataset()?.splits().iter().map(|split| split.name.as_str()));
        if asked.splits(study)?.is_empty() {
            let names = asked.dataset()?.splits().iter().map(|split| split.name.as_str());
            return Err(Error::Request(format!(
                "{} has none of these splits: it has {}",
                asked.name,
                names.collect::<Vec<_>>().join(", ")
            )));
        }
    }
    match study.splits.iter().find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => Err(Error::Request(format!(
            "there is no split `{name}` ({})",
            suggest_or_list(name, "there are", known.iter().copied())
        ))),
    }
}

/// What is about commands is asked for where there are some.
fn check_commands(study: &Study, data: &[Asked]) -> Result<(), Error> {
    let names = |has: bool| -> Result<Vec<&str>, Error> {
        let mut names = Vec::new();
        for asked in data {
            let commands = asked.dataset()?.contents().commands();
            names.extend((commands.is_some() == has).then_some(asked.name.as_str()));
        }
        Ok(names)
    };
    let everywhere = [("--play", study.play.is_some()), ("--ask reference", study.ask == Ask::Reference)];
    let others = names(false)?;
    if let (Some((option, _)), false) =
        (everywhere.into_iter().find(|(_, is_given)| *is_given), others.is_empty())
    {
        return Err(Error::Request(format!(
            "{option} is for commands, and {} has none: ask about it in a study of its own",
            others.join(", ")
        )));
    }
    if study.paraphrases && names(true)?.is_empty() {
        return Err(Error::Request(format!(
            "--paraphrases is for commands, and {} has none: leave it out, or add data such as gscan",
            others.join(", ")
        )));
    }
    Ok(())
}

/// Items of a split: as many as are wanted, drawn without replacement. Fewer items are among more.
fn indices(dataset: &dyn Dataset, split: usize, limit: u64) -> Vec<u64> {
    let info = &dataset.splits()[split];
    let key = StreamKey::new(&dataset.digest(), "eval items", dataset.seed());
    let order = Permutation::new(info.len, &mut key.stream(split as u64));
    let mut indices: Vec<u64> = (0..limit.min(info.len)).map(|place| order.at(place)).collect();
    indices.sort_unstable();
    indices
}

fn fixed_shots(asked: &Asked, study: &Study) -> Result<(Vec<u64>, Option<CheckedShots>), Error> {
    if study.shots == 0 {
        return Ok((Vec::new(), None));
    }
    let dataset = asked.dataset()?;
    let Some(mut examples) = Examples::new(dataset, study.shots) else {
        let (data, split, indices) = (asked.name.clone(), None, Vec::new());
        return Ok((Vec::new(), Some(CheckedShots { data, split, indices, looked: 0, passed: 0 })));
    };
    let chosen = examples.choose(0)?;
    let indices = if study.shot_choice == ShotChoice::Fixed { chosen } else { Vec::new() };
    let checked = CheckedShots {
        data: asked.name.clone(),
        split: Some(dataset.splits()[examples.split()].name.clone()),
        indices: indices.clone(),
        looked: examples.looked,
        passed: examples.passed,
    };
    Ok((indices, Some(checked)))
}
