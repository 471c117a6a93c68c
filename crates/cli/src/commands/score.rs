//! `wampimuk score`: what predictions show about a model.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use wampimuk_analysis::score::{Options, Scored, score};
use wampimuk_draw::heat_table_text;
use wampimuk_eval::{Log, Scoring, score_logs};
use wampimuk_score::Credit;

use crate::args::{Common, Trust};
use crate::failure::Failure;
use crate::overwrite::Overwrite;
use crate::progress::Bars;
use crate::say::{check_report, json, say, say_painted, tell, write, write_report};

const EXAMPLES: &str = "Examples:
  wampimuk score run-1.jsonl run-2.jsonl run-3.jsonl        mean ± standard deviation of three seeds
  wampimuk score run-1.jsonl --by referred,length           exact match by what commands say, with chance
  wampimuk score run-1.jsonl --split test --report scores.html
  wampimuk score run-1.jsonl --report scores.csv            all tables for a spreadsheet
  wampimuk score run-1.jsonl --report figures/              every table as CSV, every chart as SVG and PNG
  wampimuk score answers.jsonl --data gscan --set splits.shots=5
  wampimuk score gcn-lstm.jsonl --cap 30                    as GCN-LSTM's authors count, beside the full answers
  wampimuk score test_predict.json                          a list written by the originals' models
  wampimuk score m-lstm.jsonl --baselines                   beside random actions and a memory of train
  wampimuk score entnet-*.jsonl --train diverse-t12         answers to questions, by composition of what they rest on

  wampimuk score logs/*.eval --report page.html             what Inspect logged, as `wampimuk eval` reports it
  wampimuk score out/*/samples_*.jsonl                      what lm-evaluation-harness logged
  wampimuk score outputs/*/traces.jsonl                     what verifiers logged

Each line of a file: {\"split\":\"test\",\"index\":17,\"prediction\":[\"turn left\",\"walk\"]}. A first line may say what was answered
by what: {\"wampimuk\":\"predictions\",\"format\":1,\"model\":\"m-lstm\",\"recipe\":\"gscan\",\"data_seed\":0,\"seed\":1}.

`fulfils` counts what does what was asked in another way, too: the other axis first, turns over the other shoulder.
`reaches` counts who goes to the right object. `tokens` is the share of actions at their place. `chance` is that of choosing
one of the objects and doing everything else right.";

/// Options of `score`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Score {
    /// Files of predictions, one for each run; - for standard input. Runs of one model are put together. Or logs of Inspect,
    /// lm-evaluation-harness or verifiers.
    #[arg(required = true, value_name = "PREDICTIONS")]
    pub files: Vec<PathBuf>,
    /// What they are about: a recipe, a dataset or a file of any supported format [default: what the files say].
    #[arg(long, value_name = "RECIPE|DIR")]
    pub data: Option<String>,
    /// Only these splits.
    #[arg(long = "split", value_name = "NAME", value_delimiter = ',')]
    pub splits: Vec<String>,
    /// Sort items by: length, input, verb, adverb, referred, size, distance, direction, target, pattern, or all
    /// [default: verb,adverb].
    #[arg(long, value_name = "DIMENSION", value_delimiter = ',')]
    pub by: Vec<String>,
    /// Also count what is right if a model is looked at for so many tokens only.
    #[arg(long, value_name = "N")]
    pub cap: Option<usize>,
    /// Also add up what answers earn.
    #[arg(long)]
    pub credit: Option<CreditArg>,
    /// Compare with random actions and with a memory of train, by command and target cell.
    #[arg(long)]
    pub baselines: bool,
    /// Of stories, the recipe that the models were trained on: combinations that it has are framed [default: what the
    /// files say as `trained_on`, or the data itself].
    #[arg(long, value_name = "RECIPE")]
    pub train: Option<String>,
    /// Of stories, write scores by kind, composition and number of supports, for `wampimuk recipes propose --scores`.
    #[arg(long, value_name = "FILE.jsonl")]
    pub scores: Option<PathBuf>,
    /// Write a page with tables and charts, the tables as .csv, the charts as .svg or .png, or everything into DIR/.
    #[arg(long, value_name = "FILE.html|FILE.csv|FILE.svg|FILE.png|DIR/")]
    pub report: Option<PathBuf>,
    /// Whether files are replaced.
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// Print everything as JSON.
    #[arg(long)]
    pub json: bool,
    /// The recipe whose words a file uses, if it has no manifest.
    #[arg(long, value_name = "RECIPE")]
    pub recipe: Option<String>,
    /// The seed of the dataset [default: what the files say, or 0].
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Change a key of the recipe.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Whether files are believed.
    #[command(flatten)]
    pub believe: Trust,
}

/// What answers earn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CreditArg {
    /// Only the very actions count.
    Strict,
    /// Whatever fulfils the command counts.
    Fulfilling,
    /// Something for every step in the right direction.
    Partial,
}

impl CreditArg {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Fulfilling => "fulfilling",
            Self::Partial => "partial",
        }
    }

    /// The credit.
    pub const fn credit(self) -> Credit {
        match self {
            Self::Strict => Credit::STRICT,
            Self::Fulfilling => Credit::FULFILLING,
            Self::Partial => Credit::PARTIAL,
        }
    }
}

/// Scores and prints.
pub fn run(options: &Score, common: &Common) -> Result<(), Failure> {
    let outputs = [options.report.as_deref(), options.scores.as_deref()];
    let inputs = options.files.iter().map(PathBuf::as_path).chain(options.data.as_deref().map(Path::new));
    options.overwrite.check(outputs.into_iter().flatten(), inputs)?;
    check_report(options.report.as_deref())?;
    if let Some(logs) = logs(options)? {
        return score_hosts(&logs, options, common);
    }
    let how = Options {
        data: options.data.clone(),
        data_option: None,
        splits: options.splits.clone(),
        by: options.by.clone(),
        cap: options.cap,
        credit: options.credit.map(|credit| (credit.name(), credit.credit())),
        baselines: options.baselines,
        train: options.train.clone(),
        recipe: options.recipe.clone(),
        seed: options.seed,
        set: options.set.clone(),
        trust: options.believe.trust,
    };
    let bars = Bars::new(common);
    let scored = score(&options.files, &how, common.threads(), &bars)?;
    drop(bars);
    if let (Some(path), Scored::Stories(scores)) = (&options.scores, &scored) {
        let lines: String = scores.cells.iter().map(|line| format!("{line}\n")).collect();
        write(path, lines.as_bytes())?;
    }
    if let Some(path) = &options.report {
        write_report(path, scored.report(), common)?;
    }
    if !common.quiet {
        scored.remarks().iter().for_each(|remark| tell!("note: {remark}"));
    }
    match &scored {
        Scored::Commands(report, _) if options.json => json(report),
        Scored::Stories(scores) if options.json => json(scores),
        Scored::Riddles(scores) if options.json => json(scores),
        Scored::Riddles(scores) => scores.tables().iter().try_for_each(|table| say(table.to_text())),
        Scored::Commands(report, by) => report.tables(by).iter().try_for_each(|table| say(table.to_text())),
        Scored::Stories(scores) => {
            scores.report.tables().iter().try_for_each(|table| say(table.to_text()))?;
            let colour = common.colour_stdout();
            scores.heat_tables().iter().try_for_each(|table| say_painted(heat_table_text(table, colour)))
        }
    }
}

/// The files as logs of hosts; `None` if they are predictions.
fn logs(options: &Score) -> Result<Option<Vec<Log>>, Failure> {
    let found = options.files.iter().map(|path| Log::recognise(path)).collect::<Result<Vec<_>, _>>()?;
    let whole: Vec<Log> = found.iter().flatten().cloned().collect();
    match whole.first() {
        None => Ok(None),
        Some(_) if whole.len() == found.len() => Ok(Some(whole)),
        Some(log) => Err(Failure::Input(format!(
            "{} is a log of {}, and others of these files are not: score them one by one",
            log.path().display(),
            log.host()
        ))),
    }
}

/// Scores what hosts of evaluations logged, and reports it as `eval` does.
fn score_hosts(logs: &[Log], options: &Score, common: &Common) -> Result<(), Failure> {
    let others = [
        ("--by", !options.by.is_empty()),
        ("--cap", options.cap.is_some()),
        ("--credit", options.credit.is_some()),
        ("--baselines", options.baselines),
        ("--train", options.train.is_some()),
        ("--scores", options.scores.is_some()),
    ];
    if let Some((name, _)) = others.into_iter().find(|(_, is_given)| *is_given) {
        let host = logs[0].host();
        return Err(Failure::Input(format!(
            "{name} is for files of predictions, and this is a log of {host}: leave it out"
        )));
    }
    let scoring = Scoring {
        data: options.data.clone(),
        splits: options.splits.clone(),
        seed: options.seed,
        set: options.set.clone(),
    };
    let bars = Bars::new(common);
    let evaluation = score_logs(logs, &scoring, &bars)?;
    drop(bars);
    if let Some(path) = &options.report {
        write_report(path, evaluation.report, common)?;
    }
    if !common.quiet {
        evaluation.summary.remarks.iter().for_each(|remark| tell!("note: {remark}"));
    }
    match options.json {
        true => json(&evaluation.summary),
        false => evaluation.summary.tables().iter().try_for_each(|table| say(table.to_text())),
    }
}
