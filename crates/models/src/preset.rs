//! How a model learns: settings in TOML, and the ones that come with the program.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wampimuk_core::{RecipeError, parse_toml};

/// How a model learns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// One line on what these settings are.
    pub title: String,
    /// Items of a batch.
    pub batch: usize,
    /// How many updates there are; or else `epochs`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updates: Option<u64>,
    /// How often all items are gone through.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epochs: Option<u64>,
    /// The learning rate that the schedule begins with or rises to.
    pub rate: f64,
    /// How the rate changes.
    #[serde(default)]
    pub schedule: Schedule,
    /// How gradients become updates.
    #[serde(default)]
    pub optimiser: Optimiser,
    /// How fast Adam forgets.
    #[serde(default = "betas")]
    pub betas: (f64, f64),
    /// What is done about large gradients.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clip: Option<Clip>,
    /// Updates between two evaluations on dev; without it, `every_epochs`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<u64>,
    /// Epochs between two evaluations on dev.
    #[serde(default = "one")]
    pub every_epochs: u64,
    /// The most items of dev to evaluate on; without it, all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dev_items: Option<u64>,
    /// By what the best weights are chosen.
    #[serde(default)]
    pub select: SelectBy,
    /// Whether weights are also kept for each hold-out: those that do best on its dev part, for `predict --own-dev`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub each_holdout: bool,
    /// When to stop before the end.
    #[serde(default)]
    pub stop: EarlyStopping,
    /// How many attempts are made, each with other initial weights and in another order; the best one counts.
    #[serde(default = "one")]
    pub tries: u64,
    /// The model's own keys.
    #[serde(default)]
    #[schemars(skip)]
    pub model: toml::Table,
}

fn betas() -> (f64, f64) {
    (0.9, 0.999)
}

fn one() -> u64 {
    1
}

/// How the learning rate changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Schedule {
    /// It does not.
    #[default]
    Constant,
    /// It decays smoothly, by `factor` over this many updates.
    Exponential {
        /// What it is multiplied by.
        factor: f64,
        /// Updates it takes for that.
        every: f64,
    },
    /// It rises to the given rate over a share of all updates, and falls to zero like a cosine.
    Cosine {
        /// The share of updates in which it rises.
        warm_up: f64,
    },
    /// It is multiplied by `factor` after each period of this many epochs.
    Steps {
        /// What it is multiplied by.
        factor: f64,
        /// The epochs of a step.
        epochs: u64,
    },
    /// Another rate in the first epoch, and a smaller one from when the loss on dev is small; as STM learns.
    Settle {
        /// The first epoch's rate is multiplied by this.
        first: f64,
        /// The loss on dev from which the rate is smaller.
        below: f64,
        /// What it is multiplied by then.
        factor: f64,
    },
}

/// How gradients become updates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Optimiser {
    /// By Adam.
    #[default]
    Adam,
    /// By themselves.
    Sgd,
}

/// What is done about large gradients.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Clip {
    /// None of their numbers is larger than this.
    Value(f64),
    /// All of them together are not longer than this.
    Norm(f64),
}

/// By what the best weights are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SelectBy {
    /// The share of answers that are right as a whole.
    #[default]
    Exact,
    /// The loss.
    Loss,
}

/// When to stop before the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct EarlyStopping {
    /// When the loss on dev has not improved over this many evaluations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stuck: Option<usize>,
    /// If all answers to dev are right.
    pub perfect: bool,
}

impl Schedule {
    /// The rate of an update, relative to the given one. `of` is how many updates there are in all, `epoch` how many an
    /// epoch has, and `settled` whether the loss on dev has been small.
    pub fn factor(self, update: u64, of: u64, epoch: u64, settled: bool) -> f64 {
        match self {
            Self::Constant => 1.0,
            Self::Exponential { factor, every } => factor.powf(update as f64 / every),
            Self::Cosine { warm_up } => {
                let progress = update as f64 / of.max(1) as f64;
                let rise = ((update + 1) as f64 / (warm_up * of as f64).max(1.0)).min(1.0);
                let fall = ((progress - warm_up) / (1.0 - warm_up).max(f64::EPSILON)).clamp(0.0, 1.0);
                rise * 0.5 * (1.0 + (std::f64::consts::PI * fall).cos())
            }
            Self::Steps { factor, epochs } => {
                factor.powi(i32::try_from(update / epoch.max(1) / epochs.max(1)).unwrap_or(i32::MAX))
            }
            Self::Settle { first, factor, .. } => {
                let start = if update < epoch { first } else { 1.0 };
                if settled { start * factor } else { start }
            }
        }
    }
}

/// Settings that come with the program.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// The TOML.
    pub toml: &'static str,
}

macro_rules! presets {
    ($($name:literal),* $(,)?) => {
        /// The settings that come with the program.
        pub const PRESETS: &[Preset] = &[
            $(Preset { name: $name, toml: include_str!(concat!("../presets/", $name, ".toml")) }),*
        ];
    };
}

presets![
    "gscan",
    "gscan-length",
    "gscan-quick",
    "gscan-gcn-lstm",
    "reascan-m-lstm",
    "reascan-gcn-lstm",
    "reascan-gcn-lstm-quick",
    "transformer",
    "entnet",
    "stm",
    "bidaf",
    "t5",
    "roberta",
    "walk",
    "babi-1",
];

impl Settings {
    /// Reads settings, with changes such as `rate=1e-4` or `model.auxiliary=0.3`.
    ///
    /// # Errors
    /// If they are not what settings should be.
    pub fn parse(toml: &str, changes: &[String]) -> Result<Self, RecipeError> {
        let settings: Self = match changes {
            [] => parse_toml(toml)?,
            changes => {
                let mut table: toml::Table = parse_toml(toml)?;
                for change in changes {
                    apply(&mut table, change)?;
                }
                let text = toml::to_string(&table).map_err(|error| RecipeError::new(error.to_string()))?;
                // Places in that text are not the user's.
                parse_toml(&text).map_err(|error| RecipeError { line: None, column: None, ..error })?
            }
        };
        settings.check()?;
        Ok(settings)
    }

    /// The settings of this name.
    ///
    /// # Errors
    /// If there are none, or the changes do not fit.
    pub fn preset(name: &str, changes: &[String]) -> Result<Self, RecipeError> {
        let preset = PRESETS.iter().find(|preset| preset.name == name).ok_or_else(|| {
            RecipeError::new(format!("there is no preset `{name}`"))
                .hint("`wampimuk train --presets` lists them; a file ends in .toml")
                .suggest(name, PRESETS.iter().map(|preset| preset.name))
        })?;
        Self::parse(preset.toml, changes)
    }

    /// How many updates there are in all, given the number of updates in an epoch.
    pub fn updates(&self, epoch: u64) -> u64 {
        self.updates.or(self.epochs.map(|epochs| epochs.saturating_mul(epoch))).unwrap_or(0)
    }

    /// How many updates there are between two evaluations on dev, given the number of updates in an epoch.
    pub fn every(&self, epoch: u64) -> u64 {
        self.every.unwrap_or_else(|| self.every_epochs.saturating_mul(epoch)).max(1)
    }

    /// Whether the loss on dev has to be known.
    pub fn wants_dev_loss(&self) -> bool {
        self.select == SelectBy::Loss
            || self.stop.stuck.is_some()
            || matches!(self.schedule, Schedule::Settle { .. })
    }

    fn check(&self) -> Result<(), RecipeError> {
        let wrong = |message: &str| Err(RecipeError::new(message));
        if self.batch == 0 {
            return wrong("`batch` is 0: a batch has at least one item");
        }
        if self.updates.is_some() == self.epochs.is_some() {
            return wrong("give either `updates` or `epochs`");
        }
        if !(self.rate.is_finite() && self.rate > 0.0) {
            return wrong("`rate` has to be positive");
        }
        if self.every == Some(0) || self.dev_items == Some(0) || self.tries == 0 || self.every_epochs == 0 {
            return wrong("`every`, `every_epochs`, `dev_items` and `tries` are at least 1");
        }
        if let Some(Clip::Value(most) | Clip::Norm(most)) = self.clip
            && !(most.is_finite() && most > 0.0)
        {
            return wrong("`clip` has to be positive");
        }
        if let Schedule::Exponential { factor, every } = self.schedule
            && !(factor > 0.0 && every > 0.0)
        {
            return wrong("`schedule`: `factor` and `every` have to be positive");
        }
        if let Schedule::Cosine { warm_up } = self.schedule
            && !(0.0..1.0).contains(&warm_up)
        {
            return wrong("`schedule`: `warm_up` is a share, from 0 to below 1");
        }
        Ok(())
    }
}

/// The most parts of a key: no settings are nearly as deep.
const MOST_PARTS: usize = 32;

/// Applies a `key=value` change.
fn apply(table: &mut toml::Table, change: &str) -> Result<(), RecipeError> {
    let wrong = || RecipeError::new(format!("--set {change}")).hint("write KEY=VALUE");
    let (key, value) = change.split_once('=').ok_or_else(wrong)?;
    let parsed: Result<toml::Table, _> = toml::from_str(&format!("value = {}", value.trim()));
    let value = parsed.ok().and_then(|mut table| table.remove("value"));
    let value = value.unwrap_or_else(|| toml::Value::String(value_text(change)));
    let key = key.trim();
    // Either of the two says how long to learn; the last word counts.
    match key {
        "updates" => drop(table.remove("epochs")),
        "epochs" => drop(table.remove("updates")),
        _ => {}
    }
    if key.split('.').count() > MOST_PARTS {
        return Err(RecipeError::new(format!("--set: a key has at most {MOST_PARTS} parts")));
    }
    let (parents, last) = key.rsplit_once('.').map_or((None, key), |(parents, last)| (Some(parents), last));
    let mut at = table;
    for parent in parents.iter().flat_map(|parents| parents.split('.')) {
        let inner = at.entry(parent).or_insert_with(|| toml::Value::Table(toml::Table::new()));
        at = inner
            .as_table_mut()
            .ok_or_else(|| RecipeError::new(format!("--set {change}: `{parent}` is not a section")))?;
    }
    at.insert(last.to_owned(), value);
    Ok(())
}

fn value_text(change: &str) -> String {
    change.split_once('=').map_or("", |(_, value)| value.trim()).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_settings_can_be_read_and_written() {
        for preset in PRESETS {
            let settings = Settings::preset(preset.name, &[]).unwrap_or_else(|error| panic!("{error}"));
            let text = toml::to_string(&settings).unwrap();
            assert_eq!(Settings::parse(&text, &[]).unwrap(), settings, "{}", preset.name);
        }
    }

    #[test]
    fn changes_are_applied_and_strangers_named() {
        let changes = ["rate=0.5".to_owned(), "epochs=3".to_owned(), "model.auxiliary=0.3".to_owned()];
        let settings = Settings::preset("gscan", &changes).unwrap();
        assert_eq!((settings.rate, settings.epochs, settings.updates), (0.5, Some(3), None));
        assert_eq!(settings.model["auxiliary"].as_float(), Some(0.3));
        let message = |change: &str| Settings::preset("gscan", &[change.to_owned()]).unwrap_err().to_string();
        assert!(message("batsch=3").contains("did you mean `batch`?"), "{}", message("batsch=3"));
        for wrong in ["batch=0", "rate=-1", "rate", "clip={value=0}", "schedule={kind='cosine',warm_up=2}"] {
            assert!(Settings::preset("gscan", &[wrong.to_owned()]).is_err(), "{wrong}");
        }
        assert!(Settings::preset("gscann", &[]).unwrap_err().to_string().contains("did you mean `gscan`?"));
    }

    #[test]
    fn rates_follow_their_schedules() {
        let exponential = Schedule::Exponential { factor: 0.9, every: 20_000.0 };
        assert!((exponential.factor(40_000, 0, 0, false) - 0.81).abs() < 1e-6);
        let cosine = Schedule::Cosine { warm_up: 0.1 };
        let at = |update: u64| cosine.factor(update, 1000, 1, false);
        assert!((at(49) - 0.5).abs() < 1e-3 && (at(100) - 1.0).abs() < 1e-3);
        assert!((at(550) - 0.5).abs() < 1e-3 && at(999) < 1e-4);
        let steps = Schedule::Steps { factor: 0.5, epochs: 25 };
        assert_eq!([249, 250, 500].map(|update| steps.factor(update, 0, 10, false)), [1.0, 0.5, 0.25]);
        let settle = Schedule::Settle { first: 0.1, below: 0.1, factor: 0.5 };
        assert_eq!(settle.factor(9, 0, 10, false), 0.1);
        assert_eq!((settle.factor(10, 0, 10, false), settle.factor(10, 0, 10, true)), (1.0, 0.5));
    }
}
