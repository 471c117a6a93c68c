//! What is asked, of whom, and at what cost: a study as data.

mod parts;

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use wampimuk_families::read_text;

use crate::Error;
use crate::temperature::Temperature;
use crate::variant::Variant;
use crate::writing::Writing;
pub use parts::{Ask, Budget, Model, Playing, Prices, ShotChoice};

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
    /// Whether the target's cell is asked for instead of the actions; of commands only.
    pub ask: Ask,
    /// Whether minimal pairs are asked about, too: the item with one word, object or sentence changed, so that the answer
    /// changes, and so that it stays.
    pub pairs: bool,
    /// Whether each command is also asked about in other words.
    pub paraphrases: bool,
    /// Commands are carried out in conversation, turn by turn; in one piece, if nobody says how.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<Playing>,
    /// Whether questions have the rules of the task and of the answer, or the item alone.
    pub rules: bool,
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
            ask: Ask::Actions,
            pairs: false,
            paraphrases: false,
            play: None,
            rules: true,
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

impl Study {
    /// Reads a study file.
    ///
    /// # Errors
    /// If it cannot be read, or is no study.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = read_text(path).map_err(|error| Error::io("read", path, error))?;
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
        self.check_play()?;
        for reserved in ["model", "messages", "stream", "n"] {
            if self.parameters.contains_key(reserved) {
                return Err(Error::Request(format!(
                    "the parameter `{reserved}` is set by the study itself: leave it out"
                )));
            }
        }
        self.check_budget()
    }

    /// What goes together with conversations.
    fn check_play(&self) -> Result<(), Error> {
        let Some(play) = self.play else { return Ok(()) };
        let others = [
            ("--shots", self.shots > 0),
            ("--no-rules", !self.rules),
            ("--pairs", self.pairs),
            ("--paraphrases", self.paraphrases),
            ("--ask reference", self.ask == Ask::Reference),
            ("--form image", self.forms.contains(&Writing::Image)),
        ];
        if let Some((other, _)) = others.into_iter().find(|(_, is_given)| *is_given) {
            return Err(Error::Request(format!(
                "{other} is about answers in one piece, and --play about actions turn by turn: leave one of them out"
            )));
        }
        if play.turns == Some(0) || play.moves == Some(0) {
            return Err(Error::Request("--turns and --moves are at least 1".into()));
        }
        Ok(())
    }

    /// What is asked about each item.
    pub(crate) fn variants(&self) -> Vec<Variant> {
        Variant::ALL
            .into_iter()
            .filter(|variant| match variant {
                Variant::Item => true,
                Variant::Changed | Variant::Same => self.pairs,
                Variant::Paraphrase => self.paraphrases,
            })
            .collect()
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
