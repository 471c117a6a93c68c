//! What each training was, as far as its files say: tables without it could flatter.

use indicatif::HumanCount;
use serde::Serialize;
use wampimuk_analysis::predictions::Reader;
use wampimuk_audit::Table;
use wampimuk_models::{Checkpoint, LAST, Settings};

use super::job::Job;
use super::{Reproduce, cost};
use crate::commands::learning::Device;
use crate::failure::Failure;

/// What a training was.
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    training: String,
    seed: u64,
    model: String,
    preset: Option<String>,
    /// The recipe that it learned from, and changes of it.
    data: String,
    data_changes: Vec<String>,
    /// Changes of the settings.
    changes: Vec<String>,
    /// The updates that the weights have seen that answered.
    updates: Option<u64>,
    /// The updates of the whole training in the paper's settings.
    planned: Option<u64>,
    /// The split that the weights were selected on.
    selected_on: Option<String>,
    /// The most items of a split that were asked; all, if there is none.
    items: Option<u64>,
    /// The program that writes this.
    program: &'static str,
    /// What this call computes on.
    device: &'static str,
    /// What is missing, in a few words; `None` if nothing is.
    pub incomplete: Option<String>,
}

impl Record {
    /// Of a training that is done, or as far as it is.
    ///
    /// # Errors
    /// If the recipe that it learns from cannot be used.
    pub fn of(job: &Job, options: &Reproduce) -> Result<Self, Failure> {
        let header = job.some_predictions().and_then(|path| Reader::open(&path).ok()?.header().cloned());
        let header = header.unwrap_or_default();
        let planned = cost::planned(job)?;
        let trained = trained(job)?.or(header.updates);
        Ok(Self {
            training: job.name.clone(),
            seed: job.seed,
            model: job.model.clone(),
            preset: job.preset.clone(),
            data: job.data.clone(),
            data_changes: job.set.clone(),
            changes: job.changes.clone(),
            updates: header.updates,
            planned,
            selected_on: header.selected_on,
            items: job.limit,
            program: concat!("wampimuk ", env!("CARGO_PKG_VERSION")),
            device: if options.machine.device == Device::Cuda { "cuda" } else { "cpu" },
            incomplete: incomplete(trained, planned, job.limit),
        })
    }
}

/// What is missing of a training with so many updates of those planned, and of its items.
fn incomplete(trained: Option<u64>, planned: Option<u64>, limit: Option<u64>) -> Option<String> {
    match (trained, planned) {
        (done, Some(planned)) if done.unwrap_or(0) < planned => {
            Some(format!("{} of {} updates", HumanCount(done.unwrap_or(0)), HumanCount(planned)))
        }
        _ => limit.map(|limit| format!("at most {} items of each split", HumanCount(limit))),
    }
}

/// How many updates the training has made. One that ended before because its rule says so has made all it was told to.
fn trained(job: &Job) -> Result<Option<u64>, Failure> {
    let Ok(last) = Checkpoint::read(&job.folder.join(LAST)) else { return Ok(None) };
    let is_finished = last.about.progress.is_some_and(|progress| progress.finished);
    match toml::from_str::<Settings>(&last.about.settings) {
        Ok(settings) if is_finished => Ok(Some(settings.updates(cost::epoch(job, &settings)?))),
        _ => Ok(Some(last.about.updates)),
    }
}

/// All trainings, for people.
pub fn table(records: &[Record]) -> Table {
    let heads =
        ["training", "seed", "data", "updates", "of", "selected on", "items of a split", "device", ""];
    let mut table = Table::new("What these numbers come from", &heads);
    for record in records {
        let number = |number: Option<u64>| {
            number.map_or_else(|| "–".to_owned(), |number| HumanCount(number).to_string())
        };
        table.row([
            record.training.clone(),
            record.seed.to_string(),
            std::iter::once(&record.data).chain(&record.data_changes).cloned().collect::<Vec<_>>().join(" "),
            number(record.updates),
            number(record.planned),
            record.selected_on.clone().unwrap_or_else(|| "–".to_owned()),
            record.items.map_or_else(|| "all".to_owned(), |items| format!("at most {}", HumanCount(items))),
            record.device.to_owned(),
            record
                .incomplete
                .as_ref()
                .map_or_else(|| "whole".to_owned(), |what| format!("incomplete: {what}")),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_said() {
        assert_eq!(incomplete(Some(4), Some(200_000), None).as_deref(), Some("4 of 200,000 updates"));
        assert_eq!(incomplete(None, Some(200_000), None).as_deref(), Some("0 of 200,000 updates"));
        assert_eq!(incomplete(Some(200_000), Some(200_000), None), None);
        assert_eq!(incomplete(None, None, Some(12)).as_deref(), Some("at most 12 items of each split"));
        assert_eq!(incomplete(None, None, None), None);
    }
}
