//! Items from anywhere as text: what a [`Prompter`](crate::Prompter) does with those of a dataset.

use wampimuk_babi::Question;
use wampimuk_babi::question::Address;
use wampimuk_command::Example;
use wampimuk_core::ItemId;
use wampimuk_pair::commands::Partner;
use wampimuk_pair::stories::Proved;
use wampimuk_riddle::{Riddle, Riddles};

use crate::grid::{Page, Paraphraser, Phrasing, listing};
use crate::{GridContext, PromptForm, PromptView, StoryContext, riddle, story};

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
    /// A command in its world. The identity decides in which order objects are listed.
    pub fn command(self, context: GridContext<'_>, example: &Example, id: ItemId) -> Written {
        self.phrased(context, example, id, &Phrasing::own(&context, &example.command))
    }

    /// A command in its world, in other words.
    pub fn paraphrase(
        self,
        context: GridContext<'_>,
        example: &Example,
        id: ItemId,
        paraphraser: &Paraphraser,
    ) -> Written {
        self.phrased(context, example, id, &paraphraser.phrasing(&example.command))
    }

    fn phrased(
        self,
        context: GridContext<'_>,
        example: &Example,
        id: ItemId,
        phrasing: &Phrasing<'_>,
    ) -> Written {
        let objects = &listing::objects(&example.world, id);
        Page { context, example, objects, letters: None, phrasing, style: self }.write()
    }

    /// The other item of a pair. Objects keep the item's order and its letters, so that nothing but the change differs.
    pub fn partner_command(
        self,
        context: GridContext<'_>,
        own: &Example,
        id: ItemId,
        partner: &Partner,
    ) -> Written {
        let (example, letters) = (&partner.example, Some(&own.world));
        let objects = &listing::of_partner(&own.world, id, partner);
        let phrasing = &Phrasing::own(&context, &example.command);
        Page { context, example, objects, letters, phrasing, style: self }.write()
    }

    /// A question about a story.
    pub fn question(self, context: StoryContext<'_>, asked: &Question<'_>) -> Written {
        story::Page { context, style: self }.write(asked)
    }

    /// A question about a story that stands in no dataset.
    pub fn proved(self, context: StoryContext<'_>, proved: &Proved) -> Written {
        let nowhere = Address { split: 0, part: 0, task: "", story: 0, index: 0 };
        proved.question(nowhere).map(|asked| self.question(context, &asked)).unwrap_or_default()
    }

    /// A riddle.
    pub fn riddle(self, riddles: &Riddles, riddle: &Riddle) -> Written {
        riddle::Page { riddles, riddle, style: self }.write()
    }
}
