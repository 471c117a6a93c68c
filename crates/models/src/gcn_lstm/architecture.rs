//! GCN-LSTM by name.

use wampimuk_core::Stream;
use wampimuk_nn::Params;

use super::{GcnLstm, Options};
use crate::architecture::Architecture;
use crate::data::{Data, DataError, GridTask};

/// GCN-LSTM.
#[derive(Clone, Copy, Debug)]
pub struct GcnLstmArchitecture;

impl Architecture for GcnLstmArchitecture {
    const NAME: &'static str = "gcn-lstm";
    const ABOUT: &'static str =
        "ReaSCAN's stronger baseline: things send each other messages about the command";
    const PRESET: &'static str = "reascan-gcn-lstm";
    type Model = GcnLstm;
    type Task = GridTask;
    type Options = Options;

    fn task(data: Data, options: &Options) -> Result<GridTask, DataError> {
        options.check().map_err(DataError::Options)?;
        GridTask::new(data)
    }

    fn create(task: &GridTask, options: &Options, stream: Stream) -> Result<Params, DataError> {
        Ok(GcnLstm::create(task.sizes(), options, stream))
    }

    fn find(params: &Params, options: &Options) -> Result<GcnLstm, String> {
        Ok(GcnLstm::find(params)?.with_options(options.clone()))
    }
}
