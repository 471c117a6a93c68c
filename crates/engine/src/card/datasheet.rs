//! The datasheet.

use super::about::{About, grouped};
use super::readme::{extras, list};
use super::table;
use super::template::fill;

const TEMPLATE: &str = include_str!("../../templates/DATASHEET.md");

pub(super) fn text(about: &About<'_>) -> String {
    let About { manifest, schema, facts, title } = about;
    let columns = if about.has_columns() {
        table::columns(&schema.fields)
    } else {
        format!("those of the format `{}`.", manifest.file_format)
    };
    let tokens = if schema.fields.iter().any(|field| field.name == "command") {
        "commands are lists of words already"
    } else {
        "sentences are whole"
    };
    let foreign = if manifest.family == "stories" {
        " If the recipe took published stories (`generate --babi`), those keep their own licence; bAbI's is CC BY 3.0."
    } else {
        ""
    };
    fill(
        TEMPLATE,
        &[
            ("title", &table::escaped(title)),
            ("generator", &manifest.generator),
            ("recipe", &manifest.recipe_name),
            ("seed", &manifest.seed.to_string()),
            ("purpose", facts.purpose),
            ("summary", facts.summary),
            ("items", &grouped(about.items())),
            ("splits", &manifest.splits.len().to_string()),
            ("split_table", &table::splits(about)),
            ("sampling", facts.sampling),
            ("instance", facts.instance),
            ("extras", &extras(about)),
            ("column_table", &columns),
            ("label", about.label()),
            ("relations", facts.relations),
            ("split_text", facts.splits),
            ("noise", facts.noise),
            ("limitations", &list(facts.limitations)),
            ("people", facts.people),
            ("certificate", facts.certificate),
            ("stream", &manifest.stream.to_string()),
            ("tokens", tokens),
            ("used_for", facts.used_for),
            ("uses", facts.uses),
            ("biases", facts.biases),
            ("not_for", facts.not_for),
            ("foreign", foreign),
            ("erratum", facts.erratum),
            ("version", &about.data_version()),
        ],
    )
}
