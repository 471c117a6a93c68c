//! Minimal pairs: the same item with exactly one thing changed, whose answer provably changes, or provably stays.
//!
//! * [`commands`]: one word of the command is another, or one object of the world is elsewhere, has another colour or is
//!   gone.
//! * [`stories`]: one sentence has another word, is added or is gone, or one word of the question is another.
//! * [`riddles`]: one object of the test input, or of one of the pairs that are shown, is elsewhere, has another colour or
//!   is gone.
//!
//! A partner is as certain as its item, and a function of the item's content and of what is allowed: made and read items
//! have the same partners on every machine. A model that answers both items of a pair has noticed the one thing that
//! differs, or that it does not matter; one that goes by the rest of the item gets one of the two wrong.
//!
//! ```
//! use wampimuk_command::GridFamily;
//! use wampimuk_gscan::{Gscan, Recipe, SHIPPED};
//! use wampimuk_pair::commands::Item;
//!
//! let dataset = Gscan::new(Recipe::parse(SHIPPED[0].toml)?, 7)?;
//! let own = dataset.maker().make(0, 3)?.example.clone();
//! let (lexicon, surface, reading) = (dataset.lexicon(), dataset.surface(), dataset.reading());
//! let item = Item { example: &own, lexicon, surface, reading };
//! let partner = item.partner(true, |_| true).expect("nearly every item has one");
//! assert_ne!(partner.example.actions, own.actions);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod commands;
mod dice;
mod objects;
pub mod riddles;
pub mod stories;

pub use objects::ObjectChange;

/// A partner of an item, and what becomes of the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair<P> {
    /// The other item.
    pub partner: P,
    /// Whether its answer is another one.
    pub answer_changes: bool,
}

/// At most one partner whose answer changes and one whose answer stays, in this order.
fn both<P>(mut partner: impl FnMut(bool) -> Option<P>) -> Vec<Pair<P>> {
    let pair = |answer_changes| partner(answer_changes).map(|partner| Pair { partner, answer_changes });
    [true, false].into_iter().filter_map(pair).collect()
}
