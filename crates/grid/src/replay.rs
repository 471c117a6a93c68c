//! The replay of the released code, defects included, for comparing with what its authors' tools report.

use crate::{Action, Agent, World};

/// What the released replay records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The actions it keeps: waiting, walking off the grid and blocked pushes leave no trace.
    pub recorded: Vec<Action>,
    /// The world after each recorded action. A moved object goes to the end of the object list.
    pub states: Vec<World>,
    /// The agent at the end.
    pub agent: Agent,
}

/// Carries out an action list as the released code does. Its defects, by the names of our documentation:
///
/// * *pull goes forward*: `pull` moves agent and object ahead, like `push`;
/// * *dropped steps*: `stay`, walks off the grid and blocked pushes are not recorded, so later frames are misaligned;
/// * *moved objects last*: a moved object changes its place in the object list;
/// * an effort made on one object counts for the next one.
///
/// Use [`Simulation`](crate::Simulation) for what the actions really do.
pub fn replay_as_released(world: &World, actions: &[Action]) -> Replay {
    let mut world = world.clone();
    let mut efforts = 0;
    let mut replay = Replay { recorded: Vec::new(), states: Vec::new(), agent: world.agent() };
    for &action in actions {
        if released_step(&mut world, &mut efforts, action) {
            replay.recorded.push(action);
            replay.states.push(world.clone());
        }
    }
    replay.agent = world.agent();
    replay
}

/// One action; whether it is recorded.
fn released_step(world: &mut World, efforts: &mut u8, action: Action) -> bool {
    let Agent { cell, heading } = world.agent();
    match action {
        Action::TurnLeft => world.set_agent(Agent { cell, heading: heading.left() }),
        Action::TurnRight => world.set_agent(Agent { cell, heading: heading.right() }),
        Action::Stay => return false,
        Action::Walk => {
            let Some(next) = cell.step(heading, world.side()) else { return false };
            world.set_agent(Agent { cell: next, heading });
        }
        Action::Push | Action::Pull => {
            let Some(object) = world.solid_at(cell) else { return true };
            *efforts += 1;
            if *efforts < if world.is_heavy(object) { 2 } else { 1 } {
                return true;
            }
            *efforts = 0;
            let Some(next) = cell.step(heading, world.side()) else { return false };
            if world.solid_at(next).is_some() {
                return false;
            }
            let mut moved = world.objects_mut().remove(object);
            moved.cell = next;
            world.objects_mut().push(moved);
            world.set_agent(Agent { cell: next, heading });
        }
    }
    true
}
