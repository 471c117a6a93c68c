//! Telling formats of stories apart by their contents.

use std::io;

use super::StoryFormat;
use crate::batches::{ARROW, PARQUET};
use crate::format::telling_key;
use crate::input::{Input, LOOK_AHEAD};
use crate::json_walker::excerpt;

/// The format of what an input holds, or what was found instead.
pub(super) fn sniff(input: &mut Input) -> io::Result<Result<StoryFormat, String>> {
    let mut found = String::new();
    for len in [1 << 12, LOOK_AHEAD] {
        let head = input.peek(len)?;
        if head.starts_with(PARQUET) || head.starts_with(ARROW) {
            return Ok(Ok(StoryFormat::Table));
        }
        let text = head.trim_ascii_start();
        found = match text.first() {
            None if head.is_empty() => "it is empty".to_owned(),
            None => "it begins with white space only".to_owned(),
            Some(b'0'..=b'9') => return Ok(Ok(StoryFormat::Text)),
            Some(b'{') => match telling_key(text, story_format) {
                Some(format) => return Ok(Ok(format)),
                None => format!("it begins with {}, without any telling key", excerpt(text)),
            },
            Some(_) => format!("it begins with {}", excerpt(text)),
        };
        if head.len() < len {
            break;
        }
    }
    Ok(Err(found))
}

/// The format whose stories have this key.
pub(crate) fn story_format(key: &[u8]) -> Option<StoryFormat> {
    match key {
        b"events" | b"babi_story" => Some(StoryFormat::Events),
        b"input" | b"q_sub_id" => Some(StoryFormat::Prompts),
        b"data" => Some(StoryFormat::Squad),
        b"facts" => Some(StoryFormat::Lines),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Result<StoryFormat, String> {
        let mut input = Input::new(Box::new(io::Cursor::new(text.as_bytes().to_vec()))).unwrap();
        sniff(&mut input).unwrap()
    }

    #[test]
    fn contents_decide() {
        assert_eq!(found("PAR1..."), Ok(StoryFormat::Table));
        assert_eq!(found("ARROW1.."), Ok(StoryFormat::Table));
        assert_eq!(found("1 Mary went to the kitchen.\n"), Ok(StoryFormat::Text));
        assert_eq!(found("{\"seed\": 1, \"events\": ["), Ok(StoryFormat::Events));
        assert_eq!(found("{\"id\": \"input\", \"q_sub_id\" : 3"), Ok(StoryFormat::Prompts));
        assert_eq!(found("\n{\"a\": {\"facts\": 1}, \"data\": ["), Ok(StoryFormat::Squad));
        assert_eq!(found("{\"id\":\"x\",\"facts\":[]}"), Ok(StoryFormat::Lines));
        let long = format!("{{\"version\": \"{}\", \"data\": []}}", "x".repeat(100_000));
        assert_eq!(found(&long), Ok(StoryFormat::Squad));
        for text in ["", " ", "[]", "Mary", "{}", "{\"a\": 1} {\"data\": 1}", "{\"a", "{\"a\\"] {
            assert!(found(text).is_err(), "{text}");
        }
    }
}
