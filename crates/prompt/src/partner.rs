//! Partners of items, whatever they are.

use wampimuk_babi::Question;
use wampimuk_command::{GridFamily, GridItem};
use wampimuk_dyna::StoryFamily;
use wampimuk_families::{Contents, Made};
use wampimuk_pair::{Pair, commands, riddles, stories};
use wampimuk_riddle::{Riddle, Riddles};

/// The other item of a minimal pair, beside the item itself.
pub enum Partner<'i> {
    /// Of a command in a grid world.
    Command(&'i dyn GridFamily, &'i GridItem, commands::Partner),
    /// Of a riddle.
    Riddle(&'i Riddles, &'i Riddle, riddles::Partner),
    /// Of a question about a story.
    Story(&'i dyn StoryFamily, Question<'i>, stories::Partner),
}

impl Partner<'_> {
    /// The name of what is changed, as in files.
    pub fn change(&self) -> &'static str {
        match self {
            Self::Command(.., partner) => partner.change.name(),
            Self::Riddle(.., partner) => partner.change.name(),
            Self::Story(.., partner) => partner.change.name(),
        }
    }
}

/// Finds the partners of a dataset's items.
pub struct Partners<'d> {
    /// Who reads stories.
    stories: Option<stories::Pairs<'d>>,
}

impl<'d> Partners<'d> {
    /// For the items of a dataset.
    pub fn new(contents: Contents<'d>) -> Self {
        Self { stories: contents.stories().map(stories::Pairs::of) }
    }

    /// At most one partner whose answer changes and one whose answer stays, in this order.
    pub fn all<'i>(&mut self, made: Made<'i>) -> Vec<Pair<Partner<'i>>> {
        match made {
            Made::Command(family, item) => {
                wrapped(commands::pairs(family, item), |partner| Partner::Command(family, item, partner))
            }
            Made::Riddle(riddles, riddle) => {
                wrapped(riddles::pairs(riddles, riddle), |partner| Partner::Riddle(riddles, riddle, partner))
            }
            Made::Story(family, question) => {
                let pairs = self.stories.as_mut().map(|stories| stories.pairs(&question)).unwrap_or_default();
                wrapped(pairs, |partner| Partner::Story(family, question, partner))
            }
        }
    }

    /// The partner whose answer changes, or the one whose answer stays.
    pub fn find<'i>(&mut self, made: Made<'i>, answer_changes: bool) -> Option<Partner<'i>> {
        match made {
            Made::Command(family, item) => {
                let partner = commands::partner(family, item, answer_changes)?;
                Some(Partner::Command(family, item, partner))
            }
            Made::Riddle(..) | Made::Story(..) => {
                let mut pairs = self.all(made).into_iter();
                pairs.find(|pair| pair.answer_changes == answer_changes).map(|pair| pair.partner)
            }
        }
    }
}

fn wrapped<'i, P>(pairs: Vec<Pair<P>>, wrap: impl Fn(P) -> Partner<'i>) -> Vec<Pair<Partner<'i>>> {
    let pair = |Pair { partner, answer_changes }| Pair { partner: wrap(partner), answer_changes };
    pairs.into_iter().map(pair).collect()
}
