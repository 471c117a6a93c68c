//! Recipes: a dataset of stories as data.
//!
//! The `[generate]` section decides what every story looks like and its digest keys the random streams; `[[splits]]`
//! decides only how many questions of which part are wanted where.

mod condition;
mod long;
mod part;
mod released;
mod words;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wampimuk_story::{Rules, support};

pub use condition::{ConceptName, Condition, Features};
pub use long::{Asides, Long};
pub use part::{Actions, Ask, Asking, Coref, Negate, Part, Toy};
pub use released::{Leak, ReleasedFilter, ReleasedPart};
pub use words::{RelexiconRecipe, Vocabulary};

pub use crate::released::{Aspect, Kind};
pub use wampimuk_core::Role;
pub use wampimuk_story::{Masking, StoryReading, SupportStyle};

/// A combination kept out of training: no train, dev or test question meets the condition, and those of the hold-out's
/// own splits meet it.
pub type Holdout = wampimuk_core::Holdout<Condition>;

wampimuk_core::recipe! {
    /// A dataset of stories as data.
    Recipe {
        /// Stories and questions about them.
        family: Stories,
        /// Everything that decides what stories look like.
        generate: Generate,
        /// The splits: which parts they have, and how many questions of each.
        splits: Vec<SplitRecipe>,
    }
}

/// Everything that decides what stories look like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Generate {
    /// Who answers: a complete reader, or the released engine with its defects.
    #[serde(default)]
    pub engine: Engine,
    /// How much a sentence about somebody's place says about where they were before.
    #[serde(default)]
    pub reading: StoryReading,
    /// What remains of a line that is not among the supporting ones.
    #[serde(default)]
    pub masking: Masking,
    /// Which supporting lines are listed.
    #[serde(default)]
    pub supports: SupportStyle,
    /// The most steps of a search for all minimal sets of supporting lines; items say whether all were found.
    #[serde(default = "steps")]
    pub steps: u32,
    /// Keeps questions whose words fit several occasions, such as "Who gave the apple?" after two gifts.
    #[serde(default)]
    pub ambiguous: bool,
    /// The words.
    #[serde(default)]
    pub words: Vocabulary,
    /// The kinds of stories.
    pub parts: Vec<Part>,
    /// Combinations kept out of training.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holdouts: Vec<Holdout>,
}

fn steps() -> u32 {
    support::STEPS as u32
}

/// Who answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// What follows from the story, proved: questions without a proof are not asked.
    #[default]
    Certified,
    /// As the released Dyna-bAbI engine answers and annotates, defects included. Stories come one after another, as its
    /// filters accept them.
    Released,
}

/// A split.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SplitRecipe {
    /// Its name: letters, digits and underscores.
    pub name: String,
    /// What it is for. No story of one role begins as one of another role does, in this recipe or any other.
    pub role: Role,
    /// What it tests, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The hold-out that its questions belong to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holdout: Option<String>,
    /// One split for each part, with the part's name before this one: `qa1_train`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub each: bool,
    /// How many questions of each part. Where a story has several, the last one may be left with fewer.
    pub parts: BTreeMap<String, u64>,
}

/// What a section without any key but `parts` says.
impl Default for Generate {
    fn default() -> Self {
        Self {
            engine: Engine::default(),
            reading: StoryReading::default(),
            masking: Masking::default(),
            supports: SupportStyle::default(),
            steps: steps(),
            ambiguous: false,
            words: Vocabulary::default(),
            parts: Vec::new(),
            holdouts: Vec::new(),
        }
    }
}

impl Generate {
    /// How many bytes the text of a story has, roughly: what is kept in memory at a time depends on it.
    pub fn story_bytes(&self) -> u64 {
        self.parts.iter().map(Part::story_bytes).max().unwrap_or_default().max(1)
    }

    /// How stories are read.
    pub fn rules(&self) -> Rules {
        Rules { reading: self.reading, masking: self.masking }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_without_keys_is_the_default() {
        let text = "family = \"stories\"\ntitle = \"\"\nsplits = []\n[generate]\nparts = []\n";
        assert_eq!(Recipe::parse(text).unwrap().generate, Generate::default());
    }
}
