//! EntNet by name.

use serde::{Deserialize, Serialize};
use wampimuk_batch::Punctuation;
use wampimuk_core::Stream;
use wampimuk_nn::Params;

use super::{EntNet, Sizes};
use crate::architecture::Architecture;
use crate::data::{ChoiceTask, Data, DataError, SentenceReading};
use crate::limits::{WIDTHS, within};

/// The most sentences of a part: 6 GB of values and their gradients.
const MOST: usize = 1 << 15;

/// EntNet.
#[derive(Clone, Copy, Debug)]
pub struct EntNetArchitecture;

/// The sizes of EntNet, and whether it is as released.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, schemars::JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The softmax of a question goes over the questions of its batch instead of the memories.
    pub as_released: bool,
    /// How many questions share a softmax then; it should be the batch's size.
    pub together: usize,
    /// The width of words, sentences, keys and memories.
    pub width: usize,
    /// How many memories there are.
    pub memories: usize,
}

impl Default for Options {
    fn default() -> Self {
        let Sizes { width, memories, .. } = Sizes::new(0, 0);
        Self { as_released: false, together: 32, width, memories }
    }
}

impl Options {
    fn check(&self) -> Result<(), String> {
        within("together", self.together, 1..=1 << 16)?;
        within("width", self.width, WIDTHS)?;
        within("memories", self.memories, WIDTHS)
    }
}

impl Architecture for EntNetArchitecture {
    const NAME: &'static str = "entnet";
    const ABOUT: &'static str = "a baseline of Dyna-bAbI: memories that each watch for one thing";
    const PRESET: &'static str = "entnet";
    type Model = EntNet;
    type Task = ChoiceTask;
    type Options = Options;

    fn task(data: Data, options: &Options) -> Result<ChoiceTask, DataError> {
        options.check().map_err(DataError::Options)?;
        let together = options.as_released.then_some(options.together);
        let reading =
            SentenceReading { marks: Punctuation::DropLast, last: None, filled: false, together, most: MOST };
        ChoiceTask::new(data, reading)
    }

    fn create(task: &ChoiceTask, options: &Options, stream: Stream) -> Result<Params, DataError> {
        let Options { width, memories, .. } = *options;
        let (vocabulary, words) = (task.words(), task.longest());
        Ok(EntNet::create(Sizes { vocabulary, words, width, memories }, stream))
    }

    fn find(params: &Params, options: &Options) -> Result<EntNet, String> {
        let model = EntNet::find(params)?;
        Ok(if options.as_released { model.as_released() } else { model })
    }
}
