//! Recipes as text.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::recipe::{Actions, Ask, Generate, Part, Recipe, Vocabulary};

/// Why a recipe has no text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the recipe cannot be written: {0}")]
pub struct TextError(String);

/// Lines longer than this are broken.
const WIDTH: usize = 120;

/// A recipe as TOML, as one would write it by hand: in the order of the documentation, without what goes without saying,
/// and with short things on one line. The text reads as the same recipe.
///
/// # Errors
/// If a number is too large for TOML.
pub fn recipe_text(recipe: &Recipe) -> Result<String, TextError> {
    let mut top = object(recipe)?;
    let (generate, splits) = (top.remove("generate"), top.remove("splits"));
    let mut text = String::new();
    entries(&top, &mut text)?;
    if let Some(Value::Object(mut generate)) = generate {
        let (parts, holdouts) = (generate.remove("parts"), generate.remove("holdouts"));
        let words = generate.remove("words");
        let mut usual = object(&Generate::default())?;
        usual.remove("parts");
        leave_out(&mut generate, &usual);
        text.push_str("\n[generate]\n");
        entries(&generate, &mut text)?;
        if let Some(Value::Object(mut words)) = words {
            leave_out(&mut words, &object(&Vocabulary::default())?);
            if !words.is_empty() {
                text.push_str("\n[generate.words]\n");
                entries(&words, &mut text)?;
            }
        }
        sections("generate.parts", parts.map(short_parts).transpose()?, &mut text)?;
        sections("generate.holdouts", holdouts, &mut text)?;
    }
    sections("splits", splits, &mut text)?;
    Ok(text)
}

/// Parts without what goes without saying.
fn short_parts(parts: Value) -> Result<Value, TextError> {
    let mut usual = object(&Part::named(""))?;
    usual.remove("name");
    let nothing = [("actions", object(&Actions::default())?), ("ask", object(&Ask::default())?)];
    let Value::Array(mut parts) = parts else { return Ok(parts) };
    for part in parts.iter_mut().filter_map(Value::as_object_mut) {
        leave_out(part, &usual);
        for (key, nothing) in &nothing {
            if let Some(Value::Object(weights)) = part.get_mut(*key) {
                leave_out(weights, nothing);
            }
        }
    }
    Ok(Value::Array(parts))
}

fn object(value: &impl Serialize) -> Result<Map<String, Value>, TextError> {
    match serde_json::to_value(value) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(TextError("not a table".to_owned())),
        Err(error) => Err(TextError(error.to_string())),
    }
}

/// Removes what is as usual.
fn leave_out(object: &mut Map<String, Value>, usual: &Map<String, Value>) {
    object.retain(|key, value| usual.get(key) != Some(value));
}

/// Several tables with the same heading.
fn sections(heading: &str, tables: Option<Value>, text: &mut String) -> Result<(), TextError> {
    for table in tables.iter().filter_map(Value::as_array).flatten().filter_map(Value::as_object) {
        // writing to a string does not fail
        let _ = writeln!(text, "\n[[{heading}]]");
        entries(table, text)?;
    }
    Ok(())
}

/// The entries of a table, one on each line. Long lists and tables have a line for each of their entries.
fn entries(object: &Map<String, Value>, text: &mut String) -> Result<(), TextError> {
    for (key, value) in object {
        text.push_str(&entry(&quoted_key(key), value)?);
    }
    Ok(())
}

fn entry(key: &str, value: &Value) -> Result<String, TextError> {
    let line = format!("{key} = {}\n", inline(value)?);
    if line.len() <= WIDTH {
        return Ok(line);
    }
    match value {
        Value::Array(values) => {
            let mut lines = format!("{key} = [\n");
            for value in values {
                let _ = writeln!(lines, "    {},", inline(value)?);
            }
            lines.push_str("]\n");
            Ok(lines)
        }
        Value::Object(values) => values
            .iter()
            .map(|(inner, value)| entry(&format!("{key}.{}", quoted_key(inner)), value))
            .collect(),
        _ => Ok(line),
    }
}

fn inline(value: &Value) -> Result<String, TextError> {
    Ok(match value {
        Value::Null => return Err(TextError("nothing where something has to be".to_owned())),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) if number.is_u64() && !number.is_i64() => {
            return Err(TextError(format!("{number} is too large")));
        }
        // weights are decimal numbers, and most of them are whole
        Value::Number(number) => match number.to_string() {
            text if number.is_f64() => text.strip_suffix(".0").map(str::to_owned).unwrap_or(text),
            text => text,
        },
        Value::String(string) => quoted(string),
        Value::Array(values) => {
            let values = values.iter().map(inline).collect::<Result<Vec<_>, _>>()?;
            format!("[{}]", values.join(", "))
        }
        Value::Object(entries) if entries.is_empty() => "{}".to_owned(),
        Value::Object(entries) => {
            let entry =
                |(key, value): (&String, &Value)| Ok(format!("{} = {}", quoted_key(key), inline(value)?));
            format!("{{ {} }}", entries.iter().map(entry).collect::<Result<Vec<_>, TextError>>()?.join(", "))
        }
    })
}

/// A string of JSON is one of TOML, except for one character.
fn quoted(string: &str) -> String {
    Value::from(string).to_string().replace('\u{7f}', "\\u007f")
}

fn quoted_key(key: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !key.is_empty() && key.chars().all(plain) { key.to_owned() } else { quoted(key) }
}
