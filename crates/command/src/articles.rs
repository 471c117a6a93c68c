//! Articles that fit the world.

use crate::{Determiner, Lexicon, Phrase, Scene, Semantics};

/// Gives every phrase of a tree the article that ReaSCAN would: the head is "the"; any other phrase is "a" if its own
/// words fit several objects of the world, and "the" if they fit one or none. Relative clauses do not count.
pub fn choose_articles(head: &mut Phrase, scene: &Scene<'_>, lexicon: &Lexicon, semantics: Semantics) {
    head.determiner = Determiner::The;
    for clause in &mut head.clauses {
        let phrase = &mut clause.phrase;
        choose_articles(phrase, scene, lexicon, semantics);
        if scene.own_words(phrase, lexicon, semantics).count_ones() > 1 {
            phrase.determiner = Determiner::A;
        }
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_grid::{Agent, Cell, Object, World};

    use super::*;
    use crate::{Reading, Surface, parse};

    #[test]
    fn articles_follow_the_world() {
        let lexicon = Lexicon::reascan();
        let mut world = World::new(6, Agent::default()).unwrap();
        let (circle, square) = (lexicon.noun("circle").unwrap(), lexicon.noun("square").unwrap());
        world.place(Object::solid(circle, 0, 1, Cell::new(1, 1))).unwrap();
        world.place(Object::solid(square, 1, 1, Cell::new(1, 2))).unwrap();
        world.place(Object::solid(square, 0, 1, Cell::new(2, 2))).unwrap();
        let text =
            "push a circle that is in the same row as the square and in the same color as a red square";
        let mut command = parse(text, &lexicon).unwrap();
        choose_articles(&mut command.phrase, &Scene::new(&world), &lexicon, Reading::Existential.into());
        assert_eq!(
            command.text(&lexicon, Surface::Reascan),
            "push the circle that is in the same row as a square and in the same color as the red square"
        );
    }
}
