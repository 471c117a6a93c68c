//! Commands in grid worlds as arrays.

mod arrays;
mod speller;
mod worker;

use wampimuk_command::{GridFamily, GridItems, LengthBounds};
use wampimuk_core::Digest;
use wampimuk_families::Dataset;
use wampimuk_grid::Action;

pub use arrays::{GridBatch, GridSlices};
pub use speller::Speller;

use crate::{BatchError, ChannelValue, Observer, Padding, Specials, Vocabulary};
use arrays::Rows;
use worker::{Worker, spread};

/// The fewest items for which a thread is worth its start.
const ITEMS_PER_THREAD: usize = 256;

/// The most that the arrays of a dataset can need for one item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridShape {
    /// Rows and columns of the grid.
    pub side: usize,
    /// Numbers for each cell.
    pub channels: usize,
    /// Tokens of the longest command, beginning and end included.
    pub command: usize,
    /// Tokens of the longest action sequence, beginning and end included.
    pub actions: usize,
}

/// Lays out items of gSCAN and ReaSCAN as arrays.
///
/// Commands and actions begin with [`SOS`](crate::SOS), end with [`EOS`](crate::EOS) and are padded with
/// [`PAD`](crate::PAD), as the papers' models read them; lengths count beginning and end, and masks are true up to the
/// length. Cells are numbered row by row.
#[derive(Clone, Debug)]
pub struct GridBatcher {
    digest: Digest,
    observer: Observer,
    shape: GridShape,
    actions: Vocabulary,
    /// One for each thread.
    workers: Vec<Worker>,
}

impl GridBatcher {
    /// A batcher for this dataset, on one thread.
    pub fn new(dataset: &dyn Dataset) -> Result<Self, BatchError> {
        let grid = grid_of(dataset)?;
        let speller = Speller::new(grid)?;
        let observer = Observer::of(grid);
        let LengthBounds { tokens, actions } = grid.bounds();
        let shape = GridShape {
            side: observer.side(),
            channels: observer.depth(),
            command: tokens + 2,
            actions: actions + 2,
        };
        let names = Action::ALL.map(Action::name);
        Ok(Self {
            digest: grid.digest(),
            observer,
            shape,
            actions: Vocabulary::new("actions", Specials::Sequence, names)?,
            workers: vec![Worker::new(observer, speller)],
        })
    }

    /// The same on this many threads. The arrays do not depend on how many there are.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        let first = self.workers[0].clone();
        self.workers.resize(threads.max(1), first);
        self
    }

    /// The most that an item can need. Widths of [`Padding::Fixed`].
    pub fn shape(&self) -> GridShape {
        self.shape
    }

    /// What commands are spelled with.
    pub fn speller(&self) -> &Speller {
        &self.workers[0].speller
    }

    /// The numbers of the words of commands.
    pub fn commands(&self) -> &Vocabulary {
        self.speller().vocabulary()
    }

    /// The numbers of the actions.
    pub fn actions(&self) -> &Vocabulary {
        &self.actions
    }

    /// Lays out some items of a split. The batch's memory is used again.
    pub fn fill<L: ChannelValue>(
        &mut self,
        dataset: &dyn Dataset,
        split: usize,
        indices: &[u64],
        padding: Padding,
        batch: &mut GridBatch<L>,
    ) -> Result<(), BatchError> {
        batch.make_room(indices.len(), self.shape);
        self.make(dataset, split, indices, batch.rows_mut())?;
        let longest = |lengths: &dyn Fn(&Worker) -> usize, fixed: usize| match padding {
            Padding::Fixed => fixed,
            Padding::Batch => self.workers.iter().map(lengths).max().unwrap_or(0),
        };
        let command = longest(&|worker| worker.commands.longest(), self.shape.command);
        let actions = longest(&|worker| worker.actions.longest(), self.shape.actions);
        batch.set_widths(command, actions);
        self.spread(indices, command, actions, batch.slices())
    }

    /// Lays out some items of a split in arrays of the caller's, which are as wide as is said.
    ///
    /// # Errors
    /// If an array has another length than the batch needs, or a sequence does not fit; what the arrays hold is then
    /// undefined.
    pub fn fill_slices<L: ChannelValue>(
        &mut self,
        dataset: &dyn Dataset,
        split: usize,
        indices: &[u64],
        widths: (usize, usize),
        mut slices: GridSlices<'_, L>,
    ) -> Result<(), BatchError> {
        slices.check(indices.len(), self.observer.len(), widths)?;
        self.make(dataset, split, indices, slices.rows())?;
        self.spread(indices, widths.0, widths.1, slices)
    }

    /// Makes the items: everything but the sequences, which have to wait until their widths are known.
    fn make<L: ChannelValue>(
        &mut self,
        dataset: &dyn Dataset,
        split: usize,
        indices: &[u64],
        rows: Rows<'_, L>,
    ) -> Result<(), BatchError> {
        let grid = grid_of(dataset)?;
        if grid.digest() != self.digest {
            let (found, expected) = (grid.digest().to_string(), self.digest.to_string());
            return Err(BatchError::OtherRecipe { found, expected });
        }
        let count = grid.splits().len();
        if split >= count {
            return Err(BatchError::Split { split, count });
        }
        let threads = self.workers.len().min(indices.len() / ITEMS_PER_THREAD).max(1);
        self.workers.iter_mut().for_each(Worker::clear);
        if threads == 1 {
            return self.workers[0].make(&mut *grid.grid_items(), split, indices, rows);
        }
        let each = indices.len().div_ceil(threads);
        let mut rest = rows;
        std::thread::scope(|scope| {
            let mut running = Vec::with_capacity(threads);
            for (worker, indices) in self.workers.iter_mut().zip(indices.chunks(each)) {
                let (mine, others) = rest.split_at(indices.len(), worker.observer.len());
                rest = others;
                let work = move || {
                    let mut items: Box<dyn GridItems + '_> = grid.grid_items();
                    worker.make(&mut *items, split, indices, mine)
                };
                running.push(scope.spawn(work));
            }
            // The first error by the order of the items, whichever thread is quicker.
            running.into_iter().try_for_each(|thread| match thread.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            })
        })
    }

    /// Lays out the sequences.
    fn spread<L>(
        &self,
        indices: &[u64],
        command: usize,
        actions: usize,
        slices: GridSlices<'_, L>,
    ) -> Result<(), BatchError> {
        let GridSlices {
            command: numbers,
            command_lengths,
            command_mask,
            actions: acts,
            action_lengths,
            action_mask,
            ..
        } = slices;
        let mut start = 0;
        for worker in &self.workers {
            let end = start + worker.commands.len();
            let rows = |width: usize| start * width..end * width;
            let of = &indices[start..end];
            spread(
                "command",
                of,
                &worker.commands,
                command,
                (
                    &mut numbers[rows(command)],
                    &mut command_lengths[start..end],
                    &mut command_mask[rows(command)],
                ),
            )?;
            spread(
                "action sequence",
                of,
                &worker.actions,
                actions,
                (&mut acts[rows(actions)], &mut action_lengths[start..end], &mut action_mask[rows(actions)]),
            )?;
            start = end;
        }
        Ok(())
    }
}

/// The dataset as one of commands in grid worlds, or an error that says what would be right.
pub fn grid_of(dataset: &dyn Dataset) -> Result<&dyn GridFamily, BatchError> {
    let expected = "commands in grid worlds, such as gscan or reascan";
    dataset.contents().commands().ok_or(BatchError::Family { family: dataset.family(), expected })
}
