//! Drawing the world of a placement.

use wampimuk_command::Example;
use wampimuk_core::Stream;
use wampimuk_grid::{Agent, Heading, Object};

use crate::board::Board;
use crate::item_space::ItemSpace;
use crate::recipe::AgentHeading;
use crate::released::Candidate;

/// Draws worlds around placements and reuses its memory.
#[derive(Debug)]
pub struct WorldSampler<'g> {
    space: &'g ItemSpace,
    board: Board,
}

impl<'g> WorldSampler<'g> {
    pub fn new(space: &'g ItemSpace) -> Self {
        Self { space, board: Board::new(space.recipe.generate.grid_size) }
    }

    /// Draws a world around a placement and derives the actions.
    pub fn draw(&mut self, candidate: &Candidate, stream: &mut Stream, example: &mut Example) {
        let ItemSpace { recipe, lexicon, commands, scatter, .. } = self.space;
        let Candidate { command, target, agent, goal } = *candidate;
        let asked = &commands[command].command;
        let heading = match recipe.generate.agent_heading {
            AgentHeading::East => Heading::East,
            AgentHeading::Any => Heading::from_index(stream.below(4) as u8),
        };
        let Example { command, world, target: number, actions } = example;
        command.clone_from(asked);
        self.board.reset(agent);
        self.board.put(Object::solid(target.shape, target.colour, target.size, goal));
        scatter.place(&asked.phrase, target, stream, &mut self.board);
        *number = self.board.pour(Agent { cell: agent, heading }, recipe.generate.target_first, world);
        asked.execute(world, *number, lexicon, actions);
    }
}
