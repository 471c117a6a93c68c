//! Initial weights, drawn as PyTorch does by default.

use wampimuk_core::Stream;
use wampimuk_nn::{ParamId, Params};

/// Draws the initial weights of a model, tensor by tensor.
#[derive(Debug)]
pub struct Initializer {
    params: Params,
    stream: Stream,
}

impl Initializer {
    /// No tensors yet.
    pub fn new(stream: Stream) -> Self {
        Self { params: Params::default(), stream }
    }

    /// The tensors.
    pub fn finish(self) -> Params {
        self.params
    }

    /// A tensor of numbers that are uniform in `-bound..bound`.
    pub fn uniform(&mut self, name: &str, shape: &[usize], bound: f32) -> ParamId {
        let Self { params, stream } = self;
        params.add(name, shape, std::iter::repeat_with(|| bound * (2.0 * unit(stream) - 1.0)))
    }

    /// A tensor of normally distributed numbers.
    pub fn normal(&mut self, name: &str, shape: &[usize], deviation: f32) -> ParamId {
        let Self { params, stream } = self;
        params.add(name, shape, std::iter::repeat_with(|| deviation * normal(stream)))
    }

    /// A tensor filled with one number.
    pub fn filled(&mut self, name: &str, shape: &[usize], number: f32) -> ParamId {
        self.params.add(name, shape, std::iter::repeat(number))
    }

    /// A tensor of these numbers.
    pub fn given(&mut self, name: &str, shape: &[usize], numbers: impl IntoIterator<Item = f32>) -> ParamId {
        self.params.add(name, shape, numbers)
    }

    /// A matrix, and a bias if wanted, for rows of `input` numbers.
    pub fn linear(&mut self, name: &str, shape: [usize; 2], bias: bool) {
        let bound = 1.0 / (shape[1] as f32).sqrt();
        self.uniform(&format!("{name}.weight"), &shape, bound);
        if bias {
            self.uniform(&format!("{name}.bias"), &shape[..1], bound);
        }
    }

    /// A square kernel and its bias.
    pub fn kernel(&mut self, name: &str, out: usize, channels: usize, size: usize) {
        let bound = 1.0 / ((channels * size * size) as f32).sqrt();
        self.uniform(&format!("{name}.weight"), &[out, channels, size, size], bound);
        self.uniform(&format!("{name}.bias"), &[out], bound);
    }

    /// An LSTM cell. `suffix` is `_reverse` for the backward direction.
    pub fn cell(&mut self, name: &str, suffix: &str, input: usize, hidden: usize) {
        self.cell_above(name, 0, suffix, [input, hidden]);
    }

    /// An LSTM cell that stands on so many others.
    pub fn cell_above(&mut self, name: &str, number: usize, suffix: &str, [input, hidden]: [usize; 2]) {
        let bound = 1.0 / (hidden as f32).sqrt();
        let mut add = |what: &str, shape: &[usize]| {
            self.uniform(&format!("{name}.{what}_l{number}{suffix}"), shape, bound)
        };
        add("weight_ih", &[4 * hidden, input]);
        add("weight_hh", &[4 * hidden, hidden]);
        add("bias_ih", &[4 * hidden]);
        add("bias_hh", &[4 * hidden]);
    }

    /// A table of normally distributed numbers with a row of zeros for the padding token.
    pub fn embedding(&mut self, name: &str, rows: usize, width: usize, padding: usize) {
        let Self { params, stream } = self;
        let mut numbers: Vec<f32> = std::iter::repeat_with(|| normal(stream)).take(rows * width).collect();
        numbers[padding * width..(padding + 1) * width].fill(0.0);
        params.add(&format!("{name}.weight"), &[rows, width], numbers);
    }
}

/// Uniform in `0..1`.
fn unit(stream: &mut Stream) -> f32 {
    (stream.bits() >> 8) as f32 / (1 << 24) as f32
}

/// Normal with variance 1 (Box and Muller).
fn normal(stream: &mut Stream) -> f32 {
    let radius = (-2.0 * (1.0 - unit(stream)).ln()).sqrt();
    radius * (std::f32::consts::TAU * unit(stream)).cos()
}

#[cfg(test)]
mod tests {
    use wampimuk_core::{Digest, StreamKey};

    use super::*;

    #[test]
    fn numbers_are_spread_as_they_should_be() {
        let mut initial = Initializer::new(StreamKey::new(&Digest::of(b"test"), "weights", 0).stream(0));
        initial.uniform("uniform", &[100_000], 0.5);
        initial.embedding("table", 1_000, 100, 3);
        let params = initial.finish();
        let moments = |values: &[f32]| {
            let mean = values.iter().sum::<f32>() / values.len() as f32;
            (mean, values.iter().map(|value| (value - mean).powi(2)).sum::<f32>() / values.len() as f32)
        };
        let (mean, variance) = moments(params.get(params.find("uniform").unwrap()));
        assert!(mean.abs() < 0.005 && (variance - 1.0 / 12.0).abs() < 0.001, "{mean} {variance}");
        let table = params.get(params.find("table.weight").unwrap());
        let (mean, variance) = moments(table);
        assert!(mean.abs() < 0.02 && (variance - 0.999).abs() < 0.02, "{mean} {variance}");
        assert!(table[300..400].iter().all(|number| *number == 0.0));
    }
}
