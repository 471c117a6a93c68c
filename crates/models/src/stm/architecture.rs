//! STM by name.

use serde::Deserialize;
use wampimuk_batch::Punctuation;
use wampimuk_core::Stream;
use wampimuk_nn::Params;

use super::{Sizes, Stm};
use crate::architecture::Architecture;
use crate::data::{ChoiceTask, Data, DataError, SentenceReading};

/// STM.
#[derive(Clone, Copy, Debug)]
pub struct StmArchitecture;

/// The keys of `model` in settings.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The table of answers is not learned.
    pub as_released: bool,
    /// The sizes of the memories.
    pub size: Size,
    /// How many sentences before the question are read.
    pub last: usize,
}

/// The sizes of the memories.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// As Dyna-bAbI's paper says.
    #[default]
    Official,
    /// As its code has them; three times as fast.
    Dyna,
}

impl Size {
    /// The most sentences of a part: 14 and 11 GB of values and their gradients.
    fn most(self) -> usize {
        match self {
            Self::Official => 2560,
            Self::Dyna => 5120,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { as_released: false, size: Size::default(), last: 70 }
    }
}

impl Architecture for StmArchitecture {
    const NAME: &'static str = "stm";
    const ABOUT: &'static str = "a baseline of Dyna-bAbI: a memory of things and one of their relations";
    const PRESET: &'static str = "stm";
    type Model = Stm;
    type Task = ChoiceTask;
    type Options = Options;

    fn task(data: Data, options: &Options) -> Result<ChoiceTask, DataError> {
        let (last, most) = (Some(options.last), options.size.most());
        ChoiceTask::new(
            data,
            SentenceReading { marks: Punctuation::Keep, last, filled: true, together: None, most },
        )
    }

    fn create(task: &ChoiceTask, options: &Options, stream: Stream) -> Result<Params, DataError> {
        let sizes = match options.size {
            Size::Official => Sizes::official,
            Size::Dyna => Sizes::dyna,
        };
        Ok(Stm::create(sizes(task.words(), task.longest()), stream))
    }

    fn find(params: &Params, options: &Options) -> Result<Stm, String> {
        let model = Stm::find(params)?;
        Ok(if options.as_released { model.as_released() } else { model })
    }
}
