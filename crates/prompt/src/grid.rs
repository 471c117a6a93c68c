//! Commands in grid worlds as text.

mod acting;
mod meaning;
mod scene;

use wampimuk_command::{Example, GridFamily, Lexicon, Reading, Surface};
use wampimuk_core::{ItemId, KeyedHash};
use wampimuk_grid::{Object, World};

use crate::PromptView;
use crate::words::how_to_answer;
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

/// An item and how it is to be written.
#[derive(Clone, Copy)]
pub(crate) struct Page<'p> {
    pub context: GridContext<'p>,
    pub example: &'p Example,
    /// The order in which objects are told.
    pub order: &'p [usize],
    /// The world whose things have the first letters of a grid: the own one, or that of the other item of a pair.
    pub letters: &'p World,
    pub style: Style,
}

/// An order of objects that depends on the item's identity alone, which does not know the target: sorted by cell, then
/// shuffled. So it does not matter where a recipe puts the target in its own list.
pub(crate) fn order(world: &World, id: ItemId) -> Vec<usize> {
    let objects = world.objects();
    let mut order: Vec<usize> = (0..objects.len()).collect();
    order.sort_unstable_by_key(|&number| Object::order(&objects[number]));
    let hash = KeyedHash::of_item(id);
    for last in (1..order.len()).rev() {
        // `1`: another order than that of the item's own list, which is drawn in the same way.
        order.swap(last, hash.below(last as u64, 1, last as u32 + 1) as usize);
    }
    order
}

impl Page<'_> {
    /// The question and its answer.
    pub fn write(&self) -> Written {
        Written { question: self.question(), answer: self.answer() }
    }

    fn question(&self) -> String {
        let scene = scene::write(self);
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
        let mut section = |title: &str, rules: Vec<String>| {
            text.push_str(&format!("\n{title}\n"));
            for rule in rules {
                text.push_str(&format!("- {rule}\n"));
            }
        };
        section("The world", scene::rules(self));
        section("What the command is about", meaning::rules(self));
        if self.style.view != PromptView::Reference {
            section("What actions do", acting::actions());
            section("How the command is carried out", acting::rules(self));
        }
        text.push_str(&format!("\n{scene}\n\n"));
        text.push_str(match self.style.view {
            PromptView::Reference => "Answer with the row and the column of the object.",
            _ => {
                "Answer with all actions in their order, separated by commas. Write every single one: repeat an action \
                 instead of counting it. If there is nothing to do, answer with \"nothing\"."
            }
        });
        text.push_str(if self.style.view == PromptView::Reference && self.has_frames() {
            " Of a box, give its top left cell. "
        } else {
            " "
        });
        text.push_str(&how_to_answer(match self.style.view {
            PromptView::Reference => "row 1, column 4",
            _ => "turn left, walk, stay",
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
            false => acting::listed(&example.actions),
        }
    }

    /// The objects in the order in which they are told.
    fn objects(&self) -> impl Iterator<Item = Object> {
        let objects = self.example.world.objects();
        self.order.iter().filter_map(|&number| objects.get(number).copied())
    }

    /// Whether there can be boxes.
    fn has_frames(&self) -> bool {
        self.context.lexicon.nouns.iter().any(|noun| noun.form == wampimuk_grid::Form::Frame)
    }
}
