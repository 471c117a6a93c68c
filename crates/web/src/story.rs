//! Stories: what follows from their lines, and who is where.

use serde::Serialize;
use wampimuk_babi::{
    Asked, KnownStay, Line, Passage, Question, Solution, Solved, Status, Whereabouts, whereabouts,
};
use wampimuk_dyna::StoryFamily;

/// Longer stories are solved, too, but nobody follows where everybody is.
const LONGEST_TIMELINE: usize = 60;

/// A question about a story.
#[derive(Debug, Serialize)]
pub(crate) struct StoryItem {
    kind: &'static str,
    id: String,
    /// The part of the recipe.
    task: String,
    /// The facts, and the question at the end.
    lines: Vec<String>,
    solved: SolvedStory,
}

/// What follows from a story.
#[derive(Debug, Serialize)]
pub(crate) struct SolvedStory {
    answers: Vec<Answered>,
    faults: Vec<FaultFile>,
    /// Where everybody and everything is after each line, as far as a reader of the whole story knows.
    tracks: Vec<TrackFile>,
}

#[derive(Debug, Serialize)]
struct Answered {
    /// The number of the question, from 1.
    line: usize,
    kind: &'static str,
    status: &'static str,
    answer: String,
    supporting: Vec<usize>,
    all_minimal: Vec<Vec<usize>>,
    complete: bool,
    composition: Vec<&'static str>,
}

#[derive(Debug, Serialize)]
struct FaultFile {
    line: usize,
    message: String,
}

#[derive(Debug, Serialize)]
struct TrackFile {
    name: String,
    person: bool,
    stays: Vec<StayFile>,
}

/// Being in one place, from one line on to before another; line 0 is before the story.
#[derive(Debug, Serialize)]
struct StayFile {
    from: usize,
    to: usize,
    /// The places; none if it may be any.
    places: Vec<String>,
    /// Whether only a later line tells it.
    later: bool,
    holder: Option<String>,
}

/// The question, after the facts before it.
pub(crate) fn item(family: &dyn StoryFamily, question: &Question<'_>) -> StoryItem {
    let mut lines: Vec<String> = question.facts().map(str::to_owned).collect();
    lines.push(question.text.to_owned());
    let task = question.at.task.to_owned();
    let solved = solved(family, &task, &lines);
    StoryItem { kind: "story", id: question.id().to_string(), task, lines, solved }
}

/// Lines as a story. Those that end in a question mark are questions.
fn passage(lines: &[String]) -> Passage {
    let line = |text: &String| match text.trim_end().ends_with('?') {
        true => Line::Question(Asked { question: text.clone(), ..Asked::default() }),
        false => Line::Fact(text.clone()),
    };
    Passage { lines: lines.iter().map(line).collect() }
}

/// What follows from these lines.
pub(crate) fn solved(family: &dyn StoryFamily, task: &str, lines: &[String]) -> SolvedStory {
    let passage = passage(lines);
    let solver = family.solver(task).unwrap_or_default();
    let plain = family.plain(&passage).unwrap_or_else(|| passage.clone());
    let solved = Solved::of(&solver, &plain);
    let in_words = |text: &str| family.relexicon().map_or_else(|| text.to_owned(), |other| other.apply(text));
    let answered = |solution: &Solution| Answered {
        line: solution.line,
        kind: solution.kind.name(),
        status: solution.status.name(),
        answer: match solution.status {
            Status::Unknown => String::new(),
            Status::Unique | Status::Ambiguous => in_words(&solution.answer),
        },
        supporting: solution.supporting.clone(),
        all_minimal: solution.all_minimal.clone(),
        complete: solution.complete,
        composition: solution.composition.clone(),
    };
    let faults = solved.faults.iter();
    let short = solved.story.as_ref().filter(|_| lines.len() <= LONGEST_TIMELINE);
    let tracks = short.map_or_else(Vec::new, |read| whereabouts(read, lines.len(), &solver, &in_words));
    SolvedStory {
        answers: solved.solutions.iter().map(answered).collect(),
        faults: faults.map(|fault| FaultFile { line: fault.line, message: fault.message.clone() }).collect(),
        tracks: tracks.into_iter().map(TrackFile::of).collect(),
    }
}

impl TrackFile {
    fn of(Whereabouts { name, is_person, stays }: Whereabouts) -> Self {
        let stay = |KnownStay { from, to, places, learned_later, holder }: KnownStay| StayFile {
            from,
            to,
            places,
            later: learned_later,
            holder,
        };
        Self { name, person: is_person, stays: stays.into_iter().map(stay).collect() }
    }
}
