//! Separates what a model thinks from what it answers.

/// What opens and closes thinking.
const TAGS: [(&str, &str); 2] = [("<think>", "</think>"), ("<thinking>", "</thinking>")];

/// A model's text, divided into answer and thinking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Response {
    /// The text without its thinking.
    pub answer: String,
    /// The thinking.
    pub thinking: String,
}

impl Response {
    /// Takes a text apart. Thinking stands between `<think>` and `</think>`, or `<thinking>` and `</thinking>`. What is not
    /// closed goes on to the end; what is only closed began at the start, as where a chat template opens it.
    pub fn of(text: &str) -> Self {
        let mut utterance = Self::default();
        // What ends the thinking that is going on.
        let mut until: Option<&str> = None;
        let mut rest = text;
        // One look at each `<`, so that the time is linear whatever a model writes.
        while let Some(at) = rest.find('<') {
            let (before, tag) = rest.split_at(at);
            utterance.part(until.is_some()).push_str(before);
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
                    let thought = std::mem::take(&mut utterance.answer);
                    utterance.thinking.push_str(&thought);
                    &tag[close.len()..]
                }
                _ => {
                    utterance.part(until.is_some()).push('<');
                    &tag[1..]
                }
            };
        }
        utterance.part(until.is_some()).push_str(rest);
        utterance
    }

    fn part(&mut self, is_thinking: bool) -> &mut String {
        if is_thinking { &mut self.thinking } else { &mut self.answer }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_is_told_apart() {
        let cases = [
            ("Answer: a", "Answer: a", ""),
            ("<think>Answer: b</think>Answer: a", "Answer: a", "Answer: b"),
            ("Answer: b</think>Answer: a", "Answer: a", "Answer: b"),
            ("<think>Answer: a", "", "Answer: a"),
            ("<thinking>b</think>c</thinking>a", "a", "b</think>c"),
            ("1 < 2 <answer>a</answer>", "1 < 2 <answer>a</answer>", ""),
            ("<think>b</think>a<think>c", "a", "bc"),
        ];
        for (text, answer, thinking) in cases {
            let expected = Response { answer: answer.into(), thinking: thinking.into() };
            assert_eq!(Response::of(text), expected, "{text}");
        }
    }
}
