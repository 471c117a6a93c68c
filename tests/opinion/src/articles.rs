//! "a" or "the".

use crate::players::fitting;
use crate::{Choices, Phrase, Place};

/// The articles of a text, in the order of its phrases. The "the" of "in the same row as" is none.
pub fn articles(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split([' ', ',']).collect();
    let is_article = |&(number, word): &(usize, &&str)| {
        ["a", "the"].contains(word) && words.get(number + 1) != Some(&"same")
    };
    words.iter().enumerate().filter(is_article).map(|(_, word)| word.to_string()).collect()
}

/// The articles a world calls for: the head is "the"; any other phrase is "a" if its own words fit several things.
pub fn fair_articles(phrases: &[Phrase], place: &Place, choices: Choices) -> Vec<String> {
    let article = |(number, phrase): (usize, &Phrase)| {
        let several = number > 0 && fitting(phrase, place, choices).len() > 1;
        if several { "a" } else { "the" }.to_string()
    };
    phrases.iter().enumerate().map(article).collect()
}
