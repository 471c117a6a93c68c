//! Examples counted by many threads.

use std::ops::ControlFlow::Continue;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use wampimuk_command::{Example, Lexicon};
use wampimuk_dataset::open;

use super::Source;
use crate::{Error, Pass};

/// Something that is filled with examples, in parallel, and merged.
pub trait Fold: Sized + Send {
    /// What it needs to know beside the lexicon.
    type Setup: Sync;
    /// Nothing yet.
    ///
    /// # Errors
    /// If the lexicon lacks something.
    fn new(lexicon: &Lexicon, setup: &Self::Setup) -> Result<Self, Error>;
    /// The same with its splits in this order: workers meet them in any.
    fn with_splits<'n>(self, names: impl IntoIterator<Item = &'n str>) -> Self;
    /// Adds an example.
    fn add(&mut self, split: &str, example: &Example);
    /// Joins the results of two threads.
    fn merge(self, other: Self) -> Self;
}

/// Examples handed to a worker at a time.
const BATCH: usize = 512;

impl Source {
    /// Fills a [`Fold`] with every chosen example.
    ///
    /// # Errors
    /// As [`Source::each`]; and the first item that cannot be read.
    pub fn fold<F: Fold>(&self, pass: &Pass<'_>, stage: &str, setup: &F::Setup) -> Result<F, Error> {
        let learned;
        let source = if self.dataset.is_none() {
            learned = Self {
                lexicon: Some(self.learn_lexicon(pass)?),
                path: self.path.clone(),
                dataset: None,
                manifest: None,
                root: PathBuf::new(),
            };
            &learned
        } else {
            self
        };
        let lexicon = source.known_lexicon().cloned().unwrap_or_else(Lexicon::gscan);
        std::thread::scope(|scope| {
            let (sender, receiver) =
                std::sync::mpsc::sync_channel::<Vec<(Arc<str>, Example)>>(4 * pass.threads);
            let receiver = Arc::new(Mutex::new(receiver));
            let mut workers = Vec::new();
            for _ in 0..pass.threads {
                let (receiver, mut fold) = (receiver.clone(), F::new(&lexicon, setup)?);
                workers.push(scope.spawn(move || {
                    loop {
                        let batch = receiver.lock().map(|receiver| receiver.recv());
                        let (Ok(Ok(batch)), Ok(())) = (batch, pass.watch.done(0)) else { return fold };
                        batch.iter().for_each(|(split, example)| fold.add(split, example));
                    }
                }));
            }
            drop(receiver);
            let mut batch = Vec::with_capacity(BATCH);
            let mut splits: Vec<Arc<str>> = Vec::new();
            let mut split: Arc<str> = "".into();
            source.each(pass, stage, |item| {
                let item = item?;
                if splits.is_empty() || *split != *item.split {
                    split = item.split.into();
                    if !splits.contains(&split) {
                        splits.push(split.clone());
                    }
                }
                batch.push((split.clone(), item.example().map_err(Error::from)?));
                if batch.len() == BATCH {
                    // Workers end only after the sender does.
                    let _ = sender.send(std::mem::replace(&mut batch, Vec::with_capacity(BATCH)));
                }
                Ok::<_, Error>(Continue(()))
            })?;
            let _ = sender.send(batch);
            drop(sender);
            let mut whole = F::new(&lexicon, setup)?.with_splits(splits.iter().map(|split| &**split));
            for worker in workers {
                match worker.join() {
                    Ok(part) => whole = whole.merge(part),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            // Workers that were stopped have not counted everything.
            pass.watch.done(0)?;
            Ok(whole)
        })
    }

    /// Reads the files once for their words alone, so that every entry has its number before counting begins.
    fn learn_lexicon(&self, pass: &Pass<'_>) -> Result<Lexicon, Error> {
        match &self.path {
            Some(path) if path != Path::new("-") => {
                let mut reader = open(path, None)?;
                for record in &mut reader {
                    record?;
                    pass.watch.done(0)?;
                }
                Ok(reader.lexicon().clone())
            }
            _ => Ok(Lexicon::gscan()),
        }
    }
}
