//! Partners of the items of a dataset.

use wampimuk_command::{Example, GridFamily, GridItem, Register};
use wampimuk_core::{Role, Type};

use crate::{Item, Partner};

/// Finds partners of a dataset's items: in its words, and without bringing into training what is held out.
#[derive(Clone, Copy)]
pub struct Partners<'d> {
    family: &'d dyn GridFamily,
    words: &'d [String],
}

impl<'d> Partners<'d> {
    /// Partners of the items of this family; `None` if its items have no column `command` of words.
    pub fn new(family: &'d dyn GridFamily) -> Option<Self> {
        let command = family.schema().fields.iter().find(|field| field.name == "command")?;
        let Type::List(element) = &command.ty else { return None };
        let Type::Word(words) = &**element else { return None };
        Some(Self { family, words })
    }

    /// The partner whose answer changes, or the one whose answer stays. `None` if none was found.
    pub fn of(&self, item: &GridItem, answer_changes: bool) -> Option<Partner> {
        let (lexicon, surface, reading) =
            (self.family.lexicon(), self.family.surface(), self.family.reading());
        let own = Item { example: &item.example, lexicon, surface, reading };
        own.partner(answer_changes, |example| self.allows(example, item.split))
    }

    /// A command as numbers of the words of the column `command`; `None` if it has others.
    pub fn tokens(&self, example: &Example) -> Option<Vec<u8>> {
        let (lexicon, surface) = (self.family.lexicon(), self.family.surface());
        let number = |token: &str| self.words.iter().position(|word| word == token)?.try_into().ok();
        example.command.tokens(lexicon, surface, Register::Words).into_iter().map(number).collect()
    }

    /// Whether the partner of an item of this split may be shown there. A partner of a training item could be a training
    /// item itself and belongs to no hold-out.
    fn allows(&self, example: &Example, split: usize) -> bool {
        let is_train = self.family.splits().get(split).is_some_and(|split| split.role == Role::Train);
        let may_train =
            || !self.family.is_held_out(example) && self.family.possible_splits(example).contains(&split);
        self.tokens(example).is_some() && (!is_train || may_train())
    }
}
