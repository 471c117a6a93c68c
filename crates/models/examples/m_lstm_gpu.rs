//! Trains M-LSTM on one NVIDIA GPU and says how well it does on every split of a recipe:
//! `m_lstm_gpu RECIPE SEED UPDATES BATCH RATE SECONDS [KEY=VALUE …]`.
//!
//! Items are made while it learns, on all cores, and each epoch comes in another order. The rate rises for the first
//! hundredth of the updates and falls to a third by the last, as the paper's does. What is reported are the weights that
//! did best on 2,000 items of dev.

use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::Instant;

use wampimuk_batch::{Batcher, GridBatch, GridShape, Padding};
use wampimuk_core::{Digest, Permutation, StreamKey};
use wampimuk_families::{Dataset, require};
use wampimuk_models::m_lstm::{MLstm, Sizes};
use wampimuk_models::{Answering, Batch, Model};
use wampimuk_models::{deal, is_exact};
use wampimuk_nn::{Noise, cuda};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Threads that make items.
const MAKERS: usize = 12;
/// Items that are decoded at once.
const DECODED: usize = 8192;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [recipe, seed, updates, size, rate, seconds, changes @ ..] = &arguments[..] else {
        return Err("RECIPE SEED UPDATES BATCH RATE SECONDS [KEY=VALUE …]".into());
    };
    let (seed, updates, size): (u64, u64, usize) = (seed.parse()?, updates.parse()?, size.parse()?);
    let (rate, seconds): (f32, f64) = (rate.parse()?, seconds.parse()?);
    let started = Instant::now();
    let dataset = require(recipe, changes)?.dataset(0)?;
    let dataset = dataset.as_ref();
    let mut batcher = Batcher::new(dataset)?.with_threads(MAKERS);
    let shape = batcher.shape();
    let sizes = Sizes {
        words: batcher.commands().len(),
        tokens: batcher.actions().len(),
        channels: shape.channels,
        side: shape.side,
    };
    let stream = StreamKey::new(&Digest::of(b"training"), "weights", seed).stream(0);
    let mut params = MLstm::create(sizes, stream);
    let model = MLstm::find(&params)?;
    let device = cuda::Device::new(cuda::Options::default())?;
    println!(
        "{}, {recipe} seed {seed}, batch {size}, rate {rate}, {updates} updates, ready {:.1} s",
        device.name()?,
        started.elapsed().as_secs_f64()
    );
    let mut weights = device.weights(&params)?;
    let mut gradients = device.gradients(&weights)?;
    let mut adam = device.adam(&weights, (0.9, 0.999))?;
    let number = |name: &str| dataset.splits().iter().position(|split| split.name == name);
    let (train, dev) = (number("train").ok_or("no train")?, number("dev").ok_or("no dev")?);
    let (mut best, mut kept) = (-1.0, params.data.clone());
    let learning = Instant::now();
    thread::scope(|scope| -> Result<(), Failure> {
        let batches = make_batches(scope, dataset, batcher.clone(), train, (seed, updates, size));
        for (update, next) in (0..).zip(batches) {
            let (batch, tokens) = next?;
            let mut tape = cuda::Tape::new(&device, &weights, Some(Noise { seed, step: update, part: 0 }));
            let out = model.outputs(&mut tape, &batch, None, 1.0 / tokens as f32);
            let due = (update + 1) % (updates / 20).max(1) == 0 || update + 1 == updates;
            let loss = if due { Some(tape.get(out.loss)?[0]) } else { None };
            gradients.clear()?;
            tape.back(out.loss, &mut gradients)?;
            let progress = update as f32 / updates as f32;
            let now = rate * (100.0 * progress).clamp(0.01, 1.0) * 0.35f32.powf(progress);
            adam.update(&mut weights, &gradients, now)?;
            if let Some(loss) = loss {
                let exact = exact(&device, &weights, model, dataset, &mut batcher, dev, 2000)?;
                let spent = learning.elapsed().as_secs_f64();
                println!(
                    "{} {loss:.4} dev {exact:.2} {spent:.1} s, {:.0} items/s",
                    update + 1,
                    (update + 1) as f64 * size as f64 / spent
                );
                if !loss.is_finite() {
                    return Err("the loss is not a number".into());
                }
                if exact > best {
                    best = exact;
                    device.download(&weights, &mut params)?;
                    kept.clone_from(&params.data);
                }
                if started.elapsed().as_secs_f64() > seconds {
                    println!("out of time");
                    break;
                }
            }
        }
        Ok(())
    })?;
    params.data = kept;
    let weights = device.weights(&params)?;
    for (number, split) in dataset.splits().iter().enumerate().filter(|(number, _)| *number != train) {
        let exact = exact(&device, &weights, model, dataset, &mut batcher, number, u64::MAX)?;
        println!("{} {exact:.2} % of {}", split.name, split.len);
    }
    println!("{:.1} s in all", started.elapsed().as_secs_f64());
    Ok(())
}

/// Makes batches ahead of time: what the model reads, and how many tokens it has to say.
fn make_batches<'s>(
    scope: &'s thread::Scope<'s, '_>,
    dataset: &'s dyn Dataset,
    mut batcher: Batcher,
    split: usize,
    (seed, updates, size): (u64, u64, usize),
) -> Receiver<Result<(Batch, i64), Failure>> {
    let (give, take) = sync_channel(4);
    scope.spawn(move || {
        let (shape, len) = (batcher.shape(), dataset.splits()[split].len);
        let key = StreamKey::new(&Digest::of(b"training"), "order", seed);
        let mut arrays = GridBatch::default();
        let mut order = (0, Permutation::new(len, &mut key.stream(0)));
        for update in 0..updates {
            let first = update * size as u64;
            let mut items = Vec::with_capacity(size);
            for number in first..first + size as u64 {
                if number / len != order.0 {
                    order = (number / len, Permutation::new(len, &mut key.stream(number / len)));
                }
                items.push(order.1.at(number % len));
            }
            let made = batcher.fill(dataset, split, &items, Padding::Batch, &mut arrays);
            let made = made.map(|()| whole(&arrays, shape)).map_err(Failure::from);
            if give.send(made).is_err() {
                return;
            }
        }
    });
    take
}

/// A batch in one part, longest targets first, and its number of tokens.
fn whole(arrays: &GridBatch<u8>, shape: GridShape) -> (Batch, i64) {
    let tokens = arrays.action_lengths.iter().map(|length| length - 1).sum();
    let (_, batch) = deal(arrays, shape, 1).swap_remove(0);
    (batch, tokens)
}

/// The share of items that are answered exactly, in percent.
fn exact(
    device: &cuda::Device,
    weights: &cuda::Weights,
    model: MLstm,
    dataset: &dyn Dataset,
    batcher: &mut Batcher,
    split: usize,
    most: u64,
) -> Result<f64, Failure> {
    let len = dataset.splits()[split].len.min(most);
    let items: Vec<u64> = (0..len).collect();
    let (mut arrays, mut right) = (GridBatch::default(), 0);
    for items in items.chunks(DECODED) {
        batcher.fill(dataset, split, items, Padding::Batch, &mut arrays)?;
        let (rows, batch) = deal(&arrays, batcher.shape(), 1).swap_remove(0);
        let said = model.answer(&mut cuda::Tape::new(device, weights, None), &batch, Answering::default());
        right += rows.iter().zip(&said).filter(|(row, said)| is_exact(&arrays, **row, &said.tokens)).count();
    }
    Ok(100.0 * right as f64 / len.max(1) as f64)
}
