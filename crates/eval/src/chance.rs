//! What blind choices reach on questions about stories.

use std::collections::BTreeMap;

use wampimuk_families::{Contents, Dataset};

use crate::Error;

/// How many questions of a split are looked at: few would make the most frequent answer look too good.
const LOOKS: u64 = 1000;

/// How often the answer is right that is most frequent for a question's kind, on the first 1,000 questions of the split, which
/// are as good as any. `None` for other items: what is known of them is known item by item.
pub(crate) fn most_frequent(dataset: &dyn Dataset, split: usize) -> Result<Option<f64>, Error> {
    let family = match dataset.contents() {
        Contents::Stories(family) => family,
        Contents::Commands(_) | Contents::Riddles(_) => return Ok(None),
    };
    let looks = dataset.splits()[split].len.min(LOOKS);
    let mut answers: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    let mut items = family.story_items();
    for index in 0..looks {
        let solution = items.make(split, index)?.solution;
        let kind = answers.entry(format!("{:?}", solution.kind)).or_default();
        *kind.entry(solution.answer.clone()).or_default() += 1;
    }
    let most = answers.values().filter_map(|kind| kind.values().max()).sum::<u64>();
    Ok((looks > 0).then(|| most as f64 / looks as f64))
}
