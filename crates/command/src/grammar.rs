//! gSCAN's rewrite rules and the text in which its files list them.

use wampimuk_grid::Deed;

use crate::Lexicon;

wampimuk_core::named! {
    /// Which commands a gSCAN grammar allows.
    #[derive(Default)]
    pub enum Grammar in recipes {
        /// "walk to …" with at most one adjective.
        SimpleIntrans = "simple_intrans",
        /// "push …" and "pull …" with at most one adjective.
        SimpleTrans = "simple_trans",
        /// All verbs, at most two adjectives.
        Normal = "normal",
        /// All verbs, at most two adjectives, at most one adverb.
        #[default]
        Adverb = "adverb",
    }
}

/// Why a grammar text is not one of ours.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GrammarTextError {
    /// The structural rules match no grammar.
    #[error("the rules `{0}` belong to none of the grammars simple_intrans, simple_trans, normal, adverb")]
    Unknown(String),
}

impl Grammar {
    /// Whether commands may have an adverb.
    pub const fn has_adverbs(self) -> bool {
        matches!(self, Self::Adverb)
    }

    /// Whether "walk to …" is a command.
    pub const fn has_intransitive(self) -> bool {
        !matches!(self, Self::SimpleTrans)
    }

    /// Whether "push …" and "pull …" are commands.
    pub const fn has_transitive(self) -> bool {
        !matches!(self, Self::SimpleIntrans)
    }

    /// How many adjectives a noun may have.
    pub const fn max_adjectives(self) -> usize {
        match self {
            Self::SimpleIntrans | Self::SimpleTrans => 1,
            Self::Normal | Self::Adverb => 2,
        }
    }

    /// The structural rules, in order.
    pub fn rules(self) -> Vec<&'static str> {
        let mut rules = vec!["ROOT -> VP"];
        if self.has_adverbs() {
            rules.push("VP -> VP RB");
        }
        if self.has_intransitive() {
            rules.push("VP -> VV_intrans 'to' DP");
        }
        if self.has_transitive() {
            rules.push("VP -> VV_trans DP");
        }
        rules.extend(["DP -> 'a' NP", "NP -> JJ NP", "NP -> NN"]);
        rules
    }

    /// The `grammar` field of the original files: every rule, each closed by a semicolon.
    pub fn text(self, lexicon: &Lexicon) -> String {
        let mut rules: Vec<String> = self.rules().into_iter().map(String::from).collect();
        let verbs = |transitive: bool| {
            lexicon.verbs.iter().filter(move |verb| (verb.deed != Deed::Walk) == transitive)
        };
        rules.extend(verbs(false).map(|verb| format!("VV_intransitive -> {}", verb.word)));
        rules.extend(verbs(true).map(|verb| format!("VV_transitive -> {}", verb.word)));
        if self.has_adverbs() {
            rules.extend(lexicon.adverbs.iter().map(|adverb| format!("RB -> {}", adverb.word.word)));
        }
        rules.extend(lexicon.nouns.iter().map(|noun| format!("NN -> {}", noun.word.word)));
        rules.extend(lexicon.colours.iter().map(|colour| format!("JJ -> {}", colour.word)));
        rules.extend(lexicon.sizes.iter().map(|size| format!("JJ -> {}", size.word)));
        rules.iter().map(|rule| format!("{rule};")).collect()
    }

    /// The grammar that a `grammar` field describes, by its structural rules.
    pub fn from_text(text: &str) -> Result<Self, GrammarTextError> {
        let lexical = ["VV_intransitive ->", "VV_transitive ->", "RB ->", "NN ->", "JJ ->"];
        let rules: Vec<&str> = text
            .split(';')
            .filter(|rule| !rule.is_empty() && !lexical.iter().any(|prefix| rule.starts_with(prefix)))
            .collect();
        Self::ALL
            .into_iter()
            .find(|grammar| grammar.rules() == rules)
            .ok_or_else(|| GrammarTextError::Unknown(rules.join("; ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_tell_grammars_apart() {
        for grammar in Grammar::ALL {
            assert_eq!(Grammar::from_text(&grammar.text(&Lexicon::gscan())), Ok(grammar));
        }
        assert!(Grammar::from_text("ROOT -> VP;").is_err());
    }
}
