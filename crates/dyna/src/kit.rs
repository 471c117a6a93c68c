//! Configurations of the original Dyna-bAbI kit, read as they are, and recipes made of them.
//!
//! The kit takes JSON files and checks nothing: a misspelt action is left out, a misspelt key is ignored, a weight too many
//! goes to a question that nobody asked for. Here such a file is read with all its defaults, its mistakes are named with
//! their place ([`KitError`]) or, where the kit goes on regardless, reported ([`Warning`]), and [`convert`] makes a
//! [`Recipe`](crate::Recipe) of it: one for the released engine, which does what the kit does, or one for the certified
//! engine, which does what the file asks for.

mod check;
mod config;
mod convert;
mod never;
mod text;

use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::Value;
use thiserror::Error;

pub use config::{
    FilterConfig, GameVariables, InjectConfig, Injection, OneOrMany, StoryParameters, StoryWriterConfig,
    TaskConfig, TasksConfig,
};
pub use convert::{Converted, Manner, convert};
pub use text::{TextError, recipe_text};

/// Why a configuration makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{path}: {message}{}", hint.as_deref().map(|hint| format!(" ({hint})")).unwrap_or_default())]
pub struct KitError {
    /// The field, as `tasks[0].story_params.actions`.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: Option<String>,
}

impl KitError {
    fn new(path: impl Into<String>, message: impl Into<String>) -> KitError {
        KitError { path: path.into(), message: message.into(), hint: None }
    }

    #[must_use]
    fn hint(mut self, hint: impl Into<String>) -> KitError {
        self.hint = Some(hint.into());
        self
    }
}

/// Something that the kit accepts, and that hardly anybody means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The field, as `tasks[0].story_params.actions`.
    pub path: String,
    /// What happens.
    pub message: String,
}

impl Warning {
    fn new(path: impl Into<String>, message: impl Into<String>) -> Warning {
        Warning { path: path.into(), message: message.into() }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

/// A configuration: of stories, or of questions added to published stories.
#[derive(Clone, Debug, PartialEq)]
pub enum Kit {
    /// What to generate.
    Tasks(TasksConfig),
    /// What to add.
    Inject(InjectConfig),
}

impl Kit {
    /// Reads a configuration, and checks whether it makes sense.
    ///
    /// # Errors
    /// If it is not JSON, a field has another type, or a value makes no sense. The error names the field.
    pub fn parse(json: &str) -> Result<(Kit, Vec<Warning>), KitError> {
        let value: Value =
            serde_json::from_str(json).map_err(|error| KitError::new("the file", error.to_string()))?;
        let mut warnings = Vec::new();
        if !value.is_object() {
            return Err(KitError::new("the file", "has no object")
                .hint("an object with `name` and `tasks`, or with `tasks` and `inject_config`"));
        }
        let kit = if value.get("inject_config").is_some() {
            let config: InjectConfig = typed(&value)?;
            config::strange_inject_keys(&value, &mut warnings);
            check::inject(&config, &mut warnings)?;
            Kit::Inject(config)
        } else {
            let config: TasksConfig = typed(&value)?;
            config::strange_keys(&value, &mut warnings);
            check::tasks(&config, &mut warnings)?;
            Kit::Tasks(config)
        };
        Ok((kit, warnings))
    }
}

fn typed<T: DeserializeOwned>(value: &Value) -> Result<T, KitError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = match error.path().to_string() {
            path if path == "." => "the file".to_owned(),
            path => path,
        };
        KitError::new(path, error.into_inner().to_string())
    })
}
