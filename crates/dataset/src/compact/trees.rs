//! What our own files say of relative clauses, and of why each object is there.

use std::fmt;

use serde::Deserialize;
use wampimuk_command::{
    ClauseVariant, Command, Determiner, DistractorGroup, Lexicon, Necessity, ObjectRole, ObjectRoles,
    Relation, Strategy, WordClass,
};

use super::decode::one_of;
use super::{Row, RowObject};
use crate::error::{FieldError, Problem};
use crate::original::BorrowedText;

/// A phrase as recorded.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct RowPhrase<'a> {
    #[serde(borrow)]
    pub(super) relation: BorrowedText<'a>,
    pub(super) parent: u8,
    #[serde(borrow)]
    pub(super) determiner: BorrowedText<'a>,
    #[serde(borrow)]
    pub(super) size: BorrowedText<'a>,
    #[serde(borrow)]
    pub(super) colour: BorrowedText<'a>,
    #[serde(borrow)]
    pub(super) noun: BorrowedText<'a>,
    pub(super) needs_size: bool,
    pub(super) needs_colour: bool,
    pub(super) needs_noun: bool,
    pub(super) needs_clause: bool,
}

/// A group as recorded.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct RowGroup<'a> {
    #[serde(borrow)]
    pub(super) strategy: BorrowedText<'a>,
    pub(super) phrase: u8,
    #[serde(borrow)]
    pub(super) word: BorrowedText<'a>,
    pub(super) other: u8,
    pub(super) complete: bool,
}

/// What our own files say of a command with relative clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeClaims {
    /// The shape of the command, in the original's notation.
    pub pattern: String,
    /// Its phrases, the head first.
    pub phrases: Vec<PhraseClaim>,
    /// The variants of the meaning under which the target is unique.
    pub variants: Vec<ClauseVariant>,
}

/// What our own files say of a phrase. Texts are the names of meanings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhraseClaim {
    /// The phrase whose clause it is, and how that one relates to it; `None` for the head.
    pub parent: Option<(u8, Relation)>,
    /// Its article.
    pub determiner: Determiner,
    /// Its size word; empty if there is none.
    pub size: String,
    /// Its colour word; empty if there is none.
    pub colour: String,
    /// Its noun.
    pub noun: String,
    /// Whether its size word, colour word and noun are necessary.
    pub needs: [bool; 3],
    /// Whether its clause is necessary.
    pub needs_clause: bool,
}

impl PhraseClaim {
    /// What is true of the phrases of a command.
    pub fn all(command: &Command, lexicon: &Lexicon, necessity: Necessity) -> Vec<Self> {
        let at = usize::from;
        let claim = |(number, node): (usize, wampimuk_command::PatternNode<'_>)| Self {
            // Readers take commands of a few phrases only.
            parent: node.parent.map(|(parent, relation)| (parent as u8, relation)),
            determiner: node.phrase.determiner,
            size: node.phrase.size.map_or("", |size| lexicon.sizes[at(size)].extreme.name()).into(),
            colour: node.phrase.colour.map_or("", |colour| &lexicon.colours[at(colour)].name).into(),
            noun: node.phrase.noun.map_or("object", |noun| &lexicon.nouns[at(noun)].word.name).into(),
            needs: WordClass::ALL.map(|class| necessity.word(number, class)),
            needs_clause: necessity.clause(number),
        };
        command.phrase.nodes().into_iter().enumerate().map(claim).collect()
    }
}

/// "same row of 0: the small circle, needs size, clause".
impl fmt::Display for PhraseClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((parent, relation)) = self.parent {
            write!(f, "{} of {parent}: ", relation.name())?;
        }
        let words = [self.determiner.word(), &self.size, &self.colour, &self.noun];
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let needs = WordClass::ALL.into_iter().zip(self.needs).filter(|(_, needs)| *needs);
        let needs = needs.map(|(class, _)| class.name()).chain(self.needs_clause.then_some("clause"));
        let needs: Vec<&str> = needs.collect();
        let needs = if needs.is_empty() { "nothing".to_string() } else { needs.join(", ") };
        write!(f, "{}, needs {needs}", words.join(" "))
    }
}

impl Row<'_> {
    /// What the row says of the command's clauses, if it is of a kind that says it.
    pub(super) fn trees(&self) -> Result<Option<TreeClaims>, FieldError> {
        let missing = |field: &str| {
            FieldError::new(
                field,
                Problem::Json("missing, though other columns of commands with clauses are there".into()),
            )
        };
        let (pattern, phrases, variants) = match (&self.pattern, &self.phrases, &self.groups, &self.variants)
        {
            (None, None, None, None) => return Ok(None),
            (Some(pattern), Some(phrases), Some(_), Some(variants)) => (pattern, phrases, variants),
            (None, ..) => return Err(missing("pattern")),
            (_, None, ..) => return Err(missing("phrases")),
            (_, _, None, _) => return Err(missing("groups")),
            (.., None) => return Err(missing("variants")),
        };
        let phrases = phrases.iter().enumerate().map(|(number, phrase)| phrase.claim(number));
        let variant =
            |name: &BorrowedText<'_>| one_of("variants", name, ClauseVariant::ALL, ClauseVariant::name);
        Ok(Some(TreeClaims {
            pattern: pattern.to_string(),
            phrases: phrases.collect::<Result<_, _>>()?,
            variants: variants.iter().map(variant).collect::<Result<_, _>>()?,
        }))
    }

    /// The meanings of the command's words, put together from its phrases. The adverb's words are one token or several,
    /// as they are in the command.
    pub(super) fn meaning_of_phrases(&self, phrases: &[RowPhrase<'_>]) -> Option<String> {
        let mut tokens: Vec<&str> = vec![&self.verb];
        tokens.extend((&*self.verb == "walk").then_some("to"));
        // How many clauses each phrase has so far.
        let mut clauses = vec![0; phrases.len()];
        for (number, phrase) in phrases.iter().enumerate() {
            if number > 0 {
                let parent = usize::from(phrase.parent);
                let relation = Relation::ALL.into_iter().find(|known| known.name() == &*phrase.relation)?;
                let count = clauses.get_mut(parent).filter(|_| parent < number)?;
                tokens.extend(if *count == 0 { "that is" } else { "and" }.split(' '));
                *count += 1;
                tokens.extend(relation.words().split(' '));
            }
            let words: [&str; 4] = [&phrase.determiner, &phrase.size, &phrase.colour, &phrase.noun];
            tokens.extend(words.into_iter().filter(|word| !word.is_empty()));
        }
        let room = self.command.len().saturating_sub(tokens.len());
        if room == 1 {
            tokens.push(&self.adverb);
        } else if !self.adverb.is_empty() {
            tokens.extend(self.adverb.split(' '));
        }
        Some(tokens.join(","))
    }

    /// Why each object is there; empty if the row does not say.
    pub(super) fn cast(&self, phrases: usize) -> Result<ObjectRoles, FieldError> {
        let groups = self.groups.as_deref().unwrap_or_default();
        if groups.is_empty() {
            let named = |object: &RowObject<'_>| {
                [object.group, object.phrase].iter().any(|part| part.is_some_and(|part| part > 0))
            };
            return match self.objects.iter().position(named) {
                None => Ok(ObjectRoles::default()),
                Some(number) => Err(FieldError::value(
                    format!("objects[{number}].group"),
                    "0, since there are no groups",
                    "a group or a phrase",
                )),
            };
        }
        let mut cast = ObjectRoles::default();
        for (number, group) in groups.iter().enumerate() {
            cast.groups.push(group.decode(number, phrases)?);
        }
        for (number, object) in self.objects.iter().enumerate() {
            let field = |name: &str| format!("objects[{number}].{name}");
            let missing = |name: &str| FieldError::new(field(name), Problem::Json("missing".into()));
            let group = object.group.ok_or_else(|| missing("group"))?;
            if usize::from(group) >= groups.len() {
                let expected = format!("the number of one of the {} groups", groups.len());
                return Err(FieldError::value(field("group"), expected, group));
            }
            let phrase = object.phrase.ok_or_else(|| missing("phrase"))?;
            cast.parts.push(ObjectRole { group, phrase: optional(phrase, phrases, &field("phrase"))? });
        }
        Ok(cast)
    }
}

impl RowPhrase<'_> {
    fn claim(&self, number: usize) -> Result<PhraseClaim, FieldError> {
        let field = |name: &str| format!("phrases[{number}].{name}");
        let parent = match &*self.relation {
            "" => None,
            name => Some((self.parent, one_of(&field("relation"), name, Relation::ALL, Relation::name)?)),
        };
        let determiners = [Determiner::A, Determiner::The];
        Ok(PhraseClaim {
            parent,
            determiner: one_of(&field("determiner"), &self.determiner, determiners, Determiner::word)?,
            size: self.size.to_string(),
            colour: self.colour.to_string(),
            noun: self.noun.to_string(),
            needs: [self.needs_size, self.needs_colour, self.needs_noun],
            needs_clause: self.needs_clause,
        })
    }
}

impl RowGroup<'_> {
    fn decode(&self, number: usize, phrases: usize) -> Result<DistractorGroup, FieldError> {
        let field = |name: &str| format!("groups[{number}].{name}");
        let word = match &*self.word {
            "" => None,
            name => Some(one_of(&field("word"), name, WordClass::ALL, WordClass::name)?),
        };
        Ok(DistractorGroup {
            strategy: one_of(&field("strategy"), &self.strategy, Strategy::ALL, Strategy::name)?,
            phrase: optional(self.phrase, phrases, &field("phrase"))?,
            word,
            other: optional(self.other, phrases, &field("other"))?,
            complete: self.complete,
        })
    }
}

/// A phrase's number from its number plus one.
fn optional(number: u8, phrases: usize, field: &str) -> Result<Option<u8>, FieldError> {
    if usize::from(number) > phrases {
        return Err(FieldError::value(
            field,
            format!("0 or 1 + the number of one of the {phrases} phrases"),
            number,
        ));
    }
    Ok(number.checked_sub(1))
}
