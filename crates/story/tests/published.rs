//! The published validation files: every sentence and question is read and written back, and every answer and support
//! is compared. Skipped where the files are not at hand.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Read;
use std::path::PathBuf;

use wampimuk_story::support::STEPS;
use wampimuk_story::{Fit, Knowledge, Lexicon, Question, Rules, Story, SupportStyle, Supports};

/// The text of a task's file, if it is there.
fn file(task: usize) -> Option<String> {
    let shared = std::env::var_os("WAMPIMUK_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")),
        PathBuf::from,
    );
    let path = shared.join(format!("conformance/babi/published/qa{task}_valid.txt.gz"));
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path).ok()?).read_to_string(&mut text).ok()?;
    Some(text)
}

/// What a file's questions came to.
#[derive(Debug, Default)]
struct Tally {
    questions: usize,
    /// Questions whose published answer does not follow.
    other_answers: Vec<String>,
    /// Questions whose published support is not minimal, or for questions about carrying, not the history.
    other_supports: Vec<String>,
}

/// Several objects in the order of their names: the published order is another.
fn sorted(answer: &str) -> String {
    let mut names: Vec<&str> = answer.split(',').collect();
    names.sort_unstable();
    names.join(",")
}

fn judge(text: &str) -> Result<Tally, Box<dyn Error>> {
    let lexicon = Lexicon::published();
    let cast = lexicon.cast()?;
    let rules = Rules::default();
    let mut tally = Tally::default();
    let mut story = Story::empty(cast);
    let mut lines: BTreeMap<usize, usize> = BTreeMap::new();
    for line in text.lines() {
        let (id, rest) = line.split_once(' ').ok_or("no number")?;
        let id: usize = id.parse()?;
        if id == 1 {
            story = Story::empty(cast);
            lines.clear();
        }
        let parts: Vec<&str> = rest.split('\t').map(str::trim).collect();
        let &[words, answer, support] = parts.as_slice() else {
            let (sentence, wording) = lexicon.read(rest, &story)?;
            assert_eq!(lexicon.write(&sentence, wording), rest);
            lines.insert(id, story.len());
            story.push(sentence)?;
            continue;
        };
        let question = lexicon.read_question(words)?;
        assert_eq!(lexicon.ask(question), words);
        tally.questions += 1;
        let known = Knowledge::of(&story, rules)?;
        let ours = lexicon.answer(&question.answer(&story, &known));
        if ours != sorted(answer) {
            tally.other_answers.push(format!("{words} {answer}, but {ours}"));
            continue;
        }
        let mut theirs = Vec::new();
        for id in support.split(' ') {
            theirs.push(*lines.get(&id.parse()?).ok_or("a support that is no line")?);
        }
        theirs.sort_unstable();
        let fits = match question {
            Question::Carrying(_) | Question::HowMany(_) => {
                let found =
                    Supports::find(&story, story.len(), question, rules, SupportStyle::History, STEPS)?;
                found.is_some_and(|found| found.canonical == theirs)
            }
            _ => Fit::of(&story, story.len(), question, rules, &theirs)? == Fit::Minimal,
        };
        if !fits {
            tally.other_supports.push(format!("{words} {answer} {support}"));
        }
    }
    Ok(tally)
}

/// The published answers that do not follow are two non-last gifts (task 5) and 21 questions after "either in the school or
/// the school" and the like (task 10), after which the place is certain and the published answer is "maybe".
#[test]
fn published_answers_and_supports_follow_from_the_stories() {
    for task in [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13] {
        let Some(text) = file(task) else {
            eprintln!("skipped: no published file of task {task}");
            continue;
        };
        let tally = judge(&text).unwrap();
        let flaws = match task {
            5 => 2,
            10 => 21,
            _ => 0,
        };
        assert_eq!(tally.questions, 1000, "task {task}");
        assert_eq!(tally.other_answers.len(), flaws, "task {task}: {:#?}", tally.other_answers);
        assert!(task != 10 || tally.other_answers.iter().all(|other| other.ends_with("maybe, but yes")));
        assert_eq!(tally.other_supports, Vec::<String>::new(), "task {task}");
    }
}
