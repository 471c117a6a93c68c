//! One answer, compared with the right one.

use wampimuk_grid::Action;
use wampimuk_score::grid::{ActionAgreement, destination, judge_tokens, last_cell};
use wampimuk_score::{AnswerFault, Judgement};

use super::Case;
use super::ending::{Ending, ending};

/// What can be said about one answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Exact, fulfilled, reached, and how much of it is right; `parsed` says that every token is an action.
    pub judgement: Judgement,
    /// How many tokens are right at their place.
    pub matches: usize,
    /// How many tokens the longer one of both answers has.
    pub longer: usize,
    /// Whether it is right as far as a model is looked at that says this many tokens, the end included; `None` if nobody
    /// asked.
    pub within_cap: Option<bool>,
    /// Whether the agent ends up in the right row.
    pub row: bool,
    /// Whether it ends up in the right column.
    pub column: bool,
    /// Where a wrong answer leads, or that it cannot be read; `None` if it is exact.
    pub ending: Option<Ending>,
}

/// Judges an answer. `cap` is the number of tokens that a released evaluation looks at.
pub fn judge(case: &Case<'_>, answer: &[Option<Action>], cap: Option<usize>) -> Verdict {
    let (world, right) = (&case.example.world, &case.example.actions);
    let judgement = judge_tokens(case.example, case.lexicon, answer);
    let ActionAgreement { matches, longer, .. } = ActionAgreement::of(answer, right);
    let actions: Vec<Action> = answer.iter().flatten().copied().collect();
    let (end, goal) = (last_cell(world, &actions), last_cell(world, right));
    let ending = judgement.why.as_ref().map(|why| match why {
        AnswerFault::Shortfall(shortfall) => ending(case, destination(world, &actions), *shortfall),
        AnswerFault::NoAction(_) => Ending::Unreadable,
        _ => Ending::OtherWay,
    });
    let is_read = judgement.parsed;
    Verdict {
        judgement,
        matches,
        longer,
        within_cap: cap.map(|cap| within(answer, right, cap)),
        // What cannot be read leads nowhere.
        row: is_read && end.row == goal.row,
        column: is_read && end.column == goal.column,
        ending,
    }
}

/// Whether the first `cap` tokens are right, where the end is a token, too. Longer right answers are not looked at to
/// their end.
fn within(answer: &[Option<Action>], right: &[Action], cap: usize) -> bool {
    let said = |at: usize| answer.get(at).copied();
    let asked = |at: usize| right.get(at).copied().map(Some);
    (0..cap.min(right.len() + 1)).all(|at| said(at) == asked(at))
}
