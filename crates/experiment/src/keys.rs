//! The keys that `--set` takes, as a list.

use std::fmt::Write as _;

use serde_json::Value;
use wampimuk_models::{ARCHITECTURES, model_schema, settings_schema};

use crate::Error;

/// The keys of settings, and those of one model or of all.
pub fn key_list(model: Option<&str>) -> Result<String, Error> {
    let mut text = String::from("every model\n");
    keys(&mut text, "", &settings_schema());
    for (name, _) in ARCHITECTURES.iter().filter(|(name, _)| model.is_none_or(|model| model == *name)) {
        let _ = write!(text, "\n{name}\n");
        keys(&mut text, "model.", &model_schema(name).map_err(Error::Request)?);
    }
    if let Some(name) = model {
        // Says what there is.
        model_schema(name).map_err(Error::Request)?;
    }
    Ok(text)
}

fn keys(text: &mut String, prefix: &str, schema: &Value) {
    let keys = || schema["properties"].as_object().into_iter().flatten();
    let head = |(key, of): (&String, &Value)| match of.get("default") {
        None | Some(Value::Null) => format!("{prefix}{key}"),
        Some(usual) => format!("{prefix}{key}={usual}"),
    };
    let width = keys().map(|entry| head(entry).len()).max().unwrap_or(0) + 2;
    for entry in keys() {
        let _ = writeln!(text, "  {:<width$}{}", head(entry), about(schema, entry.1));
    }
}

/// The sentence about a key, on one line.
fn about(schema: &Value, of: &Value) -> String {
    let own = of["description"].as_str();
    let of_type = || {
        let name = of["$ref"].as_str()?.rsplit('/').next()?;
        schema["$defs"][name]["description"].as_str()
    };
    own.or_else(of_type).unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}
