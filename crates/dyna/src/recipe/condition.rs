//! What a question has to be like: filters and hold-outs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wampimuk_babi::{Kind, Solution};
use wampimuk_story::Concept;

/// What a question has to be like. All the keys given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Condition {
    /// It is of one of these kinds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<super::Kind>,
    /// It has so many supporting lines, from the first number to the second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub support: Option<[u32; 2]>,
    /// All of these concepts are among those of the supporting lines. `POSS` is `GRAB` or `DROP`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub all: Vec<ConceptName>,
    /// At least one of these is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub any: Vec<ConceptName>,
    /// None of these is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub none: Vec<ConceptName>,
    /// The answer is one of these, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<String>,
    /// The answer has so many minimal sets of supporting lines, from the first number to the second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proofs: Option<[u32; 2]>,
    /// The last line of a minimal set of supporting lines is among so many last sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recent: Option<u32>,
    /// The supporting lines are among so many last sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reach: Option<u32>,
    /// At most so many sentences come before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentences: Option<u32>,
    /// At least one of these conditions holds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub any_of: Vec<Condition>,
}

/// What a line is about, as the paper writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum ConceptName {
    /// Somebody goes somewhere.
    Move,
    /// Somebody is said to be somewhere.
    Is,
    /// Somebody takes something.
    Grab,
    /// Somebody drops something.
    Drop,
    /// Somebody takes or drops something.
    Poss,
    /// Somebody gives something to somebody.
    Give,
    /// Two named subjects.
    Conj,
    /// "He" or "she".
    Coref,
    /// "They".
    Compound,
    /// "Is not in".
    Negate,
    /// "Is either in … or".
    Indef,
}

impl ConceptName {
    /// Whether a line about this concept is one about what the name says.
    pub fn covers(self, concept: Concept) -> bool {
        match self {
            ConceptName::Poss => matches!(concept, Concept::Grab | Concept::Drop),
            ConceptName::Move => concept == Concept::Move,
            ConceptName::Is => concept == Concept::Is,
            ConceptName::Grab => concept == Concept::Grab,
            ConceptName::Drop => concept == Concept::Drop,
            ConceptName::Give => concept == Concept::Give,
            ConceptName::Conj => concept == Concept::Conj,
            ConceptName::Coref => concept == Concept::Coref,
            ConceptName::Compound => concept == Concept::Compound,
            ConceptName::Negate => concept == Concept::Negate,
            ConceptName::Indef => concept == Concept::Indef,
        }
    }
}

/// What a condition looks at.
#[derive(Clone, Copy, Debug)]
pub struct Features<'a> {
    /// The kind of question.
    pub kind: Kind,
    /// How many supporting lines there are.
    pub support: usize,
    /// Their concepts.
    pub composition: &'a [Concept],
    /// The answer, unless any will do.
    pub answer: Option<&'a str>,
    /// How many minimal sets of supporting lines there are.
    pub proofs: usize,
    /// Among how many last sentences the last line of a minimal set is.
    pub recent: usize,
    /// Among how many last sentences all supporting lines are.
    pub reach: usize,
    /// How many sentences come before the question.
    pub sentences: usize,
}

impl<'a> Features<'a> {
    /// The features of a solution, given how many facts of its story come before a line.
    pub fn of(
        solution: &'a Solution,
        composition: &'a [Concept],
        told_before: impl Fn(usize) -> usize,
    ) -> Self {
        let told = told_before(solution.line);
        let since = |line: Option<&usize>| told - line.map_or(0, |&line| told_before(line)).min(told);
        let last = solution.all_minimal.iter().filter_map(|set| set.iter().max()).max();
        Features {
            kind: solution.kind,
            support: solution.supporting.len(),
            composition,
            answer: Some(&solution.answer),
            proofs: solution.all_minimal.len(),
            sentences: told,
            recent: since(last),
            reach: since(solution.supporting.iter().min()),
        }
    }
}

fn within(range: Option<[u32; 2]>, value: usize) -> bool {
    range.is_none_or(|[from, to]| (from as usize..=to as usize).contains(&value))
}

impl Condition {
    /// Whether it holds for a question.
    pub fn holds(&self, question: &Features<'_>) -> bool {
        let has = |name: &ConceptName| question.composition.iter().any(|&concept| name.covers(concept));
        self.may_have(question.kind, question.sentences)
            && within(self.support, question.support)
            && within(self.proofs, question.proofs)
            && self.recent.is_none_or(|most| question.recent <= most as usize)
            && self.reach.is_none_or(|most| question.reach <= most as usize)
            && self.all.iter().all(has)
            && (self.any.is_empty() || self.any.iter().any(has))
            && !self.none.iter().any(has)
            && (self.answers.is_empty()
                || question.answer.is_none_or(|given| self.answers.iter().any(|answer| answer == given)))
            && (self.any_of.is_empty() || self.any_of.iter().any(|other| other.holds(question)))
    }

    /// Whether it asks for certain answers.
    pub fn names_answers(&self) -> bool {
        !self.answers.is_empty() || self.any_of.iter().any(Condition::names_answers)
    }

    /// Whether it may hold for a question of a kind at a place, whatever its answer.
    pub fn may_have(&self, kind: Kind, sentences: usize) -> bool {
        (self.kinds.is_empty() || self.kinds.iter().any(|&name| Kind::from(name) == kind))
            && self.sentences.is_none_or(|most| sentences <= most as usize)
    }

    /// Whether it may hold for a question with so many supporting lines, from the least to the most.
    pub fn may_have_support(&self, least: usize, most: usize) -> bool {
        self.support.is_none_or(|[from, to]| from as usize <= most && least <= to as usize)
    }
}
