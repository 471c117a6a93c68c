//! The way an action list leads.

use wampimuk_grid::{Action, ActionOutcome, Cell, Simulation, World};

/// A piece of a way in which nothing changes but the direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TrailSegment {
    /// The corners, at least two.
    pub corners: Vec<Cell>,
    /// Whether an object is pushed or pulled along.
    pub handled: bool,
    /// Whether it goes back on the way the agent came: a pull.
    pub back: bool,
    /// Whether the way ends here.
    pub last: bool,
}

/// The stretches of a way. Ground covered a second time in the same direction is left out, so that even endless
/// lists have a short way.
pub(crate) fn stretches(world: &World, actions: &[Action]) -> Vec<TrailSegment> {
    let side = world.side();
    let mut run = Simulation::new(world.clone());
    let mut seen = vec![false; usize::from(side).pow(2) * 8];
    let mut found: Vec<TrailSegment> = Vec::new();
    let mut connected = false;
    for &action in actions {
        let from = run.world().agent().cell;
        if run.step(action) != ActionOutcome::Moved {
            continue;
        }
        let to = run.world().agent().cell;
        let handled = action != Action::Walk;
        let leg = (from.index(side) * 4 + way(from, to)) * 2 + usize::from(handled);
        if std::mem::replace(&mut seen[leg], true) {
            connected = false;
            continue;
        }
        match found.last_mut() {
            Some(last) if connected && last.handled == handled => extend(&mut last.corners, to),
            _ => {
                let back = action == Action::Pull;
                found.push(TrailSegment { corners: vec![from, to], handled, back, last: false });
            }
        }
        connected = true;
    }
    if let Some(last) = found.last_mut() {
        last.last = true;
    }
    found
}

/// Adds a cell; one more step straight ahead moves the last corner.
fn extend(corners: &mut Vec<Cell>, to: Cell) {
    if let [.., before, last] = corners[..]
        && way(before, last) == way(last, to)
    {
        corners.pop();
    }
    corners.push(to);
}

/// The number of the direction between two cells in line.
fn way(from: Cell, to: Cell) -> usize {
    match (from.row.cmp(&to.row), from.column.cmp(&to.column)) {
        (std::cmp::Ordering::Less, _) => 0,
        (std::cmp::Ordering::Greater, _) => 1,
        (_, std::cmp::Ordering::Less) => 2,
        _ => 3,
    }
}

/// The cells a way touches, its start included.
pub(crate) fn visited(world: &World, actions: &[Action]) -> Vec<bool> {
    let mut run = Simulation::new(world.clone());
    let mut touched = vec![false; usize::from(world.side()).pow(2)];
    touched[world.agent().cell.index(world.side())] = true;
    for &action in actions {
        run.step(action);
        touched[run.world().agent().cell.index(world.side())] = true;
    }
    touched
}

#[cfg(test)]
mod tests {
    use wampimuk_grid::{Agent, Heading, Object};

    use super::*;

    #[test]
    fn walking_and_pulling_are_told_apart() {
        use Action::{Pull, TurnRight, Walk};
        let mut world = World::new(4, Agent { cell: Cell::new(0, 0), heading: Heading::East }).unwrap();
        world.place(Object::solid(0, 0, 1, Cell::new(1, 2))).unwrap();
        let way = stretches(&world, &[Walk, Walk, TurnRight, Walk, Pull, Pull, Walk]);
        let cells = |cells: &[(u8, u8)]| cells.iter().map(|&(r, c)| Cell::new(r, c)).collect::<Vec<_>>();
        assert_eq!(
            way,
            [
                TrailSegment {
                    corners: cells(&[(0, 0), (0, 2), (1, 2)]),
                    handled: false,
                    back: false,
                    last: false
                },
                TrailSegment { corners: cells(&[(1, 2), (0, 2)]), handled: true, back: true, last: true },
            ]
        );
    }

    #[test]
    fn endless_lists_have_a_short_way() {
        let world = World::new(3, Agent::default()).unwrap();
        let actions = [Action::Walk, Action::Walk, Action::TurnRight].repeat(3000);
        assert!(stretches(&world, &actions).len() < 4);
    }
}
