//! Independent jobs on several threads, with results in the order of the jobs: all of them at the end, or one by one.

mod ordered;

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, Scope, ScopedJoinHandle};

pub use ordered::ordered;

/// Parts for each thread where items are cut into parts: a thread that is done early takes another one.
const PARTS_PER_THREAD: usize = 4;

/// How many threads this machine runs at once; 1 where that is not known, as in a browser.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// Does jobs on this many threads. Results are in the order of the jobs, whatever the number of threads. For one thread or
/// one job, no other thread is started.
pub fn in_parallel<J: Sync, R: Send>(threads: usize, jobs: &[J], work: impl Fn(&J) -> R + Sync) -> Vec<R> {
    let threads = threads.min(jobs.len());
    if threads < 2 {
        return jobs.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let take_jobs = || {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let jobs = numbers.map_while(|number| Some((number, jobs.get(number)?)));
        jobs.map(|(number, job)| (number, work(job))).collect::<Vec<_>>()
    };
    let mut done: Vec<(usize, R)> = std::thread::scope(|scope| {
        let workers = start(scope, threads, take_jobs);
        let mut done = if workers.is_empty() { take_jobs() } else { Vec::new() };
        for worker in workers {
            done.extend(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Starts workers on this many threads, or on as many as the system has room for, which may be none.
fn start<'s, T: Send + 's>(
    scope: &'s Scope<'s, '_>,
    threads: usize,
    work: impl FnOnce() -> T + Copy + Send + 's,
) -> Vec<ScopedJoinHandle<'s, T>> {
    (0..threads).map_while(|_| Builder::new().spawn_scoped(scope, work).ok()).collect()
}

/// Cuts items into consecutive parts and works on them on this many threads. Results are in the order of the parts.
pub fn in_parts<T: Sync, R: Send>(threads: usize, items: &[T], work: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    let parts = if threads < 2 { 1 } else { threads * PARTS_PER_THREAD };
    let parts: Vec<&[T]> = items.chunks(items.len().div_ceil(parts).max(1)).collect();
    in_parallel(threads, &parts, |part| work(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_jobs() {
        let jobs: Vec<usize> = (0..1000).collect();
        for threads in [0, 1, 2, 7, 2000] {
            assert_eq!(
                in_parallel(threads, &jobs, |job| job * 2),
                jobs.iter().map(|job| job * 2).collect::<Vec<_>>()
            );
            assert_eq!(in_parts(threads, &jobs, <[usize]>::to_vec).concat(), jobs);
        }
        assert!(in_parallel(4, &[], |job: &usize| *job).is_empty());
        assert!(in_parts(4, &[], <[usize]>::to_vec).is_empty());
    }

    #[test]
    #[should_panic(expected = "job 3")]
    fn a_panic_of_a_job_is_the_caller_s() {
        in_parallel(2, &[1, 2, 3, 4], |job| assert!(*job != 3, "job 3"));
    }
}
