//! Where identities were seen before, in 26 to 32 bytes each.

use hashbrown::HashTable;

/// Identities, each with a place. Only numbers of identities stand in the table, which is never full: the rest of it costs
/// little.
#[derive(Clone, Default)]
pub(crate) struct Seen {
    ids: Vec<u128>,
    places: Vec<u32>,
    numbers: HashTable<u32>,
}

impl std::fmt::Debug for Seen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Seen").field("ids", &self.ids.len()).finish_non_exhaustive()
    }
}

impl Seen {
    /// The place of an identity that was seen before; otherwise this is its place from now on.
    pub fn find_or_insert(&mut self, id: u128, place: u32) -> Option<&mut u32> {
        let Self { ids, places, numbers } = self;
        if let Some(&number) = numbers.find(hash(id), |&number| ids[number as usize] == id) {
            return places.get_mut(number as usize);
        }
        numbers.insert_unique(hash(id), ids.len() as u32, |&number| hash(ids[number as usize]));
        ids.push(id);
        places.push(place);
        None
    }
}

/// Identities are hashes already.
fn hash(id: u128) -> u64 {
    id as u64
}

/// Places by numbers: the split and index of what came one after another. Indices that follow each other take no memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    runs: Vec<Run>,
    count: u32,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    /// The number of its first place.
    start: u32,
    split: u32,
    index: u64,
}

impl Places {
    /// The number of the next place.
    pub fn add(&mut self, split: u32, index: u64) -> u32 {
        let start = self.count;
        // Beyond four billion, places are not told apart any more.
        self.count = self.count.saturating_add(1);
        let goes_on = |run: &Run| {
            run.split == split && run.index.checked_add((start - run.start).into()) == Some(index)
        };
        if !self.runs.last().is_some_and(goes_on) {
            self.runs.push(Run { start, split, index });
        }
        start
    }

    /// The split and index of a place.
    pub fn get(&self, number: u32) -> (u32, u64) {
        let after = self.runs.partition_point(|run| run.start <= number);
        after
            .checked_sub(1)
            .and_then(|last| self.runs.get(last))
            .map_or((0, 0), |run| (run.split, run.index + u64::from(number - run.start)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_is_found_with_its_place() {
        let mut seen = Seen::default();
        // Identities that share their low half collide, and are different all the same.
        let ids: Vec<u128> = (0..5000_u128).map(|number| (number << 64) | (number % 7)).collect();
        for (place, &id) in (0..).zip(&ids) {
            assert_eq!(seen.find_or_insert(id, place), None);
        }
        for (place, &id) in (0..).zip(&ids) {
            assert_eq!(seen.find_or_insert(id, 0).copied(), Some(place));
        }
        *seen.find_or_insert(ids[3], 0).unwrap() = 9;
        assert_eq!(seen.find_or_insert(ids[3], 0).copied(), Some(9));
    }

    #[test]
    fn places_in_a_row_are_one_run() {
        let mut places = Places::default();
        let all: Vec<(u32, u64)> =
            (0..100).map(|index| (0, index)).chain([(0, 7), (0, 8), (1, 9), (1, 12)]).collect();
        let numbers: Vec<u32> = all.iter().map(|&(split, index)| places.add(split, index)).collect();
        assert_eq!(places.runs.len(), 4);
        assert_eq!(numbers.into_iter().map(|number| places.get(number)).collect::<Vec<_>>(), all);
    }
}
