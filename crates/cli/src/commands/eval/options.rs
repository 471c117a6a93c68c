//! The options of `wampimuk eval`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use wampimuk_eval::{LIMIT, MAX_TOKENS, Temperature, Writing};

use crate::args::Adjust;
use crate::overwrite::Overwrite;

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
