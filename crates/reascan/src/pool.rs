//! The commands that a split's items are about.

use std::collections::HashSet;

use wampimuk_command::{Clause, Command, Determiner, Lexicon, Phrase, Relation};
use wampimuk_core::{KeyedHash, Permutation, StreamKey};

use crate::pattern::{MAX_PHRASES, Pattern};
use crate::population::Population;
use crate::recipe::Seen;

/// All commands of a pattern: its structures with their verbs and adverbs.
#[derive(Clone, Debug)]
pub(crate) struct PatternCommands {
    pub name: String,
    pub population: Population,
    /// How many combinations of verb and adverb each structure has.
    manners: u64,
    /// How many there are altogether.
    all_manners: u64,
    verbs: u64,
    /// Chooses the combinations of a structure, where not all are used.
    choice: KeyedHash,
}

/// The commands of one split group.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pool {
    pub entries: Vec<Entry>,
}

/// A command by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Entry {
    /// The number of its source.
    pub source: u16,
    /// The number of the pattern that its phrases are rearranged to, from 1; 0 if they stay.
    pub recast: u16,
    /// Its number in the source.
    pub number: u64,
}

impl PatternCommands {
    pub fn new(
        name: &str,
        population: Population,
        lexicon: &Lexicon,
        manners: Option<u32>,
        key: &StreamKey,
    ) -> Self {
        let (verbs, adverbs) = (lexicon.verbs.len() as u64, lexicon.adverbs.len() as u64 + 1);
        let all_manners = verbs * adverbs;
        Self {
            name: name.to_string(),
            population,
            manners: manners.map_or(all_manners, |manners| u64::from(manners).clamp(1, all_manners)),
            all_manners,
            verbs,
            choice: KeyedHash::new(&mut key.stream(1)),
        }
    }

    pub fn len(&self) -> u64 {
        self.population.len() * self.manners
    }

    /// Command `number`.
    pub fn command(&self, number: u64) -> Command {
        let (structure, manner) = (number / self.manners, number % self.manners);
        let manner = if self.manners == self.all_manners {
            manner
        } else {
            // Consecutive manners from a random one on: different ones for each structure.
            let start = self.choice.below(structure, 0, self.all_manners as u32);
            (u64::from(start) + manner) % self.all_manners
        };
        let adverb = (manner / self.verbs) as u8;
        self.population.command(structure, (manner % self.verbs) as u8, adverb.checked_sub(1))
    }

    /// The order in which commands are sampled.
    pub fn order(&self, key: &StreamKey) -> Permutation {
        Permutation::new(self.len(), &mut key.stream(0))
    }
}

/// What the training commands say: their phrases and relations, alone and together.
#[derive(Debug, Default)]
pub(crate) struct SeenPhrases {
    phrases: HashSet<PhraseWords>,
    together: HashSet<Vec<PhraseWords>>,
    pairs: HashSet<[PhraseWords; 2]>,
    relations: HashSet<Relation>,
    relations_together: HashSet<Vec<Relation>>,
}

/// A phrase's own words.
type PhraseWords = (Option<u8>, Option<u8>, Option<u8>);

impl SeenPhrases {
    pub fn add(&mut self, command: &Command) {
        let Contents { phrases, relations } = Contents::of(&command.phrase);
        self.phrases.extend(phrases.iter().copied());
        self.relations.extend(relations.iter().copied());
        self.pairs.extend(pairs(&phrases));
        self.together.insert(phrases);
        self.relations_together.insert(relations);
    }

    pub fn has(&self, what: Seen, Contents { phrases, relations }: &Contents) -> bool {
        match what {
            Seen::Phrases => phrases.iter().all(|phrase| self.phrases.contains(phrase)),
            Seen::PhrasesTogether => self.together.contains(phrases),
            Seen::PairsOfPhrases => pairs(phrases).all(|pair| self.pairs.contains(&pair)),
            Seen::Relations => relations.iter().all(|relation| self.relations.contains(relation)),
            Seen::RelationsTogether => self.relations_together.contains(relations),
        }
    }
}

/// Any two of some sorted phrases.
fn pairs(phrases: &[PhraseWords]) -> impl Iterator<Item = [PhraseWords; 2]> {
    let pairs =
        |(number, &one): (usize, &PhraseWords)| phrases[number + 1..].iter().map(move |&two| [one, two]);
    phrases.iter().enumerate().flat_map(pairs)
}

/// The phrases and relations of a command, sorted.
pub(crate) struct Contents {
    phrases: Vec<PhraseWords>,
    relations: Vec<Relation>,
}

impl Contents {
    pub fn of(head: &Phrase) -> Self {
        let mut contents = Self { phrases: Vec::new(), relations: Vec::new() };
        contents.add(head);
        contents.phrases.sort_unstable();
        contents.relations.sort_unstable();
        contents
    }

    fn add(&mut self, phrase: &Phrase) {
        self.phrases.push((phrase.size, phrase.colour, phrase.noun));
        for clause in &phrase.clauses {
            self.relations.push(clause.relation);
            self.add(&clause.phrase);
        }
    }
}

/// The same phrases and relations in another pattern, or `None` if it has another number of phrases.
pub(crate) fn recast(command: &Command, pattern: &Pattern) -> Option<Command> {
    let mut phrases = Vec::with_capacity(MAX_PHRASES);
    fn collect(phrase: Phrase, relation: Option<Relation>, phrases: &mut Vec<(Option<Relation>, Phrase)>) {
        let Phrase { clauses, .. } = phrase;
        phrases.push((relation, Phrase { clauses: Vec::new(), ..phrase }));
        for Clause { relation, phrase } in clauses {
            collect(phrase, Some(relation), phrases);
        }
    }
    collect(command.phrase.clone(), None, &mut phrases);
    if phrases.len() != pattern.phrases() {
        return None;
    }
    for number in (1..phrases.len()).rev() {
        let (relation, phrase) = std::mem::take(&mut phrases[number]);
        let parent = pattern.parent(number)?;
        phrases[parent].1.clauses.insert(0, Clause { relation: relation?, phrase });
    }
    let mut phrase = std::mem::take(&mut phrases[0].1);
    phrase.determiner = Determiner::The;
    Some(Command { phrase, ..*command })
}
