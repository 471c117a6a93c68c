//! The crate's knowledge against an enumeration of all worlds.

#[path = "second/compare.rs"]
mod compare;
mod second;
#[path = "second/supports.rs"]
mod supports;

use compare::Case;

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
