//! Sets of lines, in machine words.

use std::ops::{BitOr, BitOrAssign};

/// A set of lines, counted from 0; up to `64 * W` of them can be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lines<const W: usize = 1>([u64; W]);

impl<const W: usize> Lines<W> {
    /// How many lines can be told apart.
    pub const MOST: usize = 64 * W;

    /// No line.
    pub const NONE: Lines<W> = Lines([0; W]);

    /// One line; none if it is beyond what can be told apart.
    pub fn one(line: usize) -> Lines<W> {
        let mut lines = Lines::NONE;
        if let Some(word) = lines.0.get_mut(line / 64) {
            *word = 1 << (line % 64);
        }
        lines
    }

    /// The lines of `self` that are not in `other`.
    pub fn without(mut self, other: Lines<W>) -> Lines<W> {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= !other;
        }
        self
    }

    /// Whether the line is among them.
    pub fn has(self, line: usize) -> bool {
        self.0.get(line / 64).is_some_and(|word| word >> (line % 64) & 1 == 1)
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self == Lines::NONE
    }

    /// The lines, ascending.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..W).flat_map(move |word| wampimuk_core::bits(self.0[word]).map(move |bit| 64 * word + bit))
    }
}

impl<const W: usize> BitOr for Lines<W> {
    type Output = Lines<W>;

    fn bitor(mut self, other: Lines<W>) -> Lines<W> {
        self |= other;
        self
    }
}

impl<const W: usize> BitOrAssign for Lines<W> {
    fn bitor_assign(&mut self, other: Lines<W>) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
    }
}

impl<const W: usize> FromIterator<usize> for Lines<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(lines: I) -> Lines<W> {
        lines.into_iter().fold(Lines::NONE, |all, line| all | Lines::one(line))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_set_of_lines_is_a_set() {
        let one = BTreeSet::from([0, 3, 63, 64, 100]);
        let other = BTreeSet::from([3, 64, 127]);
        let lines = |set: &BTreeSet<usize>| set.iter().copied().collect::<Lines<2>>();
        let back = |lines: Lines<2>| lines.iter().collect::<BTreeSet<usize>>();
        assert_eq!(back(lines(&one)), one);
        assert_eq!(back(lines(&one) | lines(&other)), &one | &other);
        assert_eq!(back(lines(&one).without(lines(&other))), &one - &other);
        assert_eq!(lines(&one).len(), 5);
        assert!(lines(&one).has(100) && !lines(&one).has(101) && !lines(&one).has(1_000));
        assert!(Lines::<2>::one(128).is_empty());
    }
}
