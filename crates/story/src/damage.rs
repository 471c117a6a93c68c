//! A test of the tests: a reader without one of the laws must be found out by the second opinion.

#[path = "../tests/second/compare.rs"]
mod compare;
#[path = "../tests/second/mod.rs"]
mod second;

use crate::knowledge::{BROKEN, Law};

/// The first case in which the opinions differ.
fn noticed(cases: u64) -> Option<u64> {
    (0..cases).find(|&number| compare::Case::draw(number).compare().is_err())
}

#[test]
fn every_broken_law_is_noticed() {
    assert_eq!(noticed(300), None);
    for law in Law::ALL {
        BROKEN.set(Some(law));
        let case = noticed(3_000);
        BROKEN.set(None);
        assert!(case.is_some(), "nobody noticed that {law:?} does not hold");
    }
}
