//! Several sentences in one text, and back.
//!
//! Prompts and contexts have no line breaks. Sentences are joined by spaces and told apart by their full stops, so a
//! sentence that does not end with one, or has one inside, cannot be in such a text.

use wampimuk_babi::text::MOST_LINES;
use wampimuk_babi::{Line, Passage};

use super::StoryWriteError;
use crate::error::FieldError;

/// The sentences of a text, which is a field of something. The last one may lack its full stop.
pub(super) fn split<'a>(field: &str, text: &'a str) -> Result<Vec<&'a str>, FieldError> {
    let mut sentences = Vec::new();
    let mut rest = text.trim();
    while let Some(end) = rest.find(". ") {
        sentences.push(&rest[..=end]);
        rest = rest[end + 1..].trim_start();
        if sentences.len() > MOST_LINES {
            return Err(FieldError::value(field, format!("at most {MOST_LINES} sentences"), "more"));
        }
    }
    if !rest.is_empty() {
        sentences.push(rest);
    }
    Ok(sentences)
}

/// Appends a sentence to a text.
pub(super) fn join(text: &mut String, sentence: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(sentence);
}

/// Refuses facts that could not be told apart again.
pub(super) fn check(passage: &Passage) -> Result<(), StoryWriteError> {
    for (line, fact) in passage.facts() {
        if !fact.ends_with('.') || fact.trim() != fact || fact.contains(". ") {
            let message = format!("expected one sentence that ends with a full stop, found `{fact}`");
            return Err(StoryWriteError { line, message });
        }
    }
    Ok(())
}

/// What a printed number becomes when only facts are counted; `None` if the line is no fact or not there.
pub(super) fn position(passage: &Passage, line: usize) -> Option<usize> {
    let before = passage.lines.get(..line)?;
    let is_fact = |line: &&Line| matches!(line, Line::Fact(_));
    before.last().filter(is_fact)?;
    Some(before.iter().filter(is_fact).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_stops_tell_sentences_apart() {
        assert_eq!(split("x", "A is b. C d.  E f. ").unwrap(), ["A is b.", "C d.", "E f."]);
        assert_eq!(split("x", "no stop").unwrap(), ["no stop"]);
        assert!(split("x", " ").unwrap().is_empty());
        assert!(split("x", &"A. ".repeat(MOST_LINES + 2)).is_err());
        let passage =
            |text: &str| Passage { lines: vec![Line::Fact("A b.".to_owned()), Line::Fact(text.to_owned())] };
        assert!(check(&passage("C d.")).is_ok());
        for text in ["C d", "C d. E f.", " C.", ""] {
            assert_eq!(check(&passage(text)).unwrap_err().line, 2, "{text}");
        }
        assert_eq!(position(&passage("C d."), 2), Some(2));
        assert_eq!(position(&passage("C d."), 3), None);
        assert_eq!(position(&passage("C d."), 0), None);
    }
}
