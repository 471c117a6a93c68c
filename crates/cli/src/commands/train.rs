//! `wampimuk train`: a model learns.

mod keys;
mod watch;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use wampimuk_analysis::stories::Questions;
use wampimuk_babi::Kind;
use wampimuk_core::{RecipeError, Role, SplitInfo, parse_toml};
use wampimuk_families::{Dataset, read_text};
#[cfg(feature = "cuda")]
use wampimuk_models::Gpu;
use wampimuk_models::{
    ARCHITECTURES, Architecture, BEST, Cpu, Data, DatasetInfo, ModelVisitor, PRESETS, Settings, Task,
    TrainOutcome, TrainPlan, dev_split, learn, read_checkpoint, with_model,
};

use super::learning::{DataArgs, Device, MachineArgs, Pretrained, note};
use crate::args::Common;
use crate::failure::Failure;
use crate::say::{say, tell};
use crate::version::PROGRAM;
use watch::Watch;

/// Options of `train`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  wampimuk train m-lstm --data gscan-walk --preset walk     minutes on two cores
  wampimuk train m-lstm --data gscan                        the paper's settings
  wampimuk train m-lstm --data gscan --preset gscan-quick --device cuda
  wampimuk train m-lstm --data gscan --data-set splits.shots=5 --seed 2 --out runs/five-shots-2
  wampimuk train m-lstm --data data/gscan-geca              items of files, as `wampimuk augment` makes them
  wampimuk train entnet --data tasks_1-20_v1-2/en-valid-10k stories of files: train, dev or valid, test by their names
  wampimuk train t5 --checkpoint t5-base --data mix-t7      built with --features pretrained
  wampimuk train m-lstm --data gscan --set model.decoder_hidden=200 --set model.kernels=[1,3,5]
  wampimuk train --presets                                  which settings there are
  wampimuk train m-lstm --keys                              which keys --set takes, and their defaults
  wampimuk predict runs/m-lstm-gscan-walk-0                 what it says to every split but train

A training is kept in a folder: best.safetensors (the weights that do best on dev), last.safetensors, log.jsonl and
loss.svg. The same command again goes on where it was, and ends with the bytes of a training that nobody disturbed.")]
pub struct Train {
    /// The model; `--models` lists them.
    #[arg(required_unless_present_any = ["presets", "models", "keys"])]
    pub model: Option<String>,
    /// What to learn from.
    #[command(flatten)]
    pub data: DataArgs,
    /// The seed of the first weights, of the order of items and of what is dropped.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// Settings by name, or a file that ends in .toml [default: the model's].
    #[arg(long, value_name = "NAME|FILE")]
    pub preset: Option<String>,
    /// Change a setting, e.g. `--set rate=1e-4`, `--set 'schedule={kind=\"constant\"}'` or `--set model.dropout=0.2`; `--keys`
    /// lists them.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// The number of updates; the same as `--set updates=N`.
    #[arg(long, value_name = "N")]
    pub updates: Option<u64>,
    /// What to begin with.
    #[command(flatten)]
    pub pretrained: Pretrained,
    /// Where to keep the training [default: runs/MODEL-RECIPE-SEED].
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// The split to choose the best weights on [default: the random dev]. Hold-outs only if you mean it: results say so.
    #[arg(long, value_name = "SPLIT")]
    pub dev: Option<String>,
    /// Learn from so many questions of each kind of dev instead of train, and choose weights on its others: what does a
    /// model that was trained on something else lack? With --from.
    #[arg(long, value_name = "N", requires = "from")]
    pub inoculate: Option<u64>,
    /// Begin with the weights of another training, or of a checkpoint.
    #[arg(long, value_name = "RUN|FILE")]
    pub from: Option<PathBuf>,
    /// Also know the words of this recipe, to be asked about it later: `--data concat-t7 --also mix-t7`.
    #[arg(long, value_name = "RECIPE")]
    pub also: Vec<String>,
    /// What to compute on.
    #[command(flatten)]
    pub machine: MachineArgs,
    /// List the settings that come with the program.
    #[arg(long)]
    pub presets: bool,
    /// List the models.
    #[arg(long)]
    pub models: bool,
    /// List the keys that --set takes, with their defaults: those of the model that is named, or of all.
    #[arg(long)]
    pub keys: bool,
}

/// Trains.
pub fn run(options: &Train, common: &Common) -> Result<(), Failure> {
    if options.keys {
        return say(keys::list(options.model.as_deref())?.trim_end());
    }
    if options.presets || options.models {
        return list(options);
    }
    let model = options.model.as_deref().unwrap_or_default();
    let preset = with_model(model, Preset).map_err(Failure::Input)?;
    let settings = settings(options, preset)?;
    let Some(name) = &options.data.data else {
        return Err(Failure::Input("nothing to learn from: name a recipe or files with --data".into()));
    };
    let mut data = options.data.open(name, common)?;
    for other in &options.also {
        data = data.and_words_of(other)?;
    }
    let has_words = data.files.is_some()
        || data.dataset.as_ref().is_some_and(|dataset| dataset.contents().stories().is_some());
    if let Some(path) = options.from.as_ref().filter(|_| has_words) {
        data = data.and_words_of_checkpoint(&read_checkpoint(path)?.about)?;
    }
    let dataset = data.dataset.as_deref();
    let inoculation_items = options
        .inoculate
        .map(|count| inoculation_items(dataset, options.dev.as_deref(), count))
        .transpose()?;
    let default = || Path::new("runs").join(format!("{model}-{}-{}", data.name, options.seed));
    let plan = TrainPlan {
        settings,
        seed: options.seed,
        data: DatasetInfo { inoculation: options.inoculate, ..note(&data) },
        inoculation_items,
        dev: options.dev.clone(),
        folder: options.out.clone().unwrap_or_else(default),
        from: options.from.clone(),
        makers: match options.machine.device {
            // The cores have other things to do.
            Device::Cpu => 1,
            Device::Cuda => common.threads().saturating_sub(2).max(1),
        },
        program: PROGRAM.to_owned(),
        device: options.machine.described(),
    };
    let folder = plan.folder.clone();
    let trained = with_model(model, Learn { plan, data, machine: options.machine, common });
    let TrainOutcome { best, selected_on, was_finished } = trained.map_err(Failure::Input)??;
    if was_finished && !common.quiet {
        tell!("{} is finished already", folder.display());
    }
    if let Some((_, update, score)) = best.filter(|_| !common.quiet) {
        let (percent, of) = (score.percent(), score.of);
        let best = folder.join(BEST);
        say(format!(
            "{percent:.2} % of {of} items of {selected_on} right after update {update}: {}",
            best.display()
        ))?;
    }
    Ok(())
}

/// The first so many questions of each kind of dev.
pub fn inoculation_items(
    dataset: Option<&dyn Dataset>,
    dev: Option<&str>,
    count: u64,
) -> Result<Vec<u64>, Failure> {
    let Some(stories) = dataset.and_then(|dataset| dataset.contents().stories()) else {
        let text = "--inoculate takes questions of each kind, and the data has no stories of a recipe";
        return Err(Failure::Input(text.into()));
    };
    let dev = dev_split(stories.splits(), dev)?;
    let mut questions = Questions::new(stories);
    let mut taken: BTreeMap<Kind, u64> = BTreeMap::new();
    let mut inoculation_items = Vec::new();
    for index in 0..stories.splits()[dev].len {
        let taken = taken.entry(questions.facts(dev, index)?.kind).or_default();
        if *taken < count {
            *taken += 1;
            inoculation_items.push(index);
        }
    }
    Ok(inoculation_items)
}

/// The settings, with all changes.
fn settings(options: &Train, default: &str) -> Result<Settings, Failure> {
    let mut changes = options.set.clone();
    changes.extend(options.updates.map(|updates| format!("updates={updates}")));
    changes.extend(options.pretrained.change()?);
    let name = options.preset.as_deref().unwrap_or(default);
    let wrong = |error| Failure::Input(format!("failed to use the settings {name}: {error}"));
    let path = Path::new(name);
    if path.extension().is_none_or(|extension| extension != "toml") {
        return Settings::preset(name, &changes).map_err(wrong);
    }
    let text = read_text(path).map_err(|error| Failure::io("read", path, &error))?;
    Settings::parse(&text, &changes).map_err(wrong)
}

/// Prints what there is.
fn list(options: &Train) -> Result<(), Failure> {
    let mut text = String::new();
    let names = ARCHITECTURES.iter().map(|(name, _)| *name).chain(PRESETS.iter().map(|preset| preset.name));
    let width = names.map(str::len).max().unwrap_or(0) + 2;
    if options.models {
        for (name, about) in ARCHITECTURES {
            _ = writeln!(text, "{name:<width$}{about}");
        }
    }
    if options.presets {
        for preset in PRESETS {
            let title = Settings::preset(preset.name, &[]).map(|settings| settings.title).unwrap_or_default();
            _ = writeln!(text, "{:<width$}{title}", preset.name);
        }
    }
    say(text.trim_end())
}

/// The preset of a model.
struct Preset;

impl ModelVisitor for Preset {
    type Out = &'static str;

    fn visit<A: Architecture>(self) -> &'static str {
        A::PRESET
    }
}

/// Whether files have a split to learn from and one to choose on.
fn has_splits(splits: &[SplitInfo], dev: Option<&str>) -> Result<(), Failure> {
    let has_train = splits.iter().any(|split| split.role == Role::Train);
    if has_train && (dev.is_some() || dev_split(splits, None).is_ok()) {
        return Ok(());
    }
    let what = if has_train { "choose weights on" } else { "learn from" };
    let names: Vec<&str> = splits.iter().map(|split| split.name.as_str()).collect();
    let other = if has_train { ", or choose another split with --dev" } else { "" };
    Err(Failure::Input(format!(
        "failed to find items to {what}: the files have {} (items say their split, or the names of files do, as in \
         qa1_train.txt, qa1_dev.txt or qa1_valid.txt, and qa1_test.txt{other})",
        names.join(", ")
    )))
}

/// The options of a model, from the section `model` of settings.
pub fn options_of<A: Architecture>(settings: &Settings) -> Result<A::Options, Failure> {
    let wrong =
        |error: String| Failure::Input(format!("failed to use the section `model` of the settings: {error}"));
    let text = toml::to_string(&settings.model).map_err(|error| wrong(error.to_string()))?;
    parse_toml(&text).map_err(|error: RecipeError| {
        // Places in that text are not the user's.
        let RecipeError { message, hint, .. } = error;
        let message = if message.starts_with("unknown") { message } else { format!("model.{message}") };
        let own = format!("`wampimuk train {} --keys` lists the keys", A::NAME);
        let hint = hint.map_or(own.clone(), |hint| format!("{hint} {own}"));
        wrong(RecipeError::new(message).hint(hint).to_string())
    })
}

/// A training of any model.
struct Learn<'c> {
    plan: TrainPlan,
    data: Data,
    machine: MachineArgs,
    common: &'c Common,
}

impl ModelVisitor for Learn<'_> {
    type Out = Result<TrainOutcome, Failure>;

    fn visit<A: Architecture>(self) -> Self::Out {
        let Self { mut plan, data, machine, common } = self;
        let options = options_of::<A>(&plan.settings)?;
        let task = A::task(data, &options)?;
        if plan.data.files.is_some() {
            plan.data.room = task.room();
            has_splits(task.splits(), plan.dev.as_deref())?;
        }
        let mut watch = Watch::new(A::NAME, plan.settings.tries, common);
        let mut watch = |note| watch.see(note);
        match machine.device {
            Device::Cpu => {
                let open = |state| Ok(Cpu::new(state, common.threads()));
                Ok(learn::<A, _>(&task, &options, &plan, open, &mut watch)?)
            }
            #[cfg(feature = "cuda")]
            Device::Cuda => {
                let rows_per_block = machine.rows_per_block.map(usize::from);
                let device = wampimuk_models::open_gpu(machine.fast, rows_per_block)?;
                let open = |state| Gpu::new(&device, state);
                Ok(learn::<A, _>(&task, &options, &plan, open, &mut watch)?)
            }
            #[cfg(not(feature = "cuda"))]
            Device::Cuda => Err(super::learning::no_gpu()),
        }
    }
}
