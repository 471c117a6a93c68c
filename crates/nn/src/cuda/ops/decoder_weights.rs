//! The decoder's weights as blocks read them: what is multiplied at the same time stands side by side.

use super::decoder::{Decoder, Sizes, rest};
use super::recurrence::{BlockNeeds, Blocks, PaddedWeights};
use crate::cuda::driver::{Arg, Span};
use crate::cuda::programs::RecurrentKernel;
use crate::cuda::tape::Tape;

impl Tape<'_> {
    /// The first arguments of a kernel that goes forward, and its blocks; `more` is how many more numbers of shared memory
    /// each example needs.
    pub(super) fn forward(
        &mut self,
        (kernel, name): (RecurrentKernel, &'static str),
        decoder: &Decoder,
        more: usize,
    ) -> (Vec<Arg>, Blocks) {
        let Sizes { examples, width, words, cells, .. } = decoder.sizes;
        let needs = BlockNeeds {
            kernel,
            examples,
            hidden: width,
            columns: (6 * width).max(more),
            shared: (11 * width + words.max(cells) + more, 2 * width),
            places: [words, cells],
        };
        let blocks = self.work.blocks(name, needs);
        let mut args: Vec<Arg> = self.lay_out_forward(decoder).map(Arg::from).to_vec();
        args.push(Arg::Maybe(decoder.of.conditional.map(|(_, bias)| self.weights.get(bias)), width));
        args.extend(decoder.given(|id| self.weights.get(id), |var| self.span(var)));
        (args, blocks)
    }

    /// From the state, from the words attended to, from the query for cells, and from the cells attended to.
    fn lay_out_forward(&mut self, decoder: &Decoder) -> [PaddedWeights; 4] {
        let of = decoder.of;
        let Sizes { width, token, .. } = decoder.sizes;
        let inner = token + 2 * width;
        let weights = self.weights;
        let input = weights.get(of.cell.input);
        let conditional = of.conditional.map(|(weight, _)| weights.get(weight));
        // The last columns of the first two stay as they are if the query for cells is the state.
        let laid = [6 * width, 5 * width, width, 4 * width].map(|columns| self.work.laid(width, columns));
        let [state, words, cell_input, cells] = laid;
        let (square, gates) = ([width, width], [4 * width, width]);
        let mut put = |from: Span, shape: [usize; 2], stride: usize, to: PaddedWeights, column: usize| {
            self.lay_out(from, shape, stride, (rest(to.span, column), to.width), true);
        };
        put(weights.get(of.words.query), square, width, state, 0);
        put(weights.get(of.cell.hidden), gates, width, state, width);
        put(rest(input, token), gates, inner, words, 0);
        put(weights.get(of.cells.query), square, width, cell_input, 0);
        put(rest(input, token + width), gates, inner, cells, 0);
        if let Some(conditional) = conditional {
            put(conditional, square, 2 * width, state, 5 * width);
            put(rest(conditional, width), square, 2 * width, words, 4 * width);
        }
        laid
    }

    /// To state and contexts from the gates, from the query for cells, from what that was made of, and from the query for
    /// words.
    pub(super) fn lay_out_backward(&mut self, decoder: &Decoder) -> [PaddedWeights; 4] {
        let of = decoder.of;
        let Sizes { width, token, .. } = decoder.sizes;
        let inner = token + 2 * width;
        let weights = self.weights;
        let gates = self.work.laid(4 * width, 3 * width);
        let [cell_query, word_query] = [(); 2].map(|()| self.work.laid(width, width));
        let cell_input = self.work.laid(width, 2 * width);
        let mut put = |from: Span, shape: [usize; 2], stride: usize, to: PaddedWeights, column: usize| {
            self.lay_out(from, shape, stride, (rest(to.span, column), to.width), false);
        };
        put(weights.get(of.cell.hidden), [4 * width, width], width, gates, 0);
        put(rest(weights.get(of.cell.input), token), [4 * width, 2 * width], inner, gates, width);
        put(weights.get(of.cells.query), [width, width], width, cell_query, 0);
        put(weights.get(of.words.query), [width, width], width, word_query, 0);
        if let Some((conditional, _)) = of.conditional {
            put(weights.get(conditional), [width, 2 * width], 2 * width, cell_input, 0);
        }
        [gates, cell_query, cell_input, word_query]
    }
}
