//! Progress on standard error, for anything that takes over a second.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use wampimuk_families::{Dataset, FindError, Found};

use crate::args::Common;

/// A bar that counts items, or nothing where nobody would see it.
pub fn bar(common: &Common, total: Option<u64>, what: &str) -> ProgressBar {
    if common.quiet {
        return ProgressBar::hidden();
    }
    let (bar, template) = match total {
        Some(total) => {
            let template = "{msg} {bar:32} {human_pos}/{human_len} items, {per_sec}, {eta} left";
            (ProgressBar::new(total), template)
        }
        None => (ProgressBar::no_length(), "{msg} {spinner} {human_pos} items, {per_sec}"),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_message(what.to_string());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
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
pub fn preparing(found: &Found, seed: u64, common: &Common) -> Result<Box<dyn Dataset>, FindError> {
    waiting(common, &format!("prepare {}", found.name), || found.dataset(seed))
}
