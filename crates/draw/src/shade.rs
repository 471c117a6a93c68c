//! The parts that objects play in an item, and how they are told apart.
//!
//! The target is warm and the distractors are cool, as in the figures of ReaSCAN. Readers who do not see the hues have
//! the lightness of the tints, and a letter on each.

use crate::Rgb;

/// Why an object is in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shade {
    /// The object that the command is about.
    Target,
    /// An object that another phrase of the command is about.
    Phrase,
    /// It fits the command if a relation is ignored.
    Relation,
    /// It fits the command if a size, colour or shape is ignored.
    Attribute,
    /// It fits the command if the order of the words is ignored.
    Isomorphism,
    /// It is there at random.
    Random,
}

impl Shade {
    /// All, in the order of a legend.
    pub const ALL: [Self; 6] =
        [Self::Target, Self::Phrase, Self::Relation, Self::Attribute, Self::Isomorphism, Self::Random];

    /// The name in a legend.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Target => "target",
            Self::Phrase => "mentioned",
            Self::Relation => "relation",
            Self::Attribute => "attribute",
            Self::Isomorphism => "isomorphism",
            Self::Random => "random",
        }
    }

    /// The letter on objects without a tag. Pictures leave out that of [`Shade::Random`]; terminals do
    /// not.
    pub const fn letter(self) -> char {
        match self {
            Self::Target => 'T',
            Self::Phrase => 'M',
            Self::Relation => 'R',
            Self::Attribute => 'A',
            Self::Isomorphism => 'I',
            Self::Random => 'X',
        }
    }

    /// Whether it only distracts.
    pub const fn is_distractor(self) -> bool {
        !matches!(self, Self::Target | Self::Phrase)
    }

    /// The colour of the ground under such an object.
    pub const fn tint(self) -> Rgb {
        match self {
            Self::Target => Rgb::new(255, 190, 182),
            Self::Phrase => Rgb::new(255, 232, 196),
            Self::Relation => Rgb::new(172, 204, 244),
            Self::Attribute => Rgb::new(212, 240, 250),
            Self::Isomorphism => Rgb::new(208, 198, 242),
            Self::Random => Rgb::new(236, 239, 243),
        }
    }

    /// The colour of the line around that ground.
    pub(crate) fn edge(self) -> Rgb {
        match self {
            Self::Target => Rgb::new(206, 62, 56),
            _ => self.tint().mix(Rgb::INK, 0.3),
        }
    }
}
