//! Recipes: a set of riddles as data.
//!
//! As in the other families, the `[generate]` section decides what every task looks like and its digest keys the random
//! streams; the `[splits]` section decides only how many tasks are wanted.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wampimuk_command::{Lexicon, LexiconRecipe, Relation, Strategy};
use wampimuk_core::RecipeError;
use wampimuk_reascan::{Constructed, NecessityName, Rules, TwoSizes};

use crate::language::without_deeds;
use crate::operation::OperationKind;

wampimuk_core::recipe! {
    /// A set of riddles as data.
    Recipe {
        /// Riddles.
        family: Riddle,
        /// Everything that decides what tasks look like.
        generate: Generate,
        /// How many tasks of each split are wanted.
        #[serde(default)]
        splits: Splits,
    }
}

/// Everything that decides what tasks look like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Generate {
    /// Rows and columns of the grid, 3 to 30.
    #[serde(default = "six")]
    pub grid_size: u8,
    /// The smallest object size.
    #[serde(default = "one")]
    pub min_object_size: u8,
    /// The biggest object size, at most 8. Size words need two sizes.
    #[serde(default = "four")]
    pub max_object_size: u8,
    /// How many pairs of input and output are shown, 1 to 8.
    #[serde(default = "three")]
    pub pairs: u8,
    /// The words.
    #[serde(default)]
    pub lexicon: Vocabulary,
    /// Which commands are natural enough to select by.
    #[serde(default)]
    pub rules: Rules,
    /// Which commands count as explanations that a solver might find. Without it, all commands with the relations of
    /// `rules`, natural or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rivals: Option<Rules>,
    /// The command of a task is itself as short as any explanation of what is shown. Otherwise shorter explanations may
    /// exist, as long as they lead to the same answer.
    #[serde(default = "yes")]
    pub minimal: bool,
    /// The patterns of the commands.
    pub patterns: Vec<PatternRecipe>,
    /// What is done to the referent.
    pub operations: Operations,
    /// How worlds are made.
    #[serde(default)]
    pub worlds: Worlds,
    /// The shares of the pairs of command and operation.
    #[serde(default)]
    pub shares: Shares,
    /// Combinations kept out of training.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holdouts: Vec<Holdout>,
}

fn one() -> u8 {
    1
}

fn yes() -> bool {
    true
}

fn three() -> u8 {
    3
}

fn four() -> u8 {
    4
}

fn six() -> u8 {
    6
}

/// The words of the language. There are neither verbs nor adverbs: the operation says what is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Vocabulary {
    /// Shapes.
    pub nouns: Vec<String>,
    /// Shapes that frame a square of cells: `box`.
    pub frames: Vec<String>,
    /// What solid shapes are drawn as, by their names: the corners of a polygon, as parts of a square's side from the left and
    /// from the top, e.g. `{ wug = [[0, 1], [0.5, 0], [1, 1]] }`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub outlines: BTreeMap<String, Vec<[f64; 2]>>,
    /// Colours.
    pub colours: Vec<String>,
    /// Size words: `small`, `big`.
    pub size_adjectives: Vec<String>,
    /// Other words for these meanings, e.g. `{ red = "wampi" }`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<String, String>,
}

impl Default for Vocabulary {
    /// ReaSCAN's words.
    fn default() -> Self {
        let LexiconRecipe { nouns, frames, outlines, colours, size_adjectives, words, .. } =
            LexiconRecipe::reascan();
        Self { nouns, frames, outlines, colours, size_adjectives, words }
    }
}

impl Vocabulary {
    /// The lexicon, with "select" for a verb.
    pub(crate) fn lexicon(&self) -> Result<Lexicon, RecipeError> {
        let Self { nouns, frames, outlines, colours, size_adjectives, words } = self.clone();
        let adverbs = Vec::new();
        let recipe = LexiconRecipe {
            adverbs,
            nouns,
            frames,
            outlines,
            colours,
            size_adjectives,
            words,
            ..LexiconRecipe::default()
        };
        let lexicon = without_deeds(recipe.lexicon()?);
        lexicon.check().map_err(|error| RecipeError::new(format!("lexicon: {error}")))?;
        Ok(lexicon)
    }
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
    /// Only commands with at most this many content words: sizes, colours, nouns and relations. The shorter a command,
    /// the more often three pairs are enough to find it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_words: Option<u8>,
}

/// What is done to the referent: every combination of the values given is one operation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Operations {
    /// It gets another colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<Draw>,
    /// It grows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enlarge: Option<Enlarge>,
    /// It gets another shape. What becomes a box becomes a box around its own cell, of size 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change_shape: Option<ChangeShape>,
    /// Another object appears beside it, where the cell is free.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_adjacent: Option<DrawAdjacent>,
    /// It moves.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub shift: Option<Move>,
}

/// New colours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// The colours.
    pub colours: Vec<String>,
}

/// Growing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Enlarge {
    /// By how many sizes; nothing grows beyond `max_object_size`.
    pub by: Vec<u8>,
}

/// New shapes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeShape {
    /// The shapes.
    pub shapes: Vec<String>,
}

/// New neighbours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawAdjacent {
    /// On which side.
    pub sides: Vec<Side>,
    /// The shapes of the new object.
    pub shapes: Vec<String>,
    /// Its colours.
    pub colours: Vec<String>,
    /// Its sizes.
    pub sizes: Vec<u8>,
}

/// Moving.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// Where to.
    pub directions: Vec<Side>,
    /// How many cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<u8>,
    /// Also as far as possible: until a wall or another object is in the way.
    #[serde(default)]
    pub until_blocked: bool,
}

/// A side of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Towards growing columns.
    Right,
    /// Towards growing rows.
    Below,
    /// Towards column 0.
    Left,
    /// Towards row 0.
    Above,
}

impl From<Side> for wampimuk_grid::Heading {
    fn from(side: Side) -> Self {
        match side {
            Side::Right => Self::East,
            Side::Below => Self::South,
            Side::Left => Self::West,
            Side::Above => Self::North,
        }
    }
}

/// How worlds are made: as ReaSCAN's, with fewer objects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Worlds {
    /// Worlds are filled up with random objects to this many.
    pub objects: u8,
    /// Worlds never have more objects than this.
    pub max_objects: u8,
    /// The kinds of distractors.
    pub distractors: Vec<Strategy>,
    /// What must be needed in every world to single out the target.
    pub necessity: NecessityName,
    /// How often a distractor is related to objects that are there already instead of new ones.
    pub sharing: f64,
}

impl Default for Worlds {
    fn default() -> Self {
        Self {
            objects: 6,
            max_objects: 9,
            distractors: Strategy::DISTRACTORS.to_vec(),
            necessity: NecessityName::Clauses,
            sharing: 0.5,
        }
    }
}

impl Worlds {
    /// The settings of ReaSCAN's builder.
    pub(crate) fn settings(&self) -> Constructed {
        let Self { objects, max_objects, distractors, necessity, sharing } = self.clone();
        Constructed {
            objects,
            max_objects,
            distractors,
            necessity,
            rivals: 0,
            decoys: 0,
            sharing,
            two_sizes: TwoSizes::Class,
        }
    }
}

/// The shares of the pairs of command and operation: no two splits share a pair.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Shares {
    /// The share of dev.
    pub dev: f64,
    /// The share of test. The rest is train.
    pub test: f64,
    /// The share of dev in each hold-out. The rest is test.
    pub holdout_dev: f64,
}

impl Default for Shares {
    fn default() -> Self {
        Self { dev: 0.1, test: 0.1, holdout_dev: 0.2 }
    }
}

/// A combination of command and operation kept out of training.
pub type Holdout = wampimuk_core::Holdout<Condition>;

/// Which pairs of command and operation are held out. All the keys given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Condition {
    /// The operation is one of these kinds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub operations: Vec<OperationKind>,
    /// The command's pattern is one of these.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub patterns: Vec<String>,
    /// The command uses all of these relations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub relations: Vec<Relation>,
}

/// How many tasks of each split are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Splits {
    /// The number of tasks of each split; splits that are not named get one for each pair of command and operation.
    pub sizes: BTreeMap<String, u64>,
}
