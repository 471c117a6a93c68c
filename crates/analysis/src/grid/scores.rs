//! Answers of one run, added up.

use std::collections::BTreeMap;

use wampimuk_grid::Action;
use wampimuk_score::Credit;

use super::attention::AttentionCounts;
use super::tally::Facts;
use super::{Case, Dimension, Ending, Lookup, Tally, Value, judge};
use crate::paired::Outcomes;
use crate::predictions::Attention;

/// What is counted of the answers to the items of one split.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SplitScores {
    /// All items.
    pub total: Tally,
    /// Items by their value in each dimension.
    pub by: BTreeMap<Dimension, BTreeMap<Value, Tally>>,
    /// Wrong answers by where they lead.
    pub endings: BTreeMap<Ending, u64>,
    /// Where the model looks.
    pub attention: AttentionCounts,
}

/// What is counted of a run, by split.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    /// The splits by name.
    pub splits: BTreeMap<String, SplitScores>,
    /// Which items are answered exactly, by split.
    pub outcomes: BTreeMap<String, Outcomes>,
}

/// Attention that does not fit its world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row {row} of the attention on the world has {found} weights, and the world has {expected} cells")]
pub struct ShapeError {
    /// The row, from 0.
    pub row: usize,
    /// Its weights.
    pub found: usize,
    /// The cells.
    pub expected: usize,
}

/// How answers are judged.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scorer<'l> {
    /// How many tokens a capped evaluation looks at, if there is to be one.
    pub cap: Option<usize>,
    /// What answers earn.
    pub credit: Credit,
    /// The memory of train, if it is to be compared with.
    pub lookup: Option<&'l Lookup>,
}

impl Scorer<'_> {
    /// Judges an answer and adds it to the scores. Whether it is exact.
    ///
    /// # Errors
    /// If the attention is for another world.
    pub fn add(
        &self,
        scores: &mut Scores,
        split: &str,
        case: &Case<'_>,
        answer: &[Option<Action>],
        attention: Option<&Attention>,
    ) -> Result<bool, ShapeError> {
        let verdict = judge(case, answer, self.cap);
        let looked_up = self.lookup.and_then(|lookup| lookup.answer(case.example));
        let facts = Facts {
            objects: case.example.world.objects().len(),
            length: case.example.actions.len(),
            credit: self.credit.score(&verdict.judgement),
            attention: attention.map(|attention| on_target(case, attention)).transpose()?.flatten(),
            lookup: looked_up.map(|answer| answer == case.example.actions),
        };
        if !scores.splits.contains_key(split) {
            scores.splits.insert(split.to_string(), SplitScores::default());
        }
        let Some(scores) = scores.splits.get_mut(split) else { return Ok(verdict.judgement.exact) };
        scores.total.add(&verdict, &facts);
        if let Some(attention) = attention {
            scores.attention.add(case, answer, attention);
        }
        for dimension in Dimension::ALL {
            if let Some(value) = dimension.value(case) {
                scores.by.entry(dimension).or_default().entry(value).or_default().add(&verdict, &facts);
            }
        }
        if let Some(ending) = verdict.ending {
            *scores.endings.entry(ending).or_default() += 1;
        }
        Ok(verdict.judgement.exact)
    }
}

impl Scores {
    /// Notes which item an answer was to, so that models can be compared item by item.
    pub fn note(&mut self, split: &str, index: u64, exact: bool) {
        match self.outcomes.get_mut(split) {
            Some(outcomes) => outcomes.note(index, exact),
            None => self.outcomes.entry(split.to_owned()).or_default().note(index, exact),
        }
    }

    /// Adds what another one counted.
    pub fn merge(&mut self, other: Self) {
        for (name, outcomes) in other.outcomes {
            self.outcomes.entry(name).or_default().merge(&outcomes);
        }
        for (name, split) in other.splits {
            let own = self.splits.entry(name).or_default();
            own.total.merge(&split.total);
            own.attention.merge(split.attention);
            for (dimension, values) in split.by {
                let own = own.by.entry(dimension).or_default();
                values.into_iter().for_each(|(value, tally)| own.entry(value).or_default().merge(&tally));
            }
            split
                .endings
                .into_iter()
                .for_each(|(ending, count)| *own.endings.entry(ending).or_default() += count);
        }
    }
}

/// Whether the target's cell has most of the attention of all steps together, and in how many of how many steps; `None`
/// if nothing is known of it.
fn on_target(case: &Case<'_>, attention: &Attention) -> Result<Option<(bool, u64, u64)>, ShapeError> {
    let side = case.example.world.side();
    let expected = usize::from(side) * usize::from(side);
    let wrong = attention.world.iter().enumerate().find(|(_, weights)| weights.len() != expected);
    if let Some((row, weights)) = wrong {
        return Err(ShapeError { row, found: weights.len(), expected });
    }
    let Some(goal) = case.goal().filter(|_| !attention.world.is_empty()) else { return Ok(None) };
    let goal = goal.index(side);
    let mut sums = vec![0.0; expected];
    let mut right = 0;
    for weights in &attention.world {
        let step: Vec<f64> = weights.iter().map(|&weight| f64::from(weight)).collect();
        sums.iter_mut().zip(&step).for_each(|(sum, weight)| *sum += weight);
        right += u64::from(most(&step) == Some(goal));
    }
    Ok(Some((most(&sums) == Some(goal), right, attention.world.len() as u64)))
}

/// The place of the largest number, the first of several.
fn most(weights: &[f64]) -> Option<usize> {
    let larger = |best: Option<usize>, at: usize| match best {
        Some(best) if weights[at] <= weights[best] => Some(best),
        _ => Some(at),
    };
    (0..weights.len()).fold(None, larger)
}
