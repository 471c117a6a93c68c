//! Examples counted by many threads.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use wampimuk_command::{Example, Lexicon};
use wampimuk_dataset::{ItemView, open};

use super::Source;
use crate::{Error, Pass};

/// Something that is filled with examples, in parallel, and merged.
pub trait Fold: Clone + Send + Sync {
    /// What it needs to know beside the lexicon.
    type Setup;
    /// Nothing yet.
    ///
    /// # Errors
    /// If the lexicon lacks something.
    fn new(lexicon: &Lexicon, setup: &Self::Setup) -> Result<Self, Error>;
    /// The same with its splits in this order: workers meet them in any.
    fn with_splits<'n>(self, names: impl IntoIterator<Item = &'n str>) -> Self;
    /// Adds an item, which has this example.
    fn add(&mut self, item: &ItemView<'_>, example: &Example);
    /// Joins the results of two threads.
    fn merge(self, other: Self) -> Self;
}

/// The results of one thread, left behind when it ends.
struct Part<'p, F> {
    fold: Option<F>,
    /// The split of the last item.
    split: Option<Arc<str>>,
    parts: &'p Mutex<Vec<F>>,
}

impl<F> Drop for Part<'_, F> {
    fn drop(&mut self) {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner).extend(self.fold.take());
    }
}

impl Source {
    /// Fills a [`Fold`] with every chosen example.
    ///
    /// # Errors
    /// As [`Source::each`]; and the first item that cannot be read or has no target.
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
        let empty = F::new(&lexicon, setup)?;
        let parts = Mutex::new(Vec::new());
        let mut splits: Vec<Arc<str>> = Vec::new();
        let lots = source.parts(pass.choice).map_or_else(|| source.lots(pass.choice), Ok)?;
        source.map_lots(
            lots,
            pass,
            stage,
            || Part { fold: Some(empty.clone()), split: None, parts: &parts },
            |part, item| {
                let example = match item.example() {
                    Ok(example) => example,
                    Err(error) => return Some(Err(error)),
                };
                if let Some(fold) = &mut part.fold {
                    fold.add(item, &example);
                }
                let is_new = part.split.as_deref() != Some(item.split);
                is_new.then(|| Ok(part.split.insert(item.split.into()).clone()))
            },
            |split| {
                let split = split?.map_err(Error::from)?;
                if !splits.contains(&split) {
                    splits.push(split);
                }
                Ok::<_, Error>(())
            },
        )?;
        let whole = empty.with_splits(splits.iter().map(|split| &**split));
        let parts = parts.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(parts.into_iter().fold(whole, F::merge))
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
