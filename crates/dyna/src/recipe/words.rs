//! The words of a recipe.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wampimuk_core::{RecipeError, check_count};
use wampimuk_story::{Lexicon, PersonName};

/// The most words of a list: more than can be told apart.
const MOST_WORDS: usize = 1000;

/// The words. What is not given is as published.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Vocabulary {
    /// The people.
    pub people: Vec<PersonName>,
    /// The objects, without article.
    pub objects: Vec<String>,
    /// The places, without article; at most 64.
    pub places: Vec<String>,
    /// Ways to say "went".
    #[serde(rename = "move")]
    pub go: Vec<String>,
    /// Ways to say "took".
    pub grab: Vec<String>,
    /// Ways to say "dropped".
    pub drop: Vec<String>,
    /// Ways to say "gave".
    pub give: Vec<String>,
    /// Ways to say "not".
    pub negate: Vec<String>,
    /// What comes before a pronoun: "After that".
    pub prefixes: Vec<String>,
    /// The pronoun for two people.
    pub they: String,
    /// How often "there" follows after something is taken or dropped, from 0 to 1. It says nothing, and published stories
    /// have it where it misleads.
    pub there: f64,
    /// Other words for the same sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relexicon: Option<RelexiconRecipe>,
}

/// Other words for the same sentences, put in their place when everything else is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum RelexiconRecipe {
    /// The letters of the alphabet exchanged, as in the published `shuffled` directories. The number chooses how.
    Shuffled(u64),
    /// Words that do not exist. The number chooses which.
    Nonce(u64),
    /// A list of words, such as another language's.
    Words(BTreeMap<String, String>),
}

impl Default for Vocabulary {
    fn default() -> Self {
        let lexicon = Lexicon::published();
        Self {
            people: lexicon.people,
            objects: lexicon.objects,
            places: lexicon.places,
            go: lexicon.moves,
            grab: lexicon.grabs,
            drop: lexicon.drops,
            give: lexicon.gives,
            negate: lexicon.negations,
            prefixes: lexicon.prefixes,
            they: lexicon.they,
            there: 0.0,
            relexicon: None,
        }
    }
}

impl Vocabulary {
    /// The lexicon.
    pub fn lexicon(&self) -> Lexicon {
        let Self { people, objects, places, go, grab, drop, give, negate, prefixes, they, .. } = self.clone();
        Lexicon {
            people,
            objects,
            places,
            moves: go,
            grabs: grab,
            drops: drop,
            gives: give,
            negations: negate,
            prefixes,
            they,
            ..Lexicon::published()
        }
    }

    /// Whether every list has words, none of them twice, and all of them can be told apart in a sentence.
    pub fn check(&self) -> Result<(), RecipeError> {
        let lists: [(&str, Vec<&str>); 9] = [
            ("people", self.people.iter().map(|person| person.name.as_str()).collect()),
            ("objects", self.objects.iter().map(String::as_str).collect()),
            ("places", self.places.iter().map(String::as_str).collect()),
            ("move", self.go.iter().map(String::as_str).collect()),
            ("grab", self.grab.iter().map(String::as_str).collect()),
            ("drop", self.drop.iter().map(String::as_str).collect()),
            ("give", self.give.iter().map(String::as_str).collect()),
            ("negate", self.negate.iter().map(String::as_str).collect()),
            ("prefixes", self.prefixes.iter().map(String::as_str).collect()),
        ];
        let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
        for (list, words) in &lists {
            check_count(&format!("words.{list}"), words.len(), MOST_WORDS)?;
            if words.is_empty() {
                return Err(RecipeError::new(format!("words.{list} is empty")).hint("give at least one"));
            }
            for word in words {
                check_word(&format!("words.{list}"), word)?;
                if let Some(other) = seen.insert(word, list) {
                    return Err(RecipeError::new(format!(
                        "`{word}` is in words.{list} and in words.{other}"
                    ))
                    .hint("every word can only mean one thing"));
                }
            }
        }
        for person in &self.people {
            check_word("a pronoun in words.people", &person.pronoun)?;
        }
        check_word("words.they", &self.they)?;
        if !(0.0..=1.0).contains(&self.there) {
            return Err(RecipeError::new(format!("words.there is {}", self.there)).hint("from 0 to 1"));
        }
        Ok(())
    }
}

/// Words are of letters, digits and inner spaces, hyphens or apostrophes, so that no sentence can be read in two ways.
fn check_word(place: &str, word: &str) -> Result<(), RecipeError> {
    let inner = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'');
    let ends = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let reserved = [" to ", " and ", " or ", " the ", " before ", " in "];
    let padded = format!(" {word} ");
    if word.len() > 64
        || !word.chars().all(inner)
        || word.contains("  ")
        || !ends(word.chars().next())
        || !ends(word.chars().next_back())
        || reserved.iter().any(|word| padded.contains(word))
    {
        return Err(RecipeError::new(format!("{place}: `{}` cannot be a word", word.escape_debug()))
            .hint("letters and digits, with spaces, hyphens and apostrophes between them, but without to, and, or, the, before, in"));
    }
    Ok(())
}
