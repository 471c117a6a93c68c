//! Training steps of M-LSTM on request, for a comparison side by side: `benches/torch/m_lstm.py` starts this program, and
//! has it and PyTorch take turns on the same batches, from the same first weights.
//!
//! `m_lstm_step FOLDER THREADS BATCH COUNT` writes `weights.safetensors` and so many `batch_N.safetensors` of gSCAN into the
//! folder and says `ready`. Then each line of input is a request: `loss N` is answered with the loss of a batch with nothing
//! dropped, `step N` with the milliseconds of a whole update, Adam included.

use std::collections::HashMap;
use std::error::Error;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use safetensors::serialize_to_file;
use safetensors::tensor::{Dtype, TensorView};
use wampimuk_batch::{GridBatch, GridBatcher, Padding};
use wampimuk_core::{Digest, StreamKey};
use wampimuk_families::require;
use wampimuk_models::m_lstm::{MLstm, Options, Sizes};
use wampimuk_models::{
    Batch, Cpu, Machine, Model, Optimiser, OptimiserState, TrainingState, UpdateOptions, partition_batch,
};
use wampimuk_nn::Params;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, threads, size, count] = &arguments[..] else {
        return Err("give FOLDER THREADS BATCH COUNT".into());
    };
    let (folder, threads): (PathBuf, usize) = (folder.into(), threads.parse()?);
    let (size, count): (u64, u64) = (size.parse()?, count.parse()?);
    let dataset = require("gscan", &[])?.dataset(0)?;
    let mut batcher = GridBatcher::new(dataset.as_ref())?.with_threads(threads);
    let sizes = Sizes {
        words: batcher.commands().len(),
        tokens: batcher.actions().len(),
        channels: batcher.shape().channels,
        side: batcher.shape().side,
    };
    let stream = StreamKey::new(&Digest::of(b"bench"), "weights", 0).stream(0);
    let params = MLstm::create(sizes, &Options::default(), stream);
    let model = MLstm::find(&params)?;
    write_weights(&folder.join("weights.safetensors"), &params)?;
    let memory = OptimiserState::new(Optimiser::Adam, (0.9, 0.999), params.data.len());
    let mut machine = Cpu::new(TrainingState { params, memory }, threads);
    let mut batches: Vec<Vec<Batch>> = Vec::new();
    let mut arrays = GridBatch::<u8>::default();
    for number in 0..count {
        let items: Vec<u64> = (number * size..(number + 1) * size).collect();
        batcher.fill(dataset.as_ref(), 0, &items, Padding::Batch, &mut arrays)?;
        write_batch(&folder.join(format!("batch_{number}.safetensors")), &arrays, sizes)?;
        let parts = partition_batch(&arrays, batcher.shape(), machine.parts());
        batches.push(parts.into_iter().map(|(_, batch)| batch).collect());
    }
    println!("ready");
    std::io::stdout().flush()?;
    let mut update = 0;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (what, number) = line.split_once(' ').ok_or("ask for `loss N` or `step N`")?;
        let parts: Vec<&Batch> =
            batches.get(number.parse::<usize>()?).ok_or("no such batch")?.iter().collect();
        match what {
            "loss" => {
                let labels: usize = parts.iter().map(|part| MLstm::labels(part)).sum();
                println!("{}", machine.loss(&model, &parts)? / labels as f64);
            }
            "step" => {
                let step = UpdateOptions { seed: 0, update, rate: 1e-3, clip: None, wants_loss: true };
                let start = Instant::now();
                machine.learn(&model, &parts, step)?;
                println!("{}", start.elapsed().as_secs_f64() * 1e3);
                update += 1;
            }
            _ => return Err(format!("`{line}` is neither `loss N` nor `step N`").into()),
        }
        std::io::stdout().flush()?;
    }
    Ok(())
}

fn write_weights(path: &Path, params: &Params) -> Result<(), Box<dyn Error>> {
    let bytes: Vec<u8> = params.data.iter().flat_map(|number| number.to_le_bytes()).collect();
    let mut tensors = HashMap::new();
    for slot in params.slots() {
        let own = &bytes[4 * slot.range.start..4 * slot.range.end];
        tensors.insert(slot.name.as_str(), TensorView::new(Dtype::F32, slot.shape.clone(), own)?);
    }
    Ok(serialize_to_file(tensors, None, path)?)
}

fn write_batch(path: &Path, batch: &GridBatch<u8>, sizes: Sizes) -> Result<(), Box<dyn Error>> {
    let bytes =
        |numbers: &[i64]| -> Vec<u8> { numbers.iter().flat_map(|number| number.to_le_bytes()).collect() };
    let [commands, lengths, actions] =
        [&batch.command, &batch.command_lengths, &batch.actions].map(|numbers| bytes(numbers));
    let tensors = HashMap::from([
        ("commands", TensorView::new(Dtype::I64, vec![batch.len, batch.command_width], &commands)?),
        ("lengths", TensorView::new(Dtype::I64, vec![batch.len], &lengths)?),
        ("actions", TensorView::new(Dtype::I64, vec![batch.len, batch.action_width], &actions)?),
        (
            "worlds",
            TensorView::new(
                Dtype::U8,
                vec![batch.len, sizes.side, sizes.side, sizes.channels],
                &batch.observation,
            )?,
        ),
    ]);
    Ok(serialize_to_file(tensors, None, path)?)
}
