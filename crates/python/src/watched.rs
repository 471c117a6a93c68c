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

/// How long interrupted work is waited for. After that it ends by itself as soon as it hears of it; what it writes is safe
/// from being ended at any moment.
const GRACE: Duration = Duration::from_millis(100);

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
    loop {
        let result;
        (receiver, result) = py.detach(move || {
            let result = receiver.recv_timeout(LOOK);
            (receiver, result)
        });
        match result {
            Ok(result) => {
                let result = result.map_err(raise)?;
                look()?;
                return Ok(result);
            }
            Err(RecvTimeoutError::Disconnected) => return Err(raise("the work ended without a result")),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(interrupt) = look() {
                    heard.stop.store(true, Ordering::Relaxed);
                    py.detach(move || drop(receiver.recv_timeout(GRACE)));
                    return Err(interrupt);
                }
            }
        }
    }
}
