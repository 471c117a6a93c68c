//! Filters that can never pass are found before anything is made.

use wampimuk_core::{RecipeError, StreamKey};

use super::Stories;
use crate::maker::StoryMaker;
use crate::recipe::{Condition, Part};
use crate::scheme::{Scheme, Source};

/// One in this many of a part's tries is told to find out whether a filter lets any story pass.
const PROBE: u32 = 10;

/// How many at least, however long they are.
const LEAST_PROBE: u32 = 100;

/// How many if they wait for their questions: each has hundreds of occasions.
const WAITING_PROBE: u32 = 20;

impl Stories {
    /// Tries whether every filter lets some story pass.
    pub(super) fn probe(&self) -> Result<(), RecipeError> {
        let mut tried: Vec<(usize, Option<usize>)> = Vec::new();
        for plan in &self.plans {
            for run in plan.runs.iter().filter(|run| run.wanted > 0) {
                let Scheme { part, source: Source::Story(scheme) } = &self.schemes[run.part] else {
                    continue;
                };
                if tried.contains(&(run.part, plan.holdout)) {
                    continue;
                }
                tried.push((run.part, plan.holdout));
                // what long stories can ask is known without telling one
                if scheme.long.is_some() {
                    continue;
                }
                let key = StreamKey::new(&self.digest, &format!("probe/{}", part.name), 0);
                let mut maker = StoryMaker::new(part, scheme, self.manner);
                let filters = if part.filters.is_empty() {
                    vec![None]
                } else {
                    part.filters.iter().map(Some).collect()
                };
                for (number, filter) in filters.into_iter().enumerate() {
                    let gate = self.gate(plan, filter);
                    let mut stream = key.stream(number as u64);
                    let tries = tries(part, filter.into_iter().chain(gate.within));
                    if !(0..tries).any(|_| maker.attempt(&gate, &mut stream)) {
                        return Err(never(&part.name, tries, number, filter, plan.holdout.is_some()));
                    }
                }
            }
        }
        Ok(())
    }
}

/// How many stories are told to find out whether conditions let any pass.
fn tries<'c>(part: &Part, mut conditions: impl Iterator<Item = &'c Condition>) -> u32 {
    let waits = part.questions > 1 || part.chance < 1.0 || part.overshoot;
    if waits && !conditions.any(|condition| condition.sentences.is_some()) {
        return WAITING_PROBE;
    }
    for_length(part.tries / PROBE, part).max(LEAST_PROBE)
}

/// How many of a part's stories take as long as so many of twenty sentences: reading takes as long as a story has
/// sentences, and finding proofs longer still.
pub(super) fn for_length(tries: u32, part: &Part) -> u32 {
    let longer = u64::from(part.before.max(20)).pow(2) / 400;
    tries / u32::try_from(longer).unwrap_or(tries).max(1)
}

/// How rare something is that did not happen in so many tries: were it more frequent, it would have happened in 19 of 20
/// such series.
pub(super) fn rarer_than(tries: u32) -> String {
    format!("fewer than one in {} do", (tries / 3).max(1))
}

fn never(part: &str, tries: u32, number: usize, filter: Option<&Condition>, holdout: bool) -> RecipeError {
    let what = match filter {
        Some(filter) => {
            let words = serde_json::to_string(filter).unwrap_or_default();
            let rare = rarer_than(tries);
            format!("filter {} lets none of {tries} stories pass, so {rare}: {words}", number + 1)
        }
        None => format!("none of {tries} stories has a question that may be asked"),
    };
    let hint = if holdout {
        "the hold-out may exclude it, or the actions may never lead to such a question"
    } else {
        "the actions may never lead to such a question: wider bounds, other actions, more sentences or more `tries` may help"
    };
    RecipeError::new(format!("part `{part}`: {what}")).hint(hint)
}
