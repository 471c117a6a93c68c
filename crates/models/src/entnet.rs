//! EntNet, the recurrent entity network: memories that each watch for one thing (Henaff et al. 2017), as Dyna-bAbI
//! trained it.
//!
//! With the equations' names: a sentence `s`, memories `h` and their keys `w`, all of one width. A gate `σ(s·h + s·w)`
//! says whether a sentence is about a memory, a candidate `φ(U h + V w + W s)` what it says, and after adding it the
//! memory is brought back to length 1, by which it forgets. A question `q` picks memories by a softmax of `q·h`; what is
//! found, `u`, gives the answer's logits `R φ(q + H u)`.
//!
//! What the code of Dyna-bAbI does beside its paper:
//!
//! * The softmax of a question goes over the batch and not over the memories. What the model answers to a question then
//!   depends on which other questions it is asked with. [`EntNet::find`] gives the published equation, and
//!   [`EntNet::as_released`] the other one, which needs its batch in one piece ([`EntNet::whole_batch`]).
//! * The keys are learned, but the memories begin with what they are without learning from it.
//! * One slope serves both places with `φ`, and one set of weights for the places of words serves sentences and questions.
//!   The original's checkpoints have both twice, and an old copy of the keys; these copies are not looked at.
//! * Memories are divided by their length and nothing else, so one of zeros would not be a number any more.

mod architecture;

use std::sync::Arc;

use wampimuk_core::Stream;
use wampimuk_nn::{BmmShape, EntityMemory, Graph, ParamId, Params};

use crate::classifier::AnswerClassifier;
use crate::initializer::Initializer;
use crate::story_batch::{Pass, QuestionBatch, SentenceReader};
use crate::tensor_finder::TensorFinder;

pub use architecture::{EntNetArchitecture, Options};

/// The sizes of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Words and answers, the padding included.
    pub vocabulary: usize,
    /// The most words of a sentence or question.
    pub words: usize,
    /// The width of words, sentences, keys and memories.
    pub width: usize,
    /// How many memories there are.
    pub memories: usize,
}

impl Sizes {
    /// The published ones.
    pub fn new(vocabulary: usize, words: usize) -> Self {
        Self { vocabulary, words, width: 100, memories: 20 }
    }
}

/// The model's tensors.
#[derive(Clone, Copy, Debug)]
pub struct EntNet {
    sentences: SentenceReader,
    keys: ParamId,
    memories: usize,
    /// U, V and W of the candidates.
    candidate: [ParamId; 3],
    /// H of what was found.
    found: ParamId,
    /// R of the answers.
    answers: ParamId,
    slope: ParamId,
    over_batch: bool,
}

/// The model's outputs for a part of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Outputs<V> {
    /// The logits of each answer, `[rows, vocabulary]`.
    pub logits: V,
    /// What it remembers of the stories, `[rows, memories, width]`.
    pub memories: V,
    /// How much each question asks each memory, `[rows, memories]`.
    pub attention: V,
}

/// The number of the padding word.
const PADDING: u32 = 0;
/// How far the initial weights are from zero.
const DEVIATION: f32 = 0.1;

impl EntNet {
    /// The initial weights of a model.
    pub fn create(sizes: Sizes, stream: Stream) -> Params {
        let Sizes { vocabulary, words, width, memories } = sizes;
        let mut initial = Initializer::new(stream);
        initial.filled("input_encoder_multiplier", &[words, width], 1.0);
        initial.normal("embedded_keys", &[memories, width], DEVIATION);
        initial.normal("embedding_matrix.weight", &[vocabulary, width], DEVIATION);
        for name in ["U", "V", "W"] {
            initial.normal(&format!("{name}.weight"), &[width, width], DEVIATION);
        }
        initial.filled("in_non_linearity.weight", &[1], 1.0);
        initial.normal("R.weight", &[vocabulary, width], DEVIATION);
        initial.normal("H.weight", &[width, width], DEVIATION);
        let mut params = initial.finish();
        let table = params.find("embedding_matrix.weight").map(|id| params.slot(id).range.start);
        if let Some(padding) = table.and_then(|start| params.data.get_mut(start..start + width)) {
            padding.fill(0.0);
        }
        params
    }

    /// Finds the model's tensors by the names of the original's checkpoints. Questions pick among memories.
    ///
    /// # Errors
    /// The name of the first tensor that is missing or has another shape.
    pub fn find(params: &Params) -> Result<Self, String> {
        let tensors = TensorFinder(params);
        let (table, [vocabulary, width]) = tensors.sizes("embedding_matrix.weight")?;
        let (places, [len, _]) = tensors.sizes("input_encoder_multiplier")?;
        tensors.find("input_encoder_multiplier", [len, width])?;
        let (keys, [memories, _]) = tensors.sizes("embedded_keys")?;
        tensors.find("embedded_keys", [memories, width])?;
        let square = |name: &str| tensors.find(name, [width, width]);
        Ok(Self {
            sentences: SentenceReader { table, places, len, width, padding: Some(PADDING) },
            keys,
            memories,
            candidate: [square("U.weight")?, square("V.weight")?, square("W.weight")?],
            found: square("H.weight")?,
            answers: tensors.find("R.weight", [vocabulary, width])?,
            slope: tensors.find("in_non_linearity.weight", [1])?,
            over_batch: false,
        })
    }

    /// The same with the softmax over the questions of a batch, as in the released code.
    #[must_use]
    pub fn as_released(self) -> Self {
        Self { over_batch: true, ..self }
    }

    /// Whether a batch must not be divided into parts, because its questions depend on each other.
    pub fn whole_batch(&self) -> bool {
        self.over_batch
    }

    /// The most words of a sentence or question that the model reads.
    pub fn words(&self) -> usize {
        self.sentences.len
    }

    /// Reads stories and thinks about questions.
    pub fn outputs<G: Graph>(&self, graph: &mut G, part: &QuestionBatch) -> Outputs<G::Var> {
        self.think(graph, part, Pass::Training)
    }

    fn think<G: Graph>(&self, graph: &mut G, part: &QuestionBatch, pass: Pass) -> Outputs<G::Var> {
        let memories = self.remember(graph, part, pass);
        let (rows, width) = (part.rows, self.sentences.width);
        let question = self.sentences.read(graph, &part.questions, rows);
        let fit = graph.bmm(memories, question, BmmShape::new(rows, self.memories, width, 1));
        let attention = self.attend(graph, fit, rows);
        let found = graph.bmm(attention, memories, BmmShape::new(rows, 1, self.memories, width));
        let found = graph.linear(found, self.found, None);
        let both = graph.add(question, found);
        let both = graph.prelu(both, self.slope);
        let logits = graph.linear(both, self.answers, None);
        Outputs { logits, memories, attention }
    }

    /// The memories after the stories.
    fn remember<G: Graph>(&self, graph: &mut G, part: &QuestionBatch, pass: Pass) -> G::Var {
        let (rows, memories, width) = (part.rows, self.memories, self.sentences.width);
        let sentences = self.sentences.read(graph, &part.stories, part.sentences * rows);
        let [of_memory, of_key, of_sentence] = self.candidate;
        // What does not depend on the memories is computed for all sentences together.
        let fits_key = graph.linear(sentences, self.keys, None);
        let says = graph.linear(sentences, of_sentence, None);
        let keys = graph.param(self.keys);
        let keys = graph.linear(keys, of_key, None);
        let first = graph.detached_param(self.keys);
        let open = (0..part.sentences).flat_map(|step| (0..rows).map(move |row| !part.is_filler(step, row)));
        graph.entity_memory(&EntityMemory {
            rows,
            memories,
            width,
            first,
            sentences,
            fits_key,
            says,
            keys,
            open: open.collect(),
            weight: of_memory,
            slope: self.slope,
            inference: pass == Pass::Inference,
        })
    }

    /// How much each question asks each memory.
    fn attend<G: Graph>(&self, graph: &mut G, fit: G::Var, rows: usize) -> G::Var {
        if !self.over_batch {
            return graph.softmax(fit, self.memories, None);
        }
        let by_memory = graph.index_select(fit, 1, transposed(rows, self.memories));
        let weights = graph.softmax(by_memory, rows, None);
        graph.index_select(weights, 1, transposed(self.memories, rows))
    }
}

/// For [`Graph::index_select`] of single numbers: the columns of a matrix as rows.
fn transposed(rows: usize, columns: usize) -> Arc<[u32]> {
    (0..columns).flat_map(|column| (0..rows).map(move |row| (row * columns + column) as u32)).collect()
}

impl AnswerClassifier for EntNet {
    fn logits<G: Graph>(&self, graph: &mut G, part: &QuestionBatch, pass: Pass) -> G::Var {
        self.think(graph, part, pass).logits
    }
}
