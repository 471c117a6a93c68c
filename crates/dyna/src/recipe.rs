//! Recipes: a dataset of stories as data.
//!
//! The `[generate]` section decides what every story looks like and its digest keys the random streams; `[[splits]]`
//! decides only how many questions of which part are wanted where.

mod condition;
mod part;
mod released;
mod words;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wampimuk_core::{Digest, RecipeError, Role, parse_toml, section_digest};
use wampimuk_story::{Masking, Reading, Rules, Style, support};

pub use condition::{ConceptName, Condition, Features, KindName};
pub use part::{Actions, Ask, Asking, Coref, Filler, Negate, Part};
pub use released::{AspectName, Leak, ReleasedFilter, ReleasedPart};
pub(crate) use words::check_word;
pub use words::{PersonWords, RelexiconRecipe, Vocabulary};

/// A dataset of stories as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Which family of benchmarks the recipe belongs to.
    pub family: FamilyName,
    /// One line on what the dataset is.
    pub title: String,
    /// Everything that decides what stories look like.
    pub generate: Generate,
    /// The splits: which parts they have, and how many questions of each.
    pub splits: Vec<SplitRecipe>,
}

/// The families this crate makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FamilyName {
    /// Stories and questions about them.
    Stories,
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
    pub reading: ReadingName,
    /// What remains of a line that is not among the supporting ones.
    #[serde(default)]
    pub masking: MaskingName,
    /// Which supporting lines are listed.
    #[serde(default)]
    pub supports: SupportsName,
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

/// See [`Reading`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReadingName {
    /// Nothing: what the words say, and that things stay as they are.
    #[default]
    Linguistic,
    /// What the generator knows: "no longer in the park" is said of people who were there.
    Generator,
}

/// See [`Masking`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MaskingName {
    /// After a hidden change of hands, an object may be anywhere.
    #[default]
    Coarse,
    /// Changing hands is known not to move an object.
    Fine,
}

/// See [`Style`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SupportsName {
    /// The smallest set; of several, the one whose lines come first.
    #[default]
    Smallest,
    /// For what somebody carries, everything they ever had a hand in, as published; else the smallest.
    History,
}

/// A combination kept out of training: no train, dev or test question meets the condition, and those of the hold-out's
/// own splits meet it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Holdout {
    /// The name that splits refer to: letters, digits and underscores.
    pub name: String,
    /// What it tests, in words.
    pub title: String,
    /// Which questions are held out.
    pub when: Condition,
}

/// A split.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SplitRecipe {
    /// Its name: letters, digits and underscores.
    pub name: String,
    /// What it is for. No story of one role begins as one of another role does, in this recipe or any other.
    pub role: RoleName,
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

/// What a split is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RoleName {
    /// To learn from.
    Train,
    /// To select on.
    Dev,
    /// To report on.
    Test,
}

impl From<RoleName> for Role {
    fn from(name: RoleName) -> Role {
        match name {
            RoleName::Train => Role::Train,
            RoleName::Dev => Role::Dev,
            RoleName::Test => Role::Test,
        }
    }
}

impl Recipe {
    /// Reads a recipe.
    pub fn parse(text: &str) -> Result<Self, RecipeError> {
        parse_toml(text)
    }

    /// The digest of the generative section.
    pub fn digest(&self) -> Digest {
        section_digest(&self.generate)
    }
}

impl Generate {
    /// How stories are read.
    pub fn rules(&self) -> Rules {
        Rules {
            reading: match self.reading {
                ReadingName::Linguistic => Reading::Linguistic,
                ReadingName::Generator => Reading::Generator,
            },
            masking: match self.masking {
                MaskingName::Coarse => Masking::Coarse,
                MaskingName::Fine => Masking::Fine,
            },
        }
    }

    /// Which supporting lines are listed.
    pub fn style(&self) -> Style {
        match self.supports {
            SupportsName::Smallest => Style::Smallest,
            SupportsName::History => Style::History,
        }
    }
}
