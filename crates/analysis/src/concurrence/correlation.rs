//! Correlations.

use std::cmp::Ordering;

/// Pearson's correlation: 1 where the points lie on a rising line. `None` for fewer than two points, or where all have
/// one value on either side.
pub fn pearson(pairs: &[(f64, f64)]) -> Option<f64> {
    let Moments { xx, yy, xy, .. } = Moments::of(pairs)?;
    let scale = (xx * yy).sqrt();
    (scale > 0.0).then(|| (xy / scale).clamp(-1.0, 1.0))
}

/// Slope and height at 0 of the straight line with the least squares. `None` for fewer than two points, or where all
/// have one value on the first side.
pub fn least_squares(pairs: &[(f64, f64)]) -> Option<(f64, f64)> {
    let Moments { x, y, xx, xy, .. } = Moments::of(pairs)?;
    (xx > 0.0).then(|| (xy / xx, y - xy / xx * x))
}

/// Means and sums of squares around them.
struct Moments {
    x: f64,
    y: f64,
    xx: f64,
    yy: f64,
    xy: f64,
}

impl Moments {
    fn of(pairs: &[(f64, f64)]) -> Option<Self> {
        if pairs.len() < 2 {
            return None;
        }
        let count = pairs.len() as f64;
        let x = pairs.iter().map(|(x, _)| x).sum::<f64>() / count;
        let y = pairs.iter().map(|(_, y)| y).sum::<f64>() / count;
        let sum = |term: fn(f64, f64) -> f64| pairs.iter().map(|&(a, b)| term(a - x, b - y)).sum();
        Some(Self { x, y, xx: sum(|a, _| a * a), yy: sum(|_, b| b * b), xy: sum(|a, b| a * b) })
    }
}

/// Kendall's τ-b: of the pairs of points that differ on both sides, how many more are in the same order than in opposite
/// order; ties count as in "b", so that 1 and -1 can be reached. `None` for fewer than two points, or where all have one
/// value on either side.
///
/// By Knight's method: points in the order of one side, and the inversions of the other counted while it is sorted. That
/// takes n log n steps.
pub fn kendall(pairs: &[(f64, f64)]) -> Option<f64> {
    let mut sorted = pairs.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let tied = |same: fn(&(f64, f64), &(f64, f64)) -> bool, points: &[(f64, f64)]| -> u64 {
        points.chunk_by(same).map(|run| two_of(run.len())).sum()
    };
    let all = two_of(pairs.len());
    let tied_x = tied(|a, b| a.0 == b.0, &sorted);
    let tied_both = tied(|a, b| a == b, &sorted);
    let inversions = sort_counting(&mut sorted);
    let tied_y = tied(|a, b| a.1 == b.1, &sorted);
    let scale = ((all - tied_x) as f64).sqrt() * ((all - tied_y) as f64).sqrt();
    // Pairs that differ on both sides, less those in opposite order twice.
    let more = (all + tied_both) as f64 - (tied_x + tied_y) as f64 - 2.0 * inversions as f64;
    (scale > 0.0).then(|| (more / scale).clamp(-1.0, 1.0))
}

/// How many pairs there are among this many.
fn two_of(count: usize) -> u64 {
    let count = count as u64;
    count * count.saturating_sub(1) / 2
}

/// Sorts by the second value, and counts how many pairs were in the wrong order.
fn sort_counting(points: &mut [(f64, f64)]) -> u64 {
    if points.len() < 2 {
        return 0;
    }
    let middle = points.len() / 2;
    let (left, right) = points.split_at_mut(middle);
    let mut inversions = sort_counting(left) + sort_counting(right);
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        if right[j].1.total_cmp(&left[i].1) == Ordering::Less {
            inversions += (left.len() - i) as u64;
            merged.push(right[j]);
            j += 1;
        } else {
            merged.push(left[i]);
            i += 1;
        }
    }
    merged.extend_from_slice(&left[i..]);
    merged.extend_from_slice(&right[j..]);
    points.copy_from_slice(&merged);
    inversions
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pairs(x: &[f64], y: &[f64]) -> Vec<(f64, f64)> {
        x.iter().copied().zip(y.iter().copied()).collect()
    }

    #[test]
    fn values_worked_out_by_hand() {
        // means 3 and 4; sums of squares 10, 10 and 8
        let points = pairs(&[1.0, 2.0, 3.0, 4.0, 5.0], &[2.0, 4.0, 3.0, 6.0, 5.0]);
        assert!((pearson(&points).expect("a value") - 0.8).abs() < 1e-12);
        let (slope, height) = least_squares(&points).expect("a line");
        assert!((slope - 0.8).abs() < 1e-12 && (height - 1.6).abs() < 1e-12, "{slope} {height}");
        // of ten pairs, (2, 3) and (4, 5) are in opposite order: (8 - 2) / 10
        assert!((kendall(&points).expect("a value") - 0.6).abs() < 1e-12);
        // pairs: 6; tied in x 1 (the first two), in y 1 (the last two); same order 4, opposite 0: 4 / √(5 · 5)
        let tied = pairs(&[1.0, 1.0, 2.0, 3.0], &[1.0, 2.0, 3.0, 3.0]);
        assert!((kendall(&tied).expect("a value") - 0.8).abs() < 1e-12);
        // reversed
        let down = pairs(&[1.0, 2.0, 3.0], &[9.0, 5.0, 1.0]);
        assert_eq!((pearson(&down), kendall(&down)), (Some(-1.0), Some(-1.0)));
    }

    #[test]
    fn what_does_not_vary_has_no_correlation() {
        for points in [vec![], pairs(&[1.0], &[2.0]), pairs(&[1.0, 1.0, 1.0], &[1.0, 2.0, 3.0])] {
            assert_eq!((pearson(&points), kendall(&points), least_squares(&points)), (None, None, None));
        }
        let flat = pairs(&[1.0, 2.0], &[5.0, 5.0]);
        assert_eq!((pearson(&flat), kendall(&flat)), (None, None));
        assert_eq!(least_squares(&flat), Some((0.0, 5.0)));
    }

    /// Every pair of points, looked at.
    fn slow_kendall(points: &[(f64, f64)]) -> Option<f64> {
        let (mut more, mut varied_x, mut varied_y) = (0_i64, 0_u64, 0_u64);
        for (i, a) in points.iter().enumerate() {
            for b in &points[..i] {
                let (x, y) = (a.0.partial_cmp(&b.0)? as i64, a.1.partial_cmp(&b.1)? as i64);
                more += x * y;
                varied_x += u64::from(x != 0);
                varied_y += u64::from(y != 0);
            }
        }
        (varied_x > 0 && varied_y > 0).then(|| more as f64 / (varied_x as f64 * varied_y as f64).sqrt())
    }

    /// By the raw sums of the textbook.
    fn slow_pearson(points: &[(f64, f64)]) -> f64 {
        let n = points.len() as f64;
        let sum = |term: fn(&(f64, f64)) -> f64| points.iter().map(term).sum::<f64>();
        let (x, y) = (sum(|p| p.0), sum(|p| p.1));
        let (xx, yy, xy) = (sum(|p| p.0 * p.0), sum(|p| p.1 * p.1), sum(|p| p.0 * p.1));
        (n * xy - x * y) / ((n * xx - x * x) * (n * yy - y * y)).sqrt()
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn fast_and_slow_agree(raw in proptest::collection::vec((-4_i8..4, -3_i8..3), 0..40)) {
            let points: Vec<(f64, f64)> = raw.iter().map(|&(x, y)| (f64::from(x), f64::from(y))).collect();
            match (kendall(&points), slow_kendall(&points)) {
                (Some(fast), Some(slow)) => prop_assert!((fast - slow).abs() < 1e-12, "{fast} {slow}"),
                (fast, slow) => prop_assert_eq!(fast, slow),
            }
            if let Some(fast) = pearson(&points) {
                prop_assert!((fast - slow_pearson(&points)).abs() < 1e-9);
            }
        }
    }
}
