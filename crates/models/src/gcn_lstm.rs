//! GCN-LSTM, ReaSCAN's stronger baseline: the things of the world send each other messages, round by round, and the
//! command says what about; then convolutions and a decoder as M-LSTM has them.
//!
//! Where the released code is not what one would expect:
//!
//! * The decoder drops 85 % of an embedded token: the share to keep was handed over as the share to drop. 15 % by default
//!   here, 85 % with [`Options::as_released`].
//! * Logits are a matrix of the decoder's state alone. A matrix that would have seen token and contexts as well is there
//!   but unused. So it is here, always: all reported figures are of this model.
//! * One of the two biases of the reader's cells stays zero; see [`Model::frozen`].
//! * It decodes 30 tokens at most and judges no more of them. Here sequences have their full length; a cap is up to
//!   [`AnswerOptions`].

mod architecture;
mod init;
mod message_passing;
mod nodes;
mod options;
mod special_tokens;

use wampimuk_nn::{
    DecoderInputs, DecoderOutput, Graph, GreedyOutput, LstmParams, Memories, NO_ROW, OutputLayer, Packing,
    ParamId, Params,
};

pub use self::architecture::GcnLstmArchitecture;
use self::message_passing::{Command, MessagePassing, MessagePassingOutput};
use self::nodes::Nodes;
pub use self::options::Options;
pub use self::special_tokens::SpecialTokens;
use crate::attentive_decoder::{AttentiveDecoder, DecoderNames, Speaking};
use crate::grid_batch::Batch;
use crate::layer_finder::LayerFinder;
use crate::model::{AnswerOptions, Model};
use crate::teacher_forcing::TeacherForcing;

/// The model's tensors.
#[derive(Clone, Debug)]
pub struct GcnLstm {
    embedding: ParamId,
    forward: LstmParams,
    backward: LstmParams,
    /// What embeds sizes, shapes, colours and the agent, and how many channels each has.
    features: [(ParamId, usize); 4],
    passing: MessagePassing,
    kernels: Vec<(ParamId, ParamId)>,
    start: (ParamId, ParamId),
    word_keys: ParamId,
    cell_keys: ParamId,
    decoder: AttentiveDecoder,
    token_embedding: ParamId,
    output: ParamId,
    options: Options,
    specials: SpecialTokens,
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
    /// The encoded words, `[words, rows, width]`.
    pub words: V,
    /// The encoded command.
    pub last: V,
    /// What the command says in each round of messages, `[rows, rounds, width]`.
    pub commands: V,
    /// For each round, what nodes know of others after it; each example has as many nodes as the fullest one.
    pub contexts: Vec<V>,
    /// The nodes after all rounds.
    pub nodes: V,
    /// How many nodes each example has, and how many there is room for.
    pub node_counts: (Vec<usize>, usize),
    /// The encoded cells.
    pub cells: V,
    /// Which rows each step works on.
    pub packing: Packing,
}

/// Commands and worlds, read.
struct Encoded<V> {
    words: V,
    last: V,
    passed: MessagePassingOutput<V>,
    node_counts: (Vec<usize>, usize),
    cells: V,
    start: V,
    memories: Memories<V>,
    /// How many words and cells there is room for.
    places: [usize; 2],
}

impl GcnLstm {
    /// Finds the model's tensors by the names of the original's checkpoints.
    ///
    /// # Errors
    /// The name of the first tensor that is missing.
    pub fn find(params: &Params) -> Result<Self, String> {
        let tensors = LayerFinder(params);
        let feature = |name: &str| {
            let weight = tensors.weight(&format!("{name}_embedding"))?;
            Ok::<_, String>((weight, tensors.size(weight, 1)))
        };
        let kernel = |number: usize| tensors.biased(&format!("situation_encoder.conv_{number}"));
        let of_decoder = |name: &str| format!("decoder.attentionDecoder.{name}");
        let first = kernel(1)?;
        Ok(Self {
            embedding: tensors.weight("encoder.embedding")?,
            forward: tensors.cell("encoder.rnn0.bilstm", "")?,
            backward: tensors.cell("encoder.rnn0.bilstm", "_reverse")?,
            features: [feature("size")?, feature("shape")?, feature("yrgb")?, feature("agent")?],
            passing: MessagePassing::find(tensors)?,
            kernels: std::iter::once(first).chain((2..).map_while(|number| kernel(number).ok())).collect(),
            start: tensors.biased("decoder.enc_hidden_to_dec_hidden")?,
            word_keys: tensors.weight("decoder.textual_attention.key_layer")?,
            cell_keys: tensors.weight("decoder.visual_attention.key_layer")?,
            decoder: AttentiveDecoder::find(
                tensors,
                DecoderNames {
                    words: "decoder.textual_attention",
                    cells: "decoder.visual_attention",
                    conditional: &of_decoder("queries_to_keys"),
                    lstm: &of_decoder("lstm"),
                    tokens: &of_decoder("embedding"),
                },
            )?,
            token_embedding: tensors.weight(&of_decoder("embedding"))?,
            output: tensors.weight(&of_decoder("hidden_to_output"))?,
            options: Options::default(),
            specials: SpecialTokens::default(),
        })
    }

    /// The same with other options.
    #[must_use]
    pub fn with_options(self, options: Options) -> Self {
        Self { options, ..self }
    }

    /// The same with other tokens.
    #[must_use]
    pub fn with_specials(self, specials: SpecialTokens) -> Self {
        Self { specials, ..self }
    }

    /// Commands as the model reads them: the words, `[steps, rows]`, and how many each has.
    fn commands(&self, batch: &Batch) -> (Vec<u32>, Vec<u32>) {
        if !self.specials.around_commands {
            return (batch.words.clone(), batch.lengths.clone());
        }
        let rows = batch.lengths.len();
        let lengths: Vec<u32> = batch.lengths.iter().map(|length| length.saturating_sub(2)).collect();
        let later = batch.words.get(rows..).unwrap_or_default();
        let steps = lengths.iter().copied().max().unwrap_or(0) as usize;
        let within = |(place, &word): (usize, &u32)| {
            if place / rows < lengths[place % rows] as usize { word } else { self.specials.padding }
        };
        let words = later.iter().take(steps * rows).enumerate().map(within).collect();
        (words, lengths)
    }

    /// What the cells that hold something look like.
    fn looks<G: Graph>(&self, graph: &mut G, nodes: &Nodes) -> G::Var {
        let width = self.features.iter().map(|(_, channels)| channels).sum();
        let cells = graph.input(nodes.features.clone());
        let mut from = 0;
        let parts = self.features.map(|(weight, channels)| {
            let own = graph.narrow(cells, width, from..from + channels);
            from += channels;
            (graph.linear(own, weight, None), self.passing.width / self.features.len())
        });
        graph.cat(&parts)
    }

    /// Reads commands and worlds.
    fn encode<G: Graph>(&self, graph: &mut G, batch: &Batch) -> Encoded<G::Var> {
        let rows = batch.lengths.len();
        let (numbers, lengths) = self.commands(batch);
        let steps = numbers.len() / rows.max(1);
        let words = graph.embedding(numbers, self.embedding, Some(self.specials.padding));
        let words = graph.dropout(words, self.options.word_dropout);
        let read = graph.bilstm(words, lengths.clone(), self.forward, self.backward);
        let half = self.passing.width / 2;
        let [words, last] = [read.states, read.last]
            .map(|[forward, backward]| graph.cat(&[(forward, half), (backward, half)]));
        let last = graph.dropout(last, self.options.command_dropout);

        let nodes = Nodes::of(&batch.grids, self.features.iter().map(|(_, channels)| channels).sum());
        let looks = self.looks(graph, &nodes);
        let most = steps.max(1);
        let place = |row: usize, step: usize| if step < steps { (step * rows + row) as u32 } else { NO_ROW };
        let by_row = (0..rows).flat_map(|row| (0..most).map(move |step| place(row, step))).collect();
        let command = Command {
            most,
            words: graph.index_select(words, self.passing.width, by_row),
            counts: lengths
                .iter()
                .flat_map(|&length| (0..most).map(move |step| step < length as usize))
                .collect(),
            whole: last,
        };
        let passed = self.passing.pass(graph, &nodes, looks, &command, self.options.node_dropout);
        let cells = graph.node_conv(passed.nodes, &nodes.places, &self.kernels);
        let cells = graph.relu(cells);
        let cells = graph.dropout(cells, self.options.cell_dropout);

        let start = graph.linear(last, self.start.0, Some(self.start.1));
        let start = graph.tanh(start);
        let word_keys = graph.linear(words, self.word_keys, None);
        let cell_keys = graph.linear(cells, self.cell_keys, None);
        let memories = Memories { words: word_keys, lengths, cells: cell_keys };
        let places = [steps, batch.grids.side * batch.grids.side];
        Encoded {
            words,
            last,
            passed,
            node_counts: (nodes.counts, nodes.most),
            cells,
            start,
            memories,
            places,
        }
    }

    /// The model's outputs for a part of a batch; `scale` is one over the number of tokens of the whole batch. Rows end
    /// with their targets, or go on for as many steps as said, as they do in the original.
    pub fn outputs<G: Graph>(
        &self,
        graph: &mut G,
        batch: &Batch,
        steps: Option<u32>,
        scale: f32,
    ) -> Outputs<G::Var> {
        let Encoded { words, last, passed, node_counts, cells, start, memories, places } =
            self.encode(graph, batch);
        let padding = self.specials.padding;
        let TeacherForcing { packing, tokens, labels } = TeacherForcing::new(&batch.targets, steps, padding);
        let tokens = graph.embedding(tokens, self.token_embedding, Some(padding));
        let tokens = graph.dropout(tokens, self.options.tokens_dropped());
        let inputs = DecoderInputs { tokens, start, memories, packing: packing.clone() };
        let decoded = self.decoder.decode(graph, inputs, places);
        let logits = graph.linear(decoded.hidden, self.output, None);
        let loss = graph.cross_entropy(logits, &labels, scale);
        let MessagePassingOutput { commands, contexts, nodes } = passed;
        Outputs { loss, logits, decoded, words, last, commands, contexts, nodes, node_counts, cells, packing }
    }
}

impl Model for GcnLstm {
    type Batch = Batch;
    type Answer = GreedyOutput;

    fn labels(part: &Batch) -> usize {
        part.targets.iter().map(|target| target.len().saturating_sub(1)).sum()
    }

    fn loss<G: Graph>(&self, graph: &mut G, part: &Batch, scale: f32) -> G::Var {
        self.outputs(graph, part, None, scale).loss
    }

    fn answer<G: Graph>(&self, graph: &mut G, part: &Batch, how: AnswerOptions) -> Vec<GreedyOutput> {
        let Encoded { start, memories, places, .. } = self.encode(graph, part);
        let speaking = Speaking {
            start,
            memories,
            tokens: self.token_embedding,
            output: OutputLayer::State(self.output),
            first: self.specials.beginning,
            last: self.specials.end,
            most: how.most,
            attention: how.attention,
        };
        let mut spoken = self.decoder.greedy(graph, speaking, places);
        if self.specials.around_commands {
            // Weights stand for the words of the batch, where commands have a beginning and an end.
            for weights in spoken.iter_mut().flat_map(|spoken| &mut spoken.words) {
                weights.insert(0, 0.0);
                weights.push(0.0);
            }
        }
        spoken
    }

    fn frozen(&self) -> Vec<ParamId> {
        vec![self.forward.biases[1], self.backward.biases[1]]
    }
}
