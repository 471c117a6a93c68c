//! Keys by which things are the same: how many differ, and how many are among others.
//!
//! A key is a hash of 64 bits and takes eight bytes. Two different things get one key with a chance of about n² / 2⁶⁵: 10⁻⁸
//! for a million, 10⁻⁶ for ten million.

/// Keys are divided by their first bits.
const PARTS: usize = 1 << PART_BITS;
const PART_BITS: u32 = 8;
/// How many keys are kept together before they are divided.
const LOOSE: usize = 4096;

/// Keys in any order, as often as they were added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KeyList {
    loose: Vec<u64>,
    /// None, or as many as there are.
    parts: Vec<Vec<u64>>,
}

impl KeyList {
    pub fn add(&mut self, key: u64) {
        self.loose.push(key);
        if self.loose.len() >= LOOSE {
            self.divide();
        }
    }

    fn divide(&mut self) {
        self.parts.resize_with(PARTS, Vec::new);
        for key in self.loose.drain(..) {
            self.parts[(key >> (u64::BITS - PART_BITS)) as usize].push(key);
        }
    }

    pub fn merge(&mut self, other: Self) {
        if self.parts.is_empty() {
            self.parts = other.parts;
        } else {
            // One part after another, so that no more than a part is there twice.
            self.parts.iter_mut().zip(other.parts).for_each(|(mine, theirs)| mine.extend(theirs));
        }
        other.loose.into_iter().for_each(|key| self.add(key));
    }

    /// The same in order.
    pub fn sorted(mut self) -> SortedKeys {
        self.divide();
        self.parts.iter_mut().for_each(|part| part.sort_unstable());
        SortedKeys(self.parts)
    }
}

/// Keys in order.
#[derive(Clone, Debug)]
pub(crate) struct SortedKeys(Vec<Vec<u64>>);

impl SortedKeys {
    pub fn len(&self) -> u64 {
        self.0.iter().map(|part| part.len() as u64).sum()
    }

    pub fn distinct(&self) -> u64 {
        self.0.iter().map(|part| part.chunk_by(|one, other| one == other).count() as u64).sum()
    }

    /// All but one of each group of equal ones.
    pub fn repeats(&self) -> u64 {
        self.len() - self.distinct()
    }

    /// How many of these, counted as often as they occur, are among others.
    pub fn found_in(&self, other: &Self) -> u64 {
        self.0.iter().zip(&other.0).map(|(mine, theirs)| found_in(mine, theirs)).sum()
    }
}

fn found_in(mine: &[u64], theirs: &[u64]) -> u64 {
    let groups = mine.chunk_by(|one, other| one == other);
    groups.filter(|group| theirs.binary_search(&group[0]).is_ok()).map(|group| group.len() as u64).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(keys: impl IntoIterator<Item = u64>) -> KeyList {
        let mut list = KeyList::default();
        keys.into_iter().for_each(|key| list.add(key));
        list
    }

    fn hashed(number: u64) -> u64 {
        number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[test]
    fn keys_are_counted_however_they_came() {
        for count in [10, 50_000_u64] {
            let mut parts = [list((0..count).map(hashed)), list((0..count / 2).map(hashed)), list([1, 1])];
            let [first, second, third] = &mut parts;
            first.merge(std::mem::take(second));
            third.merge(std::mem::take(first));
            let all = std::mem::take(third).sorted();
            assert_eq!(
                (all.len(), all.distinct(), all.repeats()),
                (count + count / 2 + 2, count + 1, count / 2 + 1)
            );
            let others = list((0..count / 5).map(hashed)).sorted();
            assert_eq!((all.found_in(&others), others.found_in(&all)), (count / 5 * 2, count / 5));
            assert_eq!(all.found_in(&KeyList::default().sorted()), 0);
        }
    }
}
