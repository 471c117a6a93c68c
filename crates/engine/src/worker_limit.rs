//! How many workers run at once, over all shards.

use std::sync::{Condvar, Mutex, PoisonError};

/// A limit on the workers that run at the same time. Several shards are made at once, each by its own workers, and memory is
/// bounded by how many of them hold a chunk. A worker waits for a slot, so no thread is idle while another shard has work.
#[derive(Debug)]
pub(crate) struct WorkerLimit {
    /// Workers of each shard.
    pub workers: usize,
    free: Mutex<usize>,
    changed: Condvar,
}

impl WorkerLimit {
    pub fn new(workers: usize, slots: usize) -> Self {
        Self { workers, free: Mutex::new(slots.max(1)), changed: Condvar::new() }
    }

    /// Waits for a slot. A worker that holds one waits for nothing else.
    pub fn slot(&self) -> WorkerSlot<'_> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        while *free == 0 {
            free = self.changed.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        *free -= 1;
        WorkerSlot(self)
    }
}

/// A slot that is taken until this is dropped.
#[derive(Debug)]
pub(crate) struct WorkerSlot<'h>(&'h WorkerLimit);

impl Drop for WorkerSlot<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn no_more_work_than_there_are_seats() {
        let worker_limit = WorkerLimit::new(8, 3);
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let _slot = worker_limit.slot();
                        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        std::thread::yield_now();
                        now.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert!((1..=3).contains(&most.load(Ordering::SeqCst)));
    }
}
