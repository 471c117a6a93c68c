//! `wampimuk augment`: train with items that were rewritten.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use indicatif::HumanCount;
use wampimuk_analysis::augmentation::Augmentation;
use wampimuk_core::Family;
use wampimuk_dataset::Manifest;
use wampimuk_engine::{
    AUGMENTED, DatasetPlan, DatasetRequest, Destination, GenerateOptions, generate_described,
};
use wampimuk_families::{FoundRecipe, card, require};
use wampimuk_gscan::geca::{self, Augmented, Composing, Linearisation, Novelty};
use wampimuk_gscan::{Gscan, Recipe};

use crate::args::{Adjust, Common, FormatArg};
use crate::failure::Failure;
use crate::progress::{self, Bars};
use crate::say::{self, say, tell};

/// Options of `augment`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  wampimuk augment gscan                                     data/gscan-geca: train with 10,000 items more
  wampimuk augment gscan-released --mode replace --all-splits --out data/geca
  wampimuk augment gscan --filter pair --dry-run             the figures beside the paper's, and no file

GECA takes fragments that occur in one common environment for exchangeable. It sees commands and the objects they refer
to; the pairs it composes are applied to items of train, whose command and target change and whose actions do not. Such
items are marked in the column `augmented`. Their actions need not carry out the command, and `wampimuk verify` says so.")]
pub struct Augment {
    /// A gSCAN recipe: a shipped one or a TOML file.
    pub recipe: String,
    /// The method.
    #[arg(long, default_value = "geca")]
    pub method: Method,
    /// The folder to write to [default: data/RECIPE-METHOD].
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// What must be new about a pair of command and object.
    #[arg(long, default_value = "compose", value_name = "FILTER")]
    pub filter: Filter,
    /// How objects are written for the method.
    #[arg(long, default_value = "words", value_name = "WAY")]
    pub linearise: Linearise,
    /// What becomes of the items of train that pairs are applied to.
    #[arg(long, default_value = "append", value_name = "MODE")]
    pub mode: Mode,
    /// How many rewritten copies of items are added to train.
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    pub count: u64,
    /// How many fillers are tried in each template.
    #[arg(long, default_value_t = 3, value_name = "N")]
    pub variants: usize,
    /// How many of the new pairs are used [default: all].
    #[arg(long, value_name = "N")]
    pub samples: Option<usize>,
    /// Rewrite an item only if its command refers to nothing but the target then.
    #[arg(long)]
    pub unique: bool,
    /// Write the other splits, too, as they are.
    #[arg(long)]
    pub all_splits: bool,
    /// The format of the files: parquet, jsonl or arrow.
    #[arg(long, short, value_name = "FORMAT", default_value = "parquet", hide_possible_values = true)]
    pub format: FormatArg,
    /// Replace a dataset that is there already.
    #[arg(long)]
    pub force: bool,
    /// Print the figures and write nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Print the figures as JSON.
    #[arg(long)]
    pub json: bool,
    /// Changes to the recipe.
    #[command(flatten)]
    pub adjust: Adjust,
}

/// A method of augmentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// Good-enough compositional data augmentation (Andreas 2020).
    Geca,
}

/// What must be new about a pair of command and object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Filter {
    /// The command and the object, as in the released code.
    Compose,
    /// The two together.
    Pair,
}

/// How objects are written for the method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Linearise {
    /// With the words of commands: 2 red square.
    Words,
    /// With symbols of their own: size:2 color:red shape:square.
    Symbols,
}

/// What becomes of the items that are rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// They stay, and rewritten copies are added.
    Append,
    /// All that can be rewritten are, in their place, and copies are added.
    Replace,
}

impl Augment {
    fn choices(&self) -> geca::GecaOptions {
        geca::GecaOptions {
            composing: Composing {
                novelty: match self.filter {
                    Filter::Compose => Novelty::Compose,
                    Filter::Pair => Novelty::Pair,
                },
                variants: self.variants,
                samples: self.samples,
            },
            linearisation: match self.linearise {
                Linearise::Words => Linearisation::Words,
                Linearise::Symbols => Linearisation::Symbols,
            },
            mode: match self.mode {
                Mode::Append => geca::AugmentMode::Append,
                Mode::Replace => geca::AugmentMode::Replace,
            },
            count: self.count,
            unique: self.unique,
        }
    }
}

/// Augments train, prints the paper's figures beside ours and writes the dataset.
pub fn run(options: &Augment, common: &Common) -> Result<(), Failure> {
    let Method::Geca = options.method;
    let format = options.format.0;
    if !format.is_columns() {
        return Err(Failure::Input(format!(
            "{} has no room for what was done to an item: use parquet, jsonl or arrow",
            format.name()
        )));
    }
    let found = require(&options.recipe, &options.adjust.changes())?;
    let base = gscan(&found, options.adjust.seed(), common)?;
    let augment = || Augmented::new(base, options.choices());
    let augmented = progress::waiting(common, "compose", augment)
        .map_err(|error| Failure::Input(format!("failed to augment {}: {error}", found.name)))?;
    let augmentation = progress::waiting(common, "count", || Augmentation::new(&augmented))?;
    if !options.dry_run {
        write(options, &found, &augmented, &augmentation, common)?;
    }
    if options.json { say::json(&augmentation.json()) } else { say(augmentation.text()) }
}

/// Writes the dataset as others are written, but for its card: theirs say that every label is right.
fn write(
    options: &Augment,
    found: &FoundRecipe,
    augmented: &Augmented,
    augmentation: &Augmentation,
    common: &Common,
) -> Result<(), Failure> {
    let found = marked(found, augmented)?;
    let train = augmented.splits()[augmented.train()].name.clone();
    let splits = if options.all_splits { Vec::new() } else { vec![train] };
    let wanted = DatasetRequest { format: Some(options.format.0), splits, ..DatasetRequest::default() };
    let plan = DatasetPlan::new(&found, augmented, &wanted, options.out.as_deref(), &[])?;
    if let Destination::File(_) = plan.destination {
        return Err(Failure::Input(format!(
            "augmented datasets are written to a folder, whose card says what was done, and {} is none",
            plan.destination.place()
        )));
    }
    let card = augmentation.card(&plan, augmented);
    let describe = |_: &Manifest| vec![("README.md".to_owned(), card.clone().into_bytes())];
    let bars = Bars::of(common, "write", Some(plan.items()));
    let how = GenerateOptions { threads: common.threads(), force: options.force, share: None };
    let made = generate_described(&plan, augmented, &describe, &how, &bars)?;
    drop(bars);
    if !common.quiet {
        let place = plan.destination.place();
        if made.was_complete {
            tell!("{place} is complete already");
        } else if !made.repaired.is_empty() {
            tell!("{place} is complete again");
        } else {
            tell!("{} items → {place}", HumanCount(made.items));
        }
    }
    Ok(())
}

/// The recipe's dataset, which must be gSCAN's.
fn gscan(found: &FoundRecipe, seed: u64, common: &Common) -> Result<Gscan, Failure> {
    let family = found.read(card)?.family;
    if family != "gscan" {
        return Err(Failure::Input(format!(
            "{} is a recipe of the family {family}: the method is applied to gSCAN's, where a command and the object it \
             refers to are all there is to a pair",
            found.name
        )));
    }
    let prepare = |toml: &str| Gscan::new(Recipe::parse(toml)?, seed);
    Ok(progress::waiting(common, &format!("prepare {}", found.name), || found.read(prepare))?)
}

/// The recipe with a remark on what was done to its items: the manifest keeps it in full.
fn marked(found: &FoundRecipe, augmented: &Augmented) -> Result<FoundRecipe, Failure> {
    let text = format!(
        "{AUGMENTED}GECA ({}).\n\
         # Where the column `augmented` is true, command and target are not those that the recipe gives, and the actions\n\
         # are: they need not carry out the command.\n\n{}",
        augmented.options().text(),
        found.toml
    );
    Ok(FoundRecipe::of(format!("{}-geca", found.name), &text, &[])?)
}
