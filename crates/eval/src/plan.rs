//! From a study to questions: which items, in which words, and what asking them takes.

use serde::Serialize;
use serde_json::{Map, Value, json};
use wampimuk_analysis::interval::wilson;
use wampimuk_core::{Permutation, Role, StreamKey, Watch, suggest_or_list};
use wampimuk_families::{Contents, Dataset};
use wampimuk_prompt::{Prompt, PromptForm, PromptView, Prompter};
use wampimuk_source::{Choice, Opened, Source, open};

use crate::Error;
use crate::image::Pictures;
use crate::journal::{Journal, Key};
use crate::shots::Examples;
use crate::study::{ShotChoice, Study, Writing};

/// A dataset that questions are about.
#[derive(Debug)]
pub struct Asked {
    /// Its name, as the study has it.
    pub name: String,
    /// The dataset, opened.
    pub opened: Opened,
}

impl Asked {
    fn open(name: &str, study: &Study) -> Result<Self, Error> {
        let choice = Choice { seed: study.seed, set: study.set.clone(), ..Choice::default() };
        let opened = open(name, &choice)?;
        let asked = Self { name: name.to_owned(), opened };
        match asked.source().dataset {
            Some(_) => Ok(asked),
            None => Err(Error::Request(format!(
                "{name} does not say which recipe it was made from, and `eval` makes its items anew: name a recipe"
            ))),
        }
    }

    pub(crate) fn source(&self) -> &Source {
        match &self.opened {
            Opened::Commands(source) | Opened::Riddles(source) => source,
            Opened::Stories(stories) => &stories.source,
        }
    }

    /// The dataset.
    ///
    /// # Errors
    /// Never, if a plan has it.
    pub fn dataset(&self) -> Result<&dyn Dataset, Error> {
        let none = || Error::Request(format!("{} has no recipe", self.name));
        self.source().dataset.as_deref().ok_or_else(none)
    }

    /// The forms in which it is asked about.
    fn writings(&self, study: &Study) -> Result<Vec<Writing>, Error> {
        let dataset = self.dataset()?;
        let known = PromptForm::of(dataset);
        let has = |writing: &Writing| match writing {
            Writing::Text(form) => known.contains(form),
            Writing::Image => matches!(dataset.contents(), Contents::Commands(_)),
        };
        let mut named: Vec<Writing> = study.forms.iter().copied().filter(has).collect();
        named.dedup();
        let usual = known.first().map(|&form| Writing::Text(form));
        Ok(if named.is_empty() { usual.into_iter().collect() } else { named })
    }

    /// The numbers of the splits that are asked about.
    fn splits(&self, study: &Study) -> Result<Vec<usize>, Error> {
        let splits = self.dataset()?.splits();
        let wanted = |number: &usize| {
            let split = &splits[*number];
            split.len > 0
                && match study.splits.is_empty() {
                    true => split.role == Role::Test,
                    false => study.splits.contains(&split.name),
                }
        };
        Ok((0..splits.len()).filter(wanted).collect())
    }
}

/// Questions about the items of one split, in one form, for one model.
#[derive(Clone, Debug)]
pub struct Block {
    /// The number of the model.
    pub model: usize,
    /// The number of the dataset.
    pub data: usize,
    /// How items are written.
    pub writing: Writing,
    /// The number of the split.
    pub split: usize,
    /// The items, in order.
    pub indices: Vec<u64>,
}

/// Everything that is to be asked.
#[derive(Debug)]
pub struct Plan {
    /// The study.
    pub study: Study,
    /// What questions are about.
    pub data: Vec<Asked>,
    /// The questions, model by model.
    pub blocks: Vec<Block>,
    /// Indices of the examples of each dataset, where all questions have the same.
    pub shots: Vec<Vec<u64>>,
    /// What was found out about examples, for the record.
    pub checked: Vec<CheckedShots>,
}

/// How examples were chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckedShots {
    /// The dataset.
    pub data: String,
    /// The split that they come from; `None` if the dataset has nothing to learn from, and is asked without examples.
    pub split: Option<String>,
    /// Their indices there; empty if each question has its own.
    pub indices: Vec<u64>,
    /// How many items were judged by the predicates of the hold-outs.
    pub looked: u64,
    /// How many of them were passed over, because a hold-out may be about them.
    pub passed: u64,
}

impl CheckedShots {
    /// The same in words.
    pub fn sentence(&self) -> String {
        let Some(split) = &self.split else {
            return format!("{} has nothing to learn from, and is asked without examples", self.data);
        };
        let taken = match self.indices.is_empty() {
            true => String::new(),
            false => format!(", taken {:?}", self.indices),
        };
        format!(
            "examples of {} from {split}: {} items judged by the hold-outs' predicates, {} passed over{taken}",
            self.data, self.looked, self.passed
        )
    }
}

/// A question, ready to be sent.
#[derive(Clone, Debug)]
pub struct Question {
    /// The item as text.
    pub prompt: Prompt,
    /// What is sent.
    pub body: Vec<u8>,
    /// What the model reads, for the record.
    pub text: String,
}

impl Question {
    /// What makes the request of a sample its own.
    pub fn key(&self, sample: u32) -> Key {
        Key::of(&self.body, sample)
    }

    /// About how many tokens the question has: one for four bytes of what is read, and 1,000 for a picture.
    pub fn tokens(&self, writing: Writing) -> u64 {
        let picture = if writing == Writing::Image { 1000 } else { 0 };
        (self.text.len() as u64).div_ceil(4) + picture
    }
}

/// What asking takes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// All requests.
    pub requests: u64,
    /// Those that are answered already.
    pub answered: u64,
    /// Tokens of the questions that are still to be asked, estimated from their length.
    pub input_tokens: u64,
    /// The most tokens of their answers; `None` if nothing limits them.
    pub output_tokens_at_most: Option<u64>,
    /// The most that they cost, if prices are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_at_most: Option<f64>,
    /// What is asked, split by split.
    pub parts: Vec<Part>,
}

/// The questions of a split.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Part {
    /// The model.
    pub model: String,
    /// The dataset.
    pub data: String,
    /// How items are written.
    pub form: &'static str,
    /// The split.
    pub split: String,
    /// How many items.
    pub items: u64,
    /// Of how many.
    pub of: u64,
    /// Tokens of a question, in the mean.
    pub tokens: u64,
    /// The width of the 95 % interval of a share of one half among so many items.
    pub width: f64,
}

impl Plan {
    /// Prepares a study.
    ///
    /// # Errors
    /// If there is no such data, split or form.
    pub fn new(study: Study) -> Result<Self, Error> {
        study.check()?;
        let data = study.data.iter().map(|name| Asked::open(name, &study)).collect::<Result<Vec<_>, _>>()?;
        check_splits(&study, &data)?;
        let mut shots = Vec::new();
        let mut checked = Vec::new();
        for asked in &data {
            let (indices, found) = fixed_shots(asked, &study)?;
            shots.push(indices);
            checked.extend(found);
        }
        let mut blocks = Vec::new();
        for model in 0..study.models.len() {
            for (number, asked) in data.iter().enumerate() {
                for writing in asked.writings(&study)? {
                    for split in asked.splits(&study)? {
                        let indices = indices(asked.dataset()?, split, study.limit);
                        blocks.push(Block { model, data: number, writing, split, indices });
                    }
                }
            }
        }
        Ok(Self { study, data, blocks, shots, checked })
    }

    /// How many requests there are.
    pub fn requests(&self) -> u64 {
        let items: u64 = self.blocks.iter().map(|block| block.indices.len() as u64).sum();
        items * u64::from(self.study.samples)
    }

    /// What a block is about, in words: `recipe/split`.
    ///
    /// # Errors
    /// Never, for blocks of this plan.
    pub fn split_name(&self, block: &Block) -> Result<&str, Error> {
        Ok(&self.data[block.data].dataset()?.splits()[block.split].name)
    }

    /// What this study takes beyond what the journal has.
    ///
    /// # Errors
    /// If an item cannot be made, or the caller asked to stop.
    pub fn estimate(&self, journal: Option<&Journal>, watch: &dyn Watch) -> Result<Estimate, Error> {
        let study = &self.study;
        watch.begin("plan", Some(self.requests() / u64::from(study.samples)));
        let (mut answered, mut input, mut parts) = (0, 0, Vec::new());
        for block in &self.blocks {
            let mut asker = Asker::new(self, block)?;
            let mut tokens = 0;
            for &index in &block.indices {
                let question = asker.question(index)?;
                let about = question.tokens(block.writing);
                tokens += about;
                for sample in 0..study.samples {
                    match journal.is_some_and(|journal| journal.has(question.key(sample))) {
                        true => answered += 1,
                        false => input += about,
                    }
                }
                watch.done(1)?;
            }
            let items = block.indices.len() as u64;
            let split = &self.data[block.data].dataset()?.splits()[block.split];
            let [low, high] = wilson(0.5, items);
            parts.push(Part {
                model: study.models[block.model].name.clone(),
                data: self.data[block.data].name.clone(),
                form: block.writing.name(),
                split: split.name.clone(),
                items,
                of: split.len,
                tokens: tokens / items.max(1),
                width: high - low,
            });
        }
        let requests = self.requests();
        let most = (study.max_tokens > 0).then(|| (requests - answered) * study.max_tokens);
        let cost = study.prices.is_known().then(|| study.prices.cost(input, most.unwrap_or(0)));
        Ok(Estimate {
            requests,
            answered,
            input_tokens: input,
            output_tokens_at_most: most,
            cost_at_most: cost,
            parts,
        })
    }
}

/// Every named split is in some dataset.
fn check_splits(study: &Study, data: &[Asked]) -> Result<(), Error> {
    let mut known: Vec<&str> = Vec::new();
    for asked in data {
        known.extend(asked.dataset()?.splits().iter().map(|split| split.name.as_str()));
        if asked.splits(study)?.is_empty() {
            let names = asked.dataset()?.splits().iter().map(|split| split.name.as_str());
            return Err(Error::Request(format!(
                "{} has none of these splits: it has {}",
                asked.name,
                names.collect::<Vec<_>>().join(", ")
            )));
        }
    }
    match study.splits.iter().find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => Err(Error::Request(format!(
            "there is no split `{name}` ({})",
            suggest_or_list(name, "there are", known.iter().copied())
        ))),
    }
}

/// Items of a split: as many as are wanted, drawn without replacement. Fewer items are among more.
fn indices(dataset: &dyn Dataset, split: usize, limit: u64) -> Vec<u64> {
    let info = &dataset.splits()[split];
    let key = StreamKey::new(&dataset.digest(), "eval items", dataset.seed());
    let order = Permutation::new(info.len, &mut key.stream(split as u64));
    let mut indices: Vec<u64> = (0..limit.min(info.len)).map(|place| order.at(place)).collect();
    indices.sort_unstable();
    indices
}

fn fixed_shots(asked: &Asked, study: &Study) -> Result<(Vec<u64>, Option<CheckedShots>), Error> {
    if study.shots == 0 {
        return Ok((Vec::new(), None));
    }
    let dataset = asked.dataset()?;
    let Some(mut examples) = Examples::new(dataset, study.shots) else {
        let (data, split, indices) = (asked.name.clone(), None, Vec::new());
        return Ok((Vec::new(), Some(CheckedShots { data, split, indices, looked: 0, passed: 0 })));
    };
    let chosen = examples.choose(0)?;
    let indices = if study.shot_choice == ShotChoice::Fixed { chosen } else { Vec::new() };
    let checked = CheckedShots {
        data: asked.name.clone(),
        split: Some(dataset.splits()[examples.split()].name.clone()),
        indices: indices.clone(),
        looked: examples.looked,
        passed: examples.passed,
    };
    Ok((indices, Some(checked)))
}

/// Writes the questions of a block.
pub struct Asker<'p> {
    plan: &'p Plan,
    block: &'p Block,
    worker: wampimuk_prompt::PromptWriter<'p>,
    /// Who has what examples of each question are; none where all have the same.
    examples: Option<Examples<'p>>,
    /// The messages that all questions begin with.
    fixed: Vec<Value>,
    fixed_text: String,
    /// Who draws the worlds; none where they are written.
    pictures: Option<Pictures<'p>>,
}

impl std::fmt::Debug for Asker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Asker").field("block", self.block).finish_non_exhaustive()
    }
}

impl<'p> Asker<'p> {
    /// Questions of a block of the plan.
    ///
    /// # Errors
    /// If the dataset has no such form, or examples cannot be made.
    pub fn new(plan: &'p Plan, block: &'p Block) -> Result<Self, Error> {
        let asked = &plan.data[block.data];
        let dataset = asked.dataset()?;
        let form = match block.writing {
            Writing::Text(form) => form,
            Writing::Image => PromptForm::Coordinates,
        };
        let worker = Prompter::new(dataset, form)?.worker();
        let study = &plan.study;
        let examples = Examples::new(dataset, study.shots);
        let pictures = match block.writing {
            Writing::Text(_) => None,
            Writing::Image => Some(Pictures::new(dataset)?),
        };
        let (fixed, fixed_text) = (Vec::new(), String::new());
        let mut asker = Self { plan, block, worker, examples, fixed, fixed_text, pictures };
        if study.shot_choice == ShotChoice::Fixed {
            (asker.fixed, asker.fixed_text) = asker.turns(&plan.shots[block.data])?;
        }
        Ok(asker)
    }

    /// The question about an item.
    ///
    /// # Errors
    /// If the item cannot be made.
    pub fn question(&mut self, index: u64) -> Result<Question, Error> {
        let study = &self.plan.study;
        let (mut messages, mut text) = match (study.shot_choice, &mut self.examples) {
            (ShotChoice::Each, Some(examples)) => {
                let turn = (self.block.split as u64 + 1) << 40 | index;
                let chosen = examples.choose(turn)?;
                self.turns(&chosen)?
            }
            _ => (self.fixed.clone(), self.fixed_text.clone()),
        };
        let prompt = self.worker.prompt(self.block.split, index)?;
        let (message, read) = self.message(&prompt)?;
        messages.push(message);
        text.push_str(&read);
        let mut body = Map::new();
        body.insert("model".into(), study.models[self.block.model].name.as_str().into());
        body.insert("messages".into(), Value::Array(messages));
        if study.max_tokens > 0 {
            body.insert("max_tokens".into(), study.max_tokens.into());
        }
        if let Some(temperature) = study.temperature.sent(study.samples) {
            body.insert("temperature".into(), temperature.into());
        }
        for (name, value) in &study.parameters {
            body.insert(name.clone(), value.clone());
        }
        Ok(Question { prompt, body: Value::Object(body).to_string().into_bytes(), text })
    }

    /// Examples as turns of a conversation, and as text.
    fn turns(&mut self, indices: &[u64]) -> Result<(Vec<Value>, String), Error> {
        let Some(split) = self.examples.as_ref().map(Examples::split) else { return Ok(Default::default()) };
        let (mut messages, mut text) = (Vec::new(), String::new());
        for &index in indices {
            let prompt = self.worker.prompt(split, index)?;
            let answer = match prompt.view {
                PromptView::Output => format!("Answer:\n{}", prompt.answer),
                _ => format!("Answer: {}", prompt.answer),
            };
            let (message, read) = self.message(&prompt)?;
            text.push_str(&format!("{read}\n\n{answer}\n\n"));
            messages.push(message);
            messages.push(json!({ "role": "assistant", "content": answer }));
        }
        Ok((messages, text))
    }

    /// A question as a message, and what is to be read of it.
    fn message(&mut self, prompt: &Prompt) -> Result<(Value, String), Error> {
        let (content, text) = match &mut self.pictures {
            None => (Value::from(prompt.question.as_str()), prompt.question.clone()),
            Some(pictures) => pictures.content(prompt)?,
        };
        Ok((json!({ "role": "user", "content": content }), text))
    }
}
