//! In which words a command and the rules about it are written.

use std::borrow::Cow;

use wampimuk_command::{AdverbPlace, Command, GridFamily, Lexicon, Relation, RelationWords, Wording};

use super::GridContext;

/// A command as text, and the words that rules quote from it.
#[derive(Clone, Debug)]
pub(crate) struct Phrasing<'p> {
    pub command: String,
    /// Its words, with the names of what they mean.
    pub lexicon: Cow<'p, Lexicon>,
}

impl<'p> Phrasing<'p> {
    /// A command in the words of its dataset.
    pub fn own(context: &GridContext<'p>, command: &Command) -> Self {
        let GridContext { lexicon, surface, .. } = *context;
        Self { command: command.text(lexicon, surface), lexicon: Cow::Borrowed(lexicon) }
    }
}

/// Says commands in other words: another word wherever English has one, clauses opened otherwise, adverbs in front.
///
/// What a recipe has renamed has no other word. Rules of a paraphrased question quote the other words, so that it can be
/// answered as exactly as the item's own.
#[derive(Clone, Debug)]
pub struct Paraphraser {
    wording: Wording,
    /// The words of the recipe.
    own: Lexicon,
    /// The other words.
    lexicon: Lexicon,
}

const OBJECT: &str = "object";
const OPENER: &str = "which is";
const CONJUNCTION: &str = "and also";

/// Meanings and other words for them.
const WORDS: [(&str, &str); 8] = [
    ("walk", "go to"),
    ("push", "shove"),
    ("pull", "drag"),
    ("small", "little"),
    ("big", "large"),
    (OBJECT, "thing"),
    ("cautiously", "carefully"),
    ("hesitantly", "with pauses"),
];

/// The other word for a word that is the name of its meaning.
fn other(word: &str) -> Option<&'static str> {
    WORDS.iter().find(|(name, _)| *name == word).map(|(_, other)| *other)
}

impl Paraphraser {
    /// Other words for the commands of this family; `None` if they would be ambiguous, or words
    /// come in an order that is not that of English.
    pub fn new(family: &dyn GridFamily) -> Option<Self> {
        let own = family.lexicon();
        if !own.speech.has_english_order() {
            return None;
        }
        let mut lexicon = own.clone();
        let mut wording = Wording {
            relations: RelationWords {
                same_row: vec!["in one row with".into()],
                same_column: vec!["in one column with".into()],
                same_colour: vec!["matching the color of".into()],
                same_shape: vec!["shaped like".into()],
                same_size: vec!["just as large as".into()],
                inside: vec!["within".into()],
            },
            openers: vec![OPENER.into()],
            conjunctions: vec![CONJUNCTION.into()],
            adverb: vec![AdverbPlace::Front],
            ..Wording::default()
        };
        let mut rename = |name: &str, word: &mut String| {
            if let Some(other) = other(name).filter(|_| word == name) {
                wording.words.insert(name.to_owned(), vec![other.to_owned()]);
                other.clone_into(word);
            }
        };
        for verb in &mut lexicon.verbs {
            rename(verb.deed.name(), &mut verb.word);
        }
        for adverb in &mut lexicon.adverbs {
            rename(&adverb.word.name, &mut adverb.word.word);
        }
        for size in &mut lexicon.sizes {
            rename(size.extreme.name(), &mut size.word);
        }
        let speech = &mut lexicon.speech;
        rename(OBJECT, &mut speech.object);
        (speech.opener, speech.conjunction) = (OPENER.to_owned(), CONJUNCTION.to_owned());
        for (relation, words) in Relation::ALL.into_iter().zip(&mut speech.relations) {
            if let Some(other) = wording.relations.of(relation).first() {
                words.clone_from(other);
            }
        }
        wording.check(own).ok()?;
        Some(Self { wording, own: own.clone(), lexicon })
    }

    /// A command in other words.
    pub(crate) fn phrasing(&self, command: &Command) -> Phrasing<'_> {
        Phrasing {
            command: self.wording.nth(command, &self.own, 0).join(" "),
            lexicon: Cow::Borrowed(&self.lexicon),
        }
    }
}
