//! The GPU gives what the original M-LSTM gives, without the processor in between. Skipped where there is no GPU, or no
//! fixtures (`WAMPIMUK_SHARED`, or `../shared` beside the repository).

use std::path::PathBuf;
use std::sync::Arc;

use safetensors::SafeTensors;
use wampimuk_models::m_lstm::MLstm;
use wampimuk_models::{Batch, BatchTotals};
use wampimuk_nn::{Graph, Params, SparseGrids, cuda};

type Failure = Box<dyn std::error::Error>;

/// A file of tensors.
struct File(Vec<u8>);

impl File {
    fn open(model: &str, name: &str) -> Option<Self> {
        let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
        let shared = std::env::var_os("WAMPIMUK_SHARED").map_or(PathBuf::from(beside), PathBuf::from);
        let path = shared.join("fixtures").join(model).join(format!("{name}.safetensors"));
        std::fs::read(path).ok().map(Self)
    }

    fn all(&self) -> Result<SafeTensors<'_>, Failure> {
        Ok(SafeTensors::deserialize(&self.0)?)
    }

    fn floats(&self, name: &str) -> Result<Vec<f32>, Failure> {
        let bytes = self.all()?.tensor(name)?.data().as_chunks().0.to_vec();
        Ok(bytes.into_iter().map(f32::from_le_bytes).collect())
    }

    fn ints(&self, name: &str) -> Result<Vec<u32>, Failure> {
        let bytes = self.all()?.tensor(name)?.data().as_chunks().0.to_vec();
        Ok(bytes.into_iter().map(|bytes| i64::from_le_bytes(bytes) as u32).collect())
    }

    fn params(&self) -> Result<Params, Failure> {
        let mut params = Params::default();
        for (name, tensor) in self.all()?.tensors() {
            params.add(&name, tensor.shape(), self.floats(&name)?);
        }
        Ok(params)
    }
}

fn assert_close(name: &str, found: &[f32], expected: &[f32], tolerance: f32) {
    assert_eq!(found.len(), expected.len(), "{name}");
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() < tolerance, "{name}, number {at}: {found}, expected {expected}");
    }
}

fn check(model: &str) -> Result<(), Failure> {
    let files = ["weights", "inputs", "outputs", "outputs_aux"].map(|name| File::open(model, name));
    let [Some(weights), Some(inputs), Some(outputs), Some(auxiliary)] = files else {
        eprintln!("SKIPPED: there are no fixtures of {model} here");
        return Ok(());
    };
    let device = match cuda::Device::new(cuda::Options::default()) {
        Ok(device) => device,
        Err(error) => {
            eprintln!("SKIPPED: there is no GPU here: failed to {error}");
            return Ok(());
        }
    };
    let (commands, lengths) = (inputs.ints("commands")?, inputs.ints("command_lengths")?);
    let (targets, target_lengths) = (inputs.ints("targets")?, inputs.ints("target_lengths")?);
    let rows = lengths.len();
    let (words, steps) = (commands.len() / rows, targets.len() / rows);
    let shape = inputs.all()?.tensor("situations")?.shape().to_vec();
    let (side, channels) = (shape[1], shape[3]);
    let grids = inputs.floats("situations")?;
    let batch = Batch {
        words: (0..words * rows).map(|at| commands[at % rows * words + at / rows]).collect(),
        lengths,
        grids: Arc::new(SparseGrids::new(grids.chunks_exact(side * side * channels), side, channels)),
        targets: targets.chunks_exact(steps).map(<[u32]>::to_vec).collect(),
        cells: Vec::new(),
        whole: BatchTotals::default(),
    };
    let tokens: u32 = target_lengths.iter().map(|length| length - 1).sum();
    let params = weights.params()?;
    let model = MLstm::find(&params)?;
    let weights = device.weights(&params)?;
    let mut gradients = device.gradients(&weights)?;
    let mut tape = cuda::Tape::new(&device, &weights, None);
    let out = model.outputs(&mut tape, &batch, Some(steps as u32), 1.0 / tokens as f32);
    let positions = inputs.ints("target_positions")?;
    let own = MLstm::auxiliary(&mut tape, &out, (side * side, steps), &positions, 0.3 / rows as f32);
    let total = tape.add(out.loss, own);
    let logits = tape.get(out.logits)?;
    let width = logits.len() / (rows * steps);
    let expected = outputs.floats("dec.logits")?;
    for (at, found) in logits.chunks_exact(width).enumerate() {
        let (step, row) = (at / rows, at % rows);
        assert_close("logits", found, &expected[(row * steps + step) * width..][..width], 1e-4);
    }
    assert_close("loss", &tape.get(out.loss)?, &outputs.floats("loss")?, 1e-4);
    assert_close("loss_total", &tape.get(total)?, &auxiliary.floats("loss_total")?, 1e-4);
    tape.backward(total, &mut gradients)?;
    let found = gradients.download()?;
    for slot in params.slots() {
        let name = format!("grad.{}", slot.name);
        assert_close(&name, &found[slot.range.clone()], &auxiliary.floats(&name)?, 1e-5);
    }
    Ok(())
}

#[test]
fn gscan() {
    check("mlstm_gscan").unwrap();
}

#[test]
fn reascan() {
    check("mlstm_reascan").unwrap();
}
