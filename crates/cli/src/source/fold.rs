//! Examples counted by many threads.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use wampimuk_command::{Example, Lexicon};
use wampimuk_dataset::open;

use super::Source;
use crate::args::{Choice, Common};
use crate::failure::Failure;

/// Something that is filled with examples, in parallel, and merged.
pub trait Fold: Sized + Send {
    /// What it needs to know beside the lexicon.
    type Setup: Sync;
    /// Nothing yet.
    fn new(lexicon: &Lexicon, setup: &Self::Setup) -> Result<Self, Failure>;
    /// The same with its splits in this order: workers meet them in any.
    fn with_splits<'n>(self, names: impl IntoIterator<Item = &'n str>) -> Self;
    /// One more example.
    fn add(&mut self, split: &str, example: &Example);
    /// Both together.
    fn merge(self, other: Self) -> Self;
}

/// Examples handed to a worker at a time.
const BATCH: usize = 512;

impl Source {
    /// Fills a [`Fold`] with every chosen example. The first item that cannot be read ends it.
    pub fn fold<F: Fold>(
        &self,
        choice: &Choice,
        common: &Common,
        what: &str,
        setup: &F::Setup,
    ) -> Result<F, Failure> {
        let learned;
        let source = if self.dataset.is_none() {
            learned = Self {
                lexicon: Some(self.learn_lexicon()?),
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
                std::sync::mpsc::sync_channel::<Vec<(Arc<str>, Example)>>(4 * common.threads());
            let receiver = Arc::new(Mutex::new(receiver));
            let mut workers = Vec::new();
            for _ in 0..common.threads() {
                let (receiver, mut fold) = (receiver.clone(), F::new(&lexicon, setup)?);
                workers.push(scope.spawn(move || {
                    loop {
                        let batch = receiver.lock().map(|receiver| receiver.recv());
                        let Ok(Ok(batch)) = batch else { return fold };
                        batch.iter().for_each(|(split, example)| fold.add(split, example));
                    }
                }));
            }
            drop(receiver);
            let mut batch = Vec::with_capacity(BATCH);
            let mut splits: Vec<Arc<str>> = Vec::new();
            let mut split: Arc<str> = "".into();
            source.each(choice, common, what, |item| {
                let item = item?;
                if splits.is_empty() || *split != *item.split {
                    split = item.split.into();
                    if !splits.contains(&split) {
                        splits.push(split.clone());
                    }
                }
                let target = item.target.ok_or_else(|| {
                    Failure::Input(format!("item {} of `{}` has no recorded target", item.index, item.split))
                })?;
                let (command, world, actions) =
                    (item.command.clone(), item.world.clone(), item.actions.to_vec());
                batch.push((split.clone(), Example { command, world, target, actions }));
                if batch.len() == BATCH {
                    // Workers end only after the sender does.
                    let _ = sender.send(std::mem::replace(&mut batch, Vec::with_capacity(BATCH)));
                }
                Ok(())
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
            Ok(whole)
        })
    }

    /// Reads the files once for their words alone, so that every entry has its number before counting begins.
    fn learn_lexicon(&self) -> Result<Lexicon, Failure> {
        match &self.path {
            Some(path) if path != Path::new("-") => {
                let mut reader = open(path, None)?;
                for record in &mut reader {
                    record?;
                }
                Ok(reader.lexicon().clone())
            }
            _ => Ok(Lexicon::gscan()),
        }
    }
}
