//! Worlds as the papers' models see them.

use std::ops::{AddAssign, SubAssign};

use wampimuk_command::{GridFamily, Lexicon, heading_name};
use wampimuk_grid::{Agent, Cell, Channels, Heading, Object, World};

/// A number that an observation can be made of: a byte or a float.
pub trait ChannelValue: Copy + Default + Send + From<u8> + AddAssign + SubAssign + 'static {}

impl ChannelValue for u8 {}
impl ChannelValue for f32 {}

/// Why a world has no observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ObservationError {
    /// An object has a size, shape or colour for which there is no channel.
    #[error(
        "an object of size {}, shape number {} and colour number {} has no channels: there are {} sizes, {} shapes and {} colours",
        .object.size, .object.shape, .object.colour, .channels.sizes, .channels.shapes, .channels.colours
    )]
    Object {
        /// The object.
        object: Object,
        /// The channels there are.
        channels: Channels,
    },
    /// The grid is of another size.
    #[error("a grid of {found}×{found} cells where {expected}×{expected} were expected")]
    Side {
        /// The world's side.
        found: u8,
        /// The observer's side.
        expected: u8,
    },
    /// The tensor is of another size.
    #[error("a tensor of {found} numbers where {expected} were expected")]
    Length {
        /// The tensor's length.
        found: usize,
        /// The length that the observer needs.
        expected: usize,
    },
}

/// Writes worlds as tensors, indexed `[row][column][channel]`.
///
/// Channels are sizes, shapes, colours, the agent's presence, its heading (east, south, west, north). What stands in
/// one cell adds up: a box and the thing in its corner may both be blue, and that channel is then 2, as in ReaSCAN's
/// data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observer {
    side: u8,
    channels: Channels,
}

impl Observer {
    /// The observer of a dataset's worlds: a channel for each size up to the biggest, each noun and each colour.
    pub fn of(grid: &dyn GridFamily) -> Self {
        let (setting, lexicon) = (grid.setting(), grid.lexicon());
        // A lexicon has at most 32 entries in a class.
        let (shapes, colours) = (lexicon.nouns.len() as u8, lexicon.colours.len() as u8);
        Self::new(setting.grid_size, Channels { sizes: setting.max_object_size, shapes, colours })
    }

    /// An observer of grids of this side.
    pub const fn new(side: u8, channels: Channels) -> Self {
        Self { side, channels }
    }

    /// Rows and columns.
    pub const fn side(&self) -> usize {
        self.side as usize
    }

    /// The layout of a cell.
    pub const fn channels(&self) -> Channels {
        self.channels
    }

    /// What each channel of a cell says, in the words of the lexicon: `size 1`, `shape circle`, `colour red`, `agent`,
    /// `heading east`.
    pub fn names(&self, lexicon: &Lexicon) -> Vec<String> {
        let sizes = (1..=self.channels.sizes).map(|size| format!("size {size}"));
        let shapes = lexicon.nouns.iter().map(|noun| format!("shape {}", noun.word.name));
        let colours = lexicon.colours.iter().map(|colour| format!("colour {}", colour.name));
        let headings = Heading::ALL.iter().map(|heading| format!("heading {}", heading_name(*heading)));
        let objects = sizes
            .chain(shapes.take(self.channels.shapes.into()))
            .chain(colours.take(self.channels.colours.into()));
        objects.chain(["agent".to_owned()]).chain(headings).collect()
    }

    /// The length of a cell.
    pub const fn depth(&self) -> usize {
        self.channels.all()
    }

    /// The length of a tensor.
    pub const fn len(&self) -> usize {
        self.side() * self.side() * self.depth()
    }

    /// Whether tensors have no number at all, which no world's have.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes a world over whatever the tensor held.
    pub fn write<L: ChannelValue>(&self, world: &World, tensor: &mut [L]) -> Result<(), ObservationError> {
        if world.side() != self.side {
            return Err(ObservationError::Side { found: world.side(), expected: self.side });
        }
        if tensor.len() != self.len() {
            return Err(ObservationError::Length { found: tensor.len(), expected: self.len() });
        }
        tensor.fill(L::default());
        for object in world.objects() {
            self.add(object, tensor)?;
        }
        self.put(world.agent(), tensor);
        Ok(())
    }

    /// Adds an object to a tensor.
    #[inline]
    pub fn add<L: ChannelValue>(&self, object: &Object, tensor: &mut [L]) -> Result<(), ObservationError> {
        self.change(object, tensor, |level| *level += L::from(1))
    }

    /// Takes an object out of a tensor that it was added to.
    #[inline]
    pub fn take<L: ChannelValue>(&self, object: &Object, tensor: &mut [L]) -> Result<(), ObservationError> {
        self.change(object, tensor, |level| *level -= L::from(1))
    }

    /// Puts the agent into a tensor.
    #[inline]
    pub fn put<L: ChannelValue>(&self, agent: Agent, tensor: &mut [L]) {
        let cell = self.agent_channels(agent.cell, tensor);
        if let [presence, headings @ ..] = cell {
            *presence = L::from(1);
            if let Some(heading) = headings.get_mut(agent.heading as usize) {
                *heading = L::from(1);
            }
        }
    }

    /// Takes the agent out of a cell of a tensor.
    #[inline]
    pub fn lift<L: ChannelValue>(&self, cell: Cell, tensor: &mut [L]) {
        self.agent_channels(cell, tensor).fill(L::default());
    }

    #[inline]
    fn change<L: ChannelValue>(
        &self,
        object: &Object,
        tensor: &mut [L],
        change: impl Fn(&mut L),
    ) -> Result<(), ObservationError> {
        let unseen = ObservationError::Object { object: *object, channels: self.channels };
        let start = object.cell.index(self.side) * self.depth();
        let cell = tensor.get_mut(start..start + self.depth()).ok_or(unseen)?;
        for channel in self.channels.of(object).ok_or(unseen)? {
            change(&mut cell[channel]);
        }
        Ok(())
    }

    #[inline]
    fn agent_channels<'t, L: ChannelValue>(&self, cell: Cell, tensor: &'t mut [L]) -> &'t mut [L] {
        let end = (cell.index(self.side) + 1) * self.depth();
        tensor.get_mut(end - 5..end).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_grid::{Form, Heading};

    use super::*;

    fn observer() -> Observer {
        Observer::new(3, Channels { sizes: 4, shapes: 4, colours: 4 })
    }

    fn world(objects: &[Object]) -> Result<World, wampimuk_grid::WorldError> {
        let mut world = World::new(3, Agent { cell: Cell::new(1, 0), heading: Heading::South })?;
        for &object in objects {
            world.place(object)?;
        }
        Ok(world)
    }

    #[test]
    fn what_stands_in_one_cell_adds_up() {
        let solid = Object::solid(0, 1, 2, Cell::new(1, 0));
        let frame = Object { form: Form::Frame, ..Object::solid(3, 1, 1, Cell::new(1, 0)) };
        let mut tensor = vec![9u8; observer().len()];
        observer().write(&world(&[solid, frame]).unwrap(), &mut tensor).unwrap();
        let expected = [1, 1, 0, 0, 1, 0, 0, 1, 0, 2, 0, 0, 1, 0, 1, 0, 0];
        assert_eq!(&tensor[3 * 17..4 * 17], &expected);
        assert_eq!(tensor.iter().map(|&level| u32::from(level)).sum::<u32>(), 8);
        let mut floats = vec![f32::NAN; observer().len()];
        observer().write(&world(&[solid, frame]).unwrap(), &mut floats).unwrap();
        assert!(floats.iter().zip(&tensor).all(|(&float, &byte)| float == f32::from(byte)));
    }

    #[test]
    fn changes_lead_to_the_same_tensor_as_writing_anew() {
        let before = Object::solid(0, 1, 2, Cell::new(1, 0));
        let after = Object { cell: Cell::new(2, 2), ..before };
        let mut tensor = vec![0u8; observer().len()];
        observer().write(&world(&[before]).unwrap(), &mut tensor).unwrap();
        observer().take(&before, &mut tensor).unwrap();
        observer().add(&after, &mut tensor).unwrap();
        let mut anew = vec![0u8; observer().len()];
        observer().write(&world(&[after]).unwrap(), &mut anew).unwrap();
        assert_eq!(tensor, anew);
        let agent = Agent { cell: Cell::new(0, 1), heading: Heading::North };
        observer().lift(Cell::new(1, 0), &mut tensor);
        observer().put(agent, &mut tensor);
        assert_eq!(tensor[3 * 17..4 * 17], [0; 17]);
        assert_eq!(tensor[17 + 12..2 * 17], [1, 0, 0, 0, 1]);
    }

    #[test]
    fn what_has_no_channel_is_an_error() {
        let observer = observer();
        let mut tensor = vec![0u8; observer.len()];
        let strange = world(&[Object::solid(4, 0, 1, Cell::new(0, 0))]).unwrap();
        assert!(matches!(observer.write(&strange, &mut tensor), Err(ObservationError::Object { .. })));
        let big = World::new(4, Agent::default()).unwrap();
        assert_eq!(observer.write(&big, &mut tensor), Err(ObservationError::Side { found: 4, expected: 3 }));
        assert!(matches!(
            observer.write(&world(&[]).unwrap(), &mut tensor[1..]),
            Err(ObservationError::Length { found: 152, expected: 153 })
        ));
    }
}
