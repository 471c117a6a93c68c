//! Progress of long work, and how a caller stops it.

use thiserror::Error;

/// Watches long work: a progress bar, a test, a Python interpreter that receives interrupts. Called now and then, from any
/// thread.
pub trait Watch: Sync {
    /// The next stage begins: what is done in it, and to how many items if that is known.
    fn begin(&self, _stage: &str, _items: Option<u64>) {}

    /// Something to be said beside the count, such as what was spent so far. It takes the place of what was said before.
    fn note(&self, _text: &str) {}

    /// This number of items is done, beyond those reported before.
    ///
    /// # Errors
    /// If the caller wants no more. The work then ends soon.
    fn done(&self, items: u64) -> Result<(), Stopped>;
}

/// Ignores progress and never stops.
impl Watch for () {
    fn done(&self, _items: u64) -> Result<(), Stopped> {
        Ok(())
    }
}

/// The caller asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stopped")]
pub struct Stopped;
