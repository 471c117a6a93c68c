//! The items that a training learns from, or that weights are chosen on.

use wampimuk_core::SplitInfo;

use super::TrainError;

/// Items of one split: all of them, or some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TrainingItems {
    /// The number of the split.
    pub(super) split: usize,
    /// How many there are.
    pub(super) len: u64,
    /// Their numbers in the split, if these are not all.
    items: Option<Vec<u64>>,
}

impl TrainingItems {
    /// All items of a split.
    pub(super) fn whole(splits: &[SplitInfo], split: usize) -> Self {
        Self { split, len: splits[split].len, items: None }
    }

    /// Some items of a split, and the others.
    ///
    /// # Errors
    /// If there are none, no others, or some are not there.
    pub(super) fn divided(
        splits: &[SplitInfo],
        split: usize,
        some: &[u64],
    ) -> Result<(Self, Self), TrainError> {
        let SplitInfo { name, len, .. } = &splits[split];
        let mut some = some.to_vec();
        some.sort_unstable();
        some.dedup();
        let others: Vec<u64> = (0..*len).filter(|item| some.binary_search(item).is_err()).collect();
        if some.is_empty() || others.is_empty() || some.last() >= Some(len) {
            return Err(TrainError::Split(format!(
                "items both to learn from and to choose weights on in the split `{name}`: {} of its {len} are learned",
                some.len()
            )));
        }
        let portion = |items: Vec<u64>| Self { split, len: items.len() as u64, items: Some(items) };
        Ok((portion(some), portion(others)))
    }

    /// The numbers of items in the split, given their numbers here.
    pub(super) fn in_split(&self, mut items: Vec<u64>) -> Vec<u64> {
        if let Some(own) = &self.items {
            items.iter_mut().for_each(|item| *item = own[*item as usize]);
        }
        items
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_core::Role;

    use super::*;

    #[test]
    fn a_split_is_divided_into_what_is_learned_and_the_rest() {
        let dev =
            SplitInfo { name: "dev".into(), role: Role::Dev, holdout: None, title: String::new(), len: 5 };
        let splits = [dev];
        let (learned, judged) = TrainingItems::divided(&splits, 0, &[3, 1]).unwrap();
        assert_eq!((learned.len, learned.in_split(vec![0, 1])), (2, vec![1, 3]));
        assert_eq!((judged.len, judged.in_split(vec![0, 1, 2])), (3, vec![0, 2, 4]));
        for wrong in [&[][..], &[0, 1, 2, 3, 4], &[7]] {
            assert!(TrainingItems::divided(&splits, 0, wrong).is_err(), "{wrong:?}");
        }
        assert_eq!(TrainingItems::whole(&splits, 0).in_split(vec![4]), [4]);
    }
}
