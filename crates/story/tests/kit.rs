//! 300 stories of the Dyna-bAbI kit with every question that its first engine can ask. Skipped where the file is not at
//! hand.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Read;
use std::path::PathBuf;

use serde_json::Value;
use wampimuk_story::support::STEPS;
use wampimuk_story::{Knowledge, Lexicon, Rules, Story, SupportStyle, Supports};

fn file() -> Option<String> {
    let shared = std::env::var_os("WAMPIMUK_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")),
        PathBuf::from,
    );
    let path = shared.join("conformance/babi/kit/unfiltered_300_both_engines.jsonl.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path).ok()?).read_to_string(&mut text).ok()?;
    Some(text)
}

/// Questions with other answers, by kind, answer of the kit and answer here.
type Differences = BTreeMap<String, usize>;

/// The differences, how many questions there are, and of how many the supports were searched.
fn compare(text: &str) -> Result<(Differences, usize, usize), Box<dyn Error>> {
    let lexicon = Lexicon::published();
    let (mut differences, mut questions, mut searched) = (Differences::new(), 0, 0);
    for line in text.lines() {
        let item: Value = serde_json::from_str(line)?;
        let mut story = Story::empty(lexicon.cast()?);
        for line in item["story"].as_array().ok_or("no story")? {
            let (_, words) = line.as_str().and_then(|line| line.split_once(' ')).ok_or("no sentence")?;
            let (sentence, wording) = lexicon.read(words, &story)?;
            assert_eq!(lexicon.write(&sentence, wording), words);
            story.push(sentence)?;
        }
        let known = Knowledge::of(&story, Rules::default())?;
        for asked in item["qs"].as_array().ok_or("no questions")? {
            let kind = asked["kind"].as_str().ok_or("no kind")?;
            let theirs = asked["old"].as_str().ok_or("no answer")?.replace(", ", ",");
            let question = lexicon.read_question(asked["q"].as_str().ok_or("no question")?)?;
            let ours = lexicon.answer(&question.answer(&story, &known));
            questions += 1;
            if ours != theirs {
                let (theirs, ours) = if kind == "yes_no" { (theirs, ours) } else { (String::new(), ours) };
                let ours = if ours == "unknown" || kind == "yes_no" { ours } else { "another".to_owned() };
                *differences.entry(format!("{kind}: {theirs} -> {ours}")).or_insert(0) += 1;
            }
            // every seventh: a question's supports are all found
            if questions % 7 == 0 {
                let found = Supports::find(
                    &story,
                    story.len(),
                    question,
                    Rules::default(),
                    SupportStyle::Smallest,
                    STEPS,
                )?;
                assert!(found.is_none_or(|found| found.complete));
                searched += 1;
            }
        }
    }
    Ok((differences, questions, searched))
}

#[test]
fn the_kits_answers_follow_except_for_its_known_flaws() {
    let Some(text) = file() else {
        eprintln!("skipped: no stories of the kit");
        return;
    };
    let (differences, questions, searched) = compare(&text).unwrap();
    let expected = [
        // it may have been there again
        ("where_was_object:  -> unknown", 4),
        // double disjunctions, and pairs of which a negation leaves one
        ("yes_no: maybe -> no", 6),
        ("yes_no: maybe -> yes", 6),
    ];
    assert_eq!(differences, expected.map(|(kind, count)| (kind.to_owned(), count)).into());
    assert_eq!((questions, searched), (24_078, 3_439));
}
