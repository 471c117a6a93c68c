//! From trees to words.

use crate::{Command, Lexicon, Phrase};

/// Which paper's wording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Surface {
    /// Colour before size; multi-word adverbs are one token.
    Gscan,
    /// Size before colour; every word is a token of its own.
    Reascan,
}

/// Which side of the lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Register {
    /// The words of the vocabulary.
    Words,
    /// The names of their meanings.
    Meanings,
}

impl Command {
    /// The tokens of the command.
    ///
    /// Conjunction has no order, so a clause that has clauses of its own is printed last: "and" always continues the
    /// clause list opened last. (Two such clauses in one list have no unambiguous wording in ReaSCAN's language; the
    /// second is printed where it stands.)
    pub fn tokens<'l>(&self, lexicon: &'l Lexicon, surface: Surface, register: Register) -> Vec<&'l str> {
        let printer = Printer { lexicon, surface, register };
        let verb = &lexicon.verbs[usize::from(self.verb)];
        let mut tokens = Vec::with_capacity(8);
        printer.push(register_choice(register, &verb.word, verb.deed.name()), &mut tokens);
        if verb.deed.action().is_none() {
            tokens.push("to");
        }
        printer.phrase(&self.phrase, &mut tokens);
        if let Some(adverb) = self.adverb {
            let word = &lexicon.adverbs[usize::from(adverb)].word;
            printer.push(register_choice(register, &word.word, &word.name), &mut tokens);
        }
        tokens
    }

    /// The words of the command, separated by spaces.
    pub fn text(&self, lexicon: &Lexicon, surface: Surface) -> String {
        self.tokens(lexicon, surface, Register::Words).join(" ")
    }

    /// The `command` field of the original files: tokens joined by commas.
    pub fn field(&self, lexicon: &Lexicon, surface: Surface, register: Register) -> String {
        self.tokens(lexicon, surface, register).join(",")
    }
}

fn register_choice<'l>(register: Register, word: &'l str, name: &'l str) -> &'l str {
    match register {
        Register::Words => word,
        Register::Meanings => name,
    }
}

struct Printer<'l> {
    lexicon: &'l Lexicon,
    surface: Surface,
    register: Register,
}

impl<'l> Printer<'l> {
    fn phrase(&self, phrase: &Phrase, tokens: &mut Vec<&'l str>) {
        tokens.push(phrase.determiner.word());
        let size = phrase.size.map(|size| {
            let entry = &self.lexicon.sizes[usize::from(size)];
            register_choice(self.register, &entry.word, entry.extreme.name())
        });
        let colour = phrase.colour.map(|colour| {
            let entry = &self.lexicon.colours[usize::from(colour)];
            register_choice(self.register, &entry.word, &entry.name)
        });
        let adjectives = match self.surface {
            Surface::Gscan => [colour, size],
            Surface::Reascan => [size, colour],
        };
        for adjective in adjectives.into_iter().flatten() {
            self.push(adjective, tokens);
        }
        match phrase.noun {
            None => tokens.push("object"),
            Some(noun) => {
                let word = &self.lexicon.nouns[usize::from(noun)].word;
                self.push(register_choice(self.register, &word.word, &word.name), tokens);
            }
        }
        let (flat, nested): (Vec<_>, Vec<_>) =
            phrase.clauses.iter().partition(|clause| clause.phrase.clauses.is_empty());
        for (number, clause) in flat.into_iter().chain(nested).enumerate() {
            self.push(if number == 0 { "that is" } else { "and" }, tokens);
            self.push(clause.relation.words(), tokens);
            self.phrase(&clause.phrase, tokens);
        }
    }

    fn push(&self, word: &'l str, tokens: &mut Vec<&'l str>) {
        match self.surface {
            Surface::Gscan => tokens.push(word),
            Surface::Reascan => tokens.extend(word.split(' ')),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn both_wordings_survive_a_round_trip() {
        let gscan = Lexicon::gscan();
        for text in [
            "push a blue small circle while zigzagging",
            "walk to a square",
            "pull a big cylinder hesitantly",
        ] {
            assert_eq!(parse(text, &gscan).unwrap().text(&gscan, Surface::Gscan), text);
        }
        let reascan = Lexicon::reascan();
        for text in [
            "push the big green object that is inside of a red box and in the same row as a blue cylinder",
            "walk to the small blue square that is in the same column as the big circle that is inside of a red box while spinning",
        ] {
            let command = parse(text, &reascan).unwrap();
            assert_eq!(command.text(&reascan, Surface::Reascan), text);
            let field = command.field(&reascan, Surface::Reascan, Register::Meanings);
            assert_eq!(field, text.replace(' ', ","));
            assert_eq!(parse(&field, &reascan).unwrap(), command);
        }
    }

    #[test]
    fn nested_clauses_are_printed_last() {
        let lexicon = Lexicon::reascan();
        let mut command =
            parse("push the object that is inside of a box that is in the same row as a circle", &lexicon)
                .unwrap();
        let other = parse("push the object that is in the same column as a square", &lexicon).unwrap();
        command.phrase.clauses.extend(other.phrase.clauses);
        let text = command.text(&lexicon, Surface::Reascan);
        command.phrase.clauses.reverse();
        assert_eq!(parse(&text, &lexicon).unwrap(), command);
    }

    #[test]
    fn errors_say_where() {
        let lexicon = Lexicon::gscan();
        let message = |text: &str| parse(text, &lexicon).unwrap_err().to_string();
        assert_eq!(message("walk a circle"), "word 2: expected `to`, found `a`");
        assert_eq!(message("push a red"), "word 4: expected a noun or another adjective, found the end");
        let endless = format!("push the object{}", " that is in the same row as the object".repeat(100_000));
        assert!(message(&endless).contains("at most 100 nested clauses"));
        assert_eq!(message(""), "word 1: expected a verb, found the end");
        assert!(message("push a circle quickly").starts_with("word 4: expected an adverb"));
    }
}
