//! Telling formats apart by their contents.

use std::fmt;
use std::io;

use crate::batches::{ARROW, PARQUET};
use crate::input::{Input, LOOK_AHEAD};
use crate::json_walker::excerpt;

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

/// The format of what an input holds, or what was found instead. A few kilobytes decide nearly always; more are looked
/// at only if those do not.
pub(crate) fn sniff(input: &mut Input) -> io::Result<Result<InputFormat, String>> {
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
            return Ok(Err(found));
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

fn grid_format(key: &[u8]) -> Option<InputFormat> {
    match key {
        b"situation" => Some(InputFormat::OriginalLines),
        b"objects" => Some(InputFormat::Lines),
        b"examples" => Some(InputFormat::OriginalFile),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Result<InputFormat, String> {
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
        for text in ["", " ", "[]", "hello", "{}", "{\"a\": 1} {\"situation\": 1}", "{\"a", "{\"a\\"] {
            assert!(found(text).is_err(), "{text}");
        }
    }
}
