//! Worlds as grids of numbers.
//!
//! A cell holds at most one thing, and pieces of any number of boxes. A thing has a number from 1 on, by its shape, then
//! its colour, then its size; so has each piece of each kind of box. With `T` things and `P` pieces, the code of a cell is
//! `thing + (T + 1) × (first + (P + 1) × (second + …))`, with 0 for "none" and the pieces in the order of their numbers.
//! An empty cell is 0, and a cell with nothing but a thing has that thing's number, in every task of a dataset.

use wampimuk_command::Lexicon;
use wampimuk_grid::{Agent, Cell, Form, Object, World};

use crate::record::CodeGrid;

/// What is in a cell: the thing, and the boxes with the offset of this cell from their corner.
type Contents = (Option<Object>, Vec<(Object, u8, u8)>);

/// The biggest code: JavaScript and most JSON readers have no exact integers beyond.
const MOST: u64 = 1 << 53;

/// How worlds of one language become grids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Codes {
    /// The numbers of the nouns that are things, and of those that are boxes.
    solids: Vec<u8>,
    frames: Vec<u8>,
    colours: u64,
    /// The biggest size.
    sizes: u64,
}

impl Codes {
    pub fn new(lexicon: &Lexicon, sizes: u8) -> Self {
        let of = |form| {
            let nouns = (0..).zip(&lexicon.nouns).filter(move |(_, noun)| noun.form == form);
            nouns.map(|(number, _)| number).collect()
        };
        let colours = lexicon.colours.len() as u64;
        Self { solids: of(Form::Solid), frames: of(Form::Frame), colours, sizes: sizes.into() }
    }

    fn things(&self) -> u64 {
        self.solids.len() as u64 * self.colours * self.sizes
    }

    /// The pieces of boxes of one shape and colour: a box of side `n` has `n²`.
    fn squares(&self) -> u64 {
        (1..=self.sizes).map(|size| size * size).sum()
    }

    fn pieces(&self) -> u64 {
        self.frames.len() as u64 * self.colours * self.squares()
    }

    fn thing(&self, object: &Object) -> Option<u64> {
        let shape = self.solids.iter().position(|&noun| noun == object.shape)? as u64;
        let (colour, size) = (u64::from(object.colour), u64::from(object.size));
        let known = colour < self.colours && (1..=self.sizes).contains(&size);
        known.then(|| (shape * self.colours + colour) * self.sizes + size)
    }

    fn piece(&self, frame: &Object, cell: Cell) -> Option<u64> {
        let shape = self.frames.iter().position(|&noun| noun == frame.shape)? as u64;
        let (colour, size) = (u64::from(frame.colour), u64::from(frame.size));
        if colour >= self.colours || !(1..=self.sizes).contains(&size) {
            return None;
        }
        let before: u64 = (1..size).map(|smaller| smaller * smaller).sum();
        let (row, column) =
            (u64::from(cell.row - frame.cell.row), u64::from(cell.column - frame.cell.column));
        Some((shape * self.colours + colour) * self.squares() + before + row * size + column + 1)
    }

    /// The grid of a world; `None` if too many boxes overlap for the codes to suffice, or if something in it has no
    /// code.
    pub fn encode(&self, world: &World) -> Option<CodeGrid> {
        let side = world.side();
        let row = |row| (0..side).map(|column| self.cell(world, Cell::new(row, column))).collect();
        (0..side).map(row).collect()
    }

    fn cell(&self, world: &World, cell: Cell) -> Option<u64> {
        let mut thing = 0;
        let mut pieces = Vec::new();
        for object in world.objects().iter().filter(|object| object.covers(cell)) {
            match object.form {
                Form::Solid => thing = self.thing(object)?,
                Form::Frame => pieces.push(self.piece(object, cell)?),
            }
        }
        pieces.sort_unstable();
        let mut code = 0u64;
        for &piece in pieces.iter().rev() {
            code = code.checked_mul(self.pieces() + 1)?.checked_add(piece)?;
        }
        let code = code.checked_mul(self.things() + 1)?.checked_add(thing)?;
        (code < MOST).then_some(code)
    }

    /// What a code means in a cell.
    fn contents(&self, code: u64, cell: Cell) -> Option<Contents> {
        let thing = match code % (self.things() + 1) {
            0 => None,
            number => {
                let (kind, size) = ((number - 1) / self.sizes, (number - 1) % self.sizes + 1);
                let shape = *self.solids.get((kind / self.colours) as usize)?;
                Some(Object::solid(shape, (kind % self.colours) as u8, size as u8, cell))
            }
        };
        let mut rest = code / (self.things() + 1);
        let mut boxes = Vec::new();
        while rest > 0 {
            let piece = (rest % (self.pieces() + 1)).checked_sub(1)?;
            rest /= self.pieces() + 1;
            let (kind, mut place) = (piece / self.squares(), piece % self.squares());
            let mut size = 1;
            while place >= size * size {
                place -= size * size;
                size += 1;
            }
            let shape = *self.frames.get((kind / self.colours) as usize)?;
            let object = Object::solid(shape, (kind % self.colours) as u8, size as u8, cell);
            let frame = Object { form: Form::Frame, ..object };
            boxes.push((frame, (place / size) as u8, (place % size) as u8));
        }
        Some((thing, boxes))
    }

    /// The world of a grid, or what is wrong with it.
    pub fn decode(&self, grid: &CodeGrid) -> Result<World, String> {
        let side = u8::try_from(grid.len()).map_err(|_| format!("{} rows are too many", grid.len()))?;
        let mut world = World::new(side, Agent::default()).map_err(|error| error.to_string())?;
        for (row, codes) in (0..).zip(grid) {
            if codes.len() != grid.len() {
                return Err(format!("row {row} has {} cells, but there are {side} rows", codes.len()));
            }
            for (column, &code) in (0..).zip(codes) {
                let wrong = || format!("row {row}, column {column}: {code} is not the code of anything");
                let (thing, boxes) = self.contents(code, Cell::new(row, column)).ok_or_else(wrong)?;
                let corners = boxes.into_iter().filter(|&(_, down, across)| down == 0 && across == 0);
                for object in thing.into_iter().chain(corners.map(|(frame, ..)| frame)) {
                    world.place(object).map_err(|error| error.to_string())?;
                }
            }
        }
        match self.encode(&world) {
            Some(again) if again == *grid => Ok(world),
            _ => Err("the pieces of its boxes do not fit together".to_string()),
        }
    }

    /// What a code means, in words.
    pub fn describe(&self, code: u64, lexicon: &Lexicon) -> Option<String> {
        let words = |object: &Object| {
            let colour = &lexicon.colours[usize::from(object.colour)].word;
            format!("{colour} {} of size {}", lexicon.nouns[usize::from(object.shape)].word.word, object.size)
        };
        let (thing, boxes) = self.contents(code, Cell::default())?;
        let mut parts: Vec<String> = thing.iter().map(words).collect();
        parts.extend(boxes.iter().map(|(frame, down, across)| match (down, across) {
            (0, 0) => format!("top left cell of a {}", words(frame)),
            _ => format!("row {down}, column {across} of a {}", words(frame)),
        }));
        Some(if parts.is_empty() { "nothing".to_string() } else { parts.join(" + ") })
    }

    /// The rule, for the legend of a file.
    pub fn about(&self, lexicon: &Lexicon) -> String {
        let (things, pieces) = (self.things() + 1, self.pieces() + 1);
        let mut about = format!(
            "0 is an empty cell. A thing is (shape × {} + colour) × {} + size, shapes and colours counted from 0 and \
             sizes from 1.",
            self.colours, self.sizes
        );
        if pieces > 1 {
            let words: Vec<&str> =
                self.frames.iter().map(|&noun| lexicon.nouns[usize::from(noun)].word.word.as_str()).collect();
            // In a fresh language no word may be one of English shapes.
            let (subject, frame, terms) = match lexicon.speech.is_fresh {
                false => ("Boxes have".to_owned(), "box".to_owned(), "squares of the smaller sizes"),
                true => {
                    let frame = words.join(" or ");
                    (format!("A {frame} has"), frame, "smaller sizes, each times itself")
                }
            };
            about.push_str(&format!(
                " {subject} an extent and can share cells with things and with each other: a piece of a {frame} is \
                 ({frame} × {} + colour) × {} + (sum of the {terms}) + row × size + column + 1, where row and column count \
                 from the {frame}'s top left cell. A cell is thing + {things} × (first piece + {pieces} × (second piece + \
                 …)), pieces in the order of their numbers.",
                self.colours,
                self.squares()
            ));
        }
        about
    }
}
