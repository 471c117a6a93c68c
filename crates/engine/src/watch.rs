//! What a caller hears of the work, and how it stops it.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::Error;

/// What a caller hears of the work, and how it stops it.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    made: &'a (dyn Fn(u64) + Sync),
    stop: Option<&'a AtomicBool>,
}

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").field("stop", &self.stop).finish_non_exhaustive()
    }
}

impl<'a> Watch<'a> {
    /// Tells `made` how many more items there are, now and then and from any thread.
    pub fn new(made: &'a (dyn Fn(u64) + Sync)) -> Self {
        Self { made, stop: None }
    }

    /// Nobody watches.
    pub fn none() -> Self {
        Self { made: &|_| (), stop: None }
    }

    /// The work ends with [`Error::Stopped`] soon after this has become true.
    #[must_use]
    pub fn with_stop(self, stop: &'a AtomicBool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// So many more items were made.
    pub(crate) fn made(&self, items: u64) -> Result<(), Error> {
        (self.made)(items);
        self.check()
    }

    /// An error if the caller wants no more.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let stopped = self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        if stopped { Err(Error::Stopped) } else { Ok(()) }
    }
}
