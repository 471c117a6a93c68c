//! The fork: what the items of a dataset are.

use std::fmt::Debug;

use wampimuk_babi::Question;
use wampimuk_command::{GridFamily, GridItem, GridItems};
use wampimuk_core::{Family, ItemError, ItemId};
use wampimuk_dyna::{StoryFamily, StoryItems};
use wampimuk_gscan::geca::Augmented;
use wampimuk_riddle::{Riddle, RiddleMaker, Riddles};

/// What the items of a dataset are, and all that there is to ask of such items.
///
/// This is the one place where families differ for the code after generation: pictures, prompts, arrays, scores,
/// checks, statistics. All of them `match` on it and name every variant. So a new kind of item is a new variant here, and
/// the compiler then lists what is to be written for it; a new family of a known kind needs nothing but its line in
/// [`FAMILIES`](crate::FAMILIES).
#[derive(Clone, Copy)]
pub enum Contents<'a> {
    /// Commands in grid worlds, to be carried out.
    Commands(&'a dyn GridFamily),
    /// Worlds before and after, one command and one operation behind them.
    Riddles(&'a Riddles),
    /// Questions about stories.
    Stories(&'a dyn StoryFamily),
}

/// A dataset of any family.
pub trait Dataset: Family + Debug {
    /// What its items are.
    fn contents(&self) -> Contents<'_>;
    /// The recipe it was made from.
    fn recipe(&self) -> AnyRecipe<'_>;
}

/// Rewritten items are items of gSCAN like others, whatever their actions are worth.
impl Dataset for Augmented {
    fn contents(&self) -> Contents<'_> {
        Contents::Commands(self)
    }

    fn recipe(&self) -> AnyRecipe<'_> {
        AnyRecipe::Gscan(self.base().recipe())
    }
}

/// A recipe of any family.
#[derive(Clone, Copy, Debug)]
pub enum AnyRecipe<'a> {
    /// Of gSCAN.
    Gscan(&'a wampimuk_gscan::Recipe),
    /// Of ReaSCAN.
    Reascan(&'a wampimuk_reascan::Recipe),
    /// Of riddles.
    Riddle(&'a wampimuk_riddle::Recipe),
    /// Of stories.
    Stories(&'a wampimuk_dyna::Recipe),
}

/// The workers that make the items of a dataset, each with its family.
pub enum Workers<'a> {
    /// For commands in grid worlds.
    Commands(&'a dyn GridFamily, Box<dyn GridItems + 'a>),
    /// For riddles.
    Riddles(&'a Riddles, Box<RiddleMaker<'a>>),
    /// For questions about stories.
    Stories(&'a dyn StoryFamily, Box<dyn StoryItems + 'a>),
}

/// An item, made, with its family.
#[derive(Clone, Copy)]
pub enum Made<'i> {
    /// A command in a grid world.
    Command(&'i dyn GridFamily, &'i GridItem),
    /// A riddle.
    Riddle(&'i Riddles, &'i Riddle),
    /// A question about a story.
    Story(&'i dyn StoryFamily, Question<'i>),
}

impl Made<'_> {
    /// The item's identity.
    pub fn id(&self) -> ItemId {
        match self {
            Self::Command(_, item) => item.id,
            Self::Riddle(_, riddle) => riddle.id,
            Self::Story(_, question) => question.id(),
        }
    }
}

impl Workers<'_> {
    /// Makes item `index` of split number `split`.
    ///
    /// # Errors
    /// If there is no such item, or it cannot be made.
    pub fn make(&mut self, split: usize, index: u64) -> Result<Made<'_>, ItemError> {
        Ok(match self {
            Self::Commands(family, items) => Made::Command(*family, items.make(split, index)?),
            Self::Riddles(riddles, maker) => Made::Riddle(riddles, maker.make(split, index)?),
            Self::Stories(family, items) => Made::Story(*family, items.make(split, index)?),
        })
    }
}

impl<'a> Contents<'a> {
    /// Workers that make items one after another and reuse their memory.
    pub fn workers(self) -> Workers<'a> {
        match self {
            Self::Commands(family) => Workers::Commands(family, family.grid_items()),
            Self::Riddles(riddles) => Workers::Riddles(riddles, Box::new(riddles.maker())),
            Self::Stories(family) => Workers::Stories(family, family.story_items()),
        }
    }
}

/// For code that is about one kind of items only. Code that differs by kind matches instead.
impl<'a> Contents<'a> {
    /// The dataset as one of commands in grid worlds, if it is one.
    pub fn commands(self) -> Option<&'a dyn GridFamily> {
        match self {
            Self::Commands(family) => Some(family),
            Self::Riddles(_) | Self::Stories(_) => None,
        }
    }

    /// The dataset as one of riddles, if it is one.
    pub fn riddles(self) -> Option<&'a Riddles> {
        match self {
            Self::Riddles(riddles) => Some(riddles),
            Self::Commands(_) | Self::Stories(_) => None,
        }
    }

    /// The dataset as one of stories, if it is one.
    pub fn stories(self) -> Option<&'a dyn StoryFamily> {
        match self {
            Self::Stories(family) => Some(family),
            Self::Commands(_) | Self::Riddles(_) => None,
        }
    }
}
