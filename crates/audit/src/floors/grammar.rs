//! Which commands a dataset says, learnt from its commands.
//!
//! Somebody who sees the words of a command but not their order knows the language all the same: that nothing is "in the
//! same color as a red square", that what something is inside of is a box. Such rules are not read from a recipe but
//! from the data: a rule that no command breaks is one. So files of any origin have their own grammar, and this is a
//! second opinion on what generators take it to be.

use wampimuk_command::{Lexicon, Phrase, Relation};
use wampimuk_grid::Form;

/// The size, colour and noun of a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Words {
    pub size: Option<u8>,
    pub colour: Option<u8>,
    pub noun: Option<u8>,
}

impl From<&Phrase> for Words {
    fn from(phrase: &Phrase) -> Self {
        Self { size: phrase.size, colour: phrase.colour, noun: phrase.noun }
    }
}

/// What commands can do that others may find unnatural; a bit for each.
mod habit {
    pub const REDUNDANT_SIZE: u16 = 1;
    pub const REDUNDANT_COLOUR: u16 = 1 << 1;
    pub const REDUNDANT_SHAPE: u16 = 1 << 2;
    pub const OBJECT_IN_ANY_CLAUSE: u16 = 1 << 3;
    pub const INSIDE_OF_NO_BOX: u16 = 1 << 4;
    pub const BOX_IN_ANY_CLAUSE: u16 = 1 << 5;
    pub const BOX_AS_HEAD: u16 = 1 << 6;
    pub const REPEATED_RELATION: u16 = 1 << 7;
    pub const REPEATED_PHRASE: u16 = 1 << 8;
    pub const REPEATED_NOUN: u16 = 1 << 9;
    pub const BARE_PHRASE: u16 = 1 << 10;
    pub const OBJECT_AS_HEAD: u16 = 1 << 11;
}

/// The habits that commands of a dataset have. Whatever needs another habit is not said there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Grammar(u16);

impl Grammar {
    /// A grammar in which everything is said.
    #[cfg(test)]
    pub const RELAXED: Self = Self(u16::MAX);

    /// Learns from a command. Those without clauses have no order to speak of.
    pub fn hear(&mut self, head: &Phrase, lexicon: &Lexicon) {
        if !head.clauses.is_empty() {
            self.0 |= habits(head, lexicon);
        }
    }

    /// Whether a command could be one of the dataset.
    pub fn admits(self, head: &Phrase, lexicon: &Lexicon) -> bool {
        habits(head, lexicon) & !self.0 == 0
    }

    /// Whether these words could be a head.
    pub fn admits_head(self, head: Words, lexicon: &Lexicon) -> bool {
        head_habits(head, lexicon) & !self.0 == 0
    }

    /// Whether a clause could link two phrases with these words.
    pub fn admits_clause(self, parent: Words, relation: Relation, child: Words, lexicon: &Lexicon) -> bool {
        clause_habits(parent, relation, child, lexicon) & !self.0 == 0
    }
}

fn is_box(noun: Option<u8>, lexicon: &Lexicon) -> bool {
    noun.and_then(|noun| lexicon.nouns.get(usize::from(noun))).is_some_and(|noun| noun.form == Form::Frame)
}

fn when(holds: bool, habit: u16) -> u16 {
    if holds { habit } else { 0 }
}

fn head_habits(head: Words, lexicon: &Lexicon) -> u16 {
    when(is_box(head.noun, lexicon), habit::BOX_AS_HEAD) | when(head.noun.is_none(), habit::OBJECT_AS_HEAD)
}

fn clause_habits(parent: Words, relation: Relation, child: Words, lexicon: &Lexicon) -> u16 {
    let boxed = is_box(child.noun, lexicon);
    let own = match relation {
        Relation::SameSize => when(parent.size.or(child.size).is_some(), habit::REDUNDANT_SIZE),
        Relation::SameColour => when(parent.colour.or(child.colour).is_some(), habit::REDUNDANT_COLOUR),
        Relation::SameShape => when(parent.noun.or(child.noun).is_some(), habit::REDUNDANT_SHAPE),
        Relation::Inside => when(!boxed, habit::INSIDE_OF_NO_BOX),
        Relation::SameRow | Relation::SameColumn => 0,
    };
    own | when(child.noun.is_none() && relation != Relation::SameShape, habit::OBJECT_IN_ANY_CLAUSE)
        | when(boxed && relation != Relation::Inside, habit::BOX_IN_ANY_CLAUSE)
        | when(child.noun.is_some() && child.noun == parent.noun, habit::REPEATED_NOUN)
        | when(child.size.or(child.colour).is_none(), habit::BARE_PHRASE)
}

fn habits(head: &Phrase, lexicon: &Lexicon) -> u16 {
    fn walk(phrase: &Phrase, lexicon: &Lexicon, said: &mut Vec<Words>, found: &mut u16) {
        let words = Words::from(phrase);
        *found |= when(said.contains(&words), habit::REPEATED_PHRASE);
        said.push(words);
        for (number, clause) in phrase.clauses.iter().enumerate() {
            *found |= clause_habits(words, clause.relation, (&clause.phrase).into(), lexicon);
            let again = phrase.clauses[..number].iter().any(|other| other.relation == clause.relation);
            *found |= when(again, habit::REPEATED_RELATION);
            walk(&clause.phrase, lexicon, said, found);
        }
    }
    let mut found = head_habits(head.into(), lexicon);
    walk(head, lexicon, &mut Vec::new(), &mut found);
    found
}
