//! What is said between the program and a model about one item: a question and its answer, or many turns.

use std::sync::Arc;

use serde_json::{Value, json};
use wampimuk_play::Play;
use wampimuk_prompt::Prompt;

use crate::journal::{Entry, Key};
use crate::reply::Ending;
use crate::tokens::TokenCounter;

/// The parts of a request that do not depend on the item, as text of JSON.
#[derive(Debug, Default)]
pub(crate) struct Envelope {
    /// Up to the messages: the model.
    pub before: String,
    /// What all conversations begin with.
    pub fixed: Vec<Value>,
    /// After the messages: parameters.
    pub after: String,
}

/// A conversation about an item, up to where it has come.
#[derive(Clone, Debug)]
pub struct Conversation {
    envelope: Arc<Envelope>,
    /// The item as text.
    pub prompt: Prompt,
    /// What the model reads first, for the record.
    pub text: String,
    /// Which items of train it is shown first.
    pub shots: Vec<u64>,
    /// The messages so far, as text of JSON with commas between them.
    messages: String,
    /// Tokens of the messages so far.
    tokens: u64,
    counter: TokenCounter,
    play: Option<Box<Play>>,
    is_over: bool,
}

/// A question, or the beginning of a play.
pub(crate) struct Opening {
    pub envelope: Arc<Envelope>,
    pub prompt: Prompt,
    /// What is read, examples included.
    pub text: String,
    /// Which items of train are the examples.
    pub shots: Vec<u64>,
    /// Beyond the fixed ones.
    pub messages: Vec<Value>,
    /// Tokens of what is read.
    pub tokens: u64,
    pub counter: TokenCounter,
    pub play: Option<Play>,
}

impl Conversation {
    pub(crate) fn new(opening: Opening) -> Self {
        let Opening { envelope, prompt, text, shots, messages, tokens, counter, play } = opening;
        let all: Vec<String> = envelope.fixed.iter().chain(&messages).map(Value::to_string).collect();
        let messages = all.join(",");
        let play = play.map(Box::new);
        Self { envelope, prompt, text, shots, messages, tokens, counter, play, is_over: false }
    }

    /// The body of the next request.
    pub fn body(&self) -> Vec<u8> {
        let Envelope { before, after, .. } = &*self.envelope;
        [before.as_bytes(), self.messages.as_bytes(), after.as_bytes()].concat()
    }

    /// What makes the next request of a sample its own.
    pub fn key(&self, sample: u32) -> Key {
        Key::of(&self.body(), sample)
    }

    /// About how many tokens the next request has.
    pub fn tokens(&self) -> u64 {
        self.tokens
    }

    /// Whether there is no next request.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// The command that is carried out, if this is not about one answer.
    pub fn play(&self) -> Option<&Play> {
        self.play.as_deref()
    }

    /// Takes the answer to the request in. A failure ends nothing: the same is asked again.
    pub fn hear(&mut self, entry: &Entry) {
        let Some(play) = self.play.as_deref_mut() else {
            self.is_over = entry.ending != Ending::Failed;
            return;
        };
        let told = match entry.ending {
            Ending::Failed => return,
            Ending::Refused => None,
            Ending::Answered => play.say(&entry.answer),
            // What may be there of an answer does not count.
            Ending::Cut | Ending::Empty => play.say(""),
        };
        let Some(told) = told else {
            self.is_over = true;
            return;
        };
        // Some servers refuse messages without text.
        let said = if entry.answer.is_empty() { "…" } else { &entry.answer };
        for (role, content) in [("assistant", said), ("user", told.as_str())] {
            self.tokens += self.counter.count(content);
            self.messages.push_str(&format!(",{}", json!({ "role": role, "content": content })));
        }
    }
}
