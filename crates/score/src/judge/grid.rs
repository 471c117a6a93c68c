//! Actions and cells in grid worlds.

use wampimuk_command::{Example, Lexicon};
use wampimuk_grid::{Action, Cell, Simulation, World};
use wampimuk_prompt::Answer;

use super::{AnswerFault, Judgement};

/// Judges an answer to a command in a world.
pub fn judge(example: &Example, lexicon: &Lexicon, answer: &Answer) -> Judgement {
    match answer {
        Answer::Actions(actions) => {
            let tokens: Vec<Option<Action>> = actions.iter().copied().map(Some).collect();
            judge_tokens(example, lexicon, &tokens)
        }
        Answer::Cell(cell) if goal(example) == Some(*cell) => Judgement::right(1),
        Answer::Cell(_) => Judgement::wrong(1, AnswerFault::Cell),
        _ => Judgement::other(example.actions.len(), answer),
    }
}

/// Judges what a model said, token by token. `None` is a token that is no action, such as a padding symbol: it is never
/// right, and an answer that has one cannot be read: it is not carried out, so it fulfils and reaches nothing.
pub fn judge_tokens(example: &Example, lexicon: &Lexicon, tokens: &[Option<Action>]) -> Judgement {
    let Example { command, world, target, actions: right } = example;
    let agreement = ActionAgreement::of(tokens, right);
    if agreement.is_exact() {
        return Judgement::right(right.len());
    }
    let strange = tokens.iter().position(Option::is_none);
    let actions: Vec<Action> = tokens.iter().flatten().copied().collect();
    let fulfilled = || command.fulfilled_by(&actions, world, *target, lexicon);
    let why = match strange {
        Some(place) => AnswerFault::NoAction(place),
        None => fulfilled().err().map_or(AnswerFault::Way, AnswerFault::Shortfall),
    };
    let is_read = strange.is_none();
    Judgement {
        parsed: is_read,
        fulfils: why == AnswerFault::Way,
        reached: is_read && goal(example) == Some(destination(world, &actions)),
        accuracy: agreement.matches as f64 / agreement.longer as f64,
        prefix: agreement.prefix,
        ..Judgement::wrong(right.len(), why)
    }
}

/// How much two lists of actions have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionAgreement {
    /// How many tokens are right at their place.
    pub matches: usize,
    /// How many are right from the start.
    pub prefix: usize,
    /// How many tokens the longer one of both lists has.
    pub longer: usize,
}

impl ActionAgreement {
    /// Compares tokens with the right actions.
    pub fn of(tokens: &[Option<Action>], right: &[Action]) -> Self {
        let equal = || tokens.iter().zip(right).map(|(token, right)| *token == Some(*right));
        Self {
            matches: equal().filter(|&equal| equal).count(),
            prefix: equal().take_while(|&equal| equal).count(),
            longer: tokens.len().max(right.len()),
        }
    }

    /// Whether the lists are the same.
    pub fn is_exact(self) -> bool {
        self.matches == self.longer
    }
}

/// Where the target is.
pub fn goal(example: &Example) -> Option<Cell> {
    example.world.objects().get(example.target).map(|object| object.cell)
}

/// The cell to which the agent goes: where it first pushes or pulls, or else where it ends up.
pub fn destination(world: &World, actions: &[Action]) -> Cell {
    let before = actions.iter().take_while(|action| !matches!(action, Action::Push | Action::Pull)).count();
    last_cell(world, &actions[..before])
}

/// The cell in which the agent is at the end.
pub fn last_cell(world: &World, actions: &[Action]) -> Cell {
    let mut run = Simulation::new(world.clone());
    for &action in actions {
        run.step(action);
    }
    run.world().agent().cell
}
