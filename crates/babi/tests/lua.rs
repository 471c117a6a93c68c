//! Files of the later generator in Lua, which puts some things in other words than the published files. They are read as
//! they are, and answers and supports compared. Skipped where the files are not at hand.

mod files;

use std::collections::BTreeSet;
use std::error::Error;

use wampimuk_babi::{Asked, Passage, Passages, Solution, Solver, Status};
use wampimuk_story::{Question, SupportStyle};

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
    let solver = Solver { style: SupportStyle::History, ..Solver::default() };
    let mut tally = Tally::default();
    for found in Passages::of(text) {
        let passage = found?.passage;
        let solutions = match solver.solve(&passage) {
            Err(error) if error.message.starts_with("this cannot be") => {
                tally.contradictory += 1;
                continue;
            }
            other => other?,
        };
        for (solution, (_, asked)) in solutions.iter().zip(passage.questions()) {
            tally.questions += 1;
            let question = format!("task {task}: {} {} {:?}", asked.question, asked.answer, asked.support);
            if !solution.kind.same_answer(&solution.answer, &asked.answer) {
                assert!(is_known_flaw(task, &passage, solution, asked), "{question}, but {solution:?}");
                tally.other_answers += 1;
                continue;
            }
            assert_ne!(solution.status, Status::Unknown);
            let mut recorded = asked.support.clone();
            recorded.sort_unstable();
            if !solution.all_minimal.contains(&recorded) && solution.supporting != recorded {
                let expected = support_of_the_generator(task, &solver, &passage, solution)?;
                assert_eq!(expected, recorded, "{question}, but {solution:?}");
                tally.other_supports += 1;
            }
        }
    }
    Ok(tally)
}

/// Whether another answer is one that is known to be wrong.
fn is_known_flaw(task: usize, passage: &Passage, solution: &Solution, asked: &Asked) -> bool {
    match task {
        // between the times that were told, somebody may have been elsewhere
        14 => solution.status == Status::Unknown && has_gap(passage, &asked.support),
        // to be sure of somebody's place after "either … or" takes more than the words
        10 => solution.answer == "maybe" && solution.composition == ["INDEF"],
        // the opposite direction of each step
        19 => {
            let opposite = |step: char| match step {
                'n' => 's',
                's' => 'n',
                'e' => 'w',
                'w' => 'e',
                other => other,
            };
            solution.answer.chars().map(opposite).eq(asked.answer.chars())
        }
        _ => false,
    }
}

/// Whether there is a time between those that two lines are about.
fn has_gap(passage: &Passage, lines: &[usize]) -> bool {
    let time = |text: &str| {
        ["yesterday", "this morning", "this afternoon", "this evening"]
            .iter()
            .position(|time| text.to_lowercase().contains(time))
    };
    let mut times: Vec<usize> =
        passage.facts().filter(|(line, _)| lines.contains(line)).filter_map(|(_, fact)| time(fact)).collect();
    times.sort_unstable();
    matches!(times.as_slice(), [first, second] if second - first > 1)
}

/// The support by the generator's own rule, where that is not a minimal one.
fn support_of_the_generator(
    task: usize,
    solver: &Solver,
    passage: &Passage,
    solution: &Solution,
) -> Result<Vec<usize>, Box<dyn Error>> {
    match task {
        7 | 8 => own_deeds(solver, passage, solution.line),
        // all that speaks for it
        16 => {
            Ok(solution.all_minimal.iter().flatten().copied().collect::<BTreeSet<_>>().into_iter().collect())
        }
        // always both facts
        17 => Ok(vec![1, 2]),
        _ => Err(format!("task {task} has minimal supports").into()),
    }
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

/// What is different has its reasons.
///
/// * Task 5: many sentences are told but do not happen, so that later ones contradict them.
/// * Tasks 7 and 8: supports lack what somebody was given.
/// * Task 10: "either … or" does not make earlier sentences about somebody obsolete.
/// * Task 14: people are taken to stay where they were at times about which nothing is told.
/// * Task 16: supports have all evidence.
/// * Task 17: supports are always both facts.
/// * Task 19: every answer goes the opposite way.
#[test]
fn later_files_are_solved_except_for_known_flaws() {
    let all = |questions| Tally { questions, ..Tally::default() };
    let expected = |task| match task {
        4 => all(200),
        5 => Tally { contradictory: 197, ..all(15) },
        7 => Tally { other_supports: 152, ..all(1000) },
        8 => Tally { other_supports: 145, ..all(1000) },
        10 => Tally { other_answers: 64, ..all(1000) },
        14 => Tally { other_answers: 349, ..all(1000) },
        15 => all(800),
        16 => Tally { other_supports: 81, ..all(200) },
        17 => Tally { other_supports: 1048, ..all(1600) },
        18 => all(505),
        19 => Tally { other_answers: 200, ..all(200) },
        20 => all(2400),
        _ => all(1000),
    };
    for task in 1..=20 {
        let Some(text) = files::file(&format!("lua/qa{task}.txt.gz")) else {
            eprintln!("skipped: no later file of task {task}");
            continue;
        };
        assert_eq!(compare(task, &text).unwrap(), expected(task), "task {task}");
    }
}
