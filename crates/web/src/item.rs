//! Items of the dataset that is open.

use serde::Serialize;
use serde_json::Value;
use wampimuk_command::{GridFamily, GridItem};
use wampimuk_families::{Dataset, Workers};
use wampimuk_grid::Action;

use crate::command::{Asked, Meaning};
use crate::play::{Frame, frames};
use crate::session::{Problem, to_value};
use crate::world::WorldFile;
use crate::{riddle, story};

/// A command in a world.
#[derive(Debug, Serialize)]
struct CommandItem {
    kind: &'static str,
    id: String,
    world: WorldFile,
    target: usize,
    actions: Vec<&'static str>,
    frames: Vec<Frame>,
    meaning: Meaning,
    /// For each object, why it is there; empty if the family does not say.
    purposes: Vec<&'static str>,
}

/// An item, as its kind has it.
pub(crate) fn item(dataset: &dyn Dataset, split: usize, index: u64) -> Result<Value, Problem> {
    Ok(match dataset.contents().workers() {
        Workers::Commands(family, mut items) => {
            to_value(&command(family, items.make(split, index).map_err(Problem::new)?))
        }
        Workers::Riddles(_, mut maker) => {
            to_value(&riddle::item(maker.make(split, index).map_err(Problem::new)?))
        }
        Workers::Stories(family, mut items) => {
            to_value(&story::item(family, &items.make(split, index).map_err(Problem::new)?))
        }
    })
}

fn command(family: &dyn GridFamily, item: &GridItem) -> CommandItem {
    let example = &item.example;
    let asked = Asked::of(family, example.command.clone(), &example.world, family.reading());
    let purpose = |object: usize| item.cast.group_of(object).map_or("", |group| group.strategy.name());
    CommandItem {
        kind: "command",
        id: item.id.to_string(),
        world: WorldFile::of(&example.world),
        target: example.target,
        actions: example.actions.iter().copied().map(Action::name).collect(),
        frames: frames(&example.world, &example.actions),
        meaning: asked.meaning(),
        purposes: (0..item.cast.parts.len()).map(purpose).collect(),
    }
}
