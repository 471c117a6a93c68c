//! BiDAF, bidirectional attention flow (Seo et al. 2017): points at the words of a story that answer a question.
//!
//! Words become vectors, pass two highway layers and are read in both directions, in the story and in the question
//! alike. `S[t, j] = w · [h_t; u_j; h_t ⊙ u_j]` says how well word `t` of the story fits word `j` of the question. Each word
//! of the story attends to the question by its row of `S`; and the story as a whole is attended to by the largest number
//! of each row. Two more readers go over what comes of it; a softmax over the words says where the answer begins and,
//! after one more reader, another one where it ends.
//!
//! It can answer only what the story names, and learns from such questions only: [`PassageBatch`] says which these are. It
//! answers every question, because it is not told which ones it cannot point at.
//!
//! What differs from the paper: there is no network over the letters of words, and vectors of words are learned here
//! rather than taken from elsewhere. Both are for words that training does not show: a recipe's own stories have none, but
//! those of another may (`mix-t2` after `concat-t2`).

mod architecture;

use std::sync::Arc;

use wampimuk_core::Stream;
use wampimuk_nn::{BmmShape, Graph, LstmParams, ParamId, Params};

use crate::initializer::Initializer;
use crate::model::{AnswerOptions, Model};
use crate::story_batch::{PassageBatch, Span, each_repeated};
use crate::tensor_finder::TensorFinder;

pub use architecture::{BidafArchitecture, Options};

/// The sizes of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Words, the padding included.
    pub vocabulary: usize,
    /// The width of a word.
    pub width: usize,
    /// The width of a reader's state in one direction.
    pub hidden: usize,
}

impl Sizes {
    /// The published ones.
    pub fn new(vocabulary: usize) -> Self {
        Self { vocabulary, width: 100, hidden: 100 }
    }
}

/// The model's tensors.
#[derive(Clone, Copy, Debug)]
pub struct Bidaf {
    table: ParamId,
    highway: [Highway; 2],
    /// Story and question; two over what comes of both; the end.
    contextual: Reader,
    modelling: [Reader; 2],
    last: Reader,
    similarity: ParamId,
    outputs: [ParamId; 2],
    hidden: usize,
    dropout: f32,
}

/// A highway layer, which lets some of its input pass.
#[derive(Clone, Copy, Debug)]
struct Highway {
    transform: (ParamId, ParamId),
    gate: (ParamId, ParamId),
}

/// Forward and backward.
type Reader = [LstmParams; 2];

/// The model's outputs for a part of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Outputs<V> {
    /// The logits of each word as the first one, `[rows, steps]`; words beyond the end are masked.
    pub starts: V,
    /// The same of the last one.
    pub ends: V,
}

/// The number of the padding word.
const PADDING: u32 = 0;
/// The dropout rate, before every reader and both outputs.
const DROPOUT: f32 = 0.2;
/// The most words of an answer; no answer of a story has more than a few.
const LONGEST: usize = 10;
/// Added to masked logits.
const NEVER: f32 = -1e30;

impl Bidaf {
    /// The initial weights of a model.
    pub fn create(sizes: Sizes, stream: Stream) -> Params {
        let Sizes { vocabulary, width, hidden } = sizes;
        let mut initial = Initializer::new(stream);
        initial.embedding("embedding", vocabulary, width, PADDING as usize);
        for layer in 0..2 {
            for part in ["transform", "gate"] {
                initial.linear(&format!("highway.{layer}.{part}"), [width, width], true);
            }
        }
        for (name, input) in [
            ("contextual", width),
            ("modelling.0", 8 * hidden),
            ("modelling.1", 2 * hidden),
            ("end", 2 * hidden),
        ] {
            initial.cell(name, "", input, hidden);
            initial.cell(name, "_reverse", input, hidden);
        }
        initial.uniform("similarity.weight", &[3, 2 * hidden], 1.0 / (6.0 * hidden as f32).sqrt());
        initial.linear("start_output", [1, 10 * hidden], false);
        initial.linear("end_output", [1, 10 * hidden], false);
        initial.finish()
    }

    /// Finds the model's tensors by name.
    ///
    /// # Errors
    /// The name of the first tensor that is missing or has another shape.
    pub fn find(params: &Params) -> Result<Self, String> {
        let tensors = TensorFinder(params);
        let (table, [_, width]) = tensors.sizes("embedding.weight")?;
        let (similarity, [_, both]) = tensors.sizes("similarity.weight")?;
        let hidden = both / 2;
        tensors.find("similarity.weight", [3, 2 * hidden])?;
        let layer = |name: &str| {
            let weight = tensors.find(&format!("{name}.weight"), [width, width])?;
            Ok::<_, String>((weight, tensors.find(&format!("{name}.bias"), [width])?))
        };
        let highway = |number: usize| {
            let (transform, gate) = (format!("highway.{number}.transform"), format!("highway.{number}.gate"));
            Ok::<_, String>(Highway { transform: layer(&transform)?, gate: layer(&gate)? })
        };
        let cell = |name: &str, suffix: &str, input: usize| {
            let of = |what: &str| format!("{name}.{what}_l0{suffix}");
            Ok::<_, String>(LstmParams {
                input: tensors.find(&of("weight_ih"), [4 * hidden, input])?,
                hidden: tensors.find(&of("weight_hh"), [4 * hidden, hidden])?,
                biases: [
                    tensors.find(&of("bias_ih"), [4 * hidden])?,
                    tensors.find(&of("bias_hh"), [4 * hidden])?,
                ],
            })
        };
        let reader = |name: &str, input: usize| {
            Ok::<_, String>([cell(name, "", input)?, cell(name, "_reverse", input)?])
        };
        let output = |name: &str| tensors.find(name, [1, 10 * hidden]);
        Ok(Self {
            table,
            highway: [highway(0)?, highway(1)?],
            contextual: reader("contextual", width)?,
            modelling: [reader("modelling.0", 8 * hidden)?, reader("modelling.1", 2 * hidden)?],
            last: reader("end", 2 * hidden)?,
            similarity,
            outputs: [output("start_output.weight")?, output("end_output.weight")?],
            hidden,
            dropout: DROPOUT,
        })
    }

    /// The same with another dropout rate.
    #[must_use]
    pub fn with_dropout(self, dropout: f32) -> Self {
        Self { dropout, ..self }
    }

    /// Reads stories and questions and looks for the answers.
    pub fn outputs<G: Graph>(&self, graph: &mut G, part: &PassageBatch) -> Outputs<G::Var> {
        let [story, question] = [&part.words, &part.questions].map(|words| self.embed(graph, words));
        let story = self.read(graph, story, &part.lengths, self.contextual);
        let question = self.read(graph, question, &part.question_lengths, self.contextual);
        let attended = self.attend(graph, part, story, question);
        let [first, second] = self.modelling;
        let model = self.read(graph, attended, &part.lengths, first);
        let model = self.read(graph, model, &part.lengths, second);
        let starts = self.point(graph, part, [attended, model], self.outputs[0]);
        let model = self.read(graph, model, &part.lengths, self.last);
        let ends = self.point(graph, part, [attended, model], self.outputs[1]);
        Outputs { starts, ends }
    }

    /// The words' vectors, step by step.
    fn embed<G: Graph>(&self, graph: &mut G, words: &[u32]) -> G::Var {
        let mut x = graph.embedding(words.to_vec(), self.table, Some(PADDING));
        for Highway { transform, gate } in self.highway {
            let new = graph.linear(x, transform.0, Some(transform.1));
            let new = graph.relu(new);
            let open = graph.linear(x, gate.0, Some(gate.1));
            let closed = graph.scale(open, -1.0);
            let [open, closed] = [open, closed].map(|gate| graph.sigmoid(gate));
            let [new, old] = [graph.mul(open, new), graph.mul(closed, x)];
            x = graph.add(new, old);
        }
        x
    }

    /// Reads in both directions; states side by side.
    fn read<G: Graph>(&self, graph: &mut G, x: G::Var, lengths: &[u32], reader: Reader) -> G::Var {
        let x = graph.dropout(x, self.dropout);
        let read = graph.bilstm(x, lengths.to_vec(), reader[0], reader[1]);
        graph.cat(&read.states.map(|states| (states, self.hidden)))
    }

    /// Each word of the stories with what it, and the story as a whole, has to do with the question; step by step.
    fn attend<G: Graph>(
        &self,
        graph: &mut G,
        part: &PassageBatch,
        story: G::Var,
        question: G::Var,
    ) -> G::Var {
        let (rows, width) = (part.lengths.len(), 2 * self.hidden);
        let (steps, words) = (part.words.len() / rows, part.questions.len() / rows);
        let story = graph.index_select(story, width, exchanged(steps, rows));
        let question = graph.index_select(question, width, exchanged(words, rows));
        let weights = graph.param(self.similarity);
        let mut weight =
            |number: u32, times: usize| graph.index_select(weights, width, vec![number; times].into());
        let [of_story, of_question, of_both] =
            [weight(0, 1), weight(1, rows * steps), weight(2, rows * steps)];
        let fit = graph.mul(story, of_both);
        let fit = graph.add(fit, of_question);
        let fit = graph.bmm(fit, question, BmmShape::new(rows, steps, width, words).right_transposed());
        let asked = counts(&part.question_lengths, words).collect::<Vec<_>>();
        let asked: Arc<[bool]> = asked.chunks_exact(words).flat_map(|words| words.repeat(steps)).collect();
        // What a word of the story adds to its whole row changes nothing about the row's softmax.
        let to_question = graph.softmax(fit, words, Some(asked.clone()));
        let to_question = graph.bmm(to_question, question, BmmShape::new(rows, steps, words, width));
        let most = graph.max(fit, words, Some(asked));
        let own = graph.bmm(story, of_story, BmmShape::new(1, rows * steps, width, 1));
        let most = graph.add(most, own);
        let to_story = graph.softmax(most, steps, Some(counts(&part.lengths, steps).collect()));
        let to_story = graph.bmm(to_story, story, BmmShape::new(rows, 1, steps, width));
        let to_story = graph.index_select(to_story, width, each_repeated(0..rows, steps));
        let [one, other] = [to_question, to_story].map(|attended| graph.mul(story, attended));
        let all = graph.cat(&[story, to_question, one, other].map(|part| (part, width)));
        graph.index_select(all, 4 * width, exchanged(rows, steps))
    }

    /// The logits of each word, row by row.
    fn point<G: Graph>(
        &self,
        graph: &mut G,
        part: &PassageBatch,
        seen: [G::Var; 2],
        weight: ParamId,
    ) -> G::Var {
        let rows = part.lengths.len();
        let steps = part.words.len() / rows;
        let seen = seen.map(|x| graph.dropout(x, self.dropout));
        let logits = graph.linear_cat(&seen, weight, None);
        let logits = graph.index_select(logits, 1, exchanged(steps, rows));
        let never = counts(&part.lengths, steps).map(|counts| if counts { 0.0 } else { NEVER }).collect();
        let never = graph.input(never);
        graph.add(logits, never)
    }
}

/// For [`Graph::index_select`]: from `[one, other]` to `[other, one]`.
fn exchanged(one: usize, other: usize) -> Arc<[u32]> {
    (0..other).flat_map(|column| (0..one).map(move |row| (row * other + column) as u32)).collect()
}

/// Row by row, whether a step is before the row's end.
fn counts(lengths: &[u32], steps: usize) -> impl Iterator<Item = bool> {
    lengths.iter().flat_map(move |&length| (0..steps).map(move |step| step < length as usize))
}

/// The likeliest span of at most `longest` words, the first of equals.
fn likeliest_span(starts: &[f32], ends: &[f32], longest: usize) -> Span {
    let mut best = (f32::NEG_INFINITY, Span::default());
    for (start, first) in starts.iter().enumerate() {
        for (end, last) in ends.iter().enumerate().skip(start).take(longest) {
            // The probabilities' product is largest where the logits' sum is.
            if first + last > best.0 {
                best = (first + last, Span { start: start as u32, end: end as u32 });
            }
        }
    }
    best.1
}

impl Model for Bidaf {
    type Batch = PassageBatch;
    type Answer = Span;

    fn labels(part: &PassageBatch) -> usize {
        part.labels()
    }

    fn loss<G: Graph>(&self, graph: &mut G, part: &PassageBatch, scale: f32) -> G::Var {
        if part.labels() == 0 {
            return graph.input(vec![0.0]);
        }
        let Outputs { starts, ends } = self.outputs(graph, part);
        let labels = |of: fn(Span) -> u32| part.spans.iter().map(|span| span.map(of)).collect::<Vec<_>>();
        let start = graph.cross_entropy(starts, &labels(|span| span.start), scale);
        let end = graph.cross_entropy(ends, &labels(|span| span.end), scale);
        graph.add(start, end)
    }

    fn answer<G: Graph>(&self, graph: &mut G, part: &PassageBatch, how: AnswerOptions) -> Vec<Span> {
        let rows = part.lengths.len();
        if rows == 0 {
            return Vec::new();
        }
        let steps = part.words.len() / rows;
        let Outputs { starts, ends } = self.outputs(graph, part);
        let [starts, ends] = [starts, ends].map(|logits| graph.to_vec(logits));
        let longest = how.most.clamp(1, LONGEST);
        let both = starts.chunks_exact(steps).zip(ends.chunks_exact(steps));
        both.zip(&part.lengths)
            .map(|((starts, ends), &length)| {
                let length = (length as usize).min(steps);
                likeliest_span(&starts[..length], &ends[..length], longest)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_end_where_or_after_they_begin_and_are_short() {
        let span = |start, end| Span { start, end };
        assert_eq!(likeliest_span(&[0.0, 1.0, 2.0], &[9.0, 1.0, 0.0], 10), span(0, 0));
        assert_eq!(likeliest_span(&[5.0, 1.0, 2.0], &[0.0, 1.0, 9.0], 10), span(0, 2));
        assert_eq!(likeliest_span(&[5.0, 1.0, 2.0], &[0.0, 1.0, 9.0], 2), span(2, 2));
        assert_eq!(likeliest_span(&[], &[], 3), Span::default());
    }

    #[test]
    fn models_are_found_where_they_were_created() {
        let stream =
            wampimuk_core::StreamKey::new(&wampimuk_core::Digest::of(b"test"), "weights", 0).stream(0);
        let params = Bidaf::create(Sizes { vocabulary: 7, width: 5, hidden: 3 }, stream);
        assert!(Bidaf::find(&params).is_ok());
        assert_eq!(Bidaf::find(&Params::default()).unwrap_err(), "embedding.weight");
    }
}
