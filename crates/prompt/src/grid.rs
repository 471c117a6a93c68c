//! Commands in grid worlds as text.

mod acting;
mod listing;
mod meaning;
mod phrasing;
mod scene;
mod stage;

use wampimuk_command::{Example, GridFamily, GridItem};
use wampimuk_grid::Object;
use wampimuk_pair::commands::Partner;

pub use phrasing::Paraphraser;
pub(crate) use phrasing::Phrasing;
pub use stage::Stage;

use crate::words::how_to_answer;
use crate::{PromptForm, PromptView};

/// What is written, and how.
#[derive(Clone, Copy)]
pub(crate) struct Page<'p> {
    pub family: &'p dyn GridFamily,
    pub example: &'p Example,
    /// The objects in the order in which they are listed.
    pub objects: &'p [Object],
    pub phrasing: &'p Phrasing<'p>,
    pub form: PromptForm,
    pub view: PromptView,
    pub instructions: bool,
}

/// How items are written: the parts of a page that all pages have in common.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    pub form: PromptForm,
    pub view: PromptView,
    pub instructions: bool,
}

impl Layout {
    /// An item as question and answer.
    pub fn item(self, family: &dyn GridFamily, item: &GridItem) -> (String, String) {
        let phrasing = Phrasing::own(family, &item.example.command);
        self.page(family, &item.example, &listing::objects(item), &phrasing)
    }

    /// The partner of an item. Objects keep the order of the item's, so that nothing but the change differs.
    pub fn partner(self, family: &dyn GridFamily, item: &GridItem, partner: &Partner) -> (String, String) {
        let phrasing = Phrasing::own(family, &partner.example.command);
        self.page(family, &partner.example, &listing::of_partner(item, partner), &phrasing)
    }

    /// The item with its command in other words.
    pub fn paraphrase(
        self,
        family: &dyn GridFamily,
        item: &GridItem,
        paraphraser: &Paraphraser,
    ) -> (String, String) {
        let phrasing = paraphraser.phrasing(&item.example.command);
        self.page(family, &item.example, &listing::objects(item), &phrasing)
    }

    fn page(
        self,
        family: &dyn GridFamily,
        example: &Example,
        objects: &[Object],
        phrasing: &Phrasing<'_>,
    ) -> (String, String) {
        let Self { form, view, instructions } = self;
        let page = Page { family, example, objects, phrasing, form, view, instructions };
        (page.question(), page.answer())
    }
}

impl Page<'_> {
    /// What a language model is to read.
    fn question(&self) -> String {
        let view = scene::View {
            lexicon: &self.phrasing.lexicon,
            world: &self.example.world,
            objects: self.objects,
            sight: None,
        };
        let scene = view.with_command(self.form, &self.phrasing.command);
        if !self.instructions {
            return scene;
        }
        let mut text = match self.view {
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
        if self.view != PromptView::Reference {
            section(&mut text, "What actions do", acting::actions());
            section(&mut text, "How the command is carried out", acting::rules(self));
        }
        text.push_str(&format!("\n{scene}\n\n"));
        text.push_str(match self.view {
            PromptView::Reference => "Answer with the row and the column of the object.",
            _ => {
                "Answer with all actions in their order, separated by commas. Write every single one: repeat an action \
                 instead of counting it. If there is nothing to do, answer with \"nothing\"."
            }
        });
        text.push_str(if self.view == PromptView::Reference && self.has_frames() {
            " Of a box, give its top left cell. "
        } else {
            " "
        });
        text.push_str(&how_to_answer(match self.view {
            PromptView::Reference => "row 1, column 4",
            _ => "turn left, walk, stay",
        }));
        text
    }

    /// The right answer.
    fn answer(&self) -> String {
        if self.view == PromptView::Reference {
            return self
                .example
                .world
                .objects()
                .get(self.example.target)
                .map_or_else(String::new, |object| {
                    format!("row {}, column {}", object.cell.row, object.cell.column)
                });
        }
        match self.example.actions.is_empty() {
            true => "nothing".to_string(),
            false => acting::listed(&self.example.actions),
        }
    }

    /// Whether there can be boxes.
    fn has_frames(&self) -> bool {
        self.phrasing.lexicon.nouns.iter().any(|noun| noun.form == wampimuk_grid::Form::Frame)
    }
}

/// Adds a list of rules under a heading.
fn section(text: &mut String, title: &str, rules: Vec<String>) {
    text.push_str(&format!("\n{title}\n"));
    for rule in rules {
        text.push_str(&format!("- {rule}\n"));
    }
}
