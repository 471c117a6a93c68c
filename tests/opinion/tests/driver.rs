//! The comparison. It takes the fast path as a set of functions, so that the same comparison can be run on damaged ones.

use wampimuk_command::{Lexicon, Phrase, Reading, Semantics, denotation};
use wampimuk_core::Stream;
use wampimuk_grid::{Action, ActionOutcome, Deed, FirstAxis, Manner, Simulation, World, execute, fulfils};
use wampimuk_opinion::{Effect, Sim, Taste, accepted, perform, referents};

use crate::{bridge, random};

type Denote = dyn Fn(&Phrase, &World, &Lexicon, Semantics) -> u64;
type Perform = dyn Fn(&World, usize, Deed, &Manner, FirstAxis) -> Vec<Action>;
type Simulate = dyn Fn(&World, &[Action]) -> (World, Vec<ActionOutcome>);
type Accepts = dyn Fn(&World, usize, Deed, &Manner, &[Action]) -> bool;

/// What is compared.
pub struct Fast {
    pub denote: Box<Denote>,
    pub perform: Box<Perform>,
    pub simulate: Box<Simulate>,
    pub accepts: Box<Accepts>,
}

impl Fast {
    /// The fast path as it is.
    pub fn real() -> Self {
        Self {
            denote: Box::new(denotation),
            perform: Box::new(real_perform),
            simulate: Box::new(real_simulate),
            accepts: Box::new(|world, target, deed, manner, actions| {
                fulfils(world, target, deed, manner, actions).is_ok()
            }),
        }
    }
}

/// The oracle.
pub fn real_perform(
    world: &World,
    target: usize,
    deed: Deed,
    manner: &Manner,
    first: FirstAxis,
) -> Vec<Action> {
    let mut actions = Vec::new();
    execute(world, target, deed, manner, first, &mut actions);
    actions
}

/// The interpreter.
pub fn real_simulate(world: &World, actions: &[Action]) -> (World, Vec<ActionOutcome>) {
    let mut run = Simulation::new(world.clone());
    let outcomes = actions.iter().map(|&action| run.step(action)).collect();
    (run.world().clone(), outcomes)
}

/// How often each class of case came up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    pub cases: u64,
    /// Denotations with no, one, and several referents.
    pub referents: [u64; 3],
    /// Cases with clauses.
    pub clauses: u64,
    /// Action lists that were accepted, and that were refused.
    pub answers: [u64; 2],
    /// Worlds in which the target could not be moved at all.
    pub blocked: u64,
}

/// Compares denotations in random worlds: gSCAN phrases and ReaSCAN trees, three readings each, random variants.
pub fn denotations(fast: &Fast, cases: u64) -> Result<Census, String> {
    let lexicon = Lexicon::reascan();
    let mut census = Census::default();
    for case in 0..cases {
        let stream = &mut random::stream("denotation", case);
        let world = random::world(stream);
        let phrase = if random::chance(stream, 25) {
            random::gscan_phrase(stream, &lexicon)
        } else {
            // As many phrases as brute force can bear: objects to the power of phrases.
            let objects = world.objects().len() as f64;
            random::phrase(stream, (6000f64.ln() / objects.max(3.0).ln()) as u32)
        };
        let place = bridge::place(&world, &lexicon);
        let phrases = bridge::phrases(&phrase, &lexicon);
        census.clauses += u64::from(!phrase.clauses.is_empty());
        for reading in Reading::ALL {
            let semantics = random::variant(stream, reading);
            let have = bridge::members((fast.denote)(&phrase, &world, &lexicon, semantics));
            let want = referents(&phrases, &place, bridge::choices(semantics));
            if have != want {
                return Err(format!(
                    "case {case}, {semantics:?}: fast {have:?}, slow {want:?}\n{phrases:#?}\n{place:#?}"
                ));
            }
            census.cases += 1;
            census.referents[want.len().min(2)] += 1;
        }
    }
    Ok(census)
}

/// Compares the oracle, the interpreter and the check of answers in random worlds.
pub fn executions(fast: &Fast, cases: u64) -> Result<Census, String> {
    let lexicon = Lexicon::gscan();
    let mut census = Census::default();
    for case in 0..cases {
        let stream = &mut random::stream("execution", case);
        let world = random::busy_world(stream);
        let (name, manner) = random::manner(stream);
        let deed = *stream.choose(&[Deed::Walk, Deed::Push, Deed::Pull]);
        let habit = bridge::habit(name, &manner);
        let place = bridge::place(&world, &lexicon);
        let fail = |what: &str, have: &dyn std::fmt::Debug, want: &dyn std::fmt::Debug| {
            Err(format!("case {case}, {what}, {deed:?} `{name}`\nfast {have:?}\nslow {want:?}\n{place:#?}"))
        };
        let mut canonical = Vec::new();
        for (first, rows_first) in [(FirstAxis::Rows, true), (FirstAxis::Columns, false)] {
            canonical = (fast.perform)(&world, 0, deed, &manner, first);
            let want = perform(&place, 0, deed.name(), &habit, Taste { rows_first, right_shoulder: false });
            if bridge::acts(&canonical) != want {
                return fail("oracle", &bridge::acts(&canonical), &want);
            }
        }
        let moves = canonical.iter().any(|action| matches!(action, Action::Push | Action::Pull));
        census.cases += 1;
        census.blocked += u64::from(deed != Deed::Walk && !moves);

        let free = random::actions(stream);
        for actions in [&canonical, &free] {
            let (end, outcomes) = (fast.simulate)(&world, actions);
            let mut sim = Sim::new(place.clone());
            let effects: Vec<Effect> = actions.iter().map(|&action| sim.act(bridge::act(action))).collect();
            let have: Vec<Effect> = outcomes.into_iter().map(effect).collect();
            if have != effects {
                return fail("outcomes", &have, &effects);
            }
            let end = bridge::place(&end, &lexicon);
            if end != sim.place {
                return fail("end of the run", &end, &sim.place);
            }
        }

        let right = accepted(&place, 0, deed.name(), &habit);
        for list in &right {
            let actions: Vec<Action> = list.iter().filter_map(|name| Action::from_name(name)).collect();
            let mutant = mutate(stream, &actions);
            for list in [&actions, &mutant, &free] {
                let want = right.contains(&bridge::acts(list));
                census.answers[usize::from(!want)] += 1;
                let have = (fast.accepts)(&world, 0, deed, &manner, list);
                if have != want {
                    return fail(&format!("answer {list:?}"), &have, &want);
                }
            }
        }
    }
    Ok(census)
}

fn effect(outcome: ActionOutcome) -> Effect {
    match outcome {
        ActionOutcome::Moved => Effect::Moved,
        ActionOutcome::Turned => Effect::Turned,
        ActionOutcome::Stayed => Effect::Waited,
        ActionOutcome::Braced => Effect::Strained,
        ActionOutcome::Blocked => Effect::Stuck,
        ActionOutcome::Nothing => Effect::Empty,
    }
}

/// A small change: an action less, an action more, another action, two exchanged, or a repeated end.
fn mutate(stream: &mut Stream, actions: &[Action]) -> Vec<Action> {
    let mut actions = actions.to_vec();
    let any = *stream.choose(&Action::ALL);
    if actions.is_empty() {
        return vec![any];
    }
    let at = stream.index(actions.len());
    match stream.below(5) {
        0 => drop(actions.remove(at)),
        1 => actions.insert(at, any),
        2 => actions[at] = any,
        3 => actions.swap(at, 0),
        _ => actions.push(actions[actions.len() - 1]),
    }
    actions
}
