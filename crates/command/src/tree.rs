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

/// How two objects can relate.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
pub enum Relation {
    /// Their cells are in one row.
    #[serde(rename = "same row")]
    SameRow,
    /// Their cells are in one column.
    #[serde(rename = "same column")]
    SameColumn,
    /// They have one colour.
    #[serde(rename = "same colour")]
    SameColour,
    /// They have one shape.
    #[serde(rename = "same shape")]
    SameShape,
    /// They have one size.
    #[serde(rename = "same size")]
    SameSize,
    /// The first lies in the extent of the second, a box.
    #[serde(rename = "inside")]
    Inside,
}

impl Relation {
    /// All six.
    pub const ALL: [Self; 6] =
        [Self::SameRow, Self::SameColumn, Self::SameColour, Self::SameShape, Self::SameSize, Self::Inside];

    /// The name used in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SameRow => "same row",
            Self::SameColumn => "same column",
            Self::SameColour => "same colour",
            Self::SameShape => "same shape",
            Self::SameSize => "same size",
            Self::Inside => "inside",
        }
    }

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
