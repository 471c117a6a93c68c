//! Single episodes: rewards and ends, compared with what the grid says of whole action lists.

use std::sync::Arc;

use wampimuk_command::{Example, GridFamily, parse};
use wampimuk_core::{Permutation, Stream, StreamKey};
use wampimuk_env::{EnvError, Game, GameSettings, StepEvents, Tracker};
use wampimuk_families::{Dataset, require};
use wampimuk_grid::{
    Action, Agent, Cell, FirstAxis, Form, Heading, Object, Shortfall, Simulation, World, execute, fulfils,
};

type Failure = Box<dyn std::error::Error>;

const RECIPES: [&str; 5] = ["gscan", "gscan-length", "gscan-example", "reascan", "reascan-released"];

fn dataset(recipe: &str) -> Result<Box<dyn Dataset>, Failure> {
    Ok(require(recipe, &[])?.dataset(0)?)
}

fn chance(name: &str) -> Stream {
    StreamKey::new(&wampimuk_core::Digest::of(b"test"), name, 0).stream(0)
}

/// Some examples of all splits.
fn examples(grid: &dyn GridFamily, each: u64) -> Result<Vec<Example>, Failure> {
    let mut items = grid.grid_items();
    let mut examples = Vec::new();
    for (split, info) in grid.splits().iter().enumerate() {
        let order = Permutation::new(info.len, &mut chance(&info.name));
        for number in 0..each.min(info.len) {
            examples.push(items.make(split, order.at(number))?.example.clone());
        }
    }
    Ok(examples)
}

/// What the grid says of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Complete,
    Open,
    Lost,
}

fn verdict(example: &Example, grid: &dyn GridFamily, actions: &[Action]) -> Verdict {
    let (deed, manner) = (example.command.deed(grid.lexicon()), example.command.manner(grid.lexicon()));
    match fulfils(&example.world, example.target, deed, manner, actions) {
        Ok(()) => Verdict::Complete,
        Err(Shortfall::NotReached | Shortfall::NotFinished) => Verdict::Open,
        Err(Shortfall::Way(_) | Shortfall::Handling(_) | Shortfall::TooMuch(_)) => Verdict::Lost,
    }
}

/// Follows a list and compares after every action. The number of verdicts of each kind.
fn follow(example: &Example, grid: &dyn GridFamily, actions: &[Action]) -> [usize; 3] {
    let (deed, manner) = (example.command.deed(grid.lexicon()), example.command.manner(grid.lexicon()));
    let mut tracker = Tracker::new(&example.world, example.target, deed, Arc::new(manner.clone()));
    let mut run = Simulation::new(example.world.clone());
    let mut counts = [0; 3];
    for count in 0..=actions.len() {
        let expected = verdict(example, grid, &actions[..count]);
        let found = match (tracker.is_complete(), tracker.is_lost()) {
            (true, _) => Verdict::Complete,
            (_, true) => Verdict::Lost,
            _ => Verdict::Open,
        };
        assert_eq!(found, expected, "{example:?} after {:?}", &actions[..count]);
        counts[found as usize] += 1;
        // The expert's advice is right, whatever right way was taken so far.
        let advice = tracker.expert_action();
        assert_eq!(advice.is_some(), found == Verdict::Open);
        if let Some(advice) = advice {
            let advised = [&actions[..count], &[advice]].concat();
            assert_ne!(verdict(example, grid, &advised), Verdict::Lost, "{example:?} {advised:?}");
        }
        if let Some(&action) = actions.get(count) {
            run.step(action);
            tracker.step(action, run.world());
        }
    }
    counts
}

#[test]
fn the_tracker_agrees_with_the_grid_after_every_action() {
    let mut chance = chance("lists");
    for recipe in RECIPES {
        let dataset = dataset(recipe).unwrap();
        let grid = dataset.contents().commands().unwrap();
        let mut counts = [0; 3];
        let mut note = |some: [usize; 3]| (0..3).for_each(|kind| counts[kind] += some[kind]);
        for example in examples(grid, 12).unwrap() {
            note(follow(&example, grid, &[&example.actions[..], &[Action::Stay]].concat()));
            let (deed, manner) =
                (example.command.deed(grid.lexicon()), example.command.manner(grid.lexicon()));
            let mut rows_first = Vec::new();
            execute(&example.world, example.target, deed, manner, FirstAxis::Rows, &mut rows_first);
            note(follow(&example, grid, &rows_first));
            if !rows_first.is_empty() {
                let place = chance.index(rows_first.len());
                rows_first[place] = *chance.choose(&Action::ALL);
                note(follow(&example, grid, &rows_first));
            }
            // Any right way: of the actions that leave the list open, one is drawn.
            let mut wandering = Vec::new();
            while verdict(&example, grid, &wandering) == Verdict::Open {
                let right = Action::ALL.into_iter().filter(|&action| {
                    verdict(&example, grid, &[&wandering[..], &[action]].concat()) != Verdict::Lost
                });
                wandering.push(*chance.choose(&right.collect::<Vec<_>>()));
            }
            note(follow(&example, grid, &wandering));
        }
        assert!(counts.iter().all(|&count| count > 100), "{recipe}: {counts:?}");
    }
}

#[test]
fn experts_do_the_canonical_actions_and_get_everything() {
    for recipe in RECIPES {
        let dataset = dataset(recipe).unwrap();
        let grid = dataset.contents().commands().unwrap();
        let game = Game::new(grid, GameSettings { strict: true, ..GameSettings::default() });
        for example in examples(grid, 50).unwrap() {
            let mut episode = game.begin(&example).unwrap();
            let mut taken = Vec::new();
            let mut sums = [0.0; 4];
            while let Some(action) = episode.expert_action() {
                let step = episode.step(&game, action).unwrap();
                taken.push(action);
                let parts = [step.reward, step.parts.success, step.parts.reaching, step.parts.manner];
                sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
                assert_eq!(step.terminated, taken.len() == example.actions.len());
                assert_eq!(step.events.has(StepEvents::FULFILLED), step.terminated);
                assert!(!step.truncated && !step.events.has(StepEvents::STRAYED));
            }
            assert_eq!(taken, example.actions);
            for (sum, expected) in sums.into_iter().zip([1.2, 1.0, 1.0, 1.0]) {
                assert!((sum - expected).abs() < 1e-4, "{recipe}: {sums:?} {example:?}");
            }
            assert!(episode.is_over() && episode.is_fulfilled());
            assert_eq!(episode.step(&game, Action::Stay), Err(EnvError::Over));
        }
    }
}

#[test]
fn any_actions_do_what_the_physics_say() {
    let dataset = dataset("reascan").unwrap();
    let grid = dataset.contents().commands().unwrap();
    let game = Game::new(grid, GameSettings::default());
    let observer = *game.observer();
    let mut chance = chance("actions");
    let mut seen = StepEvents::default();
    for example in examples(grid, 40).unwrap() {
        let mut episode = game.begin(&example).unwrap();
        let mut run = Simulation::new(example.world.clone());
        let (mut tensor, mut anew) = (vec![0u8; observer.len()], vec![0u8; observer.len()]);
        episode.observe(&observer, &mut tensor).unwrap();
        let mut list = Vec::new();
        let mut nearness = 0.0;
        let distance = |run: &Simulation| {
            f32::from(run.world().agent().cell.distance(run.world().objects()[example.target].cell))
        };
        let start = distance(&run);
        loop {
            // Mostly right actions, so that objects are met and moved.
            let action = match episode.expert_action().filter(|_| chance.below(12) > 0) {
                Some(action) => action,
                None => *chance.choose(&Action::ALL),
            };
            list.push(action);
            let step = episode.step(&game, action).unwrap();
            let outcome = run.step(action);
            assert_eq!(episode.world(), run.world());
            assert!(step.events.has(outcome.into()));
            episode.update(&observer, &step.change, &mut tensor).unwrap();
            observer.write(run.world(), &mut anew).unwrap();
            assert_eq!(tensor, anew, "{list:?}");
            nearness += step.parts.reaching;
            assert!((nearness - (1.0 - distance(&run) / start)).abs() < 1e-4);
            let complete = verdict(&example, grid, &list) == Verdict::Complete;
            assert_eq!(step.terminated, complete);
            assert_eq!(step.truncated, !complete && list.len() == 2 * example.actions.len() + 10);
            assert_eq!(step.parts.success, f32::from(u8::from(complete)));
            seen = seen.and(step.events);
            if step.terminated || step.truncated {
                break;
            }
        }
    }
    assert_eq!(
        seen.names().count(),
        StepEvents::ALL.len(),
        "all events occur: {:?}",
        seen.names().collect::<Vec<_>>()
    );
}

#[test]
fn the_first_wrong_action_ends_a_strict_episode_and_costs_what_was_gained() {
    let dataset = dataset("gscan").unwrap();
    let grid = dataset.contents().commands().unwrap();
    let mut strict = 0;
    for example in examples(grid, 20).unwrap().into_iter().filter(|example| example.actions.len() > 3) {
        for is_strict in [false, true] {
            let game = Game::new(grid, GameSettings { strict: is_strict, ..GameSettings::default() });
            let mut episode = game.begin(&example).unwrap();
            let mut manner = 0.0;
            for &action in &example.actions[..2] {
                manner += episode.step(&game, action).unwrap().parts.manner;
            }
            assert!(manner > 0.0);
            // Nothing is underfoot on the way, and no list goes on with such a push.
            let step = episode.step(&game, Action::Push).unwrap();
            if !step.events.has(StepEvents::STRAYED) {
                continue;
            }
            manner += step.parts.manner;
            assert!(manner.abs() < 1e-6 && step.parts.success == 0.0);
            assert_eq!((step.terminated, step.truncated), (is_strict, false));
            assert_eq!(episode.expert_action(), None);
            assert_eq!(episode.step(&game, Action::Stay).is_err(), is_strict);
            strict += usize::from(is_strict);
        }
    }
    assert!(strict > 50, "{strict}");
}

#[test]
fn strangers_cannot_be_played() {
    let dataset = dataset("gscan").unwrap();
    let grid = dataset.contents().commands().unwrap();
    let game = Game::new(grid, GameSettings::default());
    let example = examples(grid, 1).unwrap().remove(0);
    let mut strange = example.clone();
    strange.target = 64;
    assert!(matches!(game.begin(&strange), Err(EnvError::Stranger { what: "target" })));
    let mut strange = example.clone();
    strange.command.verb = 200;
    assert!(matches!(game.begin(&strange), Err(EnvError::Stranger { what: "verb" })));
    let mut strange = example;
    strange.command.adverb = Some(200);
    assert!(matches!(game.begin(&strange), Err(EnvError::Stranger { what: "adverb" })));
}

/// Released worlds may put an agent on its target, and nobody can move a box.
#[test]
fn nothing_to_do_is_done_at_once_and_the_impossible_never() {
    let dataset = dataset("reascan").unwrap();
    let grid = dataset.contents().commands().unwrap();
    let game = Game::new(grid, GameSettings::default());
    let example = |text: &str, object: Object| {
        let command = parse(text, grid.lexicon()).unwrap();
        let mut world = World::new(6, Agent { cell: Cell::new(2, 2), heading: Heading::East }).unwrap();
        let target = world.place(object).unwrap();
        let mut actions = Vec::new();
        command.execute(&world, target, grid.lexicon(), &mut actions);
        Example { command, world, target, actions }
    };
    let underfoot = example("walk to the circle", Object::solid(0, 0, 1, Cell::new(2, 2)));
    assert!(underfoot.actions.is_empty());
    let mut episode = game.begin(&underfoot).unwrap();
    assert!(episode.is_fulfilled() && !episode.is_over() && episode.expert_action().is_none());
    let step = episode.step(&game, Action::Walk).unwrap();
    assert!(step.terminated && step.parts.success == 1.0);
    let frame = Object { form: Form::Frame, ..Object::solid(3, 0, 2, Cell::new(2, 3)) };
    let boxed = example("push the box", frame);
    assert_eq!(verdict(&boxed, grid, &boxed.actions), Verdict::Open);
    assert_eq!(follow(&boxed, grid, &boxed.actions)[Verdict::Complete as usize], 0);
}
