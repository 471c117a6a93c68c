//! What items can be sorted by.

use std::fmt;

use serde::{Serialize, Serializer};
use wampimuk_command::{Phrase, Register, pattern};
use wampimuk_grid::Direction;

use super::Case;

/// A way to sort items: those of gSCAN's error analysis, and the shape of ReaSCAN's commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dimension {
    /// How many actions the right answer has.
    Length,
    /// How many words the command has.
    Input,
    /// The verb.
    Verb,
    /// The adverb.
    Adverb,
    /// The words about the target: "small red circle".
    Referred,
    /// The size word about the target.
    Size,
    /// Steps from the agent to the target.
    Distance,
    /// Where the target lies seen from the agent.
    Direction,
    /// What the target is: "2 red circle".
    Target,
    /// The shape of the command, in ReaSCAN's notation.
    Pattern,
}

impl Dimension {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Length,
        Self::Input,
        Self::Verb,
        Self::Adverb,
        Self::Referred,
        Self::Size,
        Self::Distance,
        Self::Direction,
        Self::Target,
        Self::Pattern,
    ];

    /// The name used on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Length => "length",
            Self::Input => "input",
            Self::Verb => "verb",
            Self::Adverb => "adverb",
            Self::Referred => "referred",
            Self::Size => "size",
            Self::Distance => "distance",
            Self::Direction => "direction",
            Self::Target => "target",
            Self::Pattern => "pattern",
        }
    }

    /// What it sorts by, in words.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Length => "number of actions",
            Self::Input => "words in the command",
            Self::Verb => "verb",
            Self::Adverb => "adverb",
            Self::Referred => "referred target",
            Self::Size => "size word",
            Self::Distance => "distance to the target",
            Self::Direction => "direction of the target",
            Self::Target => "target",
            Self::Pattern => "pattern of the command",
        }
    }

    /// The dimension with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dimension| dimension.name() == name)
    }

    /// Where an item stands in it; `None` if it says nothing about it.
    pub fn value(self, case: &Case<'_>) -> Option<Value> {
        let command = &case.example.command;
        let agent = case.example.world.agent().cell;
        let goal = case.goal()?;
        Some(match self {
            Self::Length => Value::Number(case.example.actions.len() as u64),
            Self::Input => {
                Value::Number(command.tokens(case.lexicon, case.surface, Register::Words).len() as u64)
            }
            Self::Verb => Value::text(command.deed(case.lexicon).name()),
            Self::Adverb => {
                let adverb = command.adverb.and_then(|adverb| case.lexicon.adverbs.get(usize::from(adverb)));
                Value::text(adverb.map_or("none", |adverb| &adverb.word.name))
            }
            Self::Referred => Value::Text(referred(&command.phrase, case)),
            Self::Size => {
                let size = command.phrase.size.and_then(|size| case.lexicon.sizes.get(usize::from(size)));
                Value::text(size.map_or("none", |size| size.extreme.name()))
            }
            Self::Distance => Value::Number(agent.distance(goal).into()),
            Self::Direction => Value::text(agent.direction_to(goal).map_or("here", Direction::name)),
            Self::Target => Value::Text(kind(case)?),
            Self::Pattern => Value::Text(pattern(&command.phrase)),
        })
    }
}

/// The words of a phrase without its clauses, size first as in the originals' files.
fn referred(phrase: &Phrase, case: &Case<'_>) -> String {
    let lexicon = case.lexicon;
    let size = phrase.size.and_then(|size| lexicon.sizes.get(usize::from(size)));
    let colour = phrase.colour.and_then(|colour| lexicon.colours.get(usize::from(colour)));
    let noun = phrase.noun.and_then(|noun| lexicon.nouns.get(usize::from(noun)));
    let words = [
        size.map(|size| size.extreme.name()),
        colour.map(|colour| colour.name.as_str()),
        Some(noun.map_or("object", |noun| noun.word.name.as_str())),
    ];
    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// What the target is.
fn kind(case: &Case<'_>) -> Option<String> {
    let object = case.example.world.objects().get(case.example.target)?;
    let colour = &case.lexicon.colours.get(usize::from(object.colour))?.name;
    let shape = &case.lexicon.nouns.get(usize::from(object.shape))?.word.name;
    Some(format!("{} {colour} {shape}", object.size))
}

/// A value of a dimension. Numbers are ordered as numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A count.
    Number(u64),
    /// A name.
    Text(String),
}

impl Value {
    fn text(text: &str) -> Self {
        Self::Text(text.to_string())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => serializer.serialize_u64(*number),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}
