//! Commands in grid worlds as text.

mod acting;
mod meaning;
mod scene;

use wampimuk_command::{GridFamily, GridItem};
use wampimuk_core::KeyedHash;
use wampimuk_grid::Object;

use crate::words::how_to_answer;
use crate::{PromptForm, PromptView};

/// An item and how it is to be written.
#[derive(Clone, Copy)]
pub(crate) struct Page<'p> {
    pub family: &'p dyn GridFamily,
    pub item: &'p GridItem,
    pub form: PromptForm,
    pub view: PromptView,
    pub instructions: bool,
}

impl Page<'_> {
    /// What a language model is to read.
    pub fn question(&self) -> String {
        let scene = scene::write(self);
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
        let mut section = |title: &str, rules: Vec<String>| {
            text.push_str(&format!("\n{title}\n"));
            for rule in rules {
                text.push_str(&format!("- {rule}\n"));
            }
        };
        section("The world", scene::rules(self));
        section("What the command is about", meaning::rules(self));
        if self.view != PromptView::Reference {
            section("What actions do", acting::actions());
            section("How the command is carried out", acting::rules(self));
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
    pub fn answer(&self) -> String {
        let example = &self.item.example;
        if self.view == PromptView::Reference {
            return example.world.objects().get(example.target).map_or_else(String::new, |object| {
                format!("row {}, column {}", object.cell.row, object.cell.column)
            });
        }
        match example.actions.is_empty() {
            true => "nothing".to_string(),
            false => acting::listed(&example.actions),
        }
    }

    /// The objects in an order that depends on the item's identity alone, which does not know the target: sorted by
    /// cell, then shuffled. So it does not matter where a recipe puts the target in its own list.
    fn objects(&self) -> Vec<Object> {
        let mut objects = self.item.example.world.objects().to_vec();
        objects.sort_unstable_by_key(Object::order);
        let hash = KeyedHash::of_item(self.item.id);
        for last in (1..objects.len()).rev() {
            // `1`: another order than that of the item's own list, which is drawn in the same way.
            objects.swap(last, hash.below(last as u64, 1, last as u32 + 1) as usize);
        }
        objects
    }

    /// Whether there can be boxes.
    fn has_frames(&self) -> bool {
        self.family.lexicon().nouns.iter().any(|noun| noun.form == wampimuk_grid::Form::Frame)
    }
}
