//! Predictions for items that can be made again by their address.
//!
//! One thread at a time reads a batch of lines; all make the items and judge. Counts are whole numbers, so it does not
//! matter who counts what. Memory does not grow with the file: beside the batches there is one bit for each item.

use std::sync::{Mutex, PoisonError};

use wampimuk_command::GridFamily;
use wampimuk_dataset::Input;
use wampimuk_prompt::AnswerReader;

use super::Work;
use super::admission::Admission;
use crate::error::Error;
use crate::grid::{Case, Scorer, Scores, answer};
use crate::predictions::{Prediction, Reader};

/// The most predictions of a batch, and the most bytes of their lines.
const BATCH: usize = 512;
const BATCH_BYTES: usize = 4 << 20;

/// A prediction with its line and the number of its split.
type Wanted = (u64, usize, Prediction);

/// Where batches come from.
struct Desk<'a> {
    reader: Reader<Input>,
    admission: Admission<'a>,
    /// The earliest failure, with its line.
    failure: Option<(u64, Error)>,
}

/// Scores the lines of a file.
pub(super) fn lines(
    family: &dyn GridFamily,
    reader: Reader<Input>,
    scorer: &Scorer<'_>,
    work: &Work<'_>,
) -> Result<Scores, Error> {
    work.watch.begin("score", None);
    let admission = Admission::new(family.splits(), &work.options.splits)?;
    let desk = Mutex::new(Desk { reader, admission, failure: None });
    let mut scores = Scores::default();
    std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..work.threads).map(|_| scope.spawn(|| judge(family, &desk, scorer, work))).collect();
        for worker in workers {
            match worker.join() {
                Ok(part) => scores.merge(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    let desk = desk.into_inner().unwrap_or_else(PoisonError::into_inner);
    match desk.failure {
        Some((_, failure)) => Err(failure),
        None => Ok(scores),
    }
}

/// Takes batches until there are none.
fn judge(family: &dyn GridFamily, desk: &Mutex<Desk<'_>>, scorer: &Scorer<'_>, work: &Work<'_>) -> Scores {
    let mut scores = Scores::default();
    let mut items = family.grid_items();
    let reader = AnswerReader::in_words_of(family.lexicon());
    loop {
        let batch = desk.lock().unwrap_or_else(PoisonError::into_inner).batch();
        if batch.is_empty() {
            return scores;
        }
        if let Err(stopped) = work.watch.done(batch.len() as u64) {
            desk.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .failure
                .get_or_insert((u64::MAX, stopped.into()));
            return scores;
        }
        for (line, split, prediction) in batch {
            let judged = items.make(split, prediction.index).map_err(Error::from).and_then(|item| {
                let case = Case {
                    example: &item.example,
                    cast: &item.cast,
                    lexicon: family.lexicon(),
                    surface: family.surface(),
                    reading: family.reading(),
                };
                let said = answer(&prediction.said, &reader);
                let attention = prediction.attention.as_ref();
                let exact = scorer
                    .add(&mut scores, &prediction.split, &case, &said, attention)
                    .map_err(|error| Error::Request(error.to_string()))?;
                scores.note(&prediction.split, prediction.index, exact);
                Ok(())
            });
            if let Err(failure) = judged {
                desk.lock().unwrap_or_else(PoisonError::into_inner).fail(line, failure);
                return scores;
            }
        }
    }
}

impl Desk<'_> {
    /// The next predictions; none if there are none, or if something is wrong.
    fn batch(&mut self) -> Vec<Wanted> {
        let mut batch = Vec::new();
        let mut bytes = 0;
        while self.failure.is_none() && batch.len() < BATCH && bytes < BATCH_BYTES {
            let (line, prediction) = match self.reader.next() {
                None => break,
                Some(Ok(read)) => read,
                Some(Err(error)) => {
                    self.failure.get_or_insert((u64::MAX, error.into()));
                    break;
                }
            };
            match self.admission.admit(&self.reader, line, &prediction) {
                Ok(Some(split)) => {
                    bytes += self.reader.line_bytes();
                    batch.push((line, split, prediction));
                }
                Ok(None) => {}
                Err(failure) => self.failure = Some((line, failure)),
            }
        }
        batch
    }

    /// Notes a failure; of several, the one on the earliest line counts, whoever finds it first.
    fn fail(&mut self, line: u64, failure: Error) {
        if self.failure.as_ref().is_none_or(|(other, _)| line < *other) {
            let failure =
                if failure.is_system() { failure } else { Error::line(self.reader.path(), line, failure) };
            self.failure = Some((line, failure));
        }
    }
}
