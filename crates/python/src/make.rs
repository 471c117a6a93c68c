//! Whole datasets, made and joined by the engine.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::prelude::*;
use wampimuk_engine::{self as engine, Error, Format, MergeOptions, Options, Plan, Share, Wanted, Watch};

use crate::error::raise;
use crate::prepared::Prepared;

/// How often an interrupt is looked for.
const LOOK: Duration = Duration::from_millis(100);

/// Items, how many of them were there before, how many have no form in the format, files that were repaired, and whether
/// all was there.
type Made = (u64, u64, u64, Vec<String>, bool);

/// Makes a dataset, or the share `(i, n)` of one. Called again, it continues.
#[pyfunction]
#[pyo3(signature = (
    prepared, out, *, splits, format=None, limit=None, shard_items=None, shard=None, threads, force=false, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords on Python's side")]
pub(crate) fn generate(
    py: Python<'_>,
    prepared: &Prepared,
    out: Option<PathBuf>,
    splits: Vec<String>,
    format: Option<&str>,
    limit: Option<u64>,
    shard_items: Option<u64>,
    shard: Option<(u32, u32)>,
    threads: usize,
    force: bool,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(String, Made)> {
    let inner = prepared.inner();
    let format = format.map(|name| {
        Format::ALL.into_iter().find(|format| format.name() == name).ok_or_else(|| {
            let known = Format::of(inner.dataset()).iter().map(|format| format.name()).collect::<Vec<_>>();
            raise(format_args!("there is no format `{name}` (there are {})", known.join(", ")))
        })
    });
    let share = shard.map(|(index, of)| {
        Share::new(index, of)
            .ok_or_else(|| raise(format_args!("there is no part {index} of {of}: parts are counted from 0")))
    });
    let share = share.transpose()?;
    let items = |items: u64| {
        NonZeroU64::new(items).ok_or_else(|| raise("a shard has one item at least: shard_items=0 is too few"))
    };
    let wanted = Wanted {
        format: format.transpose()?,
        splits,
        limit,
        shard_items: shard_items.map(items).transpose()?,
    };
    let plan = Plan::new(inner.found(), inner.dataset(), &wanted, out.as_deref(), &inner.extra_names());
    let plan = plan.map_err(raise)?;
    let options = Options { threads: threads.max(1), force, share };
    let work = |watch: &Watch<'_>| engine::generate(&plan, inner.dataset(), &options, watch);
    Ok((plan.destination.place(), made(watched(py, progress.as_ref(), work)?)))
}

/// Joins the parts in these places to one dataset. Returns the name of its recipe and the number of parts, if they are
/// still there.
#[pyfunction]
#[pyo3(signature = (places, out, *, threads, force=false, move_files=false, progress=None))]
pub(crate) fn merge(
    py: Python<'_>,
    places: Vec<String>,
    out: &str,
    threads: usize,
    force: bool,
    move_files: bool,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(String, Option<u32>, Made)> {
    let options = MergeOptions { threads: threads.max(1), force, move_files };
    let work = |watch: &Watch<'_>| engine::merge(&places, out, &options, watch);
    let merged = watched(py, progress.as_ref(), work)?;
    Ok((merged.recipe_name, merged.parts, made(merged.made)))
}

fn made(made: engine::Made) -> Made {
    (made.items, made.kept, made.without_form, made.repaired, made.was_complete)
}

/// Does work on another thread. Meanwhile this one hears interrupts, which stop the work, and tells `progress` how many
/// items there are.
fn watched<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Watch<'_>) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let (items, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let (sender, mut receiver) = channel();
    let look = || {
        py.check_signals()?;
        match progress {
            Some(progress) => progress.call1((items.load(Ordering::Relaxed),)).map(|_| ()),
            None => Ok(()),
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let tell = |more| {
                items.fetch_add(more, Ordering::Relaxed);
            };
            // Nobody is gone before the result is there.
            let _ = sender.send(work(&Watch::new(&tell).with_stop(&stop)));
        });
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
                        stop.store(true, Ordering::Relaxed);
                        interrupt = Some(error);
                    }
                }
            }
        }
    })
}
