//! Carrying out any list of actions.

use crate::{Act, PULL, PUSH, Place, TURN_LEFT, TURN_RIGHT, WALK, left, right};

/// What an action did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The agent is in another cell.
    Moved,
    /// It faces another way.
    Turned,
    /// It waited.
    Waited,
    /// A heavy thing will move with the next effort.
    Strained,
    /// Something is in the way.
    Stuck,
    /// There is nothing to push or pull.
    Empty,
}

/// A world in motion. A push takes the thing underfoot and the agent one cell ahead, a pull one cell back. A heavy
/// thing needs two efforts; what happens between them does not matter unless the agent walks.
#[derive(Clone, Debug)]
pub struct Sim {
    /// The world as it is now.
    pub place: Place,
    strained: bool,
}

impl Sim {
    /// Before the first action.
    pub fn new(place: Place) -> Self {
        Self { place, strained: false }
    }

    /// Does one action.
    pub fn act(&mut self, act: Act) -> Effect {
        let place = &mut self.place;
        let (down, across) = match act {
            TURN_LEFT => {
                place.facing = left(place.facing);
                return Effect::Turned;
            }
            TURN_RIGHT => {
                place.facing = right(place.facing);
                return Effect::Turned;
            }
            WALK | PUSH => place.facing,
            PULL => (-place.facing.0, -place.facing.1),
            _ => return Effect::Waited,
        };
        let (row, column) = (place.row + down, place.column + across);
        if act != WALK {
            let Some(load) = place.filled_by(place.row, place.column) else { return Effect::Empty };
            if !place.exists(row, column) || place.filled_by(row, column).is_some() {
                return Effect::Stuck;
            }
            if place.things[load].size >= place.heavy_from && !self.strained {
                self.strained = true;
                return Effect::Strained;
            }
            (place.things[load].row, place.things[load].column) = (row, column);
        } else if !place.exists(row, column) {
            return Effect::Stuck;
        }
        self.strained = false;
        (place.row, place.column) = (row, column);
        Effect::Moved
    }
}
