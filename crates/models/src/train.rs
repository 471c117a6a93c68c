//! Training: batches in a keyed order, updates, evaluations on dev, and checkpoints to resume from.
//!
//! A training is a pure function of model, settings, seed and data. Its folder has `last.safetensors` to resume from,
//! `best.safetensors` with the weights that do best on dev, `log.jsonl` and `loss.svg`. The same arguments resume a
//! training that was stopped, and the checkpoints have the bytes of an undisturbed one in the end.

mod attempt;
mod folder;
mod training_items;

use std::io;
use std::path::{Path, PathBuf};

use wampimuk_core::{Digest, Role, SplitInfo, StreamKey, suggest};

use crate::architecture::Architecture;
use crate::checkpoint::{CheckpointError, DatasetInfo, DevScore};
use crate::data::DataError;
use crate::machine::{Machine, MachineError, TrainingState};
use crate::optimiser::OptimiserState;
use crate::preset::Settings;
use crate::task::Task;
use attempt::Attempt;
use folder::Folder;
use training_items::TrainingItems;

pub use attempt::judge;
pub(crate) use folder::best_on;
pub use folder::{BEST, LAST};

/// Why a training stopped; reads after "failed to …".
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrainError {
    /// Batches cannot be made.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The machine gave up.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// A checkpoint cannot be read or written, or is of another training.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The folder cannot be used.
    #[error("use the folder {}: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Another process is training in this folder.
    #[error("use the folder {}: another process is training there", .0.display())]
    Busy(PathBuf),
    /// The loss or a weight is not a number.
    #[error(
        "go on after update {update}{attempt}: {what} is not a number; what was learned until update {kept} is kept \
         (a smaller rate may help: --set rate=…)"
    )]
    NotFinite {
        /// What is not a number.
        what: &'static str,
        /// The update.
        update: u64,
        /// Of which try, in words.
        attempt: String,
        /// The update of the last checkpoint.
        kept: u64,
    },
    /// There is nothing to learn from or to select on.
    #[error("find {0}")]
    Split(String),
    /// The model lacks a tensor.
    #[error("find the tensor `{0}` of the model")]
    Tensor(String),
}

/// What is trained, and where.
#[derive(Clone, Debug)]
pub struct TrainPlan {
    /// How the model learns.
    pub settings: Settings,
    /// The seed of the initial weights, of the order of items and of what is dropped.
    pub seed: u64,
    /// What it learns from.
    pub data: DatasetInfo,
    /// The split that the best weights are chosen on; without it, the random dev.
    pub dev: Option<String>,
    /// Inoculation by fine-tuning: items of the dev split to learn from instead of train. Weights are then chosen on the
    /// other items of dev.
    pub inoculation_items: Option<Vec<u64>>,
    /// Where it is kept.
    pub folder: PathBuf,
    /// A checkpoint to begin with.
    pub from: Option<PathBuf>,
    /// Threads that make batches.
    pub makers: usize,
    /// The program and its version, for checkpoints.
    pub program: String,
    /// What it learns on, for checkpoints.
    pub device: String,
}

/// What happens during training, for progress displays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TrainEvent {
    /// It begins, or resumes at an update.
    Begun {
        /// The try, counted from 0.
        attempt: u64,
        /// The updates that are done.
        update: u64,
        /// All updates of the try.
        of: u64,
        /// Items of a batch.
        batch: u64,
        /// Numbers that are learned.
        parameters: usize,
    },
    /// An update.
    Learned {
        /// How many there were.
        update: u64,
        /// The loss before it, if it was looked at.
        loss: Option<f32>,
    },
    /// An evaluation on dev.
    Looked {
        /// The number of updates before it.
        update: u64,
        /// How well it does.
        score: DevScore,
        /// Whether these are the best weights so far.
        best: bool,
    },
}

/// The result of a training.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainOutcome {
    /// The best weights: of which attempt and update, and how well they do on dev.
    pub best: Option<(u64, u64, DevScore)>,
    /// The split that they were chosen on.
    pub selected_on: String,
    /// Whether there was nothing left to do.
    pub was_finished: bool,
}

/// Trains a model, or resumes its training, until it is done.
///
/// `open` puts weights onto a machine. Fails without losing anything that was kept before.
///
/// # Errors
/// If anything stands in the way; what can be done about it is said.
pub fn learn<A: Architecture, M: Machine>(
    task: &A::Task,
    options: &A::Options,
    plan: &TrainPlan,
    open: impl FnOnce(TrainingState) -> Result<M, MachineError>,
    watch: &mut dyn FnMut(TrainEvent),
) -> Result<TrainOutcome, TrainError> {
    let dev = dev_split(task.splits(), plan.dev.as_deref())?;
    let (learned, judged) = match &plan.inoculation_items {
        None => (
            TrainingItems::whole(task.splits(), train_split(task.splits())?),
            TrainingItems::whole(task.splits(), dev),
        ),
        Some(inoculation_items) => TrainingItems::divided(task.splits(), dev, inoculation_items)?,
    };
    let holdouts = if plan.settings.each_holdout { holdout_devs(task.splits(), dev)? } else { Vec::new() };
    let selected_on = task.splits()[dev].name.clone();
    let mut folder = Folder::enter::<A>(task, plan, &selected_on)?;
    let (mut progress, kept) = folder.resume::<A>(task)?;
    if progress.finished {
        return Ok(TrainOutcome { best: progress.best, selected_on, was_finished: true });
    }
    let settings = &plan.settings;
    let fresh = |attempt: u64| -> Result<TrainingState, TrainError> {
        let params = match &plan.from {
            Some(path) => folder::begin_with::<A>(task, path)?,
            None => {
                let key =
                    StreamKey::new(&Digest::of(b"training"), "weights", attempt_seed(plan.seed, attempt));
                A::create(task, options, key.stream(0))?
            }
        };
        let memory = OptimiserState::new(settings.optimiser, settings.betas, params.data.len());
        Ok(TrainingState { params, memory })
    };
    let state = kept.map_or_else(|| fresh(progress.attempt), Ok)?;
    let model = A::find(&state.params, options).map_err(TrainError::Tensor)?;
    let parameters = state.params.data.len();
    let mut machine = open(state)?;
    let mut log = folder.log(&progress)?;
    loop {
        let seed = attempt_seed(plan.seed, progress.attempt);
        let (model, learned, judged, holdouts) = (&model, &learned, &judged, &holdouts[..]);
        let attempt = Attempt::<A> { task, plan, model, learned, judged, holdouts, seed, parameters };
        attempt.run(&mut machine, &folder, &mut progress, &mut log, watch)?;
        progress.attempt += 1;
        if progress.attempt >= settings.tries {
            break;
        }
        (progress.update, progress.settled) = (0, false);
        progress.losses.clear();
        machine.set(fresh(progress.attempt)?)?;
        folder.keep_last(&mut machine, &mut progress)?;
    }
    progress.attempt -= 1;
    progress.finished = true;
    folder.keep_last(&mut machine, &mut progress)?;
    Ok(TrainOutcome { best: progress.best, selected_on, was_finished: false })
}

/// The seed of an attempt. The first has the training's own.
fn attempt_seed(seed: u64, attempt: u64) -> u64 {
    match attempt {
        0 => seed,
        _ => StreamKey::new(&Digest::of(b"training"), "tries", seed).stream(attempt).wide_bits(),
    }
}

/// The split to learn from.
fn train_split(splits: &[SplitInfo]) -> Result<usize, TrainError> {
    let found = splits.iter().position(|split| split.role == Role::Train && split.len > 0);
    let missing = || TrainError::Split(format!("a split to learn from: there are {}", listed(splits)));
    found.ok_or_else(missing)
}

/// The split to select on: the one that was named, or the random dev. Never a hold-out unless it is asked for.
///
/// # Errors
/// If there is none, or it is empty.
pub fn dev_split(splits: &[SplitInfo], name: Option<&str>) -> Result<usize, TrainError> {
    let Some(name) = name else {
        let is_dev = |split: &SplitInfo| split.role == Role::Dev && split.holdout.is_none() && split.len > 0;
        return splits.iter().position(is_dev).ok_or_else(|| {
            TrainError::Split(format!("a dev split: there are {} (choose one with --dev)", listed(splits)))
        });
    };
    let found = find_split(splits, name).map_err(TrainError::Split)?;
    if splits[found].len == 0 {
        return Err(TrainError::Split(format!("items in the split `{name}`: it is empty")));
    }
    Ok(found)
}

/// The dev parts of all hold-outs but this one.
fn holdout_devs(splits: &[SplitInfo], dev: usize) -> Result<Vec<TrainingItems>, TrainError> {
    let is_dev = |split: &SplitInfo| split.role == Role::Dev && split.holdout.is_some() && split.len > 0;
    let found: Vec<TrainingItems> = (0..splits.len())
        .filter(|&split| split != dev && is_dev(&splits[split]))
        .map(|split| TrainingItems::whole(splits, split))
        .collect();
    if found.is_empty() {
        let problem = format!("dev parts of hold-outs (`each_holdout`): there are {}", listed(splits));
        return Err(TrainError::Split(problem));
    }
    Ok(found)
}

/// The number of a split, or an error that says what there is; reads after "failed to find …".
pub fn find_split(splits: &[SplitInfo], name: &str) -> Result<usize, String> {
    splits.iter().position(|split| split.name == name).ok_or_else(|| {
        let hint = suggest(name, splits.iter().map(|split| split.name.as_str()))
            .unwrap_or_else(|| format!("there are {}", listed(splits)));
        format!("the split `{name}` ({hint})")
    })
}

fn listed(splits: &[SplitInfo]) -> String {
    let names: Vec<String> = splits
        .iter()
        .map(|split| if split.len > 0 { split.name.clone() } else { format!("{} (empty)", split.name) })
        .collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// An error about a folder.
fn of_folder(path: &Path) -> impl Fn(io::Error) -> TrainError + '_ {
    move |source| TrainError::Folder { path: path.to_owned(), source }
}
