//! Worlds as lists of things described by words.

/// Something in a world.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Thing {
    /// Its row, from the top; for a box, that of its top-left cell.
    pub row: i32,
    /// Its column, from the left; for a box, that of its top-left cell.
    pub column: i32,
    /// The name of its shape.
    pub shape: String,
    /// The name of its colour.
    pub colour: String,
    /// Its size.
    pub size: i32,
    /// Whether it is a frame around a square of cells, as many on a side as its size.
    pub is_box: bool,
}

impl Thing {
    /// A thing; it is a box if its shape is called so.
    pub fn new(colour: &str, shape: &str, size: i32, row: i32, column: i32) -> Self {
        Self { row, column, shape: shape.into(), colour: colour.into(), size, is_box: shape == "box" }
    }

    /// All cells the thing takes up.
    pub fn cells(&self) -> Vec<(i32, i32)> {
        let side = if self.is_box { self.size } else { 1 };
        let mut cells = Vec::new();
        for row in 0..side {
            for column in 0..side {
                cells.push((self.row + row, self.column + column));
            }
        }
        cells
    }
}

/// A world: a square grid with an agent and things.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Rows and columns.
    pub side: i32,
    /// The agent's row.
    pub row: i32,
    /// The agent's column.
    pub column: i32,
    /// Where the agent faces: the change of row and column of one step.
    pub facing: (i32, i32),
    /// Things of at least this size are heavy.
    pub heavy_from: i32,
    /// What there is.
    pub things: Vec<Thing>,
}

impl Place {
    /// Whether a cell exists.
    pub fn exists(&self, row: i32, column: i32) -> bool {
        row >= 0 && column >= 0 && row < self.side && column < self.side
    }

    /// The number of the thing that fills a cell; boxes fill none.
    pub fn filled_by(&self, row: i32, column: i32) -> Option<usize> {
        self.things.iter().position(|thing| !thing.is_box && thing.row == row && thing.column == column)
    }
}

/// A facing after a quarter turn to the left: with rows growing downwards, east (0, 1) becomes north (-1, 0).
pub fn left((rows, columns): (i32, i32)) -> (i32, i32) {
    (-columns, rows)
}

/// A facing after a quarter turn to the right.
pub fn right((rows, columns): (i32, i32)) -> (i32, i32) {
    (columns, -rows)
}
