//! What a configuration says and a recipe does not: it is named, so that nobody believes that it was done.

use std::collections::BTreeMap;

use super::super::config::{StoryWriterConfig, TaskConfig, TasksConfig};
use super::parts::filter_path;
use super::{Manner, Warning};

/// Names what a recipe of this manner leaves undone.
pub(super) fn name_dropped(config: &TasksConfig, manner: Manner, warnings: &mut Vec<Warning>) {
    for (number, task) in config.tasks.iter().enumerate() {
        let path = format!("tasks[{number}]");
        let params = &task.story_params;
        let mut name = |field: &str, message: &str| {
            warnings.push(Warning::new(format!("{path}.{field}"), message));
        };
        if manner == Manner::Certified && params.exhaustive {
            let message = if params.extra_exh_yes_no && params.ask_weight("yes_no") > 0.0 {
                "of all questions that can be asked, a story has `n_questions`, drawn evenly; so \
                 `extra_exh_yes_no`, which asks about every place, is without effect"
            } else {
                "of all questions that can be asked, a story has `n_questions`, drawn evenly: the kit asks all"
            };
            name("story_params.exhaustive", message);
        } else if params.extra_exh_yes_no && !params.exhaustive {
            name(
                "story_params.extra_exh_yes_no",
                "without effect, in the kit as well: `exhaustive` is false",
            );
        }
        if params.seed >= 0 {
            name(
                "story_params.seed",
                "the kit's random numbers are not repeated: choose with `generate --seed`",
            );
        }
        if !task.writer(config).second_engine {
            name_proofs(&path, task, warnings);
        }
    }
    if manner == Manner::Certified && config.tasks.iter().any(|task| task.writer(config).second_engine) {
        let message = "answers and supports are those of this program's engine, which finds all there are";
        warnings.push(Warning::new("use_new_engine", message));
    }
    let own = |asks: fn(&StoryWriterConfig) -> bool| {
        config.tasks.iter().filter_map(|task| task.sw_config.as_ref()).any(asks)
    };
    let wanted = [
        ("combine_files", config.combine_files),
        ("just_combine", config.just_combine),
        ("no_write", config.no_write || own(|writer| writer.no_write)),
        ("write_dec", config.write_dec || own(|writer| writer.write_dec)),
        ("write_tt", config.write_tt || own(|writer| writer.write_tt)),
    ];
    let wanted: Vec<&str> = wanted.into_iter().filter(|(_, wanted)| *wanted).map(|(name, _)| name).collect();
    if !wanted.is_empty() {
        let message = "a recipe does not say what is written where: \
                       `generate --out DIR --format babi|kit-events|kit-text`";
        warnings.push(Warning::new(wanted.join(", "), message));
    }
}

fn name_proofs(path: &str, task: &TaskConfig, warnings: &mut Vec<Warning>) {
    for (number, filter) in task.filters().iter().enumerate().filter(|(_, filter)| filter.counts_proofs()) {
        let field = if filter.min_paths > 0 { "min_paths" } else { "max_paths" };
        warnings.push(Warning::new(
            format!("{}.{field}", filter_path(path, task, number)),
            "proofs are not counted: the kit's second engine does that, with `use_new_engine`",
        ));
    }
}

/// The same about several tasks is said once.
pub(super) fn together(warnings: Vec<Warning>) -> Vec<Warning> {
    let mut tasks: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    let mut order: Vec<(String, String)> = Vec::new();
    for Warning { path, message } in warnings {
        let (task, field) = match path.strip_prefix("tasks[").and_then(|rest| rest.split_once(']')) {
            Some((task, field)) => (Some(task.to_owned()), field.to_owned()),
            None => (None, path),
        };
        let key = (field, message);
        let numbers = tasks.entry(key.clone()).or_insert_with(|| {
            order.push(key);
            Vec::new()
        });
        numbers.extend(task);
    }
    order
        .into_iter()
        .map(|(field, message)| {
            let numbers = tasks.remove(&(field.clone(), message.clone())).unwrap_or_default();
            match numbers.as_slice() {
                [] => Warning::new(field, message),
                numbers => Warning::new(format!("tasks[{}]{field}", numbers.join(", ")), message),
            }
        })
        .collect()
}
