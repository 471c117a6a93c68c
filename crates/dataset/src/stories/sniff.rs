//! Telling formats of stories apart by their contents.

use std::io;

use super::StoryFormat;
use crate::input::{Input, LOOK_AHEAD};
use crate::walk::excerpt;

/// The format of what an input holds, or what was found instead.
pub(super) fn sniff(input: &mut Input) -> io::Result<Result<StoryFormat, String>> {
    let mut found = String::new();
    for len in [1 << 12, LOOK_AHEAD] {
        let head = input.peek(len)?;
        if head.starts_with(b"PAR1") {
            return Ok(Ok(StoryFormat::Parquet));
        }
        let text = head.trim_ascii_start();
        found = match text.first() {
            None if head.is_empty() => "it is empty".to_owned(),
            None => "it begins with white space only".to_owned(),
            Some(b'0'..=b'9') => return Ok(Ok(StoryFormat::Text)),
            Some(b'{') => match telling_key(text) {
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

/// The format that the first telling key of a JSON object stands for.
fn telling_key(object: &[u8]) -> Option<StoryFormat> {
    let (mut depth, mut at) = (0u64, 0);
    while let Some(&byte) = object.get(at) {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.checked_sub(1).filter(|depth| *depth > 0)?,
            b'"' => {
                let start = at + 1;
                at = start;
                while *object.get(at)? != b'"' {
                    at += if object[at] == b'\\' { 2 } else { 1 };
                }
                if depth == 1 && object[at + 1..].trim_ascii_start().first() == Some(&b':') {
                    match &object[start..at] {
                        b"events" | b"babi_story" => return Some(StoryFormat::Events),
                        b"input" | b"q_sub_id" => return Some(StoryFormat::Prompts),
                        b"data" => return Some(StoryFormat::Squad),
                        b"facts" => return Some(StoryFormat::Lines),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
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
        assert_eq!(found("PAR1..."), Ok(StoryFormat::Parquet));
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
