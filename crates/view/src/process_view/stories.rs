//! What is known after each line of a story.

use wampimuk_babi::{Known, Process, Solver};
use wampimuk_core::{Field, ItemError, Sink, Type};
use wampimuk_dyna::{StoryFamily, StoryItems};

use super::list;
use crate::frame::LastColumn;

pub(super) const DOC: &str = "what a reader knows after each fact who has read no further";

/// Answers and what is known.
pub(super) fn ty() -> Type {
    let known = Type::Struct(vec![
        Field::new(
            "fact",
            Type::U32,
            "the fact after which it is so, counted from 1, until the name comes up again",
        ),
        Field::new("name", Type::Text, "the person or object"),
        Field::new("places", list(Type::Text), "where they may be; empty if that may be anywhere"),
        Field::new("holder", Type::Text, "who holds the object; empty if nobody does, and of people"),
    ]);
    Type::Struct(vec![
        Field::new(
            "answers",
            list(Type::Text),
            "after each fact, what the answer would be; empty if it does not follow",
        ),
        Field::new("known", list(known), "what becomes known of people and objects, and how it changes"),
    ])
}

pub(super) struct Column<'a> {
    family: &'a dyn StoryFamily,
    items: Box<dyn StoryItems + 'a>,
    /// Who reads the stories of a part.
    reader: Option<(String, Solver)>,
    process: Process,
}

impl<'a> Column<'a> {
    pub fn new(family: &'a dyn StoryFamily) -> Self {
        Self { family, items: family.story_items(), reader: None, process: Process::default() }
    }
}

impl LastColumn for Column<'_> {
    /// Stories that make no sense as a whole, which only the released procedure tells, have an empty process.
    fn make(&mut self, split: usize, index: u64) -> Result<(), ItemError> {
        let Self { family, items, reader, process } = self;
        let question = items.make(split, index)?;
        let task = question.at.task;
        if reader.as_ref().is_none_or(|(part, _)| part != task) {
            *reader = family.solver(task).map(|solver| (task.to_owned(), solver));
        }
        let passage = family.plain(&question.passage());
        let found = reader.as_ref().zip(passage).and_then(|((_, solver), passage)| solver.process(&passage));
        *process = found.unwrap_or_default();
        if let Some(words) = family.relexicon() {
            let say = |text: &mut String| *text = words.apply(text);
            process.answers.iter_mut().for_each(say);
            for Known { name, places, holder, .. } in &mut process.known {
                say(name);
                places.iter_mut().for_each(say);
                holder.iter_mut().for_each(say);
            }
        }
        Ok(())
    }

    fn write(&self, sink: &mut dyn Sink) {
        let texts = |texts: &[String], sink: &mut dyn Sink| {
            sink.list(texts.len());
            texts.iter().for_each(|text| sink.text(text));
        };
        texts(&self.process.answers, sink);
        sink.list(self.process.known.len());
        for Known { fact, name, places, holder } in &self.process.known {
            sink.uint(*fact as u64);
            sink.text(name);
            texts(places, sink);
            sink.text(holder.as_deref().unwrap_or_default());
        }
    }
}
