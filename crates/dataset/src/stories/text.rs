//! bAbI text: the format itself is the business of [`wampimuk_babi::text`].

use std::io::{self, BufRead, Read};

use memchr::memchr;
use wampimuk_babi::Passage;
use wampimuk_babi::text::{Passages, Spacing, TextError};

use super::{Found, Next, StoryClaims, Wrong};
use crate::error::{FieldError, FilePosition};
use crate::input::Input;
use crate::lines::MAX_ITEM_BYTES;

/// Appends a story as bAbI text. Published files have a space before the first tab or not, see [`Spacing::published`].
pub fn write_text(passage: &Passage, spacing: Spacing, out: &mut Vec<u8>) {
    let mut text = String::new();
    passage.write(&mut text, spacing);
    out.extend_from_slice(text.as_bytes());
}

/// The stories of a file. A line that is not what it should be costs its story; what follows is read from the next line that
/// begins one.
pub(super) fn passages(input: Input) -> Passages<Bounded<Input>> {
    Passages::new(Bounded { source: input, bytes: 0, line: Start::Empty })
}

/// The next story of a file.
pub(super) fn next(passages: &mut Passages<Bounded<Input>>) -> Next {
    let next = passages.next()?;
    Some(match next {
        Ok(located) => (FilePosition::Line(located.line as u64), Ok(Found::silent(located.passage))),
        Err(TextError { line, expected, found }) => {
            let wrong = match passages.has_ended() {
                true => Wrong::Structure(format!("expected {expected}, found {found}")),
                false => Wrong::Item(FieldError::value(".", expected, found)),
            };
            (FilePosition::Line(line as u64), Err(wrong))
        }
    })
}

/// A file whose stories are not longer than what we are willing to hold: lines have their limit, and so has their number,
/// but both together are too much.
#[derive(Debug)]
pub(super) struct Bounded<R> {
    source: R,
    /// How many bytes came since the last line with the number 1.
    bytes: usize,
    line: Start,
}

/// What was seen of a line.
#[derive(Clone, Copy, Debug)]
enum Start {
    /// Nothing but white space.
    Empty,
    /// The digit 1.
    One,
    /// More than needed.
    Other,
}

impl<R: BufRead> BufRead for Bounded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.bytes > MAX_ITEM_BYTES {
            return Err(io::Error::other(format!("a story of more than {MAX_ITEM_BYTES} bytes")));
        }
        self.source.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        let chunk = self.source.fill_buf().unwrap_or_default();
        let mut rest = chunk.get(..count).unwrap_or(chunk);
        self.bytes += count;
        while let Some((&byte, behind)) = rest.split_first() {
            (self.line, rest) = match (self.line, byte) {
                (_, b'\n') => (Start::Empty, behind),
                (Start::Empty, b' ' | b'\t' | b'\r') => (Start::Empty, behind),
                (Start::Empty, b'1') => (Start::One, behind),
                (Start::One, b' ' | b'\t') => {
                    self.bytes = 0;
                    (Start::Other, behind)
                }
                _ => (Start::Other, memchr(b'\n', rest).map_or(&[][..], |end| &rest[end..])),
            };
        }
        self.source.consume(count);
    }
}

impl<R: BufRead> Read for Bounded<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        read_buffered(self, out)
    }
}

/// Reads from what is buffered.
fn read_buffered(source: &mut impl BufRead, out: &mut [u8]) -> io::Result<usize> {
    let available = source.fill_buf()?;
    let count = available.len().min(out.len());
    out[..count].copy_from_slice(&available[..count]);
    source.consume(count);
    Ok(count)
}

/// The one story that several numbered lines are; errors name them as elements of a field.
pub(super) fn one_story(field: &str, lines: &[String]) -> Result<Passage, FieldError> {
    if let Some(index) = lines.iter().position(|line| line.trim_end_matches('\n').contains('\n')) {
        return Err(FieldError::value(format!("{field}[{index}]"), "one line", "a line break inside"));
    }
    let mut passages = Passages::new(Joined { lines, at: 0 });
    let wrong = |TextError { line, expected, found }: TextError| {
        FieldError::value(format!("{field}[{}]", line.saturating_sub(1)), expected, found)
    };
    let passage =
        passages.next().transpose().map_err(wrong)?.map(|located| located.passage).unwrap_or_default();
    if let Some(next) = passages.next() {
        let found = format!("another that begins at line {}", next.map_err(wrong)?.line);
        return Err(FieldError::value(field, "one story", found));
    }
    if passage.lines.len() != lines.len() {
        let found = format!("{} of {}", passage.lines.len(), lines.len());
        return Err(FieldError::value(field, "one numbered line in each text", found));
    }
    Ok(passage)
}

/// Texts as one file in which each ends its line, if it does not so itself.
struct Joined<'a> {
    lines: &'a [String],
    /// How many bytes of the first text were read, its line break included.
    at: usize,
}

impl Read for Joined<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        read_buffered(self, out)
    }
}

impl BufRead for Joined<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let Some(line) = self.lines.first() else { return Ok(&[]) };
        let line = line.trim_end_matches('\n').as_bytes();
        Ok(line.get(self.at..).filter(|rest| !rest.is_empty()).unwrap_or(b"\n"))
    }

    fn consume(&mut self, count: usize) {
        self.at += count;
        if self.lines.first().is_some_and(|line| self.at > line.trim_end_matches('\n').len()) {
            (self.lines, self.at) = (&self.lines[1..], 0);
        }
    }
}

impl Found {
    /// A story of which the file says nothing beyond the text.
    pub(super) fn silent(passage: Passage) -> Self {
        let claims = vec![StoryClaims::default(); passage.questions().count()];
        Self { passage, claims, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn story(lines: &[&str]) -> Result<Passage, String> {
        let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        one_story("lines", &lines).map_err(|error| error.to_string())
    }

    #[test]
    fn stories_that_do_not_end_are_given_up() {
        let line = |number: usize| format!("{number} {}\n", "x".repeat(60_000));
        let read = |numbers: &mut dyn Iterator<Item = usize>| -> Result<usize, String> {
            let text: String = numbers.map(line).collect();
            let source = io::BufReader::with_capacity(1000, text.as_bytes());
            let passages = Passages::new(Bounded { source, bytes: 0, line: Start::Empty });
            passages.map(|found| found.map(|_| 1).map_err(|error| error.to_string())).sum()
        };
        let message = read(&mut (1..400)).unwrap_err();
        assert!(message.contains("a story of more than 16777216 bytes"), "{message}");
        assert_eq!(read(&mut (1..200).chain(1..200)), Ok(2), "together they may be longer");
    }

    #[test]
    fn texts_become_one_story() {
        assert_eq!(story(&["1 A b.\n", "2 Where?\tc\t1"]).unwrap().lines.len(), 2);
        assert_eq!(story(&[]).unwrap(), Passage::default());
        assert!(story(&["1 A b.\n", "3 C d.\n"]).unwrap_err().starts_with("`lines[1]`: expected number 2"));
        for lines in
            [&["1 A b.", "1 C d."][..], &["1 A b.\n2 C d.", ""], &["1 A b.", ""], &["1 A\n\n", "\n2 B"]]
        {
            assert!(story(lines).is_err(), "{lines:?}");
        }
    }
}
