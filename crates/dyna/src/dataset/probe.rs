//! Filters that can never pass are found before anything is made.

use wampimuk_core::{RecipeError, StreamKey};

use super::Stories;
use crate::maker::StoryMaker;
use crate::recipe::{Condition, Part};
use crate::scheme::{Scheme, Source};

/// How many stories of twenty sentences are told to find out whether a filter lets any pass.
const PROBE: u32 = 100_000;

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

/// How many stories are told to find out whether conditions let any pass. Reading takes as long as a story has sentences, and
/// finding proofs longer still.
fn tries<'c>(part: &Part, mut conditions: impl Iterator<Item = &'c Condition>) -> u32 {
    let waits = part.questions > 1 || part.chance < 1.0 || part.overshoot;
    if waits && !conditions.any(|condition| condition.sentences.is_some()) {
        return WAITING_PROBE;
    }
    let longer = u64::from(part.before.max(20)).pow(2) / 400;
    (PROBE / u32::try_from(longer).unwrap_or(PROBE)).max(LEAST_PROBE)
}

fn never(part: &str, tries: u32, number: usize, filter: Option<&Condition>, holdout: bool) -> RecipeError {
    let what = match filter {
        Some(filter) => {
            let words = serde_json::to_string(filter).unwrap_or_default();
            format!("filter {} lets none of {tries} stories pass: {words}", number + 1)
        }
        None => format!("none of {tries} stories has a question that may be asked"),
    };
    let hint = if holdout {
        "the hold-out may exclude it, or the actions may never lead to such a question"
    } else {
        "the actions may never lead to such a question: wider bounds, other actions or more sentences may help"
    };
    RecipeError::new(format!("part `{part}`: {what}")).hint(hint)
}
