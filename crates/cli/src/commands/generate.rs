//! `wampimuk generate`.

mod preview;

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args as ClapArgs, ValueEnum};
use indicatif::HumanCount;
use wampimuk_dyna::kit::Manner;
use wampimuk_engine::{
    DatasetPlan, DatasetRequest, Destination, GenerateOptions, GenerateOutcome, PublishedReport,
    PublishedStories, Share, generate,
};
use wampimuk_families::{Dataset, FoundRecipe, require};
use wampimuk_view::{ExtraColumn, apply};

use crate::args::{Adjust, Common, FormatArg};
use crate::commands::recipes::Conversion;
use crate::failure::Failure;
use crate::overwrite::Overwrite;
use crate::progress::{self, Bars};
use crate::say::{make_folder_of, tell};

/// Options of `generate`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  wampimuk generate gscan                                    data/gscan: Parquet, card, manifest
  wampimuk generate reascan --shard 0/4 --out /mnt/reascan   a quarter of it; see `wampimuk merge`
  wampimuk generate gscan --seed 7 --format jsonl --out data/gscan-7
  wampimuk generate gscan-released --format original --out dataset.txt.gz
  wampimuk generate my-recipe.toml --limit 10000 --out - | head
  wampimuk generate gscan --set splits.shots=10 --out data/gscan-10-shot
  wampimuk generate reascan --pairs --limit 1000             with minimal pairs of each item
  wampimuk generate mix-t12 --process --limit 1000           with what is known after each line
  wampimuk generate gscan --prompts --limit 1000             with questions for language models
  wampimuk generate gscan --fresh 7 --out data/gscan-fresh   the same items in words that do not exist
  wampimuk generate riddle --limit 100 --format arc          a task in each file
  wampimuk generate riddle-colours --split test --format arc-colours --out - | head -1
  wampimuk generate reascan --dry-run                        what it would make, how big, how long
  wampimuk generate babi --format babi                       the twenty tasks as text
  wampimuk generate mix-t12 --split test --format squad --out test.json
  wampimuk generate inject-t7 --babi tasks_1-20_v1-2         published stories, with proved questions added
  wampimuk generate mix_T7.json                              a configuration of the Dyna-bAbI kit, certified")]
pub struct Generate {
    /// A shipped recipe (see `wampimuk recipes`), a TOML file, or a JSON configuration of the Dyna-bAbI kit.
    pub recipe: String,
    /// Where to write: a directory, s3://bucket/prefix, a file (its ending says the format), or - for standard output
    /// [default: data/RECIPE]. A directory that is not finished is continued.
    #[arg(long, short, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// The format of the files [default: parquet in directories, jsonl on standard output].
    #[arg(long, short, value_name = "FORMAT")]
    pub format: Option<FormatArg>,
    /// At most this many items of each split. Items of stories are questions: the last story is cut after its last one.
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// Only these splits.
    #[arg(long = "split", value_name = "NAME", value_delimiter = ',')]
    pub splits: Vec<String>,
    /// Take the stories of bAbI tasks from the published files in this folder instead of telling new ones. Answers and
    /// supports are derived anew, and the questions that the recipe adds are proved. The recipe's sizes say how many
    /// published questions are read.
    #[arg(long, value_name = "DIR")]
    pub babi: Option<PathBuf>,
    /// Make one of several parts, e.g. 0/4, 1/4, 2/4 or 3/4, each on a machine of its own; `wampimuk merge` joins them.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Share>,
    /// At most this many items in a file of a directory [default: 262144, or 32768 for riddles and stories].
    #[arg(long, value_name = "N")]
    pub shard_items: Option<NonZeroU64>,
    /// Add columns: `pairs`, the item with one thing changed, so that the answer changes or stays; `process`, the way to the
    /// answer; `image`, a PNG of the world of a command; `prompts`, the item as a question for a language model and its answer.
    #[arg(long, value_name = "COLUMN", value_delimiter = ',')]
    pub with: Vec<Column>,
    /// The same as `--with pairs`.
    #[arg(long)]
    pub pairs: bool,
    /// The same as `--with process`.
    #[arg(long)]
    pub process: bool,
    /// The same as `--with prompts`. With the prompts comes `eval.yaml`, by which Hugging Face and Inspect evaluate models on
    /// the dataset.
    #[arg(long)]
    pub prompts: bool,
    /// Another task with the same items: `reference` asks for the target's cell instead of the actions.
    #[arg(long, value_name = "VIEW")]
    pub view: Option<View>,
    /// Replace files that are there already.
    #[arg(long)]
    pub force: bool,
    /// Print what would be made, with estimates of size and time, and make nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Print the dry run as JSON.
    #[arg(long, requires = "dry_run")]
    pub json: bool,
    /// Changes to the recipe.
    #[command(flatten)]
    pub adjust: Adjust,
}

/// An optional column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Column {
    /// A picture of the world.
    Image,
    /// Minimal pairs.
    Pairs,
    /// Word by word, or line by line.
    Process,
    /// Questions and answers.
    Prompts,
}

/// A task with the items of a dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum View {
    /// Which actions fulfil the command: the dataset as it is.
    Actions,
    /// Which cell the command refers to.
    Reference,
}

impl Generate {
    /// What is wanted beside the dataset's own columns.
    pub fn extras(&self) -> Vec<ExtraColumn> {
        let columns = self.with.iter().map(|column| match column {
            Column::Image => ExtraColumn::Image,
            Column::Pairs => ExtraColumn::Pairs,
            Column::Process => ExtraColumn::Process,
            Column::Prompts => ExtraColumn::Prompts,
        });
        let reference = (self.view == Some(View::Reference)).then_some(ExtraColumn::Reference);
        let flags = [
            (self.pairs, ExtraColumn::Pairs),
            (self.process, ExtraColumn::Process),
            (self.prompts, ExtraColumn::Prompts),
        ];
        let named = flags.into_iter().filter_map(|(wanted, extra)| wanted.then_some(extra));
        let mut extras: Vec<ExtraColumn> = columns.chain(named).chain(reference).collect();
        extras.sort_unstable();
        extras.dedup();
        extras
    }
}

/// Makes a dataset.
pub fn run(options: &Generate, common: &Common) -> Result<(), Failure> {
    let started = Instant::now();
    if let Some(out) = &options.out {
        // Whether it may be replaced is asked where it is written; what is read may not.
        Overwrite { force: true }.check([out.as_path()], [Path::new(&options.recipe)])?;
    }
    let found = match Path::new(&options.recipe).extension() {
        Some(ending) if ending == "json" => configuration(options, common)?,
        _ => require(&options.recipe, &options.adjust.changes())?,
    };
    let (found, dataset) = prepared(options, found, common)?;
    let dataset = &*dataset;
    let wanted = DatasetRequest {
        format: options.format.map(|format| format.0),
        splits: options.splits.clone(),
        limit: options.limit,
        shard_items: options.shard_items,
    };
    let extras: Vec<String> = options.extras().into_iter().map(|extra| extra.name().to_string()).collect();
    let plan = DatasetPlan::new(&found, dataset, &wanted, options.out.as_deref(), &extras)?;
    if options.dry_run {
        return preview::run(options, &found, &plan, dataset, started.elapsed(), common);
    }
    if let Destination::File(path) = &plan.destination {
        make_folder_of(path)?;
    }
    let bars = Bars::of(common, "generate", options.shard.is_none().then(|| plan.items()));
    let how = GenerateOptions { threads: common.threads(), force: options.force, share: options.shard };
    let made = generate(&plan, dataset, &how, &bars)?;
    drop(bars);
    if !common.quiet {
        report(&made, options, &found.name, &plan.destination.place(), started.elapsed().as_secs_f64());
    }
    Ok(())
}

/// The dataset, and the recipe as the manifest keeps it.
fn prepared(
    options: &Generate,
    found: FoundRecipe,
    common: &Common,
) -> Result<(FoundRecipe, Box<dyn Dataset>), Failure> {
    let (found, dataset): (_, Box<dyn Dataset>) = match &options.babi {
        Some(folder) => {
            let doing = format!("read {}", folder.display());
            let open = || {
                PublishedStories::open(
                    folder,
                    &found,
                    options.adjust.seed(),
                    &options.splits,
                    common.threads(),
                )
            };
            let (published, reports) = progress::waiting(common, &doing, open)?;
            if !common.quiet {
                reports.iter().for_each(remark);
            }
            (published.marked(&found)?, Box::new(published))
        }
        None => {
            let dataset = progress::preparing(&found, options.adjust.seed(), common)?;
            (found, dataset)
        }
    };
    let dataset = apply(dataset, &options.extras()).map_err(|error| Failure::Input(error.to_string()))?;
    Ok((found, dataset))
}

/// Says what came of it.
fn report(made: &GenerateOutcome, options: &Generate, name: &str, place: &str, seconds: f64) {
    if let [first, more @ ..] = &made.strays[..] {
        let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
        tell!(
            "warning: {}{more} is among the data but no part of the dataset: loaders that take all files of the folder \
             read it as items; remove it",
            first.display()
        );
    }
    let part = options.shard.map(|share| format!("part {share} of ")).unwrap_or_default();
    if made.was_complete {
        return match options.shard {
            None => tell!("{place} is complete already"),
            Some(_) => tell!("{part}{name} in {place} is complete already"),
        };
    }
    if !made.repaired.is_empty() {
        for file in &made.repaired {
            tell!("{file} was damaged or missing, and is made again");
        }
        return tell!("{place} is complete again");
    }
    let kept = match made.kept {
        0 => String::new(),
        kept => format!(" ({} were there already)", HumanCount(kept)),
    };
    tell!("{} items of {part}{name} in {seconds:.2} s → {place}{kept}", HumanCount(made.items));
    if made.without_form > 0 {
        tell!(
            "{} of {} tasks were left out: they are about more than colours and places (--format arc has them all; \
             the recipe riddle-colours has no others)",
            HumanCount(made.without_form),
            HumanCount(made.items + made.without_form)
        );
    }
    if options.shard.is_some() {
        tell!("when all parts are there, `wampimuk merge` joins them");
    }
}

/// Says what had to be corrected in a published file.
fn remark(report: &PublishedReport) {
    let remarks = report.remarks();
    if remarks.is_empty() {
        return;
    }
    let path = report.path.display();
    tell!("{path} ({}), {} questions read", report.split, HumanCount(report.questions()));
    remarks.iter().for_each(|(what, count)| tell!("  {what}: {}", HumanCount(*count)));
    if let Some(example) = &report.example {
        tell!("  such as {example}");
    }
}

/// The recipe that a configuration of the Dyna-bAbI kit is, certified.
fn configuration(options: &Generate, common: &Common) -> Result<FoundRecipe, Failure> {
    let path = Path::new(&options.recipe);
    let Conversion { text, warnings } = Conversion::of(path, Manner::Certified)?;
    if !common.quiet {
        warnings.iter().for_each(|warning| tell!("warning: {warning}"));
    }
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(FoundRecipe::of(name, &text, &options.adjust.changes())?)
}
