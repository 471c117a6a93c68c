//! The papers' baselines, one file each, written in the operations of [`wampimuk_nn`], and their training.
//!
//! * A [`Model`] is a function of a graph of operations; [`Architecture`] adds its name, its options and its initial weights,
//!   and `architecture.rs` lists them all.
//! * A [`Task`] is what a model is taught: where batches come from ([`Data`]: the generator, or files), when an answer is
//!   right, and how it is written down.
//! * A [`Machine`] is what a model runs on: the CPU's cores ([`Cpu`]) or one GPU (`Gpu`, with the feature `cuda`).
//! * [`learn()`] trains by [`Settings`], of which the papers' come with the program; a [`Checkpoint`] keeps what was learned
//!   and all that is needed to use it, or to resume as if nothing had happened. [`predict()`] answers.

mod architecture;
mod attentive_decoder;
mod batch_order;
pub mod bidaf;
mod checkpoint;
mod classifier;
mod data;
pub mod entnet;
pub mod gcn_lstm;
mod grid_batch;
mod initializer;
mod keys;
mod layer_finder;
mod limits;
mod log;
pub mod m_lstm;
mod machine;
mod model;
mod optimiser;
mod predict;
mod prefetch;
mod preset;
#[cfg(feature = "pretrained")]
pub mod pretrained;
mod random;
pub mod stm;
mod story_batch;
mod task;
mod teacher_forcing;
mod tensor_finder;
mod train;
pub mod transformer;

pub use architecture::{ARCHITECTURES, Architecture, ModelVisitor, with_model};
pub use attentive_decoder::AttentionTime;
pub use batch_order::{BatchOrder, sample};
pub use checkpoint::{
    CHECKPOINT_FORMAT, Checkpoint, CheckpointError, CheckpointInfo, DatasetInfo, DevScore, Progress,
};
pub use data::{
    ChoiceTask, Data, DataError, ExtraRecipe, GridTask, PassageTask, SentenceReading, StoredItems,
    StoryVocabulary,
};
pub use grid_batch::{Batch, BatchTotals, partition_batch};
pub use initializer::Initializer;
pub use keys::{model_schema, settings_schema};
pub use log::{Log, LogEntry};
pub use machine::{Cpu, Machine, MachineError, TrainingState, UpdateOptions};
#[cfg(feature = "cuda")]
pub use machine::{Gpu, open_gpu};
pub use model::{AnswerOptions, Model};
pub use optimiser::{OptimiserState, clip};
pub use predict::{ModelAnswer, checkpoint_of, own_checkpoint_of, predict, read_checkpoint};
pub use preset::{Clip, EarlyStopping, Optimiser, PRESETS, Preset, Schedule, SelectBy, Settings};
pub use random::{RANDOM, guess};
pub use story_batch::{
    PassageBatch, QuestionBatch, Span, TextLimits, partition_passages, partition_questions,
};
pub use task::{AnswerText, BatchMaker, BatchPart, Task, TextOrList};
pub use train::{
    BEST, LAST, TrainError, TrainEvent, TrainOutcome, TrainPlan, dev_split, find_split, judge, learn,
};
