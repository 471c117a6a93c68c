//! Other words for the same trees.
//!
//! The published commands have one surface form for each tree. A [`Wording`] gives alternatives for every piece of it:
//! relations, clause openers, conjunctions, words, the order of adjectives and the place of the adverb. It is plain
//! data, so that a recipe can hold it, and its default is ReaSCAN's wording.
//!
//! Whatever a checked wording prints, [`parse_wording`] reads back. Attachment follows ReaSCAN's rule in all wordings:
//! an opener opens a clause of the phrase just before it, a conjunction adds a clause to the phrase whose clause was
//! opened last. Clauses that have clauses of their own are therefore printed last in their list, and a command can be
//! worded if no list has two of them ([`Command::has_wording`]).
//!
//! Forms are told apart by taking the longest one that stands there. "and" and "and also" may stand side by side,
//! unless a relation begins with "also"; [`Wording::check`] finds such cases.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wampimuk_core::{Stream, suggest};

use crate::forms::{Forms, Meaning, Slot, Voice};
use crate::lexicon::is_usable;
use crate::parse::parse_forms;
use crate::print::print;
use crate::{Command, Determiner, Lexicon, ParseError, Relation, Speech};

/// How commands may be worded. Every list holds alternatives, and one of them is chosen wherever it is needed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Wording {
    /// The words of relations.
    pub relations: RelationWords,
    /// What opens a list of relative clauses: `that is`.
    pub openers: Vec<String>,
    /// What joins the clauses of a list: `and`.
    pub conjunctions: Vec<String>,
    /// Where adverbs stand.
    pub adverb: Vec<AdverbPlace>,
    /// The order of two adjectives.
    pub adjectives: Vec<AdjectiveOrder>,
    /// Words by the names of their meanings, e.g. `{ big = ["big", "large"], walk = ["walk to", "go to"] }`. Meanings
    /// that are not listed keep the lexicon's word; `object` is the noun that anything is.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<String, Vec<String>>,
}

/// The words of each relation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RelationWords {
    /// In one row: `in the same row as`.
    pub same_row: Vec<String>,
    /// In one column: `in the same column as`.
    pub same_column: Vec<String>,
    /// Of one colour: `in the same color as`.
    pub same_colour: Vec<String>,
    /// Of one shape: `in the same shape as`.
    pub same_shape: Vec<String>,
    /// Of one size: `in the same size as`.
    pub same_size: Vec<String>,
    /// In a box: `inside of`.
    pub inside: Vec<String>,
}

/// Where an adverb stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AdverbPlace {
    /// "cautiously push the circle"
    Front,
    /// "push the circle cautiously"
    End,
}

/// Which of two adjectives comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum AdjectiveOrder {
    /// "big red": ReaSCAN's.
    #[serde(rename = "size colour")]
    SizeColour,
    /// "red big": gSCAN's.
    #[serde(rename = "colour size")]
    ColourSize,
}

impl Default for Wording {
    /// ReaSCAN's wording.
    fn default() -> Self {
        Self {
            relations: RelationWords::default(),
            openers: vec!["that is".into()],
            conjunctions: vec!["and".into()],
            adverb: vec![AdverbPlace::End],
            adjectives: vec![AdjectiveOrder::SizeColour],
            words: BTreeMap::new(),
        }
    }
}

impl Default for RelationWords {
    /// ReaSCAN's words.
    fn default() -> Self {
        let published = |relation: Relation| vec![relation.words().to_string()];
        Self {
            same_row: published(Relation::SameRow),
            same_column: published(Relation::SameColumn),
            same_colour: published(Relation::SameColour),
            same_shape: published(Relation::SameShape),
            same_size: published(Relation::SameSize),
            inside: published(Relation::Inside),
        }
    }
}

impl RelationWords {
    /// The alternatives for a relation.
    pub fn of(&self, relation: Relation) -> &[String] {
        match relation {
            Relation::SameRow => &self.same_row,
            Relation::SameColumn => &self.same_column,
            Relation::SameColour => &self.same_colour,
            Relation::SameShape => &self.same_shape,
            Relation::SameSize => &self.same_size,
            Relation::Inside => &self.inside,
        }
    }
}

/// Why a wording cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WordingError {
    /// A list of alternatives without any, or with one of them twice.
    #[error("`{0}` needs at least one alternative, and each only once")]
    Alternatives(String),
    /// Words for something that is not in the lexicon.
    #[error("`words` has words for `{name}`, which is no meaning of the lexicon{}", hint.as_deref().map_or(String::new(), |hint| format!("; {hint}")))]
    Unknown {
        /// What they are said to mean.
        name: String,
        /// What to write instead.
        hint: Option<String>,
    },
    /// A form that the file formats cannot hold.
    #[error(
        "`{0}` cannot be a form: forms are words with single spaces between them and none of , : ; or line breaks"
    )]
    Unusable(String),
    /// One form, two meanings.
    #[error("`{0}` has two meanings")]
    Twice(String),
    /// A form that continues another in a way that the words after the other may, too.
    #[error("`{longer}` can also be read as `{shorter}` and what may follow it")]
    Ambiguous {
        /// The form that is its beginning.
        shorter: String,
        /// The longer form.
        longer: String,
    },
}

/// Parses a command in any of the surface forms of a wording. As in [`parse`](fn@crate::parse), tokens may be separated by
/// spaces or commas, and adjectives are understood in either order.
pub fn parse_wording(text: &str, lexicon: &Lexicon, wording: &Wording) -> Result<Command, ParseError> {
    parse_forms(text, &WordedLexicon { lexicon, wording })
}

impl Wording {
    /// How many surface forms the command has; at most `u64::MAX`.
    pub fn choices(&self, command: &Command, lexicon: &Lexicon) -> u64 {
        let mut product = 1u64;
        self.print(command, lexicon, |count| {
            product = product.saturating_mul(count as u64);
            0
        });
        product
    }

    /// The tokens of one of the command's surface forms. Each choice among alternatives is an independent draw; where
    /// there is only one, nothing is drawn.
    pub fn tokens(&self, command: &Command, lexicon: &Lexicon, pick: &mut Stream) -> Vec<String> {
        self.print(command, lexicon, |count| if count == 1 { 0 } else { pick.index(count) })
    }

    /// The tokens of surface form `index` of the command's [`choices`](Self::choices); larger numbers start over.
    pub fn nth(&self, command: &Command, lexicon: &Lexicon, mut index: u64) -> Vec<String> {
        self.print(command, lexicon, |count| {
            let choice = index % count as u64;
            index /= count as u64;
            choice as usize
        })
    }

    fn print(&self, command: &Command, lexicon: &Lexicon, pick: impl FnMut(usize) -> usize) -> Vec<String> {
        let mut voice = Speaker { spoken: WordedLexicon { lexicon, wording: self }, pick };
        print(command, &mut voice).into_iter().map(|token| token.text.to_string()).collect()
    }

    /// Every token that a command can have in this wording, each once.
    pub fn vocabulary(&self, lexicon: &Lexicon) -> Vec<String> {
        let mut tokens: Vec<String> = Vec::new();
        let mut add = |form: &str| {
            for token in form.split(' ') {
                if !tokens.iter().any(|known| known == token) {
                    tokens.push(token.to_string());
                }
            }
        };
        let spoken = WordedLexicon { lexicon, wording: self };
        if (0..lexicon.verbs.len()).any(|verb| spoken.takes_to(verb as u8)) {
            add(TO);
        }
        ARTICLES.into_iter().for_each(&mut add);
        for slot in [Slot::Start, Slot::Word, Slot::After, Slot::Relation] {
            spoken.each(slot, |form, _| add(form));
        }
        tokens
    }

    /// Checks that every surface form can be printed, stored and read back: each form has one meaning, and no form is
    /// the beginning of a longer one that stands in the same place and continues as a command may.
    pub fn check(&self, lexicon: &Lexicon) -> Result<(), WordingError> {
        self.check_lists(lexicon)?;
        let all = Sequences::new(WordedLexicon { lexicon, wording: self });
        let mut seen: Vec<(&str, Option<Meaning>)> = ARTICLES.map(|article| (article, None)).into();
        for (form, slot, meaning) in &all.forms {
            if !is_usable(form) {
                return Err(WordingError::Unusable(form.clone()));
            }
            // An adverb that may stand in two places is listed for both.
            if seen.iter().any(|&(other, also)| other == form && also != Some(*meaning)) {
                return Err(WordingError::Twice(form.clone()));
            }
            seen.push((form, Some(*meaning)));
            let begins = |(longer, place, _): &&(String, Slot, Meaning)| {
                let rest = longer.strip_prefix(form.as_str()).and_then(|rest| rest.strip_prefix(' '));
                place == slot && rest.is_some_and(|rest| all.can_follow(rest, Step::Said(*slot, *meaning)))
            };
            if let Some((longer, ..)) = all.forms.iter().find(begins) {
                return Err(WordingError::Ambiguous { shorter: form.clone(), longer: longer.clone() });
            }
        }
        Ok(())
    }

    /// Checks each list by itself.
    fn check_lists(&self, lexicon: &Lexicon) -> Result<(), WordingError> {
        let names = || {
            let verbs = lexicon.verbs.iter().map(|verb| verb.deed.name());
            let adverbs = lexicon.adverbs.iter().map(|adverb| adverb.word.name.as_str());
            let nouns = lexicon.nouns.iter().map(|noun| noun.word.name.as_str());
            let colours = lexicon.colours.iter().map(|colour| colour.name.as_str());
            let sizes = lexicon.sizes.iter().map(|size| size.extreme.name());
            verbs.chain(adverbs).chain(nouns).chain(colours).chain(sizes).chain([OBJECT])
        };
        if let Some(name) = self.words.keys().find(|&key| !names().any(|name| name == key)) {
            let hint = suggest(name, names());
            return Err(WordingError::Unknown { name: name.clone(), hint });
        }
        fn is_sound<T: PartialEq>(list: &[T]) -> bool {
            !list.is_empty() && list.iter().enumerate().all(|(number, item)| !list[..number].contains(item))
        }
        let RelationWords { same_row, same_column, same_colour, same_shape, same_size, inside } =
            &self.relations;
        let lists = [
            ("relations.same_row", is_sound(same_row)),
            ("relations.same_column", is_sound(same_column)),
            ("relations.same_colour", is_sound(same_colour)),
            ("relations.same_shape", is_sound(same_shape)),
            ("relations.same_size", is_sound(same_size)),
            ("relations.inside", is_sound(inside)),
            ("openers", is_sound(&self.openers)),
            ("conjunctions", is_sound(&self.conjunctions)),
            ("adverb", is_sound(&self.adverb)),
            ("adjectives", is_sound(&self.adjectives)),
        ];
        if let Some((list, _)) = lists.into_iter().find(|(_, sound)| !sound) {
            return Err(WordingError::Alternatives(list.into()));
        }
        match self.words.iter().find(|(_, forms)| !is_sound(forms)) {
            Some((name, _)) => Err(WordingError::Alternatives(format!("words.{name}"))),
            None => Ok(()),
        }
    }
}

const OBJECT: &str = "object";
const TO: &str = "to";
const ARTICLES: [&str; 2] = [Determiner::A.word(), Determiner::The.word()];

/// Which forms can follow which.
struct Sequences<'w> {
    spoken: WordedLexicon<'w>,
    forms: Vec<(String, Slot, Meaning)>,
}

/// What has been said last.
#[derive(Clone, Copy)]
enum Step {
    Said(Slot, Meaning),
    To,
    Article,
}

impl<'w> Sequences<'w> {
    fn new(spoken: WordedLexicon<'w>) -> Self {
        let mut forms = Vec::new();
        for slot in [Slot::Start, Slot::Word, Slot::After, Slot::Relation] {
            spoken.each(slot, |form, meaning| forms.push((form.to_string(), slot, meaning)));
        }
        Self { spoken, forms }
    }

    /// Whether a command can go on with these words, whatever follows them.
    fn can_follow(&self, words: &str, last: Step) -> bool {
        let goes_on = |form: &str, step: Step| {
            let alike = words.split(' ').zip(form.split(' ')).all(|(one, other)| one == other);
            alike && words.get(form.len() + 1..).is_none_or(|rest| self.can_follow(rest, step))
        };
        let among = |slot: Slot, fits: &dyn Fn(Meaning) -> bool| {
            let mut forms = self.forms.iter().filter(|(_, place, meaning)| *place == slot && fits(*meaning));
            forms.any(|(form, slot, meaning)| goes_on(form, Step::Said(*slot, *meaning)))
        };
        match last {
            Step::Said(_, Meaning::Verb(verb)) if self.spoken.takes_to(verb) => goes_on(TO, Step::To),
            Step::To | Step::Said(_, Meaning::Verb(_) | Meaning::Relation(_)) => {
                ARTICLES.into_iter().any(|article| goes_on(article, Step::Article))
            }
            Step::Article => among(Slot::Word, &|_| true),
            Step::Said(_, Meaning::Colour(_)) => among(Slot::Word, &|m| !matches!(m, Meaning::Colour(_))),
            Step::Said(_, Meaning::Size(_)) => among(Slot::Word, &|m| !matches!(m, Meaning::Size(_))),
            Step::Said(_, Meaning::Noun(_)) => among(Slot::After, &|_| true),
            Step::Said(_, Meaning::Opener | Meaning::Conjunction) => among(Slot::Relation, &|_| true),
            Step::Said(Slot::Start, Meaning::Adverb(_)) => {
                among(Slot::Start, &|m| matches!(m, Meaning::Verb(_)))
            }
            Step::Said(_, Meaning::Adverb(_)) => false,
        }
    }
}

/// A wording of a lexicon.
#[derive(Clone, Copy)]
struct WordedLexicon<'w> {
    lexicon: &'w Lexicon,
    wording: &'w Wording,
}

/// The forms of one meaning: alternatives of the wording, or the lexicon's own word.
#[derive(Clone, Copy)]
enum Alternatives<'w> {
    Listed(&'w [String]),
    Own(&'w str),
}

impl<'w> Alternatives<'w> {
    fn len(self) -> usize {
        match self {
            Self::Listed(forms) => forms.len(),
            Self::Own(_) => 1,
        }
    }

    fn at(self, index: usize) -> &'w str {
        match self {
            Self::Listed(forms) => &forms[index],
            Self::Own(word) => word,
        }
    }
}

impl<'w> WordedLexicon<'w> {
    fn of(self, meaning: Meaning) -> Alternatives<'w> {
        let Self { lexicon, wording } = self;
        let (name, word) = match meaning {
            Meaning::Opener => return Alternatives::Listed(&wording.openers),
            Meaning::Conjunction => return Alternatives::Listed(&wording.conjunctions),
            Meaning::Relation(relation) => return Alternatives::Listed(wording.relations.of(relation)),
            Meaning::Noun(None) => (OBJECT, OBJECT),
            Meaning::Verb(verb) => {
                let verb = &lexicon.verbs[usize::from(verb)];
                (verb.deed.name(), verb.word.as_str())
            }
            Meaning::Size(size) => {
                let size = &lexicon.sizes[usize::from(size)];
                (size.extreme.name(), size.word.as_str())
            }
            Meaning::Adverb(adverb) => lexicon.adverbs[usize::from(adverb)].word.parts(),
            Meaning::Colour(colour) => lexicon.colours[usize::from(colour)].parts(),
            Meaning::Noun(Some(noun)) => lexicon.nouns[usize::from(noun)].word.parts(),
        };
        self.wording.words.get(name).map_or(Alternatives::Own(word), |forms| Alternatives::Listed(forms))
    }
}

impl Forms for WordedLexicon<'_> {
    fn each(&self, slot: Slot, mut visit: impl FnMut(&str, Meaning)) {
        let Lexicon { verbs, adverbs, nouns, colours, sizes, .. } = self.lexicon;
        let numbers = |count: usize| (0..=u8::MAX).take(count);
        let mut all = |meaning: Meaning| {
            let forms = self.of(meaning);
            (0..forms.len()).for_each(|index| visit(forms.at(index), meaning));
        };
        let (place, first) = match slot {
            Slot::Start => (AdverbPlace::Front, true),
            _ => (AdverbPlace::End, slot == Slot::After),
        };
        if first && self.wording.adverb.contains(&place) {
            numbers(adverbs.len()).map(Meaning::Adverb).for_each(&mut all);
        }
        match slot {
            Slot::Start => numbers(verbs.len()).map(Meaning::Verb).for_each(&mut all),
            Slot::Word => {
                numbers(colours.len()).map(Meaning::Colour).for_each(&mut all);
                numbers(sizes.len()).map(Meaning::Size).for_each(&mut all);
                all(Meaning::Noun(None));
                numbers(nouns.len()).map(|noun| Meaning::Noun(Some(noun))).for_each(&mut all);
            }
            Slot::After => [Meaning::Opener, Meaning::Conjunction].into_iter().for_each(&mut all),
            Slot::Relation => Relation::ALL.map(Meaning::Relation).into_iter().for_each(&mut all),
        }
    }

    /// The lexicon's verbs are followed by "to"; the wording's forms bring theirs.
    fn takes_to(&self, verb: u8) -> bool {
        self.lexicon.is_intransitive(verb) && matches!(self.of(Meaning::Verb(verb)), Alternatives::Own(_))
    }

    fn speech(&self) -> &Speech {
        &self.lexicon.speech
    }
}

/// A speaker who lets `pick` choose among the alternatives, given their number.
struct Speaker<'w, P> {
    spoken: WordedLexicon<'w>,
    pick: P,
}

impl<'w, P: FnMut(usize) -> usize> Voice<'w> for Speaker<'w, P> {
    fn form(&mut self, meaning: Meaning) -> &'w str {
        let forms = self.spoken.of(meaning);
        forms.at((self.pick)(forms.len()))
    }

    fn article(&self, determiner: Determiner) -> &'w str {
        self.spoken.lexicon.speech.article(determiner)
    }

    fn to(&self) -> &'w str {
        &self.spoken.lexicon.speech.to
    }

    fn takes_to(&self, verb: u8) -> bool {
        self.spoken.takes_to(verb)
    }

    fn colour_first(&mut self) -> bool {
        let orders = &self.spoken.wording.adjectives;
        orders[(self.pick)(orders.len())] == AdjectiveOrder::ColourSize
    }

    fn adverb_first(&mut self) -> bool {
        let places = &self.spoken.wording.adverb;
        places[(self.pick)(places.len())] == AdverbPlace::Front
    }

    fn splits(&self) -> bool {
        true
    }
}
