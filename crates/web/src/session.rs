//! Requests, and who answers them.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wampimuk_core::{RecipeError, suggest_or_list};
use wampimuk_families::{Contents, Dataset};

use crate::world::WorldFile;
use crate::{command, item, judge, play, recipe, story};

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
    /// An item.
    Item {
        /// The name of its split.
        split: String,
        /// Its index there.
        index: u64,
    },
    /// What a command means in a world.
    Command {
        /// The command.
        text: String,
        /// The world.
        world: WorldFile,
        /// How "small" and "big" are read; the family's own way if nothing is said.
        reading: Option<String>,
    },
    /// What comes of actions, and whether they do what a command asks.
    Play {
        /// The command.
        text: String,
        /// The world.
        world: WorldFile,
        /// How "small" and "big" are read.
        reading: Option<String>,
        /// The names of the actions.
        actions: Vec<String>,
    },
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
    /// Whether predictions are right: lines of a file.
    Predictions {
        /// The lines.
        text: String,
        /// The number of the first one.
        #[serde(default)]
        first: usize,
    },
}

/// Why there is no answer, and where to look.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// What is wrong.
    pub message: String,
    /// The line of a recipe or a story, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column there, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The word of a command, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub word: Option<usize>,
}

impl Problem {
    /// A problem of which more is not known.
    pub fn new(message: impl ToString) -> Self {
        Self { message: message.to_string(), ..Self::default() }
    }
}

impl From<RecipeError> for Problem {
    fn from(error: RecipeError) -> Self {
        let RecipeError { line, column, .. } = error;
        let bare = RecipeError { line: None, column: None, ..error };
        Self { line, column, ..Self::new(bare) }
    }
}

/// The dataset that is open.
#[derive(Debug)]
pub(crate) struct Opened {
    pub dataset: Box<dyn Dataset>,
}

/// What is remembered from one request to the next.
#[derive(Debug, Default)]
pub struct Session {
    opened: Option<Opened>,
}

impl Session {
    /// Answers a request in JSON, in JSON: `{"ok": …}` or `{"error": {"message": …}}`.
    pub fn answer(&mut self, request: &str) -> String {
        let answered = serde_json::from_str(request)
            .map_err(|error| Problem::new(format!("this request cannot be read: {error}")))
            .and_then(|request| self.reply(request));
        let (key, value) = match answered {
            Ok(value) => ("ok", value),
            Err(problem) => ("error", to_value(&problem)),
        };
        Value::Object([(key.to_owned(), value)].into_iter().collect()).to_string()
    }

    fn reply(&mut self, request: Request) -> Result<Value, Problem> {
        match request {
            Request::Recipes {} => Ok(to_value(&recipe::list())),
            Request::Open { recipe, toml, seed } => {
                // What was open is gone first: two datasets may not fit into a browser's memory.
                self.opened = None;
                let (opened, about) = recipe::open(&recipe, toml, seed)?;
                self.opened = Some(opened);
                Ok(to_value(&about))
            }
            Request::Item { split, index } => {
                let opened = self.opened()?;
                item::item(opened.dataset.as_ref(), opened.split(&split)?, index)
            }
            Request::Command { text, world, reading } => {
                let family = self.commands()?;
                let world = world.world(family)?;
                Ok(to_value(&command::meaning(family, &text, &world, reading.as_deref())?))
            }
            Request::Play { text, world, reading, actions } => {
                let family = self.commands()?;
                let world = world.world(family)?;
                Ok(to_value(&play::played(family, &text, &world, reading.as_deref(), &actions)?))
            }
            Request::Story { lines, task } => {
                let Contents::Stories(family) = self.opened()?.dataset.contents() else {
                    return Err(Problem::new("this recipe has no stories"));
                };
                Ok(to_value(&story::solved(family, &task, &lines)))
            }
            Request::Judge { split, index, said } => {
                let opened = self.opened()?;
                Ok(to_value(&judge::judged(opened, opened.split(&split)?, index, &said)?))
            }
            Request::Predictions { text, first } => {
                Ok(to_value(&judge::predictions(self.opened()?, &text, first)))
            }
        }
    }

    fn opened(&self) -> Result<&Opened, Problem> {
        self.opened.as_ref().ok_or_else(|| Problem::new("open a recipe first"))
    }

    fn commands(&self) -> Result<&dyn wampimuk_command::GridFamily, Problem> {
        let no_commands = || Problem::new("this recipe has no commands");
        self.opened()?.dataset.contents().commands().ok_or_else(no_commands)
    }
}

impl Opened {
    /// The number of a split.
    pub fn split(&self, name: &str) -> Result<usize, Problem> {
        let splits = self.dataset.splits();
        splits.iter().position(|split| split.name == name).ok_or_else(|| {
            let hint = suggest_or_list(name, "there are", splits.iter().map(|split| split.name.as_str()));
            Problem::new(format!("there is no split `{name}` ({hint})"))
        })
    }
}

/// A value as JSON. What is written here has texts for keys, so it can always be written.
pub(crate) fn to_value(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}
