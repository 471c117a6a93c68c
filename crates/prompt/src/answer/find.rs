//! Where the answer stands in a text.

use std::borrow::Cow;

use crate::{ParseMode, PromptView, Unparsed};

const OPEN: &[u8] = b"<answer>";
const CLOSE: &[u8] = b"</answer>";
const BOX: &str = "\\boxed{";
const FENCE: &str = "```";

/// The text of the answer, without labels and marks. See the rule of the [module](crate::answer).
pub fn find(text: &str, view: PromptView, mode: ParseMode) -> Result<String, Unparsed> {
    let (found, is_boxed) = match marked(text) {
        Some(found) => found,
        None => match mode {
            ParseMode::Strict => return Err(Unparsed::Missing),
            ParseMode::Lenient => (last(text, view), false),
            ParseMode::Whole => (text, false),
        },
    };
    let plain = opened(found, is_boxed, view);
    if plain.is_empty() { Err(Unparsed::Empty) } else { Ok(plain) }
}

/// Whether anything in a text says that it is the answer.
pub(super) fn is_marked(text: &str) -> bool {
    marked(text).is_some()
}

/// A text without marks and without the numbers of a list: that in its box if it has one, or if it comes from one.
fn opened(text: &str, is_boxed: bool, view: PromptView) -> String {
    let text = match boxed(text) {
        Some((inner, _)) => Cow::Owned(without_commands(inner)),
        None if is_boxed => Cow::Owned(without_commands(text)),
        None => Cow::Borrowed(text),
    };
    let plain = without_marks(&text);
    match view {
        PromptView::Actions | PromptView::Answer => unnumbered(&plain).unwrap_or(plain),
        PromptView::Reference | PromptView::Output => plain,
    }
}

/// What the last mark says is the answer, be it a tag, a box or a label, and whether it is a box. Boxes within what is found
/// are opened later.
fn marked(text: &str) -> Option<(&str, bool)> {
    let (tag, boxed) = (tagged(text), boxed(text));
    let is_boxed = boxed.is_some_and(|(_, close)| tag.is_none_or(|(_, other)| close > other));
    let Some((inner, close)) = (if is_boxed { boxed } else { tag }) else {
        return labelled(text).map(|found| (found, false));
    };
    let later = &text[close..];
    // What follows the mark in its own line begins no line.
    let next = later.find('\n').map_or("", |end| &later[end + 1..]);
    let later = labelled(next).map(|found| (found, false));
    Some(later.unwrap_or_else(|| (labelled(inner).unwrap_or(inner), is_boxed)))
}

/// What stands in the last box that is closed, and where the box ends. Braces within it come in pairs.
fn boxed(text: &str) -> Option<(&str, usize)> {
    let mut end = text.len();
    loop {
        let open = text[..end].rfind(BOX)?;
        let start = open + BOX.len();
        let mut depth = 1usize;
        for (at, byte) in text.bytes().enumerate().take(end).skip(start) {
            depth = match byte {
                b'{' => depth + 1,
                b'}' => depth - 1,
                _ => depth,
            };
            if depth == 0 {
                return Some((&text[start..at], at + 1));
            }
        }
        // What is not closed is none, and none before it can be closed behind it.
        end = open;
    }
}

/// The contents of a box without commands of LaTeX: `\text{…}` is what it holds, `\ ` and `\,` are spaces.
fn without_commands(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        plain.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let name = after.len() - after.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        // A command of one sign is a space; one of letters is left out, and its braces with the others.
        let length = if name == 0 { after.chars().next().map_or(0, char::len_utf8) } else { name };
        if name == 0 {
            plain.push(' ');
        }
        rest = &after[length..];
    }
    plain.push_str(rest);
    plain.retain(|c| !matches!(c, '{' | '}'));
    plain
}

/// A list without the numbers of its lines, if every line has its own.
fn unnumbered(text: &str) -> Option<String> {
    let mut plain = String::new();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    for (number, line) in (1u64..).zip(lines) {
        let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let is_own = line[..digits].parse() == Ok(number);
        let rest = line[digits..].strip_prefix(['.', ')']).filter(|_| is_own)?;
        let rest = rest.strip_prefix([' ', '\t'])?;
        if !plain.is_empty() {
            plain.push('\n');
        }
        plain.push_str(rest.trim());
    }
    (!plain.is_empty()).then_some(plain)
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
    let bare = line.trim_start_matches(|c: char| is_mark_or_space(c) || "#>-".contains(c));
    let is_final = without_prefix(bare, "final").map(str::trim_start);
    let rest = without_prefix(is_final.unwrap_or(bare), "answer")?;
    if let Some(rest) = rest.trim_start_matches(is_mark_or_space).strip_prefix(':') {
        return Some(rest);
    }
    // Nothing but the label, set apart: the answer is below it.
    let is_apart = is_final.is_some() || line.trim_start().starts_with(['*', '_', '#']);
    (is_apart && rest.trim_matches(is_mark_or_space).is_empty()).then_some("")
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
fn last(text: &str, view: PromptView) -> &str {
    let end = text.trim_end().trim_end_matches('`').trim_end();
    let mut start = end.len();
    loop {
        let from = end[..start].rfind('\n').map_or(0, |at| at + 1);
        let line = end[from..start].trim();
        if line.is_empty() || is_fence(line) {
            return &end[(start + 1).min(end.len())..];
        }
        if from == 0 || view != PromptView::Output {
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
        find(text, PromptView::Actions, ParseMode::Strict)
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
    fn boxes_and_headings_are_marks() {
        for text in [
            "So \\boxed{walk}",
            "\\boxed{stay} no, \\boxed{\\text{walk}}.",
            "$$\\boxed{\\mathrm{walk}}$$ Done, see \\boxed{here",
            "Answer: $\\boxed{walk}$",
            "Answer: stay\nThat is \\boxed{walk}",
            "\\boxed{stay}\nAnswer: walk",
            "<answer>\\boxed{walk}</answer>",
            "**Final answer**\nwalk\n",
            "**Final Answer**\n\nwalk\n\nGood.",
            "## Answer\nwalk",
            "Final answer\nwalk",
            "Answer:\n1. walk",
            "Answer: 1) walk",
        ] {
            assert_eq!(found(text), Ok("walk".to_string()), "{text}");
        }
        assert_eq!(found("\\boxed{walk,\\ walk}"), Ok("walk, walk".to_string()));
        assert_eq!(found("Answer:\n1. walk\n2. push\n"), Ok("walk\npush".to_string()));
        // A list that counts something else is not one of ours.
        assert_eq!(found("Answer:\n1. walk\n3. push"), Ok("1. walk\n3. push".to_string()));
        assert_eq!(
            find("Answer:\n1 2\n3 4", PromptView::Output, ParseMode::Strict),
            Ok("1 2\n3 4".to_string())
        );
        for text in ["\\boxed{walk", "answer\nwalk", "Answer\nwalk", "Final answers\nwalk", "\\boxed"] {
            assert_eq!(found(text), Err(Unparsed::Missing), "{text}");
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
        let lenient = |text: &str, view| find(text, view, ParseMode::Lenient);
        assert_eq!(lenient("so I go\nwalk, walk\n\n", PromptView::Actions), Ok("walk, walk".to_string()));
        assert_eq!(lenient("stay\nAnswer: walk\npush", PromptView::Actions), Ok("walk".to_string()));
        assert_eq!(lenient("a\n\n```\n1 2\n3 4\n```\n", PromptView::Output), Ok("1 2\n3 4".to_string()));
        assert_eq!(lenient("1 2\n3 4", PromptView::Output), Ok("1 2\n3 4".to_string()));
        assert_eq!(lenient(" \n", PromptView::Actions), Err(Unparsed::Empty));
    }

    #[test]
    fn marks_in_the_middle_of_a_word_stay() {
        assert_eq!(found("Answer: _turn_left_, walk_"), Ok("turn_left_, walk".to_string()));
    }
}
