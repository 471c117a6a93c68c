//! The syntax tree. Words are numbers of the lexicon's entries.

/// A command: do this to that, in this manner.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Command {
    /// Number of the verb.
    pub verb: u8,
    /// What it is done to.
    pub phrase: Phrase,
    /// Number of the adverb, if there is one.
    pub adverb: Option<u8>,
}

/// A referring phrase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Phrase {
    /// "a" or "the"; it does not change the meaning.
    pub determiner: Determiner,
    /// Number of the size word.
    pub size: Option<u8>,
    /// Number of the colour word.
    pub colour: Option<u8>,
    /// Number of the noun; `None` is the noun "object", which anything is.
    pub noun: Option<u8>,
    /// Relative clauses, all of which must hold.
    pub clauses: Vec<Clause>,
}

impl Phrase {
    /// The number of phrases in the tree, this one included.
    pub fn count(&self) -> usize {
        1 + self.clauses.iter().map(|clause| clause.phrase.count()).sum::<usize>()
    }
}

/// A relative clause: "that is `relation` `phrase`".
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    /// How the head of the clause relates to the phrase.
    pub relation: Relation,
    /// What it relates to.
    pub phrase: Phrase,
}

/// An article.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Determiner {
    /// "a"
    #[default]
    A,
    /// "the"
    The,
}

impl Determiner {
    /// The word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::The => "the",
        }
    }
}

wampimuk_core::named! {
    /// How two objects can relate.
    pub enum Relation in recipes {
        /// Their cells are in one row.
        SameRow = "same row",
        /// Their cells are in one column.
        SameColumn = "same column",
        /// They have one colour.
        SameColour = "same colour",
        /// They have one shape.
        SameShape = "same shape",
        /// They have one size.
        SameSize = "same size",
        /// The first lies in the extent of the second, a box.
        Inside = "inside",
    }
}

impl Relation {
    /// The words, as in the published commands.
    pub const fn words(self) -> &'static str {
        match self {
            Self::SameRow => "in the same row as",
            Self::SameColumn => "in the same column as",
            Self::SameColour => "in the same color as",
            Self::SameShape => "in the same shape as",
            Self::SameSize => "in the same size as",
            Self::Inside => "inside of",
        }
    }
}
