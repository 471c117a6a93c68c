//! What can be wrong with a question of a file.

use serde::Serialize;
use wampimuk_babi::{Asked, Kind, Line, Passage, Solution, Solved, Solver, Status};

use super::SupportFit;

/// What is wrong with a question, or with a line. A question can have several flaws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Flaw {
    /// A line that cannot be read.
    Unreadable,
    /// A line that cannot be true together with those before it.
    Contradiction,
    /// A question that was not solved because a line before it, or it itself, makes no sense.
    NotSolved,
    /// No answer is recorded.
    NoAnswer,
    /// Another answer follows.
    WrongAnswer,
    /// No answer follows, but one is recorded.
    DoesNotFollow,
    /// The words of the question fit several occasions, with different answers.
    Ambiguous,
    /// The answer is right, but no support is recorded.
    NoSupport,
    /// The support names lines that are no sentences before the question.
    StrangeLines,
    /// The recorded lines do not support the answer.
    Insufficient,
    /// They do not, for want of a line that explains a pronoun.
    NoAntecedent,
    /// They do without some of them.
    Redundant,
    /// They are everything that somebody ever had a hand in: not an error by the published convention.
    History,
    /// None can be left out, but there is a smaller set.
    NotSmallest,
    /// It could not be found out whether they are enough.
    Undecided,
}

impl Flaw {
    /// All flaws, in the order in which they are reported.
    pub const ALL: [Flaw; 15] = [
        Flaw::Unreadable,
        Flaw::Contradiction,
        Flaw::NotSolved,
        Flaw::NoAnswer,
        Flaw::WrongAnswer,
        Flaw::DoesNotFollow,
        Flaw::Ambiguous,
        Flaw::NoSupport,
        Flaw::StrangeLines,
        Flaw::Insufficient,
        Flaw::NoAntecedent,
        Flaw::Redundant,
        Flaw::History,
        Flaw::NotSmallest,
        Flaw::Undecided,
    ];

    /// A few words for it.
    pub fn name(self) -> &'static str {
        match self {
            Flaw::Unreadable => "unreadable lines",
            Flaw::Contradiction => "contradictions",
            Flaw::NotSolved => "not solved",
            Flaw::NoAnswer => "no answer",
            Flaw::WrongAnswer => "wrong answer",
            Flaw::DoesNotFollow => "answer does not follow",
            Flaw::Ambiguous => "ambiguous question",
            Flaw::NoSupport => "no support",
            Flaw::StrangeLines => "support names strange lines",
            Flaw::Insufficient => "support is insufficient",
            Flaw::NoAntecedent => "support lacks an antecedent",
            Flaw::Redundant => "support is redundant",
            Flaw::History => "support is the history",
            Flaw::NotSmallest => "support is not the smallest",
            Flaw::Undecided => "support undecided",
        }
    }

    /// Whether it is about the support, and thus counted among questions whose answer is right and has one.
    pub fn is_about_support(self) -> bool {
        self >= Flaw::StrangeLines
    }
}

/// Whether two answers are the same. Several objects may come in any order and with spaces; the steps of a path may not.
pub(crate) fn same_answer(kind: Option<Kind>, one: &str, other: &str) -> bool {
    let parts = |answer: &str| {
        let mut parts: Vec<String> = answer.split(',').map(|part| part.trim().to_owned()).collect();
        if kind != Some(Kind::Path) {
            parts.sort_unstable();
        }
        parts
    };
    one == other || kind.is_some_and(|kind| kind.same_answer(one, other)) || parts(one) == parts(other)
}

/// A flaw with its reason, in words.
pub(crate) struct Found {
    pub flaw: Flaw,
    pub reason: String,
}

/// What is wrong with a question that was solved, and whether its support was looked at: that is done if the answer is
/// right.
pub(crate) fn flaws(
    passage: &Passage,
    solved: &Solved,
    solver: &Solver,
    (solution, asked): (&Solution, &Asked),
) -> (Vec<Found>, bool) {
    let mut found = Vec::new();
    let mut note = |flaw, reason: String| found.push(Found { flaw, reason });
    if solution.status == Status::Ambiguous {
        note(Flaw::Ambiguous, "an earlier occasion gives another answer".to_owned());
    }
    let unknown = solution.status == Status::Unknown;
    if asked.answer.is_empty() {
        note(Flaw::NoAnswer, "the file has no answer".to_owned());
    } else if unknown && asked.answer.eq_ignore_ascii_case("unknown") {
        return (found, false);
    } else if unknown {
        note(Flaw::DoesNotFollow, "the story leaves this open".to_owned());
        return (found, false);
    } else if !same_answer(Some(solution.kind), &asked.answer, &solution.answer) {
        let lines = if solution.supporting.len() == 1 { "line" } else { "lines" };
        note(Flaw::WrongAnswer, format!("by {lines} {}", listed(&solution.supporting)));
        return (found, false);
    }
    if unknown {
        return (found, false);
    }
    if asked.support.is_empty() {
        if !solution.supporting.is_empty() {
            note(Flaw::NoSupport, "the file has no support".to_owned());
        }
        return (found, false);
    }
    let is_sentence = |line: usize| {
        let line = line.checked_sub(1).and_then(|index| passage.lines.get(index));
        matches!(line, Some(Line::Fact(_)))
    };
    let strange: Vec<usize> =
        asked.support.iter().copied().filter(|&line| line >= solution.line || !is_sentence(line)).collect();
    if !strange.is_empty() {
        note(Flaw::StrangeLines, format!("{} are no sentences before the question", listed(&strange)));
    }
    let lines: Vec<usize> = asked.support.iter().copied().filter(|line| !strange.contains(line)).collect();
    let smallest = listed(solution.all_minimal.first().unwrap_or(&solution.supporting));
    match SupportFit::of(solved, solver, solution, &lines) {
        SupportFit::Smallest => {}
        SupportFit::Minimal => {
            note(Flaw::NotSmallest, format!("{smallest} would do"));
        }
        SupportFit::History => note(Flaw::History, "everything they had a hand in".to_owned()),
        SupportFit::Redundant => {
            note(Flaw::Redundant, format!("{smallest} would do"));
        }
        SupportFit::NoAntecedent => {
            note(Flaw::NoAntecedent, "the line that explains a pronoun is missing".to_owned());
        }
        SupportFit::Insufficient => {
            note(Flaw::Insufficient, format!("who knows {} only does not know the answer", listed(&lines)));
        }
        SupportFit::Undecided => note(Flaw::Undecided, "there are too many proofs to look at".to_owned()),
    }
    (found, true)
}

pub(crate) fn listed(lines: &[usize]) -> String {
    let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
    lines.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_sets_but_paths_are_not() {
        assert!(same_answer(Some(Kind::List), "apple, milk", "milk,apple"));
        assert!(!same_answer(Some(Kind::Path), "s,e", "e,s"));
        assert!(same_answer(Some(Kind::Path), "s, e", "s,e"));
        assert!(!same_answer(None, "apple", "apple,apple"));
        assert!(same_answer(Some(Kind::Counting), "zero", "none"));
    }
}
