//! Hold-outs as predicates over features.
//!
//! A [`Condition`] is what a recipe says; [`Predicate`] is the same with names resolved to sets over machine words. It
//! can be judged before an item exists: features that are still open give the verdict "depends".

use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{self, IntoDeserializer};
use serde::{Deserialize, Deserializer, Serialize};
use wampimuk_command::{Command, Lexicon, unknown_name};
use wampimuk_core::{RecipeError, Verdict};
use wampimuk_grid::{Cell, Direction};

use crate::commands::TargetKind;

/// Which items are held out. All the keys given must hold; a list means "one of".
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Condition {
    /// The meaning of the verb: `walk`, `push`, `pull`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verb: Option<Names>,
    /// The meaning of the adverb; the empty name is "no adverb".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adverb: Option<Names>,
    /// Meanings of adjectives or nouns that must *all* stand in the command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mentions: Option<Names>,
    /// The target's shape, whether it is mentioned or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_shape: Option<Names>,
    /// The target's colour, whether it is mentioned or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_colour: Option<Names>,
    /// The target's size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_size: Option<Numbers>,
    /// Where the target lies seen from the agent: `n`, `sw`, …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<Names>,
    /// Steps from the agent to the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<Numbers>,
    /// The target's row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_row: Option<Numbers>,
    /// The target's column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_column: Option<Numbers>,
    /// The agent's row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_row: Option<Numbers>,
    /// The agent's column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_column: Option<Numbers>,
    /// More actions than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions_over: Option<usize>,
    /// At least one of these must hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub any: Vec<Condition>,
    /// This must not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not: Option<Box<Condition>>,
}

/// A value or several.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum OneOrMany<T> {
    /// One.
    One(T),
    /// One of these.
    Many(Vec<T>),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OneOrMany<T> {
    /// By hand, so that errors say what is expected.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> de::Visitor<'de> for Visitor<T> {
            type Value = OneOrMany<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value or a list of values")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<OneOrMany<T>, E> {
                T::deserialize(text.into_deserializer()).map(OneOrMany::One)
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<OneOrMany<T>, E> {
                T::deserialize(number.into_deserializer()).map(OneOrMany::One)
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<OneOrMany<T>, E> {
                T::deserialize(number.into_deserializer()).map(OneOrMany::One)
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, values: A) -> Result<OneOrMany<T>, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(values)).map(OneOrMany::Many)
            }
        }

        deserializer.deserialize_any(Visitor(PhantomData))
    }
}

/// A name or several.
pub type Names = OneOrMany<String>;

/// A number or several.
pub type Numbers = OneOrMany<u8>;

impl<T> OneOrMany<T> {
    fn as_slice(&self) -> &[T] {
        match self {
            Self::One(value) => std::slice::from_ref(value),
            Self::Many(values) => values,
        }
    }
}

impl Names {
    fn iter(&self) -> impl Iterator<Item = &str> {
        self.as_slice().iter().map(String::as_str)
    }
}

impl Numbers {
    fn mask(&self) -> u64 {
        self.as_slice().iter().filter(|&&number| number < 64).fold(0, |mask, number| mask | 1 << number)
    }
}

/// What is known of an item.
#[derive(Clone, Copy, Debug)]
pub struct Features<'a> {
    /// Its command.
    pub command: &'a Command,
    /// Its target.
    pub target: TargetKind,
    /// Where the target lies.
    pub direction: Direction,
    /// How far away.
    pub distance: u8,
    /// The agent's and the target's cell, once known.
    pub cells: Option<(Cell, Cell)>,
    /// The number of actions, once known.
    pub actions: Option<usize>,
}

/// A condition with its names resolved.
pub type Predicate = wampimuk_core::Predicate<Test>;

/// A question about one feature. Sets of names and numbers are machine words.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    /// The verb is one of these.
    Verb(u64),
    /// The adverb is one of these, or there is none.
    Adverb(u64),
    /// The command has this size word.
    MentionsSize(u8),
    /// The command has this colour.
    MentionsColour(u8),
    /// The command has this noun.
    MentionsNoun(u8),
    /// The target's shape is one of these.
    Shape(u64),
    /// The target's colour is one of these.
    Colour(u64),
    /// The target's size is one of these.
    Size(u64),
    /// The target lies in one of these directions.
    Direction(u64),
    /// The target is this many steps away.
    Distance(u64),
    /// The target is in one of these rows.
    TargetRow(u64),
    /// The target is in one of these columns.
    TargetColumn(u64),
    /// The agent is in one of these rows.
    AgentRow(u64),
    /// The agent is in one of these columns.
    AgentColumn(u64),
    /// There are more actions than this.
    ActionsOver(usize),
}

/// The bit that stands for "no adverb".
const NO_ADVERB: u32 = 63;

impl Condition {
    /// The condition with its names resolved, or which name has no meaning.
    pub fn predicate(&self, lexicon: &Lexicon) -> Result<Predicate, RecipeError> {
        Predicate::new(self, |condition| condition.tests(lexicon))
    }

    /// Makes sure that every number can occur in worlds of this side whose objects have these sizes.
    pub(crate) fn check_numbers(&self, side: u8, sizes: RangeInclusive<u8>) -> Result<(), RecipeError> {
        let farthest = 2 * side.saturating_sub(1);
        let cells = 0..=side.saturating_sub(1);
        let numbers = [
            ("target_size", &self.target_size, sizes.clone()),
            ("distance", &self.distance, 0..=farthest),
            ("target_row", &self.target_row, cells.clone()),
            ("target_column", &self.target_column, cells.clone()),
            ("agent_row", &self.agent_row, cells.clone()),
            ("agent_column", &self.agent_column, cells),
        ];
        for (key, numbers, range) in numbers {
            let all = numbers.iter().flat_map(Numbers::as_slice);
            if let Some(number) = all.into_iter().find(|number| !range.contains(number)) {
                let (least, most) = range.into_inner();
                return Err(RecipeError::new(format!("`{key}` is {number}, which never occurs"))
                    .hint(format!("it goes from {least} to {most} in these worlds")));
            }
        }
        let inner = self.any.iter().chain(self.not.as_deref());
        inner.into_iter().try_for_each(|condition| condition.check_numbers(side, sizes.clone()))
    }

    fn tests(&self, lexicon: &Lexicon) -> Result<Vec<Test>, RecipeError> {
        let mut tests = Vec::new();
        let verbs: Vec<&str> = lexicon.verbs.iter().map(|verb| verb.deed.name()).collect();
        let adverbs: Vec<&str> = lexicon.adverbs.iter().map(|adverb| adverb.word.name.as_str()).collect();
        let shapes: Vec<&str> = lexicon.nouns.iter().map(|noun| noun.word.name.as_str()).collect();
        let colours: Vec<&str> = lexicon.colours.iter().map(|colour| colour.name.as_str()).collect();
        let sizes: Vec<&str> = lexicon.sizes.iter().map(|size| size.extreme.name()).collect();
        let directions = Direction::ALL.map(Direction::name);
        if let Some(names) = &self.verb {
            tests.push(Test::Verb(mask("verb", names, &verbs)?));
        }
        if let Some(names) = &self.adverb {
            let named = Names::Many(names.iter().filter(|name| !name.is_empty()).map(String::from).collect());
            let none = u64::from(names.iter().any(str::is_empty)) << NO_ADVERB;
            tests.push(Test::Adverb(mask("adverb", &named, &adverbs)? | none));
        }
        for name in self.mentions.iter().flat_map(Names::iter) {
            let number =
                |list: &[&str]| list.iter().position(|known| *known == name).map(|number| number as u8);
            tests.push(match (number(&sizes), number(&colours), number(&shapes)) {
                (Some(size), ..) => Test::MentionsSize(size),
                (_, Some(colour), _) => Test::MentionsColour(colour),
                (.., Some(noun)) => Test::MentionsNoun(noun),
                _ => return Err(unknown_name("mentions", name, &[&sizes[..], &colours, &shapes].concat())),
            });
        }
        if let Some(names) = &self.target_shape {
            tests.push(Test::Shape(mask("target_shape", names, &shapes)?));
        }
        if let Some(names) = &self.target_colour {
            tests.push(Test::Colour(mask("target_colour", names, &colours)?));
        }
        if let Some(names) = &self.direction {
            tests.push(Test::Direction(mask("direction", names, &directions)?));
        }
        type Make = fn(u64) -> Test;
        let numbers: [(&Option<Numbers>, Make); 6] = [
            (&self.target_size, Test::Size),
            (&self.distance, Test::Distance),
            (&self.target_row, Test::TargetRow),
            (&self.target_column, Test::TargetColumn),
            (&self.agent_row, Test::AgentRow),
            (&self.agent_column, Test::AgentColumn),
        ];
        tests.extend(numbers.into_iter().filter_map(|(numbers, test)| Some(test(numbers.as_ref()?.mask()))));
        tests.extend(self.actions_over.map(Test::ActionsOver));
        Ok(tests)
    }
}

impl wampimuk_core::Condition for Condition {
    fn any(&self) -> &[Self] {
        &self.any
    }

    fn not(&self) -> Option<&Self> {
        self.not.as_deref()
    }
}

/// Whether the number of actions plays a part in a condition.
pub(crate) fn asks_for_actions(predicate: &Predicate) -> bool {
    predicate.has(|test| matches!(test, Test::ActionsOver(_)))
}

impl wampimuk_core::FeatureTest for Test {
    type Item<'a> = Features<'a>;

    #[inline]
    fn judge(&self, features: &Features<'_>) -> Verdict {
        let has = |mask: u64, bit: u32| Verdict::of(Some(mask >> bit & 1 == 1));
        let cell = |mask: u64, pick: fn((Cell, Cell)) -> u8| {
            Verdict::of(features.cells.map(|cells| mask >> pick(cells) & 1 == 1))
        };
        let phrase = &features.command.phrase;
        match *self {
            Self::Verb(mask) => has(mask, features.command.verb.into()),
            Self::Adverb(mask) => has(mask, features.command.adverb.map_or(NO_ADVERB, u32::from)),
            Self::MentionsSize(size) => Verdict::of(Some(phrase.size == Some(size))),
            Self::MentionsColour(colour) => Verdict::of(Some(phrase.colour == Some(colour))),
            Self::MentionsNoun(noun) => Verdict::of(Some(phrase.noun == Some(noun))),
            Self::Shape(mask) => has(mask, features.target.shape.into()),
            Self::Colour(mask) => has(mask, features.target.colour.into()),
            Self::Size(mask) => has(mask, features.target.size.into()),
            Self::Direction(mask) => has(mask, features.direction as u32),
            Self::Distance(mask) => has(mask, features.distance.into()),
            Self::AgentRow(mask) => cell(mask, |(agent, _)| agent.row),
            Self::AgentColumn(mask) => cell(mask, |(agent, _)| agent.column),
            Self::TargetRow(mask) => cell(mask, |(_, target)| target.row),
            Self::TargetColumn(mask) => cell(mask, |(_, target)| target.column),
            Self::ActionsOver(limit) => Verdict::of(features.actions.map(|actions| actions > limit)),
        }
    }
}

fn mask(key: &str, names: &Names, known: &[&str]) -> Result<u64, RecipeError> {
    names.iter().try_fold(0, |mask, name| {
        let mut fitting = known.iter().enumerate().filter(|(_, known)| **known == name).peekable();
        if fitting.peek().is_none() {
            return Err(unknown_name(key, name, known));
        }
        Ok(fitting.fold(mask, |mask, (number, _)| mask | 1 << number))
    })
}
