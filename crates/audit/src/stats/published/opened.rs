//! Which published set items are of.

use wampimuk_source::Source;

use super::{PublishedSplit, published};
use crate::stats::StatsReport;

/// The recipes that make what was published, the certified ones beside them, and the sets that the former make.
const RECIPES: [(&str, &str, &str); 3] = [
    ("gscan-released", "gscan", "compositional"),
    ("gscan-length-released", "gscan-length", "length"),
    ("reascan-released", "reascan", "reascan"),
];

/// A published set, and how items belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::stats) struct PublishedSet {
    pub name: &'static str,
    /// Whether the items are those of a certified recipe, which makes others: the numbers are for orientation only.
    pub is_of_other_recipe: bool,
}

/// The published set that items are of, or are made like: that of a recipe by what it generates, that of files by what they
/// hold. A file that has less than half of every published split is none of them.
pub(in crate::stats) fn published_set(source: &Source, stats: &StatsReport) -> Option<PublishedSet> {
    if let Some(dataset) =
        source.dataset.as_ref().filter(|_| source.path.is_none() || source.manifest.is_some())
    {
        let digest = Some(dataset.digest().to_string());
        let found = |(released, certified, name): &(&str, &str, &'static str)| {
            let is_of_other_recipe = of_shipped(certified) == digest;
            let is_meant = is_of_other_recipe || of_shipped(released) == digest;
            is_meant.then_some(PublishedSet { name, is_of_other_recipe })
        };
        return RECIPES.iter().find_map(found);
    }
    let length = stats.split("target_lengths").or_else(|| stats.split("target_lengths_test"));
    let set = match length {
        _ if stats.has_clauses() => "reascan",
        Some(split) if split.examples > 0 => "length",
        _ => "compositional",
    };
    let has_half = |split: &PublishedSplit| {
        stats.split(split.split).is_some_and(|own| own.examples * 2 >= split.examples)
    };
    published()
        .iter()
        .any(|split| split.set == set && has_half(split))
        .then_some(PublishedSet { name: set, is_of_other_recipe: false })
}

/// The digest of a shipped recipe. Asked of `families`, so that reading recipes is compiled in one place.
fn of_shipped(name: &str) -> Option<String> {
    let recipe = wampimuk_families::shipped().find(|recipe| recipe.name == name)?;
    wampimuk_families::card(recipe.toml).ok().map(|card| card.digest)
}
