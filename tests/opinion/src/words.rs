//! The words that commands are made of.

/// Words and the names of their meanings, class by class. A word may be several words long.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// Verbs; the names of the meanings are `walk`, `push` and `pull`.
    pub verbs: Vec<(String, String)>,
    /// Adverbs.
    pub adverbs: Vec<(String, String)>,
    /// Nouns.
    pub nouns: Vec<(String, String)>,
    /// Colour adjectives.
    pub colours: Vec<(String, String)>,
    /// Size adjectives; the names of the meanings are `small` and `big`.
    pub sizes: Vec<(String, String)>,
}

impl Words {
    /// The words of both papers, each meaning itself.
    pub fn plain() -> Self {
        let list = |words: &[&str]| words.iter().map(|word| (word.to_string(), word.to_string())).collect();
        Self {
            verbs: list(&["walk", "push", "pull"]),
            adverbs: list(&["while zigzagging", "while spinning", "cautiously", "hesitantly"]),
            nouns: list(&["circle", "square", "cylinder", "box"]),
            colours: list(&["red", "green", "blue", "yellow"]),
            sizes: list(&["small", "big"]),
        }
    }
}
