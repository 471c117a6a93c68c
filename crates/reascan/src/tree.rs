//! A command's phrases side by side, as the builders of worlds use them.

use wampimuk_command::{Extreme, Lexicon, Phrase, Relation};
use wampimuk_grid::Form;

use crate::pattern::MAX_PHRASES;

/// The phrases of a command, parents first: number 0 is the head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tree {
    nodes: [Node; MAX_PHRASES],
    len: usize,
}

/// A phrase and how it hangs from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub size: Option<Extreme>,
    pub colour: Option<u8>,
    /// The number of the noun; `None` is "object".
    pub noun: Option<u8>,
    /// Whether the noun is a box's.
    pub frame: bool,
    /// The number of the phrase it hangs from, and how that phrase relates to it.
    pub link: Option<(usize, Relation)>,
}

impl Tree {
    /// The phrases of a command. Trees of recipes have at most [`MAX_PHRASES`].
    pub fn of(head: &Phrase, lexicon: &Lexicon) -> Self {
        let blank = Node { size: None, colour: None, noun: None, frame: false, link: None };
        let mut tree = Self { nodes: [blank; MAX_PHRASES], len: 0 };
        tree.add(head, None, lexicon);
        tree
    }

    fn add(&mut self, phrase: &Phrase, link: Option<(usize, Relation)>, lexicon: &Lexicon) {
        let number = self.len;
        let form = phrase.noun.map(|noun| lexicon.nouns[usize::from(noun)].form);
        self.nodes[number] = Node {
            size: phrase.size.map(|size| lexicon.sizes[usize::from(size)].extreme),
            colour: phrase.colour,
            noun: phrase.noun,
            frame: form == Some(Form::Frame),
            link,
        };
        self.len += 1;
        for clause in &phrase.clauses {
            self.add(&clause.phrase, Some((number, clause.relation)), lexicon);
        }
    }

    /// The phrases.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes[..self.len]
    }

    /// A phrase, to be changed.
    pub fn node_mut(&mut self, number: usize) -> &mut Node {
        &mut self.nodes[..self.len][number]
    }

    /// The numbers of the phrases that hang from a phrase directly.
    pub fn children(&self, number: usize) -> impl Iterator<Item = usize> {
        let nodes = self.nodes;
        (number + 1..self.len)
            .filter(move |&child| nodes[child].link.is_some_and(|(parent, _)| parent == number))
    }

    /// Whether a phrase hangs from another, directly or not; every phrase does from itself.
    pub fn is_below(&self, mut number: usize, ancestor: usize) -> bool {
        loop {
            if number == ancestor {
                return true;
            }
            let Some((parent, _)) = self.nodes[number].link else { return false };
            number = parent;
        }
    }
}
