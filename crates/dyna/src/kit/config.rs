//! The fields of a configuration, with the kit's defaults.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wampimuk_core::closest;
use wampimuk_story::Lexicon;

use super::Warning;

/// The largest number of the kit: as good as no limit.
pub(super) const ENDLESS: u64 = i32::MAX as u64;

/// What to generate: several tasks, and where to write them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TasksConfig {
    /// The name of the data, and of their directory.
    pub name: String,
    /// The tasks.
    pub tasks: Vec<TaskConfig>,
    /// The directory above.
    #[serde(default = "default_directory")]
    pub out_dir: String,
    /// Writes inputs of a transformer.
    #[serde(default)]
    pub write_tt: bool,
    /// Writes events.
    #[serde(default)]
    pub write_dec: bool,
    /// Writes nothing.
    #[serde(default)]
    pub no_write: bool,
    /// Makes one set only, called *valid*.
    #[serde(default)]
    pub only_dev: bool,
    /// Writes all tasks into one file as well.
    #[serde(default)]
    pub combine_files: bool,
    /// Does nothing else.
    #[serde(default)]
    pub just_combine: bool,
    /// Keeps the files of single tasks.
    #[serde(default = "yes")]
    pub save_separate: bool,
    /// Answers with the second engine.
    #[serde(default)]
    pub use_new_engine: bool,
}

fn default_directory() -> String {
    "default".to_owned()
}

fn yes() -> bool {
    true
}

/// A task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TaskConfig {
    /// What is told and asked.
    pub story_params: StoryParameters,
    /// Who and what there is.
    pub game_variables: GameVariables,
    /// What questions have to be like.
    pub filter_config: Option<OneOrMany>,
    /// How it is written. If it is given, what the tasks have in common does not reach this one.
    pub sw_config: Option<StoryWriterConfig>,
}

/// One filter or several.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum OneOrMany {
    /// One.
    One(Box<FilterConfig>),
    /// Several, to which stories are offered in this order.
    Many(Vec<FilterConfig>),
}

impl OneOrMany {
    /// The filters.
    pub fn filters(&self) -> &[FilterConfig] {
        match self {
            OneOrMany::One(filter) => std::slice::from_ref(filter),
            OneOrMany::Many(filters) => filters,
        }
    }
}

impl<'de> Deserialize<'de> for OneOrMany {
    /// By hand, so that errors name the field in a filter.
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = OneOrMany;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a filter, a list of filters, or null")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<OneOrMany, A::Error> {
                let filter = FilterConfig::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
                Ok(OneOrMany::One(Box::new(filter)))
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, seq: A) -> Result<OneOrMany, A::Error> {
                Vec::deserialize(serde::de::value::SeqAccessDeserializer::new(seq)).map(OneOrMany::Many)
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

/// What is told and asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StoryParameters {
    /// How many to make: questions if there are filters, else stories.
    pub samples: u64,
    /// The seed; -1 for any.
    pub seed: i64,
    /// The task's name.
    pub name: String,
    /// How many questions a story has.
    pub n_questions: u32,
    /// How likely a question is, where one may come.
    pub question_probability: f64,
    /// How many sentences there are before a question.
    pub actions_before_question: u32,
    /// Not used by the kit.
    pub max_actions: u64,
    /// The kinds of questions.
    pub questions: Vec<String>,
    /// Their weights.
    pub questions_distribution: Vec<f64>,
    /// The kinds of sentences.
    pub actions: Vec<String>,
    /// Their weights.
    pub actions_distribution: Vec<f64>,
    /// The kinds of sentences before and with a pronoun.
    pub coref: Vec<String>,
    /// Their weights.
    pub coref_distribution: Vec<f64>,
    /// Ways to say "went".
    #[serde(rename = "move")]
    pub go: Vec<String>,
    /// Ways to say "took".
    pub grab: Vec<String>,
    /// Ways to say "dropped".
    pub drop: Vec<String>,
    /// Ways to say "gave".
    pub give: Vec<String>,
    /// Ways to say "not".
    pub negate: Vec<String>,
    /// The weights of "is not in" and of "is in", in this order.
    pub negate_distribution: Vec<f64>,
    /// What comes before a pronoun.
    pub coreference_prefixes: Vec<String>,
    /// Everybody's pronouns, of which the first is used.
    pub entity_coreference_map: BTreeMap<String, Vec<String>>,
    /// Asks everything that can be asked.
    pub exhaustive: bool,
    /// Asks whether somebody is there for all places.
    pub extra_exh_yes_no: bool,
}

/// The kinds of questions, in the order of the kit's default.
pub(super) const QUESTIONS: [&str; 7] =
    ["where_object", "where_person", "where_was_object", "giving", "yes_no", "counting", "list"];

/// The kinds of sentences, in the order of the kit's default.
pub(super) const ACTIONS: [&str; 9] =
    ["move", "grab", "drop", "give", "coref", "conj", "compound", "negate", "indef"];

/// The kinds of sentences that may have a pronoun.
pub(super) const COREF: [&str; 3] = ["move", "grab", "drop"];

pub(super) fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

impl Default for StoryParameters {
    fn default() -> Self {
        let words = Lexicon::published();
        Self {
            samples: 11_000,
            seed: -1,
            name: "name".to_owned(),
            n_questions: 5,
            question_probability: 0.5,
            actions_before_question: 2,
            max_actions: 0,
            questions: strings(&QUESTIONS),
            questions_distribution: vec![1.0; QUESTIONS.len()],
            actions: strings(&ACTIONS),
            actions_distribution: vec![1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 0.5, 1.0, 1.0],
            coref: strings(&COREF),
            coref_distribution: vec![1.0; COREF.len()],
            go: words.moves,
            grab: words.grabs,
            drop: words.drops,
            give: words.gives,
            negate: words.negations,
            negate_distribution: vec![0.5, 0.5],
            coreference_prefixes: words.prefixes,
            entity_coreference_map: words
                .people
                .into_iter()
                .map(|person| (person.name, vec![person.pronoun]))
                .collect(),
            exhaustive: false,
            extra_exh_yes_no: false,
        }
    }
}

/// Who and what there is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GameVariables {
    /// The people.
    pub persons: Vec<String>,
    /// The objects.
    pub objects: Vec<String>,
    /// The places.
    pub locations: Vec<String>,
    /// Not used by the kit.
    pub can_grab: Value,
    /// Not used by the kit.
    pub can_move_to: Value,
}

impl Default for GameVariables {
    fn default() -> Self {
        let Lexicon { people, objects, places, .. } = Lexicon::published();
        let persons = people.into_iter().map(|person| person.name).collect();
        let nothing = Value::Object(serde_json::Map::new());
        Self { persons, objects, locations: places, can_grab: nothing.clone(), can_move_to: nothing }
    }
}

/// What questions have to be like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FilterConfig {
    /// What must all occur in the support, `coref` being spelt `co_ref`.
    pub required_supp_fact_types: Vec<String>,
    /// The kinds that may pass; `all` alone is any.
    pub valid_q_types: Vec<String>,
    /// The least and the largest number of supporting lines.
    pub num_supp_fact_range: [u64; 2],
    /// How many questions with the same pattern may pass.
    pub max_stories_per_sig: u64,
    /// The kinds that pass whatever they are like, if another question does.
    pub always_pass_q_types: Vec<String>,
    /// How many sentences may come before.
    pub max_len: u64,
    /// How many questions are enough.
    pub max_pass: u64,
    /// After how many failures in a row to give up.
    pub max_fail: u64,
    /// The least number of proofs, with the second engine.
    pub min_paths: u64,
    /// The largest number of proofs, with the second engine.
    pub max_paths: u64,
    /// Keeps the questions that pass; else the story with all its questions if one passes.
    pub filter_each_q: bool,
}

impl FilterConfig {
    /// Any number of supporting lines.
    pub(super) const ANY_SUPPORT: [u64; 2] = [0, 10_000];

    /// Whether it asks for a number of proofs.
    pub(super) fn counts_proofs(&self) -> bool {
        self.min_paths > 0 || self.max_paths < ENDLESS
    }
}

impl Default for FilterConfig {
    fn default() -> Self {
        Self {
            required_supp_fact_types: Vec::new(),
            valid_q_types: strings(&["all"]),
            num_supp_fact_range: Self::ANY_SUPPORT,
            max_stories_per_sig: ENDLESS,
            always_pass_q_types: Vec::new(),
            max_len: ENDLESS,
            max_pass: ENDLESS,
            max_fail: 20_000,
            min_paths: 0,
            max_paths: ENDLESS,
            filter_each_q: true,
        }
    }
}

/// How a task is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoryWriterConfig {
    /// The directory.
    pub out_dir: String,
    /// Files with variables.
    #[serde(default)]
    pub var_files: Vec<String>,
    /// A file with parameters.
    #[serde(default)]
    pub param_file: Option<String>,
    /// Writes nothing.
    #[serde(default)]
    pub no_write: bool,
    /// Writes events.
    #[serde(default)]
    pub write_dec: bool,
    /// Writes inputs of a transformer.
    #[serde(default)]
    pub write_tt: bool,
    /// Answers with the second engine.
    #[serde(default)]
    pub use_new_engine: bool,
    /// Writes this share of the stories.
    #[serde(default = "everything")]
    pub story_subsample_pct: f64,
    /// A file with seeds.
    #[serde(default)]
    pub seeds_file: Option<String>,
    /// A file with a filter.
    #[serde(default)]
    pub filter_config_file: Option<String>,
    /// Makes one set only, called *valid*.
    #[serde(default)]
    pub only_dev: bool,
    /// Of no use any more.
    #[serde(default)]
    pub write_sst: bool,
    /// Of no use any more.
    #[serde(default)]
    pub sst_to_vt: bool,
    /// Of no use any more.
    #[serde(default)]
    pub sst_qa: bool,
    /// Of no use any more.
    #[serde(default)]
    pub sst_options: Value,
}

fn everything() -> f64 {
    1.0
}

/// What to add to published stories.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InjectConfig {
    /// The tasks, as `qa1`.
    pub tasks: Vec<String>,
    /// What is added to which task.
    pub inject_config: BTreeMap<String, Injection>,
}

/// What is added to a task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Injection {
    /// The kinds that the task has.
    pub orig_q_types: Vec<String>,
    /// The kinds that are added.
    pub add_q_types: Vec<String>,
}

/// Reports the keys that the kit ignores.
pub(super) fn strange_keys(value: &Value, warnings: &mut Vec<Warning>) {
    let writer = StoryWriterConfig {
        out_dir: String::new(),
        var_files: Vec::new(),
        param_file: None,
        no_write: false,
        write_dec: false,
        write_tt: false,
        use_new_engine: false,
        story_subsample_pct: everything(),
        seeds_file: None,
        filter_config_file: None,
        only_dev: false,
        write_sst: false,
        sst_to_vt: false,
        sst_qa: false,
        sst_options: Value::Null,
    };
    let tasks = TasksConfig {
        name: String::new(),
        tasks: Vec::new(),
        out_dir: default_directory(),
        write_tt: false,
        write_dec: false,
        no_write: false,
        only_dev: false,
        combine_files: false,
        just_combine: false,
        save_separate: true,
        use_new_engine: false,
    };
    compare_keys("", value, &tasks, warnings);
    for (number, task) in value["tasks"].as_array().into_iter().flatten().enumerate() {
        let path = format!("tasks[{number}]");
        compare_keys(&path, task, &TaskConfig::default(), warnings);
        let below = |field: &str| format!("{path}.{field}");
        compare_keys(&below("story_params"), &task["story_params"], &StoryParameters::default(), warnings);
        compare_keys(&below("game_variables"), &task["game_variables"], &GameVariables::default(), warnings);
        compare_keys(&below("sw_config"), &task["sw_config"], &writer, warnings);
        let filters = &task["filter_config"];
        compare_keys(&below("filter_config"), filters, &FilterConfig::default(), warnings);
        for (number, filter) in filters.as_array().into_iter().flatten().enumerate() {
            let path = format!("{path}.filter_config[{number}]");
            compare_keys(&path, filter, &FilterConfig::default(), warnings);
        }
    }
}

/// Reports the keys that the kit ignores when it adds questions.
pub(super) fn strange_inject_keys(value: &Value, warnings: &mut Vec<Warning>) {
    let config = InjectConfig { tasks: Vec::new(), inject_config: BTreeMap::new() };
    compare_keys("", value, &config, warnings);
    for (task, injection) in value["inject_config"].as_object().into_iter().flatten() {
        compare_keys(&format!("inject_config.{task}"), injection, &Injection::default(), warnings);
    }
}

/// Reports the keys of an object that a struct has no field for.
fn compare_keys(path: &str, value: &Value, fields: &impl Serialize, warnings: &mut Vec<Warning>) {
    let Some(object) = value.as_object() else { return };
    // a struct of strings, numbers and lists is always an object of JSON
    let Ok(Value::Object(known)) = serde_json::to_value(fields) else { return };
    for key in object.keys().filter(|key| !known.contains_key(*key)) {
        let near = closest(key, known.keys().map(String::as_str));
        let hint = near.map(|near| format!("; `{near}` would not be")).unwrap_or_default();
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        warnings.push(Warning::new(path, format!("this key is ignored{hint}")));
    }
}
