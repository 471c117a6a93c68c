//! Memories of entities over whole sequences of sentences.

use crate::cpu::math::{sigmoid, simd};
use crate::cpu::matrix::{Matrix, WriteMode, add_column_sums, matmul};
use crate::entity_memory::EntityMemory;
use crate::tape::{Tape, Var};

/// How many sums are made at once.
const LANES: usize = 16;

/// What the backward pass needs.
#[derive(Default)]
struct Trace {
    /// The memories before each step, and after the last.
    states: Vec<f32>,
    /// The candidates of each step before the slope.
    candidates: Vec<f32>,
    /// The gates of each step, one for each memory, and the lengths that memories had after it.
    gates: Vec<f32>,
    lengths: Vec<f32>,
}

/// What one step reads.
struct Step<'a> {
    sentences: &'a [f32],
    fits_key: &'a [f32],
    says: &'a [f32],
    keys: &'a [f32],
    open: &'a [bool],
    slope: f32,
}

impl Step<'_> {
    /// Takes memories one step further. `candidates` holds `U h`, and gets what else a candidate is made of; `gates` and
    /// `lengths` get one number for each memory.
    #[inline(always)]
    fn advance(
        &self,
        now: &[f32],
        candidates: &mut [f32],
        next: &mut [f32],
        gates: &mut Vec<f32>,
        lengths: &mut Vec<f32>,
    ) {
        let memories = self.fits_key.len() / self.open.len();
        let width = self.keys.len() / memories;
        let all =
            now.chunks_exact(width).zip(candidates.chunks_exact_mut(width)).zip(next.chunks_exact_mut(width));
        for (at, ((state, candidate), next)) in all.enumerate() {
            let (row, memory) = (at / memories, at % memories);
            let sentence = &self.sentences[row * width..][..width];
            let says = &self.says[row * width..][..width];
            let key = &self.keys[memory * width..][..width];
            let fit = dot(state, sentence) + self.fits_key[at];
            let gate = if self.open[row] { sigmoid(fit) } else { 0.0 };
            for ((candidate, key), says) in candidate.iter_mut().zip(key).zip(says) {
                *candidate += key + says;
            }
            for ((next, state), &candidate) in next.iter_mut().zip(state).zip(&*candidate) {
                *next = state + gate * sloped(candidate, self.slope);
            }
            let length = dot(next, next).sqrt();
            next.iter_mut().for_each(|number| *number /= length);
            gates.push(gate);
            lengths.push(length);
        }
    }
}

/// Gradients of what a step reads; those of sentences are of this step, the others of all.
struct StepGradients<'a> {
    sentences: &'a mut [f32],
    fits_key: &'a mut [f32],
    says: &'a mut [f32],
    keys: &'a mut [f32],
    slope: f32,
}

impl StepGradients<'_> {
    /// Takes the gradient of memories one step back, but for what flows through `U`. The candidates become their gradients.
    #[inline(always)]
    fn retreat(
        &mut self,
        step: &Step<'_>,
        [before, after]: [&[f32]; 2],
        candidates: &mut [f32],
        [gates, lengths]: [&[f32]; 2],
        d_states: &mut [f32],
    ) {
        let memories = step.fits_key.len() / step.open.len();
        let width = step.keys.len() / memories;
        let all = candidates.chunks_exact_mut(width).zip(d_states.chunks_exact_mut(width));
        let mut sloping = vec![0.0; width];
        for (at, (candidate, d)) in all.enumerate() {
            let (row, memory) = (at / memories, at % memories);
            let (before, after) = (&before[at * width..][..width], &after[at * width..][..width]);
            let (gate, length) = (gates[at], lengths[at]);
            for (sloping, &candidate) in sloping.iter_mut().zip(&*candidate) {
                *sloping = sloped(candidate, step.slope);
            }
            let (along, through, shadow) = (dot(d, after), dot(d, &sloping), dot(after, &sloping));
            let d_gate = (through - along * shadow) / length;
            let d_fit = d_gate * gate * (1.0 - gate);
            self.fits_key[at] += d_fit;
            let mut d_slope = 0.0;
            let sentence = &step.sentences[row * width..][..width];
            for ((d, &after), candidate) in d.iter_mut().zip(after).zip(&mut *candidate) {
                *d = (*d - after * along) / length;
                let d_sloping = gate * *d;
                d_slope += if *candidate >= 0.0 { 0.0 } else { *candidate * d_sloping };
                *candidate = if *candidate >= 0.0 { d_sloping } else { step.slope * d_sloping };
            }
            self.slope += d_slope;
            for (d, sentence) in d.iter_mut().zip(sentence) {
                *d += d_fit * sentence;
            }
            let (d_sentence, d_says) =
                (&mut self.sentences[row * width..][..width], &mut self.says[row * width..][..width]);
            let d_keys = &mut self.keys[memory * width..][..width];
            for (sum, before) in d_sentence.iter_mut().zip(before) {
                *sum += d_fit * before;
            }
            for ((d, says), key) in candidate.iter().zip(d_says).zip(d_keys) {
                *says += d;
                *key += d;
            }
        }
    }
}

/// A number, or the slope times it if it is negative.
#[inline(always)]
fn sloped(number: f32, slope: f32) -> f32 {
    if number >= 0.0 { number } else { slope * number }
}

/// The scalar product. The order of sums is fixed, whatever vectors the machine has.
#[inline(always)]
fn dot(one: &[f32], other: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    let (ones, others) = (one.chunks_exact(LANES), other.chunks_exact(LANES));
    let rest: f32 = ones.remainder().iter().zip(others.remainder()).map(|(one, other)| one * other).sum();
    for (ones, others) in ones.zip(others) {
        for ((sum, one), other) in sums.iter_mut().zip(ones).zip(others) {
            *sum += one * other;
        }
    }
    sums.iter().sum::<f32>() + rest
}

impl Tape<'_> {
    pub(super) fn entity_memory(&mut self, of: &EntityMemory<Var>) -> Var {
        let &EntityMemory { rows, memories, width, weight, slope, .. } = of;
        let (steps, len, each) = (of.steps(), of.states(), rows * memories);
        let [first, sentences, fits_key, says, keys] = of.values().map(|var| self.get(var));
        let weights = Matrix::of(self.params.get(weight), width).transposed();
        let kept = if of.inference { 1 } else { steps };
        let mut trace = Trace {
            states: first.repeat(rows),
            candidates: vec![0.0; len * kept.min(steps)],
            ..Trace::default()
        };
        trace.states.resize(len * (kept + 1), 0.0);
        for step in 0..steps {
            let place = if of.inference { 0 } else { step };
            let (before, after) = trace.states.split_at_mut(len * (place + 1));
            let (now, next) = (&mut before[len * place..], &mut after[..len]);
            let candidates = &mut trace.candidates[len * place..][..len];
            matmul((each, width, width), Matrix::of(now, width), weights, candidates, width, WriteMode::Set);
            let reads = Step {
                sentences: &sentences[step * rows * width..][..rows * width],
                fits_key: &fits_key[step * each..][..each],
                says: &says[step * rows * width..][..rows * width],
                keys,
                open: &of.open[step * rows..][..rows],
                slope: self.params.get(slope)[0],
            };
            simd(|| reads.advance(now, candidates, next, &mut trace.gates, &mut trace.lengths));
            if of.inference {
                now.copy_from_slice(next);
                trace.gates.clear();
                trace.lengths.clear();
            }
        }
        if of.inference {
            trace.states.truncate(len);
            return self.push(trace.states);
        }
        let out = self.push(trace.states[len * steps..].to_vec());
        let of = of.clone();
        self.on_backward(move |back| {
            let mut d_states = back.take(out);
            let Trace { states, mut candidates, gates, lengths } = trace;
            let [first, sentences, fits_key, says, keys] = of.values().map(|var| back.value(var));
            let mut gradients = [first, sentences, fits_key, says, keys].map(|value| vec![0.0; value.len()]);
            let [d_first, d_sentences, d_fits_key, d_says, d_keys] = &mut gradients;
            let (numbers, factor) = (back.params.get(weight), back.params.get(slope)[0]);
            let mut d_slope = 0.0;
            for step in (0..steps).rev() {
                let of_sentences = step * rows * width..(step + 1) * rows * width;
                let of_memories = step * each..(step + 1) * each;
                let reads = Step {
                    sentences: &sentences[of_sentences.clone()],
                    fits_key: &fits_key[of_memories.clone()],
                    says: &says[of_sentences.clone()],
                    keys,
                    open: &of.open[step * rows..][..rows],
                    slope: factor,
                };
                let mut sums = StepGradients {
                    sentences: &mut d_sentences[of_sentences.clone()],
                    fits_key: &mut d_fits_key[of_memories.clone()],
                    says: &mut d_says[of_sentences],
                    keys: d_keys,
                    slope: d_slope,
                };
                let [before, after] = [step, step + 1].map(|step| &states[step * len..][..len]);
                let candidates = &mut candidates[step * len..][..len];
                let kept = [&gates[of_memories.clone()], &lengths[of_memories]];
                simd(|| sums.retreat(&reads, [before, after], candidates, kept, &mut d_states));
                d_slope = sums.slope;
                let (d, weights) = (Matrix::of(candidates, width), Matrix::of(numbers, width));
                matmul((each, width, width), d, weights, &mut d_states, width, WriteMode::Add);
            }
            add_column_sums(&d_states, d_first);
            let (d, states) = (Matrix::of(&candidates, width).transposed(), Matrix::of(&states, width));
            let d_weight = back.add_to_param(weight);
            matmul((width, width, steps * each), d, states, d_weight, width, WriteMode::Add);
            back.add_to_param(slope)[0] += d_slope;
            for (var, d) in of.values().into_iter().zip(gradients) {
                back.add_to(var).1.iter_mut().zip(d).for_each(|(sum, d)| *sum += d);
            }
        });
        out
    }
}
