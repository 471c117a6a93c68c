//! Items worked on by many threads, with results in their order.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wampimuk_command::{GridFamily, GridItems, Lexicon};
use wampimuk_core::ordered;
use wampimuk_dataset::{ItemView, ReadError, Record, open_files, row_groups};
use wampimuk_engine::Format;

use super::read::ReadItems;
use super::{Source, made};
use crate::{Choice, Error, Pass};

/// Items that one thread works on at a time.
const LOT: usize = 256;

/// Items for one thread.
pub(super) enum Lot {
    /// To be made: a split of the recipe, and indices there.
    Made(usize, Range<u64>),
    /// Read, with all words that they have.
    Read(Vec<Result<Record, ReadError>>, Arc<Lexicon>),
    /// To be read: items of a file.
    Part(PathBuf, Range<u64>),
}

pub(super) type Lots<'s> = Box<dyn Iterator<Item = Result<Lot, Error>> + Send + 's>;

impl Source {
    /// Works on every chosen item, in parallel, and hands on what came out of it, in order. Each thread has a state of its own.
    /// Items that cannot be read are handed on as errors.
    ///
    /// # Errors
    /// As [`Source::each`].
    pub fn map<W, T: Send, E: From<Error> + Send>(
        &self,
        pass: &Pass<'_>,
        stage: &str,
        worker: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, &ItemView<'_>) -> T + Sync,
        visit: impl FnMut(Result<T, ReadError>) -> Result<(), E>,
    ) -> Result<(), E> {
        let work = |state: &mut W, item: &ItemView<'_>| Some(work(state, item));
        self.map_lots(self.lots(pass.choice)?, pass, stage, worker, work, visit)
    }

    /// The same for these items. Of some, nothing is handed on.
    pub(super) fn map_lots<W, T: Send, E: From<Error> + Send>(
        &self,
        lots: Lots<'_>,
        pass: &Pass<'_>,
        stage: &str,
        worker: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, &ItemView<'_>) -> Option<T> + Sync,
        mut visit: impl FnMut(Result<T, ReadError>) -> Result<(), E>,
    ) -> Result<(), E> {
        pass.watch.begin(stage, self.total(pass.choice));
        ordered(
            pass.threads,
            lots,
            || (self.grid().map(|dataset| (dataset, dataset.grid_items())), worker()),
            |(maker, state), lot| {
                let (mut items, mut results) = (0, Vec::new());
                self.each_of(lot?, maker.as_mut(), pass, |item| {
                    items += 1;
                    let result = item.map(|item| work(state, &item));
                    results.extend(result.transpose());
                })?;
                Ok((items, results))
            },
            |(items, results): (u64, Vec<_>)| {
                pass.watch.done(items).map_err(Error::from)?;
                results.into_iter().try_for_each(&mut visit)
            },
        )
    }

    pub(super) fn lots<'s>(&'s self, choice: &'s Choice) -> Result<Lots<'s>, Error> {
        Ok(match (&self.path, self.grid()) {
            (Some(path), _) => self.read_lots(path, choice)?,
            (None, Some(dataset)) => {
                let of = |(split, indices): (usize, Range<u64>)| {
                    let lot = move |start: u64| Lot::Made(split, start..indices.end.min(start + LOT as u64));
                    (indices.start..indices.end).step_by(LOT).map(lot)
                };
                Box::new(made(dataset, choice)?.into_iter().flat_map(of).map(Ok))
            }
            (None, None) => Box::new(std::iter::empty()),
        })
    }

    fn read_lots<'s>(&'s self, path: &'s Path, choice: &'s Choice) -> Result<Lots<'s>, Error> {
        let mut items = ReadItems::new(self, path, choice)?;
        let mut lexicon = Arc::new(items.lexicon().clone());
        let lot = move || {
            let lot: Result<Vec<_>, Error> = items.by_ref().take(LOT).collect();
            if *lexicon != *items.lexicon() {
                lexicon = Arc::new(items.lexicon().clone());
            }
            match lot {
                Ok(lot) if lot.is_empty() => None,
                lot => Some(lot.map(|lot| Lot::Read(lot, lexicon.clone()))),
            }
        };
        Ok(Box::new(std::iter::from_fn(lot)))
    }

    /// The files of a dataset, or their row groups, to be read by many threads; `None` if items depend on those before them:
    /// where words are learned, or items counted. What came of a part is kept until it was read to its end.
    pub(super) fn parts<'s>(&'s self, choice: &'s Choice) -> Option<Lots<'s>> {
        self.grid()?;
        let format = Format::named(&self.manifest.as_ref()?.file_format);
        if choice.limit.is_some() || !format.is_some_and(Format::is_columns) {
            return None;
        }
        let mut files = self.files_of(choice).peekable();
        files.peek()?;
        Some(Box::new(files.flat_map(parts_of)))
    }

    /// Hands on the items of a lot.
    fn each_of(
        &self,
        lot: Lot,
        maker: Option<&mut Maker<'_>>,
        pass: &Pass<'_>,
        mut visit: impl FnMut(Result<ItemView<'_>, ReadError>),
    ) -> Result<(), Error> {
        match (lot, maker) {
            (Lot::Part(path, items), _) => {
                let mut reader = self.weighed(open_files(vec![path], self.known_lexicon()));
                reader.select(items)?;
                while let Some(item) = reader.next() {
                    match item {
                        Ok(item) if !pass.choice.wants(&item.split) => {}
                        Ok(item) => visit(Ok(ItemView::read(&item, reader.lexicon()))),
                        Err(error) => visit(Err(error)),
                    }
                }
            }
            (Lot::Read(items, lexicon), _) => {
                for item in items {
                    match item {
                        Ok(item) => visit(Ok(ItemView::read(&item, &lexicon))),
                        Err(error) => visit(Err(error)),
                    }
                }
            }
            (Lot::Made(split, indices), Some((dataset, items))) => {
                let name = &dataset.splits()[split].name;
                for index in indices {
                    let item = items.make(split, index)?;
                    visit(Ok(ItemView::made(name, item, dataset.lexicon())));
                }
            }
            // Only recipes have items to make.
            (Lot::Made(..), None) => {}
        }
        Ok(())
    }
}

/// What makes items of a recipe.
type Maker<'s> = (&'s dyn GridFamily, Box<dyn GridItems + 's>);

/// The row groups of a file, or all of it.
fn parts_of(path: PathBuf) -> Vec<Result<Lot, Error>> {
    let groups = match row_groups(&path) {
        Ok(groups) if groups.is_empty() => return vec![Ok(Lot::Part(path, 0..u64::MAX))],
        Ok(groups) => groups,
        Err(error) => return vec![Err(error.into())],
    };
    let mut start = 0u64;
    let part = |rows: u64| {
        let end = start.saturating_add(rows);
        Ok(Lot::Part(path.clone(), std::mem::replace(&mut start, end)..end))
    };
    groups.into_iter().map(part).collect()
}
