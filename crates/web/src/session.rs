//! Who answers requests, and what is remembered from one to the next.

use serde::Serialize;
use serde_json::{Value, json};
use wampimuk_analysis::predictions::Said;
use wampimuk_command::GridFamily;
use wampimuk_core::{RecipeError, suggest_or_list};
use wampimuk_dyna::StoryFamily;
use wampimuk_families::{Contents, Dataset};

use crate::command::Asked;
use crate::predictions::Before;
use crate::request::{Request, Scenario};
use crate::{audit, completion, item, judge, play, predictions, recipe, story};

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
    /// The name of its recipe; empty if the user wrote it.
    pub name: String,
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
        if let Request::Open { recipe, toml, seed } = request {
            // What was open is gone first: two datasets may not fit into a browser's memory.
            self.opened = None;
            let (opened, about) = recipe::open(&recipe, toml, seed)?;
            self.opened = Some(opened);
            return Ok(to_value(&about));
        }
        match request {
            Request::Recipes {} => Ok(to_value(&recipe::list())),
            Request::Complete { before, after } => Ok(to_value(&completion::of_recipe(&before, &after))),
            request => {
                self.opened.as_ref().ok_or_else(|| Problem::new("open a recipe first"))?.reply(request)
            }
        }
    }
}

impl Opened {
    /// Answers what is about the dataset.
    fn reply(&self, request: Request) -> Result<Value, Problem> {
        Ok(match request {
            Request::Item { split, index } => {
                return item::item(self.dataset.as_ref(), self.split(&split)?, index);
            }
            Request::Command(scenario) => self.asked(&scenario, |asked| Ok(to_value(&asked.meaning())))?,
            Request::Next { text } => to_value(&completion::of_command(self.commands()?, &text)),
            Request::Play { scenario, actions } => {
                self.asked(&scenario, |asked| Ok(to_value(&play::played(&asked, &actions)?)))?
            }
            Request::Graphs(scenario) => self.asked(&scenario, |asked| Ok(to_value(&asked.graphs())))?,
            Request::Story { lines, task } => to_value(&story::solved(self.stories()?, &task, &lines)),
            Request::Judge { split, index, said } => {
                to_value(&judge::judged(self, self.split(&split)?, index, &Said::Text(said))?)
            }
            Request::Guess { split, index, world } => {
                let (judged, grid) = judge::guessed(self, self.split(&split)?, index, &world)?;
                json!({ "judged": judged, "grid": grid })
            }
            Request::Header { line } => to_value(&predictions::header(self, &line)),
            Request::Predictions { text, first } => to_value(&predictions::lines(self, &text, first)),
            Request::List { name, text, first, line } => {
                to_value(&predictions::list(self, &name, &text, Before { entries: first, lines: line })?)
            }
            Request::Audit { split, items } => to_value(&audit::audited(self, &split, items)?),
            Request::Parts { items } => to_value(&audit::parts(self, items)?),
            // Answered before, without a dataset.
            Request::Recipes {} | Request::Open { .. } | Request::Complete { .. } => Value::Null,
        })
    }

    /// The number of a split.
    pub fn split(&self, name: &str) -> Result<usize, Problem> {
        let splits = self.dataset.splits();
        splits.iter().position(|split| split.name == name).ok_or_else(|| {
            let hint = suggest_or_list(name, "there are", splits.iter().map(|split| split.name.as_str()));
            Problem::new(format!("there is no split `{name}` ({hint})"))
        })
    }

    fn commands(&self) -> Result<&dyn GridFamily, Problem> {
        self.dataset.contents().commands().ok_or_else(|| Problem::new("this recipe has no commands"))
    }

    fn stories(&self) -> Result<&dyn StoryFamily, Problem> {
        match self.dataset.contents() {
            Contents::Stories(family) => Ok(family),
            Contents::Commands(_) | Contents::Riddles(_) => Err(Problem::new("this recipe has no stories")),
        }
    }

    /// Reads a command in its world, for whoever says something about it.
    fn asked(
        &self,
        scenario: &Scenario,
        about: impl FnOnce(Asked<'_>) -> Result<Value, Problem>,
    ) -> Result<Value, Problem> {
        let family = self.commands()?;
        let world = scenario.world.of_family(family)?;
        about(Asked::read(family, &scenario.text, &world, scenario.reading.as_deref())?)
    }
}

/// A value as JSON. What is written here has texts for keys, so it can always be written.
pub(crate) fn to_value(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}
