//! How items are written.

use serde::{Deserialize, Serialize};
use wampimuk_core::suggest_or_list;
use wampimuk_families::{Contents, Dataset};
use wampimuk_prompt::PromptForm;

/// How an item is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Writing {
    /// As text.
    Text(PromptForm),
    /// The world as a picture, for models that see.
    Image,
}

impl Writing {
    /// The name, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text(form) => form.name(),
            Self::Image => "image",
        }
    }

    /// Whether the items of a dataset can be written so.
    pub fn fits(self, dataset: &dyn Dataset) -> bool {
        match self {
            Self::Text(form) => PromptForm::of(dataset).contains(&form),
            Self::Image => match dataset.contents() {
                Contents::Commands(_) => true,
                Contents::Riddles(_) | Contents::Stories(_) => false,
            },
        }
    }

    /// The form of the text, in which rules are written where the world is a picture, too.
    pub(crate) fn form(self) -> PromptForm {
        match self {
            Self::Text(form) => form,
            Self::Image => PromptForm::Coordinates,
        }
    }

    /// The writing with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "image" => Some(Self::Image),
            _ => PromptForm::from_name(name).map(Self::Text),
        }
    }
}

impl TryFrom<String> for Writing {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Self::from_name(&name).ok_or_else(|| {
            let known = PromptForm::ALL.into_iter().map(PromptForm::name).chain(["image"]);
            format!("there is no form `{name}` ({})", suggest_or_list(&name, "there are", known))
        })
    }
}

impl From<Writing> for String {
    fn from(writing: Writing) -> Self {
        writing.name().to_owned()
    }
}
