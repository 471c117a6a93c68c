//! One GPU.

use wampimuk_nn::{DropoutSeed, Params, cuda};

use super::{Machine, MachineError, TrainingState, UpdateOptions, scale};
use crate::model::{AnswerOptions, Model};
use crate::optimiser::OptimiserState;
use crate::preset::Clip;

/// Items that are answered at once.
const AT_ONCE: usize = 8192;

/// One GPU, to which weights and memory were copied. They stay there, and the host does not wait for an update.
#[derive(Debug)]
pub struct Gpu<'d> {
    device: &'d cuda::Device,
    /// Names and places; its numbers are old.
    params: Params,
    weights: cuda::Weights,
    gradients: cuda::Gradients<'d>,
    /// Moments, if the optimiser has any.
    adam: Option<cuda::Adam<'d>>,
}

/// Opens the first GPU. `fast` allows products of large matrices to round their factors to ten bits. With more
/// `rows_per_block` one training takes longer and leaves more of the GPU to others beside it.
///
/// # Errors
/// If there is none, or a library is missing.
pub fn open_gpu(fast: bool, rows_per_block: Option<usize>) -> Result<cuda::Device, MachineError> {
    Ok(cuda::Device::new(cuda::Options { fast, rows_per_block, ..cuda::Options::default() })?)
}

impl<'d> Gpu<'d> {
    /// Copies weights and memory to the device.
    ///
    /// # Errors
    /// If there is no room for them.
    pub fn new(device: &'d cuda::Device, state: TrainingState) -> Result<Self, MachineError> {
        let weights = device.weights(&state.params)?;
        let gradients = device.gradients(&weights)?;
        let adam = match state.memory {
            OptimiserState::Adam(adam) => {
                let mut on_device = device.adam(&weights, adam.betas)?;
                on_device.restore(&adam)?;
                Some(on_device)
            }
            OptimiserState::Sgd => None,
        };
        Ok(Self { device, params: state.params, weights, gradients, adam })
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
        step: UpdateOptions,
    ) -> Result<Option<f32>, MachineError> {
        let scale = scale::<M>(parts);
        let mut sum = None;
        self.gradients.clear()?;
        for (number, part) in parts.iter().enumerate() {
            let noise = DropoutSeed { seed: step.seed, step: step.update, part: number as u64 };
            let mut tape = cuda::Tape::new(self.device, &self.weights, Some(noise));
            let loss = model.loss(&mut tape, part, scale);
            if step.wants_loss {
                let value = tape.get(loss)?.first().copied().unwrap_or_default();
                sum = Some(sum.unwrap_or(0.0) + value);
            }
            tape.backward(loss, &mut self.gradients)?;
        }
        for id in model.frozen() {
            self.gradients.clear_of(&self.weights, id)?;
        }
        match step.clip {
            Some(Clip::Value(most)) => self.gradients.clip_value(most as f32)?,
            Some(Clip::Norm(most)) => self.gradients.clip_norm(most as f32)?,
            None => {}
        }
        match &mut self.adam {
            Some(adam) => adam.update(&mut self.weights, &self.gradients, step.rate)?,
            None => self.weights.sgd_step(&self.gradients, step.rate)?,
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
        how: AnswerOptions,
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

    fn state(&mut self) -> Result<TrainingState, MachineError> {
        let mut params = self.params.clone();
        self.device.download(&self.weights, &mut params)?;
        let memory = match &self.adam {
            Some(adam) => OptimiserState::Adam(adam.download()?),
            None => OptimiserState::Sgd,
        };
        Ok(TrainingState { params, memory })
    }

    fn set(&mut self, state: TrainingState) -> Result<(), MachineError> {
        *self = Self::new(self.device, state)?;
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
