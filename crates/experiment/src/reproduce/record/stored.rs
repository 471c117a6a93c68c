//! What the folder of a training says about it.

use std::path::Path;

use wampimuk_audit::thousands;
use wampimuk_families::{card, require};
use wampimuk_models::{BEST, Checkpoint, CheckpointInfo, LAST, Settings};

use super::settings::{changes, is_length, preset_of};
use crate::Error;
use crate::reproduce::cost;
use crate::reproduce::job::Job;

/// A training, as its checkpoints say.
pub struct Stored {
    /// What the last one says.
    pub about: CheckpointInfo,
    /// How it was trained.
    pub settings: Settings,
    /// How many updates it has made. One that ended before because its rule says so has made all it was told to.
    pub updates: u64,
    /// The updates that the best weights have seen.
    pub best: Option<u64>,
}

impl Stored {
    /// What is in the folder of a training; `None` if there are no checkpoints, or none that can be used.
    ///
    /// # Errors
    /// If the recipe that it learns from cannot be used.
    pub fn of(job: &Job) -> Result<Option<Self>, Error> {
        let read = |name: &str| Some(Checkpoint::read(&job.folder.join(name)).ok()?.about);
        let best = read(BEST);
        let updates = best.as_ref().map(|best| best.updates);
        let Some(about) = read(LAST).or(best) else { return Ok(None) };
        let Ok(settings) = toml::from_str::<Settings>(&about.settings) else { return Ok(None) };
        let is_finished = about.progress.as_ref().is_some_and(|progress| progress.finished);
        let made = if is_finished { settings.updates(cost::epoch(job, &settings)?) } else { about.updates };
        Ok(Some(Self { about, settings, updates: made, best: updates }))
    }

    /// The settings that are not the paper's.
    pub fn changes(&self, job: &Job) -> Result<Vec<String>, Error> {
        let paper = job.paper_preset.as_deref().map(|name| cost::settings(name, &[])).transpose()?;
        Ok(paper.map_or_else(Vec::new, |paper| changes(&self.settings, &paper)))
    }

    /// What it was not that this call asks for.
    pub fn unlike(&self, job: &Job, is_budgeted: bool) -> Result<Vec<String>, Error> {
        let Some(preset) = job.preset.as_deref().filter(|_| job.learns()) else { return Ok(Vec::new()) };
        let mut unlike = changes(&self.settings, &cost::settings(preset, &job.changes)?);
        unlike.retain(|change| !is_budgeted || !is_length(change));
        Ok(unlike)
    }

    /// What it lacks of the paper's training, in a few words each.
    pub fn missing(&self, job: &Job, planned: Option<u64>) -> Result<Vec<String>, Error> {
        let Self { about, updates, .. } = self;
        let mut missing = Vec::new();
        if let Some(planned) = planned.filter(|planned| updates < planned) {
            missing.push(format!("{} of {} updates", thousands(*updates), thousands(planned)));
        }
        match (preset_of(&self.settings), &job.paper_preset) {
            (Some(own), Some(paper)) if own != paper => missing.push(format!("settings {own}, not {paper}")),
            _ => {
                let mut others = self.changes(job)?;
                others.retain(|change| !is_length(change));
                missing
                    .extend((!others.is_empty()).then(|| format!("other settings: {}", others.join(", "))));
            }
        }
        missing.extend((about.model != job.model).then(|| format!("the model {}", about.model)));
        missing.extend((about.seed != job.seed).then(|| format!("seed {}", about.seed)));
        missing.extend(self.other_data(job)?);
        Ok(missing)
    }

    /// What it learned from, if that is something else.
    fn other_data(&self, job: &Job) -> Result<Option<String>, Error> {
        let learned = &self.about.data;
        if let Some((_, path)) = &job.augmented {
            // The folder of all runs may be named in another way.
            let is_same =
                learned.files.as_deref().and_then(|files| Path::new(files).file_name()) == path.file_name();
            return Ok((!is_same).then(|| "it learned from other files".to_owned()));
        }
        let found = require(&job.data, &job.set)?;
        let digest = found.read(|toml| Ok(card(toml)?.digest))?;
        let is_same = learned.name == found.name && learned.changes == job.set && learned.seed == 0;
        Ok(match (is_same, learned.digest == digest) {
            (true, true) => None,
            (true, false) => Some(format!("it learned from another version of {}", job.data)),
            (false, _) => Some(format!("it learned from {} {}", learned.name, learned.changes.join(" "))),
        })
    }
}
