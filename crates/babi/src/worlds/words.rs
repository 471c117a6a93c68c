//! What the worlds' wordings have in common.

use wampimuk_core::Stream;

/// The word of a list that is the same as this one.
pub fn among(list: &[&'static str], word: &str) -> Option<&'static str> {
    list.iter().find(|known| **known == word).copied()
}

/// The name of a list, in whatever case: the published questions of tasks 15 and 20 have names in lower case.
pub fn called(list: &[&'static str], name: &str) -> Option<&'static str> {
    list.iter().find(|known| known.eq_ignore_ascii_case(name)).copied()
}

/// What stands between two pieces of text, if it does.
pub fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    text.strip_prefix(before)?.strip_suffix(after)
}

/// A name as it is written in formulas.
pub fn term(name: &str) -> String {
    name.to_lowercase().replace(' ', "_")
}

/// Some facts in the order of a walk along them that starts at a thing. `ends` are the two things that a fact is about.
pub fn walk<T: PartialEq + Copy>(facts: &[usize], start: T, ends: impl Fn(usize) -> (T, T)) -> Vec<usize> {
    let mut left = facts.to_vec();
    let mut here = start;
    let mut way = Vec::new();
    while !left.is_empty() {
        let touches = |&fact: &usize| ends(fact).0 == here || ends(fact).1 == here;
        let fact = left.remove(left.iter().position(touches).unwrap_or(0));
        let (one, other) = ends(fact);
        here = if one == here { other } else { one };
        way.push(fact);
    }
    way
}

/// A word of a list, by chance.
pub fn pick(stream: &mut Stream, list: &[&'static str]) -> &'static str {
    list[stream.index(list.len())]
}

/// Some words of a list, each once, by chance; without a number all of them, in their order.
pub fn some(stream: &mut Stream, list: &[&'static str], number: Option<usize>) -> Vec<&'static str> {
    let mut words = list.to_vec();
    if let Some(number) = number {
        stream.shuffle(&mut words);
        words.truncate(number);
    }
    words
}
