//! What `train`, `predict` and `export` have in common: data, machines and pre-trained models.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use wampimuk_experiment::{DataOptions, Error, MachineOptions, open_data};
use wampimuk_models::Data;

use crate::args::{Common, Trust};
use crate::failure::Failure;
use crate::progress;
use crate::say::tell;

/// What to compute on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Device {
    /// The processor's cores.
    Cpu,
    /// One NVIDIA GPU; the program has to be built with the feature `cuda`.
    Cuda,
}

/// What to compute on, and how exactly.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub struct MachineArgs {
    /// What to compute on.
    #[arg(long, default_value = "cpu", value_name = "DEVICE")]
    pub device: Device,
    /// On a GPU, round the factors of large products to ten bits (TF32).
    #[arg(long)]
    pub fast: bool,
    /// On a GPU, how many rows of a batch a block of threads takes through a recurrence, 1 to 16 [default: few, so that one
    /// training alone is done soonest]. More of them leave room for trainings beside it; results are rounded differently.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=16))]
    pub rows_per_block: Option<u8>,
}

impl MachineArgs {
    /// The same for whoever computes.
    pub fn plain(self, common: &Common) -> MachineOptions {
        MachineOptions {
            device: match self.device {
                Device::Cpu => wampimuk_experiment::Device::Cpu,
                Device::Cuda => wampimuk_experiment::Device::Cuda,
            },
            fast: self.fast,
            rows_per_block: self.rows_per_block,
            threads: common.threads(),
        }
    }
}

/// Which data.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct DataArgs {
    /// A recipe, a dataset, or files of any format.
    #[arg(long, value_name = "RECIPE|PATH")]
    pub data: Option<String>,
    /// The seed of the items of a recipe.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub data_seed: u64,
    /// Change a key of the recipe, e.g. `--data-set splits.shots=5`.
    #[arg(long, value_name = "KEY=VALUE")]
    pub data_set: Vec<String>,
    /// The recipe whose words files use, if they have no manifest.
    #[arg(long, value_name = "RECIPE")]
    pub words: Option<String>,
    /// Read the files of a dataset instead of making its items anew.
    #[arg(long)]
    pub as_files: bool,
    /// Whether files are believed.
    #[command(flatten)]
    pub believe: Trust,
}

impl DataArgs {
    /// Opens what was named.
    pub fn open(&self, name: &str, common: &Common) -> Result<Data, Failure> {
        let how = DataOptions {
            changes: self.data_set.clone(),
            seed: self.data_seed,
            words: self.words.clone(),
            as_files: self.as_files,
            trust: self.believe.trust,
        };
        let data = progress::waiting(common, &format!("prepare {name}"), || open_data(name, &how))?;
        if let (Some(files), false) = (&data.files, common.quiet) {
            let megabytes = data.bytes_in_memory() as f64 / 1e6;
            tell!("{} is read into memory: about {megabytes:.0} MB", files.display());
        }
        Ok(data)
    }
}

/// Where a pre-trained model is.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Pretrained {
    /// The folder of a pre-trained model, for t5 and roberta: config.json, tokenizer.json and model.safetensors, as Hugging
    /// Face's libraries write them. The same as `--set model.checkpoint=DIR`; later, where it is now.
    #[arg(long, value_name = "DIR")]
    pub checkpoint: Option<PathBuf>,
}

impl Pretrained {
    /// The folder as text.
    pub fn place(&self) -> Result<Option<&str>, Failure> {
        let Some(path) = &self.checkpoint else { return Ok(None) };
        match path.to_str() {
            Some(text) => Ok(Some(text)),
            None => Err(Failure::Input(format!("failed to use {}: it is no text", path.display()))),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Output(error) => error.into(),
            Error::Analysis(error) => error.into(),
            Error::Source(error) => error.into(),
            failed if failed.is_failed_training() => Self::Check(failed.to_string()),
            other if other.is_system() => Self::System(other.to_string()),
            other => Self::Input(other.to_string()),
        }
    }
}
