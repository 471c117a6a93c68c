//! Worlds in a terminal.
//!
//! A cell is five columns: a mark for the target, the colour's letter, the size, the shape, the agent. Frames run along
//! the lines between cells, so they are drawn by making those lines heavy.

mod legend;

use std::fmt::Write as _;

use wampimuk_grid::{Cell, Form, Heading, Object};

use crate::{GridScene, Rgb, Shade, trail};

/// All joints of light and heavy lines: up, right, down and left as digits of a number in base three, where 0 is no
/// line, 1 a light one and 2 a heavy one.
const JOINTS: &str = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";

/// The scene as lines of text. Cells read like `R2●`: colour, size, shape. The agent is an arrowhead, a star marks the
/// target, dots the path and rings the predicted path; a small letter before an object says which part it plays. Boxes, tags
/// and lines between objects are listed below the grid. With `colour` the same text is coloured with 24-bit escapes and
/// attention shades the cells; without it there are no escapes at all.
pub fn text(scene: &GridScene<'_>, colour: bool) -> String {
    let terminal = Terminal::new(scene, colour);
    let mut out = String::new();
    if let Some(title) = &scene.title {
        let title = plain(title);
        let _ = if colour { writeln!(out, "\x1b[1m{title}\x1b[0m") } else { writeln!(out, "{title}") };
    }
    let side = scene.world.side();
    for row in 0..=side {
        terminal.rule(&mut out, row);
        if row < side {
            terminal.row(&mut out, row);
        }
    }
    if scene.has_legend {
        terminal.legend(&mut out);
    }
    for caption in scene.status.iter().map(String::as_str).chain(scene.captions.iter().map(|c| &**c)) {
        let _ = writeln!(out, "{}", plain(caption));
    }
    out
}

/// Without anything that a terminal would obey.
pub(crate) fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

struct Terminal<'a> {
    scene: &'a GridScene<'a>,
    colour: bool,
    path: Vec<bool>,
    predicted: Vec<bool>,
    frames: Vec<Object>,
}

impl<'a> Terminal<'a> {
    fn new(scene: &'a GridScene<'a>, colour: bool) -> Self {
        let visited = |actions: Option<_>| actions.map(|actions| trail::visited(scene.world, actions));
        let is_frame = |object: &&Object| object.form == Form::Frame;
        Self {
            scene,
            colour,
            path: visited(scene.path).unwrap_or_default(),
            predicted: visited(scene.predicted).unwrap_or_default(),
            frames: scene.now().objects().iter().filter(is_frame).copied().collect(),
        }
    }

    /// The colour of the frame that has an edge here, if one has: above the cell, or to its left.
    fn edge(&self, row: u8, column: u8, above: bool) -> Option<u8> {
        let on_edge = |frame: &&Object| {
            let extent = frame.size.max(1);
            let (top, left) = (frame.cell.row, frame.cell.column);
            let (line, start) = if above { (row, top) } else { (column, left) };
            let (place, first) = if above { (column, left) } else { (row, top) };
            (line == start || line == start.saturating_add(extent))
                && (first..first.saturating_add(extent)).contains(&place)
        };
        self.frames.iter().rev().find(on_edge).map(|frame| frame.colour)
    }

    /// The line above a row.
    fn rule(&self, out: &mut String, row: u8) {
        let side = self.scene.world.side();
        for column in 0..=side {
            let edges = [
                (row > 0).then(|| self.edge(row - 1, column, false)),
                (column < side).then(|| self.edge(row, column, true)),
                (row < side).then(|| self.edge(row, column, false)),
                (column > 0).then(|| self.edge(row, column - 1, true)),
            ];
            let digit = |edge: &Option<Option<u8>>| edge.map_or(0, |heavy| 1 + usize::from(heavy.is_some()));
            let joint = edges.iter().fold(0, |number, edge| number * 3 + digit(edge));
            let symbol = JOINTS.chars().nth(joint).unwrap_or(' ').to_string();
            self.heavy(out, edges.into_iter().flatten().flatten().next(), &symbol);
            if column < side {
                let edge = self.edge(row, column, true);
                self.heavy(out, edge, if edge.is_some() { "━━━━━" } else { "─────" });
            }
        }
        out.push('\n');
    }

    fn row(&self, out: &mut String, row: u8) {
        let side = self.scene.world.side();
        for column in 0..=side {
            let edge = self.edge(row, column, false);
            self.heavy(out, edge, if edge.is_some() { "┃" } else { "│" });
            if column < side {
                self.cell(out, Cell::new(row, column));
            }
        }
        out.push('\n');
    }

    fn cell(&self, out: &mut String, cell: Cell) {
        let now = self.scene.now();
        let index = cell.index(now.side());
        let target = self.scene.target.and_then(|target| now.objects().get(target));
        let mut columns = [' '; 5];
        let mut ink = None;
        let role = now.solid_at(cell).and_then(|number| self.scene.role(number));
        if let Some(shade) = role {
            columns[0] = sign(shade);
        }
        if target.is_some_and(|target| target.cell == cell) {
            columns[0] = TARGET;
        }
        if let Some(object) = now.solid_at(cell).map(|number| now.objects()[number]) {
            columns[1] = self.scene.look.letter(object.colour);
            columns[2] = size(object.size);
            columns[3] = self.scene.look.shape(object.shape).symbol();
            ink = Some(self.scene.look.colour(object.colour));
        } else {
            if self.path.get(index) == Some(&true) {
                columns[1] = WAY;
            }
            if self.predicted.get(index) == Some(&true) {
                columns[3] = PREDICTED;
            }
        }
        if self.scene.agent && now.agent().cell == cell {
            let place = if ink.is_some() { 4 } else { 2 };
            columns[place] = arrow(now.agent().heading);
        }
        if !self.colour {
            out.extend(columns);
            return;
        }
        let shade = self.scene.weight(index);
        let ground =
            (shade > 0.0).then(|| background(Rgb::new(40, 36, 64).mix(Rgb::new(150, 140, 220), shade)));
        // On a dark screen a tint would outshine the object.
        let ground = ground.or_else(|| role.map(|role| background(role.tint().mix(Rgb::INK, 0.8))));
        let ground = ground.unwrap_or_default();
        out.push_str(&ground);
        out.push(columns[0]);
        let ink = ink.map(foreground).unwrap_or_default();
        let _ = write!(out, "{ink}{}{}{}", columns[1], columns[2], columns[3]);
        if !ink.is_empty() {
            let _ = write!(out, "\x1b[39m");
        }
        out.push(columns[4]);
        if !ground.is_empty() {
            out.push_str("\x1b[49m");
        }
    }

    /// A piece of line, in the colour of its frame.
    fn heavy(&self, out: &mut String, colour: Option<u8>, symbols: &str) {
        match colour.filter(|_| self.colour) {
            Some(colour) => {
                let _ = write!(out, "{}{symbols}\x1b[39m", foreground(self.scene.look.colour(colour)));
            }
            None => out.push_str(symbols),
        }
    }
}

/// What stands before the target.
const TARGET: char = '*';
/// What stands where the right way leads, and where the predicted one does.
const WAY: char = '·';
const PREDICTED: char = '∘';

/// What stands before an object that plays this part.
fn sign(shade: Shade) -> char {
    match shade {
        Shade::Target => TARGET,
        _ => shade.letter().to_ascii_lowercase(),
    }
}

/// The agent.
fn arrow(heading: Heading) -> char {
    match heading {
        Heading::East => '▶',
        Heading::South => '▼',
        Heading::West => '◀',
        Heading::North => '▲',
    }
}

/// A size as one digit.
fn size(size: u8) -> char {
    if size < 10 { char::from(b'0' + size) } else { '+' }
}

fn foreground(Rgb { red, green, blue }: Rgb) -> String {
    format!("\x1b[38;2;{red};{green};{blue}m")
}

fn background(Rgb { red, green, blue }: Rgb) -> String {
    format!("\x1b[48;2;{red};{green};{blue}m")
}
