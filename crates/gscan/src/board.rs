//! A board on which a world is laid out: it knows which cells are free, and lists objects cell by cell without sorting.

use wampimuk_core::Stream;
use wampimuk_grid::{Agent, Cell, MAX_SIDE, Object, World};

const CELLS: usize = MAX_SIDE as usize * MAX_SIDE as usize;

/// A world under construction. A maker has one and reuses it for every item.
#[derive(Clone, Debug)]
pub struct Board {
    side: u8,
    /// The cells of objects and agent, as bits.
    taken: [u64; CELLS / 64],
    /// The cell of the agent, which is not an object's.
    agent: usize,
    /// The number of the object in each cell; only cells with an object mean anything.
    at: [u8; CELLS],
    objects: Vec<Object>,
}

impl Board {
    /// An empty board.
    pub fn new(side: u8) -> Self {
        Self { side, taken: [0; CELLS / 64], agent: 0, at: [0; CELLS], objects: Vec::new() }
    }

    /// Clears the board and sets down the agent.
    #[inline]
    pub fn reset(&mut self, agent: Cell) {
        let words = (usize::from(self.side) * usize::from(self.side)).div_ceil(64);
        self.taken[..words].fill(0);
        self.objects.clear();
        self.agent = agent.index(self.side);
        self.take(self.agent);
    }

    /// Sets down an object on a free cell.
    #[inline]
    pub fn put(&mut self, object: Object) {
        let cell = object.cell.index(self.side);
        self.take(cell);
        self.at[cell] = self.objects.len() as u8;
        self.objects.push(object);
    }

    /// A uniformly drawn free cell. Recipes are checked to leave one free.
    #[inline]
    pub fn free_cell(&self, stream: &mut Stream) -> Cell {
        let cells = u32::from(self.side) * u32::from(self.side);
        loop {
            let index = stream.below(cells) as usize;
            if self.is_free(index) {
                return Cell::from_index(index, self.side);
            }
        }
    }

    /// Whether neither the agent nor an object is in a cell.
    #[inline]
    pub fn is_free(&self, cell: usize) -> bool {
        self.taken[cell / 64] >> (cell % 64) & 1 == 0
    }

    /// The number of the agent's cell.
    pub fn agent(&self) -> usize {
        self.agent
    }

    /// Rows and columns.
    pub fn side(&self) -> u8 {
        self.side
    }

    /// Makes the board's objects those of a world, in the order in which they were put or cell by cell, and returns the
    /// number of the one that was put first.
    #[inline]
    pub fn pour(&mut self, agent: Agent, as_put: bool, world: &mut World) -> usize {
        world.reset(agent);
        if as_put {
            self.objects.iter().for_each(|&object| world.add(object));
            return 0;
        }
        let mut first = 0;
        self.taken[self.agent / 64] &= !(1 << (self.agent % 64));
        let words = (usize::from(self.side) * usize::from(self.side)).div_ceil(64);
        for (word, &cells) in self.taken[..words].iter().enumerate() {
            let mut cells = cells;
            while cells != 0 {
                let number = self.at[word * 64 + cells.trailing_zeros() as usize];
                if number == 0 {
                    first = world.objects().len();
                }
                world.add(self.objects[usize::from(number)]);
                cells &= cells - 1;
            }
        }
        first
    }

    #[inline]
    fn take(&mut self, cell: usize) {
        self.taken[cell / 64] |= 1 << (cell % 64);
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_core::{Digest, StreamKey};
    use wampimuk_grid::Heading;

    use super::*;

    #[test]
    fn objects_come_cell_by_cell_and_never_collide() {
        let mut stream = StreamKey::new(&Digest::of(b"test"), "board", 0).stream(0);
        for side in [3u8, 6, 9, 32] {
            let mut board = Board::new(side);
            let mut world = World::new(side, Agent::default()).unwrap();
            for _ in 0..50 {
                let agent = Agent { cell: Cell::from_index(stream.index(9), side), heading: Heading::East };
                board.reset(agent.cell);
                for number in 0..7 {
                    let cell = board.free_cell(&mut stream);
                    board.put(Object::solid(number, 0, 1, cell));
                }
                let first = board.clone().pour(agent, false, &mut world);
                assert!(world.objects().is_sorted_by_key(Object::order));
                assert_eq!((world.objects()[first].shape, world.objects().len()), (0, 7));
                assert!(world.objects().iter().all(|object| object.cell != agent.cell));
                assert_eq!(board.pour(agent, true, &mut world), 0);
                assert!(world.objects().iter().map(|object| object.shape).eq(0..7));
            }
        }
    }
}
