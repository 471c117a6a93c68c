//! The bAbI text format: numbered lines, the numbers starting again at 1 with every story.
//!
//! ```text
//! 1 Mary went to the kitchen.
//! 2 Where is Mary?<TAB>kitchen<TAB>1
//! ```
//!
//! A question has two more columns, after a TAB each: the answer, and the numbers of the lines that support it.
//! [`Passages`] reads a file story by story; [`Passage::write`] writes one, to the byte as it was published.

use std::io::{BufRead, ErrorKind};

use thiserror::Error;

/// The most lines of a story. A file without stories (whose numbers never start again) would fill all memory otherwise.
pub const MOST_LINES: usize = 10_000;

/// The most bytes of a line, for the same reason.
pub const MOST_BYTES: usize = 64 * 1024;

/// A story as text, with questions among its lines.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Passage {
    /// The lines. Line `i` is printed with the number `i + 1`: questions count.
    pub lines: Vec<Line>,
}

/// A line of a passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A sentence that tells something, with its full stop.
    Fact(String),
    /// A question.
    Question(Asked),
}

impl Line {
    /// What it says, question or not.
    pub fn text(&self) -> &str {
        match self {
            Self::Fact(text) => text,
            Self::Question(asked) => &asked.question,
        }
    }
}

/// A question, with what the file says about it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Asked {
    /// The question, with its question mark.
    pub question: String,
    /// The answer. Several are joined by commas. Empty if the file has none.
    pub answer: String,
    /// The printed numbers of the lines that support the answer, as listed in the file.
    pub support: Vec<usize>,
}

/// What stands between a question and its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Spacing {
    /// A TAB.
    #[default]
    Tab,
    /// A space and a TAB.
    SpaceAndTab,
}

impl Spacing {
    /// The spacing of the published file of a task: there is a space in tasks 1–3 and 5–14.
    pub fn published(task: usize) -> Spacing {
        match task {
            1..=3 | 5..=14 => Spacing::SpaceAndTab,
            _ => Spacing::Tab,
        }
    }
}

impl Passage {
    /// The facts, each with its printed number.
    pub fn facts(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines.iter().enumerate().filter_map(|(index, line)| match line {
            Line::Fact(text) => Some((index + 1, text.as_str())),
            Line::Question(_) => None,
        })
    }

    /// The questions, each with its printed number.
    pub fn questions(&self) -> impl Iterator<Item = (usize, &Asked)> {
        self.lines.iter().enumerate().filter_map(|(index, line)| match line {
            Line::Fact(_) => None,
            Line::Question(asked) => Some((index + 1, asked)),
        })
    }

    /// Appends the passage to a text. A question that has neither answer nor support gets no columns.
    pub fn write(&self, out: &mut String, spacing: Spacing) {
        for (index, line) in self.lines.iter().enumerate() {
            out.push_str(&(index + 1).to_string());
            out.push(' ');
            match line {
                Line::Fact(text) => out.push_str(text),
                Line::Question(asked) => asked.write(out, spacing),
            }
            out.push('\n');
        }
    }
}

impl Asked {
    fn write(&self, out: &mut String, spacing: Spacing) {
        out.push_str(&self.question);
        if self.answer.is_empty() && self.support.is_empty() {
            return;
        }
        out.push_str(match spacing {
            Spacing::Tab => "\t",
            Spacing::SpaceAndTab => " \t",
        });
        out.push_str(&self.answer);
        out.push('\t');
        for (index, line) in self.support.iter().enumerate() {
            if index > 0 {
                out.push(' ');
            }
            out.push_str(&line.to_string());
        }
    }
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line} of the file: expected {expected}, found {found}")]
pub struct TextError {
    /// The number of the line in the file, from 1 on.
    pub line: usize,
    /// What should be there.
    pub expected: String,
    /// What is there, shortened.
    pub found: String,
}

/// A passage and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The number, from 1 on, of the file's line at which the passage starts.
    pub line: usize,
    /// The passage.
    pub passage: Passage,
}

/// The passages of a file, one after the other; no more than one is in memory. Ends after the first error.
///
/// Read with tolerance: lines may end in CRLF, the last one in nothing; there may be spaces around columns, several
/// between supporting lines, and empty lines between stories; a question may lack its support, or its answer too.
///
/// ```
/// use wampimuk_babi::text::Passages;
///
/// let text = "1 Mary went to the park.\n2 Where is Mary?\tpark\t1\n1 John went to the office.\n";
/// let starts: Result<Vec<usize>, _> = Passages::of(text).map(|found| Ok(found?.line)).collect();
/// assert_eq!(starts, Ok::<_, wampimuk_babi::text::TextError>(vec![1, 3]));
/// ```
#[derive(Debug)]
pub struct Passages<R> {
    input: R,
    /// How many lines of the file were read.
    read: usize,
    /// The first line of the next passage, with its number in the file.
    ahead: Option<(usize, Line)>,
    /// Whether the last line makes no sense, so that nothing can be made of what follows until a story begins.
    is_lost: bool,
    /// Whether nothing more can be read.
    is_stuck: bool,
    ended: bool,
}

impl<'a> Passages<&'a [u8]> {
    /// The passages of a text.
    pub fn of(text: &'a str) -> Passages<&'a [u8]> {
        Passages::new(text.as_bytes())
    }
}

impl<R: BufRead> Passages<R> {
    /// The passages that come from somewhere.
    pub fn new(input: R) -> Passages<R> {
        Passages { input, read: 0, ahead: None, is_lost: false, is_stuck: false, ended: false }
    }

    /// Whether nothing comes any more, not even after an error.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    fn error(&self, expected: impl Into<String>, found: impl Into<String>) -> TextError {
        TextError { line: self.read, expected: expected.into(), found: found.into() }
    }

    /// The next line that is not empty, without its end; `None` at the end of the file.
    fn next_line(&mut self) -> Result<Option<String>, TextError> {
        loop {
            let mut bytes = Vec::new();
            self.read += 1;
            let mut ended = false;
            while !ended {
                let chunk = match self.input.fill_buf() {
                    Ok(chunk) => chunk,
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    Err(error) => {
                        let error = self.error("a line", error.to_string());
                        self.is_stuck = true;
                        return Err(error);
                    }
                };
                if chunk.is_empty() {
                    if bytes.is_empty() {
                        return Ok(None);
                    }
                    break;
                }
                let end = chunk.iter().position(|&byte| byte == b'\n');
                let content = &chunk[..end.unwrap_or(chunk.len())];
                if bytes.len() + content.len() > MOST_BYTES {
                    self.is_stuck = true;
                    return Err(self.error(format!("at most {MOST_BYTES} bytes"), "a longer line"));
                }
                bytes.extend_from_slice(content);
                ended = end.is_some();
                let used = content.len() + usize::from(ended);
                self.input.consume(used);
            }
            let text = String::from_utf8(bytes).map_err(|error| {
                let found = String::from_utf8_lossy(error.as_bytes());
                self.error("UTF-8", shortened(&found))
            })?;
            let text = text.trim_start_matches('\u{feff}').trim();
            if !text.is_empty() {
                return Ok(Some(text.to_owned()));
            }
        }
    }

    /// Reads a line: its number, and what it says.
    fn parse(&self, text: &str) -> Result<(usize, Line), TextError> {
        let (number, rest) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        let number = number.parse().map_err(|_| self.error("the number of a line", shortened(text)))?;
        let mut columns = rest.split('\t').map(str::trim);
        let words = columns.next().unwrap_or_default();
        let Some(answer) = columns.next() else {
            if words.is_empty() {
                return Err(self.error("a sentence after the number", shortened(text)));
            }
            let words = words.to_owned();
            let line = if words.ends_with('?') {
                Line::Question(Asked { question: words, ..Asked::default() })
            } else {
                Line::Fact(words)
            };
            return Ok((number, line));
        };
        if words.is_empty() {
            return Err(self.error("a question before the answer", shortened(text)));
        }
        let mut support = Vec::new();
        for line in columns.next().unwrap_or_default().split_whitespace() {
            let line =
                line.parse().map_err(|_| self.error("numbers of supporting lines", shortened(line)))?;
            support.push(line);
        }
        if let Some(more) = columns.next() {
            let found = format!("one more, {}", shortened(more));
            return Err(self.error("a question, an answer and its support", found));
        }
        let asked = Asked { question: words.to_owned(), answer: answer.to_owned(), support };
        Ok((number, Line::Question(asked)))
    }

    /// Goes on to the next line that begins a story.
    fn find_beginning(&mut self) -> Result<(), TextError> {
        loop {
            let text = match self.next_line() {
                Ok(Some(text)) => text,
                Ok(None) => return Ok(()),
                Err(error) if self.is_stuck => return Err(error),
                Err(_) => continue,
            };
            if text.split([' ', '\t']).next() == Some("1") {
                let (_, line) = self.parse(&text)?;
                self.ahead = Some((self.read, line));
                return Ok(());
            }
        }
    }

    fn next_passage(&mut self) -> Result<Option<Located>, TextError> {
        if std::mem::take(&mut self.is_lost) {
            self.find_beginning()?;
        }
        let mut found = self.ahead.take().map(|(line, first)| (line, vec![first]));
        while let Some(text) = self.next_line()? {
            let (number, line) = self.parse(&text)?;
            let next = found.as_ref().map_or(1, |(_, lines)| lines.len() + 1);
            match &mut found {
                None if number == 1 => found = Some((self.read, vec![line])),
                Some(_) if number == 1 => {
                    self.ahead = Some((self.read, line));
                    break;
                }
                Some((_, lines)) if number == next && next <= MOST_LINES => lines.push(line),
                Some(_) if number == next => {
                    let expected = format!("a story of at most {MOST_LINES} lines");
                    return Err(self.error(expected, shortened(&text)));
                }
                None => return Err(self.error("number 1, which begins a story", shortened(&text))),
                Some(_) => {
                    let expected = format!("number {next}, or 1 for a new story");
                    return Err(self.error(expected, shortened(&text)));
                }
            }
        }
        Ok(found.map(|(line, lines)| Located { line, passage: Passage { lines } }))
    }
}

impl<R: BufRead> Iterator for Passages<R> {
    type Item = Result<Located, TextError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.next_passage().transpose();
        self.is_lost = matches!(next, Some(Err(_)));
        self.ended = next.is_none() || self.is_stuck;
        next
    }
}

/// A text in quotes, cut if it is long.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Result<Vec<Located>, TextError> {
        Passages::of(text).collect()
    }

    fn fact(text: &str) -> Line {
        Line::Fact(text.to_owned())
    }

    fn asked(question: &str, answer: &str, support: &[usize]) -> Line {
        let (question, answer) = (question.to_owned(), answer.to_owned());
        Line::Question(Asked { question, answer, support: support.to_vec() })
    }

    #[test]
    fn reads_on_where_a_story_begins() {
        let text =
            "1 Mary went to the park.\n3 Mary went home.\n4 x\n1\n2 y\n1 John is here.\n2 Where?\there\t1\n";
        let mut passages = Passages::of(text);
        let lines: Vec<Result<usize, usize>> = passages
            .by_ref()
            .map(|found| found.map(|found| found.line).map_err(|error| error.line))
            .collect();
        assert_eq!(lines, [Err(2), Err(4), Ok(6)]);
        assert!(passages.has_ended());
    }

    #[test]
    fn reads_with_tolerance() {
        let text = "\u{feff}1 Mary went to the park.\r\n2 Where is Mary? \tpark\t1 \r\n\r\n\
                    1 John is in the office.\n2 Where is John?\toffice\n3 Where is Mary?\n4 Is John in the park?\tno\t 1   1 ";
        let first = vec![fact("Mary went to the park."), asked("Where is Mary?", "park", &[1])];
        let second = vec![
            fact("John is in the office."),
            asked("Where is John?", "office", &[]),
            asked("Where is Mary?", "", &[]),
            asked("Is John in the park?", "no", &[1, 1]),
        ];
        let expected = vec![
            Located { line: 1, passage: Passage { lines: first } },
            Located { line: 4, passage: Passage { lines: second } },
        ];
        assert_eq!(all(text), Ok(expected));
        assert_eq!(all(""), Ok(vec![]));
        assert_eq!(all("\n\n"), Ok(vec![]));
    }

    #[test]
    fn errors_say_where_and_what() {
        let long = format!("1 {}", "x".repeat(MOST_BYTES));
        let cases = [
            ("Mary.", 1, "the number of a line", "`Mary.`"),
            ("\n2 Mary.", 2, "number 1, which begins a story", "`2 Mary.`"),
            ("1 Mary.\n3 John.", 2, "number 2, or 1 for a new story", "`3 John.`"),
            ("1 Mary.\n1 John.\n2", 3, "a sentence after the number", "`2`"),
            ("1 Who?\ta\tb", 1, "numbers of supporting lines", "`b`"),
            ("1 Who?\ta\t1\t2", 1, "a question, an answer and its support", "one more, `2`"),
            ("1\t\ta", 1, "a question before the answer", "`1\t\ta`"),
            ("99999999999999999999999 Mary.", 1, "the number of a line", "`99999999999999999999999 Mary.`"),
            (long.as_str(), 1, "at most 65536 bytes", "a longer line"),
        ];
        for (text, line, expected, found) in cases {
            let error = TextError { line, expected: expected.to_owned(), found: found.to_owned() };
            assert_eq!(all(text), Err(error), "{}", shortened(text));
        }
        assert_eq!(
            all("1 Mary.\n0 John.").unwrap_err().to_string(),
            "line 2 of the file: expected number 2, or 1 for a new story, found `0 John.`"
        );
        let bytes: &[u8] = b"1 Mary.\n2 \xff.\n";
        let error = Passages::new(bytes).find_map(Result::err).unwrap();
        assert_eq!((error.line, error.expected.as_str()), (2, "UTF-8"));
    }

    #[test]
    fn stories_have_an_end() {
        let lines = |count: usize| (1..=count).map(|line| format!("{line} a.\n")).collect::<String>();
        assert_eq!(all(&lines(MOST_LINES)).unwrap().len(), 1);
        let error = all(&lines(MOST_LINES + 1)).unwrap_err();
        assert_eq!((error.line, error.expected.as_str()), (10_001, "a story of at most 10000 lines"));
    }

    #[test]
    fn what_was_read_before_and_after_an_error_is_kept() {
        let mut passages = Passages::of("1 a.\n1 b.\n3 c.\n1 d.\n");
        assert_eq!(passages.next().unwrap().unwrap().line, 1);
        assert_eq!(passages.next().unwrap().unwrap_err().line, 3);
        // Reading goes on with the next story.
        assert_eq!(passages.next().unwrap().unwrap().line, 4);
        assert!(passages.next().is_none());
    }

    #[test]
    fn writing_is_reading_backwards() {
        for spacing in [Spacing::Tab, Spacing::SpaceAndTab] {
            let lines =
                vec![fact("a b."), asked("c?", "d,e", &[1, 3]), asked("f?", "", &[]), asked("g", "", &[2])];
            let passage = Passage { lines };
            let mut text = String::new();
            passage.write(&mut text, spacing);
            assert_eq!(all(&text), Ok(vec![Located { line: 1, passage }]), "{text}");
            assert_eq!(text.contains("c? \td,e\t1 3\n"), spacing == Spacing::SpaceAndTab);
        }
    }
}
