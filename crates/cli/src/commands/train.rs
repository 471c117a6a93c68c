//! `wampimuk train`: a model learns.

mod watch;

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use wampimuk_experiment::{TrainOptions, Trained, key_list, train, training_settings};
use wampimuk_models::{ARCHITECTURES, BEST, PRESETS, Settings, TrainOutcome};

use super::learning::{DataArgs, MachineArgs, Pretrained};
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
        return say(key_list(options.model.as_deref())?.trim_end());
    }
    if options.presets || options.models {
        return list(options);
    }
    let model = options.model.clone().unwrap_or_default();
    let settings = training_settings(&model, options.preset.as_deref(), &options.changes()?)?;
    let Some(name) = &options.data.data else {
        return Err(Failure::Input("nothing to learn from: name a recipe or files with --data".into()));
    };
    let data = options.data.open(name, common)?;
    let mut watch = Watch::new(&model, settings.tries, common);
    let how = TrainOptions {
        model,
        seed: options.seed,
        also: options.also.clone(),
        dev: options.dev.clone(),
        inoculate: options.inoculate,
        from: options.from.clone(),
        folder: options.out.clone(),
        machine: options.machine.plain(common),
        program: PROGRAM.to_owned(),
    };
    let Trained { folder, outcome } = train(&how, settings, data, &mut |event| watch.see(event))?;
    let TrainOutcome { best, selected_on, was_finished } = outcome;
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

impl Train {
    /// All changes of the settings.
    fn changes(&self) -> Result<Vec<String>, Failure> {
        let updates = self.updates.map(|updates| format!("updates={updates}"));
        let pretrained =
            self.pretrained.place()?.map(|place| format!("model.checkpoint={}", toml::Value::from(place)));
        Ok(self.set.iter().cloned().chain(updates).chain(pretrained).collect())
    }
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
