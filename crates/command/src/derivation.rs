//! gSCAN's `derivation` field: the rules of a command in post-order, then its words.

use wampimuk_grid::Deed;

use crate::{Command, Determiner, Lexicon, Phrase};

/// Why a derivation is not one of a command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DerivationError {
    /// No `;` between rules and words.
    #[error("expected `rules;words`")]
    NoSeparator,
    /// The rules do not derive a command.
    #[error("the rules do not derive a command: expected `{expected}`, found `{found}`")]
    Rule {
        /// What would have been right here.
        expected: &'static str,
        /// What the text has there.
        found: String,
    },
    /// A pre-terminal without a word, or with a word the lexicon does not know.
    #[error("no known word for `{preterminal}` (found {found:?})")]
    Word {
        /// The pre-terminal.
        preterminal: &'static str,
        /// The word that was found.
        found: Option<String>,
    },
    /// Words are left over.
    #[error("`{0}` is left over")]
    Leftover(String),
}

/// The derivation of a command without relative clauses.
pub fn derivation(command: &Command, lexicon: &Lexicon) -> String {
    let verb = &lexicon.verbs[usize::from(command.verb)];
    let phrase = &command.phrase;
    // Surface order: colour, then size. Both are `JJ`, and the later one goes in front of the earlier one's entry.
    let colour = phrase.colour.map(|colour| lexicon.colours[usize::from(colour)].word.as_str());
    let size = phrase.size.map(|size| lexicon.sizes[usize::from(size)].word.as_str());
    let adjectives: Vec<&str> = colour.into_iter().chain(size).collect();
    let noun = phrase.noun.map_or("object", |noun| lexicon.nouns[usize::from(noun)].word.word.as_str());
    let adverb = command.adverb.map(|adverb| lexicon.adverbs[usize::from(adverb)].word.word.as_str());

    let mut rules = vec!["NP -> NN"];
    rules.extend(adjectives.iter().map(|_| "NP -> JJ NP"));
    rules.push("DP -> 'a' NP");
    rules.push(if verb.deed == Deed::Walk { "VP -> VV_intrans 'to' DP" } else { "VP -> VV_trans DP" });
    if adverb.is_some() {
        rules.push("VP -> VP RB");
    }
    rules.push("ROOT -> VP");

    let mut words = vec![format!("T:{}", verb.word)];
    words.push(if verb.deed == Deed::Walk {
        format!("NT:VV_intransitive -> {}", verb.word)
    } else {
        format!("NT:VV_transitive -> {}", verb.word)
    });
    if verb.deed == Deed::Walk {
        words.push("T:to".into());
    }
    words.push("T:a".into());
    for (number, adjective) in adjectives.iter().enumerate() {
        words.push(format!("T:{adjective}"));
        if number == 0 {
            let entries: Vec<String> =
                adjectives.iter().rev().map(|adjective| format!("JJ -> {adjective}")).collect();
            words.push(format!("NT:{}", entries.join(":")));
        }
    }
    words.push(format!("T:{noun}"));
    words.push(format!("NT:NN -> {noun}"));
    if let Some(adverb) = adverb {
        words.push(format!("T:{adverb}"));
        words.push(format!("NT:RB -> {adverb}"));
    }
    format!("{};{}", rules.join(","), words.join(","))
}

/// The command that a derivation derives.
pub fn parse_derivation(text: &str, lexicon: &Lexicon) -> Result<Command, DerivationError> {
    let (rules, words) = text.split_once(';').ok_or(DerivationError::NoSeparator)?;
    // Post-order read from the end is the tree from the top.
    let mut rules = Rules(rules.split(',').collect());
    let mut entries = Entries::new(words);
    rules.take("ROOT -> VP")?;
    let adverb = match rules.take("VP -> VP RB") {
        Ok(()) => Some(entries.take("RB", |word| lexicon.adverb(word))?),
        Err(_) => None,
    };
    let deed_fits = |verb: u8, walk: bool| (lexicon.verbs[usize::from(verb)].deed == Deed::Walk) == walk;
    let verb = if rules.take("VP -> VV_intrans 'to' DP").is_ok() {
        entries.take("VV_intransitive", |word| lexicon.verb(word).filter(|&verb| deed_fits(verb, true)))?
    } else {
        rules.take("VP -> VV_trans DP")?;
        entries.take("VV_transitive", |word| lexicon.verb(word).filter(|&verb| deed_fits(verb, false)))?
    };
    rules.take("DP -> 'a' NP")?;
    let mut phrase = Phrase { determiner: Determiner::A, ..Phrase::default() };
    while rules.take("NP -> JJ NP").is_ok() {
        let word = entries.pop("JJ")?;
        match (lexicon.colour(&word), lexicon.size(&word)) {
            (Some(colour), _) if phrase.colour.is_none() => phrase.colour = Some(colour),
            (_, Some(size)) if phrase.size.is_none() => phrase.size = Some(size),
            _ => return Err(DerivationError::Word { preterminal: "JJ", found: Some(word) }),
        }
    }
    rules.take("NP -> NN")?;
    phrase.noun = Some(entries.take("NN", |word| lexicon.noun(word))?);
    rules.finish()?;
    entries.finish()?;
    Ok(Command { verb, phrase, adverb })
}

/// The structural rules; the next to use is the last.
struct Rules<'a>(Vec<&'a str>);

impl Rules<'_> {
    /// Takes the next rule if it is this one.
    fn take(&mut self, rule: &'static str) -> Result<(), DerivationError> {
        match self.0.pop_if(|next| *next == rule) {
            Some(_) => Ok(()),
            None => {
                let found = self.0.last().copied().unwrap_or_default().to_string();
                Err(DerivationError::Rule { expected: rule, found })
            }
        }
    }

    fn finish(self) -> Result<(), DerivationError> {
        self.0.last().map_or(Ok(()), |rule| Err(DerivationError::Leftover(rule.to_string())))
    }
}

/// The lexical rules of each pre-terminal; the next to use is the last.
struct Entries<'a>(Vec<(&'a str, Vec<&'a str>)>);

impl<'a> Entries<'a> {
    fn new(words: &'a str) -> Self {
        let parse = |entry: &'a str| {
            let rules: Vec<&str> = entry.strip_prefix("NT:")?.split(':').collect();
            let (preterminal, _) = rules.first()?.split_once(" -> ")?;
            Some((preterminal, rules.iter().filter_map(|rule| Some(rule.split_once(" -> ")?.1)).collect()))
        };
        Self(words.split(',').filter_map(parse).collect())
    }

    fn pop(&mut self, preterminal: &'static str) -> Result<String, DerivationError> {
        let list = self.0.iter_mut().find(|(name, _)| *name == preterminal);
        let word = list.and_then(|(_, words)| words.pop());
        word.map(String::from).ok_or(DerivationError::Word { preterminal, found: None })
    }

    fn take(
        &mut self,
        preterminal: &'static str,
        number: impl Fn(&str) -> Option<u8>,
    ) -> Result<u8, DerivationError> {
        let word = self.pop(preterminal)?;
        number(&word).ok_or(DerivationError::Word { preterminal, found: Some(word) })
    }

    fn finish(self) -> Result<(), DerivationError> {
        match self.0.iter().find_map(|(_, words)| words.first()) {
            Some(word) => Err(DerivationError::Leftover(word.to_string())),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn derivations_survive_a_round_trip() {
        let lexicon = Lexicon::gscan();
        let command = parse("push a blue small circle while zigzagging", &lexicon).unwrap();
        let text = derivation(&command, &lexicon);
        assert_eq!(
            text,
            "NP -> NN,NP -> JJ NP,NP -> JJ NP,DP -> 'a' NP,VP -> VV_trans DP,VP -> VP RB,ROOT -> VP;\
             T:push,NT:VV_transitive -> push,T:a,T:blue,NT:JJ -> small:JJ -> blue,T:small,T:circle,NT:NN -> circle,\
             T:while zigzagging,NT:RB -> while zigzagging"
        );
        assert_eq!(parse_derivation(&text, &lexicon), Ok(command));
    }

    #[test]
    fn broken_derivations_are_refused() {
        let lexicon = Lexicon::gscan();
        let good = derivation(&parse("walk to a red circle", &lexicon).unwrap(), &lexicon);
        assert!(parse_derivation(&good, &lexicon).is_ok());
        for (from, to) in [
            ("NP -> JJ NP,", ""),
            ("ROOT -> VP", "ROOT"),
            (";", ","),
            ("circle", "cube"),
            ("JJ -> red", "JJ -> green:JJ -> red"),
        ] {
            let broken = good.replace(from, to);
            assert!(parse_derivation(&broken, &lexicon).is_err(), "{broken}");
        }
    }
}
