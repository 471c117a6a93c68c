//! Worlds with one object changed.

use wampimuk_grid::{Cell, Object, World};

/// What can be changed about an object of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectChange {
    /// It stands in another cell.
    Moved,
    /// It has another colour that the world has.
    Recoloured,
    /// It is not there.
    Removed,
}

impl ObjectChange {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Moved, Self::Recoloured, Self::Removed];

    /// The name, as in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moved => "moved",
            Self::Recoloured => "recoloured",
            Self::Removed => "removed",
        }
    }

    /// What may be in an object's stead; `None` is nothing. `taken` is a cell in which nothing may be put.
    pub(crate) fn of(self, object: Object, world: &World, taken: Option<Cell>) -> Vec<Option<Object>> {
        let objects = world.objects();
        match self {
            Self::Removed => vec![None],
            Self::Moved => {
                let side = world.side();
                let cells = (0..side).flat_map(|row| (0..side).map(move |column| Cell::new(row, column)));
                let free =
                    |cell: &Cell| Some(*cell) != taken && objects.iter().all(|other| other.cell != *cell);
                cells.filter(free).map(|cell| Some(Object { cell, ..object })).collect()
            }
            Self::Recoloured => {
                let mut colours: Vec<u8> = objects.iter().map(|object| object.colour).collect();
                colours.sort_unstable();
                colours.dedup();
                let others = colours.into_iter().filter(|&colour| colour != object.colour);
                others.map(|colour| Some(Object { colour, ..object })).collect()
            }
        }
    }
}

/// The world with another object, or none, in place of one. `None` if it does not fit there.
pub(crate) fn rebuilt(own: &World, which: usize, other: Option<Object>) -> Option<World> {
    let mut world = World::new(own.side(), own.agent()).ok()?.with_heavy_from(own.heavy_from());
    for (place, &object) in own.objects().iter().enumerate() {
        if let Some(object) = if place == which { other } else { Some(object) } {
            world.place(object).ok()?;
        }
    }
    Some(world)
}
