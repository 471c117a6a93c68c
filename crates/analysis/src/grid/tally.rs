//! Counts of answers.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Verdict;
use crate::runs::ratio;

/// Shares are added up in units of this, so that the order of adding does not matter.
const UNIT: u128 = 1 << 40;

/// Counts of answers to items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many items.
    pub items: u64,
    /// The very actions.
    pub exact: u64,
    /// The command is fulfilled, whatever the way.
    pub fulfils: u64,
    /// The right object is reached.
    pub reached: u64,
    /// Right as far as a capped evaluation looks.
    pub within_cap: u64,
    /// The agent ends up in the right row but another column.
    pub row_only: u64,
    /// In the right column but another row.
    pub column_only: u64,
    /// In the right cell.
    pub cell: u64,
    /// Answers with tokens that are no actions.
    pub not_read: u64,
    /// Items with attention on the world.
    pub attended: u64,
    /// Of these, the cell with most of the attention of all steps is the target's.
    pub attended_right: u64,
    /// Wrong answers with attention.
    pub wrong_attended: u64,
    /// Of these, with most of it on the target.
    pub wrong_attended_right: u64,
    /// Steps with attention.
    pub steps: u64,
    /// Of these, with most of it on the target.
    pub steps_right: u64,
    /// Items that a look-up of train has an answer to.
    pub known: u64,
    /// Items that it answers exactly.
    pub looked_up: u64,
    accuracy: u128,
    squares: u128,
    /// The worst and the best of all items.
    ends: Option<(u64, u64)>,
    credit: u128,
    /// Items by number of objects.
    objects: BTreeMap<usize, u64>,
    /// Items by number of actions.
    lengths: BTreeMap<usize, u64>,
}

/// How items differ in the share of tokens that are right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct AccuracyRange {
    /// The worst item.
    pub min: f64,
    /// The best item.
    pub max: f64,
    /// The standard deviation over all items.
    pub sd: f64,
}

/// What is counted of an item beside the answer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Facts {
    pub objects: usize,
    pub length: usize,
    pub credit: f64,
    /// Whether the target has most of the attention, and in how many of how many steps.
    pub attention: Option<(bool, u64, u64)>,
    /// Whether a look-up is right; `None` if it has no answer.
    pub lookup: Option<bool>,
}

impl Tally {
    pub(super) fn add(&mut self, verdict: &Verdict, facts: &Facts) {
        let judgement = &verdict.judgement;
        self.items += 1;
        self.exact += u64::from(judgement.exact);
        self.fulfils += u64::from(judgement.fulfils);
        self.reached += u64::from(judgement.reached);
        self.within_cap += u64::from(verdict.within_cap == Some(true));
        match (verdict.row, verdict.column) {
            (true, true) => self.cell += 1,
            (true, false) => self.row_only += 1,
            (false, true) => self.column_only += 1,
            (false, false) => {}
        }
        self.not_read += u64::from(!judgement.parsed);
        if let Some((on_target, right, steps)) = facts.attention {
            self.attended += 1;
            self.attended_right += u64::from(on_target);
            self.wrong_attended += u64::from(!judgement.exact);
            self.wrong_attended_right += u64::from(!judgement.exact && on_target);
            self.steps += steps;
            self.steps_right += right;
        }
        if let Some(right) = facts.lookup {
            self.known += 1;
            self.looked_up += u64::from(right);
        }
        let accuracy = match verdict.longer {
            0 => UNIT,
            longer => verdict.matches as u128 * UNIT / longer as u128,
        };
        self.accuracy += accuracy;
        self.squares += accuracy * accuracy / UNIT;
        self.widen((accuracy as u64, accuracy as u64));
        self.credit += (facts.credit.clamp(0.0, 1.0) * UNIT as f64) as u128;
        *self.objects.entry(facts.objects).or_default() += 1;
        *self.lengths.entry(facts.length).or_default() += 1;
    }

    /// Adds what another one counted.
    pub fn merge(&mut self, other: &Self) {
        let pairs = [
            (&mut self.items, other.items),
            (&mut self.exact, other.exact),
            (&mut self.fulfils, other.fulfils),
            (&mut self.reached, other.reached),
            (&mut self.within_cap, other.within_cap),
            (&mut self.row_only, other.row_only),
            (&mut self.column_only, other.column_only),
            (&mut self.cell, other.cell),
            (&mut self.not_read, other.not_read),
            (&mut self.attended, other.attended),
            (&mut self.attended_right, other.attended_right),
            (&mut self.wrong_attended, other.wrong_attended),
            (&mut self.wrong_attended_right, other.wrong_attended_right),
            (&mut self.steps, other.steps),
            (&mut self.steps_right, other.steps_right),
            (&mut self.known, other.known),
            (&mut self.looked_up, other.looked_up),
        ];
        pairs.into_iter().for_each(|(own, other)| *own += other);
        self.accuracy += other.accuracy;
        self.squares += other.squares;
        other.ends.into_iter().for_each(|ends| self.widen(ends));
        self.credit += other.credit;
        for (own, other) in [(&mut self.objects, &other.objects), (&mut self.lengths, &other.lengths)] {
            other.iter().for_each(|(&key, count)| *own.entry(key).or_default() += count);
        }
    }

    fn widen(&mut self, (low, high): (u64, u64)) {
        let (least, most) = self.ends.unwrap_or((low, high));
        self.ends = Some((least.min(low), most.max(high)));
    }

    /// A count as a share of all items.
    pub fn share(&self, count: u64) -> f64 {
        ratio(count, self.items)
    }

    /// The mean share of tokens that are right at their place, of the longer one of both answers.
    pub fn accuracy(&self) -> f64 {
        self.mean(self.accuracy)
    }

    /// How items differ in it.
    pub fn accuracy_range(&self) -> AccuracyRange {
        let share = |units: u64| units as f64 / UNIT as f64;
        let (min, max) = self.ends.map_or((0.0, 0.0), |(low, high)| (share(low), share(high)));
        let mean = self.accuracy();
        AccuracyRange { min, max, sd: (self.mean(self.squares) - mean * mean).max(0.0).sqrt() }
    }

    /// The mean of what answers earn.
    pub fn credit(&self) -> f64 {
        self.mean(self.credit)
    }

    /// How often the agent ends up in the right row or column.
    pub fn line(&self) -> f64 {
        self.share(self.row_only + self.column_only + self.cell)
    }

    /// How often somebody is right who chooses one of the objects and does everything else right.
    pub fn chance(&self) -> f64 {
        self.expected(&self.objects, |objects| 1.0 / objects.max(1) as f64)
    }

    /// How often somebody is right who says as many actions as the right answer has, each of the six as likely.
    pub fn random(&self) -> f64 {
        self.expected(&self.lengths, |length| 6f64.powi(-i32::try_from(length).unwrap_or(i32::MAX)))
    }

    fn expected(&self, counts: &BTreeMap<usize, u64>, chance: impl Fn(usize) -> f64) -> f64 {
        let sum: f64 = counts.iter().map(|(&key, &count)| count as f64 * chance(key)).sum();
        if self.items == 0 { 0.0 } else { sum / self.items as f64 }
    }

    fn mean(&self, sum: u128) -> f64 {
        if self.items == 0 { 0.0 } else { sum as f64 / UNIT as f64 / self.items as f64 }
    }
}
