//! One GPU.

use wampimuk_nn::{Noise, Params, cuda};

use super::{Machine, MachineError, State, Step, scale};
use crate::model::{Answering, Model};
use crate::optimiser::{Memory, clip};

/// Items that are answered at once.
const AT_ONCE: usize = 8192;

/// One GPU, to which weights and memory were copied.
///
/// Adam without clipping stays on the device, and the host never waits for it; any other way of updating is done on the
/// host, with gradients and weights copied back and forth.
#[derive(Debug)]
pub struct Gpu<'d> {
    device: &'d cuda::Device,
    /// Names and places; its numbers are old.
    params: Params,
    weights: cuda::Weights,
    gradients: cuda::Gradients<'d>,
    memory: DeviceMemory<'d>,
}

#[derive(Debug)]
enum DeviceMemory<'d> {
    Device(cuda::Adam<'d>),
    Host(Memory),
}

/// Opens the first GPU. `fast` allows products of large matrices to round their factors to ten bits.
///
/// # Errors
/// If there is none, or a library is missing.
pub fn open_gpu(fast: bool) -> Result<cuda::Device, MachineError> {
    Ok(cuda::Device::new(cuda::Options { fast, ..cuda::Options::default() })?)
}

impl<'d> Gpu<'d> {
    /// Copies weights and memory to the device.
    ///
    /// # Errors
    /// If there is no room for them.
    pub fn new(device: &'d cuda::Device, state: State, clips: bool) -> Result<Self, MachineError> {
        let weights = device.weights(&state.params)?;
        let gradients = device.gradients(&weights)?;
        let memory = match state.memory {
            Memory::Adam(adam) if !clips => {
                let mut on_device = device.adam(&weights, adam.betas)?;
                on_device.restore(&adam)?;
                DeviceMemory::Device(on_device)
            }
            other => DeviceMemory::Host(other),
        };
        Ok(Self { device, params: state.params, weights, gradients, memory })
    }
}

impl Machine for Gpu<'_> {
    fn parts(&self) -> usize {
        1
    }

    fn at_once(&self) -> usize {
        AT_ONCE
    }

    fn learn<M: Model>(
        &mut self,
        model: &M,
        parts: &[&M::Batch],
        step: Step,
    ) -> Result<Option<f32>, MachineError> {
        let scale = scale::<M>(parts);
        let mut sum = None;
        self.gradients.clear()?;
        for (number, part) in parts.iter().enumerate() {
            let noise = Noise { seed: step.seed, step: step.update, part: number as u64 };
            let mut tape = cuda::Tape::new(self.device, &self.weights, Some(noise));
            let loss = model.loss(&mut tape, part, scale);
            if step.wants_loss {
                let value = tape.get(loss)?.first().copied().unwrap_or_default();
                sum = Some(sum.unwrap_or(0.0) + value);
            }
            tape.back(loss, &mut self.gradients)?;
        }
        for id in model.frozen() {
            self.gradients.clear_of(&self.weights, id)?;
        }
        match &mut self.memory {
            DeviceMemory::Device(adam) => adam.update(&mut self.weights, &self.gradients, step.rate)?,
            DeviceMemory::Host(memory) => {
                let mut gradients = self.gradients.download()?;
                if let Some(how) = step.clip {
                    clip(&mut gradients, how);
                }
                self.device.download(&self.weights, &mut self.params)?;
                memory.update(&mut self.params.data, &gradients, step.rate);
                self.device.upload(&mut self.weights, &self.params.data)?;
            }
        }
        Ok(sum)
    }

    fn loss<M: Model>(&mut self, model: &M, parts: &[&M::Batch]) -> Result<f64, MachineError> {
        let mut sum = 0.0;
        for part in parts {
            let mut tape = cuda::Tape::new(self.device, &self.weights, None);
            let loss = model.loss(&mut tape, part, 1.0);
            sum += f64::from(tape.get(loss)?.first().copied().unwrap_or_default());
        }
        Ok(sum)
    }

    fn answer<M: Model>(
        &mut self,
        model: &M,
        parts: &[&M::Batch],
        how: Answering,
    ) -> Result<Vec<Vec<M::Answer>>, MachineError> {
        let mut all = Vec::with_capacity(parts.len());
        for part in parts {
            let mut tape = cuda::Tape::new(self.device, &self.weights, None);
            let said = model.answer(&mut tape, part, how);
            tape.check()?;
            all.push(said);
        }
        Ok(all)
    }

    fn state(&mut self) -> Result<State, MachineError> {
        let mut params = self.params.clone();
        self.device.download(&self.weights, &mut params)?;
        let memory = match &self.memory {
            DeviceMemory::Device(adam) => Memory::Adam(adam.download()?),
            DeviceMemory::Host(memory) => memory.clone(),
        };
        Ok(State { params, memory })
    }

    fn set(&mut self, state: State) -> Result<(), MachineError> {
        let clips = matches!(self.memory, DeviceMemory::Host(_));
        *self = Self::new(self.device, state, clips)?;
        Ok(())
    }
}

impl From<cuda::Error> for MachineError {
    fn from(error: cuda::Error) -> Self {
        let text = error.to_string();
        let hint = if text.contains("OUT_OF_MEMORY") { " (a smaller batch needs less memory)" } else { "" };
        Self::new(format!("{text}{hint}"))
    }
}
