//! `wampimuk export`: what was learned, for the library that a model came from.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use indicatif::HumanCount;
use serde_json::json;
use wampimuk_models::{Architecture, Checkpoint, ModelVisitor, checkpoint_of, with_model};

use super::learning::{Pretrained, settings_of};
use super::train::options_of;
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
    let path = checkpoint_of(&options.model)?;
    let checkpoint = Checkpoint::read(&path)?;
    let out = &options.out;
    if out.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
        let problem = "there are files in it already: choose another folder";
        return Err(Failure::Input(format!("failed to write {}: {problem}", out.display())));
    }
    let model = checkpoint.about.model.clone();
    let (tensors, numbers) = (checkpoint.params.slots().len(), checkpoint.params.data.len());
    let class = with_model(&model, Publish { options, path, checkpoint }).map_err(Failure::Input)??;
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

/// The folder of any model, and the class that loads it.
struct Publish<'o> {
    options: &'o Export,
    path: PathBuf,
    checkpoint: Checkpoint,
}

impl ModelVisitor for Publish<'_> {
    type Out = Result<&'static str, Failure>;

    fn visit<A: Architecture>(self) -> Self::Out {
        let Self { options, path, checkpoint } = self;
        let settings = settings_of(&path, &checkpoint.about, &options.pretrained)?;
        let own = options_of::<A>(&settings)?;
        A::publish((&path, &checkpoint), &own, &options.out)?.ok_or_else(|| {
            Failure::Input(format!(
                "{} came from no library, so there is nothing to export it to: its tensors are in {} already, as safetensors",
                A::NAME,
                path.display()
            ))
        })
    }
}
