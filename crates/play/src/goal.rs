//! Whether things are where a command wants them, whatever the way that led there.

use wampimuk_grid::{Action, Deed, Simulation, World};

/// Whether the agent may say that it is done: it is in the target's cell; what is to be pushed or pulled does not move any
/// further in the direction in which the agent faces; nothing else was moved.
pub(crate) fn is_reached(start: &World, now: &World, target: usize, deed: Deed) -> bool {
    let Some(object) = now.objects().get(target) else { return false };
    let others = start.objects().iter().zip(now.objects()).enumerate();
    let is_untouched = others
        .filter(|(number, _)| *number != target || deed == Deed::Walk)
        .all(|(_, (one, two))| one.cell == two.cell);
    let is_at_end = || match deed {
        Deed::Walk => true,
        Deed::Push => !moves(now, Action::Push),
        Deed::Pull => !moves(now, Action::Pull),
    };
    is_untouched && now.agent().cell == object.cell && is_at_end()
}

/// Whether two efforts, as heavy objects need, move what is underfoot.
fn moves(world: &World, action: Action) -> bool {
    let mut run = Simulation::new(world.clone());
    run.step(action);
    run.step(action);
    run.world().agent().cell != world.agent().cell
}

#[cfg(test)]
mod tests {
    use wampimuk_grid::{Agent, Cell, Heading, Object};

    use super::*;

    /// A heavy target in the middle of the north side, something else beside it, and the agent where the target is.
    fn world(heading: Heading) -> World {
        let mut world = World::new(3, Agent { cell: Cell::new(0, 1), heading }).expect("a world");
        world.place(Object::solid(0, 0, 4, Cell::new(0, 1))).expect("room");
        world.place(Object::solid(1, 0, 1, Cell::new(0, 2))).expect("room");
        world
    }

    #[test]
    fn what_counts_is_where_things_are() {
        let reached = |heading, deed| is_reached(&world(heading), &world(heading), 0, deed);
        assert!(reached(Heading::South, Deed::Walk) && !reached(Heading::South, Deed::Push));
        assert!(
            reached(Heading::North, Deed::Push) && reached(Heading::East, Deed::Push),
            "a wall, an object"
        );
        assert!(!reached(Heading::West, Deed::Push) && reached(Heading::West, Deed::Pull));
        let other = |deed| is_reached(&world(Heading::North), &world(Heading::North), 1, deed);
        assert!(!other(Deed::Walk), "elsewhere");
        let mut run = Simulation::new(world(Heading::South));
        (0..4).for_each(|_| {
            run.step(Action::Push);
        });
        let start = world(Heading::South);
        assert!(is_reached(&start, run.world(), 0, Deed::Push), "pushed to the wall");
        assert!(!is_reached(&start, run.world(), 0, Deed::Walk), "moved, and nobody asked for it");
    }
}
