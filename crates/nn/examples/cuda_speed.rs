//! How long a training step takes on a GPU: `cuda_speed [fast] [MODEL] [ROWS_PER_BLOCK …]`, the model `m-lstm` or `gcn-lstm`.
//!
//! One training alone, and three side by side; then how long predicting takes. `BATCHES` and `STEPS` change what is measured.

#[path = "../tests/cuda_support/mod.rs"]
mod cuda_support;

use std::sync::Barrier;
use std::time::Instant;

use cuda_support::{Dice, Sizes, batch, m_lstm, tokens};
use wampimuk_core::{Digest, StreamKey};
use wampimuk_models::gcn_lstm::{GcnLstm, Options};
use wampimuk_models::m_lstm::{self, MLstm};
use wampimuk_models::{AnswerOptions, Batch, Model};
use wampimuk_nn::{DropoutSeed, GreedyOutput, Params, cuda};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// As for ReaSCAN.
const REASCAN: Sizes = Sizes { words: 38, tokens: 10, channels: 17, side: 6, hidden: 64 };

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let fast = args.iter().any(|arg| arg == "fast");
    let is_gcn = args.iter().any(|arg| arg == "gcn-lstm");
    let mut wanted: Vec<Option<usize>> = args.iter().filter_map(|arg| arg.parse().ok()).map(Some).collect();
    if wanted.is_empty() {
        wanted.push(None);
    }
    let batches: Vec<usize> = match std::env::var("BATCHES") {
        Ok(list) => list.split(',').filter_map(|size| size.parse().ok()).collect(),
        Err(_) => vec![200, 2000],
    };
    let steps: usize = std::env::var("STEPS").ok().and_then(|steps| steps.parse().ok()).unwrap_or(40);
    for rows_per_block in wanted {
        let device = cuda::Device::new(cuda::Options { fast, rows_per_block, ..cuda::Options::default() })?;
        println!("{}, fast {fast}, rows per block {rows_per_block:?}", device.name()?);
        for &rows in &batches {
            match is_gcn {
                true => measure(&device, "gcn-lstm", rows, steps, gcn_lstm)?,
                false => measure(&device, "m-lstm", rows, steps, own_m_lstm)?,
            }
        }
    }
    Ok(())
}

/// A model, its first weights, and what it learns from.
struct Trial<M> {
    model: M,
    params: Params,
    batches: Vec<Batch>,
}

fn own_m_lstm(rows: usize, dice: &mut Dice) -> Result<Trial<MLstm>, Failure> {
    let params = m_lstm(Sizes::GSCAN, dice);
    let batches = (0..4).map(|_| batch(Sizes::GSCAN, rows, dice)).collect();
    Ok(Trial { model: MLstm::find(&params)?, params, batches })
}

fn gcn_lstm(rows: usize, dice: &mut Dice) -> Result<Trial<GcnLstm>, Failure> {
    let Sizes { words, tokens, channels, side, .. } = REASCAN;
    let stream = StreamKey::new(&Digest::of(b"speed"), "weights", 0).stream(0);
    let params =
        GcnLstm::create(m_lstm::Sizes { words, tokens, channels, side }, &Options::default(), stream);
    let batches = (0..4).map(|_| batch(REASCAN, rows, dice)).collect();
    Ok(Trial { model: GcnLstm::find(&params)?, params, batches })
}

/// What a training took.
struct Took {
    /// Seconds a step, and of the host until it had queued all steps.
    step: f64,
    queued: f64,
    /// The loss before and after.
    losses: [f32; 2],
}

/// Trains; `ready` are those who begin together.
fn train<M: Model<Batch = Batch>>(
    device: &cuda::Device,
    trial: &Trial<M>,
    steps: usize,
    ready: &Barrier,
) -> Result<Took, Failure> {
    let Trial { model, params, batches } = trial;
    let mut weights = device.weights(params)?;
    let mut gradients = device.gradients(&weights)?;
    let mut adam = device.adam(&weights, (0.9, 0.999))?;
    let mut update = |step: usize, read: bool| -> Result<f32, cuda::Error> {
        let batch = &batches[step % batches.len()];
        let noise = DropoutSeed { seed: 0, step: step as u64, part: 0 };
        let mut tape = cuda::Tape::new(device, &weights, Some(noise));
        let loss = model.loss(&mut tape, batch, 1.0 / tokens(batch) as f32);
        let value = if read { tape.get(loss)?[0] } else { f32::NAN };
        gradients.clear()?;
        tape.backward(loss, &mut gradients)?;
        adam.update(&mut weights, &gradients, 1e-3)?;
        Ok(value)
    };
    // Kernels are compiled and memory is found.
    for step in 0..6 {
        update(step, false)?;
    }
    let before = update(0, true)?;
    device.wait()?;
    ready.wait();
    let begun = Instant::now();
    for step in 0..steps {
        update(step, false)?;
    }
    let queued = begun.elapsed().as_secs_f64() / steps as f64;
    device.wait()?;
    let step = begun.elapsed().as_secs_f64() / steps as f64;
    ready.wait();
    Ok(Took { step, queued, losses: [before, update(0, true)?] })
}

fn measure<M: Model<Batch = Batch, Answer = GreedyOutput>>(
    device: &cuda::Device,
    name: &str,
    rows: usize,
    steps: usize,
    trial: impl Fn(usize, &mut Dice) -> Result<Trial<M>, Failure>,
) -> Result<(), Failure> {
    let trials: Vec<Trial<M>> = (0..3).map(|seed| trial(rows, &mut Dice(seed))).collect::<Result<_, _>>()?;
    for together in [1, 3] {
        let others = (1..together).map(|_| device.new_stream()).collect::<Result<Vec<_>, _>>()?;
        let ready = Barrier::new(together);
        let took = std::thread::scope(|scope| {
            let threads: Vec<_> = [device]
                .into_iter()
                .chain(&others)
                .zip(&trials)
                .map(|(device, trial)| scope.spawn(|| train(device, trial, steps, &ready)))
                .collect();
            let done = threads.into_iter().map(|thread| thread.join().map_err(|_| "a thread panicked")?);
            done.collect::<Result<Vec<Took>, Failure>>()
        })?;
        let longest = took.iter().map(|took| took.step).fold(0.0, f64::max);
        let [before, after] = took[0].losses;
        println!(
            "  {name}, batch {rows}, {together} at once: {:.3} ms a step (host {:.3}), {:.0} examples/s in all, loss \
             {before:.4} → {after:.4}",
            1e3 * longest,
            1e3 * took[0].queued,
            (together * rows) as f64 / longest,
        );
    }
    let Trial { model, params, batches } = &trials[0];
    let weights = device.weights(params)?;
    let mut seconds = f64::NAN;
    // Twice, as kernels are compiled the first time.
    for _ in 0..2 {
        let begun = Instant::now();
        let mut tape = cuda::Tape::new(device, &weights, None);
        model.answer(&mut tape, &batches[0], AnswerOptions::default());
        tape.check()?;
        seconds = begun.elapsed().as_secs_f64();
    }
    println!("  {name}, predicting {rows}: {:.2} ms, {:.0} items/s", 1e3 * seconds, rows as f64 / seconds);
    Ok(())
}
