//! Work in parallel, results in order, memory bounded.
//!
//! Whatever the number of threads, results reach the consumer in the order of the jobs, so the bytes of a dataset do
//! not depend on how many threads made it. No job is started that is too far ahead of the last one consumed, so a slow
//! job cannot make the finished ones behind it pile up.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How far ahead of the consumer each thread may be.
const AHEAD: usize = 2;

/// Does jobs `0..jobs` on `threads` threads and hands the results to `consume` in order, on the calling thread.
///
/// Each thread calls `worker` once for its own state, then `work` for each of its jobs. The first error, of a job or of
/// the consumer, ends it all and is returned.
pub fn ordered<W, T, E>(
    threads: usize,
    jobs: usize,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, usize) -> Result<T, E> + Sync,
    mut consume: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E>
where
    T: Send,
    E: Send,
{
    let desk = Desk {
        state: Mutex::new(State { next: 0, consumed: 0, closed: false, done: BTreeMap::new() }),
        changed: Condvar::new(),
    };
    let window = threads.max(1) * AHEAD;
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, jobs.max(1)) {
            scope.spawn(|| {
                let _closing = CloseOnPanic { desk: &desk, jobs };
                let mut state = worker();
                while let Some(job) = desk.take(jobs, window) {
                    desk.deliver(job, work(&mut state, job));
                }
            });
        }
        for job in 0..jobs {
            let Some(result) = desk.receive(job) else { break };
            if let Err(error) = result.and_then(&mut consume) {
                desk.close(jobs);
                return Err(error);
            }
        }
        Ok(())
    })
}

struct Desk<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

struct State<T> {
    /// The next job to start.
    next: usize,
    /// How many results were consumed.
    consumed: usize,
    /// Whether some results will never come.
    closed: bool,
    done: BTreeMap<usize, T>,
}

impl<T> Desk<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job, once it is not too far ahead.
    fn take(&self, jobs: usize, window: usize) -> Option<usize> {
        let mut state = self.lock();
        while state.next < jobs && state.next >= state.consumed + window {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let job = state.next;
        (job < jobs).then(|| {
            state.next += 1;
            job
        })
    }

    fn deliver(&self, job: usize, result: T) {
        self.lock().done.insert(job, result);
        self.changed.notify_all();
    }

    /// The result of a job; `None` if it will never come because its thread panicked.
    fn receive(&self, job: usize) -> Option<T> {
        let mut state = self.lock();
        loop {
            if let Some(result) = state.done.remove(&job) {
                state.consumed = job + 1;
                self.changed.notify_all();
                return Some(result);
            }
            if state.closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Lets no further job start.
    fn close(&self, jobs: usize) {
        let mut state = self.lock();
        state.next = jobs;
        state.closed = true;
        self.changed.notify_all();
    }
}

/// Wakes all threads if a job panics, so that the panic is reported instead of waiting for ever.
struct CloseOnPanic<'a, T> {
    desk: &'a Desk<T>,
    jobs: usize,
}

impl<T> Drop for CloseOnPanic<'_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.desk.close(self.jobs);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn results_come_in_order() {
        for threads in [1, 2, 7] {
            let mut seen = Vec::new();
            let result: Result<(), ()> = ordered(
                threads,
                100,
                || (),
                |(), job| {
                    std::thread::sleep(std::time::Duration::from_micros((job * 7919 % 13) as u64 * 50));
                    Ok(job)
                },
                |job| {
                    seen.push(job);
                    Ok(())
                },
            );
            assert_eq!(result, Ok(()));
            assert!(seen.into_iter().eq(0..100));
        }
    }

    #[test]
    fn nobody_runs_far_ahead() {
        let started = AtomicUsize::new(0);
        let mut consumed = 0;
        let result: Result<(), ()> = ordered(
            4,
            200,
            || (),
            |(), _| {
                started.fetch_add(1, Ordering::SeqCst);
                Ok(())
            },
            |()| {
                assert!(started.load(Ordering::SeqCst) <= consumed + 1 + 4 * AHEAD);
                consumed += 1;
                Ok(())
            },
        );
        assert_eq!((result, consumed), (Ok(()), 200));
    }

    #[test]
    fn the_first_error_ends_it() {
        let work = |(): &mut (), job: usize| if job == 5 { Err("job") } else { Ok(job) };
        let mut last = None;
        let result = ordered(
            3,
            1000,
            || (),
            work,
            |job| {
                last = Some(job);
                Ok(())
            },
        );
        assert_eq!((result, last), (Err("job"), Some(4)));
        let result =
            ordered(3, 1000, || (), |(), job| Ok(job), |job| if job == 7 { Err("consumer") } else { Ok(()) });
        assert_eq!(result, Err("consumer"));
    }

    /// Results from before a panic are consumed after it; a consumer that waits for the rest must still hear of the panic.
    #[test]
    fn results_after_the_end_keep_it_closed() {
        let desk = Desk {
            state: Mutex::new(State { next: 0, consumed: 0, closed: false, done: BTreeMap::new() }),
            changed: Condvar::new(),
        };
        desk.deliver(0, "done");
        desk.close(2);
        assert_eq!((desk.receive(0), desk.receive(1), desk.take(2, 1)), (Some("done"), None, None));
    }

    #[test]
    #[should_panic(expected = "scoped thread panicked")]
    fn panics_are_not_swallowed() {
        let _: Result<(), ()> =
            ordered(2, 10, || (), |(), job| if job == 3 { panic!("boom") } else { Ok(job) }, |_| Ok(()));
    }
}
