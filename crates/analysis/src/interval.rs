//! How far a share may be off: intervals of 95 %.
//!
//! Of one run, Wilson's: it stays within 0 and 1 and says something of few items and of shares near either end. Of several
//! runs, what covers two intervals: a bootstrap of two levels (runs are drawn with replacement, and the items of each run
//! again), and Wilson's of the mean among as many items as one run has. A bootstrap knows nothing but what it draws from: where
//! all answers are right, or none is, it has no width. And runs that answer the same items are no more items. Only additions,
//! products and square roots go into it, so that every machine gives the same numbers.
//!
//! A mean of values between 0 and 1, such as the share of right tokens, varies at most as much as a count of the same share:
//! its interval is as wide as it can be.

use wampimuk_core::{Digest, Stream, StreamKey};
use wampimuk_readers::statistics;

/// How many times runs are drawn anew.
const DRAWS: usize = 1000;

/// Up to so many items are drawn one by one; of more, the normal distribution is near enough.
const FEW: u64 = 64;

/// Wilson's interval of a share among so many items; everything if there are none.
pub fn wilson(share: f64, items: u64) -> [f64; 2] {
    let (low, high) = statistics::wilson(share * items as f64, items);
    [low, high]
}

/// The interval of a mean over runs, each with its share and its number of items.
pub fn over_runs(runs: &[(f64, u64)]) -> Option<[f64; 2]> {
    match runs {
        [] => None,
        [(share, items)] => Some(wilson(*share, *items)),
        _ => {
            let ([low, high], [least, most]) = (bootstrap(runs), of_mean(runs));
            Some([low.min(least), high.max(most)])
        }
    }
}

/// Wilson's interval of the mean of runs, as if one had answered all the items of the smallest.
fn of_mean(runs: &[(f64, u64)]) -> [f64; 2] {
    let mean = runs.iter().map(|(share, _)| share).sum::<f64>() / runs.len() as f64;
    wilson(mean, runs.iter().map(|(_, items)| *items).min().unwrap_or(0))
}

fn bootstrap(runs: &[(f64, u64)]) -> [f64; 2] {
    let mut stream = StreamKey::new(&Digest::of(b"bootstrap"), "runs", runs.len() as u64).stream(0);
    let mut means: Vec<f64> = (0..DRAWS)
        .map(|_| {
            let drawn = (0..runs.len()).map(|_| {
                let (share, items) = *stream.choose(runs);
                again(share, items, &mut stream)
            });
            drawn.sum::<f64>() / runs.len() as f64
        })
        .collect();
    means.sort_by(f64::total_cmp);
    let tail = DRAWS / 40;
    [means[tail], means[DRAWS - 1 - tail]]
}

/// The share among items drawn anew.
fn again(share: f64, items: u64, stream: &mut Stream) -> f64 {
    match items {
        0 => share,
        items if items <= FEW => {
            let right = (0..items).filter(|_| unit(stream) < share).count();
            right as f64 / items as f64
        }
        items => {
            let deviation = (share * (1.0 - share) / items as f64).max(0.0).sqrt();
            // Twelve numbers between 0 and 1 have the sum 6 and the deviation 1, nearly normal.
            let normal: f64 = (0..12).map(|_| unit(stream)).sum::<f64>() - 6.0;
            (share + deviation * normal).clamp(0.0, 1.0)
        }
    }
}

/// A number from 0 to 1.
fn unit(stream: &mut Stream) -> f64 {
    f64::from(stream.bits()) / 4_294_967_296.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_of_one_run_are_wilsons() {
        let [low, high] = wilson(0.5, 20);
        assert!((low - 0.2993).abs() < 1e-3 && (high - 0.7007).abs() < 1e-3, "{low} {high}");
        let [low, high] = wilson(1.0, 20);
        assert!((low - 0.8389).abs() < 1e-3 && high == 1.0, "{low} {high}");
        assert_eq!(wilson(0.0, 0), [0.0, 1.0]);
    }

    #[test]
    fn intervals_of_several_runs_cover_what_seeds_and_items_vary() {
        let narrow = over_runs(&[(0.5, 10_000); 3]).unwrap();
        let few = over_runs(&[(0.5, 30); 3]).unwrap();
        let apart = over_runs(&[(0.2, 10_000), (0.5, 10_000), (0.8, 10_000)]).unwrap();
        let width = |interval: [f64; 2]| interval[1] - interval[0];
        assert!(
            width(narrow) < 0.02 && width(few) > 0.1 && width(apart) > 0.3,
            "{narrow:?} {few:?} {apart:?}"
        );
        assert!(narrow[0] < 0.5 && narrow[1] > 0.5);
        assert_eq!(over_runs(&[(0.5, 30); 3]), Some(few), "the same each time");
        assert_eq!(over_runs(&[]), None);
    }

    #[test]
    fn intervals_of_none_and_of_all_have_a_width() {
        for items in [20, 5000] {
            let [low, high] = over_runs(&[(0.0, items); 3]).unwrap();
            assert!(low == 0.0 && high > 0.7 / items as f64, "{high} of {items}");
            assert_eq!([low, high], wilson(0.0, items), "three runs on the same items are no more items");
            let [low, high] = over_runs(&[(1.0, items); 3]).unwrap();
            assert!(high == 1.0 && low < 1.0 - 0.7 / items as f64, "{low} of {items}");
        }
    }
}
