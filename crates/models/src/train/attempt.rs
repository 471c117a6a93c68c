//! One attempt: updates from where it stands to its end.

use std::thread;
use std::time::{Duration, Instant};

use super::folder::Folder;
use super::training_items::TrainingItems;
use super::{TrainError, TrainEvent, TrainPlan, of_folder};
use crate::architecture::Architecture;
use crate::batch_order::{BatchOrder, sample};
use crate::checkpoint::{DevScore, Progress};
use crate::log::{Log, LogEntry};
use crate::machine::{Machine, UpdateOptions};
use crate::model::{AnswerOptions, Model};
use crate::prefetch::{Batches, prefetch};
use crate::preset::{Schedule, SelectBy};
use crate::task::{BatchPart, Task};

/// Updates between two lines of the log.
const LOGGED: u64 = 50;
/// How much work may be lost.
const PATIENCE: Duration = Duration::from_secs(60);

/// An attempt at a training, from one set of initial weights.
pub(super) struct Attempt<'a, A: Architecture> {
    pub(super) task: &'a A::Task,
    pub(super) plan: &'a TrainPlan,
    pub(super) model: &'a A::Model,
    /// What is learned from.
    pub(super) learned: &'a TrainingItems,
    /// What weights are chosen on.
    pub(super) judged: &'a TrainingItems,
    /// The dev parts of the hold-outs that weights are kept for.
    pub(super) holdouts: &'a [TrainingItems],
    pub(super) seed: u64,
    pub(super) parameters: usize,
}

impl<A: Architecture> Attempt<'_, A> {
    /// Learns to the end of the try.
    pub(super) fn run<M: Machine>(
        &self,
        machine: &mut M,
        folder: &Folder<'_>,
        progress: &mut Progress,
        log: &mut Log,
        watch: &mut dyn FnMut(TrainEvent),
    ) -> Result<(), TrainError> {
        let settings = &self.plan.settings;
        let len = self.learned.len;
        let batch = settings.batch as u64;
        let mut order = BatchOrder::new(self.seed, len, batch);
        let epoch = order.updates_of_epoch();
        let of = settings.updates(epoch);
        let (attempt, update, parameters) = (progress.attempt, progress.update, self.parameters);
        watch(TrainEvent::Begun { attempt, update, of, batch: batch.min(len), parameters });
        let parts = machine.parts().min(A::PARTS);
        let learned = self.learned;
        let jobs = (update..of).map(move |update| learned.in_split(order.items(update)));
        thread::scope(|scope| {
            let batches = prefetch(scope, self.task, learned.split, jobs, (parts, self.plan.makers));
            self.updates(machine, batches, (epoch, of), folder, progress, log, watch)
        })
    }

    #[expect(clippy::too_many_arguments, reason = "all that an attempt changes, and what it is made of")]
    fn updates<M: Machine>(
        &self,
        machine: &mut M,
        batches: Batches<<A::Model as Model>::Batch>,
        (epoch, of): (u64, u64),
        folder: &Folder<'_>,
        progress: &mut Progress,
        log: &mut Log,
        watch: &mut dyn FnMut(TrainEvent),
    ) -> Result<(), TrainError> {
        let settings = &self.plan.settings;
        let every = settings.every(epoch);
        let started = Instant::now();
        let mut kept = Instant::now();
        for parts in batches {
            let parts = parts?;
            let next = progress.update + 1;
            let (is_due, is_logged) =
                (next.is_multiple_of(every) || next == of, next.is_multiple_of(LOGGED) || next == of);
            let rate = settings.rate * settings.schedule.factor(progress.update, of, epoch, progress.settled);
            let step = UpdateOptions {
                seed: self.seed,
                update: progress.update,
                rate: rate as f32,
                clip: settings.clip,
                wants_loss: is_due || is_logged,
            };
            let loss = machine.learn(self.model, &references(&parts), step)?;
            progress.update = next;
            if loss.is_some_and(|loss| !loss.is_finite()) {
                return Err(folder.not_finite("the loss", progress));
            }
            watch(TrainEvent::Learned { update: next, loss: loss.filter(|_| step.wants_loss) });
            let mut entry = LogEntry {
                attempt: progress.attempt,
                update: next,
                loss: loss.filter(|_| step.wants_loss),
                rate: Some(rate),
                dev: None,
                seconds: (started.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
            };
            if is_due {
                let score = self.look(machine, self.judged)?;
                let is_best =
                    progress.best.is_none_or(|(_, _, best)| is_better(settings.select, score, best));
                if is_best {
                    folder.keep_best(machine, next, score, None)?;
                    progress.best = Some((progress.attempt, next, score));
                }
                watch(TrainEvent::Looked { update: next, score, best: is_best });
                self.look_at_holdouts(machine, folder, progress)?;
                entry.dev = Some(score);
                self.note_loss(score, progress);
            }
            if is_due || is_logged {
                log.add(entry).map_err(of_folder(&self.plan.folder))?;
            }
            let is_over = is_due && self.is_over(progress);
            if is_due || is_logged && kept.elapsed() > PATIENCE {
                let title = format!("{} on {}", A::NAME, self.plan.data.name);
                log.draw(&title).map_err(of_folder(&self.plan.folder))?;
                // The caller keeps the last state of an attempt: it knows what comes next.
                if next < of && !is_over {
                    folder.keep_last(machine, progress)?;
                }
                kept = Instant::now();
            }
            if is_over {
                break;
            }
        }
        Ok(())
    }

    /// Keeps the weights for each hold-out on whose dev part none did better.
    fn look_at_holdouts<M: Machine>(
        &self,
        machine: &mut M,
        folder: &Folder<'_>,
        progress: &mut Progress,
    ) -> Result<(), TrainError> {
        for dev in self.holdouts {
            let name = &self.task.splits()[dev.split].name;
            let score = self.look(machine, dev)?;
            let best = progress.holdouts.get(name);
            if best.is_none_or(|&(_, _, best)| is_better(self.plan.settings.select, score, best)) {
                folder.keep_best(machine, progress.update, score, Some(name))?;
                progress.holdouts.insert(name.clone(), (progress.attempt, progress.update, score));
            }
        }
        Ok(())
    }

    /// How well the model does on items of dev.
    fn look<M: Machine>(&self, machine: &mut M, dev: &TrainingItems) -> Result<DevScore, TrainError> {
        let settings = &self.plan.settings;
        let items = dev.in_split(sample(dev.len, settings.dev_items));
        let mut score = DevScore { right: 0, of: 0, loss: None };
        let (mut loss, mut labels) = (0.0, 0);
        let at_once = machine.at_once();
        let mut maker = self.task.maker(self.plan.makers)?;
        for items in items.chunks(at_once) {
            let parts = maker.make(dev.split, items, machine.parts().min(A::PARTS))?;
            score.right += judge::<A, M>(self.task, self.model, machine, &parts)?;
            score.of += items.len() as u64;
            if settings.wants_dev_loss() {
                loss += machine.loss(self.model, &references(&parts))?;
                labels += parts.iter().map(|part| A::Model::labels(&part.batch)).sum::<usize>();
            }
        }
        score.loss = settings.wants_dev_loss().then(|| (loss / labels.max(1) as f64) as f32);
        Ok(score)
    }

    /// Remembers a loss on dev as far as settings look back.
    fn note_loss(&self, score: DevScore, progress: &mut Progress) {
        let Some(loss) = score.loss else { return };
        if let Schedule::Settle { below, .. } = self.plan.settings.schedule {
            progress.settled |= f64::from(loss) < below;
        }
        if let Some(window) = self.plan.settings.stop.stuck {
            progress.losses.push(loss);
            let surplus = progress.losses.len().saturating_sub(window.max(2));
            progress.losses.drain(..surplus);
        }
    }

    /// Whether a stopping rule applies.
    fn is_over(&self, progress: &Progress) -> bool {
        let stop = self.plan.settings.stop;
        let now = progress
            .best
            .filter(|(attempt, update, _)| (*attempt, *update) == (progress.attempt, progress.update));
        let is_perfect = now.is_some_and(|(_, _, score)| score.right == score.of);
        let is_stuck = stop.stuck.is_some_and(|window| {
            let full = progress.losses.len() >= window.max(2);
            let (oldest, rest) = match progress.losses.split_first() {
                Some((oldest, rest)) if full => (oldest, rest),
                _ => return false,
            };
            rest.iter().all(|loss| loss > oldest)
        });
        stop.perfect && is_perfect || is_stuck
    }
}

/// How many rows of a batch are answered rightly.
///
/// # Errors
/// If the machine fails.
pub fn judge<A: Architecture, M: Machine>(
    task: &A::Task,
    model: &A::Model,
    machine: &mut M,
    parts: &[BatchPart<<A::Model as Model>::Batch>],
) -> Result<u64, TrainError> {
    let answers = machine.answer(model, &references(parts), AnswerOptions::default())?;
    let right = parts.iter().zip(&answers).map(|(part, answers)| {
        answers.iter().enumerate().filter(|(row, answer)| task.is_right(&part.batch, *row, answer)).count()
    });
    Ok(right.sum::<usize>() as u64)
}

fn references<B>(parts: &[BatchPart<B>]) -> Vec<&B> {
    parts.iter().map(|part| &part.batch).collect()
}

fn is_better(by: SelectBy, score: DevScore, best: DevScore) -> bool {
    match by {
        // The same number of items each time.
        SelectBy::Exact => score.right > best.right,
        SelectBy::Loss => score.loss < best.loss,
    }
}
