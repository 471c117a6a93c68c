//! Commands as numbers of tokens, without writing them out.

use wampimuk_command::{Command, GridColumns, Lexicon, Phrase, Surface};
use wampimuk_core::Type;
use wampimuk_grid::Deed;

/// The tokens of every word, as numbers of the `command` column's words.
#[derive(Clone, Debug)]
pub(crate) struct Spelling<'l> {
    lexicon: &'l Lexicon,
    columns: &'l GridColumns,
    verbs: Vec<Vec<u8>>,
    adverbs: Vec<Vec<u8>>,
    nouns: Vec<Vec<u8>>,
    colours: Vec<Vec<u8>>,
    sizes: Vec<Vec<u8>>,
    relations: Vec<Vec<u8>>,
    determiners: [Vec<u8>; 2],
    object: Vec<u8>,
    that_is: Vec<u8>,
    and: Vec<u8>,
    to: Vec<u8>,
}

impl<'l> Spelling<'l> {
    pub fn new(columns: &'l GridColumns, lexicon: &'l Lexicon) -> Self {
        let speech = &lexicon.speech;
        let field = columns.schema().fields.iter().find(|field| field.name == "command");
        let words = match field.map(|field| &field.ty) {
            Some(Type::List(inner)) => match &**inner {
                Type::Word(words) => words.clone(),
                _ => [].into(),
            },
            _ => [].into(),
        };
        let number = |token: &str| words.iter().position(|word| word == token).unwrap_or(0) as u8;
        let spell = |text: &str| text.split(' ').map(number).collect::<Vec<u8>>();
        Self {
            lexicon,
            columns,
            verbs: lexicon.verbs.iter().map(|verb| spell(&verb.word)).collect(),
            adverbs: lexicon.adverbs.iter().map(|adverb| spell(&adverb.word.word)).collect(),
            nouns: lexicon.nouns.iter().map(|noun| spell(&noun.word.word)).collect(),
            colours: lexicon.colours.iter().map(|colour| spell(&colour.word)).collect(),
            sizes: lexicon.sizes.iter().map(|size| spell(&size.word)).collect(),
            relations: speech.relations.each_ref().map(|words| spell(words)).into(),
            determiners: speech.articles.each_ref().map(|article| spell(article)),
            object: spell(&speech.object),
            that_is: spell(&speech.opener),
            and: spell(&speech.conjunction),
            to: spell(&speech.to),
        }
    }

    /// Appends a command's tokens.
    pub fn spell(&self, command: &Command, tokens: &mut Vec<u8>) {
        if !self.lexicon.speech.has_english_order() {
            tokens.extend(self.columns.tokens(command, self.lexicon, Surface::Reascan));
            return;
        }
        tokens.extend_from_slice(&self.verbs[usize::from(command.verb)]);
        if command.deed(self.lexicon) == Deed::Walk {
            tokens.extend_from_slice(&self.to);
        }
        self.phrase(&command.phrase, tokens);
        if let Some(adverb) = command.adverb {
            tokens.extend_from_slice(&self.adverbs[usize::from(adverb)]);
        }
    }

    fn phrase(&self, phrase: &Phrase, tokens: &mut Vec<u8>) {
        tokens.extend_from_slice(&self.determiners[phrase.determiner as usize]);
        if let Some(size) = phrase.size {
            tokens.extend_from_slice(&self.sizes[usize::from(size)]);
        }
        if let Some(colour) = phrase.colour {
            tokens.extend_from_slice(&self.colours[usize::from(colour)]);
        }
        match phrase.noun {
            Some(noun) => tokens.extend_from_slice(&self.nouns[usize::from(noun)]),
            None => tokens.extend_from_slice(&self.object),
        }
        for (number, clause) in phrase.clauses.iter().enumerate() {
            tokens.extend_from_slice(if number == 0 { &self.that_is } else { &self.and });
            tokens.extend_from_slice(&self.relations[clause.relation as usize]);
            self.phrase(&clause.phrase, tokens);
        }
    }
}
