//! `wampimuk eval`: language models, asked.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde_json::{Map, Value};
use wampimuk_eval::{
    Ask, Asking, Budget, Error, Estimate, Journal, LIMIT, MAX_TOKENS, Model, Plan, Playing, Prices, Report,
    Sending, ShotChoice, Study, Summary, Temperature, TokenCounter, Writing, carry_out, today,
};
use wampimuk_families::{MAX_TEXT_BYTES, read_bytes};

use crate::args::{Adjust, Common};
use crate::failure::Failure;
use crate::overwrite::Overwrite;
use crate::progress::{Bars, waiting};
use crate::say::{json, say, tell};

const EXAMPLES: &str = "Examples:
  wampimuk eval --endpoint http://127.0.0.1:8000/v1 --model NAME --data gscan --data reascan --data mix-t12 --dry-run
  wampimuk eval --endpoint http://127.0.0.1:8000/v1 --model NAME --data gscan,reascan,mix-t12 --limit 50 --out eval/NAME
  wampimuk eval --endpoint URL --model NAME --data gscan --split test,adverb_2_test --form grid --shots 4
  wampimuk eval --endpoint URL --model NAME --data reascan --samples 8 --temperature 0.8
  wampimuk eval --endpoint URL --model SMALL --model BIG --data gscan     several models, compared item by item
  wampimuk eval --endpoint URL --model NAME --data gscan --price-in 0.5 --price-out 2 --budget-money 3
  wampimuk eval --endpoint URL --model NAME --data reascan --pairs --paraphrases      does it notice what differs?
  wampimuk eval --endpoint URL --model NAME --data gscan --play --moves 1             one action at a time
  wampimuk eval --endpoint URL --model NAME --data gscan --play --sight 2             the object has to be found first
  wampimuk eval --study study.toml --out eval/study                       models and forms from a file

A server is whatever speaks the chat protocol of OpenAI's interface: vLLM, llama.cpp, SGLang, transformers, gateways. Its
key, if it wants one, comes from the environment: WAMPIMUK_API_KEY, or else OPENAI_API_KEY. It is written nowhere.

An answer is marked (`Answer: …`, <answer>…</answer>, \\boxed{…}), or is the whole reply, if that reads as an answer. Anything
else is unreadable. Hosts (Inspect, lm-eval, verifiers) and `wampimuk score` read answers by the same rule.

Every answer is on disk before it counts. The same command goes on where a killed or stopped one ended, and asks nothing
twice; a bigger --limit or more --samples ask only what is new. The folder then has answers.parquet (a row for each answer),
summary.json, report.html, predictions (for `wampimuk score`) and .eval_results (for model hubs).";

/// Options of `eval`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Eval {
    /// The server: the address that /chat/completions is added to, mostly ending in /v1.
    #[arg(long, value_name = "URL", required_unless_present = "study", conflicts_with = "study")]
    pub endpoint: Option<String>,
    /// The model, as the server knows it. Several are compared.
    #[arg(long = "model", value_name = "NAME", required_unless_present = "study", conflicts_with = "study")]
    pub models: Vec<String>,
    /// What to ask about: recipes (see `wampimuk recipes`), or datasets made from one.
    #[arg(
        long = "data",
        value_name = "RECIPE|DIR",
        value_delimiter = ',',
        required_unless_present = "study",
        conflicts_with = "study"
    )]
    pub data: Vec<String>,
    /// Models, data, forms and limits from a TOML file, in place of the options for them. --seed, --set and --fresh change it.
    #[arg(long, value_name = "FILE.toml")]
    pub study: Option<PathBuf>,
    /// Only these splits [default: all test splits].
    #[arg(long = "split", value_name = "NAME", value_delimiter = ',', conflicts_with = "study")]
    pub splits: Vec<String>,
    /// How items are written: coordinates, grid, prose, numbered, json, image; several are compared. A dataset without it
    /// is asked in its usual form [default: the usual form].
    #[arg(
        long = "form",
        value_name = "FORM",
        value_delimiter = ',',
        value_parser = writing,
        conflicts_with = "study"
    )]
    pub forms: Vec<Writing>,
    /// Of commands, what is asked for: the actions, or the cell of the target.
    #[arg(long, value_name = "WHAT", default_value = "actions", conflicts_with = "study")]
    pub ask: AskArg,
    /// Also ask about minimal pairs: the item with one word, object or sentence changed, so that the answer changes, and so
    /// that it stays.
    #[arg(long, conflicts_with = "study")]
    pub pairs: bool,
    /// Of commands, also ask with the command in other words.
    #[arg(long, conflicts_with = "study")]
    pub paraphrases: bool,
    /// Commands are carried out in conversation: the model says what it does, and is told what it sees then.
    #[arg(long, conflicts_with = "study")]
    pub play: bool,
    /// In conversation, how many rows and columns the model sees in each direction. It then may go as it likes, and says when it
    /// is done [default: everything].
    #[arg(long, value_name = "N", requires = "play", conflicts_with = "study")]
    pub sight: Option<u8>,
    /// In conversation, the most turns [default: twice as many as the right actions are, and 10; with --sight one more for each
    /// cell].
    #[arg(long, value_name = "N", requires = "play", conflicts_with = "study")]
    pub turns: Option<u32>,
    /// In conversation, the most actions of a turn [default: any number].
    #[arg(long, value_name = "N", requires = "play", conflicts_with = "study")]
    pub moves: Option<u32>,
    /// Leave out the rules of the task and of the answer: questions are the item alone, and the rest is to be learnt from
    /// --shots.
    #[arg(long, conflicts_with = "study")]
    pub no_rules: bool,
    /// Solved examples from train before each question. None has what a hold-out holds out.
    #[arg(long, value_name = "K", default_value_t = 0, conflicts_with = "study")]
    pub shots: usize,
    /// Whether all questions have the same examples.
    #[arg(long, value_name = "WHICH", default_value = "fixed", conflicts_with = "study")]
    pub shot_choice: ShotArg,
    /// How often each question is asked.
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "study")]
    pub samples: u32,
    /// Items of each split, drawn at random; fewer are among more.
    #[arg(long, value_name = "M", default_value_t = LIMIT, conflicts_with = "study")]
    pub limit: u64,
    /// The most tokens of an answer, thinking included; 0 leaves it to the server.
    #[arg(long, value_name = "N", default_value_t = MAX_TOKENS, conflicts_with = "study")]
    pub max_tokens: u64,
    /// How much chance there is in answers: a number, `server` for what the server does, or `usual`: 0 with one sample, else
    /// as the server does.
    #[arg(
        long,
        value_name = "T",
        default_value = "usual",
        value_parser = Temperature::read,
        conflicts_with = "study"
    )]
    pub temperature: Temperature,
    /// Something else that goes into every request, such as reasoning_effort=low.
    #[arg(long = "param", value_name = "KEY=VALUE", conflicts_with = "study")]
    pub parameters: Vec<String>,
    /// What a million tokens of questions cost.
    #[arg(long, value_name = "PRICE", default_value_t = 0.0, conflicts_with = "study")]
    pub price_in: f64,
    /// What a million tokens of answers cost.
    #[arg(long, value_name = "PRICE", default_value_t = 0.0, conflicts_with = "study")]
    pub price_out: f64,
    /// Stop before more requests than this are in the folder.
    #[arg(long, value_name = "N", conflicts_with = "study")]
    pub budget_requests: Option<u64>,
    /// Stop before more tokens than this are spent.
    #[arg(long, value_name = "N", conflicts_with = "study")]
    pub budget_tokens: Option<u64>,
    /// Stop before more money than this is spent, by the prices.
    #[arg(long, value_name = "AMOUNT", conflicts_with = "study")]
    pub budget_money: Option<f64>,
    /// Requests on their way at a time.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub concurrency: u16,
    /// Seconds that an answer may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 600.0)]
    pub timeout: f64,
    /// How often a question is sent again if the server is busy, broken or away.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub retries: u32,
    /// Seconds before a question is sent again, doubled each time; a server's Retry-After goes first.
    #[arg(long, value_name = "SECONDS", default_value_t = 0.5)]
    pub backoff: f64,
    /// Count the tokens of questions exactly, with the `tokenizer.json` of the model [default: one for four bytes].
    #[arg(long, value_name = "FILE")]
    pub tokenizer: Option<PathBuf>,
    /// The certificates of the authorities that servers are trusted by, as PEM, in place of the usual ones [default:
    /// SSL_CERT_FILE, if that is set].
    #[arg(long, value_name = "FILE.pem")]
    pub ca: Option<PathBuf>,
    /// The folder of the study.
    #[arg(long, short, value_name = "DIR", default_value = "eval")]
    pub out: PathBuf,
    /// Seconds to wait, after the last answer, for what readers without understanding reach on the same splits. They learn
    /// while models are asked. 0 leaves them out.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    pub floors: f64,
    /// Print what would be asked, what it may cost and how sure the result would be, and send nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Whether files of the folder are replaced, if it is not that of a study.
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// Print everything as JSON.
    #[arg(long)]
    pub json: bool,
    /// Changes to the recipes.
    #[command(flatten)]
    pub adjust: Adjust,
}

/// Which examples questions have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ShotArg {
    /// All questions have the same.
    Fixed,
    /// Each question has its own.
    Each,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AskArg {
    /// All actions that carry out the command.
    Actions,
    /// The cell of the target.
    Reference,
}

fn writing(name: &str) -> Result<Writing, String> {
    Writing::try_from(name.to_owned())
}

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
