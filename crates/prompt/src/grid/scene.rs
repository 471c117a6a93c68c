//! Worlds as text, and what there is to know about them.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use wampimuk_command::{Lexicon, heading_name};
use wampimuk_grid::{Cell, Form, Heading, Object, World};

use super::{Page, names};
use crate::PromptForm;
use crate::words::{article, capitalised, listed};

/// How far an agent sees: rows and columns in each direction. `None` if it sees everything.
pub(super) type Sight = Option<u8>;

/// A world that the page's objects are in, perhaps at other places.
#[derive(Clone, Copy)]
pub(super) struct View<'v> {
    pub lexicon: &'v Lexicon,
    pub world: &'v World,
    /// All objects in the order in which they are listed.
    pub objects: &'v [Object],
    /// The world whose things have the first letters of a grid, where that is another one: that of the other item of a pair.
    pub letters: Option<&'v World>,
    pub sight: Sight,
}

impl View<'_> {
    /// The world as text.
    pub fn text(&self, form: PromptForm) -> String {
        match form {
            PromptForm::Json => Value::Object(self.json()).to_string(),
            PromptForm::Grid => self.letters(),
            PromptForm::Prose => self.prose(),
            _ => self.coordinates(),
        }
    }

    /// The world and a command as text.
    pub fn with_command(&self, form: PromptForm, command: &str) -> String {
        if form == PromptForm::Json {
            let mut scene = self.json();
            scene.insert("command".into(), command.into());
            return Value::Object(scene).to_string();
        }
        format!("{}\nCommand: {command}", self.text(form))
    }

    fn sees(&self, cell: Cell) -> bool {
        let own = self.world.agent().cell;
        self.sight.is_none_or(|reach| {
            own.row.abs_diff(cell.row) <= reach && own.column.abs_diff(cell.column) <= reach
        })
    }

    /// The objects that are seen, in their order: those that cover a cell in sight.
    fn seen(&self) -> impl Iterator<Item = &Object> {
        self.objects.iter().filter(|object| {
            let extent = if object.form == Form::Frame { object.size.max(1) } else { 1 };
            let reach = |from: u8| from..from.saturating_add(extent).min(self.world.side());
            let Cell { row, column } = object.cell;
            reach(row).any(|row| reach(column).any(|column| self.sees(Cell::new(row, column))))
        })
    }
}

/// What has to be said about the world before anything else.
pub(super) fn rules(page: &Page<'_>, sight: Sight) -> Vec<String> {
    let lexicon = &*page.phrasing.lexicon;
    let last = page.example.world.side() - 1;
    let (smallest, biggest) = page.context.sizes;
    let mut rules = vec![
        format!(
            "Rows are numbered from 0 at the top (north) to {last} at the bottom (south), columns from 0 at the left (west) to \
             {last} at the right (east)."
        ),
        format!("Objects have a shape, a colour and a size from {smallest} (the smallest) to {biggest}."),
    ];
    if lexicon.speech.is_fresh {
        let colours: Vec<&str> =
            lexicon.colours.iter().map(|colour| names::called(lexicon, colour)).collect();
        let shapes = [Form::Solid, Form::Frame].map(|form| names::shapes(lexicon, form)).concat();
        rules.push(format!(
            "Colours are {}. Shapes are {}.",
            listed(&colours, "and"),
            listed(&shapes, "and")
        ));
    }
    let frames = names::shapes(lexicon, Form::Frame);
    if !frames.is_empty() {
        let name = listed(&frames, "or");
        rules.push(format!(
            "{} {name} spans a block of cells with as many rows and columns as its size; other objects can be inside. Its \
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
    if let Some(reach) = sight {
        let cells = match page.style.form {
            PromptForm::Grid => " A `?` is a cell that you do not see.",
            _ => "",
        };
        rules.push(format!(
            "You see what is at most {reach} rows and at most {reach} columns away from you, and nothing else. There may be \
             objects that you do not see.{cells}"
        ));
    }
    rules
}

fn name(object: &Object, lexicon: &Lexicon) -> String {
    let (colour, shape) = names::features(lexicon, object);
    format!("{colour} {shape}")
}

fn side(world: &World) -> String {
    format!("{0} rows and {0} columns", world.side())
}

impl View<'_> {
    fn coordinates(&self) -> String {
        let agent = self.world.agent();
        let mut text = format!(
            "Grid: {}\nYou: row {}, column {}, facing {}\nObjects:\n",
            side(self.world),
            agent.cell.row,
            agent.cell.column,
            heading_name(agent.heading)
        );
        for object in self.seen() {
            let Object { cell, size, .. } = object;
            let name = name(object, self.lexicon);
            text.push_str(&format!("- row {}, column {}: {name}, size {size}\n", cell.row, cell.column));
        }
        text
    }

    fn prose(&self) -> String {
        let agent = self.world.agent();
        let mut text = format!(
            "The grid has {}. You stand in row {}, column {} and face {}.",
            side(self.world),
            agent.cell.row,
            agent.cell.column,
            heading_name(agent.heading)
        );
        for object in self.seen() {
            let Object { cell, size, form, .. } = object;
            let name = name(object, self.lexicon);
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

    fn json(&self) -> Map<String, Value> {
        let agent = self.world.agent();
        let object = |object: &Object| {
            let (colour, shape) = names::features(self.lexicon, object);
            let Cell { row, column } = object.cell;
            json!({ "row": row, "column": column, "shape": shape, "colour": colour, "size": object.size })
        };
        let mut scene = Map::new();
        scene.insert("rows".into(), self.world.side().into());
        scene.insert("columns".into(), self.world.side().into());
        let facing = heading_name(agent.heading);
        let you = json!({ "row": agent.cell.row, "column": agent.cell.column, "facing": facing });
        scene.insert("you".into(), you);
        scene.insert("objects".into(), self.seen().map(object).collect());
        scene
    }

    fn letters(&self) -> String {
        let Self { world, lexicon, .. } = *self;
        let kind = |object: &Object| (name(object, lexicon), object.size);
        let seen: BTreeSet<Kind> = self.seen().map(kind).collect();
        let first = self.letters.map_or(&[][..], World::objects);
        let mut kinds: Vec<Kind> = first.iter().map(kind).collect::<BTreeSet<_>>().into_iter().collect();
        let more: Vec<Kind> = seen.iter().filter(|kind| !kinds.contains(kind)).cloned().collect();
        kinds.extend(more);
        let contents = |cell: Cell| {
            let mut marks: Vec<String> = self
                .seen()
                .filter(|object| object.cell == cell)
                .filter_map(|object| kinds.iter().position(|known| *known == kind(object)))
                .map(letter)
                .collect();
            marks.sort_unstable();
            if world.agent().cell == cell {
                marks.push(arrow(world.agent().heading).to_string());
            }
            match (marks.is_empty(), self.sees(cell)) {
                (false, _) => marks.join("+"),
                (true, true) => ".".to_string(),
                (true, false) => "?".to_string(),
            }
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
        for (number, (name, size)) in kinds.iter().enumerate().filter(|(_, kind)| seen.contains(kind)) {
            text.push_str(&format!("- {}: {name}, size {size}\n", letter(number)));
        }
        text
    }
}

/// Colour, shape and size: what one letter of a grid stands for. In this order the legend says nothing about cells.
type Kind = (String, u8);

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
