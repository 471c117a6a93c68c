//! The folder of a training.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use wampimuk_batch::Vocabulary;
use wampimuk_nn::Params;

use super::{TrainError, TrainPlan, of_folder};
use crate::architecture::Architecture;
use crate::checkpoint::{CHECKPOINT_FORMAT, Checkpoint, CheckpointError, CheckpointInfo, DevScore, Progress};
use crate::log::{LOG, Log, PICTURE};
use crate::machine::{Machine, TrainingState};
use crate::optimiser::OptimiserState;
use crate::task::Task;

/// The checkpoint to resume from.
pub const LAST: &str = "last.safetensors";
/// The checkpoint that does best on dev.
pub const BEST: &str = "best.safetensors";

/// The checkpoint that does best on the dev part of a hold-out, by the name of that split.
pub(crate) fn best_on(dev: &str) -> String {
    format!("best-{dev}.safetensors")
}

/// Whether a file has the name of weights that do best.
fn is_best(name: &str) -> bool {
    name == BEST || name.starts_with("best-") && name.ends_with(".safetensors")
}

/// The folder of a training, locked against other processes.
pub(super) struct Folder<'p> {
    plan: &'p TrainPlan,
    /// What all checkpoints of this training say.
    about: CheckpointInfo,
    /// Held while the training runs; the system lets go of it however the process ends.
    _lock: File,
}

impl<'p> Folder<'p> {
    /// Makes the folder, if it is not there, and locks it.
    pub(super) fn enter<A: Architecture>(
        task: &A::Task,
        plan: &'p TrainPlan,
        selected_on: &str,
    ) -> Result<Self, TrainError> {
        let path = &plan.folder;
        fs::create_dir_all(path).map_err(of_folder(path))?;
        let lock = File::create(path.join(".lock")).map_err(of_folder(path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(TrainError::Busy(path.clone())),
            Err(TryLockError::Error(error)) => return Err(of_folder(path)(error)),
        }
        let settings = toml::to_string(&plan.settings).map_err(|error| CheckpointError::Other {
            path: path.clone(),
            problem: format!("the settings cannot be written: {error}"),
        })?;
        let about = CheckpointInfo {
            format: CHECKPOINT_FORMAT,
            program: plan.program.clone(),
            model: A::NAME.to_owned(),
            settings,
            seed: plan.seed,
            data: plan.data.clone(),
            vocabularies: task.vocabularies().into_iter().map(Vocabulary::to_json).collect(),
            began_with: plan.from.as_ref().map(|path| path.display().to_string()),
            device: Some(plan.device.clone()),
            updates: 0,
            selected_on: Some(selected_on.to_owned()),
            score: None,
            progress: None,
            tensors: Vec::new(),
        };
        Ok(Self { plan, about, _lock: lock })
    }

    /// How far the training has come, and where it resumes.
    pub(super) fn resume<A: Architecture>(
        &mut self,
        task: &A::Task,
    ) -> Result<(Progress, Option<TrainingState>), TrainError> {
        let path = self.plan.folder.join(LAST);
        if !path.exists() {
            self.keeps_nothing_else(A::NAME)?;
            return Ok((Progress::default(), None));
        }
        let checkpoint = Checkpoint::read(&path)?;
        checkpoint.check(&path, A::NAME, &task.vocabularies())?;
        let Checkpoint { about, params, memory } = checkpoint;
        let other = |problem: String| CheckpointError::Other { path: path.clone(), problem };
        if let Some(difference) = self.difference(&about) {
            return Err(other(format!("{difference}; choose another folder with --out")).into());
        }
        let (Some(progress), Some(mut memory)) = (about.progress, memory) else {
            return Err(other("it is no checkpoint to resume from".into()).into());
        };
        let device = &self.plan.device;
        self.about.device = Some(match about.device {
            Some(before) if !before.split(", ").any(|one| one == device) => format!("{before}, {device}"),
            Some(before) => before,
            None => device.clone(),
        });
        if let OptimiserState::Adam(adam) = &mut memory {
            let (one, two) = self.plan.settings.betas;
            adam.betas = (one as f32, two as f32);
        }
        Ok((progress, Some(TrainingState { params, memory })))
    }

    /// Where no training can be resumed, the weights of another one must not be overwritten, and no one else's picture. Weights
    /// of this one may be there if it was killed just after it had kept them.
    fn keeps_nothing_else(&self, model: &str) -> Result<(), TrainError> {
        let folder = &self.plan.folder;
        for entry in fs::read_dir(folder).map_err(of_folder(folder))? {
            let entry = entry.map_err(of_folder(folder))?;
            let name = entry.file_name();
            if name.to_str().is_some_and(is_best) && !self.is_own(&entry.path(), model) {
                let problem = format!(
                    "these weights are of another training, whose {LAST} is not there to resume from; choose another folder \
                     with --out, or move them away"
                );
                return Err(CheckpointError::Other { path: entry.path(), problem }.into());
            }
        }
        let picture = folder.join(PICTURE);
        if picture.exists() && !folder.join(LOG).exists() {
            let problem = format!(
                "there is no {LOG} that it could show; choose another folder with --out, or move it away"
            );
            return Err(CheckpointError::Other { path: picture, problem }.into());
        }
        Ok(())
    }

    /// Whether a checkpoint is one of this training. Those of hold-outs were chosen on other splits.
    fn is_own(&self, path: &Path, model: &str) -> bool {
        Checkpoint::read(path).is_ok_and(|best| {
            let selected_on = self.about.selected_on.clone();
            best.about.model == model
                && self.difference(&CheckpointInfo { selected_on, ..best.about }).is_none()
        })
    }

    /// What is different about a training that was begun here, if anything.
    fn difference(&self, found: &CheckpointInfo) -> Option<String> {
        let mine = &self.about;
        let begun = |what: &str, before: &str, now: &str| {
            Some(format!("the training there was begun with {what} {before}, not {now}"))
        };
        if found.seed != mine.seed {
            return begun("seed", &found.seed.to_string(), &mine.seed.to_string());
        }
        if found.data.digest != mine.data.digest || found.data.seed != mine.data.seed {
            let name = |about: &CheckpointInfo| format!("{} (seed {})", about.data.name, about.data.seed);
            return begun("the data", &name(found), &name(mine));
        }
        if found.data != mine.data {
            return Some("the training there was begun with other data".to_owned());
        }
        if found.selected_on != mine.selected_on {
            let name = |about: &CheckpointInfo| about.selected_on.clone().unwrap_or_default();
            return begun("the dev split", &name(found), &name(mine));
        }
        if found.began_with != mine.began_with {
            return Some("the training there began with other weights".to_owned());
        }
        let line = |text: &str, number: usize| text.lines().nth(number).unwrap_or("nothing").to_owned();
        let lines = found.settings.lines().count().max(mine.settings.lines().count());
        let differs = |&number: &usize| line(&found.settings, number) != line(&mine.settings, number);
        let number = (0..lines).find(differs)?;
        let quoted = |about: &CheckpointInfo| format!("`{}`", line(&about.settings, number));
        begun("the setting", &quoted(found), &quoted(mine))
    }

    /// The log up to this point.
    pub(super) fn log(&self, progress: &Progress) -> Result<Log, TrainError> {
        let path = &self.plan.folder;
        Log::open(path, progress.attempt, progress.update).map_err(of_folder(path))
    }

    /// Keeps everything, to resume from here.
    pub(super) fn keep_last<M: Machine>(
        &self,
        machine: &mut M,
        progress: &mut Progress,
    ) -> Result<(), TrainError> {
        let TrainingState { params, memory } = machine.state()?;
        if !params.data.iter().all(|number| number.is_finite()) {
            return Err(self.not_finite("a weight", progress));
        }
        progress.adam = match &memory {
            OptimiserState::Adam(adam) => Some(adam.updates),
            OptimiserState::Sgd => None,
        };
        let about = CheckpointInfo {
            progress: Some(progress.clone()),
            updates: progress.update,
            ..self.said(&params)
        };
        let checkpoint = Checkpoint { about, params, memory: Some(memory) };
        Ok(checkpoint.write(&self.plan.folder.join(LAST))?)
    }

    /// Keeps the weights as the best ones; those for a hold-out, if its dev part is named.
    pub(super) fn keep_best<M: Machine>(
        &self,
        machine: &mut M,
        updates: u64,
        score: DevScore,
        holdout: Option<&str>,
    ) -> Result<(), TrainError> {
        let params = machine.state()?.params;
        let mut about = CheckpointInfo { updates, score: Some(score), ..self.said(&params) };
        let mut name = BEST.to_owned();
        if let Some(dev) = holdout {
            about.selected_on = Some(dev.to_owned());
            name = best_on(dev);
        }
        Ok(Checkpoint { about, params, memory: None }.write(&self.plan.folder.join(name))?)
    }

    fn said(&self, params: &Params) -> CheckpointInfo {
        let tensors = params.slots().iter().map(|slot| slot.name.clone()).collect();
        CheckpointInfo { tensors, ..self.about.clone() }
    }

    /// The error of a loss or weight that is not a number.
    pub(super) fn not_finite(&self, what: &'static str, progress: &Progress) -> TrainError {
        let last = Checkpoint::read(&self.plan.folder.join(LAST)).ok();
        let kept = last.map_or(0, |last| last.about.updates);
        let attempt = match self.plan.settings.tries {
            1 => String::new(),
            _ => format!(" of try {}", progress.attempt + 1),
        };
        TrainError::NotFinite { what, update: progress.update, attempt, kept }
    }
}

/// The weights of a checkpoint of the same model, to begin with.
pub(super) fn begin_with<A: Architecture>(task: &A::Task, path: &Path) -> Result<Params, TrainError> {
    let path = if path.is_dir() { path.join(BEST) } else { path.to_owned() };
    let checkpoint = Checkpoint::read(&path)?;
    checkpoint.check(&path, A::NAME, &task.vocabularies())?;
    Ok(checkpoint.params)
}
