//! What models said, in the shapes that logs have.

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::examine::Said;
use crate::reply::{Ending, ending_of};

/// A message: a text, or parts.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Content {
    Text(String),
    Parts(Vec<Part>),
    /// Nothing, as where a tool was called.
    Other(IgnoredAny),
}

#[derive(Debug, Deserialize)]
pub(super) struct Part {
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    reasoning: Option<String>,
}

impl Content {
    /// What was answered, and what was thought.
    pub fn parts(&self) -> (String, String) {
        match self {
            Self::Text(text) => (text.clone(), String::new()),
            Self::Parts(parts) => {
                let texts = |of: fn(&Part) -> &Option<String>| -> Vec<&str> {
                    parts.iter().filter_map(|part| of(part).as_deref()).collect()
                };
                (texts(|part| &part.text).concat(), texts(|part| &part.reasoning).join("\n"))
            }
            Self::Other(_) => Default::default(),
        }
    }
}

/// What was said in one piece.
pub(super) fn said(finish: &str, text: &str, thought: &str) -> Said {
    let (ending, answer, reasoning) = ending_of(finish, text, thought);
    Said { ending, answer, reasoning, attempts: 1, ..Said::default() }
}

/// What is said where there is an error in place of an answer.
pub(super) fn failed() -> Said {
    let why = "the log has an error in place of an answer".to_owned();
    Said { ending: Ending::Failed, why, attempts: 1, ..Said::default() }
}
