//! Cutting a circle of identity classes into disjoint parts.

use std::ops::Range;

/// A whole, in the unit in which shares are counted: parts per million.
pub const WHOLE: u32 = 1_000_000;

/// Shares of a circle, in order: part `k` of a circle of `n` places is a run of consecutive places.
///
/// Shares rarely divide a small circle evenly. Each circle brings a *dither* in `0..WHOLE` that shifts where its
/// boundaries are rounded, so that over many circles every part gets its exact share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arcs {
    /// Cumulative shares: starts with 0, ends with `WHOLE`.
    bounds: Vec<u32>,
}

/// Why shares cannot be cut.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArcsError {
    /// The shares do not add up.
    #[error("shares must add up to 1, these add up to {}", f64::from(*.0) / f64::from(WHOLE))]
    Sum(u32),
}

impl Arcs {
    /// Parts with these shares, in parts per million.
    pub fn new(shares: &[u32]) -> Result<Self, ArcsError> {
        let mut bounds = vec![0u32];
        let mut sum = 0u32;
        for &share in shares {
            sum = sum.saturating_add(share);
            bounds.push(sum);
        }
        if sum == WHOLE { Ok(Self { bounds }) } else { Err(ArcsError::Sum(sum)) }
    }

    /// The number of parts.
    pub fn parts(&self) -> usize {
        self.bounds.len() - 1
    }

    /// The places of `part` on a circle of `n` places.
    #[inline]
    pub fn range(&self, part: usize, n: u32, dither: u32) -> Range<u32> {
        cut(self.bounds[part], n, dither)..cut(self.bounds[part + 1], n, dither)
    }

    /// The part that `place` of a circle of `n` places lies in.
    #[inline]
    pub fn part_of(&self, place: u32, n: u32, dither: u32) -> usize {
        self.bounds[1..].iter().take_while(|&&bound| cut(bound, n, dither) <= place).count()
    }
}

#[inline]
fn cut(bound: u32, n: u32, dither: u32) -> u32 {
    ((u64::from(bound) * u64::from(n) + u64::from(dither)) / u64::from(WHOLE)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_tile_every_circle() {
        let arcs = Arcs::new(&[900_000, 10_000, 90_000]).unwrap();
        for n in 0..200 {
            for dither in [0, 1, 499_999, 999_999] {
                let mut next = 0;
                for part in 0..arcs.parts() {
                    let range = arcs.range(part, n, dither);
                    assert_eq!(range.start, next);
                    for place in range.clone() {
                        assert_eq!(arcs.part_of(place, n, dither), part);
                    }
                    next = range.end;
                }
                assert_eq!(next, n);
            }
        }
    }

    #[test]
    fn dither_gives_small_circles_their_share() {
        let arcs = Arcs::new(&[900_000, 100_000]).unwrap();
        let ones = (0..1000).filter(|d| !arcs.range(1, 1, d * 1000).is_empty()).count();
        assert_eq!(ones, 100);
    }

    #[test]
    fn shares_must_add_up() {
        assert_eq!(Arcs::new(&[900_000, 90_000]), Err(ArcsError::Sum(990_000)));
    }
}
