//! Worlds for commands that the caller chooses: what other families build on.

use std::ops::RangeInclusive;

use wampimuk_command::{Lexicon, Phrase, Scene};
use wampimuk_core::Stream;
use wampimuk_grid::{Agent, Cell, Heading, World, WorldError};

use crate::acceptance::certain_referent;
use crate::construct::{Builder, WorldRequest};
use crate::pattern::MAX_PHRASES;
use crate::recipe::Constructed;
use crate::tree::Tree;

/// Makes certified worlds for phrases, without splits or agents: in each, the phrase refers to one object under every
/// reading of "small" and "big" and every variant of clauses and boxes, and as much of it is needed as the settings
/// say.
#[derive(Debug)]
pub struct WorldMaker<'d> {
    builder: Builder<'d>,
    settings: &'d Constructed,
    lexicon: &'d Lexicon,
    world: World,
}

impl<'d> WorldMaker<'d> {
    /// Worlds of this side whose objects have these sizes. Size words need at least two sizes.
    pub fn new(
        settings: &'d Constructed,
        side: u8,
        sizes: RangeInclusive<u8>,
        lexicon: &'d Lexicon,
    ) -> Result<Self, WorldError> {
        let world = World::new(side, Agent::default())?;
        let builder = Builder::new(settings, side, *sizes.start(), *sizes.end(), lexicon);
        Ok(Self { builder, settings, lexicon, world })
    }

    /// Draws a world in which the phrase refers to an object in this cell, which is the first of the list. The words say
    /// what stood in the way of the last attempt.
    pub fn make(
        &mut self,
        phrase: &Phrase,
        goal: Cell,
        attempts: u32,
        stream: &mut Stream,
    ) -> Result<&World, String> {
        if phrase.count() > MAX_PHRASES {
            return Err(format!("it has {} phrases; at most {MAX_PHRASES}", phrase.count()));
        }
        let tree = Tree::of(phrase, self.lexicon);
        let wanted = WorldRequest { rivals: &[], decoys: &[], suits: &|_, _| true, needs: &|_, _, _| false };
        let mut reason = "nothing was tried".to_string();
        let side = self.world.side();
        let cells = u32::from(side) * u32::from(side);
        for _ in 0..attempts {
            // Builders keep a cell for an agent. Nobody stands there, so it is another one each time.
            let place = (goal.index(side) as u32 + 1 + stream.below(cells.max(2) - 1)) % cells;
            let agent = Cell::from_index(place as usize, side);
            if let Err(obstacle) = self.builder.build(&tree, agent, goal, &wanted, stream) {
                reason = obstacle.to_string();
                continue;
            }
            self.world.reset(Agent { cell: Cell::default(), heading: Heading::East });
            self.builder.objects().iter().for_each(|&object| self.world.add(object));
            let scene = Scene::new(&self.world);
            if certain_referent(&tree, &scene, self.lexicon, self.settings.necessity) == Some(0) {
                return Ok(&self.world);
            }
            reason = "the command fits more than one thing under some reading".to_string();
        }
        Err(reason)
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_command::{Reading, denotation, parse};
    use wampimuk_core::{Digest, StreamKey};

    use super::*;

    #[test]
    fn worlds_have_one_referent_where_it_was_asked_for() {
        let lexicon = Lexicon::reascan();
        let settings = Constructed { objects: 6, max_objects: 8, ..Constructed::default() };
        let mut maker = WorldMaker::new(&settings, 6, 1..=4, &lexicon).unwrap();
        let text = "push the object that is in the same row as a red circle and inside of a big box";
        let phrase = parse(text, &lexicon).unwrap().phrase;
        let mut stream = StreamKey::new(&Digest::of(b"worlds"), "test", 0).stream(0);
        for index in 0..36 {
            let goal = Cell::from_index(index, 6);
            let world = maker.make(&phrase, goal, 100, &mut stream).unwrap();
            let set = denotation(&phrase, world, &lexicon, Reading::Existential.into());
            assert_eq!((set, world.objects()[0].cell), (1, goal));
            let mut shorter = phrase.clone();
            shorter.clauses.pop();
            assert_ne!(denotation(&shorter, world, &lexicon, Reading::Existential.into()), 1);
        }
    }
}
