//! `wampimuk predict`: what a model says.

use std::path::{Path, PathBuf};

use clap::builder::RangedU64ValueParser;
use clap::{Args as ClapArgs, ValueEnum};
use wampimuk_experiment::{PredictOptions, Predictor, SplitScore};
use wampimuk_models::{Checkpoint, Data};

use super::learning::{DataArgs, MachineArgs, Pretrained};
use crate::args::Common;
use crate::failure::Failure;
use crate::overwrite::Overwrite;
use crate::progress::{self, Bars};
use crate::say::{say, tell};
use crate::version::PROGRAM;

/// The most tokens that can be asked for: memory and time grow with them.
const MOST: u64 = 10_000;

/// Options of `predict`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  wampimuk predict runs/m-lstm-gscan-0                     every split but train, to predictions.jsonl beside it
  wampimuk predict runs/m-lstm-gscan-0 --split test --limit 100 --attention --out -
  wampimuk predict runs/m-lstm-gscan-0 --data gscan --data-seed 7 --split test --out seven.jsonl
  wampimuk predict runs/m-lstm-gscan-0 --split test --format original --out test_predict.json
  wampimuk predict runs/m-lstm-gscan-0 --own-dev --out own.jsonl    after `train --set each_holdout=true`
  wampimuk predict random --data reascan --seed 44 --out random.jsonl

The first line says which model, data and seeds; then {\"split\":\"test\",\"index\":17,\"prediction\":[\"turn left\",\"walk\"]}.
Decoding is greedy, and of full length: up to 121 tokens.")]
pub struct Predict {
    /// The folder of a training (its best weights are used), a checkpoint, or `random`.
    #[arg(value_name = "RUN|FILE")]
    pub model: PathBuf,
    /// What to answer [default: what it learned from].
    #[command(flatten)]
    pub data: DataArgs,
    /// Where a pre-trained model is.
    #[command(flatten)]
    pub pretrained: Pretrained,
    /// Only these splits [default: all but train].
    #[arg(long = "split", value_name = "NAME", value_delimiter = ',')]
    pub splits: Vec<String>,
    /// Answer the tests of each hold-out by the weights that do best on its dev part, as `train --set each_holdout=true` keeps
    /// them in its folder.
    #[arg(long)]
    pub own_dev: bool,
    /// At most this many items of each split.
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// Say what was attended to at each token.
    #[arg(long)]
    pub attention: bool,
    /// The most tokens of an answer, up to 10,000.
    #[arg(long, default_value_t = 121, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(0..=MOST))]
    pub most: usize,
    /// Where to write: a file, or - for standard output [default: predictions.jsonl in the training's folder].
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Whether files are replaced.
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// How to write.
    #[arg(long, default_value = "jsonl", value_name = "FORMAT")]
    pub format: Form,
    /// The seed of guesses, for `random`.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// What to compute on.
    #[command(flatten)]
    pub machine: MachineArgs,
}

/// Formats of predictions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// JSON lines.
    Jsonl,
    /// One JSON list with commands and worlds, as the originals' models write it.
    Original,
}

/// Predicts.
pub fn run(options: &Predict, common: &Common) -> Result<(), Failure> {
    let predictor = Predictor::find(&options.model)?;
    let out = options.out.clone().unwrap_or_else(|| predictor.usual_place());
    let inputs = [predictor.weights(), options.data.data.as_deref().map(Path::new)];
    options.overwrite.check([out.as_path()], inputs.into_iter().flatten())?;
    let checkpoint = predictor.read(options.own_dev)?;
    let data = data(options, &predictor, checkpoint.as_ref(), common)?;
    let how = PredictOptions {
        splits: options.splits.clone(),
        own_dev: options.own_dev,
        limit: options.limit,
        attention: options.attention,
        most: options.most,
        form: match options.format {
            Form::Jsonl => wampimuk_experiment::Form::Jsonl,
            Form::Original => wampimuk_experiment::Form::Original,
        },
        seed: options.seed,
        pretrained: options.pretrained.place()?.map(str::to_owned),
        machine: options.machine.plain(common),
        program: PROGRAM.to_owned(),
    };
    let bars = Bars::new(common);
    let scores = predictor.answer(checkpoint, data, &out, &how, &bars)?;
    drop(bars);
    if common.quiet {
        return Ok(());
    }
    let line = |score: &SplitScore| format!("{:<32}{:>7.2} % of {}", score.split, score.percent(), score.of);
    let text = scores.iter().map(line).collect::<Vec<_>>().join("\n");
    if out == Path::new("-") {
        tell!("{text}");
        return Ok(());
    }
    say(text)
}

/// What is asked: what was named, or else what the weights learned from.
fn data(
    options: &Predict,
    predictor: &Predictor,
    checkpoint: Option<&Checkpoint>,
    common: &Common,
) -> Result<Data, Failure> {
    match (&options.data.data, checkpoint) {
        (Some(name), _) => options.data.open(name, common),
        (None, None) => Err(Failure::Input("nothing to guess: name a recipe or files with --data".into())),
        (None, Some(checkpoint)) => {
            let doing = format!("prepare {}", checkpoint.about.data.name);
            Ok(progress::waiting(common, &doing, || predictor.learned(checkpoint))?)
        }
    }
}
