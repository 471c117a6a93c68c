//! One accumulator for each split.

/// The split that the others are compared with.
pub const TRAIN: &str = "train";

/// Accumulators by split, in the order in which the splits were named or first met.
#[derive(Clone, Debug)]
pub(crate) struct Splits<T>(Vec<(String, T)>);

impl<T> Default for Splits<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Default> Splits<T> {
    /// The accumulator of a split.
    #[inline]
    pub fn of(&mut self, split: &str) -> &mut T {
        // A handful of splits: a scan is faster than a map.
        let place = self.0.iter().position(|(name, _)| name == split).unwrap_or_else(|| {
            self.0.push((split.to_string(), T::default()));
            self.0.len() - 1
        });
        &mut self.0[place].1
    }

    pub fn get(&self, split: &str) -> Option<&T> {
        self.0.iter().find(|(name, _)| name == split).map(|(_, value)| value)
    }

    pub fn merge(&mut self, other: Self, mut merge: impl FnMut(&mut T, T)) {
        for (split, value) in other.0 {
            merge(self.of(&split), value);
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }
}

impl<T> IntoIterator for Splits<T> {
    type Item = (String, T);
    type IntoIter = std::vec::IntoIter<(String, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
