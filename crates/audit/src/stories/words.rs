//! Words of sentences and questions, without understanding them.

use wampimuk_babi::relexicon::{FUNCTION_WORDS, words};
use wampimuk_story::Lexicon;

/// How many words and punctuation marks a text has.
pub(crate) fn tokens(text: &str) -> u64 {
    let mut inside = false;
    let mut count = 0;
    for letter in text.chars() {
        let word = letter.is_alphanumeric();
        count += u64::from(if word { !inside } else { !letter.is_whitespace() });
        inside = word;
    }
    count
}

/// What a word names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sort {
    Person,
    Object,
    Place,
    /// Something else that is no mere function word.
    Other,
}

/// What the words of a text name, the first one first. Names of several words are found by their last word.
pub(crate) fn mentions<'t>(text: &'t str, lexicon: &Lexicon) -> Vec<(Sort, &'t str)> {
    let is = |names: &[String], word: &str| names.iter().any(|name| name == word);
    let sort = |word: &str| {
        if is(&lexicon.places, word) {
            Some(Sort::Place)
        } else if is(&lexicon.objects, word) {
            Some(Sort::Object)
        } else if lexicon.people.iter().any(|person| person.name == word) {
            Some(Sort::Person)
        } else {
            let function = FUNCTION_WORDS.iter().any(|known| known.eq_ignore_ascii_case(word));
            (!function).then_some(Sort::Other)
        }
    };
    words(text).filter_map(|word| sort(word).map(|sort| (sort, word))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_count() {
        let counts = ["Mary went to the park.", "Where is Mary?", "", " a-b ", "…"].map(tokens);
        assert_eq!(counts, [6, 4, 0, 3, 1]);
    }

    #[test]
    fn words_name_things() {
        let lexicon = Lexicon::published();
        let found = mentions("After that she went to the park with Mary, the apple.", &lexicon);
        assert_eq!(
            found,
            [
                (Sort::Other, "went"),
                (Sort::Place, "park"),
                (Sort::Other, "with"),
                (Sort::Person, "Mary"),
                (Sort::Object, "apple")
            ]
        );
    }
}
