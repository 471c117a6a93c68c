//! What each training was, as its own files say: what this call asks for is another matter, and tables of it would flatter.

mod settings;
mod stored;

use serde::Serialize;
use wampimuk_analysis::paper::Asked;
use wampimuk_analysis::predictions::Header;
use wampimuk_audit::{Table, thousands};

use super::cost;
use super::job::Job;
use crate::Error;
pub(super) use stored::Stored;

/// What a training was.
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    training: String,
    /// The seed that it was asked for with.
    seed: u64,
    model: String,
    /// The settings that come with the program that it was trained with.
    preset: Option<&'static str>,
    /// The settings that are not the paper's.
    changes: Vec<String>,
    /// The recipe that it learned from, its changes and digest.
    data: String,
    data_changes: Vec<String>,
    digest: Option<String>,
    /// The updates that it has made, and those that the paper's settings ask for.
    updates: Option<u64>,
    planned: Option<u64>,
    /// What it learned on, and by which program.
    device: Option<String>,
    program: Option<String>,
    /// What is missing of it, in a few words; `None` if nothing is.
    incomplete: Option<String>,
    /// Its files of answers.
    answers: Vec<AnswersRecord>,
}

/// What a file of answers says of itself.
#[derive(Clone, Debug, Serialize)]
struct AnswersRecord {
    /// The recipe whose items were asked, and whether it says what was attended to.
    data: String,
    attention: bool,
    /// What the file says.
    #[serde(flatten)]
    header: Header,
    /// What is wrong with it, in a few words; `None` if nothing is.
    incomplete: Option<String>,
    /// How many items of a split were not asked, in a few words; `None` if all were.
    unanswered: Option<String>,
}

impl Record {
    /// Of a training that is done, or as far as it is.
    ///
    /// # Errors
    /// If the recipe that it learns from cannot be used.
    pub(super) fn of(job: &Job) -> Result<Self, Error> {
        let planned = cost::planned(job)?;
        let stored = if job.learns() { Stored::of(job)? } else { None };
        let answers: Vec<AnswersRecord> = job
            .answers()
            .filter_map(|(asked, header)| Some(AnswersRecord::of(job, stored.as_ref(), asked, header?)))
            .collect();
        let mut missing = stored.as_ref().map(|stored| stored.missing(job, planned)).transpose()?;
        if job.learns() && !answers.is_empty() {
            missing.get_or_insert_with(|| vec!["no checkpoint says how it was trained".to_owned()]);
        }
        let missing = missing.unwrap_or_default();
        let changes = stored.as_ref().map(|stored| stored.changes(job)).transpose()?.unwrap_or_default();
        let about = stored.as_ref().map(|stored| &stored.about);
        let data = about.map(|about| &about.data);
        Ok(Self {
            training: job.name.clone(),
            seed: job.seed,
            model: about.map_or(&job.model, |about| &about.model).clone(),
            preset: stored.as_ref().and_then(|stored| settings::preset_of(&stored.settings)),
            changes,
            data: data.map_or(&job.data, |data| &data.name).clone(),
            data_changes: data.map_or(&job.set, |data| &data.changes).clone(),
            digest: data.map(|data| data.digest.clone()).filter(|digest| !digest.is_empty()),
            updates: stored.as_ref().map(|stored| stored.updates),
            planned,
            device: about.and_then(|about| about.device.clone()),
            program: about.map(|about| about.program.clone()),
            incomplete: (!missing.is_empty()).then(|| missing.join("; ")),
            answers,
        })
    }

    /// What is missing of the training, or wrong with its answers to these items.
    pub(super) fn incomplete(&self, asked: &Asked) -> Option<String> {
        let is_it = |file: &&AnswersRecord| file.data == asked.data && file.attention == asked.attention;
        let of_file = || self.answers.iter().find(is_it)?.incomplete.clone();
        self.incomplete.clone().or_else(of_file)
    }

    /// Remembers how many of these items were not asked.
    pub fn remember_unanswered(&mut self, asked: &Asked, unanswered: Option<String>) {
        let is_it = |file: &&mut AnswersRecord| file.data == asked.data && file.attention == asked.attention;
        if let Some(file) = self.answers.iter_mut().find(is_it) {
            file.unanswered = unanswered;
        }
    }

    /// The recipes that it learned from and answered, with their digests.
    pub(super) fn digests(&self) -> Vec<(&str, &str)> {
        let asked =
            self.answers.iter().filter_map(|file| Some((file.data.as_str(), file.header.digest.as_deref()?)));
        self.digest.iter().map(|digest| (self.data.as_str(), digest.as_str())).chain(asked).collect()
    }
}

impl AnswersRecord {
    fn of(job: &Job, stored: Option<&Stored>, asked: &Asked, header: Header) -> Self {
        let mut wrong = Vec::new();
        wrong.extend(
            header.seed.filter(|seed| *seed != job.seed).map(|seed| format!("answers of seed {seed}")),
        );
        wrong.extend(header.data_seed.filter(|seed| *seed != 0).map(|seed| format!("items of seed {seed}")));
        let is_of_recipe = header.recipe.as_ref() == Some(&asked.data);
        let has_changes = asked.data != job.data || header.changes == job.set;
        wrong.extend((!is_of_recipe || !has_changes).then(|| format!("not the items of {}", asked.data)));
        let best = stored.and_then(|stored| stored.best);
        let is_of_best = best.is_none() || header.updates == best;
        wrong.extend((!is_of_best).then(|| "answers of other weights than are kept".to_owned()));
        let incomplete = (!wrong.is_empty()).then(|| wrong.join("; "));
        Self { data: asked.data.clone(), attention: asked.attention, header, incomplete, unanswered: None }
    }
}

/// All trainings, for people.
pub(super) fn table(records: &[Record]) -> Table {
    let heads =
        ["training", "seed", "data", "updates", "of", "selected on", "asked", "device", "program", ""];
    let mut table = Table::new("What these numbers come from", &heads);
    let number = |number: Option<u64>| number.map_or_else(|| "–".to_owned(), thousands);
    let joined = |parts: Vec<String>| {
        let mut all: Vec<String> = Vec::new();
        parts.into_iter().for_each(|part| {
            if !all.contains(&part) {
                all.push(part);
            }
        });
        if all.is_empty() { "–".to_owned() } else { all.join(", ") }
    };
    for record in records {
        let of_files = |what: &dyn Fn(&Header) -> Option<String>| {
            record.answers.iter().filter_map(|file| what(&file.header)).collect::<Vec<String>>()
        };
        let asked = of_files(&|header| {
            Some(
                header
                    .limit
                    .map_or_else(|| "all".to_owned(), |limit| format!("at most {}", thousands(limit))),
            )
        });
        let device = record.device.clone().into_iter().chain(of_files(&|header| header.device.clone()));
        let program = record.program.clone().into_iter().chain(of_files(&|header| header.program.clone()));
        let of_answers =
            record.answers.iter().flat_map(|file| file.incomplete.iter().chain(&file.unanswered));
        let wrong: Vec<String> = record.incomplete.iter().chain(of_answers).cloned().collect();
        table.row([
            record.training.clone(),
            record.seed.to_string(),
            std::iter::once(&record.data).chain(&record.data_changes).cloned().collect::<Vec<_>>().join(" "),
            number(record.updates),
            number(record.planned),
            joined(of_files(&|header| header.selected_on.clone())),
            joined(asked),
            joined(device.collect()),
            joined(program.collect()),
            if wrong.is_empty() { "whole".to_owned() } else { format!("incomplete: {}", joined(wrong)) },
        ]);
    }
    table
}
