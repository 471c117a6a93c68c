//! Answers in words.

use super::Unparsed;

/// No story asks for more.
const MOST_PARTS: usize = 64;
const MOST_BYTES: usize = 4096;
/// Hardly any part of a right answer has more words.
const MOST_WORDS: usize = 2;

/// Reads the parts of an answer.
pub(super) fn parse(text: &str) -> Result<Vec<String>, Unparsed> {
    if text.len() > MOST_BYTES {
        return Err(Unparsed::TooLong { most: MOST_BYTES, unit: "bytes" });
    }
    let parts = match serde_json::from_str::<Vec<String>>(text) {
        Ok(list) => list.iter().flat_map(|part| normalised(part)).collect(),
        Err(_) => normalised(text),
    };
    match parts.len() {
        0 => Err(Unparsed::Empty),
        count if count > MOST_PARTS => Err(Unparsed::TooLong { most: MOST_PARTS, unit: "parts" }),
        _ => Ok(parts),
    }
}

/// The parts of an answer, each in lower case, without article, marks and superfluous spaces. Right answers are brought
/// into the same shape before they are compared.
pub fn normalised(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    for piece in text.split([',', ';', '\n']) {
        let mut words: Vec<String> = Vec::new();
        for word in piece.split_whitespace() {
            let word = word.trim_matches(is_mark).to_lowercase();
            if word == "and" {
                finish(&mut words, &mut parts);
            } else if !word.is_empty() {
                words.push(word);
            }
        }
        finish(&mut words, &mut parts);
    }
    parts
}

/// Whether these are parts of an answer rather than of sentences.
pub(super) fn are_short(parts: &[String]) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\'' | '’');
    let is_word = |word: &str| word.chars().all(is_letter);
    parts.iter().all(|part| part.split(' ').count() <= MOST_WORDS && part.split(' ').all(is_word))
}

fn finish(words: &mut Vec<String>, parts: &mut Vec<String>) {
    if words.len() > 1 && matches!(words[0].as_str(), "a" | "an" | "the") {
        words.remove(0);
    }
    if !words.is_empty() {
        parts.push(words.join(" "));
    }
    words.clear();
}

fn is_mark(c: char) -> bool {
    matches!(c, '"' | '\'' | '“' | '”' | '‘' | '’' | '(' | ')' | '[' | ']' | '.' | '!')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_many_styles() {
        let one = Ok(vec!["kitchen".to_string()]);
        for text in ["kitchen", "The kitchen.", "\"Kitchen\"", "  KITCHEN !", "[\"kitchen\"]"] {
            assert_eq!(parse(text), one, "{text}");
        }
        let several = Ok(["milk", "apple", "football"].map(String::from).to_vec());
        for text in [
            "milk,apple,football",
            "the milk, the apple and the football",
            "milk, apple, and football.",
            "milk\napple\nfootball",
            r#"["milk", "apple", "football"]"#,
            "[milk, apple, football]",
        ] {
            assert_eq!(parse(text), several, "{text}");
        }
        assert_eq!(parse("a"), Ok(vec!["a".to_string()]), "a word of another language");
    }

    #[test]
    fn sentences_are_not_searched() {
        assert_eq!(parse("in the kitchen"), Ok(vec!["in the kitchen".to_string()]));
        assert_eq!(parse(" . "), Err(Unparsed::Empty));
        assert!(matches!(parse(&"x,".repeat(100)), Err(Unparsed::TooLong { .. })));
        assert!(matches!(parse(&"x".repeat(1 << 20)), Err(Unparsed::TooLong { .. })));
    }
}
