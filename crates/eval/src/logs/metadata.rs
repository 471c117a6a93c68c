//! What our package says about an item in a log.

use serde::Deserialize;
use serde_json::Value;

use crate::study::Playing;

/// Which item was asked about, and how.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct About {
    pub recipe: String,
    #[serde(default)]
    pub recipe_text: Option<String>,
    #[serde(default)]
    pub seed: u64,
    /// Changes to the recipe, as text of JSON.
    #[serde(default)]
    pub set: Option<String>,
    pub split: String,
    pub index: u64,
    /// The item's identity.
    #[serde(default)]
    pub id: Option<String>,
    #[serde(default)]
    pub form: Option<String>,
    /// What was asked for; nothing of commands that were carried out turn by turn.
    #[serde(default)]
    pub task: Option<String>,
    #[serde(default)]
    pub sight: Option<u8>,
    #[serde(default)]
    pub turns: Option<u32>,
    #[serde(default)]
    pub moves: Option<u32>,
}

impl About {
    /// How a command was carried out, if not in one piece.
    pub fn play(&self) -> Option<Playing> {
        let Self { sight, turns, moves, .. } = *self;
        self.task.is_none().then_some(Playing { sight, turns, moves })
    }

    /// The changes to the recipe, as `--set` takes them.
    pub fn changes(&self) -> Result<Vec<String>, String> {
        let Some(text) = &self.set else { return Ok(Vec::new()) };
        match serde_json::from_str(text) {
            Ok(Value::Object(changes)) => {
                changes.iter().map(|(key, value)| Ok(format!("{key}={}", toml(value)?))).collect()
            }
            _ => Err("`set` is no object of JSON".to_owned()),
        }
    }
}

/// A value as TOML writes it.
fn toml(value: &Value) -> Result<String, String> {
    Ok(match value {
        Value::Null => return Err("`set` has a null, which no key takes".to_owned()),
        // Numbers, truth values and texts of JSON are those of TOML.
        Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(toml).collect::<Result<_, _>>()?;
            format!("[{}]", values.join(", "))
        }
        Value::Object(fields) => {
            let field = |(key, value): (&String, &Value)| {
                Ok::<_, String>(format!("{} = {}", Value::from(key.as_str()), toml(value)?))
            };
            let fields: Vec<String> = fields.iter().map(field).collect::<Result<_, _>>()?;
            format!("{{ {} }}", fields.join(", "))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_written_as_the_command_takes_them() {
        let about = |set: &str| About {
            set: Some(set.to_owned()),
            ..serde_json::from_str(r#"{"recipe":"gscan","split":"test","index":3,"task":"actions"}"#)
                .expect("metadata")
        };
        let changes = about(r#"{"splits.shots": 5, "generate.x": ["a", {"b": true}]}"#).changes();
        let expected = ["splits.shots=5", r#"generate.x=["a", { "b" = true }]"#];
        assert_eq!(changes, Ok(expected.map(str::to_owned).to_vec()));
        assert!(about("[]").changes().is_err() && about(r#"{"a": null}"#).changes().is_err());
    }
}
