//! A JSON file, value by value: just enough of JSON to see where values begin and end.

use std::io::{self, BufRead};

use memchr::{memchr_iter, memchr2};

use super::Wrong;
use crate::error::Spot;
use crate::lines::MAX_ITEM_BYTES;
use crate::split::excerpt;

/// Walks through a file. The caller knows what comes next; the walker holds one value at a time.
#[derive(Debug)]
pub(super) struct Walker<R> {
    source: R,
    value: Vec<u8>,
    line: u64,
    offset: u64,
}

impl<R: BufRead> Walker<R> {
    pub(super) fn new(source: R) -> Self {
        Self { source, value: Vec::new(), line: 1, offset: 0 }
    }

    /// The place that was reached.
    pub(super) fn spot(&self) -> Spot {
        Spot::Byte { line: self.line, offset: self.offset }
    }

    /// Takes a bracket that opens something.
    pub(super) fn open(&mut self, bracket: u8, expected: &str) -> Result<(), Wrong> {
        if self.peek()? != Some(bracket) {
            return Err(self.unexpected(expected));
        }
        self.take(1);
        Ok(())
    }

    /// The next key of an object whose values were read; `None` at its end.
    pub(super) fn key(&mut self, first: bool) -> Result<Option<String>, Wrong> {
        if !self.member(b'}', first)? {
            return Ok(None);
        }
        if self.peek()? != Some(b'"') {
            return Err(self.unexpected("a key in quotes"));
        }
        self.value()?;
        let Ok(key) = serde_json::from_slice(&self.value) else {
            return Err(Wrong::Structure(format!(
                "expected a key in quotes, found {}",
                excerpt(&self.value)
            )));
        };
        self.open(b':', "`:`")?;
        Ok(Some(key))
    }

    /// Whether a list has another element; takes the comma before it, or the list's end.
    pub(super) fn element(&mut self, first: bool) -> Result<bool, Wrong> {
        self.member(b']', first)
    }

    fn member(&mut self, bracket: u8, first: bool) -> Result<bool, Wrong> {
        match self.peek()? {
            Some(byte) if byte == bracket => {
                self.take(1);
                Ok(false)
            }
            Some(b',') if !first => {
                self.take(1);
                Ok(true)
            }
            _ if first => Ok(true),
            _ => Err(self.unexpected(if bracket == b'}' { "`,` or `}`" } else { "`,` or `]`" })),
        }
    }

    /// Refuses anything but white space up to the end.
    pub(super) fn end(&mut self) -> Result<(), Wrong> {
        match self.peek()? {
            None => Ok(()),
            Some(_) => Err(self.unexpected("the end of the file")),
        }
    }

    /// The next value, raw, and where it begins.
    pub(super) fn value(&mut self) -> Result<(Spot, &[u8]), Wrong> {
        self.peek()?;
        let spot = self.spot();
        self.value.clear();
        let mut scan = Scan::default();
        loop {
            let chunk = self.source.fill_buf().map_err(Wrong::Io)?;
            if chunk.is_empty() {
                return Err(self.unexpected("the rest of a value"));
            }
            let (used, complete) = scan.advance(chunk);
            if self.value.len() + used > MAX_ITEM_BYTES {
                return Err(Wrong::Structure(format!("a value is longer than {MAX_ITEM_BYTES} bytes")));
            }
            self.value.extend_from_slice(&chunk[..used]);
            self.take(used);
            if complete {
                break;
            }
        }
        if self.value.is_empty() {
            return Err(self.unexpected("a value"));
        }
        Ok((spot, &self.value))
    }

    /// The next byte that is not white space.
    fn peek(&mut self) -> Result<Option<u8>, Wrong> {
        loop {
            let chunk = self.source.fill_buf().map_err(Wrong::Io)?;
            let Some(&byte) = chunk.first() else { return Ok(None) };
            let space = chunk.iter().take_while(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t')).count();
            if space == 0 {
                return Ok(Some(byte));
            }
            self.take(space);
        }
    }

    /// Consumes bytes that are buffered.
    fn take(&mut self, count: usize) {
        if let Ok(chunk) = self.source.fill_buf() {
            self.line += memchr_iter(b'\n', &chunk[..count]).count() as u64;
        }
        self.offset += count as u64;
        self.source.consume(count);
    }

    fn unexpected(&mut self, expected: &str) -> Wrong {
        match self.source.fill_buf() {
            Ok([]) => Wrong::Structure(format!("expected {expected}, found the end of the file")),
            Ok(chunk) => Wrong::Structure(format!("expected {expected}, found {}", excerpt(chunk))),
            Err(error) => Wrong::Io(io::Error::new(error.kind(), error)),
        }
    }
}

/// Finds the end of a value.
#[derive(Default)]
struct Scan {
    depth: u64,
    in_string: bool,
    escaped: bool,
    started: bool,
}

impl Scan {
    /// How many of these bytes belong to the value, and whether that completes it.
    fn advance(&mut self, chunk: &[u8]) -> (usize, bool) {
        let mut at = 0;
        while at < chunk.len() {
            if self.escaped {
                self.escaped = false;
                at += 1;
                continue;
            }
            if self.in_string {
                let Some(next) = memchr2(b'"', b'\\', &chunk[at..]) else { return (chunk.len(), false) };
                at += next + 1;
                self.escaped = chunk[at - 1] == b'\\';
                self.in_string = self.escaped;
                if !self.in_string && self.depth == 0 {
                    return (at, true);
                }
                continue;
            }
            match chunk[at] {
                b'"' | b'{' | b'[' if self.depth == 0 && self.started => return (at, true),
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' | b',' | b':' | b' ' | b'\n' | b'\r' | b'\t' if self.depth == 0 => {
                    return (at, true);
                }
                b'}' | b']' => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        return (at + 1, true);
                    }
                }
                _ => {}
            }
            self.started = true;
            at += 1;
        }
        (at, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_however_they_are_cut() {
        let text = br#" { "a\"}" : [1, {"b": "]\\"}] , "c": -1.5e3,"d":"x", "e": null } "#;
        for size in 1..text.len() {
            let mut walker = Walker::new(io::BufReader::with_capacity(size, &text[..]));
            walker.open(b'{', "").unwrap();
            let mut found = Vec::new();
            while let Some(key) = walker.key(found.is_empty()).unwrap() {
                found.push((key, String::from_utf8(walker.value().unwrap().1.to_vec()).unwrap()));
            }
            walker.end().unwrap();
            let expected = [("a\"}", r#"[1, {"b": "]\\"}]"#), ("c", "-1.5e3"), ("d", "\"x\""), ("e", "null")];
            assert_eq!(found, expected.map(|(key, value)| (key.to_owned(), value.to_owned())), "{size}");
        }
    }

    #[test]
    fn what_is_missing_is_said() {
        for (text, expected) in [
            ("", "expected a brace, found the end of the file"),
            ("{", "expected a key in quotes, found the end of the file"),
            ("{\"a\" 1}", "expected `:`"),
            ("{\"a\":}", "expected a value"),
            ("{\"a\": \"x", "expected the rest of a value"),
            ("{\"a\": 1 \"b\"", "expected `,` or `}`"),
            ("{\"a\": 1,}", "expected a key in quotes"),
            ("{} x", "expected the end of the file"),
        ] {
            let walk = || {
                let mut walker = Walker::new(text.as_bytes());
                walker.open(b'{', "a brace")?;
                let mut first = true;
                while walker.key(first)?.is_some() {
                    walker.value()?;
                    first = false;
                }
                walker.end()
            };
            match walk() {
                Err(Wrong::Structure(message)) => assert!(message.starts_with(expected), "{text}: {message}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }
}
