//! STM by name.

use serde::{Deserialize, Serialize};
use wampimuk_batch::Punctuation;
use wampimuk_core::Stream;
use wampimuk_nn::Params;

use super::{Sizes, Stm};
use crate::architecture::Architecture;
use crate::data::{ChoiceTask, Data, DataError, SentenceReading};
use crate::limits::{WIDTHS, within};

/// STM.
#[derive(Clone, Copy, Debug)]
pub struct StmArchitecture;

/// The sizes of STM, and whether it is as released.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, schemars::JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The table of answers is not learned.
    pub as_released: bool,
    /// The sizes of the memories, where the next three keys do not say them.
    pub size: Size,
    /// The size of an entity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entity: Option<usize>,
    /// The size of a role, and how many relations there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<usize>,
    /// The size of hidden layers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<usize>,
    /// How many sentences before the question are read.
    pub last: usize,
}

/// The sizes of the memories.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// As Dyna-bAbI's paper says.
    #[default]
    Official,
    /// As its code has them; three times as fast.
    Dyna,
}

/// The most numbers of a part that are remembered until gradients have flowed: 5 GB.
const MOST: usize = 1_200_000_000;

impl Options {
    fn sizes(&self, vocabulary: usize, words: usize) -> Sizes {
        let usual = match self.size {
            Size::Official => Sizes::official(vocabulary, words),
            Size::Dyna => Sizes::dyna(vocabulary, words),
        };
        Sizes {
            entity: self.entity.unwrap_or(usual.entity),
            role: self.role.unwrap_or(usual.role),
            hidden: self.hidden.unwrap_or(usual.hidden),
            ..usual
        }
    }

    /// The most sentences of a part: 14 and 11 GB of values and their gradients in the two sizes.
    fn most(&self) -> usize {
        if [self.entity, self.role, self.hidden].iter().any(Option::is_some) {
            let Sizes { entity, role, .. } = self.sizes(0, 0);
            let each = 2 * role * entity * entity + 4 * role * role * entity;
            return (MOST / each.max(1)).max(1);
        }
        match self.size {
            Size::Official => 2560,
            Size::Dyna => 5120,
        }
    }

    fn check(&self) -> Result<(), String> {
        let Sizes { entity, role, hidden, .. } = self.sizes(0, 0);
        within("entity", entity, 1..=1024)?;
        within("role", role, 1..=1024)?;
        within("hidden", hidden, WIDTHS)?;
        within("last", self.last, 1..=1 << 20)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { as_released: false, size: Size::default(), entity: None, role: None, hidden: None, last: 70 }
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
        options.check().map_err(DataError::Options)?;
        let (last, most) = (Some(options.last), options.most());
        ChoiceTask::new(
            data,
            SentenceReading { marks: Punctuation::Keep, last, filled: true, together: None, most },
        )
    }

    fn create(task: &ChoiceTask, options: &Options, stream: Stream) -> Result<Params, DataError> {
        Ok(Stm::create(options.sizes(task.words(), task.longest()), stream))
    }

    fn find(params: &Params, options: &Options) -> Result<Stm, String> {
        let model = Stm::find(params)?;
        Ok(if options.as_released { model.as_released() } else { model })
    }
}
