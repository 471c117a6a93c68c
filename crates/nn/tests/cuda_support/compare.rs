//! Compares the GPU with the processor.

use wampimuk_nn::{Graph, Noise, Params, Tape, cuda};

pub fn device(rows_per_block: Option<usize>) -> Option<cuda::Device> {
    match cuda::Device::new(cuda::Options { rows_per_block, ..cuda::Options::default() }) {
        Ok(device) => Some(device),
        Err(error) => {
            eprintln!("SKIPPED: there is no GPU here: failed to {error}");
            None
        }
    }
}

/// A function of parameters: the loss and other values to compare.
pub trait Function {
    fn of<G: Graph>(&self, graph: &mut G) -> (G::Var, Vec<G::Var>);
}

/// Compares values and gradients on both.
pub fn compare(
    what: &str,
    device: &cuda::Device,
    params: &Params,
    noise: Option<Noise>,
    function: &impl Function,
) -> Result<(), cuda::Error> {
    let mut tape = Tape::new(params, noise);
    let (loss, vars) = function.of(&mut tape);
    let expected: Vec<Vec<f32>> = [loss].iter().chain(&vars).map(|&var| tape.get(var).to_vec()).collect();
    let mut gradients = vec![0.0; params.data.len()];
    tape.back(loss, &mut gradients);
    let weights = device.weights(params)?;
    let mut found_gradients = device.gradients(&weights)?;
    let mut tape = cuda::Tape::new(device, &weights, noise);
    let (loss, vars) = function.of(&mut tape);
    for (at, (&var, expected)) in [loss].iter().chain(&vars).zip(&expected).enumerate() {
        assert_close(&format!("{what}, value {at}"), &tape.get(var)?, expected);
    }
    tape.back(loss, &mut found_gradients)?;
    let found = found_gradients.download()?;
    let mut worst = 0.0f32;
    for slot in params.slots() {
        let range = slot.range.clone();
        let name = format!("{what}, gradient of {}", slot.name);
        worst = worst.max(assert_close(&name, &found[range.clone()], &gradients[range]));
    }
    assert!(gradients.iter().any(|d| d.abs() > 1e-3), "{what}: there is a gradient");
    println!("{what}: gradients differ by {worst:.1e} of the largest");
    Ok(())
}

/// Asserts that numbers differ by less than 1e-4 (of the largest, if that is more than one), and by less than a
/// thousandth of it; returns by how much of it.
pub fn assert_close(name: &str, found: &[f32], expected: &[f32]) -> f32 {
    assert_eq!(found.len(), expected.len(), "{name}");
    let largest = expected.iter().fold(1e-3f32, |most, number| most.max(number.abs()));
    let mut worst = 0.0f32;
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        let error = (found - expected).abs();
        let limit = (1e-4 * largest.max(1.0)).min(1e-3 * largest);
        assert!(error < limit, "{name}, number {at}: {found}, expected {expected}");
        worst = worst.max(error / largest);
    }
    worst
}
