//! Recipes of configurations.

mod dropped;
mod parts;

use std::collections::BTreeMap;

use wampimuk_core::Role;
use wampimuk_story::{PersonName, SupportStyle};

use super::config::{InjectConfig, TaskConfig, TasksConfig};
use super::{Kit, KitError, Warning};
use crate::recipe::{Engine, FamilyName, Generate, Part, Recipe, SplitRecipe, Vocabulary};
use crate::released::Kind;

/// Who answers, and how stories are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// As the file asks for: every answer is proved, filters come in turn, and nobody asks what was not asked for.
    Certified,
    /// As the kit does it, defects included.
    Released,
}

/// A recipe, and what is different from what the file says.
#[derive(Clone, Debug, PartialEq)]
pub struct Converted {
    /// The recipe.
    pub recipe: Recipe,
    /// What is different.
    pub warnings: Vec<Warning>,
}

/// Makes a recipe of a configuration.
///
/// # Errors
/// If a recipe cannot say it: tasks with different words, or the second engine with [`Manner::Released`].
pub fn convert(kit: &Kit, manner: Manner) -> Result<Converted, KitError> {
    match kit {
        Kit::Tasks(config) => tasks(config, manner),
        Kit::Inject(config) => Ok(inject(config, manner)),
    }
}

fn generate(manner: Manner, words: Vocabulary, parts: Vec<Part>) -> Generate {
    let carrying = |part: &Part| part.ask.counting > 0.0 || part.ask.list > 0.0;
    let history = manner == Manner::Certified && parts.iter().any(carrying);
    Generate {
        engine: match manner {
            Manner::Certified => Engine::Certified,
            Manner::Released => Engine::Released,
        },
        // filters on what somebody carries count everything they had a hand in
        supports: if history { SupportStyle::History } else { SupportStyle::default() },
        words,
        parts,
        ..Generate::default()
    }
}

fn tasks(config: &TasksConfig, manner: Manner) -> Result<Converted, KitError> {
    let mut warnings = Vec::new();
    let words = words(config)?;
    let mut sizes: BTreeMap<Role, BTreeMap<String, u64>> = BTreeMap::new();
    let mut parts: Vec<Part> = Vec::new();
    for (number, task) in config.tasks.iter().enumerate() {
        let path = format!("tasks[{number}]");
        if manner == Manner::Released && task.writer(config).second_engine {
            return Err(KitError::new(format!("{path}: use_new_engine"), "the second engine is not at hand")
                .hint("convert to a certified recipe: its answers are complete"));
        }
        let mut part = Part::named(part_name(&task.story_params.name, &parts));
        parts::telling(task, &words, &mut part);
        let wanted = match manner {
            Manner::Certified => parts::certified(&path, task, config, &mut part, &mut warnings)?,
            Manner::Released => parts::released(&path, task, &mut part, &mut warnings)?,
        };
        for (role, samples) in task.samples(config) {
            let count = wanted.map_or(samples, |wanted| samples.min(wanted));
            if count > 0 {
                sizes.entry(role).or_default().insert(part.name.clone(), count);
            }
        }
        parts.push(part);
    }
    let splits = sizes.into_iter().map(|(role, parts)| split(role, parts)).collect();
    let recipe = Recipe {
        family: FamilyName::Stories,
        language: None,
        title: format!("{}, {}", config.name, manner.name()),
        generate: generate(manner, words, parts),
        splits,
    };
    recipe.generate.words.check().map_err(|error| KitError::new("words", error.to_string()))?;
    dropped::name_dropped(config, manner, &mut warnings);
    Ok(Converted { recipe, warnings: dropped::together(warnings) })
}

impl Manner {
    fn name(self) -> &'static str {
        match self {
            Manner::Certified => "certified",
            Manner::Released => "as released",
        }
    }
}

fn split(role: Role, parts: BTreeMap<String, u64>) -> SplitRecipe {
    let name = role.name().to_owned();
    SplitRecipe { name, role, title: String::new(), holdout: None, each: false, parts }
}

/// How a task is written.
struct Writer {
    only_one: bool,
    second_engine: bool,
}

impl TaskConfig {
    /// A task's own settings, or else those of all.
    fn writer(&self, config: &TasksConfig) -> Writer {
        match &self.sw_config {
            Some(own) => Writer { only_one: own.only_dev, second_engine: own.use_new_engine },
            None => Writer { only_one: config.only_dev, second_engine: config.use_new_engine },
        }
    }

    /// How many samples for which role. The kit calls a single set *valid*, and those who use it report on it.
    fn samples(&self, config: &TasksConfig) -> Vec<(Role, u64)> {
        let samples = self.story_params.samples;
        if self.writer(config).only_one {
            vec![(Role::Test, samples)]
        } else {
            vec![(Role::Train, samples), (Role::Dev, samples / 10), (Role::Test, samples / 10)]
        }
    }
}

/// A name for a part that no other part has: letters, digits and underscores.
fn part_name(name: &str, others: &[Part]) -> String {
    let letters = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = name.chars().take(64).map(letters).collect();
    let name = if name.is_empty() { "part".to_owned() } else { name };
    let taken = |name: &str| others.iter().any(|other| other.name == name);
    if !taken(&name) {
        return name;
    }
    let numbered = (2..).map(|number: u32| format!("{name}_{number}")).find(|name| !taken(name));
    numbered.unwrap_or(name)
}

/// The words of all tasks together.
fn words(config: &TasksConfig) -> Result<Vocabulary, KitError> {
    let mut words = Vocabulary::default();
    let Some(first) = config.tasks.first() else { return Ok(words) };
    let params = &first.story_params;
    words.go = params.go.clone();
    words.grab = params.grab.clone();
    words.drop = params.drop.clone();
    words.give = params.give.clone();
    words.negate = params.negate.clone();
    words.prefixes = params.coreference_prefixes.clone();
    for (number, task) in config.tasks.iter().enumerate() {
        let params = &task.story_params;
        for (field, ours, theirs) in [
            ("move", &words.go, &params.go),
            ("grab", &words.grab, &params.grab),
            ("drop", &words.drop, &params.drop),
            ("give", &words.give, &params.give),
            ("negate", &words.negate, &params.negate),
            ("coreference_prefixes", &words.prefixes, &params.coreference_prefixes),
        ] {
            if ours != theirs {
                let path = format!("tasks[{number}].story_params.{field}");
                return Err(KitError::new(path, "differs from that of the first task")
                    .hint("a recipe has one list for all its parts"));
            }
        }
    }
    let union = |field: fn(&TaskConfig) -> &Vec<String>| {
        let mut names: Vec<String> = Vec::new();
        for name in config.tasks.iter().flat_map(field) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    };
    words.objects = union(|task| &task.game_variables.objects);
    words.places = union(|task| &task.game_variables.locations);
    let people = union(|task| &task.game_variables.persons);
    words.people = people.into_iter().map(|name| person(name, config)).collect::<Result<_, _>>()?;
    Ok(words)
}

/// Somebody with the pronoun that all tasks give them.
fn person(name: String, config: &TasksConfig) -> Result<PersonName, KitError> {
    let mut pronoun: Option<&String> = None;
    for (number, task) in config.tasks.iter().enumerate() {
        if !task.game_variables.persons.contains(&name) {
            continue;
        }
        let next = task.story_params.entity_coreference_map.get(&name).and_then(|pronouns| pronouns.first());
        if let (Some(one), Some(other)) = (pronoun, next)
            && one != other
        {
            let path = format!("tasks[{number}].story_params.entity_coreference_map");
            return Err(KitError::new(path, format!("`{name}` is `{other}` here and `{one}` before")));
        }
        pronoun = pronoun.or(next);
    }
    // somebody without a pronoun is never referred to by one
    let pronoun = pronoun.cloned().unwrap_or_else(|| "they".to_owned());
    Ok(PersonName { name, pronoun })
}

fn inject(config: &InjectConfig, manner: Manner) -> Converted {
    let parts: Vec<Part> = config
        .tasks
        .iter()
        .map(|name| Part {
            task: name.strip_prefix("qa").and_then(|number| number.parse().ok()),
            inject: config.inject_config.get(name).map_or_else(Vec::new, |added| kinds(&added.add_q_types)),
            ..Part::named(name.clone())
        })
        .collect();
    let sizes = |count: u64| parts.iter().map(|part| (part.name.clone(), count)).collect();
    let splits = vec![
        split(Role::Train, sizes(9_000)),
        split(Role::Dev, sizes(1_000)),
        split(Role::Test, sizes(1_000)),
    ];
    let message = "sizes are those of the published files, questions that are added included: the kit adds to \
                   9,000, 1,000 and 1,000 questions of each task";
    let recipe = Recipe {
        family: FamilyName::Stories,
        language: None,
        title: format!("Published tasks with added questions, {}", manner.name()),
        generate: generate(manner, Vocabulary::default(), parts),
        splits,
    };
    Converted { recipe, warnings: vec![Warning::new("inject_config", message)] }
}

/// The kinds with these names, in the order of the kit.
fn kinds<S: AsRef<str>>(names: &[S]) -> Vec<Kind> {
    Kind::ALL.into_iter().filter(|kind| names.iter().any(|name| name.as_ref() == kind.name())).collect()
}
