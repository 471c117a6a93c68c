//! Files of the later generator in Lua, which puts some things in other words than the published files. These are turned
//! into the published words first; then answers and supports are compared. Skipped where the files are not at hand.

mod files;

use std::error::Error;

use wampimuk_babi::{Asked, Line, Passage, Passages, Solver, Status};
use wampimuk_story::{Question, Style};

/// A sentence or question in the published words.
fn reworded(text: &str) -> String {
    let mut text = text
        .replace(" let go of ", " put down ")
        .replace(" or in the ", " or the ")
        .replace(" holding?", " carrying?")
        .replace(" last?", "?");
    for (theirs, ours) in [("She then ", "Then she "), ("He then ", "Then he "), ("They then ", "Then they ")]
    {
        if let Some(rest) = text.strip_prefix(theirs) {
            text = format!("{ours}{rest}");
        }
    }
    let gift = text.strip_suffix('.').and_then(|body| body.split_once(" gave "));
    if let Some((giver, (receiver, object))) =
        gift.and_then(|(giver, rest)| Some((giver, rest.split_once(" the ")?)))
    {
        text = format!("{giver} gave the {object} to {receiver}.");
    }
    text
}

fn in_published_words(passage: &Passage) -> Passage {
    let lines = passage.lines.iter().map(|line| match line {
        Line::Fact(text) => Line::Fact(reworded(text)),
        Line::Question(asked) => Line::Question(Asked {
            question: reworded(&asked.question),
            answer: if asked.answer == "zero" { "none".to_owned() } else { asked.answer.clone() },
            support: asked.support.clone(),
        }),
    });
    Passage { lines: lines.collect() }
}

/// What a file came to.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    questions: usize,
    /// Passages that contradict themselves.
    contradictory: usize,
    other_answers: usize,
    other_supports: usize,
}

fn compare(task: usize, text: &str) -> Result<Tally, Box<dyn Error>> {
    let solver = Solver { style: Style::History, ..Solver::default() };
    let mut tally = Tally::default();
    for found in Passages::of(text) {
        let passage = in_published_words(&found?.passage);
        let solutions = match solver.solve(&passage) {
            Err(error) if error.message.starts_with("this cannot be") => {
                tally.contradictory += 1;
                continue;
            }
            other => other?,
        };
        for (solution, (_, asked)) in solutions.iter().zip(passage.questions()) {
            tally.questions += 1;
            if !solution.kind.same_answer(&solution.answer, &asked.answer) {
                // to be sure of one's place after "either … or" takes more than the words
                let unsure = solution.answer == "maybe" && solution.composition == ["INDEF"];
                assert!(
                    task == 10 && unsure,
                    "task {task}: {} {}, but {solution:?}",
                    asked.question,
                    asked.answer
                );
                tally.other_answers += 1;
                continue;
            }
            assert_ne!(solution.status, Status::Unknown);
            let mut recorded = asked.support.clone();
            recorded.sort_unstable();
            let fits = solution.all_minimal.contains(&recorded) || solution.supporting == recorded;
            if !fits {
                let own = own_deeds(&solver, &passage, solution.line)?;
                assert_eq!(own, recorded, "task {task}: {} {solution:?}", asked.question);
                tally.other_supports += 1;
            }
        }
    }
    Ok(tally)
}

/// The lines in which whoever is asked about takes, drops or gives something, without those in which they receive it.
fn own_deeds(solver: &Solver, passage: &Passage, line: usize) -> Result<Vec<usize>, Box<dyn Error>> {
    let read = solver.read_story(passage)?;
    let question = read.questions.iter().find(|(number, _)| *number == line).map(|(_, question)| *question);
    let Some(Question::Carrying(who) | Question::HowMany(who)) = question else {
        return Err("not about what somebody carries".into());
    };
    let told = &read.story.sentences()[..read.told_before(line)];
    let deeds = (0..told.len()).filter(|&at| told[at].event.object().is_some() && told[at].who == who);
    Ok(read.printed(&deeds.collect::<Vec<_>>()))
}

/// What is different has three reasons: in task 5 many sentences are told but do not happen, so that later ones
/// contradict them; supports of tasks 7 and 8 lack what somebody was given; in task 10 "either … or" does not make
/// earlier sentences about somebody obsolete.
#[test]
fn later_stories_about_people_are_solved_except_for_known_flaws() {
    let expected = |task| {
        let (questions, contradictory, other_answers, other_supports) = match task {
            5 => (15, 197, 0, 0),
            7 => (1000, 0, 0, 152),
            8 => (1000, 0, 0, 145),
            10 => (1000, 0, 64, 0),
            _ => (1000, 0, 0, 0),
        };
        Tally { questions, contradictory, other_answers, other_supports }
    };
    for task in [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13] {
        let Some(text) = files::file(&format!("lua/qa{task}.txt.gz")) else {
            eprintln!("skipped: no later file of task {task}");
            continue;
        };
        assert_eq!(compare(task, &text).unwrap(), expected(task), "task {task}");
    }
}
