//! The crate's knowledge against an enumeration of all worlds.

#[path = "second/bounds.rs"]
mod bounds;
#[path = "second/compare.rs"]
mod compare;
mod second;
#[path = "second/supports.rs"]
mod supports;

use compare::{Case, rules};
use wampimuk_story::Knowledge;

#[test]
fn knowledge_is_what_all_worlds_have_in_common() {
    assert_eq!(Case::there_and_back().compare(), Ok(()));
    let cases = 12_000;
    let mut lines = 0;
    for number in 0..cases {
        let case = Case::draw(number);
        lines += case.sentences.len();
        if let Err(difference) = case.compare() {
            panic!(
                "case {number}: {difference}\n{:#?}\nshown {:?} {:?}",
                case.sentences, case.shown, case.knobs
            );
        }
    }
    assert!(lines > 4 * cases as usize, "the stories are too short to say anything");
}

/// Two stories of one size, mixed line by line, are rarely true together.
#[test]
fn contradictions_are_stories_without_worlds() {
    let (mut impossible, mut possible) = (0, 0);
    for number in 0..1_500 {
        let mut case = Case::draw(2 * number);
        let other = Case::draw(2 * number + 20_000);
        if case.sizes != other.sizes {
            continue;
        }
        for (line, (ours, theirs)) in case.sentences.iter_mut().zip(&other.sentences).enumerate() {
            if line % 3 == 2 {
                *ours = *theirs;
            }
        }
        case.sentences.iter_mut().for_each(|sentence| sentence.antecedent = None);
        let story = case.story().unwrap();
        let worlds = second::moments(case.sizes, &case.sentences, &case.shown, case.knobs);
        let none = worlds.iter().any(std::collections::BTreeSet::is_empty);
        assert_eq!(Knowledge::of(&story, rules(case.knobs)).is_err(), none, "case {number}: {story:#?}");
        *(if none { &mut impossible } else { &mut possible }) += 1;
    }
    assert!(impossible > 50 && possible > 50, "{impossible} impossible, {possible} possible");
}
