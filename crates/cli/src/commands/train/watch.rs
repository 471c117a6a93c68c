//! What is seen of a training while it runs.

use std::time::{Duration, Instant};

use crate::say::tell;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use wampimuk_models::TrainEvent;

use crate::args::Common;

/// A bar, and a line for each look at dev.
pub struct Watch {
    model: String,
    tries: u64,
    quiet: bool,
    bar: ProgressBar,
    /// When this try began here, at which update, how many there are, and how large a batch is.
    begun: (Instant, u64, u64, u64),
    loss: Option<f32>,
    dev: Option<f64>,
}

impl Watch {
    /// Nothing yet.
    pub fn new(model: &str, tries: u64, common: &Common) -> Self {
        let bar = ProgressBar::hidden();
        let begun = (Instant::now(), 0, 0, 0);
        Self { model: model.to_owned(), tries, quiet: common.quiet, bar, begun, loss: None, dev: None }
    }

    /// Shows what happened.
    pub fn see(&mut self, note: TrainEvent) {
        if self.quiet {
            return;
        }
        match note {
            TrainEvent::Begun { attempt, update, of, batch, parameters } => {
                self.begun = (Instant::now(), update, of, batch);
                let which = if self.tries > 1 { format!(", try {}", attempt + 1) } else { String::new() };
                let from = if update > 0 { format!(", from update {update} on") } else { String::new() };
                tell!(
                    "{}: {} parameters, {of} updates of {batch} items{which}{from}",
                    self.model,
                    HumanCount(parameters as u64)
                );
                self.bar = ProgressBar::new(of);
                self.bar.set_position(update);
                let template = "{msg} {bar:32} {human_pos}/{human_len} updates, {eta} left";
                if let Ok(style) = ProgressStyle::with_template(template) {
                    self.bar.set_style(style);
                }
                self.bar.reset_eta();
            }
            TrainEvent::Learned { update, loss } => {
                self.bar.set_position(update);
                if loss.is_some() {
                    self.loss = loss;
                    self.bar.set_message(self.message(update));
                }
            }
            TrainEvent::Looked { update, score, best } => {
                self.dev = Some(score.percent());
                let (_, _, of, _) = self.begun;
                let mark = if best { ", the best so far" } else { "" };
                let left = HumanDuration(self.left(update));
                let line = format!("update {update} of {of}: {}{mark}; {left} left", self.message(update));
                self.bar.suspend(|| tell!("{line}"));
                if update == of {
                    self.bar.finish_and_clear();
                }
            }
        }
    }

    /// Loss, dev and pace.
    fn message(&self, update: u64) -> String {
        let (started, first, _, batch) = self.begun;
        let loss = self.loss.map_or_else(String::new, |loss| format!("loss {loss:.4}, "));
        let dev = self.dev.map_or_else(String::new, |dev| format!("dev {dev:.1} %, "));
        let seconds = started.elapsed().as_secs_f64().max(1e-9);
        let pace = (update - first) as f64 * batch as f64 / seconds;
        format!("{loss}{dev}{} items/s", HumanCount(pace as u64))
    }

    /// The time that is left at this pace.
    fn left(&self, update: u64) -> Duration {
        let (started, first, of, _) = self.begun;
        let each = started.elapsed().as_secs_f64() / (update.saturating_sub(first)).max(1) as f64;
        Duration::from_secs_f64((each * of.saturating_sub(update) as f64).clamp(0.0, 1e9))
    }
}
