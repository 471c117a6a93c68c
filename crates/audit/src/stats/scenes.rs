//! What ReaSCAN's Figures 4 and 5 show beside what gSCAN's statistics show already.

use serde::Serialize;
use wampimuk_command::{Example, ObjectRoles, Relation, Strategy};

use crate::audit::tree::{nodes, pattern};
use crate::counts::Counts;
use crate::naming::Naming;
use crate::splits::Splits;
use crate::{Share, Tally};

/// Which kinds of distractors were placed on purpose. It cannot be read off a world, in which any object may distract:
/// the caller knows it from the generator or from the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DistractorKinds {
    /// Relation distractors for every clause.
    pub full_relation: bool,
    /// Relation distractors for some clause.
    pub relation: bool,
    /// Attribute distractors.
    pub attribute: bool,
    /// Isomorphism distractors.
    pub isomorphism: bool,
    /// Random distractors.
    pub random: bool,
}

impl DistractorKinds {
    /// What a generator says of the objects it placed; `None` if it says nothing.
    pub fn of(cast: &ObjectRoles) -> Option<Self> {
        let mut relations = cast.groups.iter().filter(|group| group.strategy == Strategy::Relation);
        (!cast.groups.is_empty()).then(|| Self {
            full_relation: relations.all(|group| group.complete),
            relation: cast.has(Strategy::Relation),
            attribute: cast.has(Strategy::Attribute),
            isomorphism: cast.has(Strategy::Isomorphism),
            random: cast.has(Strategy::Random),
        })
    }
}

/// The paper's bins of action lengths: ten lengths each, the last open.
const BINS: [&str; 6] = ["1–10", "11–20", "21–30", "31–40", "41–50", "over 50"];

/// Counts of one split.
#[derive(Clone, Debug, Default)]
pub(super) struct SceneCounts {
    patterns: Splits<PatternCounts>,
    /// Number 0 is no word.
    sizes: Counts,
    colours: Counts,
    nouns: Counts,
    relations: Counts,
    bins: Counts,
}

#[derive(Clone, Copy, Debug, Default)]
struct PatternCounts {
    examples: u64,
    distractors: PatternDistractors,
}

impl SceneCounts {
    pub fn add(&mut self, example: &Example) {
        let head = &example.command.phrase;
        self.patterns.of(&pattern(head)).examples += 1;
        for node in nodes(head) {
            let number = |word: Option<u8>| word.map_or(0, |word| usize::from(word) + 1);
            self.sizes.bump(number(node.phrase.size));
            self.colours.bump(number(node.phrase.colour));
            self.nouns.bump(number(node.phrase.noun));
            if let Some((_, relation)) = node.parent {
                self.relations.bump(relation as usize);
            }
        }
        self.bins.bump((example.actions.len().saturating_sub(1) / 10).min(BINS.len() - 1));
    }

    pub fn add_distractors(&mut self, head: &wampimuk_command::Phrase, kinds: DistractorKinds) {
        self.patterns.of(&pattern(head)).distractors.note(kinds, !head.clauses.is_empty());
    }

    pub fn merge(&mut self, other: Self) {
        self.patterns.merge(other.patterns, |mine, theirs| {
            mine.examples += theirs.examples;
            mine.distractors.merge(&theirs.distractors);
        });
        self.sizes.merge(&other.sizes);
        self.colours.merge(&other.colours);
        self.nouns.merge(&other.nouns);
        self.relations.merge(&other.relations);
        self.bins.merge(&other.bins);
    }

    /// `objects` are the kinds of the objects of all worlds.
    pub fn finish(&self, objects: &Counts, naming: &Naming) -> SceneStats {
        let lexicon = &naming.lexicon;
        let (shapes, colours) = (lexicon.nouns.len(), lexicon.colours.len());
        let feature = |feature: &dyn Fn(usize) -> usize, name: &dyn Fn(usize) -> String| {
            let mut sum = std::collections::BTreeMap::new();
            for (kind, count) in objects.iter() {
                *sum.entry(feature(kind)).or_insert(0) += count;
            }
            Tally(sum.into_iter().map(|(number, count)| (name(number), count)).collect())
        };
        let word = |none: &'static str, name: &dyn Fn(usize) -> String, number: usize| {
            number.checked_sub(1).map_or_else(|| none.to_string(), name)
        };
        let size = |number: usize| lexicon.sizes[number].extreme.name().to_string();
        let mut patterns: Vec<(&str, &PatternCounts)> = self.patterns.iter().collect();
        patterns.sort_by_key(|(pattern, _)| *pattern);
        let with_flags = patterns.iter().filter(|(_, counts)| counts.distractors.random.of > 0);
        SceneStats {
            patterns: Tally(
                patterns.iter().map(|(name, counts)| (name.to_string(), counts.examples)).collect(),
            ),
            distractors: with_flags.map(|(name, counts)| (name.to_string(), counts.distractors)).collect(),
            phrase_sizes: self.sizes.named(|number| word("(none)", &size, number)),
            world_sizes: feature(&|kind| naming.kind_size(kind), &|size| size.to_string()),
            phrase_colours: self
                .colours
                .named(|number| word("(none)", &|colour| naming.colour(colour), number)),
            world_colours: feature(&|kind| kind / shapes % colours, &|colour| naming.colour(colour)),
            phrase_shapes: self.nouns.named(|number| word("object", &|shape| naming.shape(shape), number)),
            world_shapes: feature(&|kind| kind % shapes, &|shape| naming.shape(shape)),
            relations: self.relations.named(|number| Relation::ALL[number].words().to_string()),
            action_bins: Tally(
                BINS.iter().enumerate().map(|(bin, name)| (name.to_string(), self.bins.get(bin))).collect(),
            ),
        }
    }
}

/// What ReaSCAN's Figures 4 and 5 show.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SceneStats {
    /// Shapes of commands: `$OBJ_0 ^ $OBJ_1 & $OBJ_2`.
    pub patterns: Tally,
    /// Which distractors were placed, for the patterns of which that is known.
    pub distractors: Vec<(String, PatternDistractors)>,
    /// Size words in phrases.
    pub phrase_sizes: Tally,
    /// Sizes of objects.
    pub world_sizes: Tally,
    /// Colour words in phrases.
    pub phrase_colours: Tally,
    /// Colours of objects.
    pub world_colours: Tally,
    /// Nouns in phrases.
    pub phrase_shapes: Tally,
    /// Shapes of objects.
    pub world_shapes: Tally,
    /// Relations in commands.
    pub relations: Tally,
    /// Numbers of actions, in the paper's bins.
    pub action_bins: Tally,
}

/// How many examples of a pattern have distractors of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PatternDistractors {
    /// Relation distractors for every clause; of the commands that have clauses.
    pub full_relation: Share,
    /// Relation distractors for some clause.
    pub relation: Share,
    /// Attribute distractors.
    pub attribute: Share,
    /// Isomorphism distractors.
    pub isomorphism: Share,
    /// Random distractors.
    pub random: Share,
}

impl PatternDistractors {
    /// Without clauses "all relation distractors" is true of none; ReaSCAN's files say true, its figure says none.
    fn note(&mut self, kinds: DistractorKinds, clauses: bool) {
        self.full_relation.note(kinds.full_relation && clauses);
        self.relation.note(kinds.relation);
        self.attribute.note(kinds.attribute);
        self.isomorphism.note(kinds.isomorphism);
        self.random.note(kinds.random);
    }

    fn merge(&mut self, other: &Self) {
        self.full_relation.merge(other.full_relation);
        self.relation.merge(other.relation);
        self.attribute.merge(other.attribute);
        self.isomorphism.merge(other.isomorphism);
        self.random.merge(other.random);
    }

    /// The shares by name.
    pub fn shares(&self) -> [(&'static str, Share); 5] {
        [
            ("full relation", self.full_relation),
            ("relation", self.relation),
            ("attribute", self.attribute),
            ("isomorphism", self.isomorphism),
            ("random", self.random),
        ]
    }

    /// What is known of ReaSCAN's published 2-relative-clauses test (2,712 items), counted there, and what the paper
    /// says of its whole data (Appendix B.2).
    pub fn published(pattern: &str, kind: &str) -> Option<(Option<f64>, &'static str)> {
        Some(match (pattern, kind) {
            ("$OBJ_0", "attribute") | ("$OBJ_0 ^ $OBJ_1", "attribute") => (None, "almost all"),
            ("$OBJ_0 ^ $OBJ_1", "relation") => (None, "almost all"),
            ("$OBJ_0", "random") => (None, "close to 100 %"),
            ("$OBJ_0 ^ $OBJ_1 & $OBJ_2", "relation") => (None, "almost all"),
            ("$OBJ_0 ^ $OBJ_1 & $OBJ_2", "attribute") => (Some(0.524), "about 60 %"),
            ("$OBJ_0 ^ $OBJ_1 & $OBJ_2", "isomorphism") => (Some(0.515), ""),
            ("$OBJ_0 ^ $OBJ_1 & $OBJ_2", "random") => (Some(1_298.0 / 2_712.0), "close to 0 %"),
            _ => return None,
        })
    }
}
