//! BiDAF by name.

use serde::Deserialize;
use wampimuk_core::Stream;
use wampimuk_nn::Params;

use super::{Bidaf, Sizes};
use crate::architecture::Architecture;
use crate::data::{Data, DataError, PassageTask};

/// The most words of stories of a part: 4 GB of values and their gradients.
const MOST: usize = 1 << 16;

/// BiDAF.
#[derive(Clone, Copy, Debug)]
pub struct BidafArchitecture;

/// The keys of `model` in settings.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The width of a word.
    pub width: usize,
    /// The width of a reader's state in one direction.
    pub hidden: usize,
}

impl Default for Options {
    fn default() -> Self {
        let Sizes { width, hidden, .. } = Sizes::new(0);
        Self { width, hidden }
    }
}

impl Architecture for BidafArchitecture {
    const NAME: &'static str = "bidaf";
    const ABOUT: &'static str = "points at the words of a story that answer a question";
    const PRESET: &'static str = "bidaf";
    type Model = Bidaf;
    type Task = PassageTask;
    type Options = Options;

    fn task(data: Data, _: &Options) -> Result<PassageTask, DataError> {
        PassageTask::new(data, MOST)
    }

    fn create(task: &PassageTask, options: &Options, stream: Stream) -> Result<Params, DataError> {
        let Options { width, hidden } = *options;
        Ok(Bidaf::create(Sizes { vocabulary: task.words(), width, hidden }, stream))
    }

    fn find(params: &Params, _: &Options) -> Result<Bidaf, String> {
        Bidaf::find(params)
    }
}
