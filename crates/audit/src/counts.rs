//! Counters: dense ones while counting, labelled ones in results.

use serde::ser::{Serialize, SerializeMap, Serializer};

/// Counts of small numbers; grows on demand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts(Vec<u64>);

impl Counts {
    #[inline]
    pub fn bump(&mut self, number: usize) {
        if number >= self.0.len() {
            self.0.resize(number + 1, 0);
        }
        self.0[number] += 1;
    }

    pub fn get(&self, number: usize) -> u64 {
        self.0.get(number).copied().unwrap_or(0)
    }

    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    pub fn merge(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine += theirs;
        }
    }

    /// The numbers that occurred, in order, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.0.iter().copied().enumerate().filter(|&(_, count)| count > 0)
    }

    /// The same with names.
    pub fn named(&self, name: impl Fn(usize) -> String) -> Tally {
        Tally(self.iter().map(|(number, count)| (name(number), count)).collect())
    }
}

/// Counts of pairs of small numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cross(Vec<Counts>);

impl Cross {
    #[inline]
    pub fn bump(&mut self, row: usize, column: usize) {
        if row >= self.0.len() {
            self.0.resize_with(row + 1, Counts::default);
        }
        self.0[row].bump(column);
    }

    pub fn merge(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize_with(other.0.len(), Counts::default);
        }
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            mine.merge(theirs);
        }
    }

    pub fn rows(&self) -> impl Iterator<Item = (usize, &Counts)> {
        self.0.iter().enumerate().filter(|(_, row)| row.total() > 0)
    }

    pub fn named(&self, row: impl Fn(usize) -> String, column: impl Fn(usize) -> String) -> CrossTally {
        CrossTally(self.rows().map(|(number, counts)| (row(number), counts.named(&column))).collect())
    }

    /// The counts of the second numbers, whatever the first.
    pub fn columns(&self) -> Counts {
        let mut sum = Counts::default();
        self.0.iter().for_each(|row| sum.merge(row));
        sum
    }

    /// The counts of the first numbers, whatever the second.
    pub fn row_totals(&self) -> Counts {
        Counts(self.0.iter().map(Counts::total).collect())
    }
}

/// Counts by label, in a meaningful order. Serialised as a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally(pub Vec<(String, u64)>);

impl Tally {
    /// The count of a label; zero if it does not occur.
    pub fn get(&self, label: &str) -> u64 {
        self.0.iter().find(|(known, _)| known == label).map_or(0, |(_, count)| *count)
    }

    /// The sum of all counts.
    pub fn total(&self) -> u64 {
        self.0.iter().map(|(_, count)| count).sum()
    }

    /// Bars for a chart.
    pub fn bars(&self) -> Vec<(String, f64)> {
        self.0.iter().map(|(label, count)| (label.clone(), *count as f64)).collect()
    }
}

impl Serialize for Tally {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        map(&self.0, serializer)
    }
}

/// Tallies by label. Serialised as a map of maps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CrossTally(pub Vec<(String, Tally)>);

impl CrossTally {
    /// The tally of a label.
    pub fn get(&self, label: &str) -> Option<&Tally> {
        self.0.iter().find(|(known, _)| known == label).map(|(_, tally)| tally)
    }
}

impl Serialize for CrossTally {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        map(&self.0, serializer)
    }
}

fn map<S: Serializer, V: Serialize>(entries: &[(String, V)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(entries.len()))?;
    for (label, value) in entries {
        map.serialize_entry(label, value)?;
    }
    map.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_is_adding() {
        let (mut one, mut two) = (Cross::default(), Cross::default());
        one.bump(0, 3);
        two.bump(2, 1);
        two.bump(0, 3);
        one.merge(&two);
        let tally = one.named(|row| row.to_string(), |column| column.to_string());
        assert_eq!(serde_json::to_string(&tally).unwrap(), r#"{"0":{"3":2},"2":{"1":1}}"#);
        assert_eq!(one.columns().get(3), 2);
        assert_eq!(one.row_totals().iter().collect::<Vec<_>>(), [(0, 2), (2, 1)]);
    }
}
