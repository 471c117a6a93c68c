//! The papers' baselines, one file each, written in the operations of [`wampimuk_nn`], and how they learn.

mod finder;
pub mod gcn_lstm;
mod grid_batch;
mod initial;
pub mod m_lstm;
mod model;
mod shifted;
mod train;

pub use grid_batch::{Batch, deal};
pub use initial::Initial;
pub use model::{Answering, Model};
pub use train::{Settings, Trainer, is_exact};
