//! Whether the values of a configuration make sense.

use std::collections::BTreeSet;

use wampimuk_core::{closest, suggest};
use wampimuk_story::Cast;

use super::config::{
    ACTIONS, COREF, FilterConfig, InjectConfig, QUESTIONS, StoryParameters, TaskConfig, TasksConfig,
};
use super::{KitError, Warning};
use crate::released::Aspect;

/// What may be required of a support. The kit spells pronouns `co_ref` there; `coref` and `compound` never occur.
const MISSPELT: [&str; 2] = ["coref", "compound"];

/// So few names are listed rather than guessed.
const FEW: usize = 3;

pub(super) fn tasks(config: &TasksConfig, warnings: &mut Vec<Warning>) -> Result<(), KitError> {
    if config.tasks.is_empty() {
        return Err(KitError::new("tasks", "there is none"));
    }
    for (number, task) in config.tasks.iter().enumerate() {
        self::task(&format!("tasks[{number}]"), task, warnings)?;
    }
    Ok(())
}

pub(super) fn inject(config: &InjectConfig, warnings: &mut Vec<Warning>) -> Result<(), KitError> {
    let known: Vec<String> = (1..=20).map(|task| format!("qa{task}")).collect();
    let names = || known.iter().map(String::as_str);
    for (number, task) in config.tasks.iter().enumerate() {
        known_name(&format!("tasks[{number}]"), task, names, "task")?;
    }
    different("tasks", &config.tasks)?;
    for (task, injection) in &config.inject_config {
        let path = format!("inject_config.{task}");
        known_name(&path, task, names, "task")?;
        for (field, kinds) in
            [("orig_q_types", &injection.orig_q_types), ("add_q_types", &injection.add_q_types)]
        {
            for kind in kinds {
                known_name(&format!("{path}.{field}"), kind, || QUESTIONS.into_iter(), "kind of question")?;
            }
        }
        if !config.tasks.contains(task) {
            warnings.push(Warning::new(path, format!("nothing is added, as `tasks` does not have `{task}`")));
        }
    }
    Ok(())
}

fn task(path: &str, task: &TaskConfig, warnings: &mut Vec<Warning>) -> Result<(), KitError> {
    let params = &task.story_params;
    let below = format!("{path}.story_params");
    rhythm(&below, params, warnings)?;
    told(&below, params, warnings)?;
    asked(&below, params, warnings)?;
    cast(path, task, warnings)?;
    for (number, filter) in task.filters().iter().enumerate() {
        let path = match &task.filter_config {
            Some(super::OneOrMany::Many(_)) => format!("{path}.filter_config[{number}]"),
            _ => format!("{path}.filter_config"),
        };
        self::filter(&path, filter, params, warnings)?;
    }
    if let Some(writer) = &task.sw_config {
        let path = format!("{path}.sw_config");
        let share = writer.story_subsample_pct;
        if share <= 0.0 {
            return Err(KitError::new(
                format!("{path}.story_subsample_pct"),
                format!("{share} leaves no story"),
            ));
        }
        if share < 1.0 {
            let message = "stories are not left out: take smaller splits instead";
            warnings.push(Warning::new(format!("{path}.story_subsample_pct"), message));
        }
        let elsewhere = [
            ("filter_config_file", writer.filter_config_file.is_some() && task.filters().is_empty()),
            ("seeds_file", writer.seeds_file.is_some()),
        ];
        for (field, given) in elsewhere {
            if given {
                warnings.push(Warning::new(format!("{path}.{field}"), "the file is not read"));
            }
        }
    }
    Ok(())
}

impl TaskConfig {
    /// The filters; none if everything passes.
    pub(super) fn filters(&self) -> &[FilterConfig] {
        self.filter_config.as_ref().map_or(&[], super::OneOrMany::filters)
    }
}

fn rhythm(path: &str, params: &StoryParameters, warnings: &mut Vec<Warning>) -> Result<(), KitError> {
    if params.samples == 0 {
        return Err(KitError::new(format!("{path}.samples"), "0 is no number of stories"));
    }
    if params.n_questions == 0 {
        return Err(KitError::new(format!("{path}.n_questions"), "0: stories need questions"));
    }
    let (chance, field) = (params.question_probability, format!("{path}.question_probability"));
    if chance <= 0.0 {
        return Err(KitError::new(field, format!("{chance}: no question would ever be asked"))
            .hint("more than 0, at most 1"));
    }
    if chance > 1.0 {
        warnings.push(Warning::new(field, format!("{chance} is taken for 1")));
    }
    Ok(())
}

fn told(path: &str, params: &StoryParameters, warnings: &mut Vec<Warning>) -> Result<(), KitError> {
    let field = format!("{path}.actions");
    names(&field, &params.actions, &ACTIONS, "action")?;
    weights(&field, &params.actions, &params.actions_distribution)?;
    surplus(&field, &params.actions, &params.actions_distribution, warnings);
    if params.tells("coref") {
        let field = format!("{path}.coref");
        names(&field, &params.coref, &COREF, "action with a pronoun")?;
        weights(&field, &params.coref, &params.coref_distribution)?;
    }
    if params.tells("negate") {
        let field = format!("{path}.negate_distribution");
        if params.negate_distribution.len() != 2 {
            let count = params.negate_distribution.len();
            return Err(KitError::new(field, format!("{count} weights"))
                .hint("two: of what is denied and of what is affirmed"));
        }
        numbers(&field, &params.negate_distribution)?;
    }
    Ok(())
}

fn asked(path: &str, params: &StoryParameters, warnings: &mut Vec<Warning>) -> Result<(), KitError> {
    let field = format!("{path}.questions");
    names(&field, &params.questions, &QUESTIONS, "kind of question")?;
    weights(&field, &params.questions, &params.questions_distribution)?;
    let leaked = params.leaked();
    if !leaked.is_empty() {
        let kinds: Vec<String> = leaked.iter().map(|(kind, weight)| format!("{kind} ({weight})")).collect();
        warnings.push(Warning::new(
            format!("{field}_distribution"),
            format!(
                "{} weights for {} kinds: the kit gives the surplus to {}",
                params.questions_distribution.len(),
                params.questions.len(),
                kinds.join(" and ")
            ),
        ));
    } else {
        surplus(&field, &params.questions, &params.questions_distribution, warnings);
    }
    Ok(())
}

impl StoryParameters {
    /// Whether an action is told at all.
    pub(super) fn tells(&self, action: &str) -> bool {
        self.weight(action) > 0.0
    }

    /// The weight of an action.
    pub(super) fn weight(&self, action: &str) -> f64 {
        weight(&self.actions, &self.actions_distribution, action)
    }

    /// The weight of a kind of question, as far as it is named.
    pub(super) fn ask_weight(&self, kind: &str) -> f64 {
        weight(&self.questions, &self.questions_distribution, kind)
    }

    /// The kinds that are asked though they are not named, with their weights: see
    /// [`Leak`](crate::recipe::Leak).
    pub(super) fn leaked(&self) -> Vec<(&'static str, f64)> {
        let unnamed = ["where_person", "where_object"]
            .into_iter()
            .filter(|kind| !self.questions.iter().any(|named| named == kind));
        let surplus = self.questions_distribution.get(self.questions.len()..).unwrap_or_default();
        unnamed.zip(surplus.iter().copied()).filter(|(_, weight)| *weight > 0.0).collect()
    }
}

/// The weight that belongs to a name.
pub(super) fn weight(names: &[String], weights: &[f64], name: &str) -> f64 {
    names.iter().zip(weights).find(|(other, _)| *other == name).map_or(0.0, |(_, weight)| *weight)
}

fn cast(path: &str, task: &TaskConfig, warnings: &mut Vec<Warning>) -> Result<(), KitError> {
    let game = &task.game_variables;
    for (field, names) in
        [("persons", &game.persons), ("objects", &game.objects), ("locations", &game.locations)]
    {
        let field = format!("{path}.game_variables.{field}");
        if names.is_empty() {
            return Err(KitError::new(field, "there is none"));
        }
        different(&field, names)?;
    }
    Cast::new(game.persons.len(), game.objects.len(), game.locations.len())
        .map_err(|error| KitError::new(format!("{path}.game_variables"), error.to_string()))?;
    if game.locations.len() < 2 {
        return Err(KitError::new(format!("{path}.game_variables.locations"), "nobody can go anywhere")
            .hint("at least two"));
    }
    let pronouns = &task.story_params.entity_coreference_map;
    let field = format!("{path}.story_params.entity_coreference_map");
    for person in &game.persons {
        match pronouns.get(person).map(Vec::as_slice) {
            Some([_]) => {}
            Some([]) => {
                return Err(KitError::new(field, format!("`{person}` has an empty list of pronouns")));
            }
            Some([first, ..]) => warnings
                .push(Warning::new(&field, format!("of the pronouns of `{person}` only `{first}` is used"))),
            None if task.story_params.tells("coref") => {
                let error = KitError::new(field, format!("no pronoun for `{person}`"));
                let near = closest(person, pronouns.keys().map(String::as_str));
                return Err(match near {
                    Some(near) => error.hint(format!("there is one for `{near}`")),
                    None => error,
                });
            }
            None => {}
        }
    }
    Ok(())
}

fn filter(
    path: &str,
    filter: &FilterConfig,
    params: &StoryParameters,
    warnings: &mut Vec<Warning>,
) -> Result<(), KitError> {
    for (field, [least, most]) in [
        ("num_supp_fact_range", filter.num_supp_fact_range),
        ("min_paths", [filter.min_paths, filter.max_paths]),
    ] {
        if least > most {
            return Err(KitError::new(
                format!("{path}.{field}"),
                format!("nothing is from {least} to {most}"),
            )
            .hint("the smaller number comes first"));
        }
    }
    kinds(&format!("{path}.valid_q_types"), filter, params, warnings)?;
    for kind in &filter.always_pass_q_types {
        let field = format!("{path}.always_pass_q_types");
        known_name(&field, kind, || QUESTIONS.into_iter(), "kind of question")?;
    }
    for fact in &filter.required_supp_fact_types {
        let field = format!("{path}.required_supp_fact_types");
        if MISSPELT.contains(&fact.as_str()) {
            let message =
                format!("`{fact}` never occurs in a support as the kit spells it: pronouns are `co_ref`");
            warnings.push(Warning::new(field, message));
        } else {
            known_name(
                &field,
                fact,
                || Aspect::ALL.into_iter().map(Aspect::name),
                "kind of supporting fact",
            )?;
        }
    }
    for (field, value) in [("max_pass", filter.max_pass), ("max_fail", filter.max_fail)] {
        if value == 0 {
            warnings.push(Warning::new(format!("{path}.{field}"), "0: the filter is never used"));
        }
    }
    Ok(())
}

fn kinds(
    field: &str,
    filter: &FilterConfig,
    params: &StoryParameters,
    warnings: &mut Vec<Warning>,
) -> Result<(), KitError> {
    let valid = &filter.valid_q_types;
    if valid.is_empty() {
        return Err(KitError::new(field, "no kind of question may pass").hint("`all` for any kind"));
    }
    let all = valid.iter().any(|kind| kind == "all");
    for kind in valid {
        known_name(field, kind, || QUESTIONS.into_iter().chain(["all"]), "kind of question")?;
    }
    if all && valid.iter().any(|kind| kind != "all") {
        warnings
            .push(Warning::new(field, "`all` is only understood if it stands alone, and has no effect here"));
    }
    let asked = |kind: &&String| {
        params.ask_weight(kind) > 0.0 || params.leaked().iter().any(|(leaked, _)| leaked == kind)
    };
    for kind in valid.iter().filter(|kind| *kind != "all").filter(|kind| !asked(kind)) {
        warnings.push(Warning::new(field, format!("`{kind}` is not asked")));
    }
    Ok(())
}

/// Whether names are known, and different from each other.
fn names(field: &str, names: &[String], known: &[&'static str], what: &str) -> Result<(), KitError> {
    for (number, name) in names.iter().enumerate() {
        known_name(&format!("{field}[{number}]"), name, || known.iter().copied(), what)?;
    }
    different(field, names)
}

fn known_name<'a, I: Iterator<Item = &'a str>>(
    field: &str,
    name: &str,
    known: impl Fn() -> I,
    what: &str,
) -> Result<(), KitError> {
    if known().any(|known| known == name) {
        return Ok(());
    }
    let error = KitError::new(field, format!("`{}` is no {what}", name.escape_debug()));
    Err(match suggest(name, known()) {
        Some(hint) if known().count() > FEW => error.hint(hint),
        _ => error.hint(format!("one of {}", known().collect::<Vec<_>>().join(", "))),
    })
}

fn different(field: &str, names: &[String]) -> Result<(), KitError> {
    let mut seen = BTreeSet::new();
    match names.iter().find(|name| !seen.insert(*name)) {
        Some(name) => Err(KitError::new(field, format!("`{}` is there twice", name.escape_debug()))),
        None => Ok(()),
    }
}

/// Whether there is a weight for every name, and something to choose.
fn weights(field: &str, names: &[String], weights: &[f64]) -> Result<(), KitError> {
    if names.is_empty() {
        return Err(KitError::new(field, "there is none"));
    }
    let distribution = format!("{field}_distribution");
    if weights.len() < names.len() {
        return Err(KitError::new(
            distribution,
            format!("{} weights for {} names", weights.len(), names.len()),
        )
        .hint("one for each"));
    }
    numbers(&distribution, weights)?;
    if weights.iter().take(names.len()).all(|weight| *weight == 0.0) {
        return Err(KitError::new(distribution, "all weights are 0"));
    }
    Ok(())
}

fn numbers(field: &str, weights: &[f64]) -> Result<(), KitError> {
    match weights.iter().position(|weight| !(weight.is_finite() && *weight >= 0.0)) {
        Some(number) => {
            Err(KitError::new(format!("{field}[{number}]"), format!("{} is no weight", weights[number]))
                .hint("0 or more"))
        }
        None if weights.iter().all(|weight| *weight == 0.0) => Err(KitError::new(field, "all weights are 0")),
        None => Ok(()),
    }
}

/// Reports weights that belong to nothing.
fn surplus(field: &str, names: &[String], weights: &[f64], warnings: &mut Vec<Warning>) {
    if weights.len() > names.len() {
        let message =
            format!("{} weights for {} names: the others have no effect", weights.len(), names.len());
        warnings.push(Warning::new(format!("{field}_distribution"), message));
    }
}
