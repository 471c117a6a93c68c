//! Items from anywhere as text: what a [`Prompter`](crate::Prompter) does with those of a dataset.

use wampimuk_babi::Question;
use wampimuk_command::Example;
use wampimuk_core::ItemId;
use wampimuk_pair::ObjectChange;
use wampimuk_pair::commands::{Change, Partner};
use wampimuk_riddle::{Riddle, Riddles};

use crate::{GridContext, PromptForm, PromptView, StoryContext, grid, riddle, story};

/// What a prompt looks like and what it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// How the item is written.
    pub form: PromptForm,
    /// What is asked for.
    pub view: PromptView,
    /// Whether the rules are told.
    pub instructions: bool,
}

/// A question and its answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// What a language model is to read.
    pub question: String,
    /// The right answer, written as the question asks for it.
    pub answer: String,
}

impl Style {
    /// A command in its world. The identity decides in which order objects are told.
    pub fn command(self, context: GridContext<'_>, example: &Example, id: ItemId) -> Written {
        let (order, letters) = (grid::order(&example.world, id), &example.world);
        grid::Page { context, example, order: &order, letters, style: self }.write()
    }

    /// The other item of a pair, told as the item itself is.
    pub fn partner_command(
        self,
        context: GridContext<'_>,
        own: &Example,
        id: ItemId,
        partner: &Partner,
    ) -> Written {
        let mut order = grid::order(&own.world, id);
        if partner.change == Change::Object(ObjectChange::Removed) {
            order.retain(|&number| number != partner.which);
            order.iter_mut().filter(|number| **number > partner.which).for_each(|number| *number -= 1);
        }
        let (example, letters) = (&partner.example, &own.world);
        grid::Page { context, example, order: &order, letters, style: self }.write()
    }

    /// A question about a story.
    pub fn question(self, context: StoryContext, asked: &Question<'_>) -> Written {
        story::Page { context, style: self }.write(asked)
    }

    /// A riddle.
    pub fn riddle(self, riddles: &Riddles, riddle: &Riddle) -> Written {
        riddle::Page { riddles, riddle, style: self }.write()
    }
}
