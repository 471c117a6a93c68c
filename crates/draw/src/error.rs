//! What can go wrong.

/// Why something cannot be drawn.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The attention has another number of weights than the grid has cells.
    #[error(
        "the attention has {found} weights, but the grid has {expected} cells: give one weight for each cell, row by row"
    )]
    Attention {
        /// The number of cells.
        expected: usize,
        /// The number of weights.
        found: usize,
    },
    /// The attention has another number of weights than there are words.
    #[error("the attention has {found} weights for {expected} words: give one for each word")]
    Words {
        /// The number of words.
        expected: usize,
        /// The number of weights.
        found: usize,
    },
    /// The target is not an object of the world.
    #[error("object {target} does not exist: the world has {objects} objects, counted from 0")]
    Target {
        /// The number asked for.
        target: usize,
        /// How many objects there are.
        objects: usize,
    },
    /// An edge to a node that is not there.
    #[error("node {node} does not exist: the graph has {nodes} nodes, counted from 0")]
    Node {
        /// The number asked for.
        node: usize,
        /// How many nodes there are.
        nodes: usize,
    },
    /// A graph with too many nodes.
    #[error("a graph of {found} nodes is too large: at most {limit} are drawn")]
    Nodes {
        /// How many there are.
        found: usize,
        /// The most that are drawn.
        limit: usize,
    },
    /// A grid without cells.
    #[error("the grid is empty: expected at least one row with at least one code")]
    Empty,
    /// Rows of different lengths.
    #[error("row {row} has {found} codes, but the first row has {expected}: rows must be equally long")]
    Ragged {
        /// The row, counted from 0.
        row: usize,
        /// The length of the first row.
        expected: usize,
        /// The length of this row.
        found: usize,
    },
    /// A code without a colour.
    #[error("{code} in row {row}, column {column} is not a colour: codes go from 0 to 9")]
    Code {
        /// The code.
        code: u8,
        /// The row, counted from 0.
        row: usize,
        /// The column, counted from 0.
        column: usize,
    },
    /// A line from something to itself.
    #[error("a line from {0} to itself: lines lead from one thing to another")]
    Loop(usize),
    /// A frame of an animation that belongs to another grid.
    #[error("the frame's grid has side {found}, the scene's has side {expected}")]
    Frame {
        /// The scene's side.
        expected: u8,
        /// The frame's side.
        found: u8,
    },
    /// A scale that is no positive number.
    #[error("{0} is not a scale: expected a positive number such as 2")]
    Scale(f32),
    /// More pixels than is sensible.
    #[error("a picture of {width}×{height} pixels is too large: choose a smaller scale, or SVG")]
    TooLarge {
        /// In pixels.
        width: f32,
        /// In pixels.
        height: f32,
    },
    /// An animation with too many frames.
    #[error("an animation of {found} actions is too long: at most {limit} are drawn")]
    TooLong {
        /// The number of actions.
        found: usize,
        /// The most that are drawn.
        limit: usize,
    },
    /// More colours than a palette holds.
    #[error("a palette of {found} colours is too large: at most {most} are drawn")]
    Colours {
        /// How many there are.
        found: usize,
        /// The most that are drawn.
        most: usize,
    },
    /// A colour that the look does not know.
    #[error("colour {colour} is unknown: the look has {known} colours, counted from 0")]
    UnknownColour {
        /// Its number.
        colour: u8,
        /// How many are known.
        known: usize,
    },
    /// The encoder failed.
    #[error("the {format} encoder failed: {reason}")]
    Encode {
        /// `PNG` or `GIF`.
        format: &'static str,
        /// What it said.
        reason: String,
    },
}
