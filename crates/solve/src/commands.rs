//! Targets and actions from command and objects alone.

use std::ops::ControlFlow::Continue;

use serde::Serialize;
use wampimuk_command::{Command, GridFamily, Lexicon, Reading, RelationGraphs, Semantics, denotation};
use wampimuk_core::Watch;
use wampimuk_grid::{Action, World};
use wampimuk_source::{Error, ItemView, Pass, Source};

use crate::{Solution, SolveOptions};

/// What follows from a command and its world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandMeaning {
    /// How "small" and "big" were read.
    pub reading: Reading,
    /// The numbers of the objects that the command may refer to.
    pub referents: Vec<usize>,
    /// What to do, if there is one such object.
    pub actions: Option<Vec<Action>>,
}

/// What a command means in a world. Without a reading, the one that its wording belongs to is meant.
pub fn command(
    command: &Command,
    world: &World,
    lexicon: &Lexicon,
    reading: Option<Reading>,
) -> CommandMeaning {
    let reading = reading.unwrap_or_else(|| Reading::of(command));
    let set = denotation(&command.phrase, world, lexicon, Semantics::from(reading));
    let referents: Vec<usize> = (0..world.objects().len()).filter(|number| set >> number & 1 == 1).collect();
    let actions = match referents[..] {
        [target] => {
            let mut actions = Vec::new();
            command.execute(world, target, lexicon, &mut actions);
            Some(actions)
        }
        _ => None,
    };
    CommandMeaning { reading, referents, actions }
}

/// The place of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SolvedCell {
    /// Its row.
    pub row: u8,
    /// Its column.
    pub column: u8,
}

/// What follows from a command and its world, in plain values that need neither lexicon nor world.
#[derive(Clone, Debug, Serialize)]
pub struct CommandSolution {
    /// The index of the item in its split.
    pub index: u64,
    /// Its split, if it is known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub split: String,
    /// The object that the command refers to, if it is only one.
    pub target: Option<SolvedCell>,
    /// All that it may refer to.
    pub referents: Vec<SolvedCell>,
    /// What to do, by name.
    pub actions: Option<Vec<&'static str>>,
    /// Why there is no target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// The relation graphs, if they are wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph: Option<RelationGraphs>,
}

impl CommandSolution {
    /// Solves an item.
    pub fn of(item: &ItemView<'_>, reading: Option<Reading>, graph: bool) -> Self {
        let ItemView { command: asked, world, lexicon, .. } = *item;
        let meaning = command(asked, world, lexicon, reading);
        let cell = |number: &usize| {
            let cell = world.objects()[*number].cell;
            SolvedCell { row: cell.row, column: cell.column }
        };
        let referents: Vec<SolvedCell> = meaning.referents.iter().map(cell).collect();
        Self {
            index: item.index,
            split: item.split.to_string(),
            target: if let [target] = referents[..] { Some(target) } else { None },
            problem: match referents.len() {
                0 => Some("the command refers to nothing".into()),
                1 => None,
                count => Some(format!("the command may refer to {count} objects")),
            },
            graph: graph.then(|| {
                let target = if let [target] = meaning.referents[..] { Some(target) } else { None };
                RelationGraphs::new(&asked.phrase, world, lexicon, meaning.reading, target)
            }),
            actions: meaning.actions.map(|actions| actions.into_iter().map(Action::name).collect()),
            referents,
        }
    }
}

/// Solves items of a recipe, by their addresses.
pub(crate) fn made(
    family: &dyn GridFamily,
    split: usize,
    indices: &[u64],
    watch: &dyn Watch,
) -> Result<Vec<Solution>, Error> {
    let mut items = family.grid_items();
    let name = family.splits().get(split).map_or("", |split| split.name.as_str());
    let solve = |&index: &u64| {
        watch.done(1)?;
        let item = ItemView::made(name, items.make(split, index)?, family.lexicon());
        Ok(Solution::Command(CommandSolution::of(&item, None, false)))
    };
    indices.iter().map(solve).collect()
}

/// Solves every chosen item.
pub(crate) fn solve<E: From<Error> + Send>(
    source: &Source,
    options: &SolveOptions,
    pass: &Pass<'_>,
    mut give: impl FnMut(Solution) -> Result<(), E>,
) -> Result<(), E> {
    let reading = options.readings.of_commands()?;
    source.each(pass, "solve", |item| {
        let item = item.map_err(Error::from)?;
        give(Solution::Command(CommandSolution::of(&item, reading, options.graph)))?;
        Ok(Continue(()))
    })
}
