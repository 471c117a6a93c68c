//! Stories as numbered lines. A passage that was read and is written reads as the same passage.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wampimuk_babi::{Passages, Spacing};

fuzz_target!(|bytes: &[u8]| {
    for passage in Passages::new(bytes).flatten().map(|found| found.passage).take(8) {
        for spacing in [Spacing::Tab, Spacing::SpaceAndTab] {
            let mut written = String::new();
            passage.write(&mut written, spacing);
            let again =
                Passages::of(&written).next().expect("a passage").expect("what was written can be read");
            assert_eq!(again.passage, passage);
        }
        wampimuk_fuzz::solve(&passage);
    }
});
