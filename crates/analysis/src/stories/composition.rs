//! What the lines are about that an answer rests on, and how many they are.

use serde::{Serialize, Serializer};
use wampimuk_story::Concept;

/// The concepts by the names of the paper's tables, which have POSS for GRAB and DROP and count "is in" as MOVE; then
/// those of the other toy worlds.
const NAMES: [&str; 16] = [
    "MOVE",
    "POSS",
    "GIVE",
    "CONJ",
    "COREF",
    "COMPOUND",
    "NEGATE",
    "INDEF",
    "DIRECTION",
    "TIME",
    "KIND",
    "FEAR",
    "COLOUR",
    "POSITION",
    "SIZE",
    "MOTIVE",
];

/// A set of concepts: the paper's support composition f_c.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Composition(u16);

impl Composition {
    /// The composition of these concepts, in the spelling of files or of the paper. `None` if one is not known.
    pub fn of<'n>(names: impl IntoIterator<Item = &'n str>) -> Option<Self> {
        let mut bits = 0;
        for name in names {
            let concept = Concept::ALL.into_iter().find(|concept| concept.name() == name);
            let name = concept.map_or(name, |concept| concept.name_in_paper());
            bits |= 1 << NAMES.iter().position(|known| *known == name)?;
        }
        Some(Self(bits))
    }

    /// The names, in the order of the paper's tables.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        (0..).zip(NAMES).filter(move |(number, _)| self.0 >> number & 1 == 1).map(|(_, name)| name)
    }

    /// Whether a concept is among them.
    pub fn has(self, name: &str) -> bool {
        self.names().any(|own| own == name)
    }

    /// How many concepts there are.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All that are in one or the other.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Simple ones first, and among equally many concepts those of the paper's order.
    pub fn rank(self) -> (u32, u16) {
        (self.len(), self.0.reverse_bits() ^ u16::MAX)
    }
}

impl std::fmt::Display for Composition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.names().collect();
        f.write_str(&if names.is_empty() { "–".to_string() } else { names.join("+") })
    }
}

impl Serialize for Composition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.names())
    }
}

/// How many supporting lines, as the three plots of Figure 3 tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Band {
    /// At most two.
    #[serde(rename = "≤2")]
    Two,
    /// Three.
    #[serde(rename = "3")]
    Three,
    /// Four or more.
    #[serde(rename = "≥4")]
    More,
}

impl Band {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Two, Self::Three, Self::More];

    /// The band of this many lines.
    pub fn of(supports: usize) -> Self {
        match supports {
            0..=2 => Self::Two,
            3 => Self::Three,
            _ => Self::More,
        }
    }

    /// `≤2`, `3` or `≥4`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Two => "≤2",
            Self::Three => "3",
            Self::More => "≥4",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn concepts_have_the_names_of_the_paper() {
        let composition = Composition::of(["IS", "GRAB", "DROP", "COREF"]).expect("concepts");
        assert_eq!(composition.to_string(), "MOVE+POSS+COREF");
        assert_eq!(Composition::of(["MOVE", "POSS", "COREF"]), Some(composition));
        assert_eq!(Composition::of(["WALK"]), None);
        assert_eq!(Composition::default().to_string(), "–");
        assert!(composition.has("POSS") && !composition.has("GIVE"));
    }

    #[test]
    fn simple_compositions_come_first() {
        let of = |names: &[&str]| Composition::of(names.iter().copied()).expect("concepts");
        let mut all = [of(&["GIVE", "MOVE"]), of(&["INDEF"]), of(&["MOVE", "POSS"]), of(&["MOVE"])];
        all.sort_by_key(|composition| composition.rank());
        assert_eq!(all.map(|one| one.to_string()), ["MOVE", "INDEF", "MOVE+POSS", "MOVE+GIVE"]);
    }
}
