//! SQuAD's JSON: contexts, and questions whose answers are spans of them.
//!
//! An article is a story. Its paragraphs are the facts told up to a point where questions are asked, with these
//! questions, so that later contexts repeat the earlier ones; that is also how stories are read back. Any other paragraph
//! is a story of its own. Only one story is held at a time.
//!
//! Beside SQuAD's fields a question has `supporting_facts`, the sentences of the context, counted from 1, that support
//! its answer, and where a solution is given its `kind` and the `composition` of the support. An answer is a span if it
//! is a word of a supporting sentence, and then of its last mention in the last of them. Other answers are as in SQuAD
//! 2.0 those of unanswerable questions: `is_impossible`, no `answers`, and the answer among the `plausible_answers`
//! with an `answer_start` of -1. These are "yes", "no" and "maybe", numbers, "nothing", everything with a comma, and what
//! has to be concluded. A question without answer has no plausible answers either.

use std::io::BufRead;

use serde::{Deserialize, Serialize};
use wampimuk_babi::{Asked, Line, Passage, Solution};

use super::growing::{Growing, Queue};
use super::sentences::{check, join, position, split};
use super::{Found, Next, StoryClaims, StoryHead, StoryRecord, StoryWriteError, Wrong, python};
use crate::error::{FieldError, FilePosition};
use crate::json_walker::{Walker, excerpt};
use crate::original::parse_json;

#[derive(Debug, Deserialize, Serialize)]
struct Paragraph {
    context: String,
    qas: Vec<Qa>,
}

#[derive(Debug, Deserialize, Serialize)]
struct Qa {
    id: String,
    question: String,
    answers: Vec<Span>,
    #[serde(default)]
    is_impossible: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    plausible_answers: Vec<Span>,
    #[serde(default)]
    supporting_facts: Vec<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    composition: Option<Vec<String>>,
}

#[derive(Debug, Deserialize, Serialize)]
struct Span {
    text: String,
    answer_start: i64,
}

#[derive(Debug, Serialize)]
struct Article<'a> {
    title: &'a str,
    task: &'a str,
    split: &'a str,
    story: u64,
    paragraphs: Vec<Paragraph>,
}

/// The pieces of a SQuAD file: [`begin`](Self::begin), articles with [`BETWEEN`](Self::BETWEEN) between them, and
/// [`END`](Self::END).
#[derive(Clone, Copy, Debug)]
pub struct SquadWriter;

impl SquadWriter {
    /// What stands between two articles.
    pub const BETWEEN: &'static [u8] = b",\n";
    /// What closes a file.
    pub const END: &'static [u8] = b"\n]}\n";

    /// Appends what opens a file.
    pub fn begin(version: &str, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"version\": ");
        python::write(&version, out);
        out.extend_from_slice(b", \"data\": [\n");
    }

    /// Appends a story as an article.
    ///
    /// # Errors
    /// If a fact is not one sentence with a full stop, or a support is no fact.
    pub fn write(
        passage: &Passage,
        solutions: &[Solution],
        head: &StoryHead<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), StoryWriteError> {
        article(passage, head, out, |line| {
            let solution = solutions.iter().find(|solution| solution.line == line)?;
            let composition = solution.composition.iter().map(|&word| word.to_owned()).collect();
            Some((solution.kind.name().to_owned(), composition))
        })
    }

    /// Appends a story that was read, with what its file said.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn write_record(record: &StoryRecord, out: &mut Vec<u8>) -> Result<(), StoryWriteError> {
        let text = |text: &'_ Option<String>| text.clone().unwrap_or_default();
        let (id, task, split) = (text(&record.id), text(&record.task), text(&record.split));
        let head = StoryHead { id: &id, task: &task, split: &split, story: record.story.unwrap_or(0) };
        let mut claims = record.claims.iter();
        article(&record.passage, &head, out, |_| {
            let claims = claims.next()?;
            Some((claims.kind.clone()?, claims.composition.clone()?))
        })
    }
}

fn article(
    passage: &Passage,
    head: &StoryHead<'_>,
    out: &mut Vec<u8>,
    mut more: impl FnMut(usize) -> Option<(String, Vec<String>)>,
) -> Result<(), StoryWriteError> {
    check(passage)?;
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let mut context = Context::default();
    // Whether a fact was told since the last question.
    let mut told = true;
    for (index, line) in passage.lines.iter().enumerate() {
        let asked = match line {
            Line::Fact(text) => {
                context.tell(text);
                told = true;
                continue;
            }
            Line::Question(asked) => asked,
        };
        let number = index + 1;
        let supporting_facts = supports(passage, number, asked)?;
        let (kind, composition) = more(number).unzip();
        let span = context
            .mention(passage, asked)
            .map(|start| Span { text: asked.answer.clone(), answer_start: start });
        let plausible = Span { text: asked.answer.clone(), answer_start: -1 };
        let is_impossible = span.is_none();
        let qa = Qa {
            id: format!("{}_{number}", head.id),
            question: asked.question.clone(),
            answers: span.into_iter().collect(),
            is_impossible,
            plausible_answers: Some(plausible)
                .filter(|span| is_impossible && !span.text.is_empty())
                .into_iter()
                .collect(),
            supporting_facts,
            kind,
            composition,
        };
        match paragraphs.last_mut().filter(|_| !told) {
            Some(paragraph) => paragraph.qas.push(qa),
            None => paragraphs.push(Paragraph { context: context.text.clone(), qas: vec![qa] }),
        }
        told = false;
    }
    let &StoryHead { id: title, task, split, story } = head;
    python::write(&Article { title, task, split, story, paragraphs }, out);
    Ok(())
}

/// The supports of a question, as positions among the facts.
fn supports(passage: &Passage, number: usize, asked: &Asked) -> Result<Vec<usize>, StoryWriteError> {
    let position = |&line: &usize| {
        let refused = || StoryWriteError {
            line: number,
            message: format!("expected supports that are facts before the question, found line {line}"),
        };
        position(passage, line).filter(|_| line < number).ok_or_else(refused)
    };
    asked.support.iter().map(position).collect()
}

/// The facts so far.
#[derive(Default)]
struct Context {
    text: String,
    /// How many characters the text has.
    chars: usize,
    /// At which character each fact starts.
    starts: Vec<usize>,
}

/// Answers that are never taken from the text: "no" is in "no longer".
const CLOSED: [&str; 12] =
    ["yes", "no", "maybe", "none", "nothing", "zero", "one", "two", "three", "four", "five", "unknown"];

impl Context {
    fn tell(&mut self, fact: &str) {
        join(&mut self.text, fact);
        let chars = fact.chars().count();
        let start = if self.chars == 0 { 0 } else { self.chars + 1 };
        self.starts.push(start);
        self.chars = start + chars;
    }

    /// The character at which the answer starts where a supporting line mentions it last.
    fn mention(&self, passage: &Passage, asked: &Asked) -> Option<i64> {
        let answer = asked.answer.as_str();
        if answer.is_empty() || answer.contains(',') || CLOSED.contains(&answer) {
            return None;
        }
        let mut lines = asked.support.clone();
        lines.sort_unstable();
        lines.into_iter().rev().find_map(|line| {
            let Line::Fact(fact) = passage.lines.get(line.checked_sub(1)?)? else { return None };
            let at = last_word(fact, answer)?;
            let start = self.starts.get(position(passage, line)?.checked_sub(1)?)?;
            i64::try_from(start + fact[..at].chars().count()).ok()
        })
    }
}

/// The byte at which a text has the words last, as whole words.
fn last_word(text: &str, words: &str) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || c == '\'';
    text.rmatch_indices(words).map(|(at, _)| at).find(|&at| {
        !text[..at].chars().next_back().is_some_and(is_part)
            && !text[at + words.len()..].chars().next().is_some_and(is_part)
    })
}

/// The name of a value in the error that it is too long.
const VALUE: &str = "a value";

fn spot((line, offset): (u64, u64)) -> FilePosition {
    FilePosition::Byte { line, offset }
}

/// Reads a file, paragraph by paragraph.
#[derive(Debug)]
pub(super) struct Paragraphs<R> {
    walker: Walker<R>,
    state: State,
    /// What the article says: title, task, split and number.
    head: (Option<String>, Option<String>, Option<String>, Option<u64>),
    queue: Queue,
}

#[derive(Clone, Copy, Debug)]
enum State {
    Start,
    Top { first: bool },
    Articles { first: bool },
    Article { first: bool },
    Paragraphs { first: bool },
    End,
}

impl<R: BufRead> Paragraphs<R> {
    pub(super) fn new(source: R) -> Self {
        let head = (None, None, None, None);
        Self { walker: Walker::new(source), state: State::Start, head, queue: Queue::default() }
    }

    pub(super) fn next(&mut self) -> Next {
        let mut next = self.queue.waiting();
        while next.is_none() {
            if let State::End = self.state {
                return self.queue.close();
            }
            next = self.step().unwrap_or_else(|wrong| {
                self.state = State::End;
                let spot = spot(self.walker.place());
                self.queue.add((spot, Err(wrong)))
            });
        }
        next
    }

    /// Reads on by one key, element or bracket; gives what is complete then.
    fn step(&mut self) -> Result<Next, Wrong> {
        match self.state {
            State::Start => {
                self.walker.expect(b'{', "`{`, the start of a JSON object")?;
                self.state = State::Top { first: true };
            }
            State::Top { first } => {
                self.state = State::Top { first: false };
                match self.key(first)?.as_deref() {
                    None => {
                        self.walker.end()?;
                        self.state = State::End;
                    }
                    Some("data") => {
                        self.walker.expect(b'[', "`[`, the list of articles")?;
                        self.state = State::Articles { first: true };
                    }
                    Some(_) => drop(self.walker.read_value(VALUE)?),
                }
            }
            State::Articles { first } => {
                if self.walker.closes(b']', first)? {
                    self.state = State::Top { first: false };
                } else {
                    self.walker.expect(b'{', "`{`, an article")?;
                    self.head = (None, None, None, None);
                    self.state = State::Article { first: true };
                }
            }
            State::Article { first } => {
                self.state = State::Article { first: false };
                let Some(key) = self.key(first)? else {
                    self.state = State::Articles { first: false };
                    return Ok(self.queue.close());
                };
                match key.as_str() {
                    "paragraphs" => {
                        self.walker.expect(b'[', "`[`, the list of paragraphs")?;
                        self.state = State::Paragraphs { first: true };
                    }
                    "title" => self.head.0 = Some(self.header("title", "a text")?),
                    "task" => self.head.1 = Some(self.header("task", "a text")?),
                    "split" => self.head.2 = Some(self.header("split", "a text")?),
                    "story" => self.head.3 = Some(self.header("story", "a number")?),
                    _ => drop(self.walker.read_value(VALUE)?),
                }
            }
            State::Paragraphs { first } => {
                if self.walker.closes(b']', first)? {
                    self.state = State::Article { first: false };
                    return Ok(None);
                }
                self.state = State::Paragraphs { first: false };
                let spot = spot(self.walker.read_value(VALUE)?);
                return Ok(
                    match parse_json::<Paragraph>(self.walker.value())
                        .and_then(|paragraph| self.take(spot, &paragraph))
                    {
                        Ok(next) => next,
                        Err(error) => self.queue.add((spot, Err(Wrong::Item(error)))),
                    },
                );
            }
            State::End => {}
        }
        Ok(None)
    }

    /// The next key of an object whose values were read; `None` at its end.
    fn key(&mut self, first: bool) -> Result<Option<String>, Wrong> {
        if self.walker.closes(b'}', first)? { Ok(None) } else { Ok(Some(self.walker.read_key()?)) }
    }

    /// A value of an article.
    fn header<T: serde::de::DeserializeOwned>(&mut self, key: &str, expected: &str) -> Result<T, Wrong> {
        self.walker.read_value(VALUE)?;
        let json = self.walker.value();
        serde_json::from_slice(json)
            .map_err(|_| Wrong::Structure(format!("`{key}`: expected {expected}, found {}", excerpt(json))))
    }

    /// Adds a paragraph to its story; gives what is complete then.
    fn take(&mut self, spot: FilePosition, paragraph: &Paragraph) -> Result<Next, FieldError> {
        let facts = split("context", &paragraph.context)?;
        let characters = Characters::of(&paragraph.context);
        let mut questions = Vec::with_capacity(paragraph.qas.len());
        for (number, qa) in paragraph.qas.iter().enumerate() {
            qa.check(&characters, facts.len(), &format!("qas[{number}]"))?;
            let id = Some(qa.id.clone());
            let (kind, composition) = (qa.kind.clone(), qa.composition.clone());
            questions.push((qa, StoryClaims { id, kind, composition, ..StoryClaims::default() }));
        }
        let goes_on = self.queue.open.as_ref().is_some_and(|open| open.goes_on(&facts));
        let mut closed = None;
        if !goes_on {
            let (id, task, split, story) = self.head.clone();
            let found = Found { id, task, split, story, ..Found::default() };
            closed = self.queue.begin(Growing::new(spot, found));
        }
        if let Some(story) = &mut self.queue.open {
            story.tell(&facts);
            let numbers: Vec<usize> = story.so_far().passage.facts().map(|(number, _)| number).collect();
            for (qa, claims) in questions {
                let number = |&fact: &usize| numbers.get(fact.checked_sub(1)?).copied();
                let support = qa.supporting_facts.iter().filter_map(number).collect();
                story.ask(Asked { question: qa.question.clone(), answer: qa.answer(), support }, claims);
            }
        }
        Ok(closed)
    }
}

/// A text whose characters are found without counting each time.
struct Characters<'a> {
    text: &'a str,
    /// At which byte each character is; `None` if at the byte of the same number.
    bytes: Option<Vec<usize>>,
}

impl<'a> Characters<'a> {
    fn of(text: &'a str) -> Self {
        let bytes = (!text.is_ascii()).then(|| text.char_indices().map(|(at, _)| at).collect());
        Self { text, bytes }
    }

    /// The text from a character on.
    fn from(&self, character: usize) -> Option<&'a str> {
        match &self.bytes {
            None => self.text.get(character..),
            Some(bytes) => self.text.get(*bytes.get(character)?..),
        }
    }
}

impl Qa {
    /// The answer; empty if there is none.
    fn answer(&self) -> String {
        let answer = self.answers.first().or(self.plausible_answers.first());
        answer.map(|span| span.text.clone()).unwrap_or_default()
    }

    /// Whether the numbers are within the context.
    fn check(&self, context: &Characters<'_>, facts: usize, field: &str) -> Result<(), FieldError> {
        for (number, span) in self.answers.iter().enumerate() {
            let start = usize::try_from(span.answer_start).ok();
            if !start.and_then(|start| context.from(start)).is_some_and(|text| text.starts_with(&span.text)) {
                let expected = format!("the character at which {} starts", excerpt(span.text.as_bytes()));
                let field = format!("{field}.answers[{number}].answer_start");
                return Err(FieldError::value(field, expected, span.answer_start));
            }
        }
        for (number, &fact) in self.supporting_facts.iter().enumerate() {
            if !(1..=facts).contains(&fact) {
                let expected = format!("a sentence of the context, from 1 to {facts}");
                return Err(FieldError::value(format!("{field}.supporting_facts[{number}]"), expected, fact));
            }
        }
        Ok(())
    }
}
