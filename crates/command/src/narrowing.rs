//! How the words of a command narrow down what it refers to.
//!
//! A command is understood phrase by phrase, and a phrase from its noun on: what is red is looked for among the circles, and
//! what is small depends on what else is a red circle. A clause is understood once the thing that it mentions is. So the
//! steps come in the order in which each needs only earlier ones, and within a phrase none adds an object.

use std::ops::Range;

use crate::print::{Part, Token};
use crate::{Command, Lexicon, Phrase, Scene, Semantics, Surface};

/// A word that is taken into account, or the words of a relation, and what that leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NarrowingStep {
    /// The phrase, by its number in [`Phrase::nodes`].
    pub phrase: usize,
    /// The tokens of the command that are taken into account.
    pub tokens: Range<usize>,
    /// The phrase with all words so far.
    pub so_far: Phrase,
    /// The objects that it may refer to, as bits.
    pub objects: u64,
}

/// The steps from the words of a command to its referents. Those of the last step are the command's. Each noun, colour,
/// size and relation has a step; the other words leave every object possible.
pub fn narrow(
    command: &Command,
    scene: &Scene<'_>,
    lexicon: &Lexicon,
    surface: Surface,
    semantics: Semantics,
) -> Vec<NarrowingStep> {
    let tokens = command.parts(lexicon, surface);
    let mut way = Way { tokens: &tokens, scene, lexicon, semantics, steps: Vec::new() };
    way.phrase(0, &command.phrase);
    way.steps
}

struct Way<'a> {
    tokens: &'a [Token<'a>],
    scene: &'a Scene<'a>,
    lexicon: &'a Lexicon,
    semantics: Semantics,
    steps: Vec<NarrowingStep>,
}

impl Way<'_> {
    fn phrase(&mut self, number: usize, phrase: &Phrase) {
        let Phrase { determiner, size, colour, noun, .. } = *phrase;
        let mut part = Phrase { determiner, noun, ..Phrase::default() };
        self.step(number, Part::Noun, number, &part);
        if colour.is_some() {
            part.colour = colour;
            self.step(number, Part::Colour, number, &part);
        }
        if size.is_some() {
            part.size = size;
            self.step(number, Part::Size, number, &part);
        }
        for (other, clause) in phrase.spoken_clauses(number) {
            self.phrase(other, &clause.phrase);
            part.clauses.push(clause.clone());
            self.step(number, Part::Relation, other, &part);
        }
    }

    /// Takes one more part of a phrase into account; the tokens are those of a phrase, too, which may be that of a clause.
    fn step(&mut self, phrase: usize, part: Part, of: usize, so_far: &Phrase) {
        let is_meant = |token: &Token<'_>| token.part == part && token.phrase == of;
        let start = self.tokens.iter().position(is_meant).unwrap_or_default();
        let count = self.tokens[start..].iter().take_while(|token| is_meant(token)).count();
        let objects = self.scene.denotation(so_far, self.lexicon, self.semantics);
        self.steps.push(NarrowingStep {
            phrase,
            tokens: start..start + count,
            so_far: so_far.clone(),
            objects,
        });
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_grid::{Agent, Cell, Object, World};

    use super::*;
    use crate::{Reading, Register, parse};

    #[test]
    fn each_word_leaves_fewer() {
        let lexicon = Lexicon::reascan();
        let text = "push the small red circle that is in the same row as a blue square cautiously";
        let command = parse(text, &lexicon).unwrap();
        let mut world = World::new(6, Agent::default()).unwrap();
        let numbers =
            |shape: &str, colour: &str| (lexicon.noun(shape).unwrap(), lexicon.colour(colour).unwrap());
        for (shape, colour, size, row, column) in [
            ("circle", "red", 1, 0, 1),
            ("circle", "red", 1, 1, 1),
            ("circle", "red", 3, 1, 2),
            ("circle", "blue", 1, 1, 3),
            ("square", "blue", 1, 1, 4),
        ] {
            let (shape, colour) = numbers(shape, colour);
            world.place(Object::solid(shape, colour, size, Cell::new(row, column))).unwrap();
        }
        let scene = Scene::new(&world);
        let steps = narrow(&command, &scene, &lexicon, Surface::Reascan, Reading::Existential.into());
        let tokens = command.tokens(&lexicon, Surface::Reascan, Register::Words);
        let told: Vec<(usize, String, u64)> = steps
            .iter()
            .map(|step| (step.phrase, tokens[step.tokens.clone()].join(" "), step.objects))
            .collect();
        let expected = [
            (0, "circle", 0b1111),
            (0, "red", 0b0111),
            (0, "small", 0b0011),
            (1, "square", 0b10000),
            (1, "blue", 0b10000),
            (0, "in the same row as", 0b0010),
        ];
        assert_eq!(told, expected.map(|(phrase, words, objects)| (phrase, words.to_string(), objects)));
        assert_eq!(steps.last().unwrap().so_far, command.phrase);
    }
}
