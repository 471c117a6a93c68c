//! Additive attention: scores `energy · tanh(query + key)`, softmax, and the weighted sum of the keys themselves.

use super::math::{exp, simd, tanh};

/// What each example attends to, as projected keys.
#[derive(Clone, Copy, Debug)]
pub struct Memory<'a> {
    /// The keys of all rows, as laid out by `strides`.
    pub keys: &'a [f32],
    /// The distance between keys of neighbouring rows, and between those of neighbouring places.
    pub strides: (usize, usize),
    /// The weights of the score, `[width]`.
    pub energy: &'a [f32],
    /// The most keys of an example.
    pub places: usize,
    /// How many keys each example has; `None`: all.
    pub lengths: Option<&'a [u32]>,
}

impl Memory<'_> {
    fn length(&self, row: usize) -> usize {
        self.lengths.map_or(self.places, |lengths| lengths[row] as usize)
    }

    fn at(&self, row: usize, place: usize) -> usize {
        row * self.strides.0 + place * self.strides.1
    }

    #[inline(always)]
    fn key(&self, row: usize, place: usize) -> &[f32] {
        &self.keys[self.at(row, place)..][..self.energy.len()]
    }

    /// Attends with a query for each row: the weights, `[rows, places]`, and the context, in rows `stride` apart.
    pub fn attend(&self, queries: &[f32], weights: &mut [f32], context: &mut [f32], stride: usize) {
        let width = self.energy.len();
        simd(|| {
            for (row, query) in queries.chunks_exact(width).enumerate() {
                let length = self.length(row);
                let weights = &mut weights[row * self.places..(row + 1) * self.places];
                let mut most = f32::NEG_INFINITY;
                for (place, weight) in weights[..length].iter_mut().enumerate() {
                    *weight = score(query, self.key(row, place), self.energy);
                    most = most.max(*weight);
                }
                let mut sum = 0.0;
                for weight in &mut weights[..length] {
                    *weight = exp(*weight - most);
                    sum += *weight;
                }
                weights[length..].fill(0.0);
                let context = &mut context[row * stride..][..width];
                context.fill(0.0);
                for (place, weight) in weights[..length].iter_mut().enumerate() {
                    *weight /= sum;
                    for (sum, value) in context.iter_mut().zip(self.key(row, place)) {
                        *sum += *weight * value;
                    }
                }
            }
        });
    }

    /// The gradients: added to those of the keys and of the energy, set for the queries. `d_weights` is what reaches the
    /// weights themselves, if anything does.
    #[expect(clippy::too_many_arguments, reason = "what went in, what came out, and the gradients of both")]
    pub fn attend_backward(
        &self,
        queries: &[f32],
        weights: &[f32],
        d_context: &[f32],
        stride: usize,
        d_weights: Option<&[f32]>,
        d_queries: &mut [f32],
        d_keys: &mut [f32],
        d_energy: &mut [f32],
    ) {
        let width = self.energy.len();
        let mut d_scores = vec![0.0; self.places];
        simd(|| {
            for (row, query) in queries.chunks_exact(width).enumerate() {
                let length = self.length(row);
                let weights = &weights[row * self.places..][..length];
                let d_context = &d_context[row * stride..][..width];
                let mut mean = 0.0;
                for place in 0..length {
                    let direct = d_weights.map_or(0.0, |d| d[row * self.places + place]);
                    d_scores[place] = direct + dot(d_context, self.key(row, place));
                    mean += weights[place] * d_scores[place];
                }
                let d_query = &mut d_queries[row * width..(row + 1) * width];
                d_query.fill(0.0);
                for place in 0..length {
                    let (weight, at) = (weights[place], self.at(row, place));
                    let (key, d_key) = (&self.keys[at..at + width], &mut d_keys[at..at + width]);
                    let d_score = weight * (d_scores[place] - mean);
                    for i in 0..width {
                        let activated = tanh(query[i] + key[i]);
                        d_energy[i] += d_score * activated;
                        let d = d_score * self.energy[i] * (1.0 - activated * activated);
                        d_query[i] += d;
                        d_key[i] += d + weight * d_context[i];
                    }
                }
            }
        });
    }
}

/// Sums in sixteen lanes, which vector instructions can add at once.
#[inline(always)]
fn lanes(len: usize, term: impl Fn(usize) -> f32) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0; LANES];
    let whole = len - len % LANES;
    let mut at = 0;
    while at < whole {
        for (lane, sum) in sums.iter_mut().enumerate() {
            *sum += term(at + lane);
        }
        at += LANES;
    }
    let rest: f32 = (whole..len).map(&term).sum();
    sums.iter().sum::<f32>() + rest
}

#[inline(always)]
fn score(query: &[f32], key: &[f32], energy: &[f32]) -> f32 {
    let (query, key) = (&query[..energy.len()], &key[..energy.len()]);
    lanes(energy.len(), |i| energy[i] * tanh(query[i] + key[i]))
}

#[inline(always)]
fn dot(one: &[f32], other: &[f32]) -> f32 {
    let other = &other[..one.len()];
    lanes(one.len(), |i| one[i] * other[i])
}
