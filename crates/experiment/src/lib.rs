//! What `train`, `predict`, `export` and `reproduce` do, for any shell.
//!
//! * [`open_data`] opens what is learned from or asked about; [`train()`] teaches a model, by the settings that
//!   [`training_settings`] finds; a [`Predictor`] writes down what it answers; [`export()`] writes it for the library that it
//!   came from.
//! * A [`Reproduction`] is a paper's list of trainings and answers. It carries out nothing itself: its [`Agenda`] is a list of
//!   command lines for a [`Performer`], who may stop. What they leave behind is read back: the paper's tables and figures
//!   are filled from the files of each training, whatever was asked for.
//!
//! Nothing here prints or parses arguments. Events tell how trainings and reproductions get on, a
//! [`wampimuk_core::Watch`] how many items are done.

mod data;
mod error;
mod export;
mod keys;
mod machine;
mod predict;
mod reproduce;
mod settings;
mod train;

pub use data::{DataOptions, open_data};
pub use error::Error;
pub use export::{Exported, export};
pub use keys::key_list;
pub use machine::{Device, MachineOptions};
pub use predict::{Form, PredictOptions, Predictor, SplitScore};
pub use reproduce::{
    Agenda, DataFigures, Effort, Event, Job, Performer, Record, Reproduced, Reproduction, ReproductionOptions,
};
pub use settings::training_settings;
pub use train::{TrainOptions, Trained, inoculation_items, train};
