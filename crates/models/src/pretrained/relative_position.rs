//! T5's relative position bias. Each pair of words belongs to a bucket by its distance: small distances have a bucket each,
//! larger ones share buckets logarithmically. Each head adds a learned number for the bucket to its scores.

use std::sync::Arc;

use wampimuk_nn::{Graph, ParamId};

/// The buckets of a stack of layers.
#[derive(Clone, Copy, Debug)]
pub(super) struct RelativePositionBias {
    /// `[buckets, heads]`.
    pub table: ParamId,
    /// How many buckets there are.
    pub buckets: usize,
    /// From here on everything is in the last bucket.
    pub far: usize,
    /// Whether words after a word have buckets of their own; a decoder does not see them.
    pub both_ways: bool,
}

impl RelativePositionBias {
    /// The bucket of a key at this place, seen from a query at that place.
    fn bucket(self, key: usize, query: usize) -> usize {
        let (buckets, side, distance) = match self.both_ways {
            true => {
                let half = self.buckets / 2;
                (half, if key > query { half } else { 0 }, key.abs_diff(query))
            }
            false => (self.buckets, 0, query.saturating_sub(key)),
        };
        let exact = buckets / 2;
        if distance < exact {
            return side + distance;
        }
        // In single precision and in this order, as the original rounds.
        let share = (distance as f32 / exact as f32).ln() / (self.far as f64 / exact as f64).ln() as f32;
        let further = exact + (share * (buckets - exact) as f32) as usize;
        side + further.min(buckets - 1)
    }

    /// What is added to the scores of `rows` equal sequences, `[rows, heads, queries, keys]`; the first query stands at
    /// place `from`.
    pub fn bias<G: Graph>(
        self,
        graph: &mut G,
        heads: usize,
        rows: usize,
        from: usize,
        [queries, keys]: [usize; 2],
    ) -> G::Var {
        let table = graph.param(self.table);
        let mut numbers = Vec::with_capacity(heads * queries * keys);
        for head in 0..heads {
            for query in from..from + queries {
                numbers.extend((0..keys).map(|key| (self.bucket(key, query) * heads + head) as u32));
            }
        }
        let one = graph.index_select(table, 1, numbers.into());
        let repeated: Arc<[u32]> = vec![0; rows].into();
        graph.index_select(one, heads * queries * keys, repeated)
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_nn::Params;

    use super::*;

    /// Where each bucket begins, as the original's function has it for 32 buckets up to a distance of 128.
    #[test]
    fn buckets_are_the_originals() {
        let table = Params::default().add("table", &[32, 1], []);
        let both = RelativePositionBias { table, buckets: 32, far: 128, both_ways: true };
        let back = RelativePositionBias { both_ways: false, ..both };
        let begins = |bucket: &dyn Fn(usize) -> usize| -> Vec<usize> {
            (1..600).filter(|&distance| bucket(distance) != bucket(distance - 1)).collect()
        };
        let starts = [1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 23, 32, 46, 64, 91];
        assert_eq!(begins(&|distance| both.bucket(distance, 0)), starts);
        assert_eq!(begins(&|distance| both.bucket(0, distance)), starts);
        let ends = [both.bucket(1, 0), both.bucket(599, 0), both.bucket(0, 1), both.bucket(0, 599)];
        assert_eq!(ends, [17, 31, 1, 15]);
        let starts = [16, 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113];
        assert_eq!(begins(&|distance| back.bucket(0, distance))[15..], starts);
        assert_eq!((back.bucket(0, 599), back.bucket(9, 3)), (31, 0), "a decoder does not look ahead");
    }
}
