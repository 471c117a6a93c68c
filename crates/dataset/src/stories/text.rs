//! bAbI text: the format itself is the business of [`wampimuk_babi::text`].

use wampimuk_babi::Passage;
use wampimuk_babi::text::{Passages, Spacing, TextError};

use super::{Found, Next, StoryClaims, Wrong};
use crate::error::{FieldError, Spot};
use crate::input::Input;

/// Appends a story as bAbI text. Published files have a space before the first tab or not, see [`Spacing::published`].
pub fn write_text(passage: &Passage, spacing: Spacing, out: &mut Vec<u8>) {
    let mut text = String::new();
    passage.write(&mut text, spacing);
    out.extend_from_slice(text.as_bytes());
}

/// The next story of a file.
pub(super) fn next(passages: &mut Passages<Input>) -> Next {
    Some(match passages.next()? {
        Ok(located) => (Spot::Line(located.line as u64), Ok(Found::silent(located.passage))),
        Err(TextError { line, expected, found }) => {
            (Spot::Line(line as u64), Err(Wrong::Structure(format!("expected {expected}, found {found}"))))
        }
    })
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

impl std::io::Read for Joined<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        use std::io::BufRead;
        let available = self.fill_buf()?;
        let count = available.len().min(out.len());
        out[..count].copy_from_slice(&available[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl std::io::BufRead for Joined<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
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
