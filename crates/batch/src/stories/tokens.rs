//! How texts of stories are cut into words.

/// What becomes of punctuation marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Punctuation {
    /// The last mark of a sentence or question is left out: as EntNet reads stories.
    #[default]
    DropLast,
    /// Every mark is a token: as STM reads stories.
    Keep,
}

/// The tokens of a sentence or question: words of letters, digits and underscores, and what stands between them without
/// its spaces, all in lower case.
///
/// ```
/// use wampimuk_batch::{Punctuation, story_tokens};
///
/// assert_eq!(story_tokens("Where is Mary's apple?", Punctuation::Keep), ["where", "is", "mary", "'", "s", "apple", "?"]);
/// assert_eq!(story_tokens("Where is Mary?", Punctuation::DropLast), ["where", "is", "mary"]);
/// ```
pub fn story_tokens(text: &str, marks: Punctuation) -> Vec<String> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut tokens: Vec<String> = Vec::new();
    let mut rest = text;
    let mut ends_with_mark = false;
    while let Some(first) = rest.chars().next() {
        let inside = is_word(first);
        let end = rest.find(|letter| is_word(letter) != inside).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        let piece = piece.trim();
        if !piece.is_empty() {
            tokens.push(piece.to_lowercase());
            ends_with_mark = !inside;
        }
        rest = after;
    }
    if ends_with_mark && marks == Punctuation::DropLast {
        tokens.pop();
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_marks() {
        let both = |text: &str| {
            (
                story_tokens(text, Punctuation::DropLast).join("|"),
                story_tokens(text, Punctuation::Keep).join("|"),
            )
        };
        let pair = |one: &str, other: &str| (one.to_string(), other.to_string());
        assert_eq!(
            both("Then, she went back to the living_room 2."),
            pair("then|,|she|went|back|to|the|living_room|2", "then|,|she|went|back|to|the|living_room|2|.")
        );
        assert_eq!(both("Éva  is-in"), pair("éva|is|-|in", "éva|is|-|in"));
        assert_eq!(both(""), pair("", ""));
        assert_eq!(both(" ?! "), pair("", "?!"));
    }
}
