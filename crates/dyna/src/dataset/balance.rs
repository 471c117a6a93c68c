//! Which pairings of event and answer a part with `balance` can have.

use std::sync::Arc;

use wampimuk_core::{StreamKey, cores, in_parallel};

use super::Stories;
use super::probe::for_length;
use crate::ask::KINDS;
use crate::balance::{Pairing, Turns};
use crate::maker::{Gate, StoryMaker};
use crate::scheme::{Scheme, Source};

/// How many stories of twenty sentences are told to find out how often a pairing occurs.
const TRIES: u32 = 4_000;

/// One in this many has to have it. What is rarer would take too long to make. Questions for yes or no have many
/// pairings, and are balanced without the rare ones.
fn rare(pairing: Pairing) -> u32 {
    if matches!(pairing, Pairing::YesNo { .. }) { 100 } else { 200 }
}

/// How many at least, however long they are.
const LEAST_TRIES: u32 = 20;

/// A pairing of a kind of question to be tried with a filter.
struct Case<'s> {
    part: usize,
    filter: usize,
    kind: usize,
    pairing: Pairing,
    gate: Gate<'s>,
}

impl Stories {
    /// Fills in how answers should go with what one event suggests. Pairings that hardly occur with a filter, or cannot,
    /// have no turn there.
    pub(super) fn balance(&mut self) {
        for split in 0..self.plans.len() {
            for run in 0..self.plans[split].runs.len() {
                self.plans[split].runs[run].balance = match self.known_turns(split, run) {
                    Some(known) => known,
                    None => self.turns(split, run),
                };
            }
        }
    }

    /// The turns of an earlier run of the same part and hold-out.
    fn known_turns(&self, split: usize, run: usize) -> Option<Arc<[Turns]>> {
        let plan = &self.plans[split];
        let part = plan.runs[run].part;
        let alike = self.plans[..split].iter().filter(|other| other.holdout == plan.holdout);
        let mut runs =
            alike.flat_map(|other| &other.runs).filter(|other| other.part == part && other.wanted > 0);
        runs.next().map(|run| Arc::clone(&run.balance))
    }

    fn turns(&self, split: usize, run: usize) -> Arc<[Turns]> {
        let plan = &self.plans[split];
        let number = plan.runs[run].part;
        let Scheme { part, source: Source::Story(scheme) } = &self.schemes[number] else {
            return Arc::new([]);
        };
        if !part.balance || plan.runs[run].wanted == 0 {
            return Arc::new([]);
        }
        let filters = part.filters.len().max(1);
        let mut cases = Vec::new();
        for filter in 0..filters {
            let gate = self.gate(plan, part.filters.get(filter));
            for kind in (0..KINDS.len()).filter(|&kind| scheme.asks.of(kind) > 0) {
                let pairings = Pairing::shares(KINDS[kind]).into_iter();
                cases.extend(pairings.map(|(pairing, _)| Case { part: number, filter, kind, pairing, gate }));
            }
        }
        let found = in_parallel(cores(), &cases, |case| self.occurs(case));
        let occurs = |filter: usize, kind: usize, pairing: Pairing| {
            let same = |case: &Case<'_>| (case.filter, case.kind, case.pairing) == (filter, kind, pairing);
            cases.iter().zip(&found).any(|(case, &found)| found && same(case))
        };
        (0..filters).map(|filter| Turns::of(|kind, pairing| occurs(filter, kind, pairing))).collect()
    }

    fn occurs(&self, case: &Case<'_>) -> bool {
        let Scheme { part, source: Source::Story(scheme) } = &self.schemes[case.part] else { return false };
        let turns = Turns::only(case.kind, case.pairing);
        let gate = Gate { balance: Some((&turns, 0)), ..case.gate };
        let mut maker = StoryMaker::new(part, scheme, self.manner);
        let name = format!("balance/{}/{}/{}/{:?}", part.name, case.filter, case.kind, case.pairing);
        let mut stream = StreamKey::new(&self.digest, &name, 0).stream(0);
        let tries = for_length(TRIES, part).max(LEAST_TRIES);
        let enough = (tries / rare(case.pairing)).max(1);
        let mut found = 0;
        for tried in 0..tries {
            found += u32::from(maker.attempt(&gate, &mut stream));
            // after a quarter of the tries with hardly any, it is rare
            if found == enough || (found <= enough / 20 && tried > tries / 4 + LEAST_TRIES) {
                break;
            }
        }
        found == enough
    }
}
