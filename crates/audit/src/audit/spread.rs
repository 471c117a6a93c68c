//! How far counts are from even.

use serde::Serialize;

use crate::counts::Counts;

/// Counts beside an even distribution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    /// Pearson's statistic: squared differences from the even count, each divided by it.
    pub chi_square: f64,
    /// Its degrees of freedom.
    pub degrees: u32,
    /// The statistic as a number of standard deviations of a normal variable (Wilson and Hilferty's approximation):
    /// chance stays below 4.
    pub deviations: f64,
    /// The share of cases that would have to move to another place to make the counts even. Unlike the statistic it
    /// does not grow with the number of cases.
    pub uneven: f64,
}

impl Spread {
    /// Compares counts of the numbers below `places` with the even distribution.
    pub(crate) fn of(counts: &Counts, places: usize) -> Self {
        Self::of_parts([(counts, places)])
    }

    /// The same for several sets of places, each with its own even count.
    pub(crate) fn of_parts<'c>(parts: impl IntoIterator<Item = (&'c Counts, usize)>) -> Self {
        let (mut spread, mut total, mut moved) = (Self::default(), 0, 0.0);
        for (counts, places) in parts {
            let of = counts.total();
            if of == 0 || places < 2 {
                continue;
            }
            let even = of as f64 / places as f64;
            for place in 0..places {
                let difference = counts.get(place) as f64 - even;
                spread.chi_square += difference * difference / even;
                moved += difference.max(0.0);
            }
            spread.degrees += places as u32 - 1;
            total += of;
        }
        if spread.degrees > 0 {
            let degrees = f64::from(spread.degrees);
            let scale = 2.0 / (9.0 * degrees);
            spread.deviations = ((spread.chi_square / degrees).cbrt() - (1.0 - scale)) / scale.sqrt();
            spread.uneven = moved / total as f64;
        }
        spread
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread(counts: &[u64]) -> Spread {
        let mut sum = Counts::default();
        for (place, &count) in counts.iter().enumerate() {
            (0..count).for_each(|_| sum.bump(place));
        }
        Spread::of(&sum, counts.len())
    }

    #[test]
    fn even_and_uneven() {
        let even = spread(&[25, 25, 25, 25]);
        assert_eq!((even.chi_square, even.degrees, even.uneven), (0.0, 3, 0.0));
        assert!(even.deviations < 0.0);
        let uneven = spread(&[40, 10, 25, 25]);
        assert_eq!((uneven.chi_square, uneven.degrees, uneven.uneven), (18.0, 3, 0.15));
        // The tail of 18 at 3 degrees is 4.4e-4, which is that of 3.33 standard deviations; it is an approximation.
        assert!((uneven.deviations - 3.33).abs() < 0.1, "{}", uneven.deviations);
        assert_eq!(spread(&[]), Spread::default());
    }
}
