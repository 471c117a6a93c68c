//! `eval.yaml`: how a language model is evaluated on a dataset that has prompts, for Hugging Face and Inspect.
//!
//! A task for each split that is not for training. Inspect builds such tasks from its own parts alone, so answers are found by a
//! pattern and compared as texts. The pattern follows the rule of `wampimuk_prompt::answer` where it is certain and finds
//! nothing where it is not: what it calls right is right, but answers in another order, in a box or in a list of lines
//! are not understood. The column `completion` is what is compared with.

use wampimuk_dataset::ManifestSplit;

use super::about::About;
use super::yaml::Yaml;

/// The name of the file.
pub(crate) const TASKS: &str = "eval.yaml";

/// What stands before an answer: no thinking, or all of it.
const START: &str = r"\A(?:.*</think(?:ing)?>)?(?!.*<think)";
/// The last label, unless a tag comes after it.
const LABEL: &str = r".*(?<![^\n>])[ \t#*>-]{0,9}(?:final )?answer:(?!.*</answer>)[ \t*`]*";
/// What is right of a label, as far as the line goes.
const LINE: &str = r"([^\s*`][^\n]*?)[ \t*`.]*(?:\n.*)?\Z";
/// What is below a label, as far as there is no empty line.
const BLOCK: &str = r"\n[\s`]*(\S.*?)[\s*`.]*(?:\n[ \t]*\n.*)?\Z";
/// What the last tag holds.
const TAG: &str = r".*<answer>[\s*`]*(.*?)[\s*`.]*</answer>(?!.*</answer>)";
/// Everything, where nothing is marked.
const WHOLE: &str = r"[\s*`]*(.*?)[\s*`.]*\Z";

/// The tasks, if there are prompts to evaluate on.
pub(super) fn text(about: &About<'_>) -> Option<String> {
    let is_asked = |split: &&ManifestSplit| split.role != "train";
    let splits: Vec<&ManifestSplit> =
        about.sources().into_iter().map(|(split, _)| split).filter(is_asked).collect();
    if !about.has("prompts") || !about.is_loadable() || splits.is_empty() {
        return None;
    }
    let tasks = splits.into_iter().map(|split| task(&about.manifest.recipe_name, &split.name)).collect();
    let entries = vec![
        ("name", Yaml::text(&about.title)),
        ("description", Yaml::text(format!("{} {}", about.facts.summary, about.label()))),
        ("evaluation_framework", Yaml::text("inspect-ai")),
        ("tasks", Yaml::List(tasks)),
    ];
    Some(Yaml::Map(entries).block())
}

fn task(config: &str, split: &str) -> Yaml {
    let pattern = Yaml::Text(format!("(?s){START}(?:{LABEL}(?:{LINE}|{BLOCK})|{TAG}|{WHOLE})"));
    let part = |name: &str, arguments: Vec<(&'static str, Yaml)>| {
        let mut entries = vec![("name", Yaml::text(name))];
        if !arguments.is_empty() {
            entries.push(("args", Yaml::Map(arguments)));
        }
        Yaml::List(vec![Yaml::Map(entries)])
    };
    let columns = vec![("input", Yaml::text("prompt")), ("target", Yaml::text("completion"))];
    Yaml::Map(vec![
        ("id", Yaml::text(split)),
        ("config", Yaml::text(config)),
        ("split", Yaml::text(split)),
        ("field_spec", Yaml::Map(columns)),
        ("solvers", part("generate", Vec::new())),
        ("scorers", part("pattern", vec![("pattern", pattern)])),
    ])
}
