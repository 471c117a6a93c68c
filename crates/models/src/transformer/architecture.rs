//! The transformer by name.

use wampimuk_core::Stream;
use wampimuk_nn::Params;

use super::{Options, Transformer};
use crate::architecture::Architecture;
use crate::data::{Data, DataError, GridTask};

/// The transformer.
#[derive(Clone, Copy, Debug)]
pub struct TransformerArchitecture;

impl Architecture for TransformerArchitecture {
    const NAME: &'static str = "transformer";
    const ABOUT: &'static str =
        "a transformer whose words and cells attend to each other, as of Qiu et al. 2021";
    const PRESET: &'static str = "transformer";
    type Model = Transformer;
    type Task = GridTask;
    type Options = Options;

    fn task(data: Data, options: &Options) -> Result<GridTask, DataError> {
        options.check().map_err(DataError::Options)?;
        GridTask::new(data)
    }

    fn create(task: &GridTask, options: &Options, stream: Stream) -> Result<Params, DataError> {
        Ok(Transformer::create(task.sizes(), options, stream))
    }

    fn find(params: &Params, options: &Options) -> Result<Transformer, String> {
        Transformer::find(params, options)
    }
}
