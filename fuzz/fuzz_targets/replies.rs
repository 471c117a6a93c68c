//! Replies of servers of language models.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wampimuk_eval::{Ending, Reply};

fuzz_target!(|text: &str| {
    match Reply::read(text) {
        Ok(reply) => assert!(reply.ending != Ending::Answered || !reply.answer.is_empty()),
        Err(problem) => assert!(!problem.is_empty() && problem.chars().count() < 1000),
    }
});
