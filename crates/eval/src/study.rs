//! What is asked, of whom, and at what cost: a study as data.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use wampimuk_core::suggest_or_list;
use wampimuk_prompt::PromptForm;

use crate::Error;

/// A study: every model is asked about the same items in every form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Study {
    /// Where questions are sent, unless a model says otherwise: the address that `/chat/completions` is added to.
    pub endpoint: String,
    /// Who is asked.
    pub models: Vec<Model>,
    /// What about: recipes, or datasets that were made from one.
    pub data: Vec<String>,
    /// Only these splits; all test splits, if none is named.
    pub splits: Vec<String>,
    /// How items are written; the usual form, if none is named. A dataset that has none of them is asked in its usual one.
    pub forms: Vec<Writing>,
    /// How many solved examples come before each question.
    pub shots: usize,
    /// Whether all questions have the same examples.
    pub shot_choice: ShotChoice,
    /// How often each question is asked.
    pub samples: u32,
    /// How many items of each split.
    pub limit: u64,
    /// The seed of the datasets.
    pub seed: u64,
    /// Changes to the recipes.
    pub set: Vec<String>,
    /// The most tokens of an answer; 0 leaves it to the server.
    pub max_tokens: u64,
    /// How much chance there is in answers.
    pub temperature: Temperature,
    /// What else goes into every request.
    pub parameters: Map<String, Value>,
    /// What tokens cost.
    pub prices: Prices,
    /// When to stop.
    pub budget: Budget,
}

/// Items of each split, unless somebody says otherwise.
pub const LIMIT: u64 = 200;
/// Tokens of an answer, unless somebody says otherwise: room for thinking aloud.
pub const MAX_TOKENS: u64 = 4096;

impl Default for Study {
    fn default() -> Self {
        Self {
            endpoint: String::new(),
            models: Vec::new(),
            data: Vec::new(),
            splits: Vec::new(),
            forms: Vec::new(),
            shots: 0,
            shot_choice: ShotChoice::Fixed,
            samples: 1,
            limit: LIMIT,
            seed: 0,
            set: Vec::new(),
            max_tokens: MAX_TOKENS,
            temperature: Temperature::Usual,
            parameters: Map::new(),
            prices: Prices::default(),
            budget: Budget::default(),
        }
    }
}

/// Who is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// The name that its server knows it by.
    pub name: String,
    /// Where it is, if not where the study says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<String>,
}

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

/// Which examples questions have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShotChoice {
    /// All questions of a dataset have the same.
    #[default]
    Fixed,
    /// Each question has its own.
    Each,
}

/// How much chance there is in answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Value", into = "Value")]
pub enum Temperature {
    /// 0 where each question is asked once; where it is asked more often, whatever the server does.
    #[default]
    Usual,
    /// Whatever the server does.
    Server,
    /// This.
    Is(f64),
}

impl Temperature {
    /// Reads `server`, `usual` or a number from 0 on.
    ///
    /// # Errors
    /// What would be right.
    pub fn read(text: &str) -> Result<Self, String> {
        match text {
            "usual" => Ok(Self::Usual),
            "server" => Ok(Self::Server),
            _ => {
                let number = text.parse().ok().filter(|value: &f64| value.is_finite() && *value >= 0.0);
                number.map(Self::Is).ok_or_else(|| {
                    format!("`{text}` is no temperature: write a number from 0 on, `usual` or `server`")
                })
            }
        }
    }

    /// What is sent.
    pub(crate) fn sent(self, samples: u32) -> Option<f64> {
        match self {
            Self::Usual => (samples == 1).then_some(0.0),
            Self::Server => None,
            Self::Is(value) => Some(value),
        }
    }
}

impl TryFrom<Value> for Temperature {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        match value {
            Value::String(text) => Self::read(&text),
            other => Self::read(&other.to_string()),
        }
    }
}

impl From<Temperature> for Value {
    fn from(temperature: Temperature) -> Self {
        match temperature {
            Temperature::Usual => "usual".into(),
            Temperature::Server => "server".into(),
            Temperature::Is(value) => value.into(),
        }
    }
}

/// What a million tokens cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Prices {
    /// Of questions.
    pub input: f64,
    /// Of answers.
    pub output: f64,
}

impl Prices {
    /// What these tokens cost.
    pub fn cost(&self, input: u64, output: u64) -> f64 {
        (input as f64 * self.input + output as f64 * self.output) / 1e6
    }

    /// Whether anything is known to cost something.
    pub fn is_known(&self) -> bool {
        self.input > 0.0 || self.output > 0.0
    }
}

/// When to stop. It counts everything in the folder of a study, whenever it was asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Budget {
    /// At most this many requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requests: Option<u64>,
    /// At most this many tokens, of questions and answers together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// At most this much money, in the unit of the prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub money: Option<f64>,
}

impl Study {
    /// Reads a study file.
    ///
    /// # Errors
    /// If it cannot be read, or is no study.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = std::fs::read_to_string(path).map_err(|error| Error::io("read", path, error))?;
        let wrong = |problem: String| Error::Study { path: path.to_owned(), problem };
        let study: Self = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        study.check().map_err(|error| wrong(error.to_string()))?;
        Ok(study)
    }

    /// Whether it can be made at all.
    ///
    /// # Errors
    /// What is missing.
    pub fn check(&self) -> Result<(), Error> {
        let wrong = |problem: &str| Err(Error::Request(problem.to_owned()));
        if self.models.is_empty() {
            return wrong("nobody is asked: name a model with --model NAME");
        }
        if self.data.is_empty() {
            return wrong(
                "nothing is asked: name recipes with --data, such as gscan, reascan or mix-t12 (see `wampimuk recipes`)",
            );
        }
        let twice = |names: Vec<&str>| {
            let mut met = std::collections::BTreeSet::new();
            names.into_iter().find(|name| !met.insert(*name)).map(str::to_owned)
        };
        let models = self.models.iter().map(|model| model.name.as_str()).collect();
        let data = self.data.iter().map(String::as_str).collect();
        if let Some(name) = twice(models).or_else(|| twice(data)) {
            return Err(Error::Request(format!("`{name}` is named twice: once is enough")));
        }
        for model in &self.models {
            self.url(model)?;
            if model.name.trim().is_empty() {
                return wrong("a model has no name: write --model NAME, as its server knows it");
            }
        }
        if self.samples == 0 || self.limit == 0 {
            return wrong("--samples and --limit are at least 1");
        }
        if self.shots > 64 {
            return wrong("at most 64 examples come before a question: lower --shots");
        }
        for reserved in ["model", "messages", "stream", "n"] {
            if self.parameters.contains_key(reserved) {
                return Err(Error::Request(format!(
                    "the parameter `{reserved}` is set by the study itself: leave it out"
                )));
            }
        }
        let budget = &self.budget;
        if budget.money.is_some() && !self.prices.is_known() {
            return wrong(
                "a budget of money needs prices: give --price-in and --price-out, per million tokens",
            );
        }
        let amounts = [self.prices.input, self.prices.output, budget.money.unwrap_or(0.0)];
        if amounts.iter().any(|amount| !amount.is_finite() || *amount < 0.0) {
            return wrong("prices and budgets are numbers from 0 on");
        }
        Ok(())
    }

    /// Where questions for a model are sent.
    ///
    /// # Errors
    /// If that is no address.
    pub fn url(&self, model: &Model) -> Result<String, Error> {
        let endpoint = model.endpoint.as_deref().unwrap_or(&self.endpoint).trim_end_matches('/');
        let rest = endpoint.strip_prefix("http://").or_else(|| endpoint.strip_prefix("https://"));
        let example = "write it as http://127.0.0.1:8000/v1";
        let Some(rest) = rest.filter(|rest| !rest.is_empty()) else {
            return Err(Error::Request(format!("`{endpoint}` is no address of a server: {example}")));
        };
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        if host.contains('@') || endpoint.contains(['?', '#', ' ']) {
            return Err(Error::Request(format!(
                "the address of a server has no name, password or question in it: {example}, and put the key into the \
                 environment as WAMPIMUK_API_KEY"
            )));
        }
        match endpoint.ends_with("/chat/completions") {
            true => Ok(endpoint.to_owned()),
            false => Ok(format!("{endpoint}/chat/completions")),
        }
    }
}
