//! One example of the original's files, as recorded.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use wampimuk_grid::MAX_OBJECTS;

use crate::error::{FieldError, Problem};

/// An example as recorded: gSCAN's fields, and where ReaSCAN's differ, those. Other keys are ignored.
#[derive(Clone, Debug, serde::Deserialize)]
pub struct OriginalExample<'a> {
    /// The split, in JSON lines.
    #[serde(borrow, default)]
    pub split: Option<BorrowedText<'a>>,
    /// The index in its split, in some JSON lines.
    #[serde(default)]
    pub index: Option<u64>,
    /// The words, joined by commas.
    #[serde(borrow)]
    pub command: BorrowedText<'a>,
    /// The names of their meanings, joined by commas.
    #[serde(borrow)]
    pub meaning: BorrowedText<'a>,
    /// The derivation.
    #[serde(borrow, default)]
    pub derivation: Option<BorrowedText<'a>>,
    /// The world.
    #[serde(borrow)]
    pub situation: Situation<'a>,
    /// The actions, joined by commas.
    #[serde(borrow)]
    pub target_commands: BorrowedText<'a>,
    /// The name of the verb.
    #[serde(borrow, default)]
    pub verb_in_command: Option<BorrowedText<'a>>,
    /// The name of the adverb, in gSCAN.
    #[serde(borrow, default)]
    pub manner: Option<BorrowedText<'a>>,
    /// The name of the adverb, in ReaSCAN.
    #[serde(borrow, default)]
    pub adverb_in_command: Option<BorrowedText<'a>>,
    /// Size, colour and noun that the command names.
    #[serde(borrow, default)]
    pub referred_target: Option<BorrowedText<'a>>,
    /// The shape of the command, in ReaSCAN (sic).
    #[serde(borrow, default)]
    pub grammer_pattern: Option<BorrowedText<'a>>,
    /// The words of each phrase, by `$OBJ_0`, `$OBJ_1` and so on, in ReaSCAN.
    #[serde(borrow, default)]
    pub object_expression: Option<BTreeMap<String, BorrowedText<'a>>>,
    /// Whether all groups of relation distractors were placed, in ReaSCAN; so are the four below.
    #[serde(default)]
    pub full_relation_distractor: Option<bool>,
    /// Whether relation distractors were placed.
    #[serde(default)]
    pub has_relation_distractor: Option<bool>,
    /// Whether attribute distractors were placed.
    #[serde(default)]
    pub has_attribute_distractor: Option<bool>,
    /// Whether isomorphism distractors were placed.
    #[serde(default)]
    pub has_isomorphism_distractor: Option<bool>,
    /// Whether random distractors were placed.
    #[serde(default)]
    pub has_random_distractor: Option<bool>,
}

/// The world of an example, as recorded.
#[derive(Clone, Debug, serde::Deserialize)]
pub struct Situation<'a> {
    /// Rows and columns.
    pub grid_size: WholeNumber,
    /// Where the agent stands.
    pub agent_position: Position,
    /// Which way it faces, from 0 to 3.
    pub agent_direction: WholeNumber,
    /// The target.
    #[serde(borrow, default)]
    pub target_object: Option<PlacedObject<'a>>,
    /// The steps to the target.
    #[serde(default)]
    pub distance_to_target: Option<WholeNumber>,
    /// Where the target lies.
    #[serde(borrow, default)]
    pub direction_to_target: Option<BorrowedText<'a>>,
    /// The objects.
    #[serde(borrow)]
    pub placed_objects: PlacedObjects<'a>,
}

/// An object in its place, as recorded.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
pub struct PlacedObject<'a> {
    /// The digits that models see.
    #[serde(borrow, default)]
    pub vector: Option<BorrowedText<'a>>,
    /// Where it is.
    pub position: Position,
    /// What it is.
    #[serde(borrow)]
    pub object: Description<'a>,
}

/// What an object is, as recorded.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
pub struct Description<'a> {
    /// The name of its shape.
    #[serde(borrow)]
    pub shape: BorrowedText<'a>,
    /// The name of its colour.
    #[serde(borrow)]
    pub color: BorrowedText<'a>,
    /// Its size.
    pub size: WholeNumber,
}

/// A cell, as recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
pub struct Position {
    /// Counted from the top.
    pub row: WholeNumber,
    /// Counted from the left.
    pub column: WholeNumber,
}

/// A text that borrows from the file where it can.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BorrowedText<'a>(pub Cow<'a, str>);

impl std::ops::Deref for BorrowedText<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for BorrowedText<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor;
        impl<'de> Visitor<'de> for TextVisitor {
            type Value = BorrowedText<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(BorrowedText(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(BorrowedText(Cow::Owned(text.to_string())))
            }
        }
        deserializer.deserialize_str(TextVisitor)
    }
}

/// A whole number. The original writes most of its numbers as texts; both are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WholeNumber(pub u32);

impl<'de> Deserialize<'de> for WholeNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WholeVisitor;
        impl Visitor<'_> for WholeVisitor {
            type Value = WholeNumber;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number such as 3 or \"3\"")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<WholeNumber, E> {
                let unexpected = || E::invalid_value(de::Unexpected::Unsigned(number), &self);
                u32::try_from(number).map(WholeNumber).map_err(|_| unexpected())
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<WholeNumber, E> {
                let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                let number = text.parse().ok().filter(|_| digits);
                number.map(WholeNumber).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(WholeVisitor)
    }
}

/// The objects of a world in the order of their keys, "0", "1", and so on.
#[derive(Clone, Debug)]
pub struct PlacedObjects<'a>(pub Vec<PlacedObject<'a>>);

impl<'de: 'a, 'a> Deserialize<'de> for PlacedObjects<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ObjectsVisitor;
        impl<'de> Visitor<'de> for ObjectsVisitor {
            type Value = PlacedObjects<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with the keys \"0\", \"1\" and so on")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut objects: Vec<(u32, PlacedObject<'de>)> = Vec::new();
                while let Some((WholeNumber(key), object)) = map.next_entry()? {
                    if objects.len() == MAX_OBJECTS {
                        return Err(de::Error::custom(format!("expected at most {MAX_OBJECTS} objects")));
                    }
                    objects.push((key, object));
                }
                // Tools that sort keys put "10" before "2".
                objects.sort_by_key(|(key, _)| *key);
                if let Some((expected, (key, _))) =
                    (0..).zip(&objects).find(|(number, (key, _))| number != key)
                {
                    return Err(de::Error::custom(format!(
                        "expected the key \"{expected}\", found \"{key}\""
                    )));
                }
                Ok(PlacedObjects(objects.into_iter().map(|(_, object)| object).collect()))
            }
        }
        deserializer.deserialize_map(ObjectsVisitor)
    }
}

/// Parses an example.
///
/// # Errors
/// If it is not JSON, a field is missing or has another type. The error names the field.
pub fn parse_example(json: &[u8]) -> Result<OriginalExample<'_>, FieldError> {
    parse_json(json)
}

/// Parses JSON. The path to a faulty field takes time to keep, so it is found by parsing faulty JSON once more.
pub(crate) fn parse_json<'a, T: Deserialize<'a>>(json: &'a [u8]) -> Result<T, FieldError> {
    serde_json::from_slice(json).map_err(|error| {
        let mut deserializer = serde_json::Deserializer::from_slice(json);
        match serde_path_to_error::deserialize::<_, T>(&mut deserializer) {
            Err(error) => FieldError::new(error.path().to_string(), Problem::Json(message(error.inner()))),
            Ok(_) => FieldError::new(".", Problem::Json(message(&error))),
        }
    })
}

/// What is wrong. The place matters only where no field is named: in what is not JSON. Its lines are counted from where it
/// begins, and the line of the file is known to the caller; so the first has no number.
fn message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let Some((message, _)) = text.rsplit_once(" at line ").filter(|_| error.line() > 0) else { return text };
    match (error.is_data(), error.line(), error.column()) {
        (true, ..) => message.to_owned(),
        (false, 1, column) => format!("{message}, column {column}"),
        (false, line, column) => format!("{message}, in line {line} of it, column {column}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_from_where_the_json_begins() {
        let wrong = |json: &str| parse_json::<serde_json::Value>(json.as_bytes()).unwrap_err().to_string();
        let one = wrong("{\"a\" 1}");
        assert!(one.contains("expected `:`, column 6") && !one.contains("line"), "{one}");
        assert!(wrong("{\n\"a\" 1}").contains("in line 2 of it, column 5"), "{}", wrong("{\n\"a\" 1}"));
    }
}
