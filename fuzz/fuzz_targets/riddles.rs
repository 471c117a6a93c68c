//! Riddles, as tasks of inputs and outputs.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = wampimuk_riddle::check_text(text);
});
