//! What blind choices reach.

use std::collections::BTreeMap;

use wampimuk_analysis::score::Scored;
use wampimuk_families::{Contents, Dataset};

use crate::Error;

/// How many questions of a split are looked at: few would make the most frequent answer look too good.
const LOOKS: u64 = 1000;

/// What blind choices reach on the splits of a dataset. Of commands: one of the objects is chosen, and everything else is
/// done right; on the items that were answered. Of stories: always the answer that is most frequent for a kind of question;
/// on the first 1,000 questions of the split, which are as good as any.
pub(crate) struct Chance<'a> {
    dataset: &'a dyn Dataset,
    scored: &'a Scored,
    /// What is known of stories, split by split.
    known: BTreeMap<String, Option<f64>>,
}

impl<'a> Chance<'a> {
    pub fn new(dataset: &'a dyn Dataset, scored: &'a Scored) -> Self {
        Self { dataset, scored, known: BTreeMap::new() }
    }

    /// The chance on a split, for the model with this label; `None` where nobody knows.
    pub fn of(&mut self, label: &str, split: &str) -> Result<Option<f64>, Error> {
        if let Scored::Commands(report, _) = self.scored {
            let model = report.models.iter().find(|model| model.model.as_deref() == Some(label));
            let own = model.and_then(|model| model.splits.iter().find(|one| one.split == split));
            return Ok(own.map(|own| own.measures.chance));
        }
        if let Some(known) = self.known.get(split) {
            return Ok(*known);
        }
        let chance = self.most_frequent(split)?;
        self.known.insert(split.to_owned(), chance);
        Ok(chance)
    }

    /// How often the most frequent answer to a question's kind is right.
    fn most_frequent(&self, split: &str) -> Result<Option<f64>, Error> {
        let Contents::Stories(family) = self.dataset.contents() else { return Ok(None) };
        let splits = self.dataset.splits();
        let Some(number) = splits.iter().position(|one| one.name == split) else { return Ok(None) };
        let looks = splits[number].len.min(LOOKS);
        let mut answers: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
        let mut items = family.story_items();
        for index in 0..looks {
            let solution = items.make(number, index)?.solution;
            let kind = answers.entry(format!("{:?}", solution.kind)).or_default();
            *kind.entry(solution.answer.clone()).or_default() += 1;
        }
        let most = answers.values().filter_map(|kind| kind.values().max()).sum::<u64>();
        Ok((looks > 0).then(|| most as f64 / looks as f64))
    }
}
