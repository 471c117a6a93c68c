//! Worlds as JSON, both ways.

use serde::{Deserialize, Serialize};
use wampimuk_command::{GridFamily, Lexicon};
use wampimuk_grid::{Agent, Cell, Form, Heading, MAX_OBJECTS, Object, World};

use crate::session::Problem;

/// A world as the page has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorldFile {
    /// Rows and columns.
    pub side: u8,
    /// Where the agent stands, and which way it faces: 0 is east, then clockwise.
    pub agent: AgentFile,
    /// The objects.
    pub objects: Vec<ObjectFile>,
}

/// The agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentFile {
    /// Its row.
    pub row: u8,
    /// Its column.
    pub column: u8,
    /// Which way it faces.
    pub heading: u8,
}

/// An object: numbers of the lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectFile {
    /// Its row.
    pub row: u8,
    /// Its column.
    pub column: u8,
    /// The number of its shape.
    pub shape: u8,
    /// The number of its colour.
    pub colour: u8,
    /// 1 is the smallest.
    pub size: u8,
}

impl WorldFile {
    /// What the page is to draw.
    pub(crate) fn of(world: &World) -> Self {
        let Agent { cell, heading } = world.agent();
        let object = |object: &Object| ObjectFile {
            row: object.cell.row,
            column: object.cell.column,
            shape: object.shape,
            colour: object.colour,
            size: object.size,
        };
        Self {
            side: world.side(),
            agent: AgentFile { row: cell.row, column: cell.column, heading: heading as u8 },
            objects: world.objects().iter().map(object).collect(),
        }
    }

    /// The world, in the words of a family.
    pub(crate) fn of_family(&self, family: &dyn GridFamily) -> Result<World, Problem> {
        self.world(family.lexicon(), family.heavy_from())
    }

    /// The world, in these words, with things that are heavy from this size on.
    pub(crate) fn world(&self, lexicon: &Lexicon, heavy_from: u8) -> Result<World, Problem> {
        let AgentFile { row, column, heading } = self.agent;
        let heading =
            *Heading::ALL.get(usize::from(heading)).ok_or_else(|| Problem::new("headings go from 0 to 3"))?;
        let agent = Agent { cell: Cell::new(row, column), heading };
        let world = World::new(self.side, agent).map_err(Problem::new)?;
        let mut world = world.with_heavy_from(heavy_from);
        for &ObjectFile { row, column, shape, colour, size } in self.objects.iter().take(MAX_OBJECTS + 1) {
            let noun = lexicon
                .nouns
                .get(usize::from(shape))
                .ok_or_else(|| Problem::new(format!("there is no shape {shape}")))?;
            if usize::from(colour) >= lexicon.colours.len() {
                return Err(Problem::new(format!("there is no colour {colour}")));
            }
            let object =
                Object { form: noun.form, ..Object::solid(shape, colour, size, Cell::new(row, column)) };
            world.place(object).map_err(Problem::new)?;
        }
        Ok(world)
    }
}

/// The numbers of the objects in a set.
pub(crate) fn members(set: u64) -> Vec<usize> {
    wampimuk_core::bits(set).collect()
}

/// An object in words: "the small red circle in row 3, column 2" without a size word, which depends on the rest of the world.
pub(crate) fn described(object: &Object, family: &dyn GridFamily) -> String {
    let lexicon = family.lexicon();
    let colour = lexicon.colours.get(usize::from(object.colour)).map_or("", |colour| colour.word.as_str());
    let noun = lexicon.nouns.get(usize::from(object.shape)).map_or("", |noun| noun.word.word.as_str());
    let Cell { row, column } = object.cell;
    let form = if object.form == Form::Frame { "corner in " } else { "" };
    format!("the {colour} {noun} of size {} ({form}row {row}, column {column})", object.size)
}
