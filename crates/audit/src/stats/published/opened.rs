//! Which published set items are of.

use wampimuk_core::Digest;
use wampimuk_source::Source;

use super::{PublishedSplit, published};
use crate::stats::StatsReport;

/// The recipes that make what was published, and the sets that they make.
const RECIPES: [(&str, &str); 6] = [
    ("gscan", "compositional"),
    ("gscan-released", "compositional"),
    ("gscan-length", "length"),
    ("gscan-length-released", "length"),
    ("reascan", "reascan"),
    ("reascan-released", "reascan"),
];

/// The published set that items are of, or are made like: that of a recipe by what it generates, that of files by what they
/// hold. A file that has less than half of every published split is none of them.
pub(in crate::stats) fn published_set(source: &Source, stats: &StatsReport) -> Option<&'static str> {
    if let Some(dataset) =
        source.dataset.as_ref().filter(|_| source.path.is_none() || source.manifest.is_some())
    {
        let digest = dataset.digest();
        let is_meant = |(name, _): &&(&str, &str)| of_shipped(name) == Some(digest);
        return RECIPES.iter().find(is_meant).map(|(_, set)| *set);
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
    published().iter().any(|split| split.set == set && has_half(split)).then_some(set)
}

/// The digest of a shipped recipe.
fn of_shipped(name: &str) -> Option<Digest> {
    let gscan = || wampimuk_gscan::Recipe::parse(wampimuk_gscan::shipped(name)?.toml).ok();
    let reascan = || wampimuk_reascan::Recipe::parse(wampimuk_reascan::shipped(name)?.toml).ok();
    gscan().map(|recipe| recipe.digest()).or_else(|| reascan().map(|recipe| recipe.digest()))
}
