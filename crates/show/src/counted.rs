//! Lists of actions as people read them.

use wampimuk_grid::Action;

/// Words with commas between them; a word that is repeated stands once, with how often: `turn left ×4, walk`.
pub fn counted<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let mut runs: Vec<(&str, usize)> = Vec::new();
    for word in words {
        match runs.last_mut() {
            Some((last, count)) if *last == word => *count += 1,
            _ => runs.push((word, 1)),
        }
    }
    let shown = |(word, count): &(&str, usize)| match count {
        1 => (*word).to_owned(),
        _ => format!("{word} ×{count}"),
    };
    runs.iter().map(shown).collect::<Vec<_>>().join(", ")
}

/// The same for actions.
pub fn counted_actions(actions: &[Action]) -> String {
    counted(actions.iter().map(|action| action.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_words_stand_once() {
        assert_eq!(
            counted(["turn left"; 4].into_iter().chain(["walk", "turn left"])),
            "turn left ×4, walk, turn left"
        );
        assert_eq!(counted([]), "");
    }
}
