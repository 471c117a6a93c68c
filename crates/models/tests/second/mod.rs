//! The transformer once more: one example and one number at a time, in double precision, without a graph.

use wampimuk_models::Batch;
use wampimuk_nn::Params;

type Rows = Vec<Vec<f64>>;

struct Second<'p> {
    params: &'p Params,
    heads: usize,
}

/// What each place of each target thinks of the next token.
pub fn logits(params: &Params, batch: &Batch, heads: usize, as_released: bool) -> Vec<f64> {
    let second = Second { params, heads };
    (0..batch.lengths.len()).flat_map(|row| second.example(batch, row, as_released)).collect()
}

impl Second<'_> {
    fn tensor(&self, name: &str) -> Vec<f64> {
        let id = self.params.find(name).unwrap_or_else(|| panic!("{name}"));
        self.params.get(id).iter().copied().map(f64::from).collect()
    }

    fn linear(&self, name: &str, x: &Rows) -> Rows {
        let (weight, bias) = (self.tensor(&format!("{name}.weight")), self.tensor(&format!("{name}.bias")));
        let of = |x: &Vec<f64>| {
            let rows = weight.chunks(x.len()).zip(&bias);
            rows.map(|(weight, bias)| bias + weight.iter().zip(x).map(|(a, b)| a * b).sum::<f64>()).collect()
        };
        x.iter().map(of).collect()
    }

    fn norm(&self, name: &str, x: &Rows) -> Rows {
        let (gain, bias) = (self.tensor(&format!("{name}.weight")), self.tensor(&format!("{name}.bias")));
        let of = |x: &Vec<f64>| {
            let mean = x.iter().sum::<f64>() / x.len() as f64;
            let variance = x.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / x.len() as f64;
            let scaled = x.iter().map(|x| (x - mean) / variance.sqrt());
            scaled.zip(gain.iter().zip(&bias)).map(|(x, (gain, bias))| x * gain + bias).collect()
        };
        x.iter().map(of).collect()
    }

    fn residual(&self, name: &str, came: &Rows, went: &Rows) -> Rows {
        self.norm(&format!("{name}.LayerNorm"), &sum(&self.linear(&format!("{name}.dense"), came), went))
    }

    fn forward(&self, layer: &str, number: &str, x: &Rows) -> Rows {
        let mut wide = self.linear(&format!("{layer}.intermediate{number}.dense"), x);
        wide.iter_mut().flatten().for_each(|x| *x *= normal_below(*x));
        self.residual(&format!("{layer}.output{number}"), &wide, x)
    }

    fn embedding(&self, name: &str, tokens: &[u32], width: usize) -> Rows {
        let words = self.tensor(&format!("{name}.word_embeddings.weight"));
        let places = self.tensor(&format!("{name}.position_embeddings.weight"));
        let last = places.len() / width - 1;
        let row = |(place, token): (usize, &u32)| {
            let (token, place) = (*token as usize * width, place.min(last) * width);
            (0..width).map(|at| words[token + at] + places[place + at]).collect()
        };
        self.norm(&format!("{name}.LayerNorm"), &tokens.iter().enumerate().map(row).collect())
    }

    fn attention(&self, name: &str, queries: &Rows, memory: &Rows, causal: bool) -> Rows {
        let [q, k, v] = ["query", "key", "value"].map(|part| {
            self.linear(&format!("{name}.{part}"), if part == "query" { queries } else { memory })
        });
        let width = q[0].len();
        let depth = width / self.heads;
        let mut out = vec![vec![0.0; width]; q.len()];
        for (place, out) in out.iter_mut().enumerate() {
            let seen = if causal { place + 1 } else { k.len() };
            for head in 0..self.heads {
                let columns = head * depth..(head + 1) * depth;
                let score = |key: &Vec<f64>| {
                    let product: f64 = columns.clone().map(|at| q[place][at] * key[at]).sum();
                    (product / (depth as f64).sqrt()).exp()
                };
                let scores: Vec<f64> = k[..seen].iter().map(score).collect();
                let all: f64 = scores.iter().sum();
                for at in columns.clone() {
                    out[at] = scores.iter().zip(&v).map(|(score, value)| score / all * value[at]).sum();
                }
            }
        }
        self.linear(&format!("{name}.out"), &out)
    }

    /// Each cell sums what it sees through the kernels.
    fn cells(&self, batch: &Batch, row: usize) -> Rows {
        let side = batch.grids.side as isize;
        let mut cells: Rows = Vec::new();
        for cell in 0..side * side {
            let mut seen = Vec::new();
            for number in 0..3 {
                let weight = self.tensor(&format!("encoder.img_enc.conv_{number}.weight"));
                let bias = self.tensor(&format!("encoder.img_enc.conv_{number}.bias"));
                let each = weight.len() / bias.len();
                let size = ((each / batch.grids.channels) as f64).sqrt() as isize;
                for (weight, bias) in weight.chunks(each).zip(bias) {
                    let mut sum = bias;
                    for (from, channel, value) in batch.grids.numbers(row) {
                        let from = from as isize;
                        let right = from % side - cell % side + size / 2;
                        let down = from / side - cell / side + size / 2;
                        if (0..size).contains(&right) && (0..size).contains(&down) {
                            let place = (channel as isize * size + right) * size + down;
                            sum += weight[place as usize] * f64::from(value);
                        }
                    }
                    seen.push(sum);
                }
            }
            cells.push(seen);
        }
        let mut cells = self.linear("encoder.img_enc.dense", &cells);
        cells.iter_mut().flatten().for_each(|x| *x = x.max(0.0));
        cells
    }

    fn example(&self, batch: &Batch, row: usize, as_released: bool) -> Vec<f64> {
        let mut cells = self.cells(batch, row);
        let width = cells[0].len();
        let rows = batch.lengths.len();
        let words: Vec<u32> =
            (0..batch.lengths[row] as usize).map(|place| batch.words[place * rows + row]).collect();
        let mut words = self.embedding("encoder.embeddings", &words, width);
        for number in 0..2 {
            let layer = format!("encoder.transformer_cross_layer_{number}");
            let output = format!("{layer}.bi_attention.bi_output.output");
            let to_cells = self.attention(&format!("{layer}.bi_attention.cross2"), &words, &cells, false);
            let to_words = self.attention(&format!("{layer}.bi_attention.cross1"), &cells, &words, false);
            let one = self.residual(&format!("{output}1"), &to_cells, &words);
            let two = self.residual(&format!("{output}2"), &to_words, &cells);
            words = self.forward(&layer, "1", &one);
            cells = self.forward(&layer, "2", &two);
        }
        let memory = if as_released { cells } else { [words, cells].concat() };
        let target = &batch.targets[row];
        let mut x = self.embedding("decoder.embeddings", &target[..target.len() - 1], width);
        for number in 0..2 {
            let layer = format!("decoder.transformer_encoder_decoder_layer_{number}");
            let attended = self.attention(&format!("{layer}.attention.attention"), &x, &x, true);
            x = self.residual(&format!("{layer}.attention.output"), &attended, &x);
            let name = format!("{layer}.encoder_decoder_attention");
            let attended = self.attention(&format!("{name}.attention"), &x, &memory, false);
            x = self.residual(&format!("{name}.output"), &attended, &x);
            x = self.forward(&layer, "", &x);
        }
        self.linear("decoder.dense", &x).concat()
    }
}

fn sum(one: &Rows, other: &Rows) -> Rows {
    let row = |(one, other): (&Vec<f64>, &Vec<f64>)| one.iter().zip(other).map(|(a, b)| a + b).collect();
    one.iter().zip(other).map(row).collect()
}

/// The probability that a normal number is smaller, by adding up slices of its density.
fn normal_below(x: f64) -> f64 {
    let slices = 2_000;
    let width = x / f64::from(slices);
    let density = |x: f64| (-0.5 * x * x).exp() / std::f64::consts::TAU.sqrt();
    0.5 + (0..slices).map(|slice| density((f64::from(slice) + 0.5) * width) * width).sum::<f64>()
}
