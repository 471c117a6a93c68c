//! What recipes of all families must satisfy beyond their types.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;

use crate::{RecipeError, SplitInfo, suggest_or_list};

/// A number must lie in a range.
pub fn check_range<T: PartialOrd + Display>(
    key: &str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<(), RecipeError> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(RecipeError::new(format!("{key} is {value}")).hint(format!("{} to {}", range.start(), range.end())))
}

/// The most hold-outs of a recipe.
pub const MOST_HOLDOUTS: usize = 64;

/// A list has an end: what is prepared for each of its entries stays within memory.
pub fn check_count(key: &str, count: usize, most: usize) -> Result<(), RecipeError> {
    if count <= most {
        return Ok(());
    }
    Err(RecipeError::new(format!("{key} has {count} entries")).hint(format!("at most {most}")))
}

/// Whether a name consists of letters, digits and underscores: it becomes the name of a file.
pub fn is_plain_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Hold-outs whose splits are named after them need names that differ from each other and from the random splits'.
pub fn check_holdout_names<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Result<(), RecipeError> {
    check_count("generate.holdouts", names.clone().count(), MOST_HOLDOUTS)?;
    for (number, name) in names.clone().enumerate() {
        if !is_plain_name(name) || ["train", "dev", "test"].contains(&name) {
            return Err(RecipeError::new(format!("`{name}` cannot be the name of a hold-out"))
                .hint("letters, digits and underscores; not train, dev or test"));
        }
        if names.clone().take(number).any(|other| other == name) {
            return Err(RecipeError::new(format!("there are two hold-outs `{name}`"))
                .hint("give every hold-out its own name"));
        }
    }
    Ok(())
}

/// The number of items that a recipe wants of a split; `None` if it does not say. `items` is what they are called, and
/// `advice` is how to get room for more.
pub fn wanted_size(
    sizes: &BTreeMap<String, u64>,
    split: &str,
    room: u64,
    items: &str,
    advice: &str,
) -> Result<Option<u64>, RecipeError> {
    match sizes.get(split) {
        Some(wanted) if *wanted > room => {
            Err(RecipeError::new(format!("splits.sizes: {wanted} {items} of `{split}`"))
                .hint(format!("this recipe has room for {room}; {advice}")))
        }
        wanted => Ok(wanted.copied()),
    }
}

/// Sizes must be those of splits that exist.
pub fn check_sizes(sizes: &BTreeMap<String, u64>, splits: &[SplitInfo]) -> Result<(), RecipeError> {
    let known = splits.iter().map(|split| split.name.as_str());
    match sizes.keys().find(|name| !known.clone().any(|known| known == name.as_str())) {
        None => Ok(()),
        Some(name) => Err(RecipeError::new(format!("splits.sizes: there is no split `{name}`"))
            .hint(suggest_or_list(name, "splits:", known))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holdouts_have_names_of_their_own() {
        let message = |names: &[&str]| {
            check_holdout_names(names.iter().copied()).map_err(|error| error.to_string()).err()
        };
        assert_eq!(message(&["a", "b_2"]), None);
        for bad in ["", "a b", "dev", "ä"] {
            assert!(
                message(&["a", bad]).is_some_and(|message| message.contains("cannot be the name")),
                "{bad}"
            );
        }
        assert!(message(&["a", "b", "a"]).is_some_and(|message| message.contains("two hold-outs `a`")));
    }

    #[test]
    fn ranges_are_named_in_hints() {
        assert_eq!(check_range("generate.pairs", 8, 1..=8), Ok(()));
        let error = check_range("generate.pairs", 9, 1..=8).unwrap_err();
        assert_eq!(error.to_string(), "generate.pairs is 9 (1 to 8)");
        assert!(check_range("share", f64::NAN, 0.0..=1.0).is_err());
        assert_eq!(check_count("generate.parts", 256, 256), Ok(()));
        let error = check_count("generate.parts", 257, 256).unwrap_err();
        assert_eq!(error.to_string(), "generate.parts has 257 entries (at most 256)");
        let names: Vec<String> = (0..=MOST_HOLDOUTS).map(|number| format!("h{number}")).collect();
        assert!(check_holdout_names(names.iter().map(String::as_str)).is_err());
    }
}
