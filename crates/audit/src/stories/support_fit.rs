//! How a recorded support fits a solution.

use std::collections::BTreeSet;

use wampimuk_babi::{Kind, Solution, Solved, Solver};
use wampimuk_story::{Fit, Question, SupportStyle, Supports};

/// How recorded supporting lines fit the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SupportFit {
    /// They support it, none can be left out, and there is no smaller set.
    Smallest,
    /// They support it and none can be left out, but there is a smaller set.
    Minimal,
    /// They are all lines in which somebody has a hand in an object: more than is needed to know what they carry, but
    /// that is how the published data have it.
    History,
    /// They support it, but some can be left out.
    Redundant,
    /// They do not support it, but would if the lines were there that explain pronouns in them.
    NoAntecedent,
    /// They do not support it.
    Insufficient,
    /// The answer is unknown, or too many sets of lines support it to say.
    Undecided,
}

impl SupportFit {
    /// How sentences before the question, by their printed numbers, fit its solution.
    pub fn of(solved: &Solved, solver: &Solver, solution: &Solution, recorded: &[usize]) -> SupportFit {
        let lines: BTreeSet<usize> = recorded.iter().copied().collect();
        let smallest = solution.all_minimal.first().map_or(usize::MAX, Vec::len);
        match sufficient(solved, solver, solution, &lines) {
            Some(Fit::Minimal) if lines.len() > smallest => SupportFit::Minimal,
            Some(Fit::Minimal) => SupportFit::Smallest,
            Some(Fit::Redundant) if history(solved, solver, solution).as_ref() == Some(&lines) => {
                SupportFit::History
            }
            Some(Fit::Redundant) => SupportFit::Redundant,
            Some(Fit::Insufficient) => {
                let explained = explained(solved, &lines);
                let repaired = explained != lines
                    && matches!(
                        sufficient(solved, solver, solution, &explained),
                        Some(Fit::Minimal | Fit::Redundant)
                    );
                if repaired { SupportFit::NoAntecedent } else { SupportFit::Insufficient }
            }
            Some(Fit::NoAnswer) | None => SupportFit::Undecided,
        }
    }

    /// Whether the lines are enough.
    pub fn is_sufficient(self) -> bool {
        matches!(
            self,
            SupportFit::Smallest | SupportFit::Minimal | SupportFit::History | SupportFit::Redundant
        )
    }
}

/// Showing more lines never makes less known, so with all minimal sets at hand there is nothing to compute.
fn sufficient(solved: &Solved, solver: &Solver, solution: &Solution, lines: &BTreeSet<usize>) -> Option<Fit> {
    if solution.all_minimal.is_empty() && solution.complete {
        return None;
    }
    let mut fit = Fit::Insufficient;
    for minimal in &solution.all_minimal {
        if minimal.iter().all(|line| lines.contains(line)) {
            if minimal.len() == lines.len() {
                return Some(Fit::Minimal);
            }
            fit = Fit::Redundant;
        }
    }
    if fit == Fit::Redundant || solution.complete {
        return Some(fit);
    }
    let (question, story) = asked(solved, solution.line)?;
    let told = story.told_before(solution.line);
    let sentences: Vec<usize> =
        lines.iter().filter_map(|line| story.numbers[..told].binary_search(line).ok()).collect();
    Fit::of(&story.story, told, question, solver.rules, &sentences).ok()
}

fn asked(solved: &Solved, line: usize) -> Option<(Question, &wampimuk_babi::ReadStory)> {
    let story = solved.story.as_ref()?;
    let question = story.questions.iter().find(|(number, _)| *number == line)?.1;
    Some((question, story))
}

/// These lines and those that explain pronouns in them.
fn explained(solved: &Solved, lines: &BTreeSet<usize>) -> BTreeSet<usize> {
    let mut all = lines.clone();
    let Some(story) = &solved.story else { return all };
    // explanations come first, so going backwards meets every one of them
    for (number, sentence) in story.numbers.iter().zip(story.story.sentences()).rev() {
        if let Some(before) = sentence.antecedent.filter(|_| all.contains(number)) {
            all.extend(story.numbers.get(before));
        }
    }
    all
}

/// All lines in which somebody has a hand in an object, for questions about what they carry.
fn history(solved: &Solved, solver: &Solver, solution: &Solution) -> Option<BTreeSet<usize>> {
    if !matches!(solution.kind, Kind::Counting | Kind::List) {
        return None;
    }
    let (question, story) = asked(solved, solution.line)?;
    let told = story.told_before(solution.line);
    // no steps: minimal sets are not wanted here
    let found =
        Supports::find(&story.story, told, question, solver.rules, SupportStyle::History, 0).ok()??;
    Some(story.printed(&found.canonical).into_iter().collect())
}
