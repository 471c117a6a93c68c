//! Stories as text: the sentences, the question, and how to answer it.

mod rules;

use wampimuk_babi::Question;
use wampimuk_dyna::StoryFamily;
use wampimuk_dyna::recipe::{Engine, StoryReading};

use crate::PromptForm;
use crate::words::how_to_answer;
use crate::written::{Style, Written};

/// How the words and answers of stories are to be taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoryContext {
    /// Words have been exchanged for others.
    pub renamed: bool,
    /// Answers are what follows from the story, rather than what some engine says.
    pub proved: bool,
    /// Sentences also say what their teller knows of the moment before.
    pub knowing: bool,
}

impl From<&dyn StoryFamily> for StoryContext {
    fn from(stories: &dyn StoryFamily) -> Self {
        let generate = &stories.recipe().generate;
        Self {
            renamed: generate.words.relexicon.is_some(),
            proved: generate.engine == Engine::Certified,
            knowing: generate.reading == StoryReading::Generator,
        }
    }
}

/// How questions are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    pub context: StoryContext,
    pub style: Style,
}

impl Page {
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
        for rule in rules::of(asked.solution.kind, self.context) {
            text.push_str(&format!("- {rule}\n"));
        }
        text.push('\n');
        text.push_str(&item);
        text.push_str("\n\n");
        text.push_str(&how_to_answer(rules::example(asked.solution.kind)));
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
