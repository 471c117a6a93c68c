//! Prefetching: batches are made on another thread while the machine computes.

use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::Scope;

use crate::data::DataError;
use crate::task::{BatchPart, Task};

/// How many batches are made ahead.
const WAITING: usize = 3;

/// Made batches, in the order of their jobs.
pub(crate) type Batches<B> = Receiver<Result<Vec<BatchPart<B>>, DataError>>;

/// Makes a batch for each list of items. Ends when the receiver is gone.
pub(crate) fn prefetch<'s, T: Task>(
    scope: &'s Scope<'s, '_>,
    task: &'s T,
    split: usize,
    jobs: impl Iterator<Item = Vec<u64>> + Send + 's,
    (parts, threads): (usize, usize),
) -> Batches<T::Batch> {
    let (give, take) = sync_channel(WAITING);
    scope.spawn(move || {
        let mut maker = match task.maker(threads) {
            Ok(maker) => maker,
            Err(error) => {
                // Sending fails only if the receiver is gone, and then the error does not matter.
                _ = give.send(Err(error));
                return;
            }
        };
        for items in jobs {
            let made = maker.make(split, &items, parts);
            let failed = made.is_err();
            if give.send(made).is_err() || failed {
                return;
            }
        }
    });
    take
}
