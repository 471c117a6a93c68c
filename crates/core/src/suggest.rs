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

/// A hint for an unknown word: "did you mean `near`?", if one of the known words is near.
pub fn suggest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    closest(word, known).map(|near| format!("did you mean `{near}`?"))
}

/// The same, or else all known words after an introduction: "there are red, blue".
pub fn suggest_or_list<'a>(
    word: &str,
    introduction: &str,
    known: impl IntoIterator<Item = &'a str> + Clone,
) -> String {
    let list = || known.clone().into_iter().collect::<Vec<_>>().join(", ");
    suggest(word, known.clone()).unwrap_or_else(|| format!("{introduction} {}", list()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_typos_and_refuses_strangers() {
        let keys = ["colours", "shapes", "adverbs"];
        assert_eq!(closest("colors", keys), Some("colours"));
        assert_eq!(closest("Shape", keys), Some("shapes"));
        assert_eq!(closest("quux", keys), None);
        assert_eq!(suggest_or_list("adverb", "known:", keys), "did you mean `adverbs`?");
        assert_eq!(suggest_or_list("quux", "known:", keys), "known: colours, shapes, adverbs");
    }
}
