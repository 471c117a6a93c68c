//! The decoder of M-LSTM and GCN-LSTM in all its variants: attention to the words of the command and to the cells of the
//! world, and an LSTM of one or more layers.
//!
//! The released form, one layer that attends before it takes its step, is one operation of the graph. The others are
//! composed of small operations, step by step, which takes longer; where both can do it they agree.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use wampimuk_nn::{
    AttentionParams, BmmShape, DecoderInputs, DecoderOutput, DecoderParams, Graph, GreedyInputs,
    GreedyOutput, LstmParams, Memories, OutputLayer, ParamId,
};

use crate::layer_finder::LayerFinder;
use crate::story_batch::{argmax, each_repeated};

/// When the decoder attends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AttentionTime {
    /// Before a step, with the state of the one before; the LSTM sees what was found (Bahdanau et al.). As released.
    #[default]
    Before,
    /// After a step, with its own state; only the output sees what was found (Luong et al.).
    After,
}

/// The decoder's tensors.
#[derive(Clone, Debug)]
pub(crate) struct AttentiveDecoder {
    of: DecoderParams,
    /// The layers on the first one.
    above: Vec<LstmParams>,
    time: AttentionTime,
    /// The width of the states.
    width: usize,
    /// The width of an embedded token.
    token: usize,
}

/// The names of the decoder's layers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DecoderNames<'n> {
    pub words: &'n str,
    pub cells: &'n str,
    pub conditional: &'n str,
    pub lstm: &'n str,
    pub tokens: &'n str,
}

/// Rows that can be attended to.
#[derive(Clone, Debug)]
struct Keys<V> {
    /// `[rows, places, width]`.
    x: V,
    places: usize,
    /// Which places of each row count; all, if nobody says.
    counts: Option<Vec<bool>>,
}

/// The state of each layer.
#[derive(Clone, Debug)]
struct State<V> {
    hidden: Vec<V>,
    cell: Vec<V>,
}

/// What comes of a step.
struct Step<V> {
    state: State<V>,
    /// Of words and cells.
    contexts: [V; 2],
    weights: [V; 2],
}

impl AttentiveDecoder {
    /// Finds the decoder's tensors. All that is optional about it shows in them.
    ///
    /// # Errors
    /// The name of the first tensor that is missing.
    pub fn find(tensors: LayerFinder<'_>, names: DecoderNames<'_>) -> Result<Self, String> {
        let cell = tensors.cell(names.lstm, "")?;
        let token = tensors.size(tensors.weight(names.tokens)?, 1);
        let sees_contexts = tensors.size(cell.input, 1) > token;
        Ok(Self {
            width: tensors.size(cell.hidden, 1),
            token,
            of: DecoderParams {
                words: tensors.attention(names.words)?,
                cells: tensors.attention(names.cells)?,
                conditional: tensors.biased(names.conditional).ok(),
                cell,
            },
            above: tensors.cells_above(names.lstm, ""),
            time: if sees_contexts { AttentionTime::Before } else { AttentionTime::After },
        })
    }

    fn is_one_operation(&self) -> bool {
        self.above.is_empty() && self.time == AttentionTime::Before
    }

    /// Runs over whole target sequences. `places` are how many words and cells there is room for.
    pub fn decode<G: Graph>(
        &self,
        graph: &mut G,
        inputs: DecoderInputs<G::Var>,
        places: [usize; 2],
    ) -> DecoderOutput<G::Var> {
        if self.is_one_operation() {
            graph.decode(inputs, self.of)
        } else {
            self.composed(graph, inputs, places)
        }
    }

    /// Decodes token by token.
    pub fn greedy<G: Graph>(
        &self,
        graph: &mut G,
        how: Speaking<G::Var>,
        places: [usize; 2],
    ) -> Vec<GreedyOutput> {
        if !self.is_one_operation() {
            return self.speak_in_steps(graph, how, places);
        }
        let Speaking { start, memories, tokens, output, first, last, most, attention } = how;
        graph.greedy_decode(GreedyInputs {
            start,
            memories,
            decoder: self.of,
            tokens,
            output,
            first,
            last,
            max_len: most,
            attention,
        })
    }

    /// The same, composed.
    fn speak_in_steps<G: Graph>(
        &self,
        graph: &mut G,
        how: Speaking<G::Var>,
        places: [usize; 2],
    ) -> Vec<GreedyOutput> {
        let Speaking { start, memories, tokens, output, first, last, most, attention } = how;
        let rows = memories.lengths.len();
        let keys = keys(graph, &memories, places, self.width);
        let mut state = self.begin(start);
        let mut said = vec![first; rows];
        let mut is_over = vec![false; rows];
        let mut spoken = vec![GreedyOutput::default(); rows];
        let mark = graph.mark();
        for _ in 0..most {
            if is_over.iter().all(|over| *over) {
                break;
            }
            let token = graph.embedding(said.clone(), tokens, None);
            let Step { state: after, contexts, weights } = self.step(graph, token, &state, &keys, rows);
            let hidden = *after.hidden.last().unwrap_or(&start);
            let logits = match output {
                OutputLayer::State(weight) => graph.linear(hidden, weight, None),
                OutputLayer::Everything([one, other]) => {
                    let narrow = graph.linear_cat(&[token, hidden, contexts[0], contexts[1]], one, None);
                    graph.linear(narrow, other, None)
                }
            };
            said = argmax(&graph.to_vec(logits), rows);
            let weights =
                if attention { weights.map(|weights| graph.to_vec(weights)) } else { Default::default() };
            for row in 0..rows {
                is_over[row] |= said[row] == last;
                if is_over[row] {
                    continue;
                }
                spoken[row].tokens.push(said[row]);
                if attention {
                    let of_row =
                        |of: usize| weights[of][row * keys[of].places..(row + 1) * keys[of].places].to_vec();
                    let (words, cells) = (of_row(0), of_row(1));
                    spoken[row].words.push(words);
                    spoken[row].cells.push(cells);
                }
            }
            let needed: Vec<G::Var> = after.hidden.iter().chain(&after.cell).copied().collect();
            let kept = graph.free_since(mark, &needed);
            let (hidden, cell) = kept.split_at(after.hidden.len());
            state = State { hidden: hidden.to_vec(), cell: cell.to_vec() };
        }
        spoken
    }

    /// All layers begin alike, hidden state and cell.
    fn begin<V: Copy>(&self, start: V) -> State<V> {
        let layers = vec![start; 1 + self.above.len()];
        State { hidden: layers.clone(), cell: layers }
    }

    fn composed<G: Graph>(
        &self,
        graph: &mut G,
        inputs: DecoderInputs<G::Var>,
        places: [usize; 2],
    ) -> DecoderOutput<G::Var> {
        let DecoderInputs { tokens, start, memories, packing } = inputs;
        let Self { width, token, .. } = *self;
        let all = keys(graph, &memories, places, width);
        let mut state = self.begin(start);
        // What each step gives, with its number of rows.
        let (mut hidden, mut contexts) = (Vec::new(), Vec::new());
        let mut weights: [Vec<(G::Var, usize)>; 2] = Default::default();
        for step in 0..packing.steps() {
            let alive = packing.alive(step);
            let from = packing.start(step);
            let given = first_rows(graph, tokens, from..from + alive, token);
            let keys = all.each_ref().map(|keys| keys.first(graph, alive, width));
            let before = State {
                hidden: state.hidden.iter().map(|&x| first_rows(graph, x, 0..alive, width)).collect(),
                cell: state.cell.iter().map(|&x| first_rows(graph, x, 0..alive, width)).collect(),
            };
            let done = self.step(graph, given, &before, &keys, alive);
            hidden.extend(done.state.hidden.last().map(|&x| (x, alive * width)));
            contexts.push((graph.cat(&done.contexts.map(|x| (x, width))), alive * 2 * width));
            for (all, (x, keys)) in weights.iter_mut().zip(done.weights.into_iter().zip(&keys)) {
                all.push((x, alive * keys.places));
            }
            state = done.state;
        }
        let [word_weights, cell_weights] = weights.map(|weights| graph.cat(&weights));
        DecoderOutput {
            hidden: graph.cat(&hidden),
            contexts: graph.cat(&contexts),
            word_weights,
            cell_weights,
        }
    }

    fn step<G: Graph>(
        &self,
        graph: &mut G,
        token: G::Var,
        before: &State<G::Var>,
        keys: &[Keys<G::Var>; 2],
        rows: usize,
    ) -> Step<G::Var> {
        let top = |state: &State<G::Var>| *state.hidden.last().unwrap_or(&token);
        match self.time {
            AttentionTime::Before => {
                let (contexts, weights) = self.attend(graph, top(before), keys, rows);
                let state = self.advance(graph, &[token, contexts[0], contexts[1]], before);
                Step { state, contexts, weights }
            }
            AttentionTime::After => {
                let state = self.advance(graph, &[token], before);
                let (contexts, weights) = self.attend(graph, top(&state), keys, rows);
                Step { state, contexts, weights }
            }
        }
    }

    /// Attends to the words, then to the cells.
    fn attend<G: Graph>(
        &self,
        graph: &mut G,
        state: G::Var,
        [words, cells]: &[Keys<G::Var>; 2],
        rows: usize,
    ) -> ([G::Var; 2], [G::Var; 2]) {
        let sizes = [rows, self.width];
        let (of_words, word_weights) = additive(graph, self.of.words, state, words, sizes);
        let query = match self.of.conditional {
            None => state,
            Some((weight, bias)) => {
                let query = graph.linear_cat(&[state, of_words], weight, Some(bias));
                graph.tanh(query)
            }
        };
        let (of_cells, cell_weights) = additive(graph, self.of.cells, query, cells, sizes);
        ([of_words, of_cells], [word_weights, cell_weights])
    }

    /// All layers take a step.
    fn advance<G: Graph>(&self, graph: &mut G, input: &[G::Var], before: &State<G::Var>) -> State<G::Var> {
        let mut after = State { hidden: Vec::new(), cell: Vec::new() };
        let mut input = input.to_vec();
        for (number, layer) in std::iter::once(&self.of.cell).chain(&self.above).enumerate() {
            let (hidden, cell) =
                lstm(graph, layer, &input, (before.hidden[number], before.cell[number]), self.width);
            after.hidden.push(hidden);
            after.cell.push(cell);
            input = vec![hidden];
        }
        after
    }
}

/// How the decoder speaks.
#[derive(Debug)]
pub(crate) struct Speaking<V> {
    pub start: V,
    pub memories: Memories<V>,
    pub tokens: ParamId,
    pub output: OutputLayer,
    pub first: u32,
    pub last: u32,
    pub most: usize,
    pub attention: bool,
}

impl<V: Copy> Keys<V> {
    /// Those of the first rows.
    fn first<G: Graph<Var = V>>(&self, graph: &mut G, rows: usize, width: usize) -> Self {
        let places = self.places;
        Self {
            x: first_rows(graph, self.x, 0..rows, places * width),
            places,
            counts: self.counts.as_ref().map(|counts| counts[..rows * places].to_vec()),
        }
    }
}

/// Words and cells, row by row.
fn keys<G: Graph>(
    graph: &mut G,
    memories: &Memories<G::Var>,
    [words, cells]: [usize; 2],
    width: usize,
) -> [Keys<G::Var>; 2] {
    let rows = memories.lengths.len();
    let by_row: Arc<[u32]> =
        (0..rows).flat_map(|row| (0..words).map(move |word| (word * rows + row) as u32)).collect();
    let counts =
        memories.lengths.iter().flat_map(|&length| (0..words).map(move |word| word < length as usize));
    [
        Keys {
            x: graph.index_select(memories.words, width, by_row),
            places: words,
            counts: Some(counts.collect()),
        },
        Keys { x: memories.cells, places: cells, counts: None },
    ]
}

fn first_rows<G: Graph>(graph: &mut G, x: G::Var, rows: std::ops::Range<usize>, width: usize) -> G::Var {
    graph.index_select(x, width, rows.map(|row| row as u32).collect())
}

/// Additive attention: what was found, and the weights.
fn additive<G: Graph>(
    graph: &mut G,
    of: AttentionParams,
    query: G::Var,
    keys: &Keys<G::Var>,
    [rows, width]: [usize; 2],
) -> (G::Var, G::Var) {
    let query = graph.linear(query, of.query, None);
    let query = graph.index_select(query, width, each_repeated(0..rows, keys.places));
    let sum = graph.add(query, keys.x);
    let sum = graph.tanh(sum);
    let scores = graph.linear(sum, of.energy, None);
    let weights = graph.softmax(scores, keys.places, keys.counts.as_deref().map(Into::into));
    (graph.bmm(weights, keys.x, BmmShape::new(rows, 1, keys.places, width)), weights)
}

/// A step of an LSTM: hidden state and cell.
fn lstm<G: Graph>(
    graph: &mut G,
    of: &LstmParams,
    input: &[G::Var],
    (hidden, cell): (G::Var, G::Var),
    width: usize,
) -> (G::Var, G::Var) {
    let given = graph.linear_cat(input, of.input, Some(of.biases[0]));
    let own = graph.linear(hidden, of.hidden, Some(of.biases[1]));
    let gates = graph.add(given, own);
    let [input, forget, candidate, output] =
        [0, 1, 2, 3].map(|gate| graph.narrow(gates, 4 * width, gate * width..(gate + 1) * width));
    let [input, forget, output] = [input, forget, output].map(|gate| graph.sigmoid(gate));
    let candidate = graph.tanh(candidate);
    let [kept, new] = [graph.mul(forget, cell), graph.mul(input, candidate)];
    let cell = graph.add(kept, new);
    let bent = graph.tanh(cell);
    (graph.mul(output, bent), cell)
}

#[cfg(test)]
mod tests {
    use wampimuk_core::{Digest, StreamKey};
    use wampimuk_nn::{Packing, Params, Tape, Var};

    use super::*;
    use crate::initializer::Initializer;

    const WIDTH: usize = 6;
    const TOKEN: usize = 5;
    const TOKENS: usize = 4;
    /// The lengths of targets and commands, and the cells of a world.
    const TARGETS: [u32; 3] = [4, 3, 1];
    const COMMANDS: [u32; 3] = [3, 1, 2];
    const CELLS: usize = 4;

    /// A decoder of the released form, and values for its inputs.
    fn decoder(is_conditional: bool) -> (Params, AttentiveDecoder, [ParamId; 2]) {
        let mut initial = Initializer::new(StreamKey::new(&Digest::of(b"decoder"), "weights", 0).stream(0));
        for name in ["words", "cells"] {
            initial.linear(&format!("{name}.query_layer"), [WIDTH, WIDTH], false);
            initial.linear(&format!("{name}.energy_layer"), [1, WIDTH], false);
        }
        if is_conditional {
            initial.linear("conditional", [WIDTH, 2 * WIDTH], true);
        }
        initial.embedding("tokens", TOKENS, TOKEN, 0);
        initial.cell("lstm", "", TOKEN + 2 * WIDTH, WIDTH);
        initial.linear("narrow", [WIDTH, TOKEN + 3 * WIDTH], false);
        initial.linear("wide", [TOKENS, WIDTH], false);
        initial.normal("given", &[200, WIDTH], 1.0);
        let params = initial.finish();
        let names = DecoderNames {
            words: "words",
            cells: "cells",
            conditional: "conditional",
            lstm: "lstm",
            tokens: "tokens",
        };
        let tensors = LayerFinder(&params);
        let decoder = AttentiveDecoder::find(tensors, names).unwrap();
        let output = [tensors.weight("narrow").unwrap(), tensors.weight("wide").unwrap()];
        (params, decoder, output)
    }

    /// Start, words and cells: rows of a table, so that gradients flow into them.
    fn given(tape: &mut Tape<'_>, params: &Params) -> (Var, Memories<Var>) {
        let table = tape.param(params.find("given").unwrap());
        let rows = TARGETS.len();
        let words = COMMANDS.iter().copied().max().unwrap() as usize;
        let mut from = 0;
        let mut take = |tape: &mut Tape<'_>, count: usize| {
            from += count;
            tape.index_select(table, WIDTH, (from - count..from).map(|row| row as u32).collect())
        };
        let start = take(tape, rows);
        let (words, cells) = (take(tape, words * rows), take(tape, CELLS * rows));
        (start, Memories { words, lengths: COMMANDS.to_vec(), cells })
    }

    /// Loss, outputs and gradients of teacher forcing.
    fn taught(
        params: &Params,
        decoder: &AttentiveDecoder,
        [narrow, wide]: [ParamId; 2],
        at_once: bool,
    ) -> Vec<f32> {
        let mut tape = Tape::new(params, None);
        let (start, memories) = given(&mut tape, params);
        let packing = Packing::new(&TARGETS);
        let said: Vec<u32> = (0..packing.rows() as u32).map(|row| 1 + row % 3).collect();
        let tokens = tape.embedding(said, params.find("tokens.weight").unwrap(), None);
        let inputs = DecoderInputs { tokens, start, memories, packing: packing.clone() };
        let places = [3, CELLS];
        let out = if at_once {
            tape.decode(inputs, decoder.of)
        } else {
            decoder.composed(&mut tape, inputs, places)
        };
        let hidden = tape.linear_cat(&[tokens, out.hidden, out.contexts], narrow, None);
        let logits = tape.linear(hidden, wide, None);
        let labels: Vec<Option<u32>> = (0..packing.rows() as u32).map(|row| Some(row % 4)).collect();
        let loss = tape.cross_entropy(logits, &labels, 0.25);
        // Attention has gradients of its own, for the auxiliary task.
        let places = (0..packing.rows() as u32).collect();
        let looked = tape.index_select(out.cell_weights, CELLS, places);
        let looked = tape.cross_entropy(looked, &vec![Some(1); packing.rows()], 0.25);
        let loss = tape.add(loss, looked);
        let mut all = Vec::new();
        for var in [loss, out.hidden, out.contexts, out.word_weights, out.cell_weights] {
            all.extend_from_slice(tape.get(var));
        }
        let mut gradients = vec![0.0; params.data.len()];
        tape.backward(loss, &mut gradients);
        all.extend(gradients);
        all
    }

    fn assert_same(one: &[f32], other: &[f32]) {
        assert_eq!(one.len(), other.len());
        for (place, (one, other)) in one.iter().zip(other).enumerate() {
            assert!((one - other).abs() < 1e-5, "number {place}: {one} and {other}");
        }
    }

    #[test]
    fn one_operation_and_many_agree() {
        for is_conditional in [true, false] {
            let (params, decoder, output) = decoder(is_conditional);
            assert!(decoder.is_one_operation());
            assert_same(&taught(&params, &decoder, output, true), &taught(&params, &decoder, output, false));
            let speaking = |tape: &mut Tape<'_>| {
                let (start, memories) = given(tape, &params);
                Speaking {
                    start,
                    memories,
                    tokens: params.find("tokens.weight").unwrap(),
                    output: OutputLayer::Everything(output),
                    first: 1,
                    last: TOKENS as u32,
                    most: 7,
                    attention: true,
                }
            };
            let [mut one, mut other] = [Tape::new(&params, None), Tape::new(&params, None)];
            let how = speaking(&mut one);
            let whole = decoder.greedy(&mut one, how, [3, CELLS]);
            let how = speaking(&mut other);
            let steps = decoder.speak_in_steps(&mut other, how, [3, CELLS]);
            assert!(whole.iter().all(|spoken| spoken.tokens.len() == 7), "{whole:?}");
            for (whole, steps) in whole.iter().zip(&steps) {
                assert_eq!(whole.tokens, steps.tokens);
                assert_same(&whole.words.concat(), &steps.words.concat());
                assert_same(&whole.cells.concat(), &steps.cells.concat());
            }
        }
    }
}
