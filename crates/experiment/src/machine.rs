//! What is computed on.

use wampimuk_models::Cpu;
#[cfg(feature = "cuda")]
use wampimuk_models::{Gpu, open_gpu};
use wampimuk_models::{Machine, TrainingState};

use crate::Error;

/// What to compute on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// The processor's cores.
    Cpu,
    /// One NVIDIA GPU; the feature `cuda` is needed.
    Cuda,
}

/// What to compute on, and how exactly.
#[derive(Clone, Copy, Debug)]
pub struct MachineOptions {
    /// What to compute on.
    pub device: Device,
    /// On a GPU, the factors of large products are rounded to ten bits (TF32).
    pub fast: bool,
    /// On a GPU, how many rows of a batch a block of threads takes through a recurrence.
    pub rows_per_block: Option<u8>,
    /// How many threads of the processor to use.
    pub threads: usize,
}

impl MachineOptions {
    /// What is computed on, for files: results of a GPU that rounds differ.
    pub fn described(self) -> String {
        match self.device {
            Device::Cpu => "cpu".to_owned(),
            Device::Cuda if self.fast => "cuda (TF32)".to_owned(),
            Device::Cuda => "cuda".to_owned(),
        }
    }

    /// The same as arguments of a command.
    pub(crate) fn arguments(self) -> Vec<String> {
        let mut arguments = Vec::new();
        if self.device == Device::Cuda {
            arguments.extend(["--device".to_owned(), "cuda".to_owned()]);
            arguments.extend(self.fast.then(|| "--fast".to_owned()));
            let rows = self.rows_per_block.map(|rows| ["--rows-per-block".to_owned(), rows.to_string()]);
            arguments.extend(rows.into_iter().flatten());
        }
        arguments
    }

    /// Threads that make batches.
    pub(crate) fn makers(self) -> usize {
        match self.device {
            // The cores have other things to do.
            Device::Cpu => 1,
            Device::Cuda => self.threads.saturating_sub(2).max(1),
        }
    }

    /// Makes sure that this program can compute there.
    pub(crate) fn check(self) -> Result<(), Error> {
        if self.device == Device::Cuda && !cfg!(feature = "cuda") { Err(no_gpu()) } else { Ok(()) }
    }

    /// Does some work on this machine, beginning with these weights.
    pub(crate) fn work<W: MachineWork>(self, work: W) -> Result<W::Out, Error> {
        match self.device {
            Device::Cpu => work.on(|state| Ok(Cpu::new(state, self.threads))),
            #[cfg(feature = "cuda")]
            Device::Cuda => {
                let device = open_gpu(self.fast, self.rows_per_block.map(usize::from))?;
                work.on(|state| Gpu::new(&device, state))
            }
            #[cfg(not(feature = "cuda"))]
            Device::Cuda => Err(no_gpu()),
        }
    }
}

/// Work that any machine can do.
pub(crate) trait MachineWork {
    /// What comes of it.
    type Out;

    /// Does it on the machine that `open` makes of weights.
    fn on<M: Machine>(
        self,
        open: impl FnOnce(TrainingState) -> Result<M, wampimuk_models::MachineError>,
    ) -> Result<Self::Out, Error>;
}

/// The error of a program without GPU.
fn no_gpu() -> Error {
    Error::Request(
        "this program was built without support for GPUs: build it with `--features cuda`, or leave out --device".into(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_are_handed_on_as_arguments() {
        let cpu = MachineOptions { device: Device::Cpu, fast: true, rows_per_block: Some(8), threads: 1 };
        assert!(cpu.arguments().is_empty());
        let gpu = MachineOptions { device: Device::Cuda, ..cpu };
        assert_eq!(gpu.arguments(), ["--device", "cuda", "--fast", "--rows-per-block", "8"]);
        let plain = MachineOptions { fast: false, rows_per_block: None, ..gpu };
        assert_eq!(plain.arguments(), ["--device", "cuda"]);
    }
}
