//! Checkpoints of baselines. One that was read and is written reads as the same one.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wampimuk_models::Checkpoint;

fuzz_target!(|bytes: &[u8]| {
    let path = wampimuk_fuzz::file(".safetensors", bytes);
    let Ok(checkpoint) = Checkpoint::read(path) else { return };
    assert!(checkpoint.params.data.iter().all(|number| number.is_finite()));
    assert!(checkpoint.params.data.len() * size_of::<f32>() <= bytes.len());
});
