//! Reading recipes: TOML in, a typed value or an error with a place and a hint out.
//!
//! Recipes of all families have one frame ([`recipe!`](crate::recipe)): the family, a title, a `[generate]` section of the
//! family's own, and splits. The section decides what every item looks like, and its digest keys the random streams; the
//! splits decide only how many items of which kind are wanted, so changing them changes no item.

mod check;
mod frame;
mod node;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::de::DeTable;

use crate::{Digest, suggest};
use node::{Fault, Node};

pub use check::{
    MOST_HOLDOUTS, check_count, check_holdout_names, check_range, check_sizes, is_plain_name, wanted_size,
};
pub use frame::Holdout;

/// Why a recipe could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}{}", place(*.line, *.column), hint_text(.hint.as_deref()))]
pub struct RecipeError {
    /// 1-based line, where the text has one.
    pub line: Option<usize>,
    /// 1-based column.
    pub column: Option<usize>,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: Option<String>,
}

impl RecipeError {
    /// An error about the meaning of a value rather than about the text.
    pub fn new(message: impl Into<String>) -> Self {
        Self { line: None, column: None, message: message.into(), hint: None }
    }

    /// Adds what would be right.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds the known word that was meant, if one is near.
    #[must_use]
    pub fn suggest<'a>(self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        match suggest(word, known) {
            Some(hint) => self.hint(hint),
            None => self,
        }
    }

    /// Puts in front what the error is about: "hold-out `a`: …".
    #[must_use]
    pub fn of(mut self, what: &str) -> Self {
        self.message = format!("{what}: {}", self.message);
        self
    }
}

fn place(line: Option<usize>, column: Option<usize>) -> String {
    match (line, column) {
        (Some(line), Some(column)) => format!("line {line}, column {column}: "),
        (Some(line), None) => format!("line {line}: "),
        _ => String::new(),
    }
}

fn hint_text(hint: Option<&str>) -> String {
    hint.map(|hint| format!(" ({hint})")).unwrap_or_default()
}

/// Parses TOML into `T`. Unknown keys are errors (given `deny_unknown_fields`) and come with a suggestion.
pub fn parse_toml<T: DeserializeOwned>(text: &str) -> Result<T, RecipeError> {
    Node::parse(text).and_then(T::deserialize).map_err(|fault| error_of(text, fault))
}

/// Parses TOML whatever it says: keys and values with their places.
pub fn parse_places(text: &str) -> Result<DeTable<'_>, RecipeError> {
    let table = DeTable::parse(text).map_err(|error| error_of(text, error.into()))?;
    Ok(table.into_inner())
}

fn error_of(text: &str, Fault { message, span, keys }: Fault) -> RecipeError {
    let (line, column) = match span {
        Some(span) => {
            let before = &text[..span.start.min(text.len())];
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
            (Some(line), Some(column))
        }
        None => (None, None),
    };
    let hint = suggestion(&message);
    let message = match keys.is_empty() {
        true => message,
        false => {
            let keys: Vec<String> = keys.into_iter().rev().collect();
            format!("{}: {}", keys.join("."), in_words(&message))
        }
    };
    RecipeError { line, column, message, hint }
}

/// Serde's message with words in place of names of types: what is allowed is said in full.
fn in_words(message: &str) -> String {
    const TYPES: [(&str, &str); 11] = [
        ("u8", "a whole number from 0 to 255"),
        ("u16", "a whole number from 0 to 65535"),
        ("u32", "a whole number from 0 to 4294967295"),
        ("u64", "a whole number, 0 or more"),
        ("usize", "a whole number, 0 or more"),
        ("f64", "a number"),
        ("a boolean", "true or false"),
        ("a string", "a text in quotes"),
        ("a sequence", "a list"),
        ("a map", "a table"),
        ("struct ", "a table"),
    ];
    let Some((found, expected)) = message.rsplit_once(", expected ") else { return message.to_owned() };
    let is_of = |name: &str| expected == name || name.ends_with(' ') && expected.starts_with(name);
    let words = TYPES.iter().find(|(name, _)| is_of(name)).map_or(expected, |(_, words)| words);
    format!("{found}, expected {words}")
}

/// Turns serde's "unknown field `x`, expected one of `a`, `b`" into "did you mean `a`?".
fn suggestion(message: &str) -> Option<String> {
    if !message.starts_with("unknown") {
        return None;
    }
    let mut quoted = message.split('`').skip(1).step_by(2);
    let wrong = quoted.next()?;
    suggest(wrong, quoted)
}

/// The JSON Schema of a recipe type.
pub fn schema_of<T: JsonSchema>() -> serde_json::Value {
    schemars::schema_for!(T).to_value()
}

/// The digest of a recipe's section in canonical form: JSON with the keys in the order of their definition.
///
/// # Panics
/// If the section has keys that JSON cannot express; TOML has none.
pub fn section_digest(section: &impl Serialize) -> Digest {
    Digest::of(&serde_json::to_vec(section).expect("recipes have no keys that JSON cannot express"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Small {
        #[expect(dead_code, reason = "only its parsing is of interest")]
        grid_size: u8,
    }

    #[test]
    fn unknown_keys_have_a_place_and_a_suggestion() {
        let error = parse_toml::<Small>("# a comment\ngrid_sise = 6\n").unwrap_err();
        assert_eq!((error.line, error.column), (Some(2), Some(1)));
        assert_eq!(error.hint.as_deref(), Some("did you mean `grid_size`?"));
    }

    #[test]
    fn wrong_types_have_a_place() {
        let error = parse_toml::<Small>("grid_size = \"six\"").unwrap_err();
        assert_eq!((error.line, error.column), (Some(1), Some(13)));
        assert!(error.to_string().contains("line 1"), "{error}");
    }

    /// Errors named the type that they expected, but not the key, which `--set` has no line for.
    #[test]
    fn wrong_values_have_a_key() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum Kind {
            Plain,
            Fancy,
        }
        #[derive(Debug, serde::Deserialize)]
        struct Large {
            #[expect(dead_code, reason = "only its parsing is of interest")]
            parts: Vec<Small>,
            #[expect(dead_code, reason = "only its parsing is of interest")]
            kind: Kind,
        }
        #[derive(Debug, serde::Deserialize)]
        struct Counted {
            #[expect(dead_code, reason = "only its parsing is of interest")]
            shots: u64,
            #[expect(dead_code, reason = "only its parsing is of interest")]
            small: Small,
        }
        let found = parse_toml::<Counted>("shots = -1").unwrap_err().message;
        assert_eq!(found, "shots: invalid value: integer `-1`, expected a whole number, 0 or more");
        let found = parse_toml::<Counted>("shots = 1\nsmall = 3").unwrap_err().message;
        assert_eq!(found, "small: invalid type: integer `3`, expected a table");
        let message = |text: &str| parse_toml::<Large>(text).unwrap_err().message;
        let parts = "kind = \"plain\"\n[[parts]]\ngrid_size = 6\n[[parts]]\n";
        let found = message(&format!("{parts}grid_size = 256"));
        assert_eq!(
            found,
            "parts.1.grid_size: invalid value: integer `256`, expected a whole number from 0 to 255"
        );
        assert_eq!(
            message(&format!("{parts}side = 1")),
            "parts.1: unknown field `side`, expected `grid_size`"
        );
        assert_eq!(
            message("parts = []\nkind = 3"),
            "kind: invalid type: integer `3`, expected one of `plain`, `fancy`"
        );
        assert_eq!(
            message("parts = []\nkind = { fancy = {}, plain = {} }"),
            "kind: found `fancy` and `plain`, expected one of `plain`, `fancy`"
        );
        let hint = parse_toml::<Large>("parts = []\nkind = \"fancey\"").unwrap_err().hint;
        assert_eq!(hint.as_deref(), Some("did you mean `fancy`?"));
    }
}
