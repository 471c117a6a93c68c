//! How many work at once.

use std::sync::{Condvar, Mutex, PoisonError};

/// Workers, and seats for those who work: several shards are made at once, each by workers of its own, and what bounds
/// the memory is how many of them hold a chunk. Who has none waits for a seat, so that no thread is idle while another
/// shard has work.
#[derive(Debug)]
pub(crate) struct Hands {
    /// Workers of each shard.
    pub workers: usize,
    free: Mutex<usize>,
    changed: Condvar,
}

impl Hands {
    pub fn new(workers: usize, seats: usize) -> Self {
        Self { workers, free: Mutex::new(seats.max(1)), changed: Condvar::new() }
    }

    /// Waits for a seat. Nobody who has one waits for anything else.
    pub fn seat(&self) -> Seat<'_> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        while *free == 0 {
            free = self.changed.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        *free -= 1;
        Seat(self)
    }
}

/// A seat that is taken until this is dropped.
#[derive(Debug)]
pub(crate) struct Seat<'h>(&'h Hands);

impl Drop for Seat<'_> {
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
        let hands = Hands::new(8, 3);
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let _seat = hands.seat();
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
