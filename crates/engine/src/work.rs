//! Claims shards one by one until all are done, by this process or by others.

use std::time::Duration;

use wampimuk_core::{Watch, ordered};
use wampimuk_dataset::Manifest;
use wampimuk_store::StoreError;

use crate::error::Error;
use crate::receipt::{Kept, Receipt};
use crate::shards::Shard;
use crate::site::Site;
use crate::worker_limit::WorkerLimit;

/// How many shards are made at once, and by how many workers each. A second shard is begun while the first is waiting
/// for its last chunk or for the disk; small shards cannot keep many workers busy. There are a few more workers than
/// threads, so that there is always one for every seat.
fn lanes(threads: usize, shards: usize) -> (usize, usize) {
    let lanes = (threads / 2).clamp(2, 8).min(threads).min(shards).max(1);
    let workers = if threads > 2 { (threads + threads / 4).div_ceil(lanes) } else { threads };
    (lanes, workers.clamp(1, threads.max(1)))
}

/// How long to wait before asking again whether another process has done its share.
const PATIENCE: Duration = Duration::from_millis(50);

/// Makes any shard of a dataset.
pub(crate) trait Make: Sync {
    /// Makes a shard and puts it in its place.
    fn make(&self, site: &Site, shard: &Shard, worker_limit: &WorkerLimit) -> Result<Receipt, Error>;
}

/// What tells whether a shard is done.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ledger<'a> {
    /// The receipts of an unfinished dataset.
    Receipts,
    /// The manifest of a finished one.
    Manifest(&'a Manifest),
}

/// What came of the work.
#[derive(Debug)]
pub(crate) enum Worked {
    /// All shards are done.
    Done {
        /// Their receipts, in their order.
        receipts: Vec<Receipt>,
        /// The numbers of those that were made just now.
        made: Vec<usize>,
    },
    /// Another process has finished the whole dataset meanwhile.
    Overtaken,
}

enum Attempt {
    There(Receipt),
    Made(Receipt),
    Busy,
    Overtaken,
}

/// Makes the shards of these numbers, as far as they are not done.
pub(crate) fn work(
    site: &Site,
    numbers: &[usize],
    ledger: Ledger<'_>,
    maker: &dyn Make,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Worked, Error> {
    let mut receipts: Vec<Option<Receipt>> = vec![None; numbers.len()];
    let mut made = Vec::new();
    // Places in `numbers` that nobody has done yet.
    let mut left: Vec<usize> = (0..numbers.len()).collect();
    loop {
        let mut busy = Vec::new();
        let mut overtaken = false;
        let mut next = left.iter();
        let (lanes, workers) = lanes(threads, left.len());
        let worker_limit = WorkerLimit::new(workers, threads);
        let make = |shard: &Shard| maker.make(site, shard, &worker_limit);
        ordered(
            lanes,
            &left,
            || (),
            |(), &at| attempt(site, &site.shards[numbers[at]], ledger, &make, watch),
            |attempt| {
                let Some(&at) = next.next() else { return Ok(()) };
                match attempt {
                    Attempt::There(receipt) => {
                        watch.done(site.shards[numbers[at]].items())?;
                        receipts[at] = Some(receipt);
                    }
                    Attempt::Made(receipt) => {
                        made.push(numbers[at]);
                        receipts[at] = Some(receipt);
                    }
                    Attempt::Busy => busy.push(at),
                    Attempt::Overtaken => overtaken = true,
                }
                Ok::<_, Error>(())
            },
        )?;
        if overtaken {
            return Ok(Worked::Overtaken);
        }
        if busy.is_empty() {
            return Ok(Worked::Done { receipts: receipts.into_iter().flatten().collect(), made });
        }
        left = busy;
        watch.done(0)?;
        std::thread::sleep(PATIENCE);
    }
}

fn attempt(
    site: &Site,
    shard: &Shard,
    ledger: Ledger<'_>,
    make: &(dyn Fn(&Shard) -> Result<Receipt, Error> + Sync),
    watch: &dyn Watch,
) -> Result<Attempt, Error> {
    watch.done(0)?;
    if let Some(receipt) = ledger.find(site, shard)? {
        return Ok(Attempt::There(receipt));
    }
    let Some(_claim) = site.store.claim(&shard.name)? else { return Ok(Attempt::Busy) };
    // Another process may have done it before its claim ended, and all the rest, too.
    if let Some(receipt) = ledger.find(site, shard)? {
        return Ok(Attempt::There(receipt));
    }
    let is_overtaken = || Ok::<_, Error>(matches!(ledger, Ledger::Receipts) && site.finished()?.is_some());
    if is_overtaken()? {
        return Ok(Attempt::Overtaken);
    }
    match make(shard).and_then(|receipt| ledger.note(site, shard, receipt)) {
        // Where there are no locks, two may do the same, and the first takes the workshop away.
        Err(Error::Store(StoreError::Cleared { .. })) if is_overtaken()? => Ok(Attempt::Overtaken),
        result => result.map(Attempt::Made),
    }
}

impl Ledger<'_> {
    /// The receipt of a shard that is done and intact.
    fn find(self, site: &Site, shard: &Shard) -> Result<Option<Receipt>, Error> {
        match self {
            Self::Receipts => Receipt::find(&site.store, shard),
            Self::Manifest(manifest) => {
                let receipt = promised(manifest, shard);
                for kept in &receipt.files {
                    if !kept.is_intact(&site.store)? {
                        return Ok(None);
                    }
                }
                Ok(Some(receipt))
            }
        }
    }

    /// Takes note of a shard that was made.
    fn note(self, site: &Site, shard: &Shard, receipt: Receipt) -> Result<Receipt, Error> {
        match self {
            Self::Receipts => receipt.leave(&site.store)?,
            Self::Manifest(manifest) => {
                let files = |receipt: &Receipt| -> Vec<_> {
                    receipt.files.iter().map(|kept| kept.file.clone()).collect()
                };
                if files(&receipt) != files(&promised(manifest, shard)) {
                    return Err(Error::Differs { place: site.store.place(&shard.name) });
                }
            }
        }
        Ok(receipt)
    }
}

/// What a manifest says of a shard.
fn promised(manifest: &Manifest, shard: &Shard) -> Receipt {
    let files = manifest.files.iter().filter(|file| shard.holds(file));
    let files = files.map(|file| Kept { file: file.clone(), etag: None }).collect();
    Receipt { shard: shard.name.clone(), files }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_are_enough_and_not_many() {
        for (threads, shards, expected) in [
            (1, 9, (1, 1)),
            (2, 9, (2, 2)),
            (2, 1, (1, 2)),
            (4, 9, (2, 3)),
            (16, 1, (1, 16)),
            (16, 99, (8, 3)),
            (64, 99, (8, 10)),
            (0, 0, (1, 1)),
        ] {
            assert_eq!(lanes(threads, shards), expected, "{threads} threads, {shards} shards");
        }
    }
}
