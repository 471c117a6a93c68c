//! Lines between the sentences of a long story that are not about its people: facts of other tasks, or a text.

use std::collections::VecDeque;

use wampimuk_babi::solve::Unrelated;
use wampimuk_core::{RecipeError, Stream};
use wampimuk_story::{Lexicon, Story, WordingError};

use crate::recipe::Asides;
use crate::scheme::world_of;

/// The tasks whose facts nobody takes for sentences about people who go somewhere.
const TASKS: [u8; 6] = [4, 15, 16, 17, 18, 19];

/// The most lines of a text.
const MOST_LINES: usize = 100_000;

/// Where asides come from.
#[derive(Clone, Debug)]
pub struct AsideSource {
    /// How much of what is not needed they are, in ten-thousandths.
    pub(super) share: u32,
    tasks: Vec<u8>,
    text: Vec<String>,
}

/// An aside: how many sentences come before it, its text, and the same as a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// How many sentences of the story come before it.
    pub after: usize,
    /// The line.
    pub text: String,
    /// What it says; the line itself where nobody knows.
    pub symbols: String,
}

impl AsideSource {
    pub(super) fn new(asides: &Asides, lexicon: &Lexicon) -> Result<AsideSource, RecipeError> {
        let wrong = |what: String| RecipeError::new(format!("asides: {what}"));
        if !(0.0..=0.95).contains(&asides.share) {
            return Err(wrong(format!("`share` is {}", asides.share)).hint("from 0 to 0.95"));
        }
        if let Some(task) = asides.tasks.iter().find(|task| !TASKS.contains(task)) {
            return Err(wrong(format!("task {task} cannot be told beside the story"))
                .hint("4, 15, 16, 17, 18 or 19: the others are about people who go somewhere"));
        }
        let text: Vec<String> =
            asides.text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
        if text.is_empty() == asides.tasks.is_empty() {
            return Err(wrong("either `tasks` or `text`".to_owned())
                .hint("one of them says what is told beside the story"));
        }
        if text.len() > MOST_LINES {
            return Err(
                wrong(format!("the text has {} lines", text.len())).hint(format!("at most {MOST_LINES}"))
            );
        }
        let cast = lexicon.cast().map_err(|error| wrong(error.to_string()))?;
        let empty = Story::empty(cast);
        for (number, line) in (1..).zip(&text) {
            if line.contains('\t') {
                return Err(wrong(format!("line {number} of the text has a tab")).hint("use spaces"));
            }
            if !matches!(lexicon.read(line, &empty), Err(WordingError::Unknown(_))) {
                return Err(wrong(format!("line {number} of the text is a sentence of the story"))
                    .hint("a text must say nothing about the story's people"));
            }
        }
        Ok(AsideSource { share: (asides.share * 10_000.0).round() as u32, tasks: asides.tasks.clone(), text })
    }

    /// What a reader has to know to pass over the asides.
    pub(crate) fn unrelated(&self) -> Unrelated {
        Unrelated { lines: self.text.iter().cloned().collect(), tasks: self.tasks.clone() }
    }

    /// All lines of the text, and the tasks.
    pub fn told(&self) -> (&[String], &[u8]) {
        (&self.text, &self.tasks)
    }

    pub(super) fn begin(&self, stream: &mut Stream) -> AsideTeller<'_> {
        let next = if self.text.is_empty() { 0 } else { stream.index(self.text.len()) };
        AsideTeller { source: self, next, facts: VecDeque::new() }
    }
}

/// Tells asides one after another.
pub(super) struct AsideTeller<'a> {
    source: &'a AsideSource,
    next: usize,
    facts: VecDeque<(String, String)>,
}

impl AsideTeller<'_> {
    /// The next one, in place of something that happens; `None` if something is to happen.
    pub(super) fn next(&mut self, after: usize, stream: &mut Stream) -> Option<Aside> {
        if stream.below(10_000) >= self.source.share {
            return None;
        }
        if let Some(line) = self.source.text.get(self.next) {
            self.next = (self.next + 1) % self.source.text.len();
            return Some(Aside { after, text: line.clone(), symbols: line.clone() });
        }
        if self.facts.is_empty() {
            let task = *stream.choose(&self.source.tasks);
            let world = world_of(task)?;
            let told = world.tell(task, None, stream, &|_| true)?;
            let facts = told.passage.facts();
            self.facts
                .extend(facts.map(|(_, fact)| (fact.to_owned(), world.symbol(fact).unwrap_or_default())));
        }
        let (text, symbols) = self.facts.pop_front()?;
        Some(Aside { after, text, symbols })
    }
}
