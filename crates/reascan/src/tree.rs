//! A command's phrases side by side, as the builders of worlds use them.

use wampimuk_command::{Clause, Determiner, Extreme, Lexicon, Phrase, Relation};
use wampimuk_grid::Form;

use crate::pattern::MAX_PHRASES;

/// The phrases of a command, parents first: number 0 is the head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tree {
    nodes: [Node; MAX_PHRASES],
    len: usize,
}

/// A phrase and how it hangs from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

    /// The tree with the clauses of each phrase in a fixed order, as far as nothing hangs from them: what such clauses say
    /// together has no order.
    pub fn canonical(&self) -> Self {
        let mut tree = *self;
        let key = |node: &Node| {
            (
                node.link.map(|(_, relation)| relation),
                node.size.map(|size| size as u8),
                node.colour,
                node.noun,
            )
        };
        let hangs = |tree: &Self, number: usize| tree.children(number).next().is_some();
        for number in 1..tree.len {
            let mut place = number;
            // Clauses of one phrase stand side by side unless one of them has clauses of its own.
            while place > 1
                && tree.nodes[place].link.map(|(parent, _)| parent)
                    == tree.nodes[place - 1].link.map(|(parent, _)| parent)
                && !hangs(&tree, place)
                && !hangs(&tree, place - 1)
                && key(&tree.nodes[place]) < key(&tree.nodes[place - 1])
            {
                tree.nodes.swap(place, place - 1);
                place -= 1;
            }
        }
        tree
    }

    /// The tree with its words renamed in the order in which they come: what two commands have in common that differ only
    /// in which colours, which nouns and which of the two sizes they name.
    pub fn renamed(&self) -> Self {
        let mut tree = *self;
        let mut colours = [None; MAX_PHRASES];
        let mut nouns = [None; MAX_PHRASES];
        let first = self.nodes().iter().find_map(|node| node.size);
        for node in &mut tree.nodes[..self.len] {
            node.colour = node.colour.map(|colour| number_of(colour, &mut colours));
            // Boxes keep their nouns: they are of another form.
            if !node.frame {
                node.noun = node.noun.map(|noun| number_of(noun, &mut nouns));
            }
            if first == Some(Extreme::Big) {
                node.size = node.size.map(Extreme::opposite);
            }
        }
        tree
    }

    /// The phrase that it is the tree of; of several words for a size, the first.
    pub fn phrase(&self, lexicon: &Lexicon) -> Phrase {
        self.phrase_from(0, lexicon)
    }

    fn phrase_from(&self, number: usize, lexicon: &Lexicon) -> Phrase {
        let Node { size, colour, noun, .. } = self.nodes[number];
        let size = size.and_then(|extreme| lexicon.sizes.iter().position(|size| size.extreme == extreme));
        let clause = |child: usize| {
            let (_, relation) = self.nodes[child].link?;
            Some(Clause { relation, phrase: self.phrase_from(child, lexicon) })
        };
        Phrase {
            determiner: if number == 0 { Determiner::The } else { Determiner::A },
            size: size.map(|size| size as u8),
            colour,
            noun,
            clauses: self.children(number).filter_map(clause).collect(),
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

/// The number of a word among those met so far.
fn number_of(word: u8, met: &mut [Option<u8>]) -> u8 {
    let place = met.iter().position(|&other| other.is_none_or(|other| other == word)).unwrap_or(0);
    met[place] = Some(word);
    place as u8
}
