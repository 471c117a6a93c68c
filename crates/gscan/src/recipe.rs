//! Recipes: a gSCAN-like dataset as data.
//!
//! The `[generate]` section decides what every item looks like; its digest keys the random streams. The `[splits]`
//! section decides only how many items of each split are wanted: changing it never changes an item.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wampimuk_command::{Grammar, LexiconRecipe};

use crate::condition::Condition;

wampimuk_core::recipe! {
    /// A dataset as data.
    Recipe {
        /// gSCAN.
        family: Gscan,
        /// Everything that decides what items look like.
        generate: Generate,
        /// How many items of each split are wanted.
        #[serde(default)]
        splits: Splits,
    }
}

/// Everything that decides what items look like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Generate {
    /// Which commands there are.
    pub grammar: Grammar,
    /// Which adjectives commands use. Objects have a colour and a size in any case.
    pub adjectives: Vec<AdjectiveClass>,
    /// Rows and columns of the grid, 3 to 32.
    pub grid_size: u8,
    /// The smallest object size.
    pub min_object_size: u8,
    /// The biggest object size, at most 8; there must be an even number of sizes, the upper half of which is heavy.
    pub max_object_size: u8,
    /// Where the agent faces at the start.
    pub agent_heading: AgentHeading,
    /// How many placements are drawn for each target, direction and distance; the nearest and the farthest of each
    /// direction get one only, as in the original.
    pub resampling: u32,
    /// The words.
    pub lexicon: LexiconRecipe,
    /// What stands around the target.
    pub distractors: Distractors,
    /// Whether the target is the first object of the list, as in the released data (where this gives the answer away
    /// to anyone who reads the list). Otherwise the order depends on the world alone, not on which object is the target.
    pub target_first: bool,
    /// How items are sorted into splits.
    pub procedure: Procedure,
    /// Combinations kept out of training.
    pub holdouts: Vec<Holdout>,
}

impl Default for Generate {
    fn default() -> Self {
        Self {
            grammar: Grammar::default(),
            adjectives: vec![AdjectiveClass::Colour, AdjectiveClass::Size],
            grid_size: 6,
            min_object_size: 1,
            max_object_size: 4,
            agent_heading: AgentHeading::East,
            resampling: 5,
            lexicon: LexiconRecipe::default(),
            distractors: Distractors::default(),
            target_first: false,
            procedure: Procedure::default(),
            holdouts: Vec::new(),
        }
    }
}

/// A class of adjectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AdjectiveClass {
    /// "red", "blue", …
    Colour,
    /// "small", "big"
    Size,
}

/// Where the agent faces at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AgentHeading {
    /// Always east, as in the papers.
    East,
    /// Uniformly one of the four headings. Items of train and test may then ask for the same actions on the same cell,
    /// from agents that stand and face differently.
    Any,
}

/// What stands around the target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Distractors {
    /// The share of the possible distractor groups that is placed, rounded down.
    pub share: f64,
    /// The least number of groups that is placed.
    pub min_groups: u32,
    /// How groups of objects are drawn where a command has a size word.
    pub pair_sizes: PairSizes,
    /// The colour of the object that a size word without a colour word contrasts with. No choice where `pair_sizes` is `alike`:
    /// any.
    pub contrast_colour: ContrastColour,
}

impl Default for Distractors {
    fn default() -> Self {
        Self { share: 0.5, min_groups: 0, pair_sizes: PairSizes::Alike, contrast_colour: ContrastColour::Any }
    }
}

/// How groups of objects around "small square" or "small red square" are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PairSizes {
    /// As the target's own group, and where targets could be, so that the world does not tell what a command asks about: pairs
    /// of which one object is small or big for "small red square", and for "small square" groups of one shape with one smallest
    /// and one biggest object.
    Alike,
    /// Pairs of two different sizes wherever there are two, as the paper says. What has no partner is the target.
    Different,
    /// Pairs of sizes that are drawn independently, as the released data: a quarter of the pairs have one size.
    Independent,
}

/// The colour of the object that "small square" contrasts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ContrastColour {
    /// Any colour, as the paper says.
    Any,
    /// The target's own, as in the released data.
    Target,
}

/// How items are sorted into splits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
pub enum Procedure {
    /// Classes of equivalent items are distributed over the splits, so no two splits share one: see the crate's documentation.
    Partition(Shares),
    /// The released procedure: items are drawn first, test is then rid of what is equivalent to a training item, and
    /// dev is cut from train without such a check.
    Draw(Draw),
}

impl Default for Procedure {
    fn default() -> Self {
        Self::Partition(Shares::default())
    }
}

/// The shares of the classes of equivalent items.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Shares {
    /// The share of dev among items without a held-out combination.
    pub dev: f64,
    /// The share of test among items without a held-out combination. The rest is train.
    pub test: f64,
    /// The share of dev within each hold-out. The rest is test.
    pub holdout_dev: f64,
}

impl Default for Shares {
    fn default() -> Self {
        Self { dev: 0.05, test: 0.15, holdout_dev: 0.2 }
    }
}

/// The released procedure's settings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// The share of the pool that stays in train; the rest are candidates for test.
    pub train: f64,
    /// The share of train that becomes dev.
    pub dev: f64,
    /// How many items of the few-shot hold-out are moved to train.
    pub shots: u32,
    /// Whether all commands share one list of placements for each target object, as in the released data.
    pub shared_placements: bool,
}

/// A combination kept out of training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Holdout {
    /// The name of its splits: letters, digits and underscores.
    pub name: String,
    /// What it tests, in words.
    pub title: String,
    /// Which items are held out.
    pub when: Condition,
    /// Whether `splits.shots` items of it are added to train.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub few_shot: bool,
    /// Leave out items whose actions are more than any training item could ask for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_longer_than_train: bool,
}

/// How many items of each split are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Splits {
    /// How many items of the few-shot hold-out are added to train.
    pub shots: u32,
    /// The number of items of each split; splits that are not named get all there is room for.
    pub sizes: BTreeMap<String, u64>,
}
