//! The dataset card.

use wampimuk_floors::{MEANING, floors_of};

use super::about::{About, grouped};
use super::front_matter::front_matter;
use super::template::fill;
use super::{facts, table};

const TEMPLATE: &str = include_str!("../../templates/README.md");

/// The card, front matter included.
pub(super) fn text(about: &About<'_>) -> String {
    let About { manifest, schema, facts, title } = about;
    let columns = if about.has_columns() {
        table::columns(&schema.fields)
    } else {
        format!("The files are in the format `{}`, which has no columns of ours.", manifest.file_format)
    };
    fill(
        TEMPLATE,
        &[
            ("front_matter", &front_matter(about)),
            ("title", &table::escaped(title)),
            ("summary", facts.summary),
            ("label", about.label()),
            ("items", &grouped(about.items())),
            ("splits", &manifest.splits.len().to_string()),
            ("size", &size(about.bytes())),
            ("generator", &manifest.generator),
            ("recipe", &manifest.recipe_name),
            ("seed", &manifest.seed.to_string()),
            ("extras", &extras(about)),
            ("use", &usage(about)),
            ("command", &about.command()),
            ("digest", &manifest.digest),
            ("split_table", &table::splits(about)),
            ("split_text", facts.splits),
            ("floors", &floors(about)),
            ("column_table", &columns),
            ("certificate", facts.certificate),
            ("limitations", &list(facts.limitations)),
            ("erratum", facts.erratum),
            ("checks", &checks(facts.checks)),
            ("canary", &about.canary()),
            ("citation", &citation(facts.papers)),
        ],
    )
}

/// What the optional columns are.
pub(super) fn extras(about: &About<'_>) -> String {
    let mut text = String::new();
    if about.has("image") {
        text.push_str(
            " The column `image` shows the world at the start as an agent with eyes would see it. It is a PNG file with \
             a palette: decode it as RGB.",
        );
    }
    if about.has("pairs") {
        let riddles = about.schema.fields.iter().any(|field| field.name == "minimal_pairs");
        text.push_str(&format!(
            " The column `{}` holds minimal pairs: at most one partner of the item whose answer changes and one whose \
             answer stays, with exactly one thing changed. They hold answers: do not show them to a model with the item.",
            if riddles { "minimal_pairs" } else { "pairs" }
        ));
    }
    if about.has_columns() && about.schema.fields.iter().any(|field| field.name == "groups") {
        text.push_str(
            " `objects[].group` and `objects[].phrase` say why each object is there and so name the target, as `target`, \
             `direction` and `distance` do: they are part of the answer, never a model's input. Prompts, arrays for training and \
             the view `reference` leave them out.",
        );
    }
    if about.has("process") {
        text.push_str(
            " The column `process` holds the way to the answer: do not show it to a model with the item, unless that is \
             what it learns.",
        );
    }
    if about.has("prompts") {
        text.push_str(
            " The columns `prompt` and `completion` are the item as a question for a language model and the right answer as \
             the question asks for it.",
        );
    }
    if super::tasks::text(about).is_some() {
        text.push_str(
            " `eval.yaml` makes a task of each split that is not for training: once this folder is on the Hub, \
             `inspect eval hf/OWNER/NAME/SPLIT --model MODEL` evaluates a model on it. It compares texts, so what it calls right \
             is right, and an answer in another shape is not understood; `wampimuk eval` understands more of them.",
        );
    }
    if about.has("reference") {
        text.push_str(" This is the view `reference`: the task is to find the target's cell.");
    }
    text
}

/// How far readers without understanding get.
fn floors(about: &About<'_>) -> String {
    let has_split = |name: &str| about.manifest.splits.iter().any(|split| split.name == name);
    let can_audit = about.facts.checks.iter().any(|check| check.command == "audit");
    match floors_of(&about.manifest.digest) {
        Some(stored) => format!("{MEANING}\n\n{}\n{}", stored.to_markdown(has_split), stored.about()),
        None if can_audit => {
            "Not measured beforehand for this recipe: `wampimuk audit .` lets readers without understanding try.".into()
        }
        None => "None are measured: no reader without understanding answers such items.".into(),
    }
}

fn usage(about: &About<'_>) -> String {
    let load =
        "import datasets\n\ndataset = datasets.load_dataset(\".\")  # or the name it was published under";
    match about.sources().first() {
        Some((split, _)) if about.is_loadable() => {
            format!("```python\n{load}\nprint(dataset[\"{}\"][0])\n```", split.name)
        }
        _ => format!(
            "The files are in the format `{}`. `wampimuk show`, `wampimuk solve` and `wampimuk verify` read them.",
            about.manifest.file_format
        ),
    }
}

fn checks(checks: &[facts::FamilyCheck]) -> String {
    let rows = checks.iter().map(|check| format!("wampimuk {:<6} .  # {}\n", check.command, check.finds));
    let rows: String = rows.collect();
    if rows.is_empty() { String::new() } else { format!("To look for yourself:\n\n```sh\n{rows}```") }
}

fn citation(papers: &[&facts::PaperFacts]) -> String {
    let entries: Vec<String> = papers.iter().map(|paper| paper.bibtex()).collect();
    match entries.as_slice() {
        [] => "Cite the recipe by its digest.".to_string(),
        entries => format!("```bibtex\n{}\n```", entries.join("\n\n")),
    }
}

/// Sentences as a list.
pub(super) fn list(sentences: &[&str]) -> String {
    sentences.iter().map(|sentence| format!("- {sentence}\n")).collect()
}

fn size(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["bytes", "kB", "MB", "GB", "TB"];
    let mut size = bytes as f64;
    let mut unit = 0;
    while size >= 999.5 && unit + 1 < UNITS.len() {
        size /= 1000.0;
        unit += 1;
    }
    let digits = if unit > 0 && size < 9.95 { 1 } else { 0 };
    format!("{size:.digits$} {}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_are_short() {
        let sizes = [0, 999, 1000, 12_345, 999_499, 999_500, 2_000_000_000].map(size);
        assert_eq!(sizes, ["0 bytes", "999 bytes", "1.0 kB", "12 kB", "999 kB", "1.0 MB", "2.0 GB"]);
    }
}
