//! How a model learns, or has learned.

use std::path::Path;

use wampimuk_core::{RecipeError, parse_toml};
use wampimuk_families::read_text;
use wampimuk_models::{Architecture, CheckpointInfo, ModelVisitor, Settings, with_model};

use crate::Error;

/// The settings of a training: by the name of a preset, a file that ends in `.toml`, or the usual ones of the model.
///
/// # Errors
/// If there is no such model or preset, or a change cannot be made.
pub fn training_settings(model: &str, name: Option<&str>, changes: &[String]) -> Result<Settings, Error> {
    let usual = with_model(model, Preset).map_err(Error::Request)?;
    let name = name.unwrap_or(usual);
    let wrong = |error| Error::Request(format!("failed to use the settings {name}: {error}"));
    let path = Path::new(name);
    if path.extension().is_none_or(|extension| extension != "toml") {
        return Settings::preset(name, changes).map_err(wrong);
    }
    let text = read_text(path).map_err(|error| Error::io("read", path, error))?;
    Settings::parse(&text, changes).map_err(wrong)
}

/// The settings that a checkpoint was trained with, and where what it began with is now, if that is said.
pub(crate) fn settings_of(
    path: &Path,
    about: &CheckpointInfo,
    pretrained: Option<&str>,
) -> Result<Settings, Error> {
    let change = pretrained.map(|place| format!("model.checkpoint={}", toml::Value::from(place)));
    let changes: Vec<String> = change.into_iter().collect();
    Settings::parse(&about.settings, &changes)
        .map_err(|error| Error::Request(format!("failed to use {}: {error}", path.display())))
}

/// The options of a model, from the section `model` of settings.
pub(crate) fn options_of<A: Architecture>(settings: &Settings) -> Result<A::Options, Error> {
    let wrong =
        |error: String| Error::Request(format!("failed to use the section `model` of the settings: {error}"));
    let text = toml::to_string(&settings.model).map_err(|error| wrong(error.to_string()))?;
    parse_toml(&text).map_err(|error: RecipeError| {
        // Places in that text are not the user's.
        let RecipeError { message, hint, .. } = error;
        let message = if message.starts_with("unknown") { message } else { format!("model.{message}") };
        let own = format!("`wampimuk train {} --keys` lists the keys", A::NAME);
        let hint = hint.map_or(own.clone(), |hint| format!("{hint} {own}"));
        wrong(RecipeError::new(message).hint(hint).to_string())
    })
}

/// The preset of a model.
struct Preset;

impl ModelVisitor for Preset {
    type Out = &'static str;

    fn visit<A: Architecture>(self) -> &'static str {
        A::PRESET
    }
}
