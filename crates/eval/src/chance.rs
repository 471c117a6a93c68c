//! What blind choices reach.

use std::collections::BTreeMap;

use wampimuk_analysis::score::Scored;
use wampimuk_core::{Permutation, StreamKey};
use wampimuk_families::{Contents, Dataset};

use crate::Error;

/// How many questions of a split are looked at: few would make the most frequent answer look too good.
const LOOKS: u64 = 3000;

/// What blind choices reach on a split. Of commands: one of the objects is chosen, and everything else is done right; on the
/// items that were answered. Of stories: always the answer that is most frequent for a kind of question; on up to 3,000
/// questions of the split. `None` where nobody knows.
///
/// # Errors
/// If an item cannot be made.
pub(crate) fn chance(
    dataset: &dyn Dataset,
    scored: &Scored,
    label: &str,
    split: &str,
) -> Result<Option<f64>, Error> {
    match (scored, dataset.contents()) {
        (Scored::Commands(report, _), _) => {
            let model = report.models.iter().find(|model| model.model.as_deref() == Some(label));
            let own = model.and_then(|model| model.splits.iter().find(|one| one.split == split));
            Ok(own.map(|own| own.measures.chance))
        }
        (Scored::Stories(_), Contents::Stories(family)) => {
            let splits = dataset.splits();
            let Some(number) = splits.iter().position(|one| one.name == split) else { return Ok(None) };
            let len = splits[number].len;
            let key = StreamKey::new(&dataset.digest(), "eval chance", dataset.seed());
            let order = Permutation::new(len, &mut key.stream(number as u64));
            let mut answers: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
            let mut items = family.story_items();
            for place in 0..len.min(LOOKS) {
                let solution = items.make(number, order.at(place))?.solution;
                let kind = answers.entry(format!("{:?}", solution.kind)).or_default();
                *kind.entry(solution.answer.clone()).or_default() += 1;
            }
            let most = answers.values().filter_map(|kind| kind.values().max()).sum::<u64>();
            Ok((len > 0).then(|| most as f64 / len.min(LOOKS) as f64))
        }
        _ => Ok(None),
    }
}
