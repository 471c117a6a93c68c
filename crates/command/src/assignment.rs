//! Which object stands for which phrase.

use crate::solve::heads;
use crate::{Lexicon, Phrase, Scene, Semantics};
use wampimuk_core::bits;

impl Scene<'_> {
    /// One way to give every phrase of a tree an object, with object number `head` for the head; `None` if there is no
    /// way. The first of all ways is taken, phrase by phrase, so the answer depends on the world alone.
    pub fn players(
        &self,
        phrase: &Phrase,
        lexicon: &Lexicon,
        semantics: Semantics,
        head: usize,
    ) -> Option<Vec<usize>> {
        let mut roles = self.roles(phrase, lexicon, semantics);
        let mut players = Vec::new();
        for number in 0..roles.as_slice().len() {
            let mask = roles.as_slice()[number].mask;
            let candidates = if number == 0 { mask & 1u64.checked_shl(head as u32)? } else { mask };
            let player = bits(candidates).find(|&candidate| {
                let mut tried = roles.clone();
                tried.as_mut_slice()[number].mask = 1 << candidate;
                heads(self, tried.as_mut_slice(), semantics.into(), semantics.distinct) != 0
            })?;
            roles.as_mut_slice()[number].mask = 1 << player;
            players.push(player);
        }
        Some(players)
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_grid::{Agent, Cell, Object, World};

    use super::*;
    use crate::{Reading, parse};

    #[test]
    fn every_phrase_has_a_player_of_its_own() {
        let lexicon = Lexicon::reascan();
        let (circle, square) = (lexicon.noun("circle").unwrap(), lexicon.noun("square").unwrap());
        let mut world = World::new(6, Agent::default()).unwrap();
        world.place(Object::solid(square, 1, 2, Cell::new(3, 1))).unwrap();
        world.place(Object::solid(circle, 0, 2, Cell::new(3, 3))).unwrap();
        world.place(Object::solid(square, 1, 2, Cell::new(3, 5))).unwrap();
        world.place(Object::solid(circle, 1, 2, Cell::new(0, 5))).unwrap();
        let text = "push the circle that is in the same row as a square and in the same row as a square that is in the \
                    same column as a circle";
        let command = parse(text, &lexicon).unwrap();
        let scene = Scene::new(&world);
        let players =
            |head: usize| scene.players(&command.phrase, &lexicon, Reading::Existential.into(), head);
        // Only the square in column 5 has a circle in its column.
        assert_eq!(players(1), Some(vec![1, 0, 2, 3]));
        assert_eq!(players(3), None);
        assert_eq!(players(64), None);
    }
}
