//! Tables in Markdown.

use wampimuk_core::{Field, Type};
use wampimuk_dataset::ManifestSplit;

use super::about::{About, grouped};

/// The longest list of words that is written out.
const MOST_WORDS: usize = 8;

/// The splits: what each tests, what is true of its items and of no training item, and how many there are.
pub(super) fn splits(about: &About<'_>) -> String {
    let mut rows = vec!["| split | for | what it tests | held out by | items |".to_string()];
    rows.push("|---|---|---|---|---:|".into());
    for ManifestSplit { name, role, title, predicate, items, .. } in &about.manifest.splits {
        let predicate = predicate.as_ref().map(|value| code(&value.to_string())).unwrap_or_default();
        rows.push(format!("| `{name}` | {role} | {} | {predicate} | {} |", escaped(title), grouped(*items)));
    }
    rows.join("\n")
}

/// The columns, parts of lists and structs included.
pub(super) fn columns(fields: &[Field]) -> String {
    let mut rows = vec!["| column | type | meaning |".to_string(), "|---|---|---|".into()];
    add_columns(fields, "", &mut rows);
    rows.join("\n")
}

fn add_columns(fields: &[Field], within: &str, rows: &mut Vec<String>) {
    for Field { name, ty, doc } in fields {
        let path = format!("{within}{name}");
        rows.push(format!("| `{path}` | {} | {} |", type_name(ty), cell(&meaning(ty, doc))));
        let mut inner = ty;
        let mut path = path;
        while let Type::List(element) = inner {
            path.push_str("[]");
            inner = element;
        }
        if let Type::Struct(fields) = inner {
            add_columns(fields, &format!("{path}."), rows);
        }
    }
}

fn meaning(ty: &Type, doc: &str) -> String {
    let words = match ty {
        Type::Word(words) => words,
        Type::List(element) => match &**element {
            Type::Word(words) => words,
            _ => return doc.to_string(),
        },
        _ => return doc.to_string(),
    };
    let words: Vec<String> = words.iter().filter(|word| !word.is_empty()).map(|word| code(word)).collect();
    match words.len() {
        1..=MOST_WORDS => format!("{doc}: {}", words.join(", ")),
        _ => doc.to_string(),
    }
}

fn type_name(ty: &Type) -> String {
    match ty {
        Type::Bool => "bool".into(),
        Type::U8 => "uint8".into(),
        Type::U32 => "uint32".into(),
        Type::U64 => "uint64".into(),
        Type::Text | Type::Word(_) => "string".into(),
        Type::Bytes => "bytes".into(),
        Type::List(element) => format!("list of {}", type_name(element)),
        Type::Struct(_) => "struct".into(),
    }
}

/// A text of a recipe's author that is nothing but text in Markdown: no link, picture, tag or heading.
pub(super) fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut escaped, c| {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' => escaped.extend(['\\', c]),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
        escaped
    })
}

/// A text that does not end its cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

/// A text as code, in a cell.
fn code(text: &str) -> String {
    let fence = if text.contains('`') { "``" } else { "`" };
    format!("{fence}{}{fence}", cell(text))
}
