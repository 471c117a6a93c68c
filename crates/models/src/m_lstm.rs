//! M-LSTM, the baseline of gSCAN, and of ReaSCAN with another grid: a bidirectional reader of the command, convolutions
//! over the world, and a decoder that attends to both.
//!
//! What the released code does and the paper does not say: the two directions of the reader are added; the decoder's
//! first state goes through a tanh, into hidden state and cell alike; contexts are sums of projected keys; and the output
//! is two matrices with nothing in between.

use wampimuk_core::Stream;
use wampimuk_nn::{
    DecoderInputs, DecoderOutput, DecoderParams, Graph, GreedyInputs, GreedyOutput, LstmParams, Memories,
    NO_ROW, OutputLayer, Packing, ParamId, Params,
};

use crate::grid_batch::Batch;
use crate::initializer::Initializer;
use crate::layer_finder::LayerFinder;
use crate::model::{AnswerOptions, Model};
use crate::teacher_forcing::TeacherForcing;

/// The model's tensors.
#[derive(Clone, Copy, Debug)]
pub struct MLstm {
    embedding: ParamId,
    forward: LstmParams,
    backward: LstmParams,
    start: (ParamId, ParamId),
    kernels: [(ParamId, ParamId); 3],
    word_keys: ParamId,
    cell_keys: ParamId,
    decoder: DecoderParams,
    token_embedding: ParamId,
    output: [ParamId; 2],
    /// The auxiliary task, if it is wanted.
    auxiliary: Auxiliary,
}

/// An auxiliary task: to attend to the target's cell. The paper proposes a weight of 0.3 and reports no run with it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Auxiliary {
    /// Its weight in the loss; 0 switches it off.
    pub weight: f32,
    /// Whether rows are decoded on after their end, up to the longest of the batch, as in the released code; otherwise
    /// their last step stands for what would follow, which takes half the time.
    pub after_the_end: bool,
}

/// The model's outputs for a part of a batch.
#[derive(Debug)]
pub struct Outputs<V> {
    /// The loss.
    pub loss: V,
    /// The logits of each step, in the rows of the packing.
    pub logits: V,
    /// The decoder's states and what it attended to.
    pub decoded: DecoderOutput<V>,
    /// The encoded words.
    pub words: V,
    /// The encoded cells.
    pub cells: V,
    /// The encoded command.
    pub last: V,
    /// Which rows each step works on.
    pub packing: Packing,
}

/// Commands and worlds, read.
struct Encoded<V> {
    words: V,
    cells: V,
    last: V,
    start: V,
    memories: Memories<V>,
}

/// The number of the padding token.
const PADDING: u32 = 0;
/// The number of the token that begins a sequence.
const BEGINNING: u32 = 1;
/// The number of the token that ends a sequence.
const END: u32 = 2;
/// The dropout rates: of words and tokens, and of cells.
const DROPOUT: (f32, f32) = (0.3, 0.1);

/// The sizes that depend on the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Words of commands, special tokens included.
    pub words: usize,
    /// Tokens of actions, special ones included.
    pub tokens: usize,
    /// Numbers of a cell.
    pub channels: usize,
    /// Rows and columns of the grid.
    pub side: usize,
}

/// The width of an embedded word, of all states, and of what each kernel gives.
const WIDTHS: (usize, usize, usize) = (25, 100, 50);

impl MLstm {
    /// The initial weights of a model of the published size.
    pub fn create(sizes: Sizes, stream: Stream) -> Params {
        let (word, width, out) = WIDTHS;
        let Sizes { words, tokens, channels, side } = sizes;
        let mut initial = Initializer::new(stream);
        // As wide as the grid and one more: 7 for six rows, 13 for twelve.
        for (number, size) in [1, 5, side + 1 - side % 2].into_iter().enumerate() {
            initial.kernel(&format!("situation_encoder.conv_{}", number + 1), out, channels, size);
        }
        initial.linear("visual_attention.key_layer", [width, 3 * out], false);
        initial.linear("visual_attention.query_layer", [width, width], false);
        initial.linear("visual_attention.energy_layer", [1, width], false);
        initial.embedding("encoder.embedding", words, word, PADDING as usize);
        initial.cell("encoder.lstm", "", word, width);
        initial.cell("encoder.lstm", "_reverse", word, width);
        initial.linear("enc_hidden_to_dec_hidden", [width, width], true);
        initial.linear("textual_attention.key_layer", [width, width], false);
        initial.linear("textual_attention.query_layer", [width, width], false);
        initial.linear("textual_attention.energy_layer", [1, width], false);
        initial.linear("attention_decoder.queries_to_keys", [width, 2 * width], true);
        initial.embedding("attention_decoder.embedding", tokens, width, PADDING as usize);
        initial.cell("attention_decoder.lstm", "", 3 * width, width);
        initial.linear("attention_decoder.output_to_hidden", [width, 4 * width], false);
        initial.linear("attention_decoder.hidden_to_output", [tokens, width], false);
        initial.finish()
    }

    /// Finds the model's tensors by the names of the original's checkpoints.
    ///
    /// # Errors
    /// The name of the first tensor that is missing.
    pub fn find(params: &Params) -> Result<Self, String> {
        let tensors = LayerFinder(params);
        let kernel = |number: usize| tensors.biased(&format!("situation_encoder.conv_{number}"));
        Ok(Self {
            embedding: tensors.weight("encoder.embedding")?,
            forward: tensors.cell("encoder.lstm", "")?,
            backward: tensors.cell("encoder.lstm", "_reverse")?,
            start: tensors.biased("enc_hidden_to_dec_hidden")?,
            kernels: [kernel(1)?, kernel(2)?, kernel(3)?],
            word_keys: tensors.weight("textual_attention.key_layer")?,
            cell_keys: tensors.weight("visual_attention.key_layer")?,
            decoder: DecoderParams {
                words: tensors.attention("textual_attention")?,
                cells: tensors.attention("visual_attention")?,
                conditional: Some(tensors.biased("attention_decoder.queries_to_keys")?),
                cell: tensors.cell("attention_decoder.lstm", "")?,
            },
            token_embedding: tensors.weight("attention_decoder.embedding")?,
            output: [
                tensors.weight("attention_decoder.output_to_hidden")?,
                tensors.weight("attention_decoder.hidden_to_output")?,
            ],
            auxiliary: Auxiliary::default(),
        })
    }

    /// The same with an auxiliary task.
    #[must_use]
    pub fn with_auxiliary(self, auxiliary: Auxiliary) -> Self {
        Self { auxiliary, ..self }
    }

    /// Reads commands and worlds.
    fn encode<G: Graph>(&self, tape: &mut G, batch: &Batch) -> Encoded<G::Var> {
        let words = tape.embedding(batch.words.clone(), self.embedding, Some(PADDING));
        let words = tape.dropout(words, DROPOUT.0);
        let read = tape.bilstm(words, batch.lengths.clone(), self.forward, self.backward);
        let [words, last] = [read.states, read.last].map(|[forward, backward]| tape.add(forward, backward));
        let start = tape.linear(last, self.start.0, Some(self.start.1));
        let start = tape.tanh(start);
        let cells = tape.sparse_conv(&batch.grids, &self.kernels);
        let cells = tape.relu(cells);
        let cells = tape.dropout(cells, DROPOUT.1);
        let word_keys = tape.linear(words, self.word_keys, None);
        let cell_keys = tape.linear(cells, self.cell_keys, None);
        let memories = Memories { words: word_keys, lengths: batch.lengths.clone(), cells: cell_keys };
        Encoded { words, cells, last, start, memories }
    }

    /// The model's outputs for a part of a batch; `scale` is one over the number of tokens of the whole batch. Rows end with their
    /// targets, or go on for as many steps as said, as they do in the original.
    pub fn outputs<G: Graph>(
        &self,
        tape: &mut G,
        batch: &Batch,
        steps: Option<u32>,
        scale: f32,
    ) -> Outputs<G::Var> {
        let Encoded { words, cells, last, start, memories } = self.encode(tape, batch);
        let TeacherForcing { packing, tokens, labels } = TeacherForcing::new(&batch.targets, steps, PADDING);
        let tokens = tape.embedding(tokens, self.token_embedding, Some(PADDING));
        let tokens = tape.dropout(tokens, DROPOUT.0);
        let decoded =
            tape.decode(DecoderInputs { tokens, start, memories, packing: packing.clone() }, self.decoder);
        let hidden = tape.linear_cat(&[tokens, decoded.hidden, decoded.contexts], self.output[0], None);
        let logits = tape.linear(hidden, self.output[1], None);
        let loss = tape.cross_entropy(logits, &labels, scale);
        Outputs { loss, logits, decoded, words, cells, last, packing }
    }

    /// The loss of the auxiliary task: which cell the target is in, by the weights of all steps together. After its end a
    /// row goes on attending as it did last, so that short rows count as much as long ones: for `steps`, as many as the
    /// longest of the whole batch, of which this may be a part.
    pub fn auxiliary<G: Graph>(
        tape: &mut G,
        out: &Outputs<G::Var>,
        (cells, steps): (usize, usize),
        positions: &[u32],
        scale: f32,
    ) -> G::Var {
        let (rows, packing) = (positions.len(), &out.packing);
        let mut latest = vec![NO_ROW; rows];
        let mut places = Vec::with_capacity(steps * rows);
        for step in 0..steps {
            if step < packing.steps() {
                let there = packing.start(step)..packing.start(step) + packing.alive(step);
                latest.iter_mut().zip(there).for_each(|(latest, place)| *latest = place as u32);
            }
            places.extend_from_slice(&latest);
        }
        let places = places.into();
        let all = tape.index_select(out.decoded.cell_weights, cells, places);
        let sums = tape.sum_rows(all, rows * cells);
        let labels: Vec<Option<u32>> = positions.iter().copied().map(Some).collect();
        tape.cross_entropy(sums, &labels, scale)
    }
}

impl Model for MLstm {
    type Batch = Batch;
    type Answer = GreedyOutput;

    fn labels(part: &Batch) -> usize {
        part.targets.iter().map(|target| target.len() - 1).sum()
    }

    fn loss<G: Graph>(&self, graph: &mut G, part: &Batch, scale: f32) -> G::Var {
        let Auxiliary { weight, after_the_end } = self.auxiliary;
        if weight == 0.0 {
            return self.outputs(graph, part, None, scale).loss;
        }
        let steps = part.whole.longest.saturating_sub(1);
        let out = self.outputs(graph, part, after_the_end.then_some(steps as u32), scale);
        let weight = weight / part.whole.rows.max(1) as f32;
        let sizes = (part.grids.side * part.grids.side, steps);
        let beside = Self::auxiliary(graph, &out, sizes, &part.cells, weight);
        graph.add(out.loss, beside)
    }

    fn answer<G: Graph>(&self, graph: &mut G, part: &Batch, how: AnswerOptions) -> Vec<GreedyOutput> {
        let Encoded { start, memories, .. } = self.encode(graph, part);
        graph.greedy_decode(GreedyInputs {
            start,
            memories,
            decoder: self.decoder,
            tokens: self.token_embedding,
            output: OutputLayer::Everything(self.output),
            first: BEGINNING,
            last: END,
            max_len: how.most,
            attention: how.attention,
        })
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_core::{Digest, StreamKey};

    use super::*;

    /// The numbers of parameters that the papers' logs print.
    #[test]
    fn models_have_the_published_size() {
        let stream = || StreamKey::new(&Digest::of(b"test"), "weights", 0).stream(0);
        for (words, tokens, channels, side, parameters) in
            [(21, 9, 16, 6, 440_275), (17, 8, 16, 12, 535_975), (38, 9, 17, 6, 444_450)]
        {
            let params = MLstm::create(Sizes { words, tokens, channels, side }, stream());
            assert_eq!(params.data.len(), parameters);
            assert!(MLstm::find(&params).is_ok());
        }
    }
}
