//! Cells and the directions between them.

/// The longest side a grid may have.
pub const MAX_SIDE: u8 = 32;

/// A cell: row 0 is the top, column 0 the left. Cells are ordered row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Counted from the top.
    pub row: u8,
    /// Counted from the left.
    pub column: u8,
}

impl Cell {
    /// The cell in this row and column.
    #[inline]
    pub const fn new(row: u8, column: u8) -> Self {
        Self { row, column }
    }

    /// The cell with this number when cells are counted row by row.
    #[inline]
    pub const fn from_index(index: usize, side: u8) -> Self {
        Self { row: (index / side as usize) as u8, column: (index % side as usize) as u8 }
    }

    /// The cell's number, counted row by row.
    #[inline]
    pub const fn index(self, side: u8) -> usize {
        self.row as usize * side as usize + self.column as usize
    }

    /// The neighbour in this direction, unless it is off the grid.
    #[inline]
    pub fn step(self, heading: Heading, side: u8) -> Option<Self> {
        let Self { row, column } = self;
        let next = match heading {
            Heading::East => Self::new(row, column + 1),
            Heading::South => Self::new(row + 1, column),
            Heading::West => Self::new(row, column.wrapping_sub(1)),
            Heading::North => Self::new(row.wrapping_sub(1), column),
        };
        (next.row < side && next.column < side).then_some(next)
    }

    /// Manhattan distance.
    #[inline]
    pub fn distance(self, other: Self) -> u8 {
        self.row.abs_diff(other.row) + self.column.abs_diff(other.column)
    }

    /// Where `other` lies seen from here; `None` if it is this very cell.
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        Some(match (other.row.cmp(&self.row), other.column.cmp(&self.column)) {
            (Equal, Equal) => return None,
            (Less, Equal) => Direction::N,
            (Equal, Greater) => Direction::E,
            (Greater, Equal) => Direction::S,
            (Equal, Less) => Direction::W,
            (Less, Greater) => Direction::Ne,
            (Greater, Greater) => Direction::Se,
            (Greater, Less) => Direction::Sw,
            (Less, Less) => Direction::Nw,
        })
    }
}

/// One of the four ways to face, numbered as in the original data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Heading {
    /// Towards growing columns; where every agent of the original data starts.
    #[default]
    East,
    /// Towards growing rows.
    South,
    /// Towards column 0.
    West,
    /// Towards row 0.
    North,
}

impl Heading {
    /// All four, in their numbering.
    pub const ALL: [Self; 4] = [Self::East, Self::South, Self::West, Self::North];

    /// The heading with this number, modulo four.
    #[inline]
    pub const fn from_index(index: u8) -> Self {
        Self::ALL[(index & 3) as usize]
    }

    /// After a left turn.
    #[inline]
    pub const fn left(self) -> Self {
        Self::from_index(self as u8 + 3)
    }

    /// After a right turn.
    #[inline]
    pub const fn right(self) -> Self {
        Self::from_index(self as u8 + 1)
    }

    /// The other way round.
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::from_index(self as u8 + 2)
    }
}

/// Where a target lies seen from the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// North.
    N,
    /// East.
    E,
    /// South.
    S,
    /// West.
    W,
    /// North-east.
    Ne,
    /// South-east.
    Se,
    /// South-west.
    Sw,
    /// North-west.
    Nw,
}

impl Direction {
    /// The four straight ones, then the four diagonal ones.
    pub const ALL: [Self; 8] = [Self::N, Self::E, Self::S, Self::W, Self::Ne, Self::Se, Self::Sw, Self::Nw];

    /// The name used in files: `n`, `se`, …
    pub const fn name(self) -> &'static str {
        match self {
            Self::N => "n",
            Self::E => "e",
            Self::S => "s",
            Self::W => "w",
            Self::Ne => "ne",
            Self::Se => "se",
            Self::Sw => "sw",
            Self::Nw => "nw",
        }
    }

    /// The direction with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.name() == name)
    }

    /// Whether it follows a row or a column.
    pub const fn is_straight(self) -> bool {
        (self as u8) < 4
    }

    /// The signs of the row and column differences.
    pub const fn signs(self) -> (i8, i8) {
        match self {
            Self::N => (-1, 0),
            Self::E => (0, 1),
            Self::S => (1, 0),
            Self::W => (0, -1),
            Self::Ne => (-1, 1),
            Self::Se => (1, 1),
            Self::Sw => (1, -1),
            Self::Nw => (-1, -1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_stay_on_the_grid() {
        let corner = Cell::new(0, 0);
        assert_eq!(corner.step(Heading::West, 6), None);
        assert_eq!(corner.step(Heading::North, 6), None);
        assert_eq!(corner.step(Heading::East, 6), Some(Cell::new(0, 1)));
        assert_eq!(Cell::new(5, 5).step(Heading::South, 6), None);
    }

    #[test]
    fn directions_agree_with_their_signs() {
        let here = Cell::new(3, 3);
        for direction in Direction::ALL {
            let (rows, columns) = direction.signs();
            let there = Cell::new((3 + 2 * rows) as u8, (3 + columns) as u8);
            assert_eq!(here.direction_to(there), Some(direction));
            assert_eq!(Direction::from_name(direction.name()), Some(direction));
        }
        assert_eq!(here.direction_to(here), None);
    }
}
