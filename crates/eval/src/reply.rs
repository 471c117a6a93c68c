//! What a server says, taken apart: the answer, the thinking before it, and why it ended.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What became of a request, before anybody has looked at the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
        let (answer, thought) = apart(&content(message));
        let field = [text("reasoning_content"), text("reasoning")].into_iter().find(|text| !text.is_empty());
        let reasoning = match (field, thought.is_empty()) {
            (None, _) => thought,
            (Some(field), true) => field.to_owned(),
            (Some(field), false) => format!("{field}\n{thought}"),
        };
        let finish = choice.get("finish_reason").and_then(Value::as_str).unwrap_or_default();
        let refusal = text("refusal");
        let ending = match finish {
            _ if !refusal.is_empty() => Ending::Refused,
            "content_filter" => Ending::Refused,
            "length" => Ending::Cut,
            _ if answer.trim().is_empty() => Ending::Empty,
            _ => Ending::Answered,
        };
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

const TAGS: [(&str, &str); 2] = [("<think>", "</think>"), ("<thinking>", "</thinking>")];

/// The answer and the thinking in a text. Thinking stands between tags. One that is not closed goes on to the end; one
/// that is only closed began at the start, as where a chat template opens it.
pub fn apart(text: &str) -> (String, String) {
    let (mut answer, mut thought) = (String::new(), String::new());
    // What ends the thinking that is going on.
    let mut until: Option<&str> = None;
    let mut rest = text;
    // One look at each `<`, so that the time is linear whatever a model writes.
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        let into = if until.is_some() { &mut thought } else { &mut answer };
        into.push_str(before);
        let opens = TAGS.iter().find(|(open, _)| tag.starts_with(open));
        let closes = TAGS.iter().find(|(_, close)| tag.starts_with(close));
        rest = match (until, opens, closes) {
            (Some(end), _, _) if tag.starts_with(end) => {
                until = None;
                &tag[end.len()..]
            }
            (None, Some((open, close)), _) => {
                until = Some(close);
                &tag[open.len()..]
            }
            (None, None, Some((_, close))) => {
                // Closed and never opened: all that came before was thinking.
                thought.push_str(&std::mem::take(&mut answer));
                &tag[close.len()..]
            }
            _ => {
                into.push('<');
                &tag[1..]
            }
        };
    }
    let into = if until.is_some() { &mut thought } else { &mut answer };
    into.push_str(rest);
    (answer.trim().to_owned(), thought.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_is_kept_apart() {
        let cases = [
            ("Answer: a", "Answer: a", ""),
            ("<think>Answer: b</think>\nAnswer: a", "Answer: a", "Answer: b"),
            ("Answer: b</think>Answer: a", "Answer: a", "Answer: b"),
            ("<think>Answer: a", "", "Answer: a"),
            ("Well <thinking>x</thinking> Answer: a", "Well  Answer: a", "x"),
            ("<think>x</think>y<think>z", "y", "xz"),
            ("<think></think>", "", ""),
            ("<think>a</thinking>b", "", "a</thinking>b"),
        ];
        for (text, answer, thought) in cases {
            assert_eq!(apart(text), (answer.to_owned(), thought.to_owned()), "{text}");
        }
    }

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
