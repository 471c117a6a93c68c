//! From trees to words.

use std::sync::LazyLock;

use crate::forms::{Meaning, Voice};
use crate::{Clause, Command, Determiner, Lexicon, Phrase, Speech, Word};

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
        let mut voice = Published { lexicon, surface, register };
        let tokens = print(self, &mut voice);
        voice.speech().arrange(tokens).into_iter().map(|token| token.text).collect()
    }

    /// The same, each with what it is a part of.
    pub(crate) fn parts<'l>(&self, lexicon: &'l Lexicon, surface: Surface) -> Vec<Token<'l>> {
        lexicon.speech.arrange(print(self, &mut Published { lexicon, surface, register: Register::Words }))
    }

    /// Whether the words of the command say where its clauses belong: at most one clause of each list has clauses of
    /// its own. Such commands are read back as they were, up to the order of their clauses, in every wording.
    pub fn has_wording(&self) -> bool {
        fn has_wording(phrase: &Phrase) -> bool {
            let nested = || phrase.clauses.iter().filter(|clause| !clause.phrase.clauses.is_empty());
            nested().count() < 2 && nested().all(|clause| has_wording(&clause.phrase))
        }
        has_wording(&self.phrase)
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

/// A paper's wording.
struct Published<'l> {
    lexicon: &'l Lexicon,
    surface: Surface,
    register: Register,
}

impl<'l> Published<'l> {
    /// Names of meanings are in English, whatever the language.
    fn speech(&self) -> &'l Speech {
        static ENGLISH: LazyLock<Speech> = LazyLock::new(Speech::default);
        match self.register {
            Register::Words => &self.lexicon.speech,
            Register::Meanings => &ENGLISH,
        }
    }
}

impl<'l> Voice<'l> for Published<'l> {
    fn form(&mut self, meaning: Meaning) -> &'l str {
        let (lexicon, speech) = (self.lexicon, self.speech());
        let side = |word: &'l str, name: &'l str| match self.register {
            Register::Words => word,
            Register::Meanings => name,
        };
        let entry = |entry: &'l Word| side(&entry.word, &entry.name);
        match meaning {
            Meaning::Verb(verb) => {
                let verb = &lexicon.verbs[usize::from(verb)];
                side(&verb.word, verb.deed.name())
            }
            Meaning::Adverb(adverb) => entry(&lexicon.adverbs[usize::from(adverb)].word),
            Meaning::Colour(colour) => entry(&lexicon.colours[usize::from(colour)]),
            Meaning::Size(size) => {
                let size = &lexicon.sizes[usize::from(size)];
                side(&size.word, size.extreme.name())
            }
            Meaning::Noun(Some(noun)) => entry(&lexicon.nouns[usize::from(noun)].word),
            Meaning::Noun(None) => &speech.object,
            Meaning::Opener => &speech.opener,
            Meaning::Conjunction => &speech.conjunction,
            Meaning::Relation(relation) => speech.relation(relation),
        }
    }

    fn article(&self, determiner: Determiner) -> &'l str {
        self.speech().article(determiner)
    }

    fn to(&self) -> &'l str {
        &self.speech().to
    }

    fn takes_to(&self, verb: u8) -> bool {
        self.lexicon.is_intransitive(verb)
    }

    fn colour_first(&mut self) -> bool {
        self.surface == Surface::Gscan
    }

    fn adverb_first(&mut self) -> bool {
        false
    }

    fn splits(&self) -> bool {
        self.surface == Surface::Reascan
    }
}

/// A token of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'l> {
    pub text: &'l str,
    /// What it is a part of.
    pub part: Part,
    /// The phrase that it stands in or introduces, by its number in [`Phrase::nodes`].
    pub phrase: usize,
}

/// What a token is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Verb,
    /// "to"
    To,
    Article,
    Size,
    Colour,
    Noun,
    /// "that is" and "and"
    Link,
    Relation,
    Adverb,
}

/// The tokens of a command in the words of a voice.
pub(crate) fn print<'l>(command: &Command, voice: &mut impl Voice<'l>) -> Vec<Token<'l>> {
    let mut printer = Printer { voice, tokens: Vec::with_capacity(8) };
    let mut adverb = command.adverb;
    if adverb.is_some() && printer.voice.adverb_first() {
        adverb.take().into_iter().for_each(|adverb| printer.say(0, Meaning::Adverb(adverb)));
    }
    printer.say(0, Meaning::Verb(command.verb));
    if printer.voice.takes_to(command.verb) {
        let text = printer.voice.to();
        printer.tokens.push(Token { text, part: Part::To, phrase: 0 });
    }
    printer.phrase(0, &command.phrase);
    if let Some(adverb) = adverb {
        printer.say(0, Meaning::Adverb(adverb));
    }
    printer.tokens
}

struct Printer<'p, 'l, V> {
    voice: &'p mut V,
    tokens: Vec<Token<'l>>,
}

impl<'l, V: Voice<'l>> Printer<'_, 'l, V> {
    fn phrase(&mut self, number: usize, phrase: &Phrase) {
        let text = self.voice.article(phrase.determiner);
        self.tokens.push(Token { text, part: Part::Article, phrase: number });
        let mut adjectives = [phrase.size.map(Meaning::Size), phrase.colour.map(Meaning::Colour)];
        if adjectives.iter().all(Option::is_some) && self.voice.colour_first() {
            adjectives.reverse();
        }
        adjectives.into_iter().flatten().for_each(|adjective| self.say(number, adjective));
        self.say(number, Meaning::Noun(phrase.noun));
        for (place, (number, clause)) in phrase.spoken_clauses(number).into_iter().enumerate() {
            self.say(number, if place == 0 { Meaning::Opener } else { Meaning::Conjunction });
            self.say(number, Meaning::Relation(clause.relation));
            self.phrase(number, &clause.phrase);
        }
    }

    fn say(&mut self, phrase: usize, meaning: Meaning) {
        let part = match meaning {
            Meaning::Verb(_) => Part::Verb,
            Meaning::Adverb(_) => Part::Adverb,
            Meaning::Colour(_) => Part::Colour,
            Meaning::Size(_) => Part::Size,
            Meaning::Noun(_) => Part::Noun,
            Meaning::Opener | Meaning::Conjunction => Part::Link,
            Meaning::Relation(_) => Part::Relation,
        };
        let form = self.voice.form(meaning);
        if self.voice.splits() {
            self.tokens.extend(form.split(' ').map(|text| Token { text, part, phrase }));
        } else {
            self.tokens.push(Token { text: form, part, phrase });
        }
    }
}

impl Phrase {
    /// The clauses in the order in which they are spoken, those with clauses of their own last. Each comes with the number of
    /// its phrase in [`Phrase::nodes`], given that of this one.
    pub(crate) fn spoken_clauses(&self, number: usize) -> Vec<(usize, &Clause)> {
        let mut next = number + 1;
        let mut clauses = Vec::with_capacity(self.clauses.len());
        for clause in &self.clauses {
            clauses.push((next, clause));
            next += clause.phrase.count();
        }
        clauses.sort_by_key(|(_, clause)| !clause.phrase.clauses.is_empty());
        clauses
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
