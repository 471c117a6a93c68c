//! Worlds.

use crate::{Cell, Form, Heading, MAX_SIDE, MAX_SIZE, Object};

/// The most objects a world may hold: a set of objects is one machine word.
pub const MAX_OBJECTS: usize = 64;

/// The agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Agent {
    /// Where it stands; it may stand on an object.
    pub cell: Cell,
    /// Which way it faces.
    pub heading: Heading,
}

/// A square grid with an agent and objects. At most one solid object stands in a cell, and at most one frame has its
/// corner there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct World {
    side: u8,
    agent: Agent,
    /// Objects of at least this size need two pushes or pulls for each cell.
    heavy_from: u8,
    objects: Vec<Object>,
}

/// Why a world cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WorldError {
    /// The side is out of bounds.
    #[error("a grid of {0}×{0} cells is not supported: sides go from 1 to {MAX_SIDE}")]
    Side(u32),
    /// Something lies off the grid.
    #[error("row {row}, column {column} lies outside a grid of {side}×{side} cells")]
    OffGrid {
        /// Its row.
        row: u32,
        /// Its column.
        column: u32,
        /// The grid's side.
        side: u8,
    },
    /// Two objects of one form in a cell.
    #[error("two objects share row {}, column {}", .0.row, .0.column)]
    Shared(Cell),
    /// A size that no object has.
    #[error("an object of size {0}: sizes go from 1 to {MAX_SIZE}")]
    Size(u8),
    /// Too many objects.
    #[error("a world holds at most {MAX_OBJECTS} objects")]
    Crowded,
}

impl World {
    /// An empty world whose objects are heavy from size 3 on, as in the papers.
    pub fn new(side: u8, agent: Agent) -> Result<Self, WorldError> {
        if side == 0 || side > MAX_SIDE {
            return Err(WorldError::Side(side.into()));
        }
        let world = Self { side, agent, heavy_from: 3, objects: Vec::new() };
        world.check_inside(agent.cell)?;
        Ok(world)
    }

    /// The same world with another threshold between light and heavy.
    #[must_use]
    pub fn with_heavy_from(mut self, size: u8) -> Self {
        self.heavy_from = size;
        self
    }

    /// Empties the world and moves the agent, keeping the memory: for generators that build one world after another.
    ///
    /// # Panics
    /// If the agent is off the grid.
    pub fn reset(&mut self, agent: Agent) {
        assert!(agent.cell.row < self.side && agent.cell.column < self.side, "the agent is off the grid");
        self.agent = agent;
        self.objects.clear();
    }

    /// Adds an object and returns its number.
    pub fn place(&mut self, object: Object) -> Result<usize, WorldError> {
        self.check_inside(object.cell)?;
        if !(1..=MAX_SIZE).contains(&object.size) {
            return Err(WorldError::Size(object.size));
        }
        if object.form == Form::Frame {
            let reach = |start: u8| u32::from(start) + u32::from(object.size) - 1;
            let (row, column) = (reach(object.cell.row), reach(object.cell.column));
            if row.max(column) >= self.side.into() {
                return Err(WorldError::OffGrid { row, column, side: self.side });
            }
        }
        if self.objects.len() == MAX_OBJECTS {
            return Err(WorldError::Crowded);
        }
        if self.objects.iter().any(|other| other.cell == object.cell && other.form == object.form) {
            return Err(WorldError::Shared(object.cell));
        }
        self.objects.push(object);
        Ok(self.objects.len() - 1)
    }

    /// Adds an object to a cell that the caller knows to be free: for generators that keep track of free cells.
    #[inline]
    pub fn add(&mut self, object: Object) {
        debug_assert!(self.objects.len() < MAX_OBJECTS && self.check_inside(object.cell).is_ok());
        debug_assert!(
            !self.objects.iter().any(|other| other.cell == object.cell && other.form == object.form)
        );
        self.objects.push(object);
    }

    /// Exchanges two objects in the list.
    #[inline]
    pub fn swap_objects(&mut self, one: usize, two: usize) {
        self.objects.swap(one, two);
    }

    fn check_inside(&self, cell: Cell) -> Result<(), WorldError> {
        if cell.row < self.side && cell.column < self.side {
            return Ok(());
        }
        Err(WorldError::OffGrid { row: cell.row.into(), column: cell.column.into(), side: self.side })
    }

    /// The number of rows and columns.
    #[inline]
    pub fn side(&self) -> u8 {
        self.side
    }

    /// The agent at the start.
    #[inline]
    pub fn agent(&self) -> Agent {
        self.agent
    }

    /// The objects; their positions in this slice are the bits of object sets.
    #[inline]
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// The smallest heavy size.
    #[inline]
    pub fn heavy_from(&self) -> u8 {
        self.heavy_from
    }

    /// Whether an object needs two pushes or pulls for each cell.
    #[inline]
    pub fn is_heavy(&self, object: usize) -> bool {
        self.objects[object].size >= self.heavy_from
    }

    /// The number of the solid object in a cell.
    #[inline]
    pub fn solid_at(&self, cell: Cell) -> Option<usize> {
        self.objects.iter().position(|object| object.cell == cell && object.form == Form::Solid)
    }

    pub(crate) fn set_agent(&mut self, agent: Agent) {
        self.agent = agent;
    }

    pub(crate) fn objects_mut(&mut self) -> &mut Vec<Object> {
        &mut self.objects
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worlds_refuse_what_cannot_be() {
        let agent = Agent::default();
        assert_eq!(World::new(33, agent), Err(WorldError::Side(33)));
        let mut world = World::new(4, agent).unwrap();
        let cell = Cell::new(1, 1);
        world.place(Object::solid(0, 0, 1, cell)).unwrap();
        assert_eq!(world.place(Object::solid(1, 0, 1, cell)), Err(WorldError::Shared(cell)));
        assert!(world.place(Object::solid(1, 0, 1, Cell::new(4, 0))).is_err());
        for size in [0, 17, 255] {
            assert_eq!(world.place(Object::solid(1, 0, size, Cell::new(0, 1))), Err(WorldError::Size(size)));
        }
        let frame = Object { form: Form::Frame, ..Object::solid(1, 0, 4, cell) };
        assert!(world.place(frame).is_err(), "a frame of side 4 at (1, 1) leaves a grid of 4");
        assert!(
            world.place(Object { size: 3, ..frame }).is_ok(),
            "a frame may share its corner with a solid"
        );
    }
}
