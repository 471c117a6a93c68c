//! Pictures of many worlds, as pixels: what an agent with eyes would see.
//!
//! Laying out and rasterising a picture takes a millisecond. A dataset has a million worlds but few different objects: so
//! each object is drawn once, as a [`Sprite`], and a world is sprites on a background. Only the world is shown: no title,
//! no target, no path. A big object can hide a frame of the same colour.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use wampimuk_grid::{Form, Heading, Object, World};

use crate::indexed_png::Encoder;
use crate::palette::Palette;
use crate::picture::Picture;
use crate::sprite::Sprite;
use crate::{Appearance, DrawError, object};

/// Pixels of a cell along each side: two patches of sixteen, as models that look at pictures cut them.
pub const CELL_PIXELS: usize = 32;

/// Line widths are given for cells of this many units.
const UNITS: f32 = 52.0;

/// Draws worlds as square pictures of [`CELL_PIXELS`] for each cell; it remembers what it has drawn.
///
/// A cell has its grid line at the left and at the top. Pixels are numbers of a palette that is the same for all worlds
/// of a look, and the size of an object looks the same in every world.
///
/// ```
/// use wampimuk_draw::{CELL_PIXELS, Appearance, Painter};
/// use wampimuk_grid::{Agent, Cell, Object, World};
///
/// let look = Appearance::from_names(&["circle", "square"], &["red", "green"]);
/// let mut world = World::new(3, Agent::default())?;
/// world.place(Object::solid(0, 1, 4, Cell::new(1, 1)))?;
/// let mut painter = Painter::new(look.clone(), 4)?;
/// let middle = 3 * CELL_PIXELS * (3 * CELL_PIXELS / 2) + 3 * CELL_PIXELS / 2;
/// let colour = painter.paint(&world)?[middle];
/// assert_eq!(painter.palette()[usize::from(colour)], look.colour(1));
/// assert!(painter.png(&world)?.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Painter {
    look: Appearance,
    /// The largest size that objects have.
    largest: u8,
    palette: Palette,
    stamps: HashMap<Thing, Sprite>,
    /// The side of the worlds drawn so far, and an empty one.
    side: usize,
    ground: Vec<u8>,
    pixels: Vec<u8>,
    encoder: Encoder,
}

/// What a stamp shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Thing {
    Solid {
        shape: u8,
        colour: u8,
        size: u8,
    },
    /// Frames often share an edge; so neighbours lie more or less inside their cells.
    Frame {
        colour: u8,
        size: u8,
        inset: u8,
    },
    Agent {
        heading: Heading,
        hollow: bool,
    },
}

impl Painter {
    /// A painter of worlds that look like this and whose objects are at most this large.
    ///
    /// # Errors
    /// If there are more colours than a palette holds.
    pub fn new(look: Appearance, largest: u8) -> Result<Self, DrawError> {
        let palette = Palette::new(&look)?;
        Ok(Self {
            look,
            largest: largest.max(4),
            palette,
            stamps: HashMap::new(),
            side: 0,
            ground: Vec::new(),
            pixels: Vec::new(),
            encoder: Encoder::default(),
        })
    }

    /// The colours that pixels are numbers of.
    pub fn palette(&self) -> &[crate::Rgb] {
        self.palette.colours()
    }

    /// The world's pixels, row by row, as numbers of the palette.
    ///
    /// # Errors
    /// If the world has a colour that the look does not know.
    pub fn paint(&mut self, world: &World) -> Result<&[u8], DrawError> {
        self.clear(world.side().into());
        let place = |object: &Object| (usize::from(object.cell.row), usize::from(object.cell.column));
        // Not in the order of the list: what comes first in it may be what a command refers to.
        let mut frames: Vec<&Object> =
            world.objects().iter().filter(|object| object.form == Form::Frame).collect();
        frames.sort_unstable_by_key(|frame| frame.order());
        for (number, frame) in frames.into_iter().enumerate() {
            let inset = (number % 3) as u8;
            self.stamp(Thing::Frame { colour: frame.colour, size: frame.size, inset }, place(frame))?;
        }
        for solid in world.objects().iter().filter(|object| object.form == Form::Solid) {
            let Object { shape, colour, size, .. } = *solid;
            self.stamp(Thing::Solid { shape, colour, size }, place(solid))?;
        }
        let agent = world.agent();
        let hollow = world.solid_at(agent.cell).is_some();
        let cell = (usize::from(agent.cell.row), usize::from(agent.cell.column));
        self.stamp(Thing::Agent { heading: agent.heading, hollow }, cell)?;
        Ok(&self.pixels)
    }

    /// The world as a PNG file with a palette.
    ///
    /// # Errors
    /// If the world has a colour that the look does not know.
    pub fn png(&mut self, world: &World) -> Result<&[u8], DrawError> {
        self.paint(world)?;
        self.encoder.encode(&self.pixels, self.side * CELL_PIXELS, self.palette.colours())
    }

    /// Starts with an empty grid.
    fn clear(&mut self, side: usize) {
        if self.side != side {
            self.side = side;
            let width = side * CELL_PIXELS;
            self.ground = vec![Palette::GROUND; width * width];
            for (at, pixel) in self.ground.iter_mut().enumerate() {
                let (row, column) = (at / width, at % width);
                if row.is_multiple_of(CELL_PIXELS) || column.is_multiple_of(CELL_PIXELS) {
                    *pixel = Palette::LINE;
                }
            }
        }
        self.pixels.clear();
        self.pixels.extend_from_slice(&self.ground);
    }

    fn stamp(&mut self, thing: Thing, (row, column): (usize, usize)) -> Result<(), DrawError> {
        let Self { look, palette, stamps, pixels, side, largest, .. } = self;
        let width = *side * CELL_PIXELS;
        let stamp = match stamps.entry(thing) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(draw(thing, look, *largest, palette)?),
        };
        stamp.press(pixels, width, (row * CELL_PIXELS, column * CELL_PIXELS));
        Ok(())
    }
}

/// Draws a thing as other pictures draw it.
fn draw(thing: Thing, look: &Appearance, largest: u8, palette: &Palette) -> Result<Sprite, DrawError> {
    let cell = CELL_PIXELS as f32;
    let cells = if let Thing::Frame { size, .. } = thing { size.max(1) } else { 1 };
    let side = cell * f32::from(cells);
    let mut picture = Picture::new(side, side, "");
    // As in other grids, the middle of a cell is half a pixel further, because of its line.
    let middle = (cell / 2.0 + 0.5, cell / 2.0 + 0.5);
    let colours = match thing {
        Thing::Solid { shape, colour, size } => {
            let diameter = object::diameter(size, largest) * cell;
            object::solid(&mut picture, &look.shape(shape), look.colour(colour), (middle, diameter), false);
            palette.of_object(colour)?
        }
        Thing::Frame { colour, inset, .. } => {
            let unit = cell / UNITS;
            let inset = unit * (3.0 + 3.0 * f32::from(inset));
            let corner = (inset + 0.5, inset + 0.5);
            object::frame(&mut picture, look.colour(colour), corner, side - 2.0 * inset, 4.0 * unit);
            palette.of_object(colour)?
        }
        Thing::Agent { heading, hollow } => {
            object::agent(&mut picture, heading, middle, cell, hollow);
            palette.of_agent()
        }
    };
    Sprite::new(&picture, palette, colours)
}
