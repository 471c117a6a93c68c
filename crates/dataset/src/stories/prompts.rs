//! The kit's text-to-text lines: the statements before a question and the question as one text.
//!
//! The lines of a story follow each other. Their supporting facts are printed numbers, and these count the questions
//! asked before, although the input does not have them. Where all lines of a story are there, the numbers find their
//! way back: that is how stories are put together here. From the first line on that leaves a gap, each line is a record
//! of its own. If no question is missing before it, its numbers stand; otherwise they are kept as a claim.

use wampimuk_babi::{Asked, Line, Passage, Solution};

use super::growing::{Growing, Queue};
use super::sentences::{check, join, split};
use super::{Found, Next, StoryClaims, StoryHead, StoryWriteError, Wrong, python};
use crate::error::{FieldError, FilePosition};
use crate::input::Input;
use crate::json_walker::excerpt;
use crate::lines::Lines;
use crate::original::parse_json;

/// A question as the kit records it, with all its fields in their order.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
pub struct PromptLine {
    /// The name of the story, `_`, and the printed number of the question.
    pub id: String,
    /// The task.
    pub task: String,
    /// What the kit's random numbers started from; -1 where the kit did not make the story itself.
    pub seed: i64,
    /// The printed number of the question.
    pub q_sub_id: usize,
    /// The statements, ` $question$ `, and the question.
    pub input: String,
    /// The answer.
    pub output: String,
    /// Always -1.
    #[serde(rename = "answerKey")]
    pub answer_key: i64,
    /// Always `answer:`.
    pub prefix: String,
    /// The input again.
    pub question: PromptStem,
    /// The printed numbers of the supporting lines.
    pub supporting_facts: Vec<usize>,
    /// Whether a filter chose the question.
    pub chosen_q: bool,
}

/// A field that some readers of such files expect.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
pub struct PromptStem {
    /// The input again.
    pub stem: String,
}

/// What stands between statements and question.
const MARK: &str = "$question$";

impl PromptLine {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is not JSON, or a field is missing or of another type.
    pub fn parse(json: &[u8]) -> Result<Self, FieldError> {
        parse_json(json)
    }

    /// Appends the line as the kit writes it, and a line break. (The kit leaves out the last line break of a file.)
    pub fn write(&self, out: &mut Vec<u8>) {
        python::write(self, out);
        out.push(b'\n');
    }

    /// The lines that the kit would write of a story, one for each question, without a seed (-1).
    ///
    /// # Errors
    /// If a fact is not one sentence with a full stop: inputs could not be taken apart again.
    pub fn of(passage: &Passage, head: &StoryHead<'_>) -> Result<Vec<Self>, StoryWriteError> {
        check(passage)?;
        let (mut told, mut lines) = (String::new(), Vec::new());
        for (index, line) in passage.lines.iter().enumerate() {
            match line {
                Line::Fact(text) => join(&mut told, text),
                Line::Question(asked) => {
                    let mut input = told.clone();
                    join(&mut input, MARK);
                    join(&mut input, &asked.question);
                    let mut supporting_facts = asked.support.clone();
                    supporting_facts.sort_unstable();
                    lines.push(Self {
                        id: format!("{}_{}", head.id, index + 1),
                        task: head.task.to_owned(),
                        seed: -1,
                        q_sub_id: index + 1,
                        question: PromptStem { stem: input.clone() },
                        input,
                        output: asked.answer.clone(),
                        answer_key: -1,
                        prefix: "answer:".to_owned(),
                        supporting_facts,
                        chosen_q: true,
                    });
                }
            }
        }
        Ok(lines)
    }

    /// The name of the story.
    fn story(&self) -> &str {
        self.id.strip_suffix(&format!("_{}", self.q_sub_id)).unwrap_or(&self.id)
    }

    /// The facts and the question.
    fn parts(&self) -> Result<(Vec<&str>, &str), FieldError> {
        let Some((facts, question)) = self.input.split_once(MARK) else {
            let expected = format!("statements, `{MARK}` and a question");
            return Err(FieldError::value("input", expected, excerpt(self.input.as_bytes())));
        };
        let question = question.trim();
        if question.is_empty() {
            return Err(FieldError::value("input", format!("a question after `{MARK}`"), "none"));
        }
        Ok((split("input", facts)?, question))
    }
}

/// Appends the lines of a story, see [`PromptLine::of`]. Solutions have nothing to add.
///
/// # Errors
/// If a fact is not one sentence with a full stop.
pub fn write_prompts(
    passage: &Passage,
    _solutions: &[Solution],
    head: &StoryHead<'_>,
    out: &mut Vec<u8>,
) -> Result<(), StoryWriteError> {
    for line in PromptLine::of(passage, head)? {
        line.write(out);
    }
    Ok(())
}

#[derive(Debug)]
pub(super) struct Prompts {
    lines: Lines<Input>,
    queue: Queue,
}

impl Prompts {
    pub(super) fn new(lines: Lines<Input>) -> Self {
        Self { lines, queue: Queue::default() }
    }

    pub(super) fn next(&mut self) -> Next {
        let mut next = self.queue.waiting();
        while next.is_none() {
            let line = match self.lines.next_line() {
                Ok(None) => return self.queue.close(),
                Ok(Some(line)) => PromptLine::parse(line).map_err(Wrong::Item),
                Err(error) => Err(error.into()),
            };
            let spot = FilePosition::Line(self.lines.number());
            next = match line.and_then(|line| Ok(self.take(spot, &line)?)) {
                Ok(next) => next,
                Err(wrong) => self.queue.add((spot, Err(wrong))),
            };
        }
        next
    }

    /// Adds a line to its story; gives what is complete then.
    fn take(&mut self, spot: FilePosition, line: &PromptLine) -> Result<Next, FieldError> {
        let (facts, question) = line.parts()?;
        let asked = |support| Asked { question: question.to_owned(), answer: line.output.clone(), support };
        let mut claims = StoryClaims { id: Some(line.id.clone()), ..StoryClaims::default() };
        if let Some(open) = &mut self.queue.open {
            let found = open.so_far();
            if found.id.as_deref() == Some(line.story())
                && found.task.as_ref() == Some(&line.task)
                && facts.len() + found.claims.len() + 1 == line.q_sub_id
                && open.goes_on(&facts)
            {
                open.tell(&facts);
                open.ask(asked(line.supporting_facts.clone()), claims);
                return Ok(None);
            }
        }
        let (id, task) = (Some(line.story().to_owned()), Some(line.task.clone()));
        let mut story = Growing::new(spot, Found { id, task, ..Found::default() });
        story.tell(&facts);
        if facts.len() + 1 == line.q_sub_id {
            story.ask(asked(line.supporting_facts.clone()), claims);
            return Ok(self.queue.begin(story));
        }
        claims.unmapped_support = Some(line.supporting_facts.clone());
        story.ask(asked(vec![]), claims);
        Ok(self.queue.add(story.close()))
    }
}
