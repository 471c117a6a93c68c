//! Items of commands: our JSON lines, the originals' lines and their `dataset.txt`, compressed or not.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| wampimuk_fuzz::read_commands(wampimuk_fuzz::file(".jsonl", bytes)));
