//! Progress on standard error, for anything that takes over a second.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

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
