//! `wampimuk pairs`: the minimal pairs of items, wherever they come from.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use indicatif::HumanCount;
use serde_json::json;
use wampimuk_annotate::{Error, PairOptions, PairSummary, Rows, pairs};
use wampimuk_prompt::PromptForm;
use wampimuk_source::Error as SourceError;

use crate::args::{Choice, Common, Trust};
use crate::failure::Failure;
use crate::overwrite::Overwrite;
use crate::progress::{Bars, opening};
use crate::say::{self, make_folder_of, tell};

/// Options of `pairs`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  wampimuk pairs gscan --split test --limit 5
  wampimuk pairs dataset.txt --out pairs.jsonl                 the authors' gSCAN or ReaSCAN
  wampimuk pairs qa2_test.txt --out pairs.parquet              a bAbI file
  wampimuk pairs dataset.txt --prompts grid --out asked.jsonl  both items of each pair as questions
  wampimuk pairs mix-t12 --split test --limit 200 --prompts prose

A row is an item and its partner: the same item with exactly one thing changed (`change`, `which`), whose answer provably
changes or provably stays (`answer_changes`). An item has at most one partner of each sort. What is changed is a word or
an object of a command's world; a sentence of a story or a word of the question; an object in an input of a riddle.

Labels are derived, not taken from files: an item whose recorded label does not follow has no pairs. Partners of items of
files may belong to any split; those that `generate --pairs` writes keep splits apart.")]
pub struct Pairs {
    /// A dataset, a file of any supported format, - for standard input, or a recipe.
    pub path: String,
    /// Where to write: a file (.jsonl, .parquet; .gz and .zst compress), or - for standard output.
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    pub out: PathBuf,
    /// Write both items as prompts of this form: coordinates, grid, prose or json; of stories prose, numbered or json; of
    /// riddles grid or json.
    #[arg(long, value_name = "FORM", value_parser = form)]
    pub prompts: Option<PromptForm>,
    /// Print a summary as JSON, on standard error if the rows go to standard output.
    #[arg(long)]
    pub json: bool,
    /// What to read.
    #[command(flatten)]
    pub choice: Choice,
    /// Whether files are believed.
    #[command(flatten)]
    pub believe: Trust,
    /// Whether files may be replaced.
    #[command(flatten)]
    pub overwrite: Overwrite,
}

fn form(name: &str) -> Result<PromptForm, String> {
    PromptForm::from_name(name).ok_or_else(|| {
        let known = PromptForm::ALL.map(PromptForm::name).join(", ");
        format!("there are {known}")
    })
}

/// Writes pairs.
pub fn run(options: &Pairs, common: &Common) -> Result<(), Failure> {
    let Pairs { path, out, prompts, .. } = options;
    options.overwrite.check([out.as_path()], [Path::new(path)])?;
    let (choice, bars) = (options.choice.trusting(options.believe.trust), Bars::new(common));
    let opened = opening(path, &choice, common)?;
    if out != Path::new("-") {
        make_folder_of(out)?;
    }
    let how = PairOptions { prompts: *prompts };
    let made = pairs(path, opened, how, &common.pass(&choice, &bars), Rows::File(out))?;
    drop(bars);
    report(&made, options, common)?;
    match made.unread {
        0 => Ok(()),
        parts => Err(SourceError::Unread { name: path.clone(), parts }.into()),
    }
}

fn report(made: &PairSummary, options: &Pairs, common: &Common) -> Result<(), Failure> {
    let &PairSummary { items, pairs, alone, unread } = made;
    let to_stdout = options.out == Path::new("-");
    if options.json {
        let summary = json!({ "items": items, "pairs": pairs, "without": alone, "unread": unread });
        if to_stdout {
            tell!("{summary}");
            return Ok(());
        }
        return say::json(&summary);
    }
    if !common.quiet {
        let alone = if alone == 0 { String::new() } else { format!(", {} have none", HumanCount(alone)) };
        tell!("{} pairs of {} items{alone}", HumanCount(pairs), HumanCount(items));
    }
    Ok(())
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Source(error) => error.into(),
            Error::Output(error) => error.into(),
            Error::Parquet(wampimuk_dataset::ParquetWriteError::BrokenPipe) => Self::BrokenPipe,
            Error::Parquet(error) => Self::System(format!("failed to write: {error}")),
            other => Self::Input(other.to_string()),
        }
    }
}
