//! The cases of `cases.txt`.

use std::collections::BTreeSet;
use std::error::Error;

use wampimuk_story::support::STEPS;
use wampimuk_story::{
    Concept, Knowledge, Lexicon, Masking, Rules, Story, StoryReading, SupportStyle, Supports, composition,
};

/// What is wrong with one line of the file, if anything is.
fn check(line: &str, state: &mut State) -> Result<(), Box<dyn Error>> {
    if let Some(title) = line.strip_prefix("== ") {
        let knobs: Vec<&str> = title.split(' ').skip(1).collect();
        state.story = Story::empty(state.lexicon.cast()?);
        state.rules = Rules {
            reading: if knobs.contains(&"generator") {
                StoryReading::Generator
            } else {
                StoryReading::Linguistic
            },
            masking: if knobs.contains(&"fine") { Masking::Fine } else { Masking::Coarse },
        };
        state.style = if knobs.contains(&"history") { SupportStyle::History } else { SupportStyle::Smallest };
        return Ok(());
    }
    let Some(asked) = line.strip_prefix("? ") else {
        let (number, words) = line.split_once(' ').ok_or("no number")?;
        let (sentence, wording) = state.lexicon.read(words, &state.story)?;
        state.story.push(sentence)?;
        equal(&state.story.len().to_string(), number)?;
        return equal(&state.lexicon.write(&sentence, wording), words);
    };
    let (words, expected) = asked.split_once("? ").ok_or("no question")?;
    let expected: Vec<&str> = expected.split('|').map(str::trim).collect();
    let question = state.lexicon.read_question(&format!("{words}?"))?;
    let known = Knowledge::of(&state.story, state.rules)?;
    equal(&state.lexicon.answer(&question.answer(&state.story, &known)), expected[0])?;
    state.questions += 1;
    let found = Supports::find(&state.story, state.story.len(), question, state.rules, state.style, STEPS)?;
    let Some(found) = found else { return equal("unknown", expected[0]) };
    if let Some(support) = expected.get(1) {
        let lines: Vec<String> = found.canonical.iter().map(|line| (line + 1).to_string()).collect();
        equal(&lines.join(" "), support)?;
    }
    if let Some(concepts) = expected.get(2) {
        let ours: BTreeSet<&str> =
            composition(&state.story, &found.canonical).into_iter().map(Concept::name_in_paper).collect();
        let theirs: BTreeSet<&str> = concepts.split_whitespace().collect();
        equal(&format!("{ours:?}"), &format!("{theirs:?}"))?;
    }
    if let Some(sets) = expected.get(3) {
        equal(&found.minimal.len().to_string(), sets)?;
    }
    Ok(())
}

fn equal(ours: &str, expected: &str) -> Result<(), Box<dyn Error>> {
    if ours == expected { Ok(()) } else { Err(format!("`{ours}` instead of `{expected}`").into()) }
}

struct State {
    lexicon: Lexicon,
    story: Story,
    rules: Rules,
    style: SupportStyle,
    questions: usize,
}

#[test]
fn cases_are_as_written() {
    let lexicon = Lexicon::published();
    let story = Story::empty(lexicon.cast().unwrap());
    let mut state =
        State { lexicon, story, rules: Rules::default(), style: SupportStyle::Smallest, questions: 0 };
    let mut wrong = Vec::new();
    for (number, line) in include_str!("cases.txt").lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Err(error) = check(line, &mut state) {
            wrong.push(format!("cases.txt:{}: {line}\n    {error}", number + 1));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(state.questions > 40, "only {} questions", state.questions);
}
