//! The observation tensor of the papers' models.

use crate::World;

/// The layout of one cell's channels: sizes, shapes, colours, agent, headings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Channels {
    /// The number of sizes; size `s` is channel `s - 1`.
    pub sizes: u8,
    /// The number of shapes.
    pub shapes: u8,
    /// The number of colours.
    pub colours: u8,
}

impl Channels {
    /// Channels that describe an object.
    pub const fn object(self) -> usize {
        self.sizes as usize + self.shapes as usize + self.colours as usize
    }

    /// All channels: an object, the agent's presence, and its heading (east, south, west, north).
    pub const fn all(self) -> usize {
        self.object() + 5
    }

    /// The three channels an object sets, or `None` if a feature lies outside the layout.
    pub fn of(self, object: &crate::Object) -> Option<[usize; 3]> {
        let (size, shape, colour) = (object.size.checked_sub(1)?, object.shape, object.colour);
        (size < self.sizes && shape < self.shapes && colour < self.colours).then(|| {
            let shapes = usize::from(self.sizes);
            let colours = shapes + usize::from(self.shapes);
            [usize::from(size), shapes + usize::from(shape), colours + usize::from(colour)]
        })
    }

    /// The object vector of the original files: one digit for each channel.
    pub fn vector(self, object: &crate::Object) -> Option<String> {
        let set = self.of(object)?;
        Some((0..self.object()).map(|channel| if set.contains(&channel) { '1' } else { '0' }).collect())
    }
}

/// Fills `tensor` with the observation, indexed `[row][column][channel]`, and returns its length. Objects whose
/// features lie outside the layout leave no trace.
pub fn observe(world: &World, channels: Channels, tensor: &mut Vec<u8>) -> usize {
    let depth = channels.all();
    let cells = usize::from(world.side()) * usize::from(world.side());
    tensor.clear();
    tensor.resize(cells * depth, 0);
    for object in world.objects() {
        let base = object.cell.index(world.side()) * depth;
        for channel in channels.of(object).into_iter().flatten() {
            tensor[base + channel] = 1;
        }
    }
    let agent = world.agent();
    let base = agent.cell.index(world.side()) * depth + channels.object();
    tensor[base] = 1;
    tensor[base + 1 + agent.heading as usize] = 1;
    tensor.len()
}
