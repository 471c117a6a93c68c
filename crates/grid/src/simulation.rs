//! Carrying out any action list, with correct physics.

use crate::{Action, Agent, World};

/// What came of one action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionOutcome {
    /// The agent walked, or moved together with the object it pushed or pulled.
    Moved,
    /// The agent turned.
    Turned,
    /// The agent stayed.
    Stayed,
    /// The first of the two efforts a heavy object needs: nothing moved yet.
    Braced,
    /// A wall or, for a push or pull, a wall or another object is in the way.
    Blocked,
    /// There is no object underfoot to push or pull.
    Nothing,
}

/// A world in which actions are being carried out.
///
/// A push moves the object underfoot and the agent one cell ahead, a pull one cell back. Heavy objects move on the
/// second effort; turning or waiting between the two does not undo the first, walking away does.
#[derive(Clone, Debug)]
pub struct Simulation {
    world: World,
    efforts: u8,
}

impl Simulation {
    /// At the start, before any action.
    pub fn new(world: World) -> Self {
        Self { world, efforts: 0 }
    }

    /// The world as it is now: objects keep their numbers.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Whether the first of the two efforts a heavy object needs has been made.
    pub fn is_braced(&self) -> bool {
        self.efforts > 0
    }

    /// Carries out one action.
    pub fn step(&mut self, action: Action) -> ActionOutcome {
        let Agent { cell, heading } = self.world.agent();
        match action {
            Action::TurnLeft => self.turn(Agent { cell, heading: heading.left() }),
            Action::TurnRight => self.turn(Agent { cell, heading: heading.right() }),
            Action::Stay => ActionOutcome::Stayed,
            Action::Walk => {
                let Some(next) = cell.step(heading, self.world.side()) else { return ActionOutcome::Blocked };
                self.efforts = 0;
                self.world.set_agent(Agent { cell: next, heading });
                ActionOutcome::Moved
            }
            Action::Push | Action::Pull => {
                let Some(object) = self.world.solid_at(cell) else { return ActionOutcome::Nothing };
                let way = if action == Action::Push { heading } else { heading.opposite() };
                let Some(next) = cell.step(way, self.world.side()) else { return ActionOutcome::Blocked };
                if self.world.solid_at(next).is_some() {
                    return ActionOutcome::Blocked;
                }
                self.efforts += 1;
                if self.world.is_heavy(object) && self.efforts < 2 {
                    return ActionOutcome::Braced;
                }
                self.efforts = 0;
                self.world.objects_mut()[object].cell = next;
                self.world.set_agent(Agent { cell: next, heading });
                ActionOutcome::Moved
            }
        }
    }

    fn turn(&mut self, agent: Agent) -> ActionOutcome {
        self.world.set_agent(agent);
        ActionOutcome::Turned
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Heading, Object};

    fn run(size: u8, cell: Cell) -> Simulation {
        let mut world = World::new(4, Agent { cell, heading: Heading::East }).unwrap();
        world.place(Object::solid(0, 0, size, cell)).unwrap();
        Simulation::new(world)
    }

    #[test]
    fn pulls_go_backwards() {
        let mut run = run(1, Cell::new(0, 2));
        assert_eq!(run.step(Action::Pull), ActionOutcome::Moved);
        assert_eq!(run.world().agent(), Agent { cell: Cell::new(0, 1), heading: Heading::East });
        assert_eq!(run.world().objects()[0].cell, Cell::new(0, 1));
    }

    #[test]
    fn heavy_objects_move_on_the_second_effort() {
        let mut run = run(4, Cell::new(0, 2));
        assert_eq!(run.step(Action::Push), ActionOutcome::Braced);
        assert_eq!(run.step(Action::Stay), ActionOutcome::Stayed);
        assert_eq!(run.step(Action::Push), ActionOutcome::Moved);
        assert_eq!(run.step(Action::Push), ActionOutcome::Blocked);
        assert_eq!(run.step(Action::Walk), ActionOutcome::Blocked);
    }

    #[test]
    fn nothing_underfoot_nothing_moves() {
        let mut run = run(1, Cell::new(0, 0));
        run.step(Action::Walk);
        assert_eq!(run.step(Action::Push), ActionOutcome::Nothing);
    }
}
