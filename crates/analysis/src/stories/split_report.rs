//! A split, from what the runs of a model counted.

use std::collections::{BTreeMap, BTreeSet};

use wampimuk_babi::Kind;
use wampimuk_core::SplitInfo;

use super::composition::{Band, Composition};
use super::report::{
    CellReport, Chance, GiveReport, KindReport, Measure, Phrasing, SplitReport, SupportReport,
};
use super::seen::Seen;
use super::tally::{Cell, Count, SplitTally};
use crate::runs::{Spread, ratio};

/// A split, with all that its tallies count; `None` if nothing was answered.
pub(super) fn split(info: &SplitInfo, tallies: &[&SplitTally], seen: Option<&Seen>) -> Option<SplitReport> {
    let measure = |pass: &dyn Fn(&Cell) -> bool| Measure::of(tallies.iter().map(|tally| tally.sum(pass)));
    let kinds: BTreeSet<Kind> =
        tallies.iter().flat_map(|tally| tally.cells.keys()).map(|cell| cell.kind).collect();
    let kinds: Vec<KindReport> = kinds
        .into_iter()
        .filter_map(|kind| {
            let of_band = |band: Band| {
                let pass = |cell: &Cell| cell.kind == kind && Band::of(cell.supports) == band;
                Some((band.name(), measure(&pass)?))
            };
            Some(KindReport {
                kind,
                chance: chance(tallies, kind),
                all: measure(&|cell| cell.kind == kind)?,
                bands: Band::ALL.into_iter().filter_map(of_band).collect(),
            })
        })
        .collect();
    let capped = |cell: &Cell| cell.supports.min(4);
    let of_number = |supports: usize| {
        Some(SupportReport { supports, measure: measure(&|cell| capped(cell) == supports)? })
    };
    let of_give = |(supports, give): (usize, bool)| {
        let pass = |cell: &Cell| capped(cell) == supports && cell.composition.has("GIVE") == give;
        Some(GiveReport { supports, give, measure: measure(&pass)? })
    };
    Some(SplitReport {
        split: info.name.clone(),
        role: info.role.name(),
        title: info.title.clone(),
        all: measure(&|_| true)?,
        not_read: not_read(tallies),
        supports: (0..=4).filter_map(of_number).collect(),
        give: (0..=4)
            .flat_map(|supports| [(supports, false), (supports, true)])
            .filter_map(of_give)
            .collect(),
        cells: cells(tallies, &kinds, seen),
        phrasing: phrasing(tallies),
        kinds,
    })
}

fn not_read(tallies: &[&SplitTally]) -> Spread {
    let share = |tally: &&SplitTally| {
        let all = tally.sum(|_| true).all;
        (ratio(tally.unread, all), all)
    };
    Spread::among(&tallies.iter().map(share).collect::<Vec<_>>())
}

fn chance(tallies: &[&SplitTally], kind: Kind) -> Chance {
    let mut answers: BTreeMap<&str, u64> = BTreeMap::new();
    for (answer, count) in tallies.iter().filter_map(|tally| tally.answers.get(&kind)).flatten() {
        *answers.entry(answer).or_default() += count;
    }
    Chance::of(answers.into_values().collect::<Vec<u64>>().iter().copied())
}

/// The cells of Figure 3: by band, simple compositions first, in the order of kinds.
fn cells(tallies: &[&SplitTally], kinds: &[KindReport], seen: Option<&Seen>) -> Vec<CellReport> {
    type Key = (Band, (u32, u16), Composition, Kind);
    let mut sums: BTreeMap<Key, Vec<Count>> = BTreeMap::new();
    for (number, tally) in tallies.iter().enumerate() {
        for (cell, &count) in &tally.cells {
            let key = (Band::of(cell.supports), cell.composition.rank(), cell.composition, cell.kind);
            let counts = sums.entry(key).or_insert_with(|| vec![Count::default(); tallies.len()]);
            counts[number].add(count);
        }
    }
    let report = |((supports, _, composition, kind), counts): (Key, Vec<Count>)| {
        let measure = Measure::of(counts.into_iter())?;
        let chance = kinds.iter().find(|report| report.kind == kind)?.chance;
        let poor = chance.poor(&measure);
        let seen = seen.map(|seen| seen.has(kind, supports, composition));
        Some(CellReport { supports, composition, kind, measure, seen, poor })
    };
    sums.into_iter().filter_map(report).collect()
}

fn phrasing(tallies: &[&SplitTally]) -> Option<Phrasing> {
    let mut phrasing = Phrasing::default();
    for (&(place, yes), &count) in tallies.iter().flat_map(|tally| &tally.phrasings) {
        *match (place, yes) {
            (true, true) => &mut phrasing.both,
            (true, false) => &mut phrasing.only_where,
            (false, true) => &mut phrasing.only_yes_no,
            (false, false) => &mut phrasing.neither,
        } += count;
    }
    (phrasing.pairs() > 0).then_some(phrasing)
}
