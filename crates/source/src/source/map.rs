//! Items worked on by many threads, with results in their order.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use wampimuk_command::{GridFamily, GridItems, Lexicon};
use wampimuk_core::ordered;
use wampimuk_dataset::{ItemView, ReadError, Record};

use super::read::ReadItems;
use super::{Source, made};
use crate::{Choice, Error, Pass};

/// Items that one thread works on at a time.
const LOT: usize = 256;

/// Items for one thread.
enum Lot {
    /// To be made: a split of the recipe, and indices there.
    Made(usize, Range<u64>),
    /// Read, with all words that they have.
    Read(Vec<Result<Record, ReadError>>, Arc<Lexicon>),
}

type Lots<'s> = Box<dyn Iterator<Item = Result<Lot, Error>> + Send + 's>;

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
        mut visit: impl FnMut(Result<T, ReadError>) -> Result<(), E>,
    ) -> Result<(), E> {
        pass.watch.begin(stage, self.total(pass.choice));
        ordered(
            pass.threads,
            self.lots(pass.choice)?,
            || (self.grid().map(|dataset| (dataset, dataset.grid_items())), worker()),
            |(maker, state), lot| Ok(work_on(lot?, maker.as_mut(), |item| work(state, item))?),
            |results| {
                pass.watch.done(results.len() as u64).map_err(Error::from)?;
                results.into_iter().try_for_each(&mut visit)
            },
        )
    }

    fn lots<'s>(&'s self, choice: &'s Choice) -> Result<Lots<'s>, Error> {
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
}

/// What makes items of a recipe.
type Maker<'s> = (&'s dyn GridFamily, Box<dyn GridItems + 's>);

fn work_on<T>(
    lot: Lot,
    maker: Option<&mut Maker<'_>>,
    mut work: impl FnMut(&ItemView<'_>) -> T,
) -> Result<Vec<Result<T, ReadError>>, Error> {
    match (lot, maker) {
        (Lot::Read(items, lexicon), _) => {
            let work =
                |item: Result<Record, ReadError>| item.map(|item| work(&ItemView::read(&item, &lexicon)));
            Ok(items.into_iter().map(work).collect())
        }
        (Lot::Made(split, indices), Some((dataset, items))) => {
            let name = &dataset.splits()[split].name;
            let work = |index| {
                let item = items.make(split, index)?;
                Ok(Ok(work(&ItemView::made(name, item, dataset.lexicon()))))
            };
            indices.map(work).collect()
        }
        // Only recipes have items to make.
        (Lot::Made(..), None) => Ok(Vec::new()),
    }
}
