//! What models in PyTorch compute on small random weights. The programs in the folder `twins` write it, and `cargo xtask
//! test --only python --with-torch` runs them. The folder is named by `WAMPIMUK_TWINS`; without it, nothing is compared.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use safetensors::SafeTensors;
use serde::de::DeserializeOwned;
use wampimuk_models::Model;
use wampimuk_nn::{Params, Tape};

/// How far apart the two may be, relative to the largest number of a tensor.
const TOLERANCE: f32 = 1e-4;
/// The largest number of a tensor that is nothing but rounding.
const NOTHING: f32 = 1e-2;

pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// A model there.
pub struct Twin {
    pub folder: PathBuf,
    computed: Vec<u8>,
}

impl Twin {
    /// Opens one; `None`, with a word about it, where there are none.
    pub fn open(name: &str) -> Outcome<Option<Self>> {
        let Some(folder) = std::env::var_os("WAMPIMUK_TWINS") else {
            eprintln!("SKIPPED: WAMPIMUK_TWINS names no folder of twins");
            return Ok(None);
        };
        let folder = PathBuf::from(folder).join(name);
        let computed = fs::read(folder.join("expected.safetensors"))?;
        Ok(Some(Self { folder, computed }))
    }

    /// What it was given.
    pub fn case<T: DeserializeOwned>(&self) -> Outcome<T> {
        Ok(serde_json::from_slice(&fs::read(self.folder.join("case.json"))?)?)
    }

    /// What it computes by this name.
    pub fn computed(&self, name: &str) -> Outcome<Vec<f32>> {
        numbers(&SafeTensors::deserialize(&self.computed)?, name)
    }

    /// Fails where numbers are not what they are there.
    pub fn compare(&self, name: &str, found: &[f32]) -> Outcome<()> {
        compare(name, found, &self.computed(name)?)
    }

    /// Fails where the loss or the gradient of any tensor is not what it is there.
    pub fn compare_loss<M: Model>(&self, model: &M, params: &Params, part: &M::Batch) -> Outcome<()> {
        let mut tape = Tape::new(params, None);
        let loss = model.loss(&mut tape, part, 1.0 / M::labels(part) as f32);
        self.compare("loss", tape.get(loss))?;
        let mut gradients = vec![0.0; params.data.len()];
        tape.backward(loss, &mut gradients);
        for slot in params.slots() {
            self.compare(&format!("gradient.{}", slot.name), &gradients[slot.range.clone()])?;
        }
        let tensors = SafeTensors::deserialize(&self.computed)?;
        let theirs = tensors.names().iter().filter(|name| name.starts_with("gradient.")).count();
        same("the number of tensors", params.slots().len(), theirs)
    }
}

/// The numbers of a tensor.
pub fn numbers(tensors: &SafeTensors<'_>, name: &str) -> Outcome<Vec<f32>> {
    let tensor = tensors.tensor(name).map_err(|error| format!("{name}: {error}"))?;
    Ok(tensor.data().as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect())
}

/// Fails where numbers are far apart. What is not a number is not near anything.
pub fn compare(name: &str, found: &[f32], expected: &[f32]) -> Outcome<()> {
    let most = expected.iter().fold(NOTHING, |most, number| most.max(number.abs()));
    let is_near = |(one, other): (&f32, &f32)| (one - other).abs() <= TOLERANCE * most;
    match found.len() == expected.len() && found.iter().zip(expected).all(is_near) {
        true => Ok(()),
        false => Err(format!("{name}: {found:?} instead of {expected:?}").into()),
    }
}

/// Fails where two things are not the same.
pub fn same<T: PartialEq + std::fmt::Debug>(name: &str, found: T, expected: T) -> Outcome<()> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("{name}: {found:?} instead of {expected:?}").into()),
    }
}
