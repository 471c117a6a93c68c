//! `wampimuk merge`: the parts of a dataset, joined.

use std::time::Instant;

use clap::Args as ClapArgs;
use indicatif::HumanCount;
use serde_json::json;
use wampimuk_engine::{MergeOptions, Merged, merge};

use crate::args::Common;
use crate::failure::Failure;
use crate::progress::Bars;
use crate::say::{say, tell};

/// Options of `merge`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  wampimuk generate gscan --shard 0/2 --out /mnt/shared/gscan     on one machine
  wampimuk generate gscan --shard 1/2 --out /mnt/shared/gscan     on another
  wampimuk merge /mnt/shared/gscan                                on any, when both are done
  wampimuk merge part-0 part-1 --out data/gscan                   if they wrote to different folders

The result has the bytes of a dataset that was made by one machine.")]
pub struct Merge {
    /// The directories that hold the parts.
    #[arg(required = true, value_name = "DIR")]
    pub parts: Vec<String>,
    /// Where the whole goes [default: the one directory that holds all parts].
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<String>,
    /// Remove the parts when the whole is there.
    #[arg(long = "move")]
    pub move_files: bool,
    /// Replace a dataset that is there already.
    #[arg(long)]
    pub force: bool,
    /// Print a summary as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Joins the parts of a dataset.
pub fn run(options: &Merge, common: &Common) -> Result<(), Failure> {
    let started = Instant::now();
    let out = match (&options.out, &*options.parts) {
        (Some(out), _) => out,
        (None, [only]) => only,
        (None, _) => {
            return Err(Failure::Input(
                "the parts are in several directories: say with --out where to".into(),
            ));
        }
    };
    let bars = Bars::of(common, "merge", None);
    let how =
        MergeOptions { threads: common.threads(), force: options.force, move_files: options.move_files };
    let Merged { recipe_name, parts, made, manifest } = merge(&options.parts, out, &how, &bars)?;
    drop(bars);
    let bytes: u64 = manifest.files.iter().map(|file| file.bytes).sum();
    if options.json {
        return say(format!(
            "{:#}",
            json!({
                "recipe": recipe_name,
                "seed": manifest.seed,
                "digest": manifest.digest,
                "parts": parts,
                "items": made.items,
                "files": manifest.files.len(),
                "bytes": bytes,
                "out": out,
                "was_complete": made.was_complete,
            })
        ));
    }
    if common.quiet {
        return Ok(());
    }
    if made.was_complete {
        tell!("{out} is complete already");
    } else {
        let (items, seconds) = (HumanCount(made.items), started.elapsed().as_secs_f64());
        let parts = parts.map(|parts| format!(" from {parts} parts")).unwrap_or_default();
        tell!("{items} items of {recipe_name}{parts} in {seconds:.2} s → {out}");
    }
    Ok(())
}
