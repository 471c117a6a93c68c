//! Commands in worlds that somebody made up.

use wampimuk_command::{Lexicon, heading_name, parse};
use wampimuk_core::suggest_or_list;
use wampimuk_grid::{Action, Agent, Cell, Heading, Object, World};

use crate::error::raise;
use crate::prepared::Inner;
use pyo3::PyResult;

/// Shape, colour, size, row and column.
pub(crate) type Thing = (String, String, u8, u8, u8);

/// The numbers of the objects that are meant, and the actions if there is one such object.
pub(crate) type Solved = (Vec<usize>, Option<Vec<&'static str>>);

/// What a command means in a world of this side, with the agent at this row and column and with this heading.
pub(crate) fn solve(
    inner: &Inner,
    command: &str,
    side: u8,
    (row, column, heading): (u8, u8, &str),
    things: &[Thing],
) -> PyResult<Solved> {
    let family = inner.dataset().contents().commands().ok_or_else(|| {
        raise(format_args!("{} knows no commands: give a recipe that does", inner.dataset().family()))
    })?;
    let lexicon = family.lexicon();
    let known = Heading::ALL.into_iter().find(|known| heading_name(*known) == heading);
    let heading = known.ok_or_else(|| {
        let names = Heading::ALL.map(heading_name).join(", ");
        raise(format_args!("`{heading}` is no heading (there are {names})"))
    })?;
    let mut world = World::new(side, Agent { cell: Cell::new(row, column), heading }).map_err(raise)?;
    for (number, thing) in things.iter().enumerate() {
        let object =
            object(thing, lexicon).map_err(|problem| raise(format_args!("objects[{number}]: {problem}")))?;
        world.place(object).map_err(|error| raise(format_args!("objects[{number}]: {error}")))?;
    }
    let command = parse(command, lexicon)
        .map_err(|error| raise(format_args!("failed to read the command `{command}`: {error}")))?;
    let meaning = wampimuk_solve::command(&command, &world, lexicon, None);
    let actions = meaning.actions.map(|actions| actions.into_iter().map(Action::name).collect());
    Ok((meaning.referents, actions))
}

fn object((shape, colour, size, row, column): &Thing, lexicon: &Lexicon) -> Result<Object, String> {
    let shapes: Vec<&str> = lexicon.nouns.iter().map(|noun| noun.word.name.as_str()).collect();
    let colours: Vec<&str> = lexicon.colours.iter().map(|colour| colour.name.as_str()).collect();
    let shape = number("shape", shape, &shapes)?;
    let colour = number("colour", colour, &colours)?;
    if *size == 0 {
        return Err("a size is 1 at least".into());
    }
    let form = lexicon.nouns[usize::from(shape)].form;
    Ok(Object { cell: Cell::new(*row, *column), shape, colour, size: *size, form })
}

fn number(what: &str, name: &str, known: &[&str]) -> Result<u8, String> {
    let place = known.iter().position(|known| *known == name).and_then(|place| u8::try_from(place).ok());
    place.ok_or_else(|| {
        let hint = suggest_or_list(name, "there are", known.iter().copied());
        format!("there is no {what} `{name}` ({hint})")
    })
}
