//! Compares the GPU with the processor.

use wampimuk_nn::{DropoutSeed, Graph, Params, Tape, cuda};

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
    noise: Option<DropoutSeed>,
    function: &impl Function,
) -> Result<(), cuda::Error> {
    let (expected, gradients) = on_processor(params, noise, function);
    let (_, of_nudged) = on_processor(&nudged(params), noise, function);
    let weights = device.weights(params)?;
    let mut found_gradients = device.gradients(&weights)?;
    let mut tape = cuda::Tape::new(device, &weights, noise);
    let (loss, vars) = function.of(&mut tape);
    for (at, (&var, expected)) in [loss].iter().chain(&vars).zip(&expected).enumerate() {
        assert_close(&format!("{what}, value {at}"), &tape.get(var)?, expected);
    }
    tape.backward(loss, &mut found_gradients)?;
    let found = found_gradients.download()?;
    let mut worst = 0.0f32;
    for slot in params.slots() {
        let range = slot.range.clone();
        let name = format!("{what}, gradient of {}", slot.name);
        let expected = &gradients[range.clone()];
        let pairs = expected.iter().zip(&of_nudged[range.clone()]);
        let slack = 8.0 * pairs.fold(0.0f32, |most, (one, other)| most.max((one - other).abs()));
        worst = worst.max(assert_within(&name, &found[range], expected, slack));
    }
    assert!(gradients.iter().any(|d| d.abs() > 1e-3), "{what}: there is a gradient");
    println!("{what}: gradients differ by {worst:.1e} of the largest");
    Ok(())
}

fn on_processor(
    params: &Params,
    noise: Option<DropoutSeed>,
    function: &impl Function,
) -> (Vec<Vec<f32>>, Vec<f32>) {
    let mut tape = Tape::new(params, noise);
    let (loss, vars) = function.of(&mut tape);
    let values = [loss].iter().chain(&vars).map(|&var| tape.get(var).to_vec()).collect();
    let mut gradients = vec![0.0; params.data.len()];
    tape.backward(loss, &mut gradients);
    (values, gradients)
}

/// The same with the last bit of each number changed. What that does to gradients, rounding may do as well: it is nothing
/// for most models, but a great deal for those that are unsteady before they have learned anything.
fn nudged(params: &Params) -> Params {
    let mut nudged = params.clone();
    for (at, number) in nudged.data.iter_mut().enumerate() {
        *number *= 1.0 + if at * 7919 % 13 < 6 { 1.2e-7 } else { -6e-8 };
    }
    nudged
}

/// Asserts that numbers differ by less than 1e-4 (of the largest, if that is more than one), and by less than a
/// thousandth of it; returns by how much of it.
pub fn assert_close(name: &str, found: &[f32], expected: &[f32]) -> f32 {
    assert_within(name, found, expected, 0.0)
}

/// The same, or by less than this.
fn assert_within(name: &str, found: &[f32], expected: &[f32], slack: f32) -> f32 {
    assert_eq!(found.len(), expected.len(), "{name}");
    let largest = expected.iter().fold(1e-3f32, |most, number| most.max(number.abs()));
    let limit = (1e-4 * largest.max(1.0)).min(1e-3 * largest).max(slack);
    let mut worst = 0.0f32;
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        let error = (found - expected).abs();
        assert!(error < limit, "{name}, number {at}: {found}, expected {expected}, largest {largest}");
        worst = worst.max(error / largest);
    }
    worst
}
