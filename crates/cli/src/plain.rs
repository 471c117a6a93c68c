//! Text that a terminal only prints: control characters of data are shown as what they are.

use std::borrow::Cow;

const ESCAPE: char = '\u{1b}';

/// The text with control characters spelled out, such as `\u{7}`. Line breaks and tabs stay.
pub fn plain(text: &str) -> Cow<'_, str> {
    spelled(text, |_| None)
}

/// The same of a text that has colours of our own: these stay. What is data in it has to be plain before.
pub fn painted(text: &str) -> Cow<'_, str> {
    spelled(text, colour)
}

/// Spells control characters out, but for the sequences whose length `keeps` tells.
fn spelled(text: &str, keeps: impl Fn(&str) -> Option<usize>) -> Cow<'_, str> {
    let is_harmful = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if !text.contains(is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(is_harmful) {
        plain.push_str(&rest[..at]);
        let found = &rest[at..];
        let length = match keeps(found) {
            Some(length) => {
                plain.push_str(&found[..length]);
                length
            }
            None => {
                let c = found.chars().next().unwrap_or_default();
                plain.extend(c.escape_unicode());
                c.len_utf8()
            }
        };
        rest = &found[length..];
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// The longest line of a message, in bytes: values of hostile files can have millions, and messages quote them.
const LONGEST: usize = 4000;

/// The text without what nobody reads of its long lines.
pub fn readable(text: &str) -> Cow<'_, str> {
    if text.lines().all(|line| line.len() <= LONGEST) {
        return Cow::Borrowed(text);
    }
    let cut = |line: &str| match line.len() {
        0..=LONGEST => line.to_owned(),
        bytes => format!("{}… ({bytes} bytes)", &line[..line.floor_char_boundary(LONGEST)]),
    };
    Cow::Owned(text.split('\n').map(cut).collect::<Vec<_>>().join("\n"))
}

/// The length of a change of colour or weight at the beginning of a text, such as `ESC[1;31m`. Hidden text (8) is none.
fn colour(text: &str) -> Option<usize> {
    let codes = text.strip_prefix(ESCAPE)?.strip_prefix('[')?;
    let end = codes.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    let is_colour = codes[end..].starts_with('m') && codes[..end].split(';').all(|code| code != "8");
    is_colour.then_some(2 + end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut() {
        assert!(matches!(readable("short\nlines"), Cow::Borrowed(_)));
        let long = format!("one\n{}\ntwo", "ä".repeat(1_000_000));
        let cut = readable(&long);
        assert!(cut.len() < 2 * LONGEST, "{}", cut.len());
        assert!(cut.starts_with("one\nää") && cut.ends_with("… (2000000 bytes)\ntwo"));
    }

    #[test]
    fn data_bring_no_colours() {
        assert!(matches!(plain("a\tb\nü"), Cow::Borrowed(_)));
        assert_eq!(plain("\u{1b}[1;31mred\u{1b}[0m"), "\\u{1b}[1;31mred\\u{1b}[0m");
        assert_eq!(plain("a\u{7}\r\u{9b}2J"), "a\\u{7}\\u{d}\\u{9b}2J");
    }

    #[test]
    fn nothing_but_colours_moves_a_terminal() {
        for (text, shown) in [
            ("a\tb\n", "a\tb\n"),
            ("a\u{7}b", "a\\u{7}b"),
            ("\r", "\\u{d}"),
            ("\u{1b}]0;title\u{7}x", "\\u{1b}]0;title\\u{7}x"),
            ("\u{1b}[2J", "\\u{1b}[2J"),
            ("\u{1b}[8mhidden", "\\u{1b}[8mhidden"),
            ("\u{9b}2J", "\\u{9b}2J"),
            ("\u{1b}[1;31merror:\u{1b}[0m x", "\u{1b}[1;31merror:\u{1b}[0m x"),
            ("\u{1b}[38;5;9mü\u{1b}", "\u{1b}[38;5;9mü\\u{1b}"),
        ] {
            assert_eq!(painted(text), shown, "{text:?}");
        }
    }
}
