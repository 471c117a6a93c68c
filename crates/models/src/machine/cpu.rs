//! The CPU's cores.

use wampimuk_core::in_parallel;
use wampimuk_nn::{DropoutSeed, Tape};

use super::{Machine, MachineError, TrainingState, UpdateOptions, scale};
use crate::model::{AnswerOptions, Model};
use crate::optimiser::clip;

/// Parts of a batch; a number that is good for two to sixteen cores.
const PARTS: usize = 8;
/// Items that are answered at once.
const AT_ONCE: usize = 1000;

/// The CPU's cores: each takes parts of a batch.
#[derive(Debug)]
pub struct Cpu {
    state: TrainingState,
    threads: usize,
}

impl Cpu {
    /// Uses this many threads. Results do not depend on how many there are.
    pub fn new(state: TrainingState, threads: usize) -> Self {
        Self { state, threads: threads.max(1) }
    }
}

impl Machine for Cpu {
    fn parts(&self) -> usize {
        PARTS
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
        let params = &self.state.params;
        let numbered: Vec<(u64, &&M::Batch)> = (0..).zip(parts).collect();
        let gradients = in_parallel(self.threads, &numbered, |&(part, batch)| {
            let noise = DropoutSeed { seed: step.seed, step: step.update, part };
            let mut tape = Tape::new(params, Some(noise));
            let loss = model.loss(&mut tape, batch, scale);
            let value = tape.get(loss).first().copied().unwrap_or_default();
            let mut gradients = vec![0.0; params.data.len()];
            tape.backward(loss, &mut gradients);
            (value, gradients)
        });
        let mut all = gradients.into_iter();
        let (mut loss, mut sum) = all.next().unwrap_or_default();
        for (own, gradients) in all {
            loss += own;
            sum.iter_mut().zip(gradients).for_each(|(sum, own)| *sum += own);
        }
        for id in model.frozen() {
            sum[params.slot(id).range.clone()].fill(0.0);
        }
        if let Some(how) = step.clip {
            clip(&mut sum, how);
        }
        self.state.memory.update(&mut self.state.params.data, &sum, step.rate);
        Ok(Some(loss))
    }

    fn loss<M: Model>(&mut self, model: &M, parts: &[&M::Batch]) -> Result<f64, MachineError> {
        let params = &self.state.params;
        let losses = in_parallel(self.threads, parts, |batch| {
            let mut tape = Tape::new(params, None);
            let loss = model.loss(&mut tape, batch, 1.0);
            f64::from(tape.get(loss).first().copied().unwrap_or_default())
        });
        Ok(losses.into_iter().sum())
    }

    fn answer<M: Model>(
        &mut self,
        model: &M,
        parts: &[&M::Batch],
        how: AnswerOptions,
    ) -> Result<Vec<Vec<M::Answer>>, MachineError> {
        let params = &self.state.params;
        Ok(in_parallel(self.threads, parts, |batch| model.answer(&mut Tape::new(params, None), batch, how)))
    }

    fn state(&mut self) -> Result<TrainingState, MachineError> {
        Ok(self.state.clone())
    }

    fn set(&mut self, state: TrainingState) -> Result<(), MachineError> {
        self.state = state;
        Ok(())
    }
}
