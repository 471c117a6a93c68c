//! What comes of actions, step by step, and whether they do what was asked.

use serde::Serialize;
use wampimuk_grid::{Action, ActionOutcome, Agent, Shortfall, Simulation, World};

use crate::command::Asked;
use crate::session::Problem;

/// The most actions that are carried out: more than any command asks for.
const MOST_ACTIONS: usize = 10_000;

/// What came of actions.
#[derive(Debug, Serialize)]
pub(crate) struct Played {
    /// The start, and what there is after each action.
    frames: Vec<Frame>,
    /// Whether they do what the command asks; `None` if nobody knows what it asks.
    fulfilled: Option<bool>,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// Whether it is not fulfilled yet, and may be by more actions.
    unfinished: bool,
    /// The canonical actions.
    oracle: Option<Vec<&'static str>>,
}

/// What there is after an action.
#[derive(Debug, Serialize)]
pub(crate) struct Frame {
    row: u8,
    column: u8,
    heading: u8,
    outcome: &'static str,
    /// The object that has moved, and where to.
    #[serde(skip_serializing_if = "Option::is_none")]
    moved: Option<(usize, u8, u8)>,
}

/// Carries out actions.
pub(crate) fn frames(world: &World, actions: &[Action]) -> Vec<Frame> {
    let mut run = Simulation::new(world.clone());
    let mut frames = vec![Frame::of(run.world(), "start", None)];
    for &action in actions.iter().take(MOST_ACTIONS) {
        let before: Vec<_> = run.world().objects().iter().map(|object| object.cell).collect();
        let outcome = run.step(action);
        let after = run.world().objects();
        let moved = (0..after.len()).find(|&number| after[number].cell != before[number]);
        let moved = moved.map(|number| (number, after[number].cell.row, after[number].cell.column));
        frames.push(Frame::of(run.world(), name(outcome), moved));
    }
    frames
}

impl Frame {
    fn of(world: &World, outcome: &'static str, moved: Option<(usize, u8, u8)>) -> Self {
        let Agent { cell, heading } = world.agent();
        Self { row: cell.row, column: cell.column, heading: heading as u8, outcome, moved }
    }
}

fn name(outcome: ActionOutcome) -> &'static str {
    match outcome {
        ActionOutcome::Moved => "moved",
        ActionOutcome::Turned => "turned",
        ActionOutcome::Stayed => "stayed",
        ActionOutcome::Braced => "braced",
        ActionOutcome::Blocked => "blocked",
        ActionOutcome::Nothing => "nothing",
    }
}

/// Carries out actions, and judges them by a command.
pub(crate) fn played(asked: &Asked<'_>, actions: &[String]) -> Result<Played, Problem> {
    if actions.len() > MOST_ACTIONS {
        return Err(Problem::new(format!(
            "{} actions: at most {MOST_ACTIONS} are carried out",
            actions.len()
        )));
    }
    let known = |name: &String| {
        Action::from_name(name).ok_or_else(|| Problem::new(format!("`{name}` is not an action")))
    };
    let actions = actions.iter().map(known).collect::<Result<Vec<Action>, Problem>>()?;
    let judged = asked
        .target()
        .map(|target| asked.command.fulfilled_by(&actions, asked.world, target, asked.family.lexicon()));
    let unfinished = matches!(judged, Ok(Err(Shortfall::NotReached | Shortfall::NotFinished)));
    let (fulfilled, why) = match judged {
        Ok(Ok(())) => (Some(true), None),
        Ok(Err(shortfall)) => (Some(false), Some(shortfall.to_string())),
        Err(problem) => (None, Some(problem)),
    };
    let oracle = asked.actions().map(|actions| actions.into_iter().map(Action::name).collect());
    Ok(Played { frames: frames(asked.world, &actions), fulfilled, why, unfinished, oracle })
}
