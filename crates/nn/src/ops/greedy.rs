//! Greedy decoding: each step takes the likeliest token.
//!
//! Sequences that have ended are skipped. Whenever only half of the rows go on, they are copied together, so the cost of a
//! batch is about that of its tokens, not that of its longest sequence.

use super::decoder::{Decoder, Step};
use crate::cpu::matrix::linear;
use crate::decoder::{GreedyInputs, GreedyOutput, OutputLayer, Packing};
use crate::tape::{Tape, Var};

/// The sequences that go on.
struct Active {
    /// The number of each row in the batch, and whether it goes on.
    rows: Vec<(usize, bool)>,
    tokens: Vec<u32>,
    hidden: Vec<f32>,
    cell: Vec<f32>,
    lengths: Vec<u32>,
    word_keys: Vec<f32>,
    cell_keys: Vec<f32>,
}

impl Active {
    /// Drops the rows that have ended.
    fn compact(&mut self, width: usize) {
        let count = self.rows.len();
        let kept: Vec<usize> = (0..count).filter(|&row| self.rows[row].1).collect();
        let rows = |values: &[f32], width: usize| -> Vec<f32> {
            kept.iter().flat_map(|&row| &values[row * width..(row + 1) * width]).copied().collect()
        };
        let words = self.word_keys.chunks_exact(count * width);
        self.word_keys = words.flat_map(|step| rows(step, width)).collect();
        self.cell_keys = rows(&self.cell_keys, self.cell_keys.len() / count);
        self.hidden = rows(&self.hidden, width);
        self.cell = rows(&self.cell, width);
        self.tokens = kept.iter().map(|&row| self.tokens[row]).collect();
        self.lengths = kept.iter().map(|&row| self.lengths[row]).collect();
        self.rows = kept.iter().map(|&row| self.rows[row]).collect();
    }
}

impl Tape<'_> {
    pub(super) fn greedy_decode(&mut self, greedy: GreedyInputs<Var>) -> Vec<GreedyOutput> {
        let GreedyInputs { start, memories, decoder, tokens: table, output, first, last, max_len, attention } =
            greedy;
        let count = memories.lengths.len();
        let mut outputs = vec![GreedyOutput::default(); count];
        let mut rest = Active {
            rows: (0..count).map(|row| (row, true)).collect(),
            tokens: vec![first; count],
            hidden: self.get(start).to_vec(),
            cell: self.get(start).to_vec(),
            lengths: memories.lengths,
            word_keys: self.get(memories.words).to_vec(),
            cell_keys: self.get(memories.cells).to_vec(),
        };
        let (width, embedded) = (rest.hidden.len() / count.max(1), self.params.slot(table).shape[1]);
        let packing = Packing::new(&[]);
        for _ in 0..max_len {
            let alive = rest.rows.iter().filter(|(_, on)| *on).count();
            if alive == 0 {
                break;
            }
            if alive * 2 <= rest.rows.len() {
                rest.compact(width);
            }
            let keys = (&rest.word_keys[..], &rest.cell_keys[..]);
            let step = Decoder::new(self.params, decoder, &packing, &rest.lengths, keys.0, keys.1);
            let rows = rest.rows.len();
            let tokens: Vec<f32> = rest
                .tokens
                .iter()
                .flat_map(|&token| &self.params.get(table)[token as usize * embedded..][..embedded])
                .copied()
                .collect();
            let zeros = |width: usize| vec![0.0; rows * width];
            let (mut hidden, mut cell, mut contexts) = (zeros(width), zeros(width), zeros(2 * width));
            let (mut words, mut cells) = (zeros(step.words.places), zeros(step.cells.places));
            let to = Step {
                gates: &mut step.gates(&tokens),
                after: (&mut hidden, &mut cell),
                contexts: &mut contexts,
                word_queries: &mut zeros(width),
                cell_input: &mut zeros(width),
                cell_queries: &mut zeros(width),
                word_weights: &mut words,
                cell_weights: &mut cells,
            };
            step.step((&rest.hidden, &rest.cell), to);
            let logits = self.logits(output, &tokens, &hidden, &contexts);
            let out_width = logits.len() / rows;
            let (word_places, cell_places) = (step.words.places, step.cells.places);
            for (row, logits) in logits.chunks_exact(out_width).enumerate() {
                if !rest.rows[row].1 {
                    continue;
                }
                let token = argmax(logits);
                rest.tokens[row] = token;
                rest.rows[row].1 = token != last;
                if token == last {
                    continue;
                }
                let outputs = &mut outputs[rest.rows[row].0];
                outputs.tokens.push(token);
                if attention {
                    outputs.words.push(words[row * word_places..(row + 1) * word_places].to_vec());
                    outputs.cells.push(cells[row * cell_places..(row + 1) * cell_places].to_vec());
                }
            }
            (rest.hidden, rest.cell) = (hidden, cell);
        }
        outputs
    }

    fn logits(&self, output: OutputLayer, tokens: &[f32], hidden: &[f32], contexts: &[f32]) -> Vec<f32> {
        let rows = |weight: &[f32], width: usize, x: &[f32]| {
            let mut out = vec![0.0; x.len() / width * (weight.len() / width)];
            linear(x, weight, None, width, &mut out);
            out
        };
        match output {
            OutputLayer::State(weight) => {
                rows(self.params.get(weight), self.params.slot(weight).shape[1], hidden)
            }
            OutputLayer::Everything([first, second]) => {
                let inner = self.params.slot(first).shape[1];
                let count = (tokens.len() + hidden.len() + contexts.len()) / inner;
                let piece = |values: &[f32], row: usize| {
                    let width = values.len() / count;
                    values[row * width..(row + 1) * width].to_vec()
                };
                let side_by_side: Vec<f32> = (0..count)
                    .flat_map(|row| [tokens, hidden, contexts].map(|values| piece(values, row)).concat())
                    .collect();
                let narrow = rows(self.params.get(first), inner, &side_by_side);
                rows(self.params.get(second), self.params.slot(second).shape[1], &narrow)
            }
        }
    }
}

/// The index of the largest logit, the first of equals.
fn argmax(logits: &[f32]) -> u32 {
    let best = logits.iter().enumerate().reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map_or(0, |(number, _)| number as u32)
}
