//! Objects.

use crate::Cell;

/// The biggest size an object may have.
pub const MAX_SIZE: u8 = 16;

/// Whether an object fills its cell or frames a square of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// An ordinary object: it stands in one cell and blocks it for pushed objects.
    #[default]
    Solid,
    /// A box: a frame whose side is its size; its cell is the top-left corner. Other objects may lie inside.
    Frame,
}

/// An object. Shape and colour are numbers that a lexicon gives names to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Object {
    /// Where it is; for a frame, its top-left corner.
    pub cell: Cell,
    /// The lexicon's number of its shape.
    pub shape: u8,
    /// The lexicon's number of its colour.
    pub colour: u8,
    /// 1 is the smallest.
    pub size: u8,
    /// Solid or frame.
    pub form: Form,
}

impl Object {
    /// An ordinary object.
    pub const fn solid(shape: u8, colour: u8, size: u8, cell: Cell) -> Self {
        Self { cell, shape, colour, size, form: Form::Solid }
    }

    /// The place of an object in a list that is ordered by cell; no two objects of a world have the same.
    #[inline]
    pub const fn order(&self) -> u32 {
        (self.cell.row as u32) << 16 | (self.cell.column as u32) << 8 | self.form as u32
    }

    /// Whether this object's extent covers the cell: for a frame the square it spans, else its own cell.
    #[inline]
    pub fn covers(&self, cell: Cell) -> bool {
        let extent = match self.form {
            Form::Solid => 1,
            Form::Frame => self.size,
        };
        cell.row.wrapping_sub(self.cell.row) < extent && cell.column.wrapping_sub(self.cell.column) < extent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_span_their_size() {
        let frame = Object { form: Form::Frame, ..Object::solid(0, 0, 3, Cell::new(1, 1)) };
        assert!(frame.covers(Cell::new(3, 3)) && frame.covers(Cell::new(1, 1)));
        assert!(!frame.covers(Cell::new(4, 1)) && !frame.covers(Cell::new(0, 1)));
        assert!(!Object::solid(0, 0, 3, Cell::new(1, 1)).covers(Cell::new(1, 2)));
    }
}
