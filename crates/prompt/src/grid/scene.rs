//! Worlds as text, and what there is to know about them.

use std::collections::BTreeSet;

use serde_json::json;
use wampimuk_command::{Lexicon, heading_name};
use wampimuk_grid::{Cell, Form, Heading, Object, World};

use super::Page;
use crate::PromptForm;
use crate::words::{article, capitalised, listed};

/// The item itself: the world and the command.
pub(super) fn write(page: &Page<'_>) -> String {
    let (lexicon, world) = (page.context.lexicon, &page.example.world);
    let command = page.example.command.text(lexicon, page.context.surface);
    let scene = match page.style.form {
        PromptForm::Json => return in_json(page, &command),
        PromptForm::Grid => in_letters(page),
        PromptForm::Prose => in_prose(world, page.objects(), lexicon),
        _ => in_coordinates(world, page.objects(), lexicon),
    };
    format!("{scene}\nCommand: {command}")
}

/// What has to be said about the world before anything else.
pub(super) fn rules(page: &Page<'_>) -> Vec<String> {
    let lexicon = page.context.lexicon;
    let last = page.example.world.side() - 1;
    let (smallest, biggest) = page.context.sizes;
    let names = |form: Form| {
        let nouns = lexicon.nouns.iter().filter(move |noun| noun.form == form);
        nouns.map(|noun| noun.word.name.as_str()).collect::<Vec<&str>>()
    };
    let mut rules = vec![
        format!(
            "Rows are numbered from 0 at the top (north) to {last} at the bottom (south), columns from 0 at the left (west) to \
             {last} at the right (east)."
        ),
        format!("Objects have a shape, a colour and a size from {smallest} (the smallest) to {biggest}."),
    ];
    let frames = names(Form::Frame);
    if !frames.is_empty() {
        let name = listed(&frames, "or");
        rules.push(format!(
            "{} {name} spans a square of cells with as many rows and columns as its size; other objects can be inside. Its \
             place is its top left cell. All other objects stand in one cell.",
            capitalised(article(&name))
        ));
    }
    if page.style.form == PromptForm::Grid {
        let corner = match frames.is_empty() {
            true => String::new(),
            false => format!(" A {} is shown in its top left cell only.", listed(&frames, "or")),
        };
        rules.push(format!(
            "In the grid, `.` is an empty cell, a letter is an object (see the legend), and >, v, <, ^ is you, facing east, \
             south, west or north. If several are in a cell, + stands between them.{corner}"
        ));
    }
    rules
}

fn name(object: &Object, lexicon: &Lexicon) -> String {
    let colour = lexicon.colours.get(usize::from(object.colour)).map_or("", |word| &word.name);
    let shape = lexicon.nouns.get(usize::from(object.shape)).map_or("", |noun| &noun.word.name);
    format!("{colour} {shape}")
}

fn side(world: &World) -> String {
    format!("{0} rows and {0} columns", world.side())
}

fn in_coordinates(world: &World, objects: impl Iterator<Item = Object>, lexicon: &Lexicon) -> String {
    let agent = world.agent();
    let mut text = format!(
        "Grid: {}\nYou: row {}, column {}, facing {}\nObjects:\n",
        side(world),
        agent.cell.row,
        agent.cell.column,
        heading_name(agent.heading)
    );
    for object in objects {
        let Object { cell, size, .. } = object;
        let name = name(&object, lexicon);
        text.push_str(&format!("- row {}, column {}: {name}, size {size}\n", cell.row, cell.column));
    }
    text
}

fn in_prose(world: &World, objects: impl Iterator<Item = Object>, lexicon: &Lexicon) -> String {
    let agent = world.agent();
    let mut text = format!(
        "The grid has {}. You stand in row {}, column {} and face {}.",
        side(world),
        agent.cell.row,
        agent.cell.column,
        heading_name(agent.heading)
    );
    for object in objects {
        let Object { cell, size, form, .. } = object;
        let name = name(&object, lexicon);
        let subject = format!("{} {name} of size {size}", capitalised(article(&name)));
        text.push_str(&match (form, size) {
            (Form::Frame, 2..) => format!(
                " {subject} spans rows {} to {} and columns {} to {}.",
                cell.row,
                cell.row + size - 1,
                cell.column,
                cell.column + size - 1
            ),
            _ => format!(" {subject} is in row {}, column {}.", cell.row, cell.column),
        });
    }
    text.push('\n');
    text
}

fn in_json(page: &Page<'_>, command: &str) -> String {
    let (lexicon, world) = (page.context.lexicon, &page.example.world);
    let agent = world.agent();
    let objects: Vec<serde_json::Value> = page
        .objects()
        .map(|object| {
            let shape = lexicon.nouns.get(usize::from(object.shape)).map(|noun| &noun.word.name);
            let colour = lexicon.colours.get(usize::from(object.colour)).map(|word| &word.name);
            let Cell { row, column } = object.cell;
            json!({ "row": row, "column": column, "shape": shape, "colour": colour, "size": object.size })
        })
        .collect();
    json!({
        "rows": world.side(),
        "columns": world.side(),
        "you": { "row": agent.cell.row, "column": agent.cell.column, "facing": heading_name(agent.heading) },
        "objects": objects,
        "command": command,
    })
    .to_string()
}

/// Colour, shape and size: what one letter of a grid stands for. In this order the legend says nothing about cells.
type Kind = (String, u8);

fn in_letters(page: &Page<'_>) -> String {
    let (lexicon, world) = (page.context.lexicon, &page.example.world);
    let kind = |object: &Object| (name(object, lexicon), object.size);
    let kinds_of = |world: &World| world.objects().iter().map(kind).collect::<BTreeSet<Kind>>();
    let own = kinds_of(world);
    let mut kinds: Vec<Kind> = kinds_of(page.letters).into_iter().collect();
    let more: Vec<Kind> = own.iter().filter(|kind| !kinds.contains(kind)).cloned().collect();
    kinds.extend(more);
    let number = |object: &Object| kinds.iter().position(|known| *known == kind(object));
    let contents = |cell: Cell| {
        let mut marks: Vec<String> = world
            .objects()
            .iter()
            .filter(|object| object.cell == cell)
            .filter_map(number)
            .map(letter)
            .collect();
        marks.sort_unstable();
        if world.agent().cell == cell {
            marks.push(arrow(world.agent().heading).to_string());
        }
        if marks.is_empty() { ".".to_string() } else { marks.join("+") }
    };
    let rows: Vec<Vec<String>> = (0..world.side())
        .map(|row| (0..world.side()).map(|column| contents(Cell::new(row, column))).collect())
        .collect();
    let width = rows.iter().flatten().map(String::len).max().unwrap_or(1).max(2);
    let line = |label: String, cells: Vec<String>| {
        let mut line = format!("{label:>2} ");
        cells.iter().for_each(|cell| line.push_str(&format!(" {cell:<width$}")));
        format!("{}\n", line.trim_end())
    };
    let mut text = format!("Grid ({}):\n", side(world));
    text.push_str(&line(String::new(), (0..world.side()).map(|column| column.to_string()).collect()));
    for (row, cells) in rows.into_iter().enumerate() {
        text.push_str(&line(row.to_string(), cells));
    }
    text.push_str("Legend:\n");
    for (number, (name, size)) in kinds.iter().enumerate().filter(|(_, kind)| own.contains(kind)) {
        text.push_str(&format!("- {}: {name}, size {size}\n", letter(number)));
    }
    text
}

/// A, B, …, Z, AA, AB, …
fn letter(number: usize) -> String {
    let last = char::from(b'A' + (number % 26) as u8);
    match number / 26 {
        0 => last.to_string(),
        first => format!("{}{last}", letter(first - 1)),
    }
}

fn arrow(heading: Heading) -> char {
    match heading {
        Heading::East => '>',
        Heading::South => 'v',
        Heading::West => '<',
        Heading::North => '^',
    }
}
