//! Why each object of a world is there.

use crate::WordClass;

/// The objects of a world by the purpose they were placed for. Empty where a family does not say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectRoles {
    /// For each object, in the order of the world's list: what it was placed for.
    pub parts: Vec<ObjectRole>,
    /// What objects were placed for. The first group is the command itself.
    pub groups: Vec<DistractorGroup>,
}

/// The purpose of one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ObjectRole {
    /// The number of its group.
    pub group: u8,
    /// The number of the phrase it was made to fit (perhaps with a word changed), counted as in
    /// [`Phrase::count`](crate::Phrase::count) from the head on; `None` for objects that fit none on purpose.
    pub phrase: Option<u8>,
}

/// Objects placed together, and what they compete with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DistractorGroup {
    /// How they were chosen.
    pub strategy: Strategy,
    /// The phrase whose clause is left out, or whose word is changed.
    pub phrase: Option<u8>,
    /// The class of the word that is changed.
    pub word: Option<WordClass>,
    /// The phrase that words are exchanged with.
    pub other: Option<u8>,
    /// Whether all its objects found a place. The released procedure leaves parts of groups behind.
    pub complete: bool,
}

impl DistractorGroup {
    /// A group that is about no phrase in particular.
    pub const fn plain(strategy: Strategy) -> Self {
        Self { strategy, phrase: None, word: None, other: None, complete: true }
    }
}

wampimuk_core::named! {
    /// A way of choosing objects: the command's own, and ReaSCAN's four kinds of distractors with the objects that ground a
    /// size word. Recipes name the distractors; the others are there in any case.
    pub enum Strategy in recipes {
        /// What the command mentions: the target and what it is related to.
        #[serde(skip_deserializing)]
        Command = "command",
        /// Fits the command without one of its clauses.
        Relation = "relation",
        /// Fits the command with one word changed.
        Attribute = "attribute",
        /// Fits the command with words exchanged between two phrases.
        Isomorphism = "isomorphism",
        /// Makes a size word meaningful: the same kind of thing in the other size.
        #[serde(skip_deserializing)]
        Size = "size",
        /// Chosen at random.
        Random = "random",
    }
}

impl Strategy {
    /// ReaSCAN's four kinds of distractors, in the order in which they are placed.
    pub const DISTRACTORS: [Self; 4] = [Self::Relation, Self::Attribute, Self::Isomorphism, Self::Random];
}

impl ObjectRoles {
    /// Forgets everything, keeping the memory.
    pub fn clear(&mut self) {
        self.parts.clear();
        self.groups.clear();
    }

    /// The group an object belongs to, if that is known.
    pub fn group_of(&self, object: usize) -> Option<&DistractorGroup> {
        self.groups.get(usize::from(self.parts.get(object)?.group))
    }

    /// Whether objects of this strategy were placed.
    pub fn has(&self, strategy: Strategy) -> bool {
        self.groups.iter().any(|group| group.strategy == strategy)
    }
}
