//! Memories that each watch for one entity, over whole sequences of sentences: the recurrence of the recurrent entity
//! network (Henaff et al. 2017).

use std::ops::Range;
use std::sync::Arc;

use crate::graph::{BmmShape, Graph};
use crate::params::ParamId;

/// The inputs of [`Graph::entity_memory`].
///
/// With the equations' names: a sentence `s`, memories `h` and their keys `w`, all of one width. A gate `σ(s·h + s·w)` says
/// whether a sentence is about a memory, a candidate `φ(U h + V w + W s)` what it says. After adding it, times the gate, the
/// memory is scaled to length 1.
#[derive(Clone, Debug)]
pub struct EntityMemory<V> {
    /// How many examples there are.
    pub rows: usize,
    /// How many memories each example has.
    pub memories: usize,
    /// The width of memories and sentences.
    pub width: usize,
    /// The memories at the beginning, `[memories, width]`.
    pub first: V,
    /// The sentences, `[steps, rows, width]`.
    pub sentences: V,
    /// `s·w`, `[steps, rows, memories]`.
    pub fits_key: V,
    /// `W s`, `[steps, rows, width]`.
    pub says: V,
    /// `V w`, `[memories, width]`.
    pub keys: V,
    /// Which sentences count, `[steps, rows]`; the gates of others are closed.
    pub open: Arc<[bool]>,
    /// `U`, `[width, width]`.
    pub weight: ParamId,
    /// The slope of `φ`, which multiplies negative numbers.
    pub slope: ParamId,
    /// No gradient will be asked for, so nothing is kept for it.
    pub inference: bool,
}

impl<V: Copy> EntityMemory<V> {
    /// How many sentences each example has.
    pub(crate) fn steps(&self) -> usize {
        self.open.len() / self.rows.max(1)
    }

    /// The numbers of all memories of all examples.
    pub(crate) fn states(&self) -> usize {
        self.rows * self.memories * self.width
    }

    /// The values that gradients flow back to.
    pub(crate) fn values(&self) -> [V; 5] {
        [self.first, self.sentences, self.fits_key, self.says, self.keys]
    }
}

/// The same, made of other operations, sentence by sentence.
pub(crate) fn composed<G: Graph + ?Sized>(graph: &mut G, of: &EntityMemory<G::Var>) -> G::Var {
    let &EntityMemory { rows, memories, width, .. } = of;
    let all: Arc<[u32]> = (0..rows).flat_map(|_| 0..memories as u32).collect();
    let keys = graph.index_select(of.keys, width, all.clone());
    let mut now = graph.index_select(of.first, width, all);
    let spread = repeated(0..rows * memories, width);
    let begun = graph.mark();
    for (step, open) in of.open.chunks_exact(rows.max(1)).enumerate() {
        let here = step * rows..(step + 1) * rows;
        let these = repeated(here.clone(), 1);
        let sentence = graph.index_select(of.sentences, width, these.clone());
        let fits = graph.bmm(now, sentence, BmmShape::new(rows, memories, width, 1));
        let fits_key = graph.index_select(of.fits_key, memories, these);
        let fits = graph.add(fits, fits_key);
        let mut gate = graph.sigmoid(fits);
        if open.contains(&false) {
            let open = open.iter().flat_map(|&open| std::iter::repeat_n(f32::from(u8::from(open)), memories));
            let open = graph.input(open.collect());
            gate = graph.mul(gate, open);
        }
        let gate = graph.index_select(gate, 1, spread.clone());
        let candidate = graph.linear(now, of.weight, None);
        let candidate = graph.add(candidate, keys);
        let says = graph.index_select(of.says, width, repeated(here, memories));
        let candidate = graph.add(candidate, says);
        let candidate = graph.prelu(candidate, of.slope);
        let change = graph.mul(gate, candidate);
        now = graph.add(now, change);
        now = graph.normalize(now, width);
        if of.inference {
            now = graph.free_since(begun, &[now]).first().copied().unwrap_or(now);
        }
    }
    now
}

/// For [`Graph::index_select`]: each of these rows, `times` times in a row.
fn repeated(rows: Range<usize>, times: usize) -> Arc<[u32]> {
    rows.flat_map(|row| std::iter::repeat_n(row as u32, times)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Params;
    use crate::tape::Tape;

    /// The fused operation and the composed one, learning and not.
    #[test]
    fn both_ways_to_remember_give_the_same() {
        let (rows, memories, steps) = (3, 4, 5);
        // Widths below, at and above what is computed at once.
        for width in [3, 16, 37] {
            let mut params = Params::default();
            let mut add = |name: &str, shape: &[usize]| {
                let number =
                    |i: usize| ((i * 7919 + shape[0] * 311 + name.len() * 7) % 1009) as f32 / 504.5 - 1.0;
                params.add(name, shape, (0..shape.iter().product()).map(number))
            };
            let values = [
                add("first", &[memories, width]),
                add("sentences", &[steps * rows, width]),
                add("fits", &[steps * rows, memories]),
                add("says", &[steps * rows, width]),
                add("the keys", &[memories, width]),
            ];
            let (weight, slope) = (add("weight", &[width, width]), add("a slope", &[1]));
            let open: Arc<[bool]> = (0..steps * rows).map(|at| at % 7 != 5 && at < 13).collect();
            let results =
                [(true, false), (false, false), (true, true), (false, true)].map(|(fused, inference)| {
                    let mut tape = Tape::new(&params, None);
                    let [first, sentences, fits_key, says, keys] =
                        values.map(|id| Graph::param(&mut tape, id));
                    let of = EntityMemory {
                        rows,
                        memories,
                        width,
                        first,
                        sentences,
                        fits_key,
                        says,
                        keys,
                        open: open.clone(),
                        weight,
                        slope,
                        inference,
                    };
                    let last =
                        if fused { Graph::entity_memory(&mut tape, &of) } else { composed(&mut tape, &of) };
                    let states = tape.get(last).to_vec();
                    let mut gradients = vec![0.0; params.data.len()];
                    if !inference {
                        // Weighted, so that no gradient is another's.
                        let weights = (0..states.len()).map(|at| (at % 11) as f32 - 4.0).collect();
                        let weights = Graph::input(&mut tape, weights);
                        let weighted = Graph::mul(&mut tape, last, weights);
                        let loss = Graph::sum_rows(&mut tape, weighted, 1);
                        tape.backward(loss, &mut gradients);
                    }
                    (states, gradients)
                });
            let [one, other, alone, stepwise] = results;
            assert_eq!(one.0.len(), rows * memories * width);
            assert_eq!(one.0, alone.0, "what is kept changes nothing");
            for ((name, one), other) in
                [("states", &one.0), ("gradients", &one.1)].into_iter().zip([&other.0, &other.1])
            {
                for (at, (one, other)) in one.iter().zip(other).enumerate() {
                    assert!((one - other).abs() < 1e-4 * (1.0 + other.abs()), "{name} {at}: {one} {other}");
                }
            }
            assert!(one.1.iter().filter(|gradient| gradient.abs() > 1e-3).count() > params.data.len() / 2);
            assert!(stepwise.0.iter().zip(&one.0).all(|(one, other)| (one - other).abs() < 1e-5));
        }
    }
}
