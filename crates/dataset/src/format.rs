//! Telling formats apart by their contents.

use std::fmt;
use std::io;

use crate::batches::{ARROW, PARQUET};
use crate::error::OtherItems;
use crate::input::{Input, LOOK_AHEAD};
use crate::json_walker::excerpt;
use crate::stories::story_format;

/// A format that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputFormat {
    /// Parquet, written by us.
    Parquet,
    /// An Arrow IPC file, written by us.
    Arrow,
    /// JSON lines, written by us.
    Lines,
    /// JSON lines of the original's examples.
    OriginalLines,
    /// The original's `dataset.txt`.
    OriginalFile,
}

impl InputFormat {
    /// The name, as in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parquet => "Parquet",
            Self::Arrow => "Arrow",
            Self::Lines => "JSON lines",
            Self::OriginalLines => "JSON lines of original examples",
            Self::OriginalFile => "original dataset.txt",
        }
    }

    /// Whether items are as the original records them.
    pub const fn is_original(self) -> bool {
        matches!(self, Self::OriginalLines | Self::OriginalFile)
    }
}

impl fmt::Display for InputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What was found in place of a format.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// Items of another kind.
    Items(OtherItems),
    /// Something else, in words.
    Text(String),
}

/// The format of what an input holds, or what was found instead. A few kilobytes decide nearly always; more are looked
/// at only if those do not.
pub(crate) fn sniff(input: &mut Input) -> io::Result<Result<InputFormat, Unknown>> {
    for len in [1 << 12, 1 << 16, LOOK_AHEAD] {
        let head = input.peek(len)?;
        if head.starts_with(PARQUET) {
            return Ok(Ok(InputFormat::Parquet));
        }
        if head.starts_with(ARROW) {
            return Ok(Ok(InputFormat::Arrow));
        }
        let text = head.trim_ascii_start();
        let found = match text.first() {
            None if head.is_empty() => "it is empty".to_string(),
            None => "it begins with white space only".to_string(),
            Some(b'{') => match telling_key(text, grid_format) {
                Some(format) => return Ok(Ok(format)),
                None => format!("it begins with {}, without any telling key", excerpt(text)),
            },
            Some(_) => format!("it begins with {}", excerpt(text)),
        };
        if head.len() < len || len == LOOK_AHEAD {
            return Ok(Err(other_items(text).map_or(Unknown::Text(found), Unknown::Items)));
        }
    }
    unreachable!("the last step returns")
}

/// What the first key of a JSON object that tells something stands for.
pub(crate) fn telling_key<T>(object: &[u8], tells: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
    let (mut depth, mut at) = (0u64, 0);
    while at < object.len() {
        match object[at] {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.checked_sub(1).filter(|depth| *depth > 0)?,
            b'"' => {
                let start = at + 1;
                at = start;
                while *object.get(at)? != b'"' {
                    at += if object[at] == b'\\' { 2 } else { 1 };
                }
                let is_key = depth == 1 && object[at + 1..].trim_ascii_start().first() == Some(&b':');
                if let (true, Some(found)) = (is_key, tells(&object[start..at])) {
                    return Some(found);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// What a text holds that has no commands.
fn other_items(text: &[u8]) -> Option<OtherItems> {
    match text.first()? {
        b'1' => text.starts_with(b"1 ").then_some(OtherItems::Stories),
        b'{' => telling_key(text, |key| match key {
            b"train" => Some(OtherItems::Riddles),
            key => story_format(key).map(|_| OtherItems::Stories),
        }),
        _ => None,
    }
}

fn grid_format(key: &[u8]) -> Option<InputFormat> {
    match key {
        b"situation" => Some(InputFormat::OriginalLines),
        b"objects" | b"operation" => Some(InputFormat::Lines),
        b"examples" => Some(InputFormat::OriginalFile),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Result<InputFormat, Unknown> {
        sniff(&mut Input::new(Box::new(io::Cursor::new(text.as_bytes().to_vec()))).unwrap()).unwrap()
    }

    #[test]
    fn contents_decide() {
        assert_eq!(found("PAR1..."), Ok(InputFormat::Parquet));
        assert_eq!(found("ARROW1.."), Ok(InputFormat::Arrow));
        assert_eq!(found("{\"id\":\"situation\",\"objects\":[]}"), Ok(InputFormat::Lines));
        assert_eq!(
            found(" {\"a\": {\"examples\": 1}, \"b\\\"\": [\"examples\"], \"situation\" : {}}"),
            Ok(InputFormat::OriginalLines)
        );
        assert_eq!(found("{\n\"grammar\": \"x\",\n\"examples\": {"), Ok(InputFormat::OriginalFile));
        let long = format!("{{\"grammar\": \"{}\", \"examples\": {{}}}}", "x".repeat(100_000));
        assert_eq!(found(&long), Ok(InputFormat::OriginalFile));
        let (riddles, stories) = (Unknown::Items(OtherItems::Riddles), Unknown::Items(OtherItems::Stories));
        assert_eq!(found("{\"train\": [], \"test\": []}"), Err(riddles));
        for text in ["1 Mary went to the park.", "{\"id\": 1, \"facts\": []}", "{\"q_sub_id\": 1"] {
            assert_eq!(found(text).as_ref(), Err(&stories), "{text}");
        }
        for text in ["", " ", "[]", "hello", "1,2", "{}", "{\"a\": 1} {\"situation\": 1}", "{\"a", "{\"a\\"] {
            assert!(matches!(found(text), Err(Unknown::Text(_))), "{text}");
        }
    }
}
