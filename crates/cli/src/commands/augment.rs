//! `wampimuk augment`: train with items that were rewritten.

mod folder;
mod report;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use wampimuk_core::{Digest, Family, Items, Schema, SplitInfo};
use wampimuk_engine::{DatasetPlan, DatasetRequest};
use wampimuk_families::{AnyRecipe, Contents, Dataset, FoundRecipe, card, require};
use wampimuk_gscan::geca::{self, Augmented, Composing, Linearisation, Novelty};
use wampimuk_gscan::{Gscan, Recipe};

use self::report::Report;
use crate::args::{Adjust, Common, FormatArg};
use crate::failure::Failure;
use crate::progress;

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
    let found = require(&options.recipe, &options.adjust.set)?;
    let base = gscan(&found, options.adjust.seed, common)?;
    let augment = || Augmented::new(base, options.choices());
    let augmented = progress::waiting(common, "compose", augment)
        .map_err(|error| Failure::Input(format!("failed to augment {}: {error}", found.name)))?;
    let train = augmented.splits()[augmented.train()].name.clone();
    let report = progress::waiting(common, "count", || Report::new(&augmented))?;
    let dataset = Whole(augmented);
    if !options.dry_run {
        let found = marked(&found, &dataset.0)?;
        let splits = if options.all_splits { Vec::new() } else { vec![train] };
        let wanted = DatasetRequest { format: Some(format), splits, ..DatasetRequest::default() };
        let plan = DatasetPlan::new(&found, &dataset, &wanted, options.out.as_deref(), &[])?;
        folder::write(&plan, &dataset, &report.card(&plan, &dataset.0), options.force, common)?;
    }
    report.print(options.json)
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
        "# Augmented by GECA ({}).\n\
         # Where the column `augmented` is true, command and target are not those that the recipe gives, and the actions\n\
         # are: they need not carry out the command.\n\n{}",
        augmented.options().text(),
        found.toml
    );
    Ok(FoundRecipe::of(format!("{}-geca", found.name), &text, &[])?)
}

/// An augmented dataset, as the program sees datasets.
#[derive(Debug)]
struct Whole(Augmented);

impl Family for Whole {
    fn family(&self) -> &'static str {
        self.0.family()
    }

    fn digest(&self) -> Digest {
        self.0.digest()
    }

    fn seed(&self) -> u64 {
        self.0.seed()
    }

    fn splits(&self) -> &[SplitInfo] {
        self.0.splits()
    }

    fn schema(&self) -> &Schema {
        self.0.schema()
    }

    fn items(&self) -> Box<dyn Items + '_> {
        self.0.items()
    }
}

impl Dataset for Whole {
    fn contents(&self) -> Contents<'_> {
        Contents::Commands(&self.0)
    }

    fn recipe(&self) -> AnyRecipe<'_> {
        AnyRecipe::Gscan(self.0.base().recipe())
    }
}
