//! What is known for certain about a label.

use crate::{Command, Lexicon, Necessity, Reading, Scene, Semantics, necessity};

/// What is known for certain about an example's label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Certificate {
    /// The referents under each reading of "small" and "big", in the order of [`Reading::ALL`].
    pub referents: [u64; 3],
    /// The words without which the referents would be others, under the family's own reading.
    pub necessity: Necessity,
    /// The referents under each variant of the family's own reading, in the order of [`ClauseVariant::ALL`]. Nothing is in
    /// them unless [`Certificate::with_variants`] was asked for: they are about boxes and clauses, which gSCAN lacks.
    pub variants: [u64; 3],
}

wampimuk_core::named! {
    /// A choice about clauses and boxes that ReaSCAN makes one way and a reader could make the other way.
    pub enum ClauseVariant {
        /// Two phrases may be played by one object.
        NotDistinct = "not-distinct",
        /// A box is in every row and column that it touches, and inside another box only if all of it is.
        Geometric = "geometric",
        /// The noun "object" never means a box.
        NoBoxes = "no-boxes",
    }
}

impl ClauseVariant {
    /// ReaSCAN's meaning of phrases with this one choice made the other way.
    pub fn semantics(self, reading: Reading) -> Semantics {
        let plain = Semantics::from(reading);
        match self {
            Self::NotDistinct => Semantics { distinct: false, ..plain },
            Self::Geometric => Semantics { geometric: true, ..plain },
            Self::NoBoxes => Semantics { boxes_are_objects: false, ..plain },
        }
    }
}

impl Certificate {
    /// Derives the certificate of a command in a world; `reading` is the one the necessity of words is judged by.
    pub fn new(command: &Command, scene: &Scene<'_>, lexicon: &Lexicon, reading: Reading) -> Self {
        let referents =
            Reading::ALL.map(|reading| scene.denotation(&command.phrase, lexicon, reading.into()));
        let own = referents[reading as usize];
        let semantics = Semantics::from(reading);
        let necessity = necessity(scene, &command.phrase, lexicon, semantics, own);
        Self { referents, necessity, variants: [0; 3] }
    }

    /// The certificate with the referents under every [`ClauseVariant`].
    pub fn with_variants(command: &Command, scene: &Scene<'_>, lexicon: &Lexicon, reading: Reading) -> Self {
        let referents =
            |variant: ClauseVariant| scene.denotation(&command.phrase, lexicon, variant.semantics(reading));
        Self { variants: ClauseVariant::ALL.map(referents), ..Self::new(command, scene, lexicon, reading) }
    }

    /// Whether `target` is the only referent under this reading.
    pub fn holds_under(&self, reading: Reading, target: usize) -> bool {
        self.referents[reading as usize] == 1 << target
    }

    /// Whether `target` is the only referent under this variant.
    pub fn holds_with(&self, variant: ClauseVariant, target: usize) -> bool {
        self.variants[variant as usize] == 1 << target
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_grid::{Agent, Cell, Form, Object, World};

    use super::*;
    use crate::parse;

    /// A circle beside a square, and a box of the circle's colour whose corner lies elsewhere.
    #[test]
    fn variants_differ_where_they_should() {
        let lexicon = Lexicon::reascan();
        let noun = |name: &str| lexicon.noun(name).unwrap();
        let mut world = World::new(6, Agent::default()).unwrap();
        let target = world.place(Object::solid(noun("circle"), 0, 2, Cell::new(3, 3))).unwrap();
        world.place(Object::solid(noun("square"), 1, 2, Cell::new(3, 5))).unwrap();
        let frame = Object::solid(noun("box"), 0, 3, Cell::new(1, 0));
        world.place(Object { form: Form::Frame, ..frame }).unwrap();
        let variants = |text: &str| {
            let command = parse(text, &lexicon).unwrap();
            let scene = Scene::new(&world);
            let certificate = Certificate::with_variants(&command, &scene, &lexicon, Reading::Existential);
            assert!(certificate.holds_under(Reading::Existential, target), "{text}");
            ClauseVariant::ALL.map(|variant| certificate.holds_with(variant, target))
        };
        // By its extent the box is in row 3, too.
        assert_eq!(
            variants("push the red object that is in the same row as the square"),
            [true, false, true]
        );
        // Without boxes among the objects there is nothing of the circle's colour.
        assert_eq!(variants("push the circle that is in the same color as the object"), [true, true, false]);
        assert_eq!(variants("push the circle"), [true; 3]);
    }

    #[test]
    fn two_phrases_may_share_an_object() {
        let lexicon = Lexicon::reascan();
        let noun = |name: &str| lexicon.noun(name).unwrap();
        let mut world = World::new(6, Agent::default()).unwrap();
        let (circle, square) = (noun("circle"), noun("square"));
        let target = world.place(Object::solid(circle, 0, 2, Cell::new(3, 3))).unwrap();
        world.place(Object::solid(square, 1, 2, Cell::new(3, 5))).unwrap();
        world.place(Object::solid(square, 1, 2, Cell::new(3, 1))).unwrap();
        world.place(Object::solid(circle, 0, 2, Cell::new(0, 0))).unwrap();
        world.place(Object::solid(square, 1, 2, Cell::new(0, 4))).unwrap();
        // The second circle has only one square in its row.
        let text = "push the circle that is in the same row as a square and in the same row as a blue square";
        let command = parse(text, &lexicon).unwrap();
        let certificate =
            Certificate::with_variants(&command, &Scene::new(&world), &lexicon, Reading::Existential);
        assert!(certificate.holds_under(Reading::Existential, target));
        assert!(!certificate.holds_with(ClauseVariant::NotDistinct, target));
    }
}
