//! Finding recipes by name or file, and changing their keys.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use wampimuk_core::{RecipeError, suggest};

use crate::{Dataset, read_text, registry};

/// A recipe as it was asked for.
#[derive(Clone, Debug)]
pub struct FoundRecipe {
    /// The name of the shipped recipe, or the file's stem.
    pub name: String,
    /// The text, with changes applied.
    pub toml: String,
    /// Whether changes were applied: then places in the text are not the user's.
    changed: bool,
}

/// Why a recipe cannot be found or used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FindError {
    /// It is neither a shipped name nor a file of the right ending.
    #[error("there is no recipe `{name}` ({hint})")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What to try instead.
        hint: String,
    },
    /// The file could not be read.
    #[error("failed to read {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The text is no recipe.
    #[error("failed to use the recipe {name}: {error}")]
    Recipe {
        /// The recipe.
        name: String,
        /// The place and what is wrong there.
        error: RecipeError,
    },
}

impl FindError {
    /// Whether the system is to blame, not what was asked for.
    pub fn is_system(&self) -> bool {
        match self {
            Self::Io { source, .. } => source.kind() != ErrorKind::InvalidData,
            Self::Unknown { .. } | Self::Recipe { .. } => false,
        }
    }
}

/// The recipe of this name or in this file, with changes such as `splits.shots=5`. `None` if it is neither a shipped
/// name nor a `.toml` path.
pub fn find(name: &str, changes: &[String]) -> Option<Result<FoundRecipe, FindError>> {
    let path = Path::new(name);
    let (name, text) = if let Some(recipe) = registry::shipped().find(|recipe| recipe.name == name) {
        (name.to_string(), recipe.toml.to_string())
    } else if path.extension().is_some_and(|extension| extension == "toml") {
        let stem =
            path.file_stem().map_or_else(|| name.to_string(), |stem| stem.to_string_lossy().into_owned());
        match read_text(path) {
            Ok(text) => (stem, text),
            Err(source) => return Some(Err(FindError::Io { path: path.to_owned(), source })),
        }
    } else {
        return None;
    };
    Some(FoundRecipe::of(name, &text, changes))
}

/// The recipe of this name or in this file, or an error that says what there is.
pub fn require(name: &str, changes: &[String]) -> Result<FoundRecipe, FindError> {
    find(name, changes).unwrap_or_else(|| {
        let names = registry::shipped().map(|recipe| recipe.name);
        let hint = suggest(name, names)
            .unwrap_or_else(|| "see `wampimuk recipes`, or give a file that ends in .toml".to_string());
        Err(FindError::Unknown { name: name.to_string(), hint })
    })
}

impl FoundRecipe {
    /// A recipe by its text.
    pub fn of(name: String, text: &str, changes: &[String]) -> Result<Self, FindError> {
        match change(text, changes) {
            Ok(toml) => Ok(Self { name, toml, changed: !changes.is_empty() }),
            Err(error) => Err(FindError::Recipe { name, error }),
        }
    }

    /// Prepares the dataset.
    pub fn dataset(&self, seed: u64) -> Result<Box<dyn Dataset>, FindError> {
        self.read(|toml| registry::build(toml, seed))
    }

    /// Makes something of the text.
    pub fn read<T>(&self, make: impl FnOnce(&str) -> Result<T, RecipeError>) -> Result<T, FindError> {
        make(&self.toml).map_err(|error| {
            let error = match self.changed {
                true => RecipeError { line: None, column: None, ..error },
                false => error,
            };
            FindError::Recipe { name: self.name.clone(), error }
        })
    }
}

/// The most parts of a key: no recipe is nearly as deep.
const MOST_PARTS: usize = 32;

/// The beginning of a change, for messages.
fn cut(change: &str) -> String {
    const SHOWN: usize = 80;
    match change.char_indices().nth(SHOWN) {
        None => change.to_owned(),
        Some((end, _)) => format!("{}…", &change[..end]),
    }
}

/// Applies `key=value` changes to the text of a recipe.
fn change(text: &str, changes: &[String]) -> Result<String, RecipeError> {
    if changes.is_empty() {
        return Ok(text.to_string());
    }
    let mut root: toml::Table = wampimuk_core::parse_toml(text)?;
    for change in changes {
        let (key, value) = change
            .split_once('=')
            .ok_or_else(|| RecipeError::new(format!("--set {}", cut(change))).hint("write KEY=VALUE"))?;
        let wrong = |message: String| RecipeError::new(format!("--set {}: {message}", cut(change)));
        if key.split('.').count() > MOST_PARTS {
            return Err(wrong(format!("a key has at most {MOST_PARTS} parts")));
        }
        set(&mut root, key.trim(), parse_value(value.trim())).map_err(wrong)?;
    }
    toml::to_string(&root).map_err(|error| RecipeError::new(error.to_string()))
}

/// A TOML value; what is none is taken as text.
fn parse_value(text: &str) -> toml::Value {
    let document = format!("value = {text}");
    let parsed: Result<toml::Table, _> = toml::from_str(&document);
    parsed
        .ok()
        .and_then(|mut table| table.remove("value"))
        .unwrap_or_else(|| toml::Value::String(text.to_string()))
}

fn set(table: &mut toml::Table, key: &str, value: toml::Value) -> Result<(), String> {
    match key.split_once('.') {
        None => {
            table.insert(key.to_string(), value);
            Ok(())
        }
        Some((first, rest)) => {
            let inner = table.entry(first).or_insert_with(|| toml::Value::Table(toml::Table::new()));
            match inner {
                toml::Value::Table(inner) => set(inner, rest, value),
                toml::Value::Array(list) => set_in_list(list, first, rest, value),
                _ => Err(format!("`{first}` is not a section")),
            }
        }
    }
}

/// Changes an entry of a list, such as `sizes.0`, or a key of one, such as `parts.0.before`.
fn set_in_list(list: &mut [toml::Value], name: &str, key: &str, value: toml::Value) -> Result<(), String> {
    let count = list.len();
    let (number, rest) = key.split_once('.').map_or((key, None), |(number, rest)| (number, Some(rest)));
    let entry = number.parse::<usize>().ok().and_then(|number| list.get_mut(number));
    match (entry, rest) {
        (Some(entry), None) => *entry = value,
        (Some(toml::Value::Table(inner)), Some(rest)) => set(inner, rest, value)?,
        (Some(toml::Value::Array(inner)), Some(rest)) => set_in_list(inner, number, rest, value)?,
        (Some(_), Some(_)) => return Err(format!("`{name}.{number}` is not a section")),
        (None, _) => {
            return Err(format!(
                "`{name}` is a list of {count}: write `{name}.0` or `{name}.0.KEY`, counted from 0"
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_lists_have_numbers() {
        let text = "sizes = [3, 4]\nparts = [{ before = 1 }, [5]]";
        let changed = |key: &str| change(text, &[key.to_owned()]).map_err(|error| error.to_string());
        let value = |key: &str| changed(key).unwrap().parse::<toml::Table>().unwrap();
        assert_eq!(value("sizes.1=9")["sizes"][1].as_integer(), Some(9));
        assert_eq!(value("parts.0.before=2")["parts"][0]["before"].as_integer(), Some(2));
        assert_eq!(value("parts.1.0=6")["parts"][1][0].as_integer(), Some(6));
        assert!(changed("sizes.2=9").unwrap_err().contains("`sizes` is a list of 2"));
        assert!(changed("sizes.x=9").unwrap_err().contains("counted from 0"));
        assert!(changed("sizes.0.x=9").unwrap_err().contains("`sizes.0` is not a section"));
    }

    /// A key of 16,000 parts made a table of that depth, which nothing can walk through.
    #[test]
    fn keys_are_not_deep() {
        let deep = |parts: usize| format!("{}=1", vec!["a"; parts].join("."));
        let error = require("gscan", &[deep(16_000)]).unwrap_err().to_string();
        assert!(error.contains("at most 32 parts") && error.len() < 300, "{error}");
        assert!(require("gscan", &[deep(MOST_PARTS)]).is_ok(), "whether there is such a key is asked later");
    }
}
