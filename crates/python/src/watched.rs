//! Long work, and the interpreter that hears interrupts meanwhile.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
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
    /// The stage that goes on, how many items it has, and how many were done before it.
    stage: Mutex<(String, Option<u64>, u64)>,
}

impl Watch for Heard {
    fn begin(&self, stage: &str, items: Option<u64>) {
        let before = self.items.load(Ordering::Relaxed);
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = (stage.to_owned(), items, before);
    }

    fn done(&self, items: u64) -> Result<(), Stopped> {
        self.items.fetch_add(items, Ordering::Relaxed);
        if self.stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}

/// Who is told how far the work is.
pub(crate) enum Telling<'t, 'py> {
    /// Nobody.
    Nobody,
    /// Somebody who wants to know how many items are done.
    Count(&'t Bound<'py, PyAny>),
    /// Somebody who wants to know the stage, how many of its items are done, and how many it has.
    Stages(&'t Bound<'py, PyAny>),
}

impl Telling<'_, '_> {
    fn tell(&self, heard: &Heard) -> PyResult<()> {
        let items = heard.items.load(Ordering::Relaxed);
        let told = match self {
            Self::Nobody => return Ok(()),
            Self::Count(progress) => progress.call1((items,)),
            Self::Stages(progress) => {
                let (stage, all, before) = heard.stage.lock().unwrap_or_else(PoisonError::into_inner).clone();
                if stage.is_empty() {
                    return Ok(());
                }
                progress.call1((stage, items.saturating_sub(before), all))
            }
        };
        told.map(|_| ())
    }
}

/// Does work on another thread. Meanwhile this one hears interrupts, which stop the work, and tells `progress` how many
/// items are done.
pub(crate) fn watched<T: Send + 'static, E: Display + Send + 'static>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&dyn Watch) -> Result<T, E> + Send + 'static,
) -> PyResult<T> {
    watched_stages(py, progress.map_or(Telling::Nobody, Telling::Count), work)
}

/// The same for who wants to know more, or nothing.
pub(crate) fn watched_stages<T: Send + 'static, E: Display + Send + 'static>(
    py: Python<'_>,
    telling: Telling<'_, '_>,
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
        telling.tell(&heard)
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
