//! Long work, and the interpreter that hears interrupts meanwhile.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use wampimuk_core::{Stopped, Watch};

use crate::error::raise;

/// How often an interrupt is looked for.
pub(crate) const LOOK: Duration = Duration::from_millis(50);

/// The time between two looks, for work on this thread.
pub(crate) struct Moment(Instant);

impl Moment {
    pub(crate) fn begin() -> Self {
        Self(Instant::now())
    }

    pub(crate) fn is_over(&self) -> bool {
        self.0.elapsed() >= LOOK
    }
}

/// What becomes of work that is interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Interrupted {
    /// It writes files, so its end is waited for.
    Wait,
    /// Nobody misses it: it ends by itself as soon as it hears of it.
    Leave,
}

/// How far the work is, and whether it is to stop.
#[derive(Default)]
struct Heard {
    items: AtomicU64,
    stop: AtomicBool,
}

impl Watch for Heard {
    fn done(&self, items: u64) -> Result<(), Stopped> {
        self.items.fetch_add(items, Ordering::Relaxed);
        if self.stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}

/// Does work on another thread. Meanwhile this one hears interrupts, which stop the work, and tells `progress` how many
/// items are done.
pub(crate) fn watched<T: Send + 'static, E: Display + Send + 'static>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    interrupted: Interrupted,
    work: impl FnOnce(&dyn Watch) -> Result<T, E> + Send + 'static,
) -> PyResult<T> {
    let heard = Arc::new(Heard::default());
    let (sender, mut receiver) = channel();
    let watch = heard.clone();
    std::thread::spawn(move || {
        // Whoever was interrupted may be gone.
        let _ = sender.send(work(&*watch));
    });
    let look = || {
        py.check_signals()?;
        match progress {
            Some(progress) => progress.call1((heard.items.load(Ordering::Relaxed),)).map(|_| ()),
            None => Ok(()),
        }
    };
    let mut interrupt = None;
    loop {
        let result;
        (receiver, result) = py.detach(move || {
            let result = receiver.recv_timeout(LOOK);
            (receiver, result)
        });
        match (result, interrupt.take()) {
            (Err(RecvTimeoutError::Disconnected), _) => {
                return Err(raise("the work ended without a result"));
            }
            (Ok(_), Some(interrupt)) => return Err(interrupt),
            (Ok(result), None) => {
                let result = result.map_err(raise)?;
                look()?;
                return Ok(result);
            }
            (Err(RecvTimeoutError::Timeout), Some(before)) => interrupt = Some(before),
            (Err(RecvTimeoutError::Timeout), None) => {
                if let Err(error) = look() {
                    heard.stop.store(true, Ordering::Relaxed);
                    if interrupted == Interrupted::Leave {
                        return Err(error);
                    }
                    interrupt = Some(error);
                }
            }
        }
    }
}
