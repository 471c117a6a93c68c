//! M-LSTM by name.

use wampimuk_core::Stream;
use wampimuk_nn::Params;

use super::{MLstm, Options};
use crate::architecture::Architecture;
use crate::data::{Data, DataError, GridTask};

/// M-LSTM.
#[derive(Clone, Copy, Debug)]
pub struct MLstmArchitecture;

impl Architecture for MLstmArchitecture {
    const NAME: &'static str = "m-lstm";
    const ABOUT: &'static str = "gSCAN's baseline: reads the command, convolves the world, attends to both";
    const PRESET: &'static str = "gscan";
    type Model = MLstm;
    type Task = GridTask;
    type Options = Options;

    fn task(data: Data, options: &Options) -> Result<GridTask, DataError> {
        options.check().map_err(DataError::Options)?;
        GridTask::new(data)
    }

    fn create(task: &GridTask, options: &Options, stream: Stream) -> Result<Params, DataError> {
        Ok(MLstm::create(task.sizes(), options, stream))
    }

    fn find(params: &Params, options: &Options) -> Result<MLstm, String> {
        Ok(MLstm::find(params)?.with_options(options))
    }
}
