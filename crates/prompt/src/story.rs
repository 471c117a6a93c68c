//! Stories as text: the sentences, the question, and how to answer it.

mod rules;

use wampimuk_babi::{Kind, Status};
use wampimuk_core::{ItemError, ItemId};
use wampimuk_dyna::recipe::{Engine, ReadingName};
use wampimuk_dyna::{StoryFamily, StoryItems};

use crate::Form;
use crate::row::Row;
use crate::words::how_to_answer;

/// A question about a story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryQuestion {
    /// Its identity.
    pub id: ItemId,
    /// The sentences before it.
    pub facts: Vec<String>,
    /// The question.
    pub question: String,
    /// What kind of question it is.
    pub kind: Kind,
    /// The answer; several are joined by commas.
    pub answer: String,
    /// Whether it is the only one.
    pub status: Status,
}

/// Makes questions of a dataset one after another.
pub struct Reader<'d> {
    stories: &'d dyn StoryFamily,
    worker: Box<dyn StoryItems + 'd>,
    row: Row,
}

impl<'d> Reader<'d> {
    /// A reader of this dataset.
    pub fn new(stories: &'d dyn StoryFamily) -> Self {
        Self { stories, worker: stories.story_items(), row: Row::default() }
    }

    /// Question `index` of split number `split`.
    pub fn read(&mut self, split: usize, index: u64) -> Result<StoryQuestion, ItemError> {
        let infos = self.stories.splits();
        let Some(info) = infos.get(split) else {
            return Err(ItemError::OutOfRange { split: split.to_string(), index, len: 0 });
        };
        self.row.clear();
        self.worker.write(split, index, &mut self.row)?;
        self.question().ok_or_else(|| ItemError::Impossible {
            split: info.name.clone(),
            index,
            reason: "its record has no story, question and answer".to_string(),
        })
    }

    fn question(&self) -> Option<StoryQuestion> {
        let schema = self.stories.schema();
        let text = |name: &str| self.row.text(schema, name);
        let status = text("status")?;
        Some(StoryQuestion {
            id: self.row.id()?,
            facts: self.row.texts(schema, "facts")?,
            question: text("question")?,
            kind: Kind::parse(&text("kind")?)?,
            answer: text("answer")?,
            status: Status::ALL.into_iter().find(|known| known.name() == status)?,
        })
    }
}

/// How the words and answers of a dataset are to be taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told {
    /// Words have been exchanged for others.
    pub renamed: bool,
    /// Answers are what follows from the story, rather than what some engine says.
    pub proved: bool,
    /// Sentences also say what their teller knows of the moment before.
    pub knowing: bool,
}

impl Told {
    pub fn by(stories: &dyn StoryFamily) -> Self {
        let generate = &stories.recipe().generate;
        Self {
            renamed: generate.words.relexicon.is_some(),
            proved: generate.engine == Engine::Certified,
            knowing: generate.reading == ReadingName::Generator,
        }
    }
}

/// How questions are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    pub form: Form,
    pub instructions: bool,
    pub told: Told,
}

impl Page {
    /// The question with its story.
    pub fn question(&self, asked: &StoryQuestion) -> String {
        let item = match self.form {
            Form::Json => json(asked),
            Form::Numbered => item(asked, |number, fact| format!("{number} {fact}\n")),
            _ => item(asked, |_, fact| format!("{fact}\n")),
        };
        if !self.instructions {
            return item;
        }
        let mut text = String::from("Read the story and answer the question about it.\n\n");
        for rule in rules::of(asked.kind, self.told) {
            text.push_str(&format!("- {rule}\n"));
        }
        text.push('\n');
        text.push_str(&item);
        text.push_str("\n\n");
        text.push_str(&how_to_answer(rules::example(asked.kind)));
        text
    }
}

fn item(asked: &StoryQuestion, line: impl Fn(usize, &str) -> String) -> String {
    let mut text = String::from("Story:\n");
    for (number, fact) in (1..).zip(&asked.facts) {
        text.push_str(&line(number, fact));
    }
    text.push_str(&format!("\nQuestion: {}", asked.question));
    text
}

fn json(asked: &StoryQuestion) -> String {
    serde_json::json!({ "story": asked.facts, "question": asked.question }).to_string()
}
