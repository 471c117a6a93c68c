//! A JSON file, value by value: just enough of JSON to see where values begin and end.

use std::io::{self, BufRead};

use memchr::{memchr_iter, memchr2};

use crate::lines::MAX_ITEM_BYTES;

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JsonProblem {
    /// The source failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Something else was to be expected.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What would have been right.
        expected: &'static str,
        /// What the file has there.
        found: String,
    },
    /// A value is too long.
    #[error("{what} is longer than {MAX_ITEM_BYTES} bytes")]
    TooLong {
        /// What is too long.
        what: &'static str,
    },
}

/// Walks through a file. The caller knows what comes next; the walker holds one value at a time.
#[derive(Debug)]
pub(crate) struct Walker<R> {
    source: R,
    value: Vec<u8>,
    line: u64,
    offset: u64,
}

impl<R: BufRead> Walker<R> {
    pub(crate) fn new(source: R) -> Self {
        Self { source, value: Vec::new(), line: 1, offset: 0 }
    }

    /// The line, counted from 1, and the byte, counted from 0, that were reached.
    pub(crate) fn place(&self) -> (u64, u64) {
        (self.line, self.offset)
    }

    /// The value that was read last.
    pub(crate) fn value(&self) -> &[u8] {
        &self.value
    }

    /// Takes a byte that must come next.
    pub(crate) fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), JsonProblem> {
        if self.peek()? != Some(byte) {
            return Err(self.unexpected(expected));
        }
        self.take(1);
        Ok(())
    }

    /// Whether the list or object ends here; if not, takes the comma between its members.
    pub(crate) fn closes(&mut self, bracket: u8, first: bool) -> Result<bool, JsonProblem> {
        if self.peek()? == Some(bracket) {
            self.take(1);
            return Ok(true);
        }
        if !first {
            let expected = if bracket == b'}' { "`,` or `}`" } else { "`,` or `]`" };
            self.expect(b',', expected)?;
        }
        Ok(false)
    }

    /// Refuses anything but white space up to the end.
    pub(crate) fn end(&mut self) -> Result<(), JsonProblem> {
        match self.peek()? {
            None => Ok(()),
            Some(_) => Err(self.unexpected("the end of the file")),
        }
    }

    /// Reads a key and its colon.
    pub(crate) fn read_key(&mut self) -> Result<String, JsonProblem> {
        if self.peek()? != Some(b'"') {
            return Err(self.unexpected("a key in quotes"));
        }
        self.read_value("a key")?;
        let key = serde_json::from_slice(&self.value).map_err(|_| JsonProblem::Unexpected {
            expected: "a key in quotes",
            found: excerpt(&self.value),
        })?;
        self.expect(b':', "`:`")?;
        Ok(key)
    }

    /// The next byte that is not white space.
    fn peek(&mut self) -> Result<Option<u8>, JsonProblem> {
        loop {
            let chunk = self.source.fill_buf()?;
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

    /// Reads a value and says where it began.
    pub(crate) fn read_value(&mut self, what: &'static str) -> Result<(u64, u64), JsonProblem> {
        self.peek()?;
        let place = (self.line, self.offset);
        self.value.clear();
        let mut scan = Scan::default();
        loop {
            let chunk = self.source.fill_buf()?;
            if chunk.is_empty() {
                // Only a number or a word can end with the file, and then the object around it is not closed.
                return Err(self.unexpected("the rest of a value"));
            }
            let (used, complete) = scan.advance(chunk);
            if self.value.len() + used > MAX_ITEM_BYTES {
                return Err(JsonProblem::TooLong { what });
            }
            self.value.extend_from_slice(&chunk[..used]);
            self.take(used);
            if complete {
                if self.value.is_empty() {
                    return Err(self.unexpected("a value"));
                }
                return Ok(place);
            }
        }
    }

    fn unexpected(&mut self, expected: &'static str) -> JsonProblem {
        let found = match self.source.fill_buf() {
            Ok([]) => "the end of the file".to_string(),
            Ok(chunk) => excerpt(chunk),
            Err(error) => return error.into(),
        };
        JsonProblem::Unexpected { expected, found }
    }
}

/// The first bytes of something, for messages.
pub(crate) fn excerpt(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(24)]);
    let visible: String = text.chars().map(|c| if c.is_control() { '·' } else { c }).collect();
    format!("`{visible}`")
}

/// Finds the end of a JSON value that arrives in chunks.
#[derive(Debug, Default)]
struct Scan {
    depth: u64,
    in_string: bool,
    escaped: bool,
    started: bool,
}

impl Scan {
    /// How many bytes of the chunk belong to the value, and whether it is complete.
    fn advance(&mut self, chunk: &[u8]) -> (usize, bool) {
        let mut at = 0;
        while at < chunk.len() {
            if self.in_string {
                if self.escaped {
                    self.escaped = false;
                    at += 1;
                    continue;
                }
                let Some(next) = memchr2(b'"', b'\\', &chunk[at..]) else { return (chunk.len(), false) };
                at += next + 1;
                if chunk[at - 1] == b'\\' {
                    self.escaped = true;
                } else {
                    self.in_string = false;
                    if self.depth == 0 {
                        return (at, true);
                    }
                }
                continue;
            }
            match chunk[at] {
                b'"' if self.depth > 0 || !self.started => self.in_string = true,
                b'{' | b'[' if self.depth > 0 || !self.started => self.depth += 1,
                b'}' | b']' if self.depth > 0 => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        return (at + 1, true);
                    }
                }
                // What follows a number or a word.
                b'"' | b'{' | b'[' | b'}' | b']' | b',' | b':' | b' ' | b'\n' | b'\r' | b'\t'
                    if self.depth == 0 =>
                {
                    return (at, true);
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
            walker.expect(b'{', "").unwrap();
            let mut found = Vec::new();
            while !walker.closes(b'}', found.is_empty()).unwrap() {
                let key = walker.read_key().unwrap();
                walker.read_value("a value").unwrap();
                found.push((key, String::from_utf8(walker.value().to_vec()).unwrap()));
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
                walker.expect(b'{', "a brace")?;
                let mut first = true;
                while !walker.closes(b'}', first)? {
                    walker.read_key()?;
                    walker.read_value("a value")?;
                    first = false;
                }
                walker.end()
            };
            let problem = walk().unwrap_err().to_string();
            assert!(problem.starts_with(expected), "{text}: {problem}");
        }
    }
}
