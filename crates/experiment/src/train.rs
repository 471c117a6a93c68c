//! A model learns.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use wampimuk_analysis::stories::Questions;
use wampimuk_babi::Kind;
use wampimuk_core::{Role, SplitInfo};
use wampimuk_families::Dataset;
use wampimuk_models::{
    Architecture, Data, DatasetInfo, Machine, MachineError, ModelVisitor, Settings, Task, TrainEvent,
    TrainOutcome, TrainPlan, TrainingState, dev_split, learn, read_checkpoint, with_model,
};

use crate::Error;
use crate::data::described;
use crate::machine::{MachineOptions, MachineWork};
use crate::settings::options_of;

/// What is trained, and how, beyond its settings and data.
#[derive(Clone, Debug)]
pub struct TrainOptions {
    /// The model.
    pub model: String,
    /// The seed of the first weights, of the order of items and of what is dropped.
    pub seed: u64,
    /// Recipes whose words the model has to know, too.
    pub also: Vec<String>,
    /// The split that the best weights are chosen on; without it, the random dev.
    pub dev: Option<String>,
    /// Learns from so many questions of each kind of dev instead of train.
    pub inoculate: Option<u64>,
    /// A training or a checkpoint to begin with.
    pub from: Option<PathBuf>,
    /// Where the training is kept; without it, `runs/MODEL-RECIPE-SEED`.
    pub folder: Option<PathBuf>,
    /// What to compute on.
    pub machine: MachineOptions,
    /// The program and its version, for checkpoints.
    pub program: String,
}

/// A training that is done.
#[derive(Clone, Debug)]
pub struct Trained {
    /// Where it is kept.
    pub folder: PathBuf,
    /// What came of it.
    pub outcome: TrainOutcome,
}

/// Trains a model, or goes on with its training, until it is done.
///
/// # Errors
/// If it cannot learn from this data, or the machine, a file or a number fails.
pub fn train(
    options: &TrainOptions,
    settings: Settings,
    mut data: Data,
    see: &mut dyn FnMut(TrainEvent),
) -> Result<Trained, Error> {
    for other in &options.also {
        data = data.and_words_of(other)?;
    }
    let has_words = data.files.is_some()
        || data.dataset.as_ref().is_some_and(|dataset| dataset.contents().stories().is_some());
    if let Some(path) = options.from.as_ref().filter(|_| has_words) {
        data = data.and_words_of_checkpoint(&read_checkpoint(path)?.about)?;
    }
    let dataset = data.dataset.as_deref();
    let inoculation =
        options.inoculate.map(|count| inoculation_items(dataset, options.dev.as_deref(), count));
    let default = || Path::new("runs").join(format!("{}-{}-{}", options.model, data.name, options.seed));
    let folder = options.folder.clone().unwrap_or_else(default);
    let plan = TrainPlan {
        settings,
        seed: options.seed,
        data: DatasetInfo { inoculation: options.inoculate, ..described(&data) },
        inoculation_items: inoculation.transpose()?,
        dev: options.dev.clone(),
        folder: folder.clone(),
        from: options.from.clone(),
        makers: options.machine.makers(),
        program: options.program.clone(),
        device: options.machine.described(),
    };
    let learning = Learn { plan, data, machine: options.machine, see };
    let outcome = with_model(&options.model, learning).map_err(Error::Request)??;
    Ok(Trained { folder, outcome })
}

/// The first so many questions of each kind of dev.
///
/// # Errors
/// If these are no stories of a recipe, or there is no such split.
pub fn inoculation_items(
    dataset: Option<&dyn Dataset>,
    dev: Option<&str>,
    count: u64,
) -> Result<Vec<u64>, Error> {
    let Some(stories) = dataset.and_then(|dataset| dataset.contents().stories()) else {
        let text = "--inoculate takes questions of each kind, and the data has no stories of a recipe";
        return Err(Error::Request(text.into()));
    };
    let dev = dev_split(stories.splits(), dev)?;
    let mut questions = Questions::new(stories);
    let mut taken: BTreeMap<Kind, u64> = BTreeMap::new();
    let mut items = Vec::new();
    for index in 0..stories.splits()[dev].len {
        let taken = taken.entry(questions.facts(dev, index)?.kind).or_default();
        if *taken < count {
            *taken += 1;
            items.push(index);
        }
    }
    Ok(items)
}

/// Whether files have a split to learn from and one to choose on.
fn has_splits(splits: &[SplitInfo], dev: Option<&str>) -> Result<(), Error> {
    let has_train = splits.iter().any(|split| split.role == Role::Train);
    if has_train && (dev.is_some() || dev_split(splits, None).is_ok()) {
        return Ok(());
    }
    let what = if has_train { "choose weights on" } else { "learn from" };
    let names: Vec<&str> = splits.iter().map(|split| split.name.as_str()).collect();
    let other = if has_train { ", or choose another split with --dev" } else { "" };
    Err(Error::Request(format!(
        "failed to find items to {what}: the files have {} (items say their split, or the names of files do, as in \
         qa1_train.txt, qa1_dev.txt or qa1_valid.txt, and qa1_test.txt{other})",
        names.join(", ")
    )))
}

/// A training of any model.
struct Learn<'s> {
    plan: TrainPlan,
    data: Data,
    machine: MachineOptions,
    see: &'s mut dyn FnMut(TrainEvent),
}

impl ModelVisitor for Learn<'_> {
    type Out = Result<TrainOutcome, Error>;

    fn visit<A: Architecture>(self) -> Self::Out {
        let Self { mut plan, data, machine, see } = self;
        let options = options_of::<A>(&plan.settings)?;
        let task = A::task(data, &options)?;
        if plan.data.files.is_some() {
            plan.data.room = task.room();
            has_splits(task.splits(), plan.dev.as_deref())?;
        }
        machine.work(LearnOn::<A> { task: &task, options: &options, plan: &plan, see })
    }
}

/// A training on any machine.
struct LearnOn<'t, A: Architecture> {
    task: &'t A::Task,
    options: &'t A::Options,
    plan: &'t TrainPlan,
    see: &'t mut dyn FnMut(TrainEvent),
}

impl<A: Architecture> MachineWork for LearnOn<'_, A> {
    type Out = TrainOutcome;

    fn on<M: Machine>(
        self,
        open: impl FnOnce(TrainingState) -> Result<M, MachineError>,
    ) -> Result<TrainOutcome, Error> {
        Ok(learn::<A, M>(self.task, self.options, self.plan, open, self.see)?)
    }
}
