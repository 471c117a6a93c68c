//! What commands ask for: the oracle, the interpreter and the check of answers.

use wampimuk_grid::{Action, Deed, FirstAxis, Manner, Simulation, Symmetry, World, execute, fulfils};

use crate::driver::{Fast, executions};
use crate::random;

#[test]
fn fast_and_slow_agree() {
    let census = executions(&Fast::real(), 120_000).unwrap_or_else(|error| panic!("{error}"));
    println!("{census:?}");
    assert!(census.cases >= 100_000);
    let answers: u64 = census.answers.iter().sum();
    assert!(census.answers.iter().all(|&kind| kind * 4 >= answers), "{census:?}");
    assert!(census.blocked * 20 >= census.cases, "{census:?}");
}

fn image(symmetry: Symmetry, actions: &[Action]) -> Vec<Action> {
    let turn = |&action: &Action| match action {
        Action::TurnLeft if symmetry.mirrored => Action::TurnRight,
        Action::TurnRight if symmetry.mirrored => Action::TurnLeft,
        other => other,
    };
    actions.iter().map(turn).collect()
}

/// The image of a right (wrong) answer is right (wrong) in the image of the world, and ends in the image of its end.
#[test]
fn answers_and_runs_are_equivariant() {
    for case in 0..20_000 {
        let stream = &mut random::stream("equivariance", case);
        let world = random::busy_world(stream);
        let (name, manner) = random::manner(stream);
        let deed = *stream.choose(&[Deed::Walk, Deed::Push, Deed::Pull]);
        let mut right = Vec::new();
        execute(&world, 0, deed, &manner, *stream.choose(&[FirstAxis::Columns, FirstAxis::Rows]), &mut right);
        for actions in [right, random::actions(stream)] {
            let answer = fulfils(&world, 0, deed, &manner, &actions);
            let end = end(&world, &actions);
            for symmetry in Symmetry::all() {
                let there = symmetry.world(&world);
                let mapped = image(symmetry, &actions);
                // The mirror image of a spin to the left is one to the right.
                let manner = Manner {
                    before_turn: image(symmetry, &manner.before_turn),
                    before_step: image(symmetry, &manner.before_step),
                    after_step: image(symmetry, &manner.after_step),
                    route: manner.route,
                };
                let context = format!("case {case} {symmetry:?} {deed:?} `{name}`");
                assert_eq!(fulfils(&there, 0, deed, &manner, &mapped).is_ok(), answer.is_ok(), "{context}");
                assert_eq!(self::end(&there, &mapped), symmetry.world(&end), "{context}");
            }
        }
    }
}

fn end(world: &World, actions: &[Action]) -> World {
    let mut run = Simulation::new(world.clone());
    for &action in actions {
        run.step(action);
    }
    run.world().clone()
}

/// What the oracle says is what happens: its actions lead the agent to the target's cell, and nothing but the target
/// moves. (Adverbs whose turns do not cancel out would break this.)
#[test]
fn canonical_answers_do_what_they_say() {
    for case in 0..40_000 {
        let stream = &mut random::stream("honesty", case);
        let world = random::busy_world(stream);
        let (name, manner) = random::manner(stream);
        let deed = *stream.choose(&[Deed::Walk, Deed::Push, Deed::Pull]);
        let mut actions = Vec::new();
        execute(&world, 0, deed, &manner, FirstAxis::Columns, &mut actions);
        let end = end(&world, &actions);
        let context = format!("case {case} {deed:?} `{name}`");
        assert_eq!(end.agent().cell, end.objects()[0].cell, "{context}");
        assert_eq!(end.objects()[1..], world.objects()[1..], "{context}");
        if deed != Deed::Walk {
            let mut stuck = Simulation::new(end);
            let outcome = stuck.step(deed.action().unwrap());
            assert_eq!(outcome, wampimuk_grid::ActionOutcome::Blocked, "{context}");
        }
    }
}
