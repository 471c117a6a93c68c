//! BiDAF by name.

use serde::{Deserialize, Serialize};
use wampimuk_core::Stream;
use wampimuk_nn::Params;

use super::{Bidaf, DROPOUT, Sizes};
use crate::architecture::Architecture;
use crate::data::{Data, DataError, PassageTask};
use crate::limits::{WIDTHS, dropout, within};

/// The most words of stories of a part: 4 GB of values and their gradients.
const MOST: usize = 1 << 16;

/// BiDAF.
#[derive(Clone, Copy, Debug)]
pub struct BidafArchitecture;

/// The sizes of BiDAF.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, schemars::JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The width of a word.
    pub width: usize,
    /// The width of a reader's state in one direction.
    pub hidden: usize,
    /// The share that is dropped before every reader and both outputs.
    pub dropout: f32,
}

impl Default for Options {
    fn default() -> Self {
        let Sizes { width, hidden, .. } = Sizes::new(0);
        Self { width, hidden, dropout: DROPOUT }
    }
}

impl Options {
    fn check(&self) -> Result<(), String> {
        within("width", self.width, WIDTHS)?;
        within("hidden", self.hidden, WIDTHS)?;
        dropout("dropout", self.dropout)
    }
}

impl Architecture for BidafArchitecture {
    const NAME: &'static str = "bidaf";
    const ABOUT: &'static str = "points at the words of a story that answer a question";
    const PRESET: &'static str = "bidaf";
    type Model = Bidaf;
    type Task = PassageTask;
    type Options = Options;

    fn task(data: Data, options: &Options) -> Result<PassageTask, DataError> {
        options.check().map_err(DataError::Options)?;
        PassageTask::new(data, MOST)
    }

    fn create(task: &PassageTask, options: &Options, stream: Stream) -> Result<Params, DataError> {
        let Options { width, hidden, .. } = *options;
        Ok(Bidaf::create(Sizes { vocabulary: task.words(), width, hidden }, stream))
    }

    fn find(params: &Params, options: &Options) -> Result<Bidaf, String> {
        Ok(Bidaf::find(params)?.with_dropout(options.dropout))
    }
}
