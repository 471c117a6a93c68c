//! "Did you mean …?"

/// The candidate nearest to `word`, if one is near enough to be a likely misspelling.
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lowered = word.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&lowered, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= candidate.len().max(word.len()).div_ceil(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn finds_typos_and_refuses_strangers() {
        let keys = ["colours", "shapes", "adverbs"];
        assert_eq!(closest("colors", keys), Some("colours"));
        assert_eq!(closest("Shape", keys), Some("shapes"));
        assert_eq!(closest("quux", keys), None);
    }
}
