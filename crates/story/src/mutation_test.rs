//! A test of the tests: a reader without one of the laws must be found out by the second opinion.

#[path = "../tests/second/compare.rs"]
mod compare;
#[path = "../tests/second/mod.rs"]
mod second;

use compare::Case;

use crate::knowledge::{BROKEN, Law};

/// Whether the opinions differ in any case.
fn noticed(cases: u64) -> bool {
    Case::there_and_back().compare().is_err()
        || (0..cases).any(|number| Case::draw(number).compare().is_err())
}

#[test]
fn every_broken_law_is_noticed() {
    assert!(!noticed(300));
    for law in Law::ALL {
        BROKEN.set(Some(law));
        let noticed = noticed(3_000);
        BROKEN.set(None);
        assert!(noticed, "nobody noticed that {law:?} does not hold");
    }
}
