//! What can be asked.

use serde::Deserialize;

use crate::world::WorldFile;

/// A command in a world.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The command.
    pub text: String,
    /// The world.
    pub world: WorldFile,
    /// How "small" and "big" are read; the family's own way if nothing is said.
    pub reading: Option<String>,
}

/// What can be asked.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Which recipes there are.
    Recipes {},
    /// To make the dataset of a recipe, by its name or its text. All later requests are about it.
    Open {
        /// The name of a shipped recipe.
        #[serde(default)]
        recipe: String,
        /// The text of a recipe, in place of the shipped one.
        toml: Option<String>,
        /// The seed.
        #[serde(default)]
        seed: u64,
    },
    /// What can be written in a recipe between two texts.
    Complete {
        /// The recipe up to the cursor.
        before: String,
        /// The rest.
        #[serde(default)]
        after: String,
    },
    /// An item.
    Item {
        /// The name of its split.
        split: String,
        /// Its index there.
        index: u64,
    },
    /// What a command means in a world.
    Command(Scenario),
    /// What can come next in a command.
    Next {
        /// The command, as far as it is typed.
        text: String,
    },
    /// What comes of actions, and whether they do what a command asks.
    Play {
        /// The command and its world.
        scenario: Scenario,
        /// The names of the actions.
        actions: Vec<String>,
    },
    /// The relation graphs of a command and its world.
    Graphs(Scenario),
    /// What follows from a story.
    Story {
        /// The lines; those that end in a question mark are questions.
        lines: Vec<String>,
        /// The part of the recipe that the story belongs to.
        #[serde(default)]
        task: String,
    },
    /// Whether an answer to an item is right.
    Judge {
        /// The name of its split.
        split: String,
        /// Its index there.
        index: u64,
        /// What was said.
        said: String,
    },
    /// Whether a world is the output of a riddle.
    Guess {
        /// The name of its split.
        split: String,
        /// Its index there.
        index: u64,
        /// The world.
        world: WorldFile,
    },
    /// What a file of predictions says about itself.
    Header {
        /// Its first line.
        line: String,
    },
    /// Whether predictions are right: lines of a file.
    Predictions {
        /// The lines.
        text: String,
        /// The number of the first one, from 0.
        #[serde(default)]
        first: u64,
    },
    /// The same of a list of the originals' models.
    List {
        /// The name of the file.
        name: String,
        /// The list, or a part of it that is a list again.
        text: String,
        /// How many entries come before this part.
        #[serde(default)]
        first: u64,
        /// How many lines come before this part.
        #[serde(default)]
        line: u64,
    },
    /// What is wrong with the first items of a split.
    Audit {
        /// The name of the split.
        split: String,
        /// How many.
        items: u64,
    },
    /// How often the parts of hold-outs occur among the first items of train.
    Parts {
        /// How many.
        items: u64,
    },
}
