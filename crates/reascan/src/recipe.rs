//! Recipes: a ReaSCAN-like dataset as data.
//!
//! The `[generate]` section decides what every item looks like; its digest keys the random streams. The `[splits]`
//! section decides only how many items of each split are wanted: changing it never changes an item.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wampimuk_command::{LexiconRecipe, Strategy, WordClass, Wording};

use crate::condition::Condition;
use crate::rules::Rules;

wampimuk_core::recipe! {
    /// A dataset as data.
    Recipe {
        /// ReaSCAN.
        family: Reascan,
        /// Everything that decides what items look like.
        generate: Generate,
        /// How many items of each split are wanted.
        #[serde(default)]
        splits: Splits,
    }
}

/// Everything that decides what items look like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Generate {
    /// Rows and columns of the grid, 3 to 32.
    #[serde(default = "six")]
    pub grid_size: u8,
    /// The smallest object size.
    #[serde(default = "one")]
    pub min_object_size: u8,
    /// The biggest object size, at most 8; there must be an even number of sizes, the upper half of which is heavy.
    #[serde(default = "four")]
    pub max_object_size: u8,
    /// The words.
    #[serde(default = "LexiconRecipe::reascan")]
    pub lexicon: LexiconRecipe,
    /// Other words and orders for the same commands: items then have a column `paraphrase` beside `command`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wording: Option<Wording>,
    /// Which commands are natural enough.
    #[serde(default)]
    pub rules: Rules,
    /// The patterns of the commands that train, dev and test draw from.
    pub patterns: Vec<PatternRecipe>,
    /// How worlds are made.
    #[serde(default)]
    pub worlds: Worlds,
    /// The shares of the (agent cell, target cell) pairs of each command.
    #[serde(default)]
    pub shares: Shares,
    /// Whether the target is the first object of the list, as in the released data (where this gives the answer away
    /// to anyone who reads the list). Otherwise the order depends on the world alone, not on which object is the target.
    #[serde(default)]
    pub target_first: bool,
    /// Combinations kept out of training.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holdouts: Vec<Holdout>,
}

impl Generate {
    /// The smallest heavy size: the upper half of the sizes is heavy.
    pub fn heavy_from(&self) -> u8 {
        (self.min_object_size + self.max_object_size) / 2 + 1
    }
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

fn one() -> u8 {
    1
}

fn four() -> u8 {
    4
}

fn six() -> u8 {
    6
}

/// A pattern and how many of its commands are used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PatternRecipe {
    /// A short name, for conditions and messages.
    pub name: String,
    /// The pattern: `$OBJ_0 ^ $OBJ_1 & $OBJ_2`, where `^` is "that is" and `&` is "and".
    pub shape: String,
    /// How many commands are used, sampled from all. Without it, all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commands: Option<u64>,
    /// Sample only commands whose words have this many orders of different meaning, its own included: at least, at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orders: Option<(u32, u32)>,
    /// How many combinations of verb and adverb each phrase structure is given, sampled from all. Without it, all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manners: Option<u32>,
}

/// How worlds are made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
pub enum Worlds {
    /// As the paper means it: every distractor is built to compete, and every promise is checked as the world grows.
    Constructed(Constructed),
    /// As the code that made the published data: drawn blindly and drawn again until the referent is unique.
    Released(Released),
}

impl Default for Worlds {
    fn default() -> Self {
        Self::Constructed(Constructed::default())
    }
}

/// Worlds as the paper means them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Constructed {
    /// Worlds are filled up with random distractors to this many objects, if `random` distractors are wanted.
    pub objects: u8,
    /// Worlds never have more objects than this, and two more for each phrase of the command beyond three (four more if
    /// every word must count).
    pub max_objects: u8,
    /// The kinds of distractors.
    pub distractors: Vec<Strategy>,
    /// What must be needed to single out the target.
    pub necessity: NecessityName,
    /// How many other orders of a command's words must refer to objects of their own, as certainly as the command does to
    /// its target: all orders, where there are no more. At most 16.
    #[serde(skip_serializing_if = "is_zero")]
    pub rivals: u8,
    /// How many other commands of the split get a referent and distractors of their own, where there is room, so that the
    /// target is not the only object that stands out. At most 16. With any, worlds of commands without clauses are drawn without
    /// looking at the command, which then needs each of its words.
    #[serde(skip_serializing_if = "is_zero")]
    pub decoys: u8,
    /// Where two sizes are the rule if a size word is used.
    pub two_sizes: TwoSizes,
    /// How often a distractor is related to objects that are there already instead of new ones.
    pub sharing: f64,
}

impl Default for Constructed {
    fn default() -> Self {
        Self {
            objects: 13,
            max_objects: 16,
            distractors: Strategy::DISTRACTORS.to_vec(),
            necessity: NecessityName::Clauses,
            rivals: 0,
            decoys: 0,
            two_sizes: TwoSizes::Class,
            sharing: 0.3,
        }
    }
}

/// What must be needed to single out the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum NecessityName {
    /// Nothing in particular.
    None,
    /// Every clause: without it, the command would not single out the target.
    Clauses,
    /// Every clause and every size, colour and noun word, under every reading of "small" and "big". Boxes are exempt: what
    /// something is inside of is a box.
    Words,
}

/// Where two sizes are the rule if a size word is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TwoSizes {
    /// Among the things that the phrase's noun names, whatever their colour; for "object" in the whole world.
    Class,
    /// In the whole world.
    World,
}

/// The released generator and its artifacts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Released {
    /// Worlds are filled up with random distractors to this many objects. There is no upper bound.
    pub objects: u8,
    /// How often a world is drawn before its command is given up.
    pub retries: u32,
    /// The kinds of distractors. Size words are grounded in any case.
    pub distractors: Vec<Strategy>,
    /// What a thing is related to by row or column stands in the first free column or row, instead of a random one.
    pub first_free_pivots: bool,
    /// The two sizes of "small object" bind the shape that was drawn for it only, instead of all objects.
    pub sizes_of_drawn_shape: bool,
    /// Where two sizes bind a shape, things without a size word always have the bigger one, instead of either.
    pub unsized_are_big: bool,
    /// The copy in the relation distractor of a lone clause has the target's size, so that "in the same size as" alone
    /// never gives a world. Otherwise its size is its own where the clause is about size.
    pub fix_lone_copy_size: bool,
    /// The copies in relation distractors of several clauses have their originals' sizes: so in the published training
    /// data and random tests; not in the later code that made B1, C1 and C2.
    pub fix_relation_copy_sizes: bool,
    /// Distractor groups whose clause is about colour or shape satisfy it only by chance.
    pub chance_relations: bool,
    /// A changed colour or noun drops the size word of its phrase.
    pub drop_size_word: bool,
    /// Without a concrete phrase to change there are no attribute distractors, and size words are not grounded.
    pub ungrounded_without_pool: bool,
    /// The size words of "object" phrases get an object of the other size even where one is there already.
    pub always_ground_objects: bool,
    /// Worlds that have two boxes already get no attribute distractors.
    pub no_attributes_among_boxes: bool,
    /// A group that finds no place for one of its objects leaves those before it behind, instead of none.
    pub keep_partial_groups: bool,
    /// Exchanging equal words is not noticed and wastes the attempt.
    pub idle_swaps: bool,
    /// How many worlds each command has.
    pub worlds: u32,
    /// Commands for which no world is found in `retries` draws are replaced by others, without a word.
    pub replace_impossible: bool,
    /// A word counts as needed if a distractor was placed for it, whether the word is needed or not.
    pub needs_by_placement: bool,
    /// Keep only worlds in which this much is needed, as was done for C1.
    pub keep: NecessityName,
    /// Add a test of each pattern that was cut from another shuffle of the same items, as it was published: nearly all
    /// of its items are training items.
    pub leaking_tests: bool,
}

impl Default for Released {
    /// As the code that made the published training data.
    fn default() -> Self {
        Self {
            objects: 13,
            retries: 500,
            distractors: Strategy::DISTRACTORS.to_vec(),
            first_free_pivots: true,
            sizes_of_drawn_shape: true,
            unsized_are_big: true,
            fix_lone_copy_size: true,
            fix_relation_copy_sizes: true,
            chance_relations: true,
            drop_size_word: true,
            ungrounded_without_pool: true,
            always_ground_objects: true,
            no_attributes_among_boxes: true,
            keep_partial_groups: true,
            idle_swaps: true,
            worlds: 180,
            replace_impossible: true,
            needs_by_placement: true,
            keep: NecessityName::None,
            leaking_tests: false,
        }
    }
}

/// The shares of the (agent cell, target cell) pairs of each command: no two splits share a pair of one command.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Shares {
    /// The share of dev.
    pub dev: f64,
    /// The share of test.
    pub test: f64,
    /// The share of the dev parts of hold-outs.
    pub holdout_dev: f64,
    /// The share of the test parts of hold-outs. The rest is train.
    pub holdout_test: f64,
}

impl Default for Shares {
    fn default() -> Self {
        Self { dev: 0.1, test: 0.1, holdout_dev: 0.05, holdout_test: 0.2 }
    }
}

/// A combination kept out of training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Holdout {
    /// The name of its splits: letters, digits and underscores.
    pub name: String,
    /// What it tests, in words.
    pub title: String,
    /// Which items are held out; or, for commands of its own (`commands`), which of those are used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// The classes of words that must be needed in a phrase which meets `when`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<WordClass>,
    /// Commands of its own, beside those that training draws from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commands: Option<OwnCommands>,
    /// How its worlds are made, if otherwise than the training worlds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worlds: Option<Worlds>,
}

/// Commands of a hold-out's own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnCommands {
    /// The pattern, as in `patterns`.
    pub shape: String,
    /// How many commands are used.
    pub count: u64,
    /// Use only commands whose words have this many orders, as in `patterns`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orders: Option<(u32, u32)>,
    /// Take the training commands of the pattern with this name and give them the shape of this one, phrases and
    /// relations kept, instead of sampling new ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recast: Option<String>,
    /// What commands must share with training.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<Seen>,
    /// What no training command may have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unseen: Vec<Seen>,
    /// Take candidates in the order of enumeration instead of a random one, as the released code did: then all of them
    /// have heads without adjectives.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_order: bool,
    /// Rearranged commands may have the noun of the phrase they belong to in a clause, as the released code let them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repeated_nouns: bool,
}

/// What a command can share with the training commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Seen {
    /// Each phrase by itself.
    #[serde(rename = "phrases")]
    Phrases,
    /// All its phrases together in one command.
    #[serde(rename = "phrases together")]
    PhrasesTogether,
    /// Any two of its phrases in one command.
    #[serde(rename = "pairs of phrases")]
    PairsOfPhrases,
    /// Each relation by itself.
    #[serde(rename = "relations")]
    Relations,
    /// All its relations together in one command.
    #[serde(rename = "relations together")]
    RelationsTogether,
}

/// How many items of each split are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Splits {
    /// The number of items of each split; splits that are not named get all there is room for.
    pub sizes: BTreeMap<String, u64>,
}
