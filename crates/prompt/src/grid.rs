//! Commands in grid worlds as text.

mod acting;
pub(crate) mod listing;
pub(crate) mod meaning;
mod names;
mod phrasing;
mod scene;
mod stage;

use wampimuk_command::{Example, GridFamily, Lexicon, Reading, Surface};
use wampimuk_grid::{Action, Form, Object, World};

pub use phrasing::Paraphraser;
pub(crate) use phrasing::Phrasing;
pub use stage::Stage;

use crate::PromptView;
use crate::words::{how_to_answer, listed};
use crate::written::{Style, Written};

/// What commands of a dataset have in common, as far as prompts say it.
#[derive(Clone, Copy, Debug)]
pub struct GridContext<'p> {
    /// The words.
    pub lexicon: &'p Lexicon,
    /// How commands are worded.
    pub surface: Surface,
    /// How size words are read.
    pub reading: Reading,
    /// The smallest and the biggest size of an object.
    pub sizes: (u8, u8),
}

impl<'p> From<&'p dyn GridFamily> for GridContext<'p> {
    fn from(family: &'p dyn GridFamily) -> Self {
        let setting = family.setting();
        Self {
            lexicon: family.lexicon(),
            surface: family.surface(),
            reading: family.reading(),
            sizes: (setting.min_object_size, setting.max_object_size),
        }
    }
}

/// What is written, and how.
#[derive(Clone, Copy)]
pub(crate) struct Page<'p> {
    pub context: GridContext<'p>,
    pub example: &'p Example,
    /// The objects in the order in which they are listed.
    pub objects: &'p [Object],
    /// The world whose things have the first letters of a grid, where that is another one.
    pub letters: Option<&'p World>,
    pub phrasing: &'p Phrasing<'p>,
    pub style: Style,
}

impl Page<'_> {
    /// The question and its answer.
    pub fn write(&self) -> Written {
        Written { question: self.question(), answer: self.answer() }
    }

    fn question(&self) -> String {
        let scene = self.view(None).with_command(self.style.form, &self.phrasing.command);
        if !self.style.instructions {
            return scene;
        }
        let mut text = match self.style.view {
            PromptView::Reference => {
                "You are in a grid world and are given a command. Find the object that it is about.\n"
            }
            _ => {
                "You are in a grid world and are given a command. Write down the actions that carry it out.\n"
            }
        }
        .to_string();
        section(&mut text, "The world", scene::rules(self, None));
        section(&mut text, "What the command is about", meaning::rules(self));
        if self.style.view != PromptView::Reference {
            section(&mut text, "What actions do", acting::actions(self));
            section(&mut text, "How the command is carried out", acting::rules(self));
        }
        text.push_str(&format!("\n{scene}\n\n"));
        text.push_str(match self.style.view {
            PromptView::Reference => "Answer with the row and the column of the object.",
            _ => {
                "Answer with all actions in their order, separated by commas. Write every single one: repeat an action \
                 instead of counting it. If there is nothing to do, answer with \"nothing\"."
            }
        });
        let frames = names::shapes(&self.phrasing.lexicon, Form::Frame);
        text.push_str(&match self.style.view == PromptView::Reference && !frames.is_empty() {
            true => format!(" Of a {}, give its top left cell. ", listed(&frames, "or")),
            false => " ".to_string(),
        });
        text.push_str(&how_to_answer(&match self.style.view {
            PromptView::Reference => "row 1, column 4".to_string(),
            _ => names::listed(&self.phrasing.lexicon, &[Action::TurnLeft, Action::Walk, Action::Stay]),
        }));
        text
    }

    fn answer(&self) -> String {
        let example = self.example;
        if self.style.view == PromptView::Reference {
            return example.world.objects().get(example.target).map_or_else(String::new, |object| {
                format!("row {}, column {}", object.cell.row, object.cell.column)
            });
        }
        match example.actions.is_empty() {
            true => "nothing".to_string(),
            false => names::listed(&self.phrasing.lexicon, &example.actions),
        }
    }

    /// The world, as far as an agent sees it.
    fn view(&self, sight: scene::Sight) -> scene::View<'_> {
        let Self { phrasing, example, objects, letters, .. } = *self;
        scene::View { lexicon: &phrasing.lexicon, world: &example.world, objects, letters, sight }
    }
}

/// Adds a list of rules under a heading.
fn section(text: &mut String, title: &str, rules: Vec<String>) {
    text.push_str(&format!("\n{title}\n"));
    for rule in rules {
        text.push_str(&format!("- {rule}\n"));
    }
}
