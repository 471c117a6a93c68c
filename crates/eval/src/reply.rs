//! What a server says, taken apart: the answer, the thinking before it, and why it ended.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wampimuk_prompt::Response;

/// What became of a request, before anybody has looked at the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// The model said something, and ended by itself.
    Answered,
    /// The model or its server declined to answer.
    Refused,
    /// The limit of tokens came first.
    Cut,
    /// The model said nothing, or nothing after thinking.
    Empty,
    /// No answer was to be had. Asked again by the next run.
    #[default]
    Failed,
}

/// A reply of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// What became of the request.
    pub ending: Ending,
    /// What was said, without the thinking.
    pub answer: String,
    /// The thinking.
    pub reasoning: String,
    /// Tokens of the question, as the server counts them; 0 if it does not say.
    pub prompt_tokens: u64,
    /// Tokens of the answer with its thinking; 0 if the server does not say.
    pub completion_tokens: u64,
}

impl Reply {
    /// Reads the body of a reply.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn read(body: &str) -> Result<Self, String> {
        let value: Value =
            serde_json::from_str(body).map_err(|error| format!("the reply is no JSON ({error})"))?;
        if let Some(error) = value.get("error").filter(|error| !error.is_null()) {
            return Err(format!("the server reports an error: {}", said_error(error)));
        }
        let choice = value.get("choices").and_then(|choices| choices.get(0));
        let choice = choice.ok_or("the reply has no `choices`")?;
        let message = choice.get("message").filter(|message| message.is_object());
        let message = message.ok_or("the reply has no `message`")?;
        let text = |name: &str| message.get(name).and_then(Value::as_str).unwrap_or_default();
        let field = [text("reasoning_content"), text("reasoning")].into_iter().find(|text| !text.is_empty());
        let finish = choice.get("finish_reason").and_then(Value::as_str).unwrap_or_default();
        let (ending, answer, reasoning) = ending_of(finish, &content(message), field.unwrap_or_default());
        let refusal = text("refusal");
        let ending = if refusal.is_empty() { ending } else { Ending::Refused };
        let answer = if answer.is_empty() && !refusal.is_empty() { refusal.to_owned() } else { answer };
        let count = |name: &str| value.pointer(&format!("/usage/{name}")).and_then(Value::as_u64);
        Ok(Self {
            ending,
            answer,
            reasoning,
            prompt_tokens: count("prompt_tokens").unwrap_or(0),
            completion_tokens: count("completion_tokens").unwrap_or(0),
        })
    }
}

/// What became of a request, the answer and the thinking, by why the reply ended, its text, and what was thought beside it.
/// Servers and hosts have several words for the limit of tokens.
pub(crate) fn ending_of(finish: &str, text: &str, thought: &str) -> (Ending, String, String) {
    let said = Response::of(text);
    let (answer, thinking) = (said.answer.trim().to_owned(), said.thinking.trim());
    let reasoning = match (thought.is_empty(), thinking.is_empty()) {
        (true, _) => thinking.to_owned(),
        (false, true) => thought.to_owned(),
        (false, false) => format!("{thought}\n{thinking}"),
    };
    let ending = match finish {
        "content_filter" => Ending::Refused,
        "length" | "max_tokens" | "model_length" => Ending::Cut,
        _ if answer.is_empty() => Ending::Empty,
        _ => Ending::Answered,
    };
    (ending, answer, reasoning)
}

/// What an error object says, shortened.
pub(crate) fn said_error(error: &Value) -> String {
    let message = error.get("message").and_then(Value::as_str).or_else(|| error.as_str());
    let text = message.map_or_else(|| error.to_string(), str::to_owned);
    text.chars().take(300).collect()
}

/// The text of a message, which may come in parts.
fn content(message: &Value) -> String {
    match message.get("content") {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => {
            parts.iter().filter_map(|part| part.get("text").and_then(Value::as_str)).collect()
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(message: &str, finish: &str) -> Reply {
        let text = format!(
            r#"{{"choices":[{{"message":{message},"finish_reason":{finish}}}],"usage":{{"prompt_tokens":5}}}}"#
        );
        Reply::read(&text).expect("a reply")
    }

    #[test]
    fn endings_are_told_apart() {
        let ending = |message: &str, finish: &str| reply(message, finish).ending;
        assert_eq!(ending(r#"{"content":"Answer: a"}"#, r#""stop""#), Ending::Answered);
        assert_eq!(ending(r#"{"content":"Answer: a"}"#, "null"), Ending::Answered);
        assert_eq!(ending(r#"{"content":"Answer: a"}"#, r#""length""#), Ending::Cut);
        assert_eq!(ending(r#"{"content":"<think>Answer: a"}"#, r#""length""#), Ending::Cut);
        assert_eq!(ending(r#"{"content":"<think>Answer: a"}"#, r#""stop""#), Ending::Empty);
        assert_eq!(ending(r#"{"content":null}"#, r#""stop""#), Ending::Empty);
        assert_eq!(ending(r#"{"content":null,"refusal":"no"}"#, r#""stop""#), Ending::Refused);
        assert_eq!(ending(r#"{"content":"x"}"#, r#""content_filter""#), Ending::Refused);
    }

    #[test]
    fn replies_have_many_shapes() {
        let parts =
            reply(r#"{"content":[{"type":"text","text":"Answer: "},{"type":"text","text":"a"}]}"#, "null");
        assert_eq!(
            (parts.answer.as_str(), parts.prompt_tokens, parts.completion_tokens),
            ("Answer: a", 5, 0)
        );
        let field = reply(r#"{"content":"Answer: a","reasoning_content":"hm"}"#, "null");
        assert_eq!((field.answer.as_str(), field.reasoning.as_str()), ("Answer: a", "hm"));
        for wrong in
            ["", "{", "[]", "{}", r#"{"choices":[]}"#, r#"{"choices":[{}]}"#, r#"{"error":{"message":"x"}}"#]
        {
            assert!(Reply::read(wrong).is_err(), "{wrong}");
        }
    }
}
