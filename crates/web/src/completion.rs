//! What can come next, in a command and in a recipe.

use serde::Serialize;
use wampimuk_command::{GridFamily, next_words};
use wampimuk_families::complete;

/// Something that can be written in place of what is there up to the cursor.
#[derive(Debug, Serialize)]
pub(crate) struct Offer {
    /// What is there of it.
    begun: String,
    text: String,
    /// What it means, if that is known.
    #[serde(skip_serializing_if = "String::is_empty")]
    about: String,
}

/// What can come next in a command.
#[derive(Debug, Serialize)]
pub(crate) struct NextInCommand {
    offers: Vec<Offer>,
    /// Whether it is a command as it is.
    complete: bool,
}

pub(crate) fn of_command(family: &dyn GridFamily, text: &str) -> NextInCommand {
    let next = next_words(text, family.lexicon());
    let offers = next.words.into_iter().map(|word| Offer {
        begun: text.get(word.start..).unwrap_or_default().to_owned(),
        text: word.text,
        about: String::new(),
    });
    NextInCommand { offers: offers.collect(), complete: next.complete }
}

/// What can be written in a recipe between these texts.
pub(crate) fn of_recipe(before: &str, after: &str) -> Vec<Offer> {
    let found = complete(&format!("{before}{after}"), before.len());
    let begun = before.get(found.start..).unwrap_or_default();
    let offer = |option: wampimuk_families::Completion| Offer {
        begun: begun.to_owned(),
        text: option.text,
        about: option.about,
    };
    found.options.into_iter().map(offer).collect()
}
