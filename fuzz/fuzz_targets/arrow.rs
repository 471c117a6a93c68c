//! Arrow's files, as items of commands and as stories.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wampimuk_fuzz::{file, read_commands, read_stories};

fuzz_target!(|bytes: &[u8]| {
    let path = file(".arrow", bytes);
    read_commands(path);
    read_stories(path);
});
