//! A stream of jobs, done in parallel, with results in order and bounded memory.
//!
//! Whatever the number of threads, results reach the consumer in the order of the jobs, so the bytes of a dataset do
//! not depend on how many threads made it. No job is started that is too far ahead of the last one consumed, so a slow
//! job cannot make the finished ones behind it pile up.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::start;

/// How far ahead of the consumer each thread may be.
const AHEAD: usize = 2;

/// Does jobs on this many threads and hands the results to `consume` in order, on the calling thread.
///
/// Jobs come from an iterator, which may take its time: one thread at a time asks it for the next, while the others work.
/// Each thread calls `worker` once for its own state, then `work` for each of its jobs. The first error, of a job or of
/// the consumer, ends it all and is returned. For one thread, no other is started; where the system has room for fewer threads,
/// these do the work.
pub fn ordered<I, W, T, E>(
    threads: usize,
    jobs: I,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, I::Item) -> Result<T, E> + Sync,
    mut consume: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E>
where
    I: IntoIterator<IntoIter: Send>,
    T: Send,
    E: Send,
{
    let mut jobs = jobs.into_iter();
    if threads < 2 {
        let mut state = worker();
        return jobs.try_for_each(|job| consume(work(&mut state, job)?));
    }
    on_threads(threads, jobs, worker, work, consume)
}

/// Does jobs on other threads, or on this one if none can be started.
fn on_threads<J, W, T, E>(
    threads: usize,
    jobs: J,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, J::Item) -> Result<T, E> + Sync,
    mut consume: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E>
where
    J: Iterator + Send,
    T: Send,
    E: Send,
{
    let desk = Desk::new(jobs, (threads * AHEAD).max(1));
    let run = || {
        let _closing = CloseOnPanic(&desk);
        let mut state = None;
        while let Some((number, job)) = desk.take() {
            desk.deliver(number, work(state.get_or_insert_with(&worker), job));
        }
    };
    std::thread::scope(|scope| {
        let _closing = CloseOnPanic(&desk);
        let is_alone = start(scope, threads, run).is_empty();
        let mut state = None;
        for number in 0.. {
            if is_alone && let Some((number, job)) = desk.take() {
                desk.deliver(number, work(state.get_or_insert_with(&worker), job));
            }
            let Some(result) = desk.receive(number) else { break };
            if let Err(error) = result.and_then(&mut consume) {
                desk.close();
                return Err(error);
            }
        }
        Ok(())
    })
}

/// Where workers take jobs and leave results.
struct Desk<I, T> {
    /// What is to be done, and how much of it was taken.
    jobs: Mutex<(I, usize)>,
    results: Mutex<Results<T>>,
    changed: Condvar,
    /// How many jobs may be taken beyond those whose results were consumed.
    window: usize,
}

struct Results<T> {
    consumed: usize,
    /// How many there will be, as soon as that is known.
    end: Option<usize>,
    /// Whether nobody wants more, or some will never come.
    closed: bool,
    done: BTreeMap<usize, T>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<I: Iterator, T> Desk<I, T> {
    fn new(jobs: I, window: usize) -> Self {
        let results = Results { consumed: 0, end: None, closed: false, done: BTreeMap::new() };
        Self { jobs: Mutex::new((jobs, 0)), results: Mutex::new(results), changed: Condvar::new(), window }
    }

    fn wait<'a>(&self, results: MutexGuard<'a, Results<T>>) -> MutexGuard<'a, Results<T>> {
        self.changed.wait(results).unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job and its number, once it is not too far ahead.
    fn take(&self) -> Option<(usize, I::Item)> {
        let mut jobs = lock(&self.jobs);
        let (jobs, taken) = &mut *jobs;
        let mut results = lock(&self.results);
        while !results.closed && results.end.is_none() && *taken >= results.consumed + self.window {
            results = self.wait(results);
        }
        if results.closed || results.end.is_some() {
            return None;
        }
        drop(results);
        let job = jobs.next();
        if job.is_none() {
            lock(&self.results).end = Some(*taken);
            self.changed.notify_all();
        }
        *taken += 1;
        Some((*taken - 1, job?))
    }

    fn deliver(&self, number: usize, result: T) {
        lock(&self.results).done.insert(number, result);
        self.changed.notify_all();
    }

    /// The result of a job; `None` if there is no such job, or if its result will never come because a thread panicked.
    fn receive(&self, number: usize) -> Option<T> {
        let mut results = lock(&self.results);
        loop {
            if let Some(result) = results.done.remove(&number) {
                results.consumed = number + 1;
                self.changed.notify_all();
                return Some(result);
            }
            if results.closed || results.end.is_some_and(|end| number >= end) {
                return None;
            }
            results = self.wait(results);
        }
    }
}

impl<I, T> Desk<I, T> {
    /// Lets no further job start.
    fn close(&self) {
        lock(&self.results).closed = true;
        self.changed.notify_all();
    }
}

/// Wakes all threads if a job panics, so that the panic is reported instead of waiting for ever.
struct CloseOnPanic<'a, I, T>(&'a Desk<I, T>);

impl<I, T> Drop for CloseOnPanic<'_, I, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn results_come_in_order() {
        for threads in [0, 1, 2, 7] {
            let mut seen = Vec::new();
            let result: Result<(), ()> = ordered(
                threads,
                0..100,
                || (),
                |(), job: u64| {
                    std::thread::sleep(std::time::Duration::from_micros(job * 7919 % 13 * 50));
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

    /// Jobs that are taken from an iterator of its own, whose end nobody knows beforehand.
    #[test]
    fn jobs_may_be_a_stream() {
        for threads in [1, 3] {
            let mut numbers = 0..;
            let jobs =
                std::iter::from_fn(|| numbers.next().filter(|number| *number < 50).map(|n| vec![n; 3]));
            let mut sum = 0;
            let result = ordered(
                threads,
                jobs,
                || (),
                |(), job: Vec<u64>| Ok::<_, ()>(job.iter().sum::<u64>()),
                |part| {
                    sum += part;
                    Ok(())
                },
            );
            assert_eq!((result, sum), (Ok(()), 3 * 49 * 50 / 2));
        }
    }

    #[test]
    fn nobody_runs_far_ahead() {
        let started = AtomicUsize::new(0);
        let mut consumed = 0;
        let result: Result<(), ()> = ordered(
            4,
            0..200,
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
        for threads in [1, 3] {
            let work = |(): &mut (), job: usize| if job == 5 { Err("job") } else { Ok(job) };
            let mut last = None;
            let result = ordered(
                threads,
                0..1000,
                || (),
                work,
                |job| {
                    last = Some(job);
                    Ok(())
                },
            );
            assert_eq!((result, last), (Err("job"), Some(4)));
            let consume = |job| if job == 7 { Err("consumer") } else { Ok(()) };
            assert_eq!(ordered(threads, 0..1000, || (), |(), job| Ok(job), consume), Err("consumer"));
        }
    }

    #[test]
    fn where_no_thread_can_be_started_the_caller_does_the_work() {
        let mut seen = Vec::new();
        let mut consume = |job| {
            seen.push(job);
            if job == 70 { Err(()) } else { Ok(()) }
        };
        assert_eq!(
            on_threads(0, 0..50, || 2, |factor, job| Ok::<_, ()>(job * *factor), &mut consume),
            Err(())
        );
        assert_eq!(on_threads(0, 0..3, || 1, |factor, job| Ok::<_, ()>(job * *factor), &mut consume), Ok(()));
        assert!(seen.into_iter().eq((0..=35).map(|job| job * 2).chain(0..3)));
    }

    /// Workers that wait for the consumer would wait for ever.
    #[test]
    #[should_panic(expected = "enough")]
    fn a_consumer_that_panics_ends_it() {
        let consume = |job| if job == 3 { panic!("enough") } else { Ok(()) };
        let _: Result<(), ()> = ordered(2, 0.., || (), |(), job| Ok(job), consume);
    }

    /// Results from before a panic are consumed after it; a consumer that waits for the rest must still hear of the panic.
    #[test]
    fn results_after_the_end_keep_it_closed() {
        let desk = Desk::new(0..2, 2);
        desk.deliver(0, "done");
        desk.close();
        assert_eq!((desk.receive(0), desk.receive(1), desk.take()), (Some("done"), None, None));
    }

    #[test]
    #[should_panic(expected = "scoped thread panicked")]
    fn panics_are_not_swallowed() {
        let _: Result<(), ()> =
            ordered(2, 0..10, || (), |(), job| if job == 3 { panic!("boom") } else { Ok(job) }, |_| Ok(()));
    }

    #[test]
    #[should_panic(expected = "scoped thread panicked")]
    fn panics_of_the_iterator_are_not_swallowed() {
        let jobs = (0..10).inspect(|job| assert!(*job != 3, "boom"));
        let _: Result<(), ()> = ordered(2, jobs, || (), |(), job| Ok(job), |_| Ok(()));
    }
}
