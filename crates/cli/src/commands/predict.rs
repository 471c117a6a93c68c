//! `wampimuk predict`: what a model says.

mod file;

use std::path::{Path, PathBuf};

use clap::builder::RangedU64ValueParser;
use clap::{Args as ClapArgs, ValueEnum};
use serde_json::Value;
use wampimuk_analysis::predictions::{Header, OWN_DEV};
use wampimuk_core::{Role, Watch as _};
#[cfg(feature = "cuda")]
use wampimuk_models::Gpu;
use wampimuk_models::{
    AnswerOptions, Architecture, Checkpoint, Cpu, Data, DatasetInfo, GridTask, Machine, ModelAnswer,
    ModelVisitor, OptimiserState, RANDOM, Task, TrainingState, checkpoint_of, find_split, guess,
    own_checkpoint_of, predict, with_model,
};

use super::learning::{DataArgs, Device, MachineArgs, Pretrained, settings_of};
use super::train::options_of;
use crate::args::Common;
use crate::failure::Failure;
use crate::overwrite::Overwrite;
use crate::progress::{self, Bars};
use crate::say::{say, tell};
use crate::version::PROGRAM;
use file::File;

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

impl Predict {
    /// Where to write: beside this checkpoint, if nothing was said.
    fn place(&self, checkpoint: &Path) -> PathBuf {
        let folder = checkpoint.parent().filter(|folder| !folder.as_os_str().is_empty());
        let usual = || folder.map_or_else(|| PathBuf::from("-"), |folder| folder.join("predictions.jsonl"));
        self.out.clone().unwrap_or_else(usual)
    }
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
    let is_random = options.model == Path::new(RANDOM) && !options.model.exists();
    let path = if is_random { PathBuf::new() } else { checkpoint_of(&options.model)? };
    let inputs = [Some(path.as_path()), options.data.data.as_deref().map(Path::new)];
    options.overwrite.check([options.place(&path).as_path()], inputs.into_iter().flatten())?;
    if is_random && options.own_dev {
        return Err(Failure::Input("--own-dev chooses among weights, and guesses have none".into()));
    }
    if is_random {
        return random(options, common);
    }
    if options.own_dev && !options.model.is_dir() {
        let path = options.model.display();
        return Err(Failure::Input(format!(
            "--own-dev chooses among the weights of a training: name its folder instead of {path}"
        )));
    }
    let checkpoint = Checkpoint::read(&path)?;
    let about = &checkpoint.about;
    let learned = &about.data;
    let data = match &options.data.data {
        Some(name) => options.data.open(name, common)?,
        None if learned.recipe.is_empty() => {
            return Err(Failure::Input(format!(
                "{} learned from files: name what to answer with --data",
                path.display()
            )));
        }
        None => {
            let make = || Data::of_text(&learned.name, &learned.recipe, &learned.changes, learned.seed);
            progress::waiting(common, &format!("prepare {}", learned.name), make)?
        }
    };
    let data = data.and_words_of_checkpoint(about)?;
    let header = Header {
        model: Some(about.model.clone()),
        seed: Some(about.seed),
        updates: Some(about.updates).filter(|_| !options.own_dev),
        selected_on: match options.own_dev {
            true => Some(OWN_DEV.to_owned()),
            // Only the best weights were selected.
            false => about.selected_on.clone().filter(|_| about.score.is_some()),
        },
        inoculation: learned.inoculation,
        device: Some(options.machine.described()),
        more: trained_on(learned),
        ..header(&data, options)
    };
    let model = about.model.clone();
    with_model(&model, Speak { options, common, path, checkpoint, data, header }).map_err(Failure::Input)?
}

/// The recipe that a model was trained on, if there is one. A few items that were learned in the end are not what it was
/// trained on.
fn trained_on(learned: &DatasetInfo) -> serde_json::Map<String, Value> {
    let is_recipe = learned.inoculation.is_none() && !learned.recipe.is_empty();
    is_recipe.then(|| ("trained_on".to_owned(), learned.name.clone().into())).into_iter().collect()
}

/// What predictions say about their data. Files are not a recipe, even if they are called like one.
fn header(data: &Data, options: &Predict) -> Header {
    Header {
        recipe: Some(data.name.clone()).filter(|_| !data.recipe.is_empty()),
        digest: Some(data.digest()).filter(|digest| !digest.is_empty()),
        data_seed: Some(data.seed),
        changes: data.changes.clone(),
        program: Some(PROGRAM.to_owned()),
        limit: options.limit,
        ..Header::default()
    }
}

/// Guesses.
fn random(options: &Predict, common: &Common) -> Result<(), Failure> {
    let Some(name) = &options.data.data else {
        return Err(Failure::Input("nothing to guess: name a recipe or files with --data".into()));
    };
    let data = options.data.open(name, common)?;
    let header = Header {
        model: Some(RANDOM.into()),
        seed: Some(options.seed),
        // Guesses are made nowhere else.
        device: Some("cpu".to_owned()),
        ..header(&data, options)
    };
    let mut file = File::create(options.place(Path::new("")), options.format, &data, &header)?;
    let task = GridTask::new(data)?;
    speak(&task, options, common, &mut file, |split, items, visit| {
        guess(&task, (split, items), options.seed, visit)
    })?;
    file.finish()
}

/// Answers of any model.
struct Speak<'o> {
    options: &'o Predict,
    common: &'o Common,
    path: PathBuf,
    checkpoint: Checkpoint,
    data: Data,
    header: Header,
}

impl ModelVisitor for Speak<'_> {
    type Out = Result<(), Failure>;

    fn visit<A: Architecture>(self) -> Self::Out {
        let Self { options, common, path, checkpoint, data, header } = self;
        let settings = settings_of(&path, &checkpoint.about, &options.pretrained)?;
        let own = options_of::<A>(&settings)?;
        let mut file = File::create(options.place(&path), options.format, &data, &header)?;
        let task = A::task(data, &own)?;
        checkpoint.check(&path, A::NAME, &task.vocabularies())?;
        let missing = |name| {
            Failure::Input(format!("failed to use {}: the tensor `{name}` is missing", path.display()))
        };
        let model = A::find(&checkpoint.params, &own).map_err(missing)?;
        let state = TrainingState { params: checkpoint.params, memory: OptimiserState::Sgd };
        match options.machine.device {
            Device::Cpu => {
                let mut machine = Cpu::new(state, common.threads());
                answer::<A, _>(&task, &model, &mut machine, options, common, &mut file)?;
            }
            #[cfg(feature = "cuda")]
            Device::Cuda => {
                let rows_per_block = options.machine.rows_per_block.map(usize::from);
                let device = wampimuk_models::open_gpu(options.machine.fast, rows_per_block)?;
                let mut machine = Gpu::new(&device, state)?;
                answer::<A, _>(&task, &model, &mut machine, options, common, &mut file)?;
            }
            #[cfg(not(feature = "cuda"))]
            Device::Cuda => return Err(super::learning::no_gpu()),
        }
        file.finish()
    }
}

fn answer<A: Architecture, M: Machine>(
    task: &A::Task,
    model: &A::Model,
    machine: &mut M,
    options: &Predict,
    common: &Common,
    file: &mut File,
) -> Result<(), Failure> {
    let how = AnswerOptions { most: options.most, attention: options.attention };
    let makers = match options.machine.device {
        Device::Cpu => 1,
        Device::Cuda => common.threads().saturating_sub(2).max(1),
    };
    speak(task, options, common, file, |split, items, visit| {
        if options.own_dev {
            machine.set(own_weights::<A>(task, &options.model, split)?)?;
        }
        predict::<A, M, Failure>(task, model, machine, (split, items, makers), how, visit)
    })
}

/// The weights of a training that were chosen for a split.
fn own_weights<A: Architecture>(task: &A::Task, run: &Path, split: usize) -> Result<TrainingState, Failure> {
    let path = own_checkpoint_of(run, task.splits(), split);
    if !path.exists() {
        return Err(Failure::Input(format!(
            "failed to find {}: `train --set each_holdout=true` keeps weights for each hold-out",
            path.display()
        )));
    }
    let checkpoint = Checkpoint::read(&path)?;
    checkpoint.check(&path, A::NAME, &task.vocabularies())?;
    Ok(TrainingState { params: checkpoint.params, memory: OptimiserState::Sgd })
}

type Visitor<'v> = &'v mut dyn FnMut(ModelAnswer) -> Result<(), Failure>;

/// Goes through the splits, writes answers down and says how many are right.
fn speak<T: Task>(
    task: &T,
    options: &Predict,
    common: &Common,
    file: &mut File,
    mut answers: impl FnMut(usize, std::ops::Range<u64>, Visitor<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let splits = task.splits();
    let chosen = match &options.splits[..] {
        // Weights say nothing about what they were chosen on.
        [] if options.own_dev => {
            (0..splits.len()).filter(|&split| splits[split].role == Role::Test).collect()
        }
        [] => (0..splits.len()).filter(|&split| splits[split].role != Role::Train).collect(),
        names => {
            let find = |name: &String| find_split(splits, name);
            let found = names.iter().map(find).collect::<Result<Vec<usize>, String>>();
            found.map_err(|error| Failure::Input(format!("failed to find {error}")))?
        }
    };
    let len = |split: usize| options.limit.unwrap_or(u64::MAX).min(splits[split].len);
    let bars = Bars::of(common, "predict", Some(chosen.iter().map(|&split| len(split)).sum()));
    let mut lines = Vec::new();
    for split in chosen.into_iter().filter(|&split| len(split) > 0) {
        let name = &splits[split].name;
        let mut right = 0u64;
        answers(split, 0..len(split), &mut |answered| {
            right += u64::from(answered.is_right);
            // Bars stop nothing.
            let _ = bars.done(1);
            file.write(split, name, answered)
        })?;
        let percent = 100.0 * right as f64 / len(split) as f64;
        lines.push(format!("{name:<32}{percent:>7.2} % of {}", len(split)));
    }
    drop(bars);
    if !common.quiet {
        let text = lines.join("\n");
        if file.is_stdout() { tell!("{text}") } else { say(text)? }
    }
    Ok(())
}
