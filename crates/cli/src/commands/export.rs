//! `wampimuk export`: what was learned, for the library that a model came from.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use indicatif::HumanCount;
use serde_json::json;
use wampimuk_experiment::{Exported, export};

use super::learning::Pretrained;
use crate::args::Common;
use crate::failure::Failure;
use crate::say::{self, say};

/// Options of `export`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  wampimuk export runs/t5-mix-t7-0 --out t5-mix-t7          T5ForConditionalGeneration.from_pretrained(\"t5-mix-t7\")
  wampimuk export runs/roberta-mix-t7-0/last.safetensors --out pointing --json
  wampimuk train t5 --checkpoint t5-mix-t7 --data mix-t12   or go on from it here

The folder has config.json, tokenizer.json and whatever else was beside them as they were, and model.safetensors with the
tensors under the names that they came with. Other models than t5 and roberta came from no library: their
best.safetensors is all there is, and any library reads it.")]
pub struct Export {
    /// The folder of a training (its best weights are used), or a checkpoint.
    #[arg(value_name = "RUN|FILE")]
    pub model: PathBuf,
    /// The folder to write; it has to be new or empty.
    #[arg(long, short, value_name = "DIR")]
    pub out: PathBuf,
    /// Where the pre-trained model is.
    #[command(flatten)]
    pub pretrained: Pretrained,
    /// Print a summary as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Exports.
pub fn run(options: &Export, common: &Common) -> Result<(), Failure> {
    let out = &options.out;
    let Exported { model, tensors, numbers, class } =
        export(&options.model, options.pretrained.place()?, out)?;
    if options.json {
        return say::json(
            &json!({"model": model, "out": out, "tensors": tensors, "numbers": numbers, "class": class}),
        );
    }
    if !common.quiet {
        let numbers = HumanCount(numbers as u64);
        let out = out.display();
        say(format!(
            "{tensors} tensors, {numbers} numbers → {out}: {class}.from_pretrained(\"{out}\") loads them"
        ))?;
    }
    Ok(())
}
