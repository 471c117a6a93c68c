//! Memories of entities over whole sequences of sentences, each by a block of threads.

use crate::cuda::driver::{Arg, Matrix};
use crate::cuda::matrix::WriteMode;
use crate::cuda::programs::Program;
use crate::cuda::tape::{Tape, Var};
use crate::entity_memory::{EntityMemory, composed};

/// The most threads of a block.
const MOST_THREADS: usize = 1024;

impl Tape<'_> {
    pub(super) fn entity_memory(&mut self, of: &EntityMemory<Var>) -> Var {
        let &EntityMemory { rows, memories, width, weight, slope, .. } = of;
        let threads = width.next_multiple_of(32);
        if threads > MOST_THREADS {
            return composed(self, of);
        }
        let (steps, len, each) = (of.steps(), of.states(), rows * memories);
        let program = Program::EntityMemory { width };
        let [first, sentences, fits_key, says, keys] = of.values().map(|var| self.span(var));
        let (weights, factor) = (self.weights.get(weight), self.weights.get(slope));
        let open: Vec<u32> = of.open.iter().map(|&open| u32::from(open)).collect();
        let open = self.work.upload(&open);
        let last = self.work.alloc(len);
        let mut kept = |len: usize| (!of.inference).then(|| self.work.alloc(len));
        let (states, gates, lengths) = (kept(steps * len), kept(steps * each), kept(steps * each));
        let sizes = [steps, rows, memories].map(Arg::Int);
        let args = [
            Arg::Span(first, memories * width),
            Arg::Span(sentences, steps * rows * width),
            Arg::Span(fits_key, steps * each),
            Arg::Span(says, steps * rows * width),
            Arg::Span(keys, memories * width),
            Arg::Span(open, steps * rows),
            Arg::Span(weights, width * width),
            Arg::Span(factor, 1),
            Arg::Maybe(states, steps * len),
            Arg::Maybe(gates, steps * each),
            Arg::Maybe(lengths, steps * each),
            Arg::Span(last, len),
        ];
        let args = [&args[..], &sizes].concat();
        let block = [threads as u32, 1];
        self.work.launch((program, "entity_memory_forward"), [each, 1], block, 0, &args);
        let out = self.keep(last);
        let (Some(states), Some(gates), Some(lengths)) = (states, gates, lengths) else { return out };
        let of = of.clone();
        self.on_backward(move |back| {
            let Some(d_last) = back.take(out) else { return };
            let candidates = back.work.alloc(steps * len);
            let product = (steps * each, width, width);
            let transposed = Matrix::of(weights, width).transposed();
            let before = Matrix::of(states, width);
            back.work.matmul(product, before, transposed, (candidates, width), WriteMode::Set);
            let [d_fits_key, d_first, slope_parts] =
                [steps * each, len, each].map(|len| back.work.alloc(len));
            let args = [
                Arg::Span(sentences, steps * rows * width),
                Arg::Span(says, steps * rows * width),
                Arg::Span(keys, memories * width),
                Arg::Span(weights, width * width),
                Arg::Span(factor, 1),
                Arg::Span(states, steps * len),
                Arg::Span(gates, steps * each),
                Arg::Span(lengths, steps * each),
                Arg::Span(last, len),
                Arg::Span(d_last, len),
                Arg::Span(candidates, steps * len),
                Arg::Span(d_fits_key, steps * each),
                Arg::Span(d_first, len),
                Arg::Span(slope_parts, each),
            ];
            let args = [&args[..], &sizes].concat();
            back.work.launch((program, "entity_memory_backward"), [each, 1], block, 0, &args);

            let (d_says, into_says) = back.add_to(of.says);
            let (d_sentences, into_sentences) = back.add_to(of.sentences);
            let count = steps * rows * width;
            let args = [
                Arg::Span(candidates, steps * len),
                Arg::Span(d_fits_key, steps * each),
                Arg::Span(states, steps * len),
                Arg::Span(d_says, count),
                Arg::Span(d_sentences, count),
                Arg::Long(count as u64),
                Arg::Int(memories),
                into_says.into(),
                into_sentences.into(),
            ];
            let blocks = count.div_ceil(256).min(back.work.device.driver.processors * 16);
            let kernel = (program, "entity_memory_backward_to_sentences");
            back.work.launch(kernel, [blocks, 1], [256, 1], 0, &args);

            let (to, mode) = back.add_to(of.fits_key);
            back.work.copy(d_fits_key, to, steps * each, mode);
            let to = back.add_to_zeros(of.keys);
            back.work.add_column_sums(candidates, (steps * rows, memories * width), to, None);
            let to = back.add_to_zeros(of.first);
            back.work.add_column_sums(d_first, (rows, memories * width), to, None);
            let to = back.of_param(slope);
            back.work.add_column_sums(slope_parts, (each, 1), to, None);
            let to = back.of_param(weight);
            let d = Matrix::of(candidates, width).transposed();
            back.work.matmul((width, width, steps * each), d, before, (to, width), WriteMode::Add);
        });
        out
    }
}
