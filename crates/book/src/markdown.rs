//! Pieces of Markdown.

/// Plain text, as help texts are written: what is between backticks stays as it is, and no tag is
/// read into the rest.
pub fn text(plain: &str) -> String {
    let mut markdown = String::new();
    for (index, piece) in plain.split('`').enumerate() {
        if index > 0 {
            markdown.push('`');
        }
        if index % 2 == 1 {
            markdown.push_str(piece);
            continue;
        }
        for c in piece.chars() {
            match c {
                '<' => markdown.push_str("&lt;"),
                '>' => markdown.push_str("&gt;"),
                c => markdown.push(c),
            }
        }
    }
    markdown
}

/// The same on one line, for lists and tables.
pub fn line(plain: &str) -> String {
    text(&plain.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Something between backticks.
pub fn code(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

/// A cell of a table.
pub fn cell(markdown: &str) -> String {
    markdown.replace('|', "\\|")
}

/// A number with commas between thousands.
pub fn number(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// The anchor that mdBook and GitHub give to a heading.
pub fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_not_escaped() {
        assert_eq!(text("a <b> in `<b>`"), "a &lt;b&gt; in `<b>`");
        assert_eq!(code("a `b`"), "`` a `b` ``");
        assert_eq!(cell("`a|b`"), "`a\\|b`");
    }

    #[test]
    fn thousands_have_commas() {
        let numbers = [0, 999, 1_000, 715_457, 55_489_140].map(number);
        assert_eq!(numbers, ["0", "999", "1,000", "715,457", "55,489,140"]);
    }

    #[test]
    fn anchors_are_those_of_headings() {
        assert_eq!(anchor("`[[generate.holdouts]]`"), "generateholdouts");
        assert_eq!(anchor("`[generate.worlds.max_objects]`"), "generateworldsmax_objects");
    }
}
