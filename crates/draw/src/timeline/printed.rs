//! Text that is safe to print, and how many columns of a terminal it fills.

/// The longest name or sentence that is looked at, in characters: more than fits into a picture.
const LONGEST: usize = 600;

/// Without anything that a terminal or a reader's eye would be misled by: control characters and runs of spaces become
/// one space, marks that turn the direction of writing or have no width are left out.
pub(super) fn clean(text: &str) -> String {
    let seen: String = text
        .chars()
        .filter(|&c| !is_hidden(c))
        .take(LONGEST)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_hidden(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// How many columns a text fills.
pub(super) fn columns(text: &str) -> usize {
    text.chars().map(column).sum()
}

/// Letters of East Asia and pictograms fill two columns, accents that join the letter before them none.
fn column(character: char) -> usize {
    match character {
        '\u{300}'..='\u{36f}'
        | '\u{1ab0}'..='\u{1aff}'
        | '\u{20d0}'..='\u{20ff}'
        | '\u{fe00}'..='\u{fe0f}' => 0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}

/// The beginning of a text that fits into `width` columns.
pub(super) fn start(text: &str, width: usize) -> &str {
    let mut used = 0;
    for (at, character) in text.char_indices() {
        used += column(character);
        if used > width {
            return &text[..at];
        }
    }
    text
}

/// The text, cut with an ellipsis where it is too wide.
pub(super) fn fit(text: &str, width: usize) -> String {
    if columns(text) <= width {
        return text.to_string();
    }
    if width == 0 { String::new() } else { format!("{}…", start(text, width - 1).trim_end()) }
}

/// Breaks a text into lines of `width` columns: at spaces, and inside words that are too long. What does not fit into
/// the given number of lines is replaced by an ellipsis.
pub(super) fn wrap(text: &str, width: usize, lines: usize) -> Vec<String> {
    let width = width.max(2);
    let mut broken: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if broken.len() > lines {
            break;
        }
        let space = usize::from(!line.is_empty());
        if columns(&line) + space + columns(word) <= width {
            line.extend((space > 0).then_some(' '));
            line.push_str(word);
            continue;
        }
        if !line.is_empty() {
            broken.push(std::mem::take(&mut line));
        }
        let mut rest = word;
        while columns(rest) > width {
            let piece = start(rest, width);
            broken.push(piece.to_string());
            rest = &rest[piece.len()..];
        }
        line = rest.to_string();
    }
    if !line.is_empty() {
        broken.push(line);
    }
    if broken.len() > lines {
        broken.truncate(lines);
        if let Some(last) = broken.last_mut() {
            *last = format!("{}…", start(last, width - 1).trim_end());
        }
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_misleads_is_left() {
        assert_eq!(clean("\x1b[31mAda\n\t\u{202e}Ben\u{200b}\u{9b}2J"), "[31mAda Ben 2J");
        assert_eq!(clean(&"x".repeat(5000)).len(), LONGEST);
    }

    #[test]
    fn lines_are_no_wider_than_asked() {
        for text in [
            "Ada walked to the kitchen.",
            "Donaudampfschifffahrt",
            "台所へ 行きました",
            "a e\u{301}e\u{301}e\u{301}",
        ] {
            for width in 2..30 {
                for lines in 1..4 {
                    let broken = wrap(text, width, lines);
                    assert!(
                        broken.len() <= lines && broken.iter().all(|line| columns(line) <= width),
                        "{broken:?}"
                    );
                }
                assert!(columns(&fit(text, width)) <= width);
            }
        }
        assert_eq!(wrap("Ada walked to the kitchen.", 12, 2), ["Ada walked", "to the…"]);
        assert_eq!(columns("台所"), 4);
    }
}
