//! What `train`, `predict` and `export` have in common: data, machines and pre-trained models.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, ValueEnum};
use wampimuk_dataset::{MANIFEST, Manifest, ManifestError};
use wampimuk_engine::manifest_faults;
use wampimuk_families::build;
use wampimuk_models::{CheckpointInfo, Data, DataError, DatasetInfo, MachineError, Settings, TrainError};

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
    /// What is computed on, for files: results of a GPU that rounds differ.
    pub fn described(self) -> String {
        match self.device {
            Device::Cpu => "cpu".to_owned(),
            Device::Cuda if self.fast => "cuda (TF32)".to_owned(),
            Device::Cuda => "cuda".to_owned(),
        }
    }

    /// The same as arguments.
    pub fn arguments(self) -> Vec<String> {
        let mut arguments = Vec::new();
        if self.device == Device::Cuda {
            arguments.extend(["--device".to_owned(), "cuda".to_owned()]);
            arguments.extend(self.fast.then(|| "--fast".to_owned()));
            let rows = self.rows_per_block.map(|rows| ["--rows-per-block".to_owned(), rows.to_string()]);
            arguments.extend(rows.into_iter().flatten());
        }
        arguments
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
        let words = self.words.as_deref();
        let open = || {
            let data = Data::open(name, &self.data_set, self.data_seed, self.as_files, words)?;
            if !self.believe.trust {
                check_manifest(Path::new(name), words, &data)?;
                data.check_files()?;
            }
            Ok::<_, DataError>(data)
        };
        let data = progress::waiting(common, &format!("prepare {name}"), open)?;
        if let (Some(files), false) = (&data.files, common.quiet) {
            let megabytes = data.bytes_in_memory() as f64 / 1e6;
            tell!("{} is read into memory: about {megabytes:.0} MB", files.display());
        }
        Ok(data)
    }
}

/// Holds the manifest of a folder to its recipe and to the folder, as other commands do.
fn check_manifest(path: &Path, words: Option<&str>, data: &Data) -> Result<(), DataError> {
    let found = if words.is_none() && path.is_dir() { Manifest::find(path)? } else { None };
    let Some((root, manifest)) = found else { return Ok(()) };
    let unchanged = data.dataset.as_deref().filter(|_| data.changes.is_empty());
    let faults = match unchanged {
        Some(dataset) => manifest_faults(&manifest, &root, dataset),
        None => manifest_faults(&manifest, &root, &*build(&manifest.recipe, manifest.seed)?),
    };
    match faults.into_iter().next() {
        None => Ok(()),
        Some((place, reason)) => {
            let what = format!("{place}: {reason}");
            Err(ManifestError::Unfit { path: root.join(MANIFEST), what }.into())
        }
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
    /// The same as a change of settings.
    pub fn change(&self) -> Result<Option<String>, Failure> {
        let Some(path) = &self.checkpoint else { return Ok(None) };
        let Some(text) = path.to_str() else {
            return Err(Failure::Input(format!("failed to use {}: it is no text", path.display())));
        };
        Ok(Some(format!("model.checkpoint={}", toml::Value::from(text))))
    }
}

/// The settings that a checkpoint was trained with, with changes.
pub fn settings_of(
    path: &Path,
    about: &CheckpointInfo,
    pretrained: &Pretrained,
) -> Result<Settings, Failure> {
    let changes: Vec<String> = pretrained.change()?.into_iter().collect();
    Settings::parse(&about.settings, &changes)
        .map_err(|error| Failure::Input(format!("failed to use {}: {error}", path.display())))
}

/// What checkpoints say about data.
pub fn note(data: &Data) -> DatasetInfo {
    DatasetInfo {
        name: data.name.clone(),
        recipe: data.recipe.clone(),
        changes: data.changes.clone(),
        seed: data.seed,
        digest: data.digest(),
        files: data.files.as_ref().map(|path| path.display().to_string()),
        room: None,
        inoculation: None,
        also: data.also.iter().map(|also| also.recipe.clone()).collect(),
    }
}

/// The error of a program without GPU.
#[cfg(not(feature = "cuda"))]
pub fn no_gpu() -> Failure {
    Failure::Input(
        "this program was built without support for GPUs: build it with `--features cuda`, or leave out --device".into(),
    )
}

impl From<DataError> for Failure {
    fn from(error: DataError) -> Self {
        match error {
            DataError::Find(error) => error.into(),
            DataError::Read(error) => error.into(),
            error => Self::Input(format!("failed to {error}")),
        }
    }
}

impl From<MachineError> for Failure {
    fn from(error: MachineError) -> Self {
        Self::System(format!("failed to {error}"))
    }
}

impl From<wampimuk_models::CheckpointError> for Failure {
    fn from(error: wampimuk_models::CheckpointError) -> Self {
        use wampimuk_models::CheckpointError::{Io, Write};
        let text = format!("failed to {error}");
        if matches!(error, Io { .. } | Write(_)) { Self::System(text) } else { Self::Input(text) }
    }
}

impl From<TrainError> for Failure {
    fn from(error: TrainError) -> Self {
        match error {
            TrainError::Data(error) => error.into(),
            TrainError::Machine(error) => error.into(),
            TrainError::Checkpoint(error) => error.into(),
            TrainError::Folder { ref source, .. } => match source.kind() {
                ErrorKind::InvalidData => Self::Input(format!("failed to {error}")),
                _ => Self::System(format!("failed to {error}")),
            },
            TrainError::NotFinite { .. } => Self::Check(format!("failed to {error}")),
            error => Self::Input(format!("failed to {error}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_are_handed_on_as_arguments() {
        let cpu = MachineArgs { device: Device::Cpu, fast: true, rows_per_block: Some(8) };
        assert!(cpu.arguments().is_empty());
        let gpu = MachineArgs { device: Device::Cuda, ..cpu };
        assert_eq!(gpu.arguments(), ["--device", "cuda", "--fast", "--rows-per-block", "8"]);
        let plain = MachineArgs { fast: false, rows_per_block: None, ..gpu };
        assert_eq!(plain.arguments(), ["--device", "cuda"]);
    }
}
