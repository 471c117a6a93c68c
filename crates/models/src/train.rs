//! Learning: batches in a keyed order, gradients of parts side by side, an update.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use wampimuk_batch::{BatchError, Batcher, GridBatch, Padding};
use wampimuk_core::{Digest, Permutation, StreamKey};
use wampimuk_families::Dataset;
use wampimuk_nn::{Adam, Noise, Params, Spoken, Tape};

use crate::grid_batch::deal;
use crate::m_lstm::MLstm;
use crate::model::{Answering, Model};

/// How a model learns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Items of a batch.
    pub batch: usize,
    /// The first learning rate.
    pub rate: f32,
    /// The rate is multiplied by the first number every so many updates, evenly.
    pub decay: (f32, f32),
    /// The seed of the order of items, of the first weights and of dropout.
    pub seed: u64,
}

impl Settings {
    /// As in the gSCAN paper.
    pub const GSCAN: Self = Self { batch: 200, rate: 1e-3, decay: (0.9, 20_000.0), seed: 0 };
}

/// Parts of a batch; a number that is good for two to sixteen cores.
const PARTS: usize = 8;

/// A model that learns.
#[derive(Debug)]
pub struct Trainer {
    /// What it has learned.
    pub params: Params,
    model: MLstm,
    adam: Adam,
    settings: Settings,
    threads: usize,
}

impl Trainer {
    /// A model that knows nothing.
    ///
    /// # Errors
    /// The name of a tensor that the model needs and `params` do not have.
    pub fn new(params: Params, settings: Settings, threads: usize) -> Result<Self, String> {
        let model = MLstm::find(&params)?;
        let adam = Adam::new(params.data.len(), (0.9, 0.999));
        Ok(Self { params, model, adam, settings, threads: threads.max(1) })
    }

    /// How many updates there were.
    pub fn updates(&self) -> u64 {
        self.adam.updates
    }

    /// The numbers of the items of the next batch: all items of a split once, then all of them again in another order.
    pub fn next_items(&self, len: u64) -> Vec<u64> {
        let key = StreamKey::new(&Digest::of(b"training"), "order", self.settings.seed);
        let first = self.updates() * self.settings.batch as u64;
        let mut order: Option<(u64, Permutation)> = None;
        let mut item = |number: u64| {
            let (epoch, place) = (number / len, number % len);
            if order.as_ref().is_none_or(|(of, _)| *of != epoch) {
                order = Some((epoch, Permutation::new(len, &mut key.stream(epoch))));
            }
            order.as_ref().map_or(0, |(_, order)| order.at(place))
        };
        (first..first + self.settings.batch as u64).map(&mut item).collect()
    }

    /// Learns from a batch and returns the loss before.
    pub fn update(&mut self, batcher: &Batcher, batch: &GridBatch<u8>) -> f32 {
        let tokens: i64 = batch.action_lengths.iter().map(|length| length - 1).sum();
        let scale = 1.0 / tokens.max(1) as f32;
        let parts = deal(batch, batcher.shape(), PARTS);
        let (params, model) = (&self.params, self.model);
        let noise = |part: u64| Noise { seed: self.settings.seed, step: self.adam.updates, part };
        let gradients = side_by_side(self.threads, parts.len(), |part| {
            let mut tape = Tape::new(params, Some(noise(part as u64)));
            let out = model.outputs(&mut tape, &parts[part].1, None, scale);
            let loss = tape.get(out.loss)[0];
            let mut gradients = vec![0.0; params.data.len()];
            tape.back(out.loss, &mut gradients);
            (loss, gradients)
        });
        let mut all = gradients.into_iter();
        let (mut loss, mut sum) = all.next().unwrap_or_default();
        for (own, gradients) in all {
            loss += own;
            sum.iter_mut().zip(gradients).for_each(|(sum, own)| *sum += own);
        }
        let (factor, every) = self.settings.decay;
        let rate = self.settings.rate * factor.powf(self.adam.updates as f32 / every);
        self.adam.update(&mut self.params.data, &sum, rate);
        loss
    }

    /// What the model says to these items.
    pub fn predict(&self, batcher: &Batcher, batch: &GridBatch<u8>) -> Vec<Spoken> {
        let parts = deal(batch, batcher.shape(), PARTS);
        let said = side_by_side(self.threads, parts.len(), |part| {
            self.model.answer(&mut Tape::new(&self.params, None), &parts[part].1, Answering::default())
        });
        let mut all = vec![Spoken::default(); batch.len];
        for ((rows, _), said) in parts.iter().zip(said) {
            rows.iter().zip(said).for_each(|(&row, said)| all[row] = said);
        }
        all
    }

    /// How many of these items are answered exactly.
    ///
    /// # Errors
    /// If an item cannot be made.
    pub fn exact(
        &self,
        dataset: &dyn Dataset,
        batcher: &mut Batcher,
        split: usize,
        items: &[u64],
    ) -> Result<usize, BatchError> {
        let (mut batch, mut exact) = (GridBatch::default(), 0);
        for items in items.chunks(1000) {
            batcher.fill(dataset, split, items, Padding::Batch, &mut batch)?;
            let said = self.predict(batcher, &batch);
            exact +=
                said.iter().enumerate().filter(|(row, said)| is_exact(&batch, *row, &said.tokens)).count();
        }
        Ok(exact)
    }
}

/// Whether tokens are the actions of a row of a batch, and nothing else.
pub fn is_exact(batch: &GridBatch<u8>, row: usize, said: &[u32]) -> bool {
    let target = &batch.actions[row * batch.action_width..][..batch.action_lengths[row] as usize];
    let inner = &target[1..target.len() - 1];
    inner.len() == said.len() && inner.iter().zip(said).all(|(right, said)| *right == i64::from(*said))
}

/// Does jobs on several threads; results are in the order of the jobs.
fn side_by_side<T: Send>(threads: usize, jobs: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<T>>> = (0..jobs).map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(jobs) {
            scope.spawn(|| {
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    let Some(place) = done.get(job) else { return };
                    let result = work(job);
                    if let Ok(mut place) = place.lock() {
                        *place = Some(result);
                    }
                }
            });
        }
    });
    done.into_iter().filter_map(|place| place.into_inner().ok().flatten()).collect()
}
