//! From recorded examples to commands and worlds.

use wampimuk_command::{Command, ObjectRoles};
use wampimuk_grid::{Action, Agent, Cell, Heading, Object, World, WorldError, parse_actions};

use super::{OriginalExample, PlacedObject, Position, WholeNumber};
use crate::error::{FieldError, Problem};
use crate::file_lexicon::{FileLexicon, Wording};

/// What an example says, in the toolkit's terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodedExample {
    /// The command.
    pub command: Command,
    /// The world.
    pub world: World,
    /// The number of the recorded target among the world's objects, if one is recorded.
    pub target: Option<usize>,
    /// The recorded actions.
    pub actions: Vec<Action>,
    /// Why each object is there; empty if that is not recorded.
    pub cast: ObjectRoles,
}

impl OriginalExample<'_> {
    /// Decodes the example. `heavy_from` is the smallest size that takes two pushes for each cell.
    ///
    /// # Errors
    /// If a field holds what cannot be. The error names the field.
    pub fn decode(&self, vocabulary: &mut FileLexicon, heavy_from: u8) -> Result<DecodedExample, FieldError> {
        let manner = self.manner.as_ref().or(self.adverb_in_command.as_ref());
        let manner = manner.map_or("", |manner| manner);
        let wording = Wording { command: &self.command, meaning: &self.meaning, manner };
        vocabulary.start(wording, self.adverb_in_command.is_some());

        // Objects first: commands may name shapes and colours that are known from objects only.
        let world = self.world(vocabulary, heavy_from)?;
        let target = match &self.situation.target_object {
            None => None,
            Some(placed) => {
                let field = "situation.target_object";
                let goal = object(placed, vocabulary).map_err(|error| inside(field, error))?;
                let number = world.objects().iter().position(|object| *object == goal);
                let found =
                    || format!("a {} {} of size {}", placed.object.color.0, placed.object.shape.0, goal.size);
                let missing = || {
                    let Cell { row, column } = goal.cell;
                    let found = format!("{} in row {row}, column {column}", found());
                    FieldError::value(field, "one of the placed objects", found)
                };
                Some(number.ok_or_else(missing)?)
            }
        };
        let command = vocabulary.command(wording)?;
        let actions = parse_actions(&self.target_commands)
            .map_err(|error| FieldError::new("target_commands", error))?;
        Ok(DecodedExample { command, world, target, actions, cast: ObjectRoles::default() })
    }

    fn world(&self, vocabulary: &mut FileLexicon, heavy_from: u8) -> Result<World, FieldError> {
        let situation = &self.situation;
        let WholeNumber(side) = situation.grid_size;
        let side_error = || FieldError::new("situation.grid_size", WorldError::Side(side));
        let side = u8::try_from(side).map_err(|_| side_error())?;
        let cell = cell(&situation.agent_position).map_err(|error| inside("situation", error))?;
        let WholeNumber(heading) = situation.agent_direction;
        let heading = *Heading::ALL.get(heading as usize).ok_or_else(|| {
            FieldError::value("situation.agent_direction", "a direction from 0 to 3", heading)
        })?;
        let world = World::new(side, Agent { cell, heading }).map_err(|error| {
            let field = match error {
                WorldError::Side(_) => "situation.grid_size",
                _ => "situation.agent_position",
            };
            FieldError::new(field, error)
        })?;
        let mut world = world.with_heavy_from(heavy_from);
        for (number, placed) in situation.placed_objects.0.iter().enumerate() {
            object(placed, vocabulary)
                .and_then(|object| world.place(object).map_err(|error| FieldError::new("position", error)))
                .map_err(|error| inside(&format!("situation.placed_objects.{number}"), error))?;
        }
        Ok(world)
    }
}

fn object(placed: &PlacedObject<'_>, vocabulary: &mut FileLexicon) -> Result<Object, FieldError> {
    let description = &placed.object;
    let name = |field: &str, problem: Problem| FieldError::new(field, problem);
    let shape = vocabulary.shape(&description.shape).map_err(|problem| name("object.shape", problem))?;
    let colour = vocabulary.colour(&description.color).map_err(|problem| name("object.color", problem))?;
    let WholeNumber(size) = description.size;
    let size = u8::try_from(size).ok().filter(|size| *size > 0);
    let size =
        size.ok_or_else(|| FieldError::value("object.size", "a size from 1 to 255", description.size.0))?;
    let cell = cell(&placed.position).map_err(|error| FieldError { field: "position".into(), ..error })?;
    let form = vocabulary.lexicon().nouns[usize::from(shape)].form;
    Ok(Object { cell, shape, colour, size, form })
}

fn cell(position: &Position) -> Result<Cell, FieldError> {
    let (WholeNumber(row), WholeNumber(column)) = (position.row, position.column);
    match (u8::try_from(row), u8::try_from(column)) {
        (Ok(row), Ok(column)) => Ok(Cell::new(row, column)),
        _ => {
            let found = format!("row {row}, column {column}");
            Err(FieldError::value("agent_position", "a cell of the grid", found))
        }
    }
}

fn inside(path: &str, error: FieldError) -> FieldError {
    FieldError { field: format!("{path}.{}", error.field), ..error }
}
