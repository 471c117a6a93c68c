//! One answer, compared with the right one.

use wampimuk_command::Example;
use wampimuk_grid::{Action, Cell, Run, Shortfall, World};
use wampimuk_score::{Judgement, Why};

use super::Case;
use super::ending::{Ending, ending};

/// What can be said about one answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Exact, fulfilled, reached, and how much of it is right.
    pub judgement: Judgement,
    /// How many tokens are right at their place.
    pub matches: usize,
    /// How many tokens the longer one of both answers has.
    pub longer: usize,
    /// Whether it is right as far as a model is looked at that says so many tokens, the end included; `None` if nobody
    /// asked.
    pub within_cap: Option<bool>,
    /// Whether the agent ends up in the right row.
    pub row: bool,
    /// Whether it ends up in the right column.
    pub column: bool,
    /// Whether every token is an action.
    pub readable: bool,
    /// Where a wrong answer leads; `None` if it is exact.
    pub ending: Option<Ending>,
}

/// Judges an answer. `cap` is the number of tokens that a released evaluation looks at.
pub fn judge(case: &Case<'_>, answer: &[Option<Action>], cap: Option<usize>) -> Verdict {
    let right = &case.example.actions;
    let equal = || answer.iter().zip(right).map(|(given, right)| *given == Some(*right));
    let (matches, longer) = (equal().filter(|&equal| equal).count(), answer.len().max(right.len()));
    let exact = matches == longer;
    let prefix = equal().take_while(|&equal| equal).count();
    let actions: Vec<Action> = answer.iter().flatten().copied().collect();
    let readable = actions.len() == answer.len();
    let Example { command, world, target, .. } = case.example;
    let shortfall = match readable {
        true => command.fulfilled_by(&actions, world, *target, case.lexicon).err(),
        // Whatever the rest does, the answer is none that could be carried out.
        false => command.fulfilled_by(&actions, world, *target, case.lexicon).err().or(Some(SKIPPED)),
    };
    let walked = walk(world, &actions);
    let end = last_cell(world, &actions);
    let goal = last_cell(world, right);
    let fulfils = shortfall.is_none();
    let judgement = Judgement {
        parsed: readable,
        exact,
        fulfils,
        reached: Some(walked) == case.goal(),
        sound: true,
        accuracy: if longer == 0 { 1.0 } else { matches as f64 / longer as f64 },
        prefix,
        length: right.len(),
        why: match shortfall {
            _ if exact => None,
            None => Some(Why::Way),
            Some(shortfall) => Some(Why::Shortfall(shortfall)),
        },
    };
    Verdict {
        matches,
        longer,
        within_cap: cap.map(|cap| within(answer, right, cap)),
        row: end.row == goal.row,
        column: end.column == goal.column,
        readable,
        ending: (!exact).then(|| ending(case, walked, shortfall)),
        judgement,
    }
}

/// What is wrong with an answer that would do if it had no tokens that are no actions.
const SKIPPED: Shortfall = Shortfall::TooMuch(0);

/// Whether the first `cap` tokens are right, where the end is a token, too. Longer right answers are not looked at to
/// their end.
fn within(answer: &[Option<Action>], right: &[Action], cap: usize) -> bool {
    let said = |at: usize| answer.get(at).copied();
    let asked = |at: usize| right.get(at).copied().map(Some);
    (0..cap.min(right.len() + 1)).all(|at| said(at) == asked(at))
}

/// The cell in which the agent first pushes or pulls, or stops.
fn walk(world: &World, actions: &[Action]) -> Cell {
    let before = actions.iter().take_while(|action| !matches!(action, Action::Push | Action::Pull)).count();
    last_cell(world, &actions[..before])
}

/// The cell in which the agent is at the end.
fn last_cell(world: &World, actions: &[Action]) -> Cell {
    let mut run = Run::new(world.clone());
    for &action in actions {
        run.step(action);
    }
    run.world().agent().cell
}
