//! Stories as text: the sentences, the question, and how to answer it.

mod glossary;
mod rules;

use wampimuk_babi::{Question, Relexicon};
use wampimuk_dyna::StoryFamily;
use wampimuk_dyna::recipe::{Engine, StoryReading, Vocabulary};

use crate::PromptForm;
use crate::words::how_to_answer;
use crate::written::{Style, Written};

/// How the words and answers of stories are to be taken.
#[derive(Clone, Copy, Debug, Default)]
pub struct StoryContext<'p> {
    /// Other words that stand in place of the usual ones.
    pub words: Option<&'p Relexicon>,
    /// The usual words; needed where others stand in their place.
    pub vocabulary: Option<&'p Vocabulary>,
    /// Answers are what follows from the story, rather than what some engine says.
    pub proved: bool,
    /// Sentences also say what their teller knows of the moment before.
    pub knowing: bool,
}

impl<'p> From<&'p dyn StoryFamily> for StoryContext<'p> {
    fn from(stories: &'p dyn StoryFamily) -> Self {
        let generate = &stories.recipe().generate;
        Self {
            words: stories.relexicon(),
            vocabulary: Some(&generate.words),
            proved: generate.engine == Engine::Certified,
            knowing: generate.reading == StoryReading::Generator,
        }
    }
}

impl<'p> StoryContext<'p> {
    fn say(self) -> Say<'p> {
        Say(self.words)
    }
}

/// Says published words in those of the stories.
#[derive(Clone, Copy)]
pub(crate) struct Say<'p>(Option<&'p Relexicon>);

impl Say<'_> {
    fn of(self, english: &str) -> String {
        self.0.map_or_else(|| english.to_owned(), |words| words.apply(english))
    }

    fn quoted(self, english: &str) -> String {
        // Words of a sentence may have an order of their own, which its full stop brings out.
        let is_sentence = english.starts_with("The ");
        let said = match is_sentence {
            true => self.of(&format!("{english}.")).trim_end_matches('.').to_owned(),
            false => self.of(english),
        };
        format!("\"{said}\"")
    }
}

/// How questions are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page<'p> {
    pub context: StoryContext<'p>,
    pub style: Style,
}

impl Page<'_> {
    /// The question with its story, and its answer.
    pub fn write(&self, asked: &Question<'_>) -> Written {
        Written { question: self.question(asked), answer: asked.solution.answer.clone() }
    }

    fn question(&self, asked: &Question<'_>) -> String {
        let item = match self.style.form {
            PromptForm::Json => json(asked),
            PromptForm::Numbered => item(asked, |number, fact| format!("{number} {fact}\n")),
            _ => item(asked, |_, fact| format!("{fact}\n")),
        };
        if !self.style.instructions {
            return item;
        }
        let mut text = String::from("Read the story and answer the question about it.\n\n");
        let kind = asked.solution.kind;
        for rule in glossary::of(asked, self.context).into_iter().chain(rules::of(kind, self.context)) {
            text.push_str(&format!("- {rule}\n"));
        }
        text.push('\n');
        text.push_str(&item);
        text.push_str("\n\n");
        text.push_str(&how_to_answer(&rules::example(kind, self.context.say())));
        text
    }
}

fn item(asked: &Question<'_>, line: impl Fn(usize, &str) -> String) -> String {
    let mut text = String::from("Story:\n");
    for (number, fact) in (1..).zip(asked.facts()) {
        text.push_str(&line(number, fact));
    }
    text.push_str(&format!("\nQuestion: {}", asked.text));
    text
}

fn json(asked: &Question<'_>) -> String {
    serde_json::json!({ "story": asked.facts().collect::<Vec<_>>(), "question": asked.text }).to_string()
}
