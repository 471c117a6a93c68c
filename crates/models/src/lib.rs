//! The papers' baselines, one file each, written in the operations of [`wampimuk_nn`], and how they learn.
//!
//! * A [`Model`] is a function of a graph of operations; [`Architecture`] adds its name, its options and its first weights,
//!   and `kind.rs` lists them all.
//! * A [`Task`] is what a model is taught: where batches come from ([`Data`]: the generator, or files), when an answer is
//!   right, and how it is written down.
//! * A [`Machine`] computes: the processor's cores ([`Cpu`]) or one GPU (`Gpu`, with the feature `cuda`).
//! * [`learn()`] trains by [`Settings`], of which the papers' come with the program; a [`Checkpoint`] keeps what was learned
//!   and all that is needed to use it, or to go on as if nothing had happened. [`predict()`] answers.

mod ahead;
pub mod bidaf;
mod checkpoint;
mod chooser;
mod data;
pub mod entnet;
mod finder;
pub mod gcn_lstm;
mod grid_batch;
mod initial;
mod kind;
mod log;
pub mod m_lstm;
mod machine;
mod model;
mod optimiser;
mod order;
mod predict;
mod preset;
#[cfg(feature = "pretrained")]
pub mod pretrained;
mod random;
mod shaped;
mod shifted;
pub mod stm;
mod story_batch;
mod task;
mod train;
pub mod transformer;

pub use checkpoint::{About, CHECKPOINT_FORMAT, Checkpoint, CheckpointError, DataNote, Progress, Score};
pub use data::{Also, ChoiceTask, Data, DataError, GridTask, Known, PassageTask, Reading, Stored};
pub use grid_batch::{Batch, Whole, deal};
pub use initial::Initial;
pub use kind::{Architecture, KINDS, MLstmKind, MLstmOptions, Visit, with_model};
pub use log::{Entry, Log};
pub use machine::{Cpu, Machine, MachineError, State, Step};
#[cfg(feature = "cuda")]
pub use machine::{Gpu, open_gpu};
pub use model::{Answering, Model};
pub use optimiser::{Memory, clip};
pub use order::{Order, sample};
pub use predict::{Answered, checkpoint_of, predict, read_checkpoint};
pub use preset::{Clip, Optimiser, PRESETS, Preset, Schedule, Select, Settings, Stop};
pub use random::{RANDOM, guess};
pub use story_batch::{Passages, Questions, Room, Span, deal_passages, deal_questions};
pub use task::{Maker, Part, Said, Task, Words};
pub use train::{BEST, LAST, Note, Plan, TrainError, Trained, dev_split, find_split, judge, learn};
