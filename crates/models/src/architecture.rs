//! The models by name: the one place where they are listed.
//!
//! To add one whose gradients flow through a [`Graph`](wampimuk_nn::Graph):
//!
//! 1. its file, with a type that implements [`Model`];
//! 2. a type that implements [`Architecture`] for it: its name, its task, its options, how its initial weights are drawn and
//!    how its tensors are found. A model of commands in grid worlds has [`GridTask`]; what else there is to learn from is
//!    a [`Task`] of its own;
//! 3. a line in the list below. `train`, `predict`, checkpoints and resuming then work for it, on CPU and GPU.

use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wampimuk_core::{Stream, suggest_or_list};
use wampimuk_nn::Params;

use crate::bidaf::BidafArchitecture;
use crate::checkpoint::Checkpoint;
use crate::data::{Data, DataError};
use crate::entnet::EntNetArchitecture;
use crate::gcn_lstm::GcnLstmArchitecture;
use crate::m_lstm::MLstmArchitecture;
use crate::model::Model;
use crate::stm::StmArchitecture;
use crate::task::Task;
use crate::train::TrainError;
use crate::transformer::TransformerArchitecture;

/// A model with everything that its training needs.
pub trait Architecture: 'static {
    /// What it is called on the command line and in checkpoints.
    const NAME: &'static str;
    /// One line on what it is.
    const ABOUT: &'static str;
    /// The preset that is used if none is named.
    const PRESET: &'static str;
    /// The most parts that a batch may be divided into.
    const PARTS: usize = usize::MAX;
    /// The model.
    type Model: Model;
    /// What it learns from.
    type Task: Task<Batch = <Self::Model as Model>::Batch, Answer = <Self::Model as Model>::Answer>;
    /// The keys of `model` in settings, each with a sentence; unknown ones should be errors.
    type Options: Default + DeserializeOwned + JsonSchema + Serialize;

    /// Its task with this data.
    ///
    /// # Errors
    /// If it cannot learn from such items.
    fn task(data: Data, options: &Self::Options) -> Result<Self::Task, DataError>;

    /// The initial weights.
    ///
    /// # Errors
    /// If a checkpoint that they come from cannot be read.
    fn create(task: &Self::Task, options: &Self::Options, stream: Stream) -> Result<Params, DataError>;

    /// Finds the model's tensors.
    ///
    /// # Errors
    /// The name of the first tensor that is missing.
    fn find(params: &Params, options: &Self::Options) -> Result<Self::Model, String>;

    /// Writes what was learned as the folder of a checkpoint for the library that the model came from, and says which of its
    /// classes loads it; `None` if it came from no library.
    ///
    /// # Errors
    /// If the folder that the model came from does not fit any more, or a file cannot be written.
    fn publish(
        _: (&Path, &Checkpoint),
        _: &Self::Options,
        _: &Path,
    ) -> Result<Option<&'static str>, TrainError> {
        Ok(None)
    }
}

/// A generic function over a model that is known by name only.
pub trait ModelVisitor {
    /// What comes of it.
    type Out;

    /// Runs the visitor with the architecture of the given name.
    fn visit<A: Architecture>(self) -> Self::Out;
}

macro_rules! architectures {
    ($($(#[$condition:meta])? $architecture:ty),* $(,)?) => {
        /// The names of all models and what they are.
        pub const ARCHITECTURES: &[(&str, &str)] =
            &[$($(#[$condition])? (<$architecture>::NAME, <$architecture>::ABOUT)),*];

        /// Runs a visitor with the model of this name.
        ///
        /// # Errors
        /// If there is none: what there is.
        pub fn with_model<V: ModelVisitor>(name: &str, visit: V) -> Result<V::Out, String> {
            $($(#[$condition])? {
                if name == <$architecture>::NAME {
                    return Ok(visit.visit::<$architecture>());
                }
            })*
            Err(unknown(name))
        }
    };
}

architectures![
    MLstmArchitecture,
    GcnLstmArchitecture,
    TransformerArchitecture,
    EntNetArchitecture,
    StmArchitecture,
    BidafArchitecture,
    #[cfg(feature = "pretrained")]
    crate::pretrained::T5Architecture,
    #[cfg(feature = "pretrained")]
    crate::pretrained::RobertaArchitecture,
];

/// Models that are opt-in.
#[cfg(not(feature = "pretrained"))]
const PRETRAINED: [&str; 2] = ["t5", "roberta"];

fn unknown(name: &str) -> String {
    #[cfg(not(feature = "pretrained"))]
    if PRETRAINED.contains(&name) {
        return format!(
            "this program was built without pre-trained models such as `{name}`: build it with `--features pretrained`"
        );
    }
    let names = ARCHITECTURES.iter().map(|(name, _)| *name);
    format!("there is no model `{name}` ({})", suggest_or_list(name, "there are", names))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_strangers_hear_what_there_is() {
        let mut names: Vec<&str> = ARCHITECTURES.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(unknown("m-lstmm").contains("did you mean `m-lstm`?"));
        assert!(unknown("elephant").contains("there are m-lstm"));
    }
}
