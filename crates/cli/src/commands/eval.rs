//! `wampimuk eval`: language models, asked.

mod options;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use wampimuk_eval::{
    Ask, Asking, Budget, Error, Estimate, Journal, Model, Plan, Playing, Prices, Report, Sending, ShotChoice,
    Study, Summary, TokenCounter, carry_out, today,
};
use wampimuk_families::{MAX_TEXT_BYTES, read_bytes};

use crate::args::Common;
use crate::failure::Failure;
use crate::progress::{Bars, waiting};
use crate::say::{json, say, tell};
pub use options::Eval;
use options::{AskArg, ShotArg};

/// Asks, judges and prints.
pub fn run(options: &Eval, common: &Common) -> Result<(), Failure> {
    let study = options.study()?;
    let (sending, floors) = (options.sending()?, seconds("floors", options.floors, 0.0)?);
    let counter =
        options.tokenizer.as_deref().map_or_else(|| Ok(TokenCounter::default()), TokenCounter::open)?;
    let plan = waiting(common, "prepare the study", || Plan::new(study))?.with_counter(counter);
    let plan = Arc::new(plan);
    let exists = options.out.join("journal.jsonl").exists();
    if !exists && !options.dry_run {
        options.overwrite.check([options.out.as_path()], [])?;
    }
    let journal = match options.dry_run && !exists {
        true => None,
        false => Some(Journal::open(&options.out)?),
    };
    let bars = Bars::new(common);
    let estimate = plan.estimate(journal.as_ref(), &bars)?;
    drop(bars);
    let Some(journal) = journal.filter(|_| !options.dry_run) else {
        return if options.json { json(&estimate) } else { say(planned(&estimate, true)) };
    };
    if !common.quiet {
        tell!("{}", planned(&estimate, false));
        plan.checked.iter().for_each(|shots| tell!("note: {}", shots.sentence()));
        if journal.damaged > 0 {
            let lines = journal.damaged;
            tell!(
                "note: {lines} lines of the journal are not whole, as a killed process leaves them; asked again"
            );
        }
    }
    let bars = Bars::new(common);
    let key = ["WAMPIMUK_API_KEY", "OPENAI_API_KEY"].into_iter().find_map(|name| std::env::var(name).ok());
    let key = key.as_deref().map(str::trim).filter(|key| !key.is_empty());
    let report = Report { folder: &options.out, date: today(), floors: Vec::new(), remarks: Vec::new() };
    let (asking, evaluation) = carry_out(&plan, &journal, &sending, key, report, floors, &bars)?;
    let summary = evaluation.summary;
    drop(bars);
    match options.json {
        true => json(&summary)?,
        false => print(&summary, options)?,
    }
    ended(&asking, &summary, options, common)
}

impl Eval {
    fn study(&self) -> Result<Study, Failure> {
        if let Some(path) = &self.study {
            let mut study = Study::read(path)?;
            study.seed = self.adjust.seed.unwrap_or(study.seed);
            study.set.extend(self.adjust.changes());
            return Ok(study);
        }
        let mut parameters = Map::new();
        for parameter in &self.parameters {
            let (name, value) = parameter
                .split_once('=')
                .ok_or_else(|| Failure::Input(format!("--param {parameter}: write KEY=VALUE")))?;
            let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
            parameters.insert(name.to_owned(), value);
        }
        Ok(Study {
            endpoint: self.endpoint.clone().unwrap_or_default(),
            models: self.models.iter().map(|name| Model { name: name.clone(), endpoint: None }).collect(),
            data: self.data.clone(),
            splits: self.splits.clone(),
            forms: self.forms.clone(),
            ask: match self.ask {
                AskArg::Actions => Ask::Actions,
                AskArg::Reference => Ask::Reference,
            },
            pairs: self.pairs,
            paraphrases: self.paraphrases,
            play: self.play.then_some(Playing { sight: self.sight, turns: self.turns, moves: self.moves }),
            rules: !self.no_rules,
            shots: self.shots,
            shot_choice: match self.shot_choice {
                ShotArg::Fixed => ShotChoice::Fixed,
                ShotArg::Each => ShotChoice::Each,
            },
            samples: self.samples,
            limit: self.limit,
            seed: self.adjust.seed(),
            set: self.adjust.changes(),
            max_tokens: self.max_tokens,
            temperature: self.temperature,
            parameters,
            prices: Prices { input: self.price_in, output: self.price_out },
            budget: Budget {
                requests: self.budget_requests,
                tokens: self.budget_tokens,
                money: self.budget_money,
            },
        })
    }

    /// The certificates that are trusted in place of the usual ones.
    fn authorities(&self) -> Result<Option<Vec<u8>>, Failure> {
        let named = || std::env::var_os("SSL_CERT_FILE").filter(|name| !name.is_empty()).map(PathBuf::from);
        let Some(path) = self.ca.clone().or_else(named) else { return Ok(None) };
        let read = read_bytes(&path, MAX_TEXT_BYTES);
        read.map(Some).map_err(|error| Failure::io("read", &path, &error))
    }

    fn sending(&self) -> Result<Sending, Failure> {
        Ok(Sending {
            concurrency: usize::from(self.concurrency),
            timeout: seconds("timeout", self.timeout, 0.001)?,
            retries: self.retries,
            backoff: seconds("backoff", self.backoff, 0.0)?,
            authorities: self.authorities()?,
        })
    }
}

/// The seconds of an option.
fn seconds(name: &str, value: f64, least: f64) -> Result<Duration, Failure> {
    let fine = (least..=86_400.0).contains(&value);
    let wrong = || Failure::Input(format!("--{name} {value}: write seconds, from {least} to 86400"));
    if fine { Ok(Duration::from_secs_f64(value)) } else { Err(wrong()) }
}

/// What is going to be asked, in words.
fn planned(estimate: &Estimate, in_full: bool) -> String {
    let sentence = estimate.sentence();
    if in_full { format!("{}\n{sentence}", estimate.table().to_text()) } else { sentence }
}

fn print(summary: &Summary, options: &Eval) -> Result<(), Failure> {
    for table in summary.tables() {
        say(table.to_text())?;
    }
    say(format!("Wrote {}.", options.out.join("report.html").display()))
}

/// What is still to be done, if anything is.
fn ended(asking: &Asking, summary: &Summary, options: &Eval, common: &Common) -> Result<(), Failure> {
    if let Some(limit) = &asking.exhausted
        && !common.quiet
    {
        tell!(
            "note: the budget of {limit} ended this before all was asked ({} requests so far). The same command with a bigger \
             budget goes on from here",
            summary.requests
        );
    }
    let problems = asking.problems(&options.out);
    match problems.is_empty() {
        true => Ok(()),
        false => {
            let problems = problems.join(".\n");
            Err(Failure::System(format!("{problems}.\nThe same command asks again what has no answer")))
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Source(error) => error.into(),
            Error::Score(error) => error.into(),
            other if other.is_system() => Self::System(other.to_string()),
            other => Self::Input(other.to_string()),
        }
    }
}
