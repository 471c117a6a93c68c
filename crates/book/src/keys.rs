//! The reference of recipe keys, from the JSON Schemas.
//!
//! A table of the recipe is a section, headed as TOML writes it. A type that is used in several places is described where
//! it is used first, and linked from the others; conditions, which contain conditions, end there too.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::markdown::{anchor, code, line};
use crate::pages::{MARK, Pages};
use crate::summary::Entry;
use crate::{Result, program};

/// Adds a page for each family; returns what the table of contents needs.
pub fn pages(pages: &mut Pages) -> Result<Vec<Entry>> {
    let schemas = program::json(&["recipes", "schema"])?;
    let schemas = schemas.as_object().ok_or("the schemas are no table of families")?;
    let mut entries = Vec::new();
    for (family, schema) in schemas {
        let path = format!("reference/recipe-{family}.md");
        pages.insert(path.clone().into(), page(family, schema)?);
        entries.push((format!("Recipe keys: {family}"), path));
    }
    let mut index = format!(
        "{MARK}# Recipe keys\n\nEvery key of a recipe, with a sentence and its default, from the JSON Schemas that \
         `wampimuk recipes schema` prints. How recipes are put together is in [the guide](../guide/recipes.md).\n\n"
    );
    for family in schemas.keys() {
        let _ = writeln!(index, "- [`family = \"{family}\"`](recipe-{family}.md)");
    }
    pages.insert("reference/recipe-keys.md".into(), index);
    pages.insert(SETTINGS.into(), settings()?);
    entries.push(("Settings of models".into(), SETTINGS.into()));
    Ok(entries)
}

/// The page of what `train` takes.
const SETTINGS: &str = "reference/settings.md";

fn settings() -> Result<String> {
    let mut page = format!(
        "{MARK}# Settings of models\n\nWhat `wampimuk train --set KEY=VALUE` takes, and what a file of settings (`--preset \
         FILE.toml`) consists of; `wampimuk train --keys` prints the same. A checkpoint remembers the settings that it was \
         trained with.\n\n"
    );
    let schema = wampimuk_models::settings_schema();
    page.push_str(&tables("settings", &schema)?);
    for (name, about) in wampimuk_models::ARCHITECTURES {
        let _ = write!(
            page,
            "# {name}\n\n{}. Keys of its section `model`, such as `--set model.KEY=VALUE`.\n\n",
            capital(about)
        );
        let schema = wampimuk_models::model_schema(name)?;
        page.push_str(&tables(name, &schema)?);
    }
    Ok(page)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn page(family: &str, schema: &Value) -> Result<String> {
    let head = format!(
        "{MARK}# Recipe keys: {family}\n\n\
         All keys of recipes with `family = \"{family}\"`, from the schema that `wampimuk recipes schema {family}` prints.\n\n"
    );
    Ok(head + &tables(family, schema)?)
}

/// The tables of a schema, one below another. `of` is what errors call it.
fn tables(of: &str, schema: &Value) -> Result<String> {
    let none = Map::new();
    let defs = schema["$defs"].as_object().unwrap_or(&none);
    let mut walk = Walk { of, defs, seen: BTreeMap::new(), listed: BTreeMap::new(), text: String::new() };
    walk.table(schema, &Place { path: String::new(), list: false })?;
    Ok(walk.text)
}

/// Where a table stands in a recipe.
#[derive(Clone)]
struct Place {
    path: String,
    /// Whether it stands there several times.
    list: bool,
}

impl Place {
    fn below(&self, key: &str) -> Self {
        let path = if self.path.is_empty() { key.to_string() } else { format!("{}.{key}", self.path) };
        Self { path, list: false }
    }

    fn heading(&self) -> String {
        if self.list { format!("`[[{}]]`", self.path) } else { format!("`[{}]`", self.path) }
    }

    fn link(&self) -> String {
        format!("[{}](#{})", self.heading(), anchor(&self.heading()))
    }
}

/// What a key takes.
struct Kind {
    words: String,
    /// The values there are, each with a sentence.
    values: Vec<(String, String)>,
}

impl Kind {
    fn plain(words: impl Into<String>) -> Self {
        Self { words: words.into(), values: Vec::new() }
    }
}

struct Walk<'a> {
    of: &'a str,
    defs: &'a Map<String, Value>,
    /// Where each type is described.
    seen: BTreeMap<&'a str, Place>,
    /// The key at which the values of a type are listed.
    listed: BTreeMap<&'a str, String>,
    text: String,
}

/// A table that waits to be described.
type Waiting<'a> = Vec<(&'a Value, Place)>;

impl<'a> Walk<'a> {
    /// Describes a table, and then those below it.
    fn table(&mut self, schema: &'a Value, place: &Place) -> Result<()> {
        let mut waiting = Waiting::new();
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        if !place.path.is_empty() {
            let _ = write!(self.text, "## {}\n\n{}\n\n", place.heading(), line(about(schema)));
        }
        for (key, value) in schema["properties"].as_object().into_iter().flatten() {
            let kind = self.kind(value, &place.below(key), &mut waiting);
            let sentence = self.sentence(value);
            if sentence.is_empty() {
                return Err(format!("key `{key}` of {} of {} has no sentence", place.path, self.of));
            }
            let default =
                if required.contains(&key.as_str()) { "required".into() } else { default(value, &kind) };
            let _ = writeln!(self.text, "- **`{key}`** ({}; {default}): {}", kind.words, line(sentence));
            for (value, sentence) in kind.values {
                let colon = if sentence.is_empty() { "" } else { ": " };
                let _ = writeln!(self.text, "  - {value}{colon}{sentence}");
            }
        }
        self.text.push('\n');
        waiting.into_iter().try_for_each(|(schema, place)| self.table(schema, &place))
    }

    fn resolve(&self, schema: &'a Value) -> Option<(&'a str, &'a Value)> {
        let name = schema["$ref"].as_str()?.rsplit('/').next()?;
        self.defs.get_key_value(name).map(|(name, schema)| (name.as_str(), schema))
    }

    /// The key's own sentence, or that of its type.
    fn sentence(&self, schema: &'a Value) -> &'a str {
        let own = about(schema);
        let choices = || schema["anyOf"].as_array().into_iter().flatten();
        if own.is_empty() {
            let of = std::iter::once(schema).chain(choices()).find_map(|schema| self.resolve(schema));
            return of.map_or("", |(_, schema)| about(schema));
        }
        own
    }

    fn kind(&mut self, schema: &'a Value, place: &Place, waiting: &mut Waiting<'a>) -> Kind {
        if let Some((name, of)) = self.resolve(schema) {
            if !of["properties"].is_object() {
                let kind = self.kind(of, place, waiting);
                return match self.listed.get(name) {
                    Some(key) => Kind::plain(format!("one of the values of `{key}`")),
                    None if kind.values.len() > 1 => {
                        self.listed.insert(name, place.path.clone());
                        kind
                    }
                    None => kind,
                };
            }
            if let Some(place) = self.seen.get(name) {
                return Kind::plain(format!("as {}", place.link()));
            }
            self.seen.insert(name, place.clone());
            waiting.push((of, place.clone()));
            let what = if place.list { "tables" } else { "table" };
            return Kind::plain(format!("{what} {}", place.link()));
        }
        for key in ["anyOf", "oneOf"] {
            if let Some(choices) = schema[key].as_array() {
                let choices: Vec<&Value> = choices.iter().filter(|choice| choice["type"] != "null").collect();
                return match choices[..] {
                    [choice] => self.kind(choice, place, waiting),
                    _ => self.choice(&choices, place, waiting),
                };
            }
        }
        if let Some(names) = schema["enum"].as_array() {
            return Kind::plain(format!(
                "one of {}",
                names.iter().map(toml).map(|name| code(&name)).collect::<Vec<_>>().join(", ")
            ));
        }
        if !schema["const"].is_null() {
            return Kind::plain(code(&toml(&schema["const"])));
        }
        match type_name(schema) {
            "array" => {
                let place = Place { list: true, ..place.clone() };
                let of = self.kind(&schema["items"], &place, waiting);
                let words = match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
                    _ if of.words.starts_with("tables ") || of.words.starts_with("as ") => of.words,
                    (Some(least), Some(most)) if least == most => format!("list of {least}: {}", of.words),
                    _ => format!("list: {}", of.words),
                };
                Kind { words, values: of.values }
            }
            "object" if schema["properties"].is_object() => {
                waiting.push((schema, place.clone()));
                Kind::plain(format!("table {}", place.link()))
            }
            "object" => {
                let of = self.kind(&schema["additionalProperties"], &place.below("NAME"), waiting);
                Kind { words: format!("table of names, each: {}", of.words), values: of.values }
            }
            "integer" => Kind::plain("whole number"),
            "number" => Kind::plain("number"),
            "boolean" => Kind::plain("true or false"),
            "string" => Kind::plain("text"),
            _ => Kind::plain("any value"),
        }
    }

    /// One of several: names, tables with one key, or whatever else.
    fn choice(&mut self, choices: &[&'a Value], place: &Place, waiting: &mut Waiting<'a>) -> Kind {
        if let [one, many] = choices
            && type_name(many) == "array"
            && type_name(one) == type_name(&many["items"])
        {
            return Kind::plain(format!("{} or a list of these", self.kind(one, place, waiting).words));
        }
        let mut values = Vec::new();
        for choice in choices {
            let about = line(about(choice));
            let keys = choice["properties"].as_object();
            if let Some((tag, name)) = keys.and_then(tag) {
                values.push((format!("`{tag} = {name}`"), about));
                for (key, of) in keys.into_iter().flatten().filter(|(key, _)| *key != tag) {
                    let kind = self.kind(of, &place.below(key), waiting);
                    let text = format!("{} ({})", line(self.sentence(of)), kind.words);
                    values.push((format!("`{key} = …` beside `{tag} = {name}`"), text));
                }
                continue;
            }
            match keys
                .and_then(|keys| keys.iter().next())
                .filter(|_| keys.is_some_and(|keys| keys.len() == 1))
            {
                Some((key, of)) if choice["required"].is_array() => {
                    let of = self.kind(of, &place.below(key), waiting);
                    values.push((format!("`{key} = …`"), format!("{} ({})", about, of.words)));
                    values.extend(
                        of.values.into_iter().map(|(value, about)| (format!("`{key} =` {value}"), about)),
                    );
                }
                _ => {
                    let of = self.kind(choice, place, waiting);
                    if of.values.is_empty() {
                        values.push((of.words, about));
                    }
                    values.extend(of.values);
                }
            }
        }
        Kind { words: "one of those below".into(), values }
    }
}

/// The key of a table that says which one of several it is, and what it says.
fn tag(keys: &Map<String, Value>) -> Option<(&str, String)> {
    let (key, of) = keys.iter().find(|(_, of)| !of["const"].is_null())?;
    Some((key, toml(&of["const"])))
}

fn about(schema: &Value) -> &str {
    schema["description"].as_str().unwrap_or_default()
}

/// The type, without the `null` of what may be left out.
fn type_name(schema: &Value) -> &str {
    let of = &schema["type"];
    let several = || of.as_array()?.iter().filter_map(Value::as_str).find(|name| *name != "null");
    of.as_str().or_else(several).unwrap_or_default()
}

fn default(schema: &Value, kind: &Kind) -> String {
    match schema.get("default") {
        None if schema["type"] == "boolean" => "default `false`".into(),
        None if schema["type"] == "array" => "empty by default".into(),
        None | Some(Value::Null) => "not set by default".into(),
        Some(Value::Array(values)) if values.is_empty() => "empty by default".into(),
        Some(Value::Object(values)) if values.is_empty() => "empty by default".into(),
        Some(Value::Object(_)) if kind.words.starts_with("table [") => "with the defaults there".into(),
        Some(value) => format!("default {}", code(&toml(value))),
    }
}

/// A value as TOML writes it on one line.
fn toml(value: &Value) -> String {
    let key = |key: &str| {
        let bare = key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
        if bare && !key.is_empty() { key.to_string() } else { format!("{key:?}") }
    };
    match value {
        Value::Array(values) => format!("[{}]", values.iter().map(toml).collect::<Vec<_>>().join(", ")),
        Value::Object(values) => {
            let pairs: Vec<String> =
                values.iter().map(|(name, value)| format!("{} = {}", key(name), toml(value))).collect();
            format!("{{ {} }}", pairs.join(", "))
        }
        value => value.to_string(),
    }
}
