//! M-LSTM, the baseline of gSCAN, and of ReaSCAN with another grid: a bidirectional reader of the command, convolutions
//! over the world, and a decoder that attends to both.
//!
//! What the released code does and the paper does not say: the two directions of the reader are added; the decoder's
//! first state goes through a tanh, into hidden state and cell alike; contexts are sums of projected keys; and the output
//! is two matrices with nothing in between.

mod architecture;
mod options;

use wampimuk_core::Stream;
use wampimuk_nn::{
    BiLstmOutput, DecoderInputs, DecoderOutput, Graph, GreedyOutput, LstmParams, Memories, NO_ROW,
    OutputLayer, Packing, ParamId, Params,
};

pub use self::architecture::MLstmArchitecture;
use self::options::Dropout;
pub use self::options::Options;
use crate::attentive_decoder::{AttentionTime, AttentiveDecoder, DecoderNames, Speaking};
use crate::grid_batch::Batch;
use crate::initializer::Initializer;
use crate::layer_finder::LayerFinder;
use crate::model::{AnswerOptions, Model};
use crate::teacher_forcing::TeacherForcing;

/// The model's tensors.
#[derive(Clone, Debug)]
pub struct MLstm {
    embedding: ParamId,
    /// The reader's layers, forward and backward.
    reader: Vec<[LstmParams; 2]>,
    /// The width of the reader's states.
    encoded: usize,
    start: (ParamId, ParamId),
    kernels: Vec<(ParamId, ParamId)>,
    word_keys: ParamId,
    cell_keys: ParamId,
    decoder: AttentiveDecoder,
    token_embedding: ParamId,
    output: [ParamId; 2],
    dropout: Dropout,
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
    /// How many words and cells there is room for.
    places: [usize; 2],
}

/// The number of the padding token.
const PADDING: u32 = 0;
/// The number of the token that begins a sequence.
const BEGINNING: u32 = 1;
/// The number of the token that ends a sequence.
const END: u32 = 2;
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

impl MLstm {
    /// The initial weights of a model.
    pub fn create(sizes: Sizes, options: &Options, stream: Stream) -> Params {
        let Sizes { words, tokens, channels, side } = sizes;
        let Options {
            embedding,
            encoder_hidden: encoded,
            action_embedding: token,
            decoder_hidden: width,
            ..
        } = *options;
        let kernels = options.kernels_over(side);
        let mut initial = Initializer::new(stream);
        for (number, size) in (1..).zip(&kernels) {
            initial.kernel(&format!("situation_encoder.conv_{number}"), options.channels, channels, *size);
        }
        initial.linear("visual_attention.key_layer", [width, kernels.len() * options.channels], false);
        initial.linear("visual_attention.query_layer", [width, width], false);
        initial.linear("visual_attention.energy_layer", [1, width], false);
        initial.embedding("encoder.embedding", words, embedding, PADDING as usize);
        for layer in 0..options.encoder_layers {
            let input = if layer == 0 { embedding } else { 2 * encoded };
            initial.cell_above("encoder.lstm", layer, "", [input, encoded]);
            initial.cell_above("encoder.lstm", layer, "_reverse", [input, encoded]);
        }
        initial.linear("enc_hidden_to_dec_hidden", [width, encoded], true);
        initial.linear("textual_attention.key_layer", [width, encoded], false);
        initial.linear("textual_attention.query_layer", [width, width], false);
        initial.linear("textual_attention.energy_layer", [1, width], false);
        if options.conditional_attention {
            initial.linear("attention_decoder.queries_to_keys", [width, 2 * width], true);
        }
        initial.embedding("attention_decoder.embedding", tokens, token, PADDING as usize);
        let contexts = match options.attention {
            AttentionTime::Before => 2 * width,
            AttentionTime::After => 0,
        };
        for layer in 0..options.decoder_layers {
            let input = if layer == 0 { token + contexts } else { width };
            initial.cell_above("attention_decoder.lstm", layer, "", [input, width]);
        }
        initial.linear("attention_decoder.output_to_hidden", [width, token + 3 * width], false);
        initial.linear("attention_decoder.hidden_to_output", [tokens, width], false);
        initial.finish()
    }

    /// Finds the model's tensors by the names of the original's checkpoints. Their sizes say all about the model but how much
    /// is dropped.
    ///
    /// # Errors
    /// The name of the first tensor that is missing.
    pub fn find(params: &Params) -> Result<Self, String> {
        let tensors = LayerFinder(params);
        let kernel = |number: usize| tensors.biased(&format!("situation_encoder.conv_{number}"));
        let first = kernel(1)?;
        let directions = [tensors.cell("encoder.lstm", "")?, tensors.cell("encoder.lstm", "_reverse")?];
        let above = tensors.cells_above("encoder.lstm", "").into_iter();
        let above =
            above.zip(tensors.cells_above("encoder.lstm", "_reverse")).map(|(one, other)| [one, other]);
        Ok(Self {
            embedding: tensors.weight("encoder.embedding")?,
            encoded: tensors.size(directions[0].hidden, 1),
            reader: std::iter::once(directions).chain(above).collect(),
            start: tensors.biased("enc_hidden_to_dec_hidden")?,
            kernels: std::iter::once(first).chain((2..).map_while(|number| kernel(number).ok())).collect(),
            word_keys: tensors.weight("textual_attention.key_layer")?,
            cell_keys: tensors.weight("visual_attention.key_layer")?,
            decoder: AttentiveDecoder::find(
                tensors,
                DecoderNames {
                    words: "textual_attention",
                    cells: "visual_attention",
                    conditional: "attention_decoder.queries_to_keys",
                    lstm: "attention_decoder.lstm",
                    tokens: "attention_decoder.embedding",
                },
            )?,
            token_embedding: tensors.weight("attention_decoder.embedding")?,
            output: [
                tensors.weight("attention_decoder.output_to_hidden")?,
                tensors.weight("attention_decoder.hidden_to_output")?,
            ],
            dropout: Options::default().dropout(),
            auxiliary: Auxiliary::default(),
        })
    }

    /// The same with what its tensors do not say.
    #[must_use]
    pub fn with_options(self, options: &Options) -> Self {
        Self { dropout: options.dropout(), auxiliary: options.auxiliary(), ..self }
    }

    /// The same with an auxiliary task.
    #[must_use]
    pub fn with_auxiliary(self, auxiliary: Auxiliary) -> Self {
        Self { auxiliary, ..self }
    }

    /// Reads commands and worlds.
    fn encode<G: Graph>(&self, tape: &mut G, batch: &Batch) -> Encoded<G::Var> {
        let words = tape.embedding(batch.words.clone(), self.embedding, Some(PADDING));
        let words = tape.dropout(words, self.dropout.words);
        let read = self.read(tape, words, &batch.lengths);
        let [words, last] = [read.states, read.last].map(|[forward, backward]| tape.add(forward, backward));
        let start = tape.linear(last, self.start.0, Some(self.start.1));
        let start = tape.tanh(start);
        let cells = tape.sparse_conv(&batch.grids, &self.kernels);
        let cells = tape.relu(cells);
        let cells = tape.dropout(cells, self.dropout.cells);
        let word_keys = tape.linear(words, self.word_keys, None);
        let cell_keys = tape.linear(cells, self.cell_keys, None);
        let memories = Memories { words: word_keys, lengths: batch.lengths.clone(), cells: cell_keys };
        let places = [batch.words.len() / batch.lengths.len().max(1), batch.grids.side * batch.grids.side];
        Encoded { words, cells, last, start, memories, places }
    }

    /// The command, layer by layer.
    fn read<G: Graph>(&self, tape: &mut G, words: G::Var, lengths: &[u32]) -> BiLstmOutput<G::Var> {
        let (mut layers, mut words) = (self.reader.iter(), words);
        loop {
            let [forward, backward] = layers.next().copied().unwrap_or(self.reader[0]);
            let read = tape.bilstm(words, lengths.to_vec(), forward, backward);
            if layers.len() == 0 {
                return read;
            }
            words = tape.cat(&read.states.map(|states| (states, self.encoded)));
            words = tape.dropout(words, self.dropout.words);
        }
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
        let Encoded { words, cells, last, start, memories, places } = self.encode(tape, batch);
        let TeacherForcing { packing, tokens, labels } = TeacherForcing::new(&batch.targets, steps, PADDING);
        let tokens = tape.embedding(tokens, self.token_embedding, Some(PADDING));
        let tokens = tape.dropout(tokens, self.dropout.tokens);
        let inputs = DecoderInputs { tokens, start, memories, packing: packing.clone() };
        let decoded = self.decoder.decode(tape, inputs, places);
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
        let Encoded { start, memories, places, .. } = self.encode(graph, part);
        let speaking = Speaking {
            start,
            memories,
            tokens: self.token_embedding,
            output: OutputLayer::Everything(self.output),
            first: BEGINNING,
            last: END,
            most: how.most,
            attention: how.attention,
        };
        self.decoder.greedy(graph, speaking, places)
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
            let params =
                MLstm::create(Sizes { words, tokens, channels, side }, &Options::default(), stream());
            assert_eq!(params.data.len(), parameters);
            assert!(MLstm::find(&params).is_ok());
        }
    }
}
