//! Where the answer stands in a text.

use crate::{Mode, Unparsed, View};

const OPEN: &[u8] = b"<answer>";
const CLOSE: &[u8] = b"</answer>";
const FENCE: &str = "```";

/// The text of the answer, without labels and marks. See the rule of the [module](crate::answer).
pub fn find(text: &str, view: View, mode: Mode) -> Result<String, Unparsed> {
    let found = match marked(text) {
        Some(found) => found,
        None if mode == Mode::Lenient => last(text, view),
        None => return Err(Unparsed::Missing),
    };
    let plain = without_marks(found);
    if plain.is_empty() { Err(Unparsed::Empty) } else { Ok(plain) }
}

/// What the last mark says is the answer, be it a tag or a label.
fn marked(text: &str) -> Option<&str> {
    let Some((inner, close)) = tagged(text) else { return labelled(text) };
    let later = &text[close..];
    // What follows the tag in its own line begins no line.
    let next = later.find('\n').map_or("", |end| &later[end + 1..]);
    Some(labelled(next).or_else(|| labelled(inner)).unwrap_or(inner))
}

/// What stands in the last tag that is closed, and where the tag ends.
fn tagged(text: &str) -> Option<(&str, usize)> {
    let close = last_of(text.as_bytes(), CLOSE)?;
    let open = last_of(&text.as_bytes()[..close], OPEN)?;
    Some((text.get(open + OPEN.len()..close)?, close + CLOSE.len()))
}

/// Where a pattern of ASCII characters stands last, in any case.
fn last_of(text: &[u8], pattern: &[u8]) -> Option<usize> {
    let starts = text.len().checked_sub(pattern.len())?;
    (0..=starts).rev().find(|&at| text[at..at + pattern.len()].eq_ignore_ascii_case(pattern))
}

/// What follows the last label.
fn labelled(text: &str) -> Option<&str> {
    let mut end = text.len();
    loop {
        let start = text[..end].rfind('\n').map_or(0, |at| at + 1);
        if let Some(rest) = after_label(&text[start..end]) {
            return Some(if rest.trim_matches(is_mark_or_space).is_empty() {
                block(&text[end..])
            } else {
                rest
            });
        }
        end = start.checked_sub(1)?;
    }
}

/// What follows the label of a line that has one.
fn after_label(line: &str) -> Option<&str> {
    let line = line.trim_start_matches(|c: char| is_mark_or_space(c) || "#>-".contains(c));
    let line = without_prefix(line, "final").map_or(line, str::trim_start);
    let line = without_prefix(line, "answer")?;
    line.trim_start_matches(is_mark_or_space).strip_prefix(':')
}

/// The rest of a text that begins with these letters, in any case.
fn without_prefix<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let start = text.get(..prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
}

fn is_mark_or_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '*' | '_' | '`')
}

/// The first block of lines: it ends at an empty line or where a code fence does.
fn block(text: &str) -> &str {
    let mut begin = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let (start, content) = (at, line.trim());
        at += line.len();
        match begin {
            None if content.is_empty() || is_fence(content) => {}
            None => begin = Some(start),
            Some(begin) if content.is_empty() || is_fence(content) => return &text[begin..start],
            Some(_) => {}
        }
    }
    begin.map_or("", |begin| &text[begin..])
}

/// The last line that is not empty; of riddles the last block of lines.
fn last(text: &str, view: View) -> &str {
    let end = text.trim_end().trim_end_matches('`').trim_end();
    let mut start = end.len();
    loop {
        let from = end[..start].rfind('\n').map_or(0, |at| at + 1);
        let line = end[from..start].trim();
        if line.is_empty() || is_fence(line) {
            return &end[(start + 1).min(end.len())..];
        }
        if from == 0 || view != View::Output {
            return &end[from..];
        }
        start = from - 1;
    }
}

/// Whether a line opens or closes a code fence: nothing but the fence, and perhaps the name of a language.
fn is_fence(line: &str) -> bool {
    line.trim_start().strip_prefix(FENCE).is_some_and(|rest| !rest.contains(FENCE))
}

/// Takes the marks of Markdown away.
fn without_marks(text: &str) -> String {
    let mut plain = String::new();
    for line in text.lines().filter(|line| !is_fence(line)) {
        if !plain.is_empty() {
            plain.push('\n');
        }
        plain.extend(line.chars().filter(|c| !matches!(c, '*' | '`')));
    }
    plain.trim_matches(|c: char| c.is_whitespace() || c == '_').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Result<String, Unparsed> {
        find(text, View::Actions, Mode::Strict)
    }

    #[test]
    fn labels_in_many_dresses() {
        for text in [
            "Answer: walk",
            "hm\nanswer: walk\n\n",
            "Answer: stay\nNo, that is wrong.\nANSWER : walk",
            "**Answer:** walk",
            "**Answer: walk**",
            "### Final Answer: `walk`",
            "> __Answer__: walk",
            "Answer:\nwalk\n\nThat was easy.",
            "Answer:\n\n```text\nwalk\n```\nThat was easy.",
            "Answer: stay <answer>walk</answer> Answer: stay",
            "It goes between <answer> and </answer>, they say.\nAnswer: walk",
            "Answer: stay\n<answer>walk</answer>\nThe answer is above.",
            "<answer>\nAnswer: walk\n</answer>",
            "<answer>stay</answer> or <ANSWER>\nwalk\n</Answer> or <answer>push",
            "<answer>```walk```</answer>",
            "Answer: walk\r\n",
        ] {
            assert_eq!(found(text), Ok("walk".to_string()), "{text}");
        }
    }

    #[test]
    fn what_is_not_marked_is_not_found() {
        for text in ["walk", "The answer: walk", "", "</answer>walk<answer>", "Answers: walk", "Final: walk"]
        {
            assert_eq!(found(text), Err(Unparsed::Missing), "{text}");
        }
        for text in ["Answer:", "<answer> ** </answer>", "Answer:\n```\n```\n", "Answer: __"] {
            assert_eq!(found(text), Err(Unparsed::Empty), "{text}");
        }
    }

    #[test]
    fn lenience_is_asked_for() {
        let lenient = |text: &str, view| find(text, view, Mode::Lenient);
        assert_eq!(lenient("so I go\nwalk, walk\n\n", View::Actions), Ok("walk, walk".to_string()));
        assert_eq!(lenient("stay\nAnswer: walk\npush", View::Actions), Ok("walk".to_string()));
        assert_eq!(lenient("a\n\n```\n1 2\n3 4\n```\n", View::Output), Ok("1 2\n3 4".to_string()));
        assert_eq!(lenient("1 2\n3 4", View::Output), Ok("1 2\n3 4".to_string()));
        assert_eq!(lenient(" \n", View::Actions), Err(Unparsed::Empty));
    }

    #[test]
    fn marks_in_the_middle_of_a_word_stay() {
        assert_eq!(found("Answer: _turn_left_, walk_"), Ok("turn_left_, walk".to_string()));
    }
}
