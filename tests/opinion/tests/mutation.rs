//! Would the comparison notice? Each test damages the fast path in one way and runs the same comparison.

use wampimuk_command::{Lexicon, Phrase, Reading, Relation, Semantics, denotation};
use wampimuk_grid::{
    Action, ActionOutcome, Deed, FirstAxis, Form, Manner, Object, Route, Simulation, World, fulfils,
    replay_as_released,
};

use crate::driver::{Fast, denotations, executions, real_perform, real_simulate};

/// A damage is found in at most this many cases; each must be.
const CASES: u64 = 20_000;

#[test]
fn the_undamaged_path_passes() {
    denotations(&Fast::real(), CASES).unwrap_or_else(|error| panic!("{error}"));
    executions(&Fast::real(), CASES).unwrap_or_else(|error| panic!("{error}"));
}

type Damage = (&'static str, Fast);

fn meaning(
    name: &'static str,
    denote: impl Fn(&Phrase, &World, &Lexicon, Semantics) -> u64 + 'static,
) -> Damage {
    (name, Fast { denote: Box::new(denote), ..Fast::real() })
}

/// Damages the phrase before it is understood.
fn wording(name: &'static str, change: impl Fn(&mut Phrase) + 'static) -> Damage {
    meaning(name, move |phrase, world, lexicon, semantics| {
        let mut phrase = phrase.clone();
        everywhere(&mut phrase, &change);
        denotation(&phrase, world, lexicon, semantics)
    })
}

fn everywhere(phrase: &mut Phrase, change: &impl Fn(&mut Phrase)) {
    change(phrase);
    for clause in &mut phrase.clauses {
        everywhere(&mut clause.phrase, change);
    }
}

/// Damages the semantics.
fn choice(name: &'static str, change: impl Fn(&mut Semantics) + 'static) -> Damage {
    meaning(name, move |phrase, world, lexicon, mut semantics| {
        change(&mut semantics);
        denotation(phrase, world, lexicon, semantics)
    })
}

/// The world with its objects changed.
fn rebuilt(world: &World, change: impl Fn(usize, &Object) -> Option<Object>) -> World {
    let mut other = World::new(world.side(), world.agent()).unwrap().with_heavy_from(world.heavy_from());
    for (number, object) in world.objects().iter().enumerate() {
        if let Some(object) = change(number, object) {
            other.place(object).unwrap();
        }
    }
    other
}

#[test]
fn damaged_meanings_are_noticed() {
    let damages = [
        wording("ignore_colour", |phrase| phrase.colour = None),
        wording("ignore_noun", |phrase| phrase.noun = None),
        wording("ignore_size", |phrase| phrase.size = None),
        wording("swap_small_and_big", |phrase| phrase.size = phrase.size.map(|size| 1 - size)),
        wording("first_clause_only", |phrase| phrase.clauses.truncate(1)),
        wording("swap_rows_and_columns", |phrase| {
            for clause in &mut phrase.clauses {
                clause.relation = match clause.relation {
                    Relation::SameRow => Relation::SameColumn,
                    Relation::SameColumn => Relation::SameRow,
                    other => other,
                };
            }
        }),
        wording("inside_is_same_row", |phrase| {
            for clause in &mut phrase.clauses {
                if clause.relation == Relation::Inside {
                    clause.relation = Relation::SameRow;
                }
            }
        }),
        wording("nested_clauses_hang_from_the_head", |phrase| {
            let inner: Vec<_> = phrase
                .clauses
                .iter_mut()
                .flat_map(|clause| std::mem::take(&mut clause.phrase.clauses))
                .collect();
            phrase.clauses.extend(inner);
        }),
        choice("existential_instead_of_superlative", |semantics| {
            if semantics.reading == Reading::Superlative {
                semantics.reading = Reading::Existential;
            }
        }),
        choice("colour_blind_is_superlative", |semantics| {
            if semantics.reading == Reading::ColourBlind {
                semantics.reading = Reading::Superlative;
            }
        }),
        choice("players_need_not_be_distinct", |semantics| semantics.distinct = false),
        choice("players_are_always_distinct", |semantics| semantics.distinct = true),
        choice("never_geometric", |semantics| semantics.geometric = false),
        choice("always_geometric", |semantics| semantics.geometric = true),
        choice("boxes_are_no_objects", |semantics| semantics.boxes_are_objects = false),
        choice("boxes_are_objects", |semantics| semantics.boxes_are_objects = true),
        meaning("inside_ignores_extent", |phrase, world, lexicon, semantics| {
            let shrunk = rebuilt(world, |_, object| {
                Some(Object { size: if object.form == Form::Frame { 1 } else { object.size }, ..*object })
            });
            denotation(phrase, &shrunk, lexicon, semantics)
        }),
        meaning("the_last_object_is_forgotten", |phrase, world, lexicon, semantics| {
            let last = world.objects().len() - 1;
            let rest = rebuilt(world, |number, object| (number != last).then_some(*object));
            denotation(phrase, &rest, lexicon, semantics)
        }),
        meaning("one_size_is_a_superlative", |phrase, world, lexicon, semantics| {
            let all = denotation(phrase, world, lexicon, semantics);
            if all != 0 || semantics.reading != Reading::Superlative {
                return all;
            }
            let unsized_phrase = Phrase { size: None, ..phrase.clone() };
            denotation(&unsized_phrase, world, lexicon, semantics)
        }),
    ];
    for (name, fast) in damages {
        match denotations(&fast, CASES) {
            Ok(census) => panic!("`{name}` went unnoticed: {census:?}"),
            Err(error) => println!("{name}: {}", error.lines().next().unwrap_or_default()),
        }
    }
}

fn oracle(
    name: &'static str,
    perform: impl Fn(&World, usize, Deed, &Manner, FirstAxis) -> Vec<Action> + 'static,
) -> Damage {
    (name, Fast { perform: Box::new(perform), ..Fast::real() })
}

/// Damages the manner.
fn manner(name: &'static str, change: impl Fn(&mut Manner) + 'static) -> Damage {
    oracle(name, move |world, target, deed, manner, first| {
        let mut manner = manner.clone();
        change(&mut manner);
        real_perform(world, target, deed, &manner, first)
    })
}

fn interpreter(
    name: &'static str,
    simulate: impl Fn(&World, &[Action]) -> (World, Vec<ActionOutcome>) + 'static,
) -> Damage {
    (name, Fast { simulate: Box::new(simulate), ..Fast::real() })
}

fn judge(
    name: &'static str,
    accepts: impl Fn(&World, usize, Deed, &Manner, &[Action]) -> bool + 'static,
) -> Damage {
    (name, Fast { accepts: Box::new(accepts), ..Fast::real() })
}

#[test]
fn damaged_executions_are_noticed() {
    let heavier = |world: &World| world.clone().with_heavy_from(world.heavy_from() + 1);
    let damages = [
        oracle("heavy_is_off_by_one", move |world, target, deed, manner, first| {
            real_perform(&heavier(world), target, deed, manner, first)
        }),
        oracle("rows_first", |world, target, deed, manner, _| {
            real_perform(world, target, deed, manner, FirstAxis::Rows)
        }),
        oracle("pull_goes_forward", |world, target, deed, manner, first| {
            let deed_done = if deed == Deed::Pull { Deed::Push } else { deed };
            let mut actions = real_perform(world, target, deed_done, manner, first);
            if deed == Deed::Pull {
                actions
                    .iter_mut()
                    .filter(|action| **action == Action::Push)
                    .for_each(|action| *action = Action::Pull);
            }
            actions
        }),
        oracle("stops_one_push_early", |world, target, deed, manner, first| {
            let mut actions = real_perform(world, target, deed, manner, first);
            actions.pop_if(|action| *action == Action::Push);
            actions
        }),
        oracle("objects_do_not_block", |world, target, deed, manner, first| {
            let alone = rebuilt(world, |number, object| (number == target).then_some(*object));
            real_perform(&alone, 0, deed, manner, first)
        }),
        oracle("boxes_block", |world, target, deed, manner, first| {
            let filled = rebuilt(world, |number, object| {
                let taken = world.solid_at(object.cell).is_some_and(|other| other != number);
                (!taken).then_some(Object { form: Form::Solid, ..*object })
            });
            real_perform(&filled, target, deed, manner, first)
        }),
        oracle("about_turns_to_the_right", |world, target, deed, manner, first| {
            let mut actions = real_perform(world, target, deed, manner, first);
            if manner.before_turn.is_empty() && actions.starts_with(&[Action::TurnLeft; 2]) {
                actions[..2].fill(Action::TurnRight);
            }
            actions
        }),
        manner("spin_after_the_turn", |manner| {
            let spin = std::mem::take(&mut manner.before_turn);
            manner.before_step.splice(0..0, spin);
        }),
        manner("look_before_the_turn", |manner| {
            let look = std::mem::take(&mut manner.before_step);
            manner.before_turn.extend(look);
        }),
        manner("wait_before_the_step", |manner| {
            let wait = std::mem::take(&mut manner.after_step);
            manner.before_step.extend(wait);
        }),
        manner("zigzag_is_straight", |manner| manner.route = Route::Straight),
        interpreter("replayed_pulls_go_forward", |world, actions| {
            let replay = replay_as_released(world, actions);
            let (_, outcomes) = real_simulate(world, actions);
            (replay.states.last().unwrap_or(world).clone(), outcomes)
        }),
        interpreter("interpreter_is_off_by_one", move |world, actions| {
            let (end, outcomes) = real_simulate(&heavier(world), actions);
            (end.with_heavy_from(world.heavy_from()), outcomes)
        }),
        interpreter("turning_undoes_an_effort", |world, actions| {
            let mut run = Simulation::new(world.clone());
            let mut outcomes = Vec::new();
            for &action in actions {
                outcomes.push(run.step(action));
                if matches!(action, Action::TurnLeft | Action::TurnRight) {
                    run = Simulation::new(run.world().clone());
                }
            }
            (run.world().clone(), outcomes)
        }),
        judge("only_the_canonical_answer", |world, target, deed, manner, actions| {
            real_perform(world, target, deed, manner, FirstAxis::Columns) == actions
        }),
        judge("only_the_end_counts", |world, target, deed, manner, actions| {
            let canonical = real_perform(world, target, deed, manner, FirstAxis::Columns);
            real_simulate(world, &canonical).0 == real_simulate(world, actions).0
        }),
        judge("what_comes_after_does_not_count", |world, target, deed, manner, actions| {
            (0..=actions.len()).any(|end| fulfils(world, target, deed, manner, &actions[..end]).is_ok())
        }),
        judge("the_manner_does_not_count", |world, target, deed, _, actions| {
            fulfils(world, target, deed, &Manner::default(), actions).is_ok()
        }),
        judge("anything_goes", |_, _, _, _, _| true),
    ];
    for (name, fast) in damages {
        match executions(&fast, CASES) {
            Ok(census) => panic!("`{name}` went unnoticed: {census:?}"),
            Err(error) => println!("{name}: {}", error.lines().next().unwrap_or_default()),
        }
    }
}
