//! How long a training step of M-LSTM takes on a GPU: `cuda_speed [fast] [ROWS_PER_BLOCK …]`.

#[path = "../tests/cuda_support/mod.rs"]
mod cuda_support;

use std::time::Instant;

use cuda_support::{Dice, Sizes, batch, m_lstm, tokens};
use wampimuk_models::m_lstm::MLstm;
use wampimuk_models::{Answering, Batch, Model};
use wampimuk_nn::{Noise, cuda};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let fast = args.iter().any(|arg| arg == "fast");
    let mut wanted: Vec<Option<usize>> = args.iter().filter_map(|arg| arg.parse().ok()).map(Some).collect();
    if wanted.is_empty() {
        wanted.push(None);
    }
    let sizes: Vec<usize> = match std::env::var("BATCHES") {
        Ok(list) => list.split(',').filter_map(|size| size.parse().ok()).collect(),
        Err(_) => vec![200, 2000, 8192],
    };
    let steps: usize = std::env::var("STEPS").ok().and_then(|steps| steps.parse().ok()).unwrap_or(40);
    for rows_per_block in wanted {
        let begun = Instant::now();
        let device = cuda::Device::new(cuda::Options { fast, rows_per_block, ..cuda::Options::default() })?;
        println!("{}, fast {fast}, rows per block {rows_per_block:?}", device.name()?);
        for &rows in &sizes {
            measure(&device, rows, steps)?;
        }
        println!("  {:.1} s with compiling", begun.elapsed().as_secs_f64());
    }
    Ok(())
}

fn measure(device: &cuda::Device, rows: usize, steps: usize) -> Result<(), Box<dyn std::error::Error>> {
    let mut dice = Dice(rows as u64);
    let params = m_lstm(Sizes::GSCAN, &mut dice);
    let model = MLstm::find(&params)?;
    let batches: Vec<Batch> = (0..4).map(|_| batch(Sizes::GSCAN, rows, &mut dice)).collect();
    let mut weights = device.weights(&params)?;
    let mut gradients = device.gradients(&weights)?;
    let mut adam = device.adam(&weights, (0.9, 0.999))?;
    let mut train = |step: usize, read: bool| -> Result<Option<f32>, cuda::Error> {
        let batch = &batches[step % batches.len()];
        let noise = Noise { seed: 0, step: step as u64, part: 0 };
        let mut tape = cuda::Tape::new(device, &weights, Some(noise));
        let out = model.outputs(&mut tape, batch, None, 1.0 / tokens(batch) as f32);
        let loss = if read { Some(tape.get(out.loss)?[0]) } else { None };
        gradients.clear()?;
        tape.back(out.loss, &mut gradients)?;
        adam.update(&mut weights, &gradients, 1e-3)?;
        Ok(loss)
    };
    for step in 0..6 {
        train(step, false)?;
    }
    let before = train(0, true)?.unwrap_or(f32::NAN);
    device.wait()?;
    let mut times = Vec::new();
    for _ in 0..3 {
        let begun = Instant::now();
        for step in 0..steps {
            train(step, false)?;
        }
        let queued = begun.elapsed().as_secs_f64() / steps as f64;
        device.wait()?;
        times.push((begun.elapsed().as_secs_f64() / steps as f64, queued));
    }
    let after = train(0, true)?.unwrap_or(f32::NAN);
    // The host alone: a step with nothing under way.
    let begun = Instant::now();
    train(0, false)?;
    let alone = begun.elapsed().as_secs_f64();
    device.wait()?;
    times.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (time, queued) = times[1];
    // Once before, as its kernels are compiled then.
    model.answer(&mut cuda::Tape::new(device, &weights, None), &batches[0], Answering::default());
    let begun = Instant::now();
    let mut tape = cuda::Tape::new(device, &weights, None);
    let said = model.answer(&mut tape, &batches[0], Answering::default());
    tape.check()?;
    drop(tape);
    let spoken: usize = said.iter().map(|said| said.tokens.len()).sum();
    let predicted = begun.elapsed().as_secs_f64();
    println!(
        "  batch {rows}: {:.3} ms a step ({:.3}…{:.3}; host {:.3} queued, {:.3} alone), {:.0} examples/s, loss {before:.4} → \
         {after:.4}; predicting {:.2} ms, {spoken} tokens",
        1e3 * time,
        1e3 * times[0].0,
        1e3 * times[2].0,
        1e3 * queued,
        1e3 * alone,
        rows as f64 / time,
        1e3 * predicted,
    );
    Ok(())
}
