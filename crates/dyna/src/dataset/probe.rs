//! Filters that can never pass are found before anything is made.

use wampimuk_core::{RecipeError, Stream, StreamKey};

use super::Stories;
use crate::maker::{Gate, StoryMaker};
use crate::recipe::{Condition, Part};
use crate::scheme::{Scheme, Source};
use crate::toy::ToyScheme;

/// One in this many of a part's tries is told to find out whether a filter lets any story pass.
const PROBE: u32 = 10;

/// The same for toy worlds, whose stories are all solved.
const WORLD_PROBE: u32 = 100;

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
                if tried.contains(&(run.part, plan.holdout)) {
                    continue;
                }
                tried.push((run.part, plan.holdout));
                let Scheme { part, source } = &self.schemes[run.part];
                let mut teller = match source {
                    // what long stories can ask is known without telling one
                    Source::Story(scheme) if scheme.long.is_some() => continue,
                    Source::Story(scheme) => {
                        Teller::Story(Box::new(StoryMaker::new(part, scheme, self.manner)))
                    }
                    Source::World(toy) => Teller::World(toy),
                };
                let key = StreamKey::new(&self.digest, &format!("probe/{}", part.name), 0);
                let filters = if part.filters.is_empty() {
                    vec![None]
                } else {
                    part.filters.iter().map(Some).collect()
                };
                for (number, filter) in filters.into_iter().enumerate() {
                    let gate = self.gate(plan, filter);
                    let mut stream = key.stream(number as u64);
                    let tries = teller.tries(part, filter.into_iter().chain(gate.within));
                    if !(0..tries).any(|_| teller.attempt(&gate, &mut stream)) {
                        let what = what_never_passes(tries, number, filter);
                        let error = RecipeError::new(format!("part `{}`: {what}", part.name));
                        return Err(error.hint(teller.hint(plan.holdout.is_some())));
                    }
                }
            }
        }
        Ok(())
    }
}

/// Tells stories of a part.
enum Teller<'s> {
    Story(Box<StoryMaker<'s>>),
    World(&'s ToyScheme),
}

impl Teller<'_> {
    /// How many stories are told to find out whether conditions let any pass.
    fn tries<'c>(&self, part: &Part, mut conditions: impl Iterator<Item = &'c Condition>) -> u32 {
        let waits = part.questions > 1 || part.chance < 1.0 || part.overshoot;
        match self {
            Teller::World(_) => (part.tries / WORLD_PROBE).max(LEAST_PROBE),
            Teller::Story(_) if waits && !conditions.any(|condition| condition.sentences.is_some()) => {
                WAITING_PROBE
            }
            Teller::Story(_) => for_length(part.tries / PROBE, part).max(LEAST_PROBE),
        }
    }

    /// What may help where none passes.
    fn hint(&self, is_held_out: bool) -> &'static str {
        match self {
            _ if is_held_out => {
                "the hold-out may exclude it, or the actions may never lead to such a question"
            }
            Teller::Story(_) => {
                "the actions may never lead to such a question: wider bounds, other actions, more sentences or more `tries` may help"
            }
            Teller::World(_) => {
                "the task may never have such a question: wider bounds, another `toy` or more `tries` may help"
            }
        }
    }

    /// Tells one story; whether a question passes.
    fn attempt(&mut self, gate: &Gate<'_>, stream: &mut Stream) -> bool {
        match self {
            Teller::Story(maker) => maker.attempt(gate, stream),
            Teller::World(toy) => toy.attempt(gate, None, stream).is_some(),
        }
    }
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

fn what_never_passes(tries: u32, number: usize, filter: Option<&Condition>) -> String {
    match filter {
        Some(filter) => {
            let words = serde_json::to_string(filter).unwrap_or_default();
            let rare = rarer_than(tries);
            format!("filter {} lets none of {tries} stories pass, so {rare}: {words}", number + 1)
        }
        None => format!("none of {tries} stories has a question that may be asked"),
    }
}
