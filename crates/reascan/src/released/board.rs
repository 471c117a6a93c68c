//! Which cells are taken.
//!
//! A cell holds at most one solid object and one corner of a box. Boxes may overlap, and anything may lie in them.

use std::ops::RangeInclusive;

use wampimuk_core::Stream;
use wampimuk_grid::{Cell, Form, MAX_SIDE, Object};

/// The taken cells of a grid, row by row as bits of columns.
#[derive(Clone, Debug)]
pub(super) struct Board {
    side: u8,
    solids: [u32; MAX_SIDE as usize],
    corners: [u32; MAX_SIDE as usize],
}

/// Cells an object may stand in: what is free of a rectangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct FreeCells<'b> {
    taken: &'b [u32; MAX_SIDE as usize],
    /// The first row and the row after the last.
    rows: (u8, u8),
    /// The first column and the column after the last.
    columns: (u8, u8),
}

impl Board {
    pub fn new(side: u8) -> Self {
        Self { side, solids: [0; MAX_SIDE as usize], corners: [0; MAX_SIDE as usize] }
    }

    pub fn clear(&mut self) {
        let side = usize::from(self.side);
        self.solids[..side].fill(0);
        self.corners[..side].fill(0);
    }

    /// All cells in which an object of this form and size can stand: free ones, and for boxes such that they fit.
    pub fn room(&self, form: Form, size: u8) -> FreeCells<'_> {
        let (taken, reach) = match form {
            Form::Solid => (&self.solids, self.side),
            Form::Frame => (&self.corners, (self.side + 1).saturating_sub(size)),
        };
        FreeCells { taken, rows: (0, reach), columns: (0, reach) }
    }

    pub fn take(&mut self, object: &Object) {
        *self.line(object) |= 1 << object.cell.column;
    }

    pub fn leave(&mut self, object: &Object) {
        *self.line(object) &= !(1 << object.cell.column);
    }

    fn line(&mut self, object: &Object) -> &mut u32 {
        let taken = match object.form {
            Form::Solid => &mut self.solids,
            Form::Frame => &mut self.corners,
        };
        &mut taken[usize::from(object.cell.row)]
    }
}

fn overlap(own: (u8, u8), other: RangeInclusive<u8>) -> (u8, u8) {
    (own.0.max(*other.start()), own.1.min(other.end() + 1))
}

impl FreeCells<'_> {
    /// The part of it in these rows.
    pub fn in_rows(mut self, rows: RangeInclusive<u8>) -> Self {
        self.rows = overlap(self.rows, rows);
        self
    }

    /// The part of it in these columns.
    pub fn in_columns(mut self, columns: RangeInclusive<u8>) -> Self {
        self.columns = overlap(self.columns, columns);
        self
    }

    /// The cells from which a box of this size covers a cell.
    pub fn around(self, cell: Cell, size: u8) -> Self {
        let from = |place: u8| (place + 1).saturating_sub(size)..=place;
        self.in_rows(from(cell.row)).in_columns(from(cell.column))
    }

    /// The rows, each with its free columns as bits.
    fn rows(&self) -> impl Iterator<Item = (u8, u32)> {
        let first = |count: u8| ((1u64 << count) - 1) as u32;
        let columns = first(self.columns.1) & !first(self.columns.0);
        let taken = self.taken;
        (self.rows.0..self.rows.1).map(move |row| (row, columns & !taken[usize::from(row)]))
    }

    /// The first free cell, row by row.
    pub fn first(self) -> Option<Cell> {
        let (row, free) = self.rows().find(|&(_, free)| free != 0)?;
        Some(Cell::new(row, free.trailing_zeros() as u8))
    }

    /// A free cell, all equally likely.
    pub fn any(self, stream: &mut Stream) -> Option<Cell> {
        let height = u32::from(self.rows.1.saturating_sub(self.rows.0));
        let width = u32::from(self.columns.1.saturating_sub(self.columns.0));
        if height * width == 0 {
            return None;
        }
        // Worlds are mostly empty, so that guessing is faster than counting. Either way no free cell is favoured.
        for _ in 0..4 {
            let number = stream.below(height * width);
            let cell =
                Cell::new(self.rows.0 + (number / width) as u8, self.columns.0 + (number % width) as u8);
            if self.taken[usize::from(cell.row)] >> cell.column & 1 == 0 {
                return Some(cell);
            }
        }
        let count = self.rows().map(|(_, free)| free.count_ones()).sum::<u32>();
        if count == 0 {
            return None;
        }
        let mut number = stream.below(count);
        for (row, mut free) in self.rows() {
            if number < free.count_ones() {
                for _ in 0..number {
                    free &= free - 1;
                }
                return Some(Cell::new(row, free.trailing_zeros() as u8));
            }
            number -= free.count_ones();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_core::{Digest, StreamKey};

    use super::*;

    #[test]
    fn a_cell_holds_one_solid_and_one_corner() {
        let mut board = Board::new(3);
        let cell = Cell::new(0, 0);
        board.take(&Object::solid(0, 0, 1, cell));
        assert_eq!(board.room(Form::Solid, 1).first(), Some(Cell::new(0, 1)));
        assert_eq!(board.room(Form::Frame, 3).first(), Some(cell));
        let frame = Object { form: Form::Frame, ..Object::solid(3, 0, 3, cell) };
        board.take(&frame);
        assert_eq!(board.room(Form::Frame, 3).first(), None, "a box of three fits at one corner only");
        assert_eq!(board.room(Form::Frame, 4).first(), None);
        assert_eq!(board.room(Form::Frame, 2).first(), Some(Cell::new(0, 1)));
        board.leave(&frame);
        assert_eq!(board.room(Form::Frame, 3).first(), Some(cell));
    }

    #[test]
    fn every_box_around_a_cell_covers_it_and_all_are_drawn() {
        let mut board = Board::new(6);
        board.take(&Object { form: Form::Frame, ..Object::solid(3, 0, 2, Cell::new(3, 4)) });
        let mut stream = StreamKey::new(&Digest::of(b"test"), "board", 0).stream(0);
        let middle = Cell::new(4, 5);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..200 {
            let corner = board.room(Form::Frame, 3).around(middle, 3).any(&mut stream).unwrap();
            let frame = Object { form: Form::Frame, ..Object::solid(3, 0, 3, corner) };
            assert!(frame.covers(middle));
            seen.insert((corner.row, corner.column));
        }
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [(2, 3), (3, 3)]);
        assert_eq!(board.room(Form::Frame, 1).around(middle, 1).any(&mut stream), Some(middle));
    }

    #[test]
    fn free_cells_are_equally_likely() {
        let mut board = Board::new(32);
        for column in 1..32 {
            board.take(&Object::solid(0, 0, 1, Cell::new(31, column)));
        }
        let mut stream = StreamKey::new(&Digest::of(b"test"), "board", 1).stream(0);
        let room = board.room(Form::Solid, 1).in_rows(30..=31);
        let mut corner = 0;
        for _ in 0..3_300 {
            let cell = room.any(&mut stream).unwrap();
            assert!(cell.row == 30 || cell == Cell::new(31, 0));
            corner += u32::from(cell.row == 31);
        }
        // Binomial with mean 100 and deviation 10.
        assert!((60..=140).contains(&corner), "{corner}");
    }
}
