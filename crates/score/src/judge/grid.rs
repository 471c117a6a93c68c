//! Actions and cells in grid worlds.

use wampimuk_command::{Example, Lexicon};
use wampimuk_grid::{Action, Cell, Run};
use wampimuk_prompt::Answer;

use super::{Judgement, Why};

pub(super) fn judge(example: &Example, lexicon: &Lexicon, answer: &Answer) -> Judgement {
    match answer {
        Answer::Actions(actions) => judge_actions(example, lexicon, actions),
        Answer::Cell(cell) if goal(example) == Some(*cell) => Judgement::right(1),
        Answer::Cell(_) => Judgement::wrong(1, Why::Cell),
        _ => Judgement::other(example.actions.len(), answer),
    }
}

fn judge_actions(example: &Example, lexicon: &Lexicon, actions: &[Action]) -> Judgement {
    let right = &example.actions;
    if actions == right {
        return Judgement::right(right.len());
    }
    let verdict = example.command.fulfilled_by(actions, &example.world, example.target, lexicon);
    let equal = || actions.iter().zip(right).map(|(given, right)| given == right);
    Judgement {
        fulfils: verdict.is_ok(),
        reached: reaches(example, actions),
        // Two different lists are not both empty.
        accuracy: equal().filter(|&equal| equal).count() as f64 / actions.len().max(right.len()) as f64,
        prefix: equal().take_while(|&equal| equal).count(),
        ..Judgement::wrong(right.len(), verdict.map_or_else(Why::Shortfall, |()| Why::Way))
    }
}

fn goal(example: &Example) -> Option<Cell> {
    example.world.objects().get(example.target).map(|object| object.cell)
}

/// Whether the agent is in the target's cell when it begins to push or pull, or at the end.
fn reaches(example: &Example, actions: &[Action]) -> bool {
    let mut run = Run::new(example.world.clone());
    for &action in actions.iter().take_while(|action| !matches!(action, Action::Push | Action::Pull)) {
        run.step(action);
    }
    goal(example) == Some(run.world().agent().cell)
}
