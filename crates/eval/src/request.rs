//! A request, and what came of it.

use std::time::Duration;

use crate::journal::{Entry, Key};
use crate::reply::{Ending, Reply};
use crate::tokens::estimate;

/// A request of a conversation.
pub(crate) struct Request<'t> {
    pub key: Key,
    pub about: &'t str,
    pub body: Vec<u8>,
    pub model: usize,
    pub tokens: u64,
}

impl Request<'_> {
    /// What it came to, with a reply.
    pub fn answered(&self, reply: Reply, took: Duration, attempts: u32) -> Entry {
        let Reply { ending, answer, reasoning, prompt_tokens, completion_tokens } = reply;
        // A server that does not count is taken at our word, so that budgets hold.
        let prompt_tokens = if prompt_tokens == 0 { self.tokens } else { prompt_tokens };
        let completion_tokens =
            if completion_tokens == 0 { estimate(&answer) + estimate(&reasoning) } else { completion_tokens };
        Entry {
            key: self.key,
            about: self.about.to_owned(),
            ending,
            answer,
            reasoning,
            why: String::new(),
            prompt_tokens,
            completion_tokens,
            milliseconds: took.as_millis() as u64,
            attempts,
        }
    }

    /// What it came to, without one.
    pub fn failed(&self, why: String, attempts: u32) -> Entry {
        Entry {
            key: self.key,
            about: self.about.to_owned(),
            ending: Ending::Failed,
            answer: String::new(),
            reasoning: String::new(),
            why,
            prompt_tokens: 0,
            completion_tokens: 0,
            milliseconds: 0,
            attempts,
        }
    }
}
