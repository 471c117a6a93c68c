//! Stories: what follows from their lines, and who is where.

use serde::Serialize;
use wampimuk_babi::{Asked, Line, Passage, Question, ReadStory, Solution, Solved, Solver, Status};
use wampimuk_dyna::StoryFamily;
use wampimuk_story::{Knowledge, Object, Person, Places};

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
    tracks: Vec<Track>,
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
struct Track {
    name: String,
    person: bool,
    /// For each line, the places; none if it may be any.
    places: Vec<Vec<String>>,
}

/// The question, after the facts before it.
pub(crate) fn item(family: &dyn StoryFamily, question: &Question<'_>) -> StoryItem {
    let mut lines: Vec<String> = question.facts().map(str::to_owned).collect();
    lines.push(question.text.to_owned());
    let task = question.at.task.to_owned();
    let solved = solved(family, &task, &lines);
    StoryItem { kind: "story", id: question.id().to_string(), task, lines, solved }
}

/// What follows from these lines. Those that end in a question mark are questions.
pub(crate) fn solved(family: &dyn StoryFamily, task: &str, lines: &[String]) -> SolvedStory {
    let line = |text: &String| match text.trim_end().ends_with('?') {
        true => Line::Question(Asked { question: text.clone(), ..Asked::default() }),
        false => Line::Fact(text.clone()),
    };
    let passage = Passage { lines: lines.iter().map(line).collect() };
    let solver = family.solver(task).unwrap_or_default();
    let plain = family.plain(&passage).unwrap_or(passage);
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
    SolvedStory {
        answers: solved.solutions.iter().map(answered).collect(),
        faults: faults.map(|fault| FaultFile { line: fault.line, message: fault.message.clone() }).collect(),
        tracks: short.map_or_else(Vec::new, |read| tracks(read, lines.len(), &solver, &in_words)),
    }
}

/// Where everybody and everything is after each line.
fn tracks(read: &ReadStory, lines: usize, solver: &Solver, in_words: &dyn Fn(&str) -> String) -> Vec<Track> {
    let Ok(known) = Knowledge::of(&read.story, solver.rules) else { return Vec::new() };
    let (lexicon, all) = (&solver.lexicon, read.story.cast().places());
    let named = |places: Places| -> Vec<String> {
        let names = places.iter().filter_map(|place| lexicon.places.get(place.index()));
        if places == all { Vec::new() } else { names.map(|name| in_words(name)).collect() }
    };
    let track = |name: &str, person: bool, places: &dyn Fn(usize) -> Places| Track {
        name: in_words(name),
        person,
        places: (1..=lines).map(|line| named(places(read.told_before(line + 1)))).collect(),
    };
    let (people, objects) = read.cast();
    let person = |person: &Person| {
        let name = lexicon.people.get(person.index()).map_or("", |name| name.name.as_str());
        track(name, true, &|moment| known.person(*person, moment))
    };
    let object = |object: &Object| {
        let name = lexicon.objects.get(object.index()).map_or("", String::as_str);
        track(name, false, &|moment| known.object(*object, moment))
    };
    people.iter().map(person).chain(objects.iter().map(object)).collect()
}
