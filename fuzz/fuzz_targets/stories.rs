//! Files of stories: bAbI's text, the kit's lines, SQuAD's JSON, our JSON lines.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    wampimuk_fuzz::read_stories(wampimuk_fuzz::file(".txt", bytes));
});
