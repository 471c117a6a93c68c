//! Finding recipes and changing them from the command line.

use std::path::Path;

use wampimuk_core::{RecipeError, closest};

use crate::args::{Adjust, Common};
use crate::failure::Failure;
use crate::families::{self, Dataset};
use crate::progress;

/// A recipe as it was asked for.
#[derive(Clone, Debug)]
pub struct Found {
    /// The name of the shipped recipe, or the file's stem.
    pub name: String,
    /// The text, with changes applied.
    pub toml: String,
    /// Whether changes were applied: then places in the text are not the user's.
    changed: bool,
}

/// The recipe of this name or in this file. `None` if it is neither a shipped name nor a `.toml` path.
pub fn find(name: &str, adjust: &Adjust) -> Option<Result<Found, Failure>> {
    let (name, text) = if let Some(recipe) = families::shipped().find(|recipe| recipe.name == name) {
        (name.to_string(), recipe.toml.to_string())
    } else if Path::new(name).extension().is_some_and(|extension| extension == "toml") {
        let path = Path::new(name);
        let stem =
            path.file_stem().map_or_else(|| name.to_string(), |stem| stem.to_string_lossy().into_owned());
        match std::fs::read_to_string(path) {
            Ok(text) => (stem, text),
            Err(error) => return Some(Err(Failure::io("read", path, &error))),
        }
    } else {
        return None;
    };
    Some(Found::of(name, &text, adjust))
}

/// The recipe of this name or in this file, or an error that lists what there is.
pub fn require(name: &str, adjust: &Adjust) -> Result<Found, Failure> {
    find(name, adjust).unwrap_or_else(|| {
        let names = families::shipped().map(|recipe| recipe.name);
        let hint = match closest(name, names) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "see `wampimuk recipes`, or give a file that ends in .toml".to_string(),
        };
        Err(Failure::Input(format!("there is no recipe `{name}` ({hint})")))
    })
}

impl Found {
    /// A recipe by its text.
    pub fn of(name: String, text: &str, adjust: &Adjust) -> Result<Self, Failure> {
        let toml = change(text, &adjust.set).map_err(|error| Failure::recipe(&name, &error))?;
        Ok(Self { name, toml, changed: !adjust.set.is_empty() })
    }

    /// Prepares the dataset.
    pub fn dataset(&self, seed: u64, common: &Common) -> Result<Box<dyn Dataset>, Failure> {
        let doing = format!("prepare {}", self.name);
        progress::waiting(common, &doing, || families::build(&self.toml, seed)).map_err(|error| {
            match self.changed {
                true => Failure::recipe(&self.name, &RecipeError { line: None, column: None, ..error }),
                false => Failure::recipe(&self.name, &error),
            }
        })
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
            .ok_or_else(|| RecipeError::new(format!("--set {change}")).hint("write KEY=VALUE"))?;
        set(&mut root, key.trim(), parse_value(value.trim()))
            .map_err(|message| RecipeError::new(format!("--set {change}: {message}")))?;
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
                _ => Err(format!("`{first}` is not a section")),
            }
        }
    }
}
