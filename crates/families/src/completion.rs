//! What can be written at a place of a recipe, from the schema of its family: keys where keys stand, values where values do.
//!
//! The text may be unfinished anywhere; what cannot be made sense of has no completions.

mod context;
mod schema;

use wampimuk_core::parse_places;

use crate::registry::{FAMILIES, FamilyEntry};
use context::{Context, Spot};
use schema::Schema;

/// What can be written at a place of a recipe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// Where the word begins that is being written, in bytes. It ends where the cursor is.
    pub start: usize,
    /// What it may become.
    pub options: Vec<Completion>,
}

/// Something that can be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// As it stands in the text: `grid_size`, `"random"`.
    pub text: String,
    /// What it is, in a sentence or two; empty if the schema does not say.
    pub about: String,
}

/// What can be written in a recipe at this place, counted in bytes. Where a word is being written, what contains it, and
/// what begins like it first; keys that the table has already are left out.
pub fn complete(toml: &str, at: usize) -> Completions {
    let at = (0..=at.min(toml.len())).rev().find(|&at| toml.is_char_boundary(at)).unwrap_or(0);
    let Context { spot, path, taken, start } = Context::at(toml, at);
    let word = toml[start..at].trim_matches(['"', '\'']).to_lowercase();
    let Some(family) = family(toml) else {
        let names = FAMILIES.iter().map(|family| match spot {
            Spot::Value => (format!("\"{}\"", family.name), String::new()),
            _ => (format!("family = \"{}\"", family.name), "A family of benchmarks.".to_owned()),
        });
        let is_for_family = path.is_empty() || path == ["family"];
        return ranked(start, &word, names.filter(|_| is_for_family).collect());
    };
    let root = (family.schema)();
    let found = Schema::new(&root).walk(&path).unwrap_or_default();
    let options = match spot {
        Spot::Key => {
            found.keys().into_iter().filter(|(key, _)| key == &word || !taken.contains(key)).collect()
        }
        Spot::Value => found.values(),
        Spot::Header => found.tables(),
    };
    ranked(start, &word, options)
}

/// The family that a text names, however unfinished the rest is.
fn family(toml: &str) -> Option<&'static FamilyEntry> {
    let line = toml.lines().find(|line| line.trim_start().starts_with("family"))?;
    let table = parse_places(line).ok()?;
    let name = table.get("family")?.get_ref().as_str()?;
    FAMILIES.iter().find(|family| family.name == name)
}

fn ranked(start: usize, word: &str, options: Vec<(String, String)>) -> Completions {
    let bare = |text: &str| text.trim_matches('"').to_lowercase();
    let mut options: Vec<Completion> = options
        .into_iter()
        .filter(|(text, _)| bare(text).contains(word))
        .map(|(text, about)| Completion { text, about })
        .collect();
    options.sort_by_key(|option| !bare(&option.text).starts_with(word));
    Completions { start, options }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped;

    fn texts(toml: &str) -> Vec<String> {
        complete(toml, toml.len()).options.into_iter().map(|option| option.text).collect()
    }

    #[test]
    fn keys_of_a_table_are_offered_with_what_they_mean() {
        let found =
            complete("family = \"gscan\"\n[generate]\ngrid_", "family = \"gscan\"\n[generate]\ngrid_".len());
        assert_eq!(found.start, "family = \"gscan\"\n[generate]\n".len());
        assert_eq!(found.options[0].text, "grid_size");
        assert!(!found.options[0].about.is_empty());
        let taken = texts("family = \"gscan\"\n[generate]\ngrid_size = 6\ngrid");
        assert!(!taken.contains(&"grid_size".to_owned()), "{taken:?}");
    }

    #[test]
    fn values_are_offered_after_the_sign() {
        assert!(texts("family = \"gscan\"\n[generate]\ngrammar = ").contains(&"\"normal\"".to_owned()));
        assert_eq!(
            texts("family = \"gscan\"\n[generate]\ngrammar = \"sim"),
            ["\"simple_intrans\"", "\"simple_trans\""]
        );
        assert_eq!(texts("family = \""), ["\"gscan\"", "\"reascan\"", "\"riddle\"", "\"stories\""]);
    }

    #[test]
    fn sections_are_offered_in_brackets() {
        let found = texts("family = \"gscan\"\n[gen");
        assert!(found.contains(&"generate".to_owned()), "{found:?}");
    }

    /// What a recipe says can be offered where it says it: every key, in every table, however it is written.
    #[test]
    fn every_key_of_every_recipe_is_offered_where_it_stands() {
        let mut tried = 0;
        for recipe in shipped() {
            let mut at = 0;
            for line in recipe.toml.split_inclusive('\n') {
                let start = at + line.len() - line.trim_start().len();
                at += line.len();
                let Some((key, _)) = line.trim_start().split_once([' ', '=', '.']) else { continue };
                let is_key = key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !key.is_empty();
                if !is_key || line.starts_with(' ') {
                    continue;
                }
                let before = &recipe.toml[..start];
                if texts(before).is_empty() {
                    // A table of names that are anybody's, such as those of splits.
                    continue;
                }
                let offered = texts(&format!("{before}{}", &key[..key.len().min(2)]));
                let is_offered = offered.iter().any(|text| text == key);
                assert!(key == "family" || is_offered, "{}: `{key}` is not among {offered:?}", recipe.name);
                tried += 1;
            }
        }
        assert!(tried > 500, "{tried}");
    }

    #[test]
    fn any_beginning_of_any_recipe_has_an_answer() {
        for recipe in shipped().take(4) {
            for at in (0..recipe.toml.len()).step_by(7) {
                complete(recipe.toml, at);
                complete(&recipe.toml[..recipe.toml.floor_char_boundary(at)], at);
            }
        }
        complete("[[[[[[{{{{\"\"\"'''", 18);
        complete("family = \"gscan\"\né = é", 20);
    }
}
