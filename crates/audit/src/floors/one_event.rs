//! Questions that whoever reads a single event has answered.

use wampimuk_babi::{Solution, Solved, Solver};
use wampimuk_story::{Knowledge, Sentence};

/// Whether one line shows the answer to whoever knows whom its pronoun means. "Then she went to the park" takes a second
/// line, which says who she is, and tells of one event all the same.
pub(super) fn is_of_one_event(solution: &Solution, solved: &Solved, solver: &Solver) -> bool {
    if solution.supporting.len() == 1 {
        return true;
    }
    let Some(read) = &solved.story else { return false };
    let Some((_, question)) = read.questions.iter().find(|(line, _)| *line == solution.line) else {
        return false;
    };
    let support = solution.supporting.iter().filter_map(|line| read.numbers.binary_search(line).ok());
    let mut with_pronouns = support.filter(|&at| read.story.sentences()[at].antecedent.is_some()).peekable();
    if with_pronouns.peek().is_none() {
        return false;
    }
    let mut named = read.story.clone();
    named.map(|sentence| Sentence { antecedent: None, ..*sentence });
    let before = read.told_before(solution.line);
    with_pronouns.any(|line| {
        let known = Knowledge::of_shown(&named, before, |shown| shown == line, solver.rules);
        known.is_ok_and(|known| solver.lexicon.answer(&question.answer(&named, &known)) == solution.answer)
    })
}
