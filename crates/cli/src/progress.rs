//! Progress on standard error, for anything that takes over a second.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use wampimuk_core::{Stopped, Watch};
use wampimuk_families::{Dataset, FindError, FoundRecipe};
use wampimuk_source::{Choice, Opened, open};

use crate::args::Common;
use crate::failure::Failure;

/// A bar that counts items for each stage of the work, or nothing where nobody would see it.
#[derive(Debug)]
pub struct Bars {
    quiet: bool,
    bar: Mutex<ProgressBar>,
}

impl Bars {
    /// No bar yet.
    pub fn new(common: &Common) -> Self {
        Self { quiet: common.quiet, bar: Mutex::new(ProgressBar::hidden()) }
    }

    /// A bar for the only stage.
    pub fn of(common: &Common, stage: &str, items: Option<u64>) -> Self {
        let bars = Self::new(common);
        bars.begin(stage, items);
        bars
    }

    fn replace(&self, next: ProgressBar) {
        let mut bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *bar, next).finish_and_clear();
    }
}

impl Watch for Bars {
    fn begin(&self, stage: &str, items: Option<u64>) {
        if self.quiet {
            return;
        }
        let (bar, template) = match items {
            Some(items) => {
                let template = "{prefix} {bar:32} {human_pos}/{human_len} items, {per_sec}, {eta} left{msg}";
                (ProgressBar::new(items), template)
            }
            None => (ProgressBar::no_length(), "{prefix} {spinner} {human_pos} items, {per_sec}{msg}"),
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_prefix(stage.to_string());
        bar.enable_steady_tick(Duration::from_millis(200));
        self.replace(bar);
    }

    fn note(&self, text: &str) {
        self.bar.lock().unwrap_or_else(PoisonError::into_inner).set_message(format!(", {text}"));
    }

    fn done(&self, items: u64) -> Result<(), Stopped> {
        self.bar.lock().unwrap_or_else(PoisonError::into_inner).inc(items);
        Ok(())
    }
}

impl Drop for Bars {
    fn drop(&mut self) {
        self.replace(ProgressBar::hidden());
    }
}

/// How long something may take before it is worth a word.
const PATIENCE: Duration = Duration::from_secs(1);

/// Does something that cannot count its steps. A spinner appears if it takes over a second.
pub fn waiting<T>(common: &Common, what: &str, work: impl FnOnce() -> T) -> T {
    if common.quiet {
        return work();
    }
    std::thread::scope(|scope| {
        let (done, finished) = channel::<()>();
        scope.spawn(move || {
            if finished.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                let bar = ProgressBar::no_length();
                if let Ok(style) = ProgressStyle::with_template("{msg} {spinner} {elapsed}") {
                    bar.set_style(style);
                }
                bar.set_message(what.to_string());
                bar.enable_steady_tick(Duration::from_millis(200));
                // The work has ended when the other end is gone.
                let _ = finished.recv();
                bar.finish_and_clear();
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// Prepares the dataset of a recipe.
pub fn preparing(found: &FoundRecipe, seed: u64, common: &Common) -> Result<Box<dyn Dataset>, FindError> {
    waiting(common, &format!("prepare {}", found.name), || found.dataset(seed))
}

/// Opens what the user named.
pub fn opening(name: &str, choice: &Choice, common: &Common) -> Result<Opened, Failure> {
    Ok(waiting(common, &format!("prepare {name}"), || open(name, choice))?)
}
