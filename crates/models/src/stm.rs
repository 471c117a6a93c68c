//! STM, the self-attentive associative memory (Le et al. 2020): one memory of items, one of relations between them, as
//! Dyna-bAbI trained it.
//!
//! With `d` the size of an entity and `n` that of a role: a sentence gives two entities `a` and `b` and a role `w`. The
//! memory of items, `[d, d]`, takes up `a aᵀ` through gates. What it holds, with what the memory of relations knows about
//! `b` in the role `w`, gives `n` queries, keys and values, and `Σ_j tanh(q_i ⊙ k_j) v_jᵀ` is added to relation `i` of the
//! memory of relations, `[n, d, d]`. A question follows three relations in turn, from one entity to the next; what it
//! meets on the way is the answer.
//!
//! Of the tensors of the original, [`Stm::create`] makes all and [`Stm::find`] asks for those that matter. The others
//! (an output of the memory that nothing uses, a way from relations back to items whose weight is fixed at zero, a second
//! entity of the question, a second table of answers) stay as they are and cost nothing but their place.
//!
//! What the code does beside the paper:
//!
//! * The table of answers is never learned: it stays as it was drawn. [`Stm::find`] gives a model that learns it and
//!   [`Stm::as_released`] one that does not.
//! * Dyna-bAbI's sizes are smaller than those that its paper names: [`Sizes::dyna`] and [`Sizes::official`].
//! * Nothing is masked. Padding words and sentences are read like others, so what the model answers depends on how far
//!   a story is padded ([`TextLimits::sentences`](crate::TextLimits::sentences)).
//!
//! The original builds a tensor `[rows, n, n, d, d]` for each sentence. Here it is one product for each row, which leaves
//! `2 n d² + 4 n² d` numbers for each row and sentence to remember until gradients have flowed: 0.7 MB in the small size,
//! 1.9 MB in the official one. A batch of 32 stories of ten sentences takes 220 MB or 600 MB at once, and less in parts.

mod architecture;
mod inference;
mod memory_update;

use std::sync::Arc;

use wampimuk_core::Stream;
use wampimuk_nn::{BmmShape, Graph, ParamId, Params};

use crate::classifier::AnswerClassifier;
use crate::initializer::Initializer;
use crate::story_batch::{Pass, QuestionBatch, SentenceReader};
use crate::tensor_finder::TensorFinder;
pub use architecture::{Options, Size, StmArchitecture};
use inference::Inference;
use memory_update::Update;

/// The sizes of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Words and answers, the padding included.
    pub vocabulary: usize,
    /// The most words of a sentence or question.
    pub words: usize,
    /// The size of an entity: d.
    pub entity: usize,
    /// The size of hidden layers.
    pub hidden: usize,
    /// The size of a role, and how many relations there are: n.
    pub role: usize,
}

impl Sizes {
    /// Those of Dyna-bAbI's code.
    pub fn dyna(vocabulary: usize, words: usize) -> Self {
        Self { vocabulary, words, entity: 60, hidden: 55, role: 16 }
    }

    /// Those of the model's own authors, which Dyna-bAbI's paper names.
    pub fn official(vocabulary: usize, words: usize) -> Self {
        Self { vocabulary, words, entity: 90, hidden: 80, role: 20 }
    }
}

/// The width of a word.
const SYMBOL: usize = 64;

/// The model's tensors.
#[derive(Clone, Copy, Debug)]
pub struct Stm {
    sentences: SentenceReader,
    update: Update,
    asking: Inference,
    sizes: Memory,
    answers: ParamId,
    vocabulary: usize,
    learns_answers: bool,
}

/// The sizes of the memories.
#[derive(Clone, Copy, Debug)]
struct Memory {
    entity: usize,
    role: usize,
}

impl Memory {
    /// What relations hold about an entity in a role, for each row: `Σ role_k entity_e relations[k, e, ·]`.
    fn recall<G: Graph>(
        self,
        graph: &mut G,
        relations: G::Var,
        role: G::Var,
        entity: G::Var,
        rows: usize,
    ) -> G::Var {
        let both = graph.bmm(role, entity, BmmShape::new(rows, self.role, 1, self.entity));
        graph.bmm(both, relations, BmmShape::new(rows, 1, self.role * self.entity, self.entity))
    }
}

/// The model's outputs for a part of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Outputs<V> {
    /// The logits of each answer, `[rows, vocabulary]`.
    pub logits: V,
    /// The memory of items after the stories, `[rows, d, d]`.
    pub items: V,
    /// The memory of relations after the stories, `[rows, n, d, d]`.
    pub relations: V,
}

impl Stm {
    /// The initial weights of a model.
    pub fn create(sizes: Sizes, stream: Stream) -> Params {
        let Sizes { vocabulary, words, entity, role, .. } = sizes;
        let mut initial = Initializer::new(stream);
        let bound = xavier(entity, vocabulary);
        initial.uniform("Z", &[entity, vocabulary], bound);
        initial.filled("input_module.pos_embed", &[words, SYMBOL], 1.0 / words.max(1) as f32);
        initial.uniform("input_module.word_embed.weight", &[vocabulary, SYMBOL], 0.1);
        Update::create(sizes, &mut initial);
        initial.uniform("infer_module.Z", &[entity, vocabulary], bound);
        Inference::create(sizes.hidden, Memory { entity, role }, &mut initial);
        initial.finish()
    }

    /// Finds the model's tensors by the names of the original's checkpoints. The table of answers is learned.
    ///
    /// # Errors
    /// The name of the first tensor that is missing or has another shape.
    pub fn find(params: &Params) -> Result<Self, String> {
        let tensors = TensorFinder(params);
        let (table, [vocabulary, width]) = tensors.sizes("input_module.word_embed.weight")?;
        let (places, [len, _]) = tensors.sizes("input_module.pos_embed")?;
        tensors.find("input_module.pos_embed", [len, width])?;
        let (_, [role, entity, _]) = tensors.sizes("update_module.rel_memory_state_bias")?;
        let sizes = Memory { entity, role };
        Ok(Self {
            sentences: SentenceReader { table, places, len, width, padding: None },
            update: Update::find(tensors, width, sizes)?,
            asking: Inference::find(tensors, width, sizes)?,
            sizes,
            answers: tensors.find("infer_module.Z", [entity, vocabulary])?,
            vocabulary,
            learns_answers: true,
        })
    }

    /// The same with a table of answers that is never learned, as in the released code.
    #[must_use]
    pub fn as_released(self) -> Self {
        Self { learns_answers: false, ..self }
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
        let rows = part.rows;
        let sentences = self.sentences.read(graph, &part.stories, part.sentences * rows);
        let (items, relations) = self.update.read(graph, sentences, part.sentences, rows, pass);
        let question = self.sentences.read(graph, &part.questions, rows);
        let met = self.asking.follow(graph, relations, question, rows);
        let answers = match self.learns_answers {
            true => graph.param(self.answers),
            false => graph.detached_param(self.answers),
        };
        let logits = graph.bmm(met, answers, BmmShape::new(1, rows, self.sizes.entity, self.vocabulary));
        Outputs { logits, items, relations }
    }
}

/// The bound of initial weights that keeps signals and gradients of one size.
fn xavier(input: usize, out: usize) -> f32 {
    (6.0 / (input + out).max(1) as f32).sqrt()
}

/// For [`Graph::index_select`]: the first row again and again.
fn first_repeated(times: usize) -> Arc<[u32]> {
    vec![0; times].into()
}

impl AnswerClassifier for Stm {
    fn logits<G: Graph>(&self, graph: &mut G, part: &QuestionBatch, pass: Pass) -> G::Var {
        self.think(graph, part, pass).logits
    }
}
