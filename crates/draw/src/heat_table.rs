//! Shares in a table of two named sides: which questions over which facts a model gets right.
//!
//! Rows are combinations of parts, shown as dots, as Figure 3 of the Dyna-bAbI paper does; a cell may be framed, because
//! it was seen in training, and it may carry a sign that it is poorer than a guess. Shade is never the only sign: every
//! cell has its number.

mod printed;

use crate::bars::heading;
use crate::curve::polygon;
use crate::picture::{Anchor, Paint, Picture, Stroke, Style};
use crate::scale::drawable;
use crate::{Rgb, Weight};

pub use printed::heat_table_text;

/// A table of shares.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatTable {
    /// What it shows.
    pub title: String,
    /// The parts that rows are combined of.
    pub parts: Vec<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows from the top.
    pub rows: Vec<HeatRow>,
    /// What a frame means.
    pub frame: String,
}

/// A row of a [`HeatTable`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatRow {
    /// Which parts it is combined of; missing ones are none.
    pub parts: Vec<bool>,
    /// Its cells; `None` where there is nothing to take a share of.
    pub cells: Vec<Option<HeatCell>>,
}

/// A cell of a [`HeatTable`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HeatCell {
    /// The share, from 0 to 1.
    pub share: f64,
    /// Whether it is framed.
    pub framed: bool,
    /// Whether it is poorer than a guess.
    pub poor: BelowChance,
}

/// Whether a share is poorer than that of a guess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BelowChance {
    /// It is not.
    #[default]
    No,
    /// It is, but the difference is so small, or the items so few, that it may be chance.
    Perhaps,
    /// It is.
    Surely,
}

impl HeatRow {
    fn has(&self, part: usize) -> bool {
        self.parts.get(part).copied().unwrap_or(false)
    }

    fn cell(&self, column: usize) -> Option<HeatCell> {
        self.cells.get(column).copied().flatten().filter(|cell| drawable(cell.share).is_some())
    }
}

impl HeatCell {
    /// In per cent, without decimals. What is not everything is never 100, and what is not nothing never 0.
    fn number(self) -> String {
        let percent = (self.share * 100.0).clamp(0.0, 100.0);
        let rounded = percent.round();
        let told = match () {
            () if rounded == 100.0 && percent < 100.0 => 99.0,
            () if rounded == 0.0 && percent > 0.0 => 1.0,
            () => rounded,
        };
        format!("{told}")
    }

    fn shade(self) -> Rgb {
        POOR.mix(RICH, self.share as f32)
    }

    fn ink(self) -> Rgb {
        if self.shade().is_light() { Rgb::INK } else { Rgb::WHITE }
    }
}

/// What the signs mean.
const SURELY: &str = "poorer than a guess";
const PERHAPS: &str = "poorer than a guess, perhaps by bad luck";

const POOR: Rgb = Rgb::new(250, 244, 228);
const RICH: Rgb = Rgb::new(14, 96, 98);
const NONE: Rgb = Rgb::new(244, 244, 246);
const FRAME: Rgb = Rgb::new(36, 84, 214);
const SIGN: Rgb = Rgb::new(190, 30, 60);

const MARGIN: f32 = 16.0;
/// Rows beyond these are counted and not drawn.
const MOST_ROWS: usize = 400;
const DOT: f32 = 17.0;
const CELL: (f32, f32) = (46.0, 22.0);
const HEAD: Style = Style { size: 10.0, ..Style::SMALL };

/// A table of shares as a picture. Names of parts and columns stand above, each a step higher than the one to its right
/// where they would touch.
pub fn heat_table(table: &HeatTable) -> Picture {
    let dots = DOT * table.parts.len() as f32;
    let body = dots + 12.0 + CELL.0 * table.columns.len() as f32;
    let overhang = table.parts.iter().map(|part| HEAD.measure(part)).fold(0.0, f32::max);
    let width = (MARGIN + body + MARGIN).max(MARGIN + overhang + dots + MARGIN).max(300.0);
    let mut picture = Picture::new(width, 0.0, table.title.as_str());
    let top = heading(&mut picture, &table.title, width);
    if table.rows.is_empty() || table.columns.is_empty() {
        picture.text((MARGIN, top + 14.0), Style::SMALL, "nothing to show");
        picture.height = top + 14.0 + MARGIN;
        return picture;
    }
    let left = MARGIN;
    let rows = &table.rows[..table.rows.len().min(MOST_ROWS)];
    let y = heads(&mut picture, table, (left, top), rows.len());
    for (number, row) in rows.iter().enumerate() {
        let at = y + CELL.1 * number as f32;
        draw_dots(&mut picture, row, table.parts.len(), (left, at));
        for column in 0..table.columns.len() {
            let x = left + dots + 12.0 + CELL.0 * column as f32;
            draw_cell(&mut picture, row.cell(column), (x, at));
        }
    }
    let mut bottom = y + CELL.1 * rows.len() as f32;
    if rows.len() < table.rows.len() {
        let rest = format!("and {} more rows", table.rows.len() - rows.len());
        picture.text((left, bottom + 14.0), Style::SMALL, rest);
        bottom += 16.0;
    }
    picture.height = (key(&mut picture, table, (left, bottom + 14.0)) + MARGIN).ceil();
    picture
}

/// The names above, with thin lines down to what they name; returns where the rows begin.
fn heads(picture: &mut Picture, table: &HeatTable, (left, top): (f32, f32), rows: usize) -> f32 {
    let line = HEAD.leading();
    let steps = table.parts.len() as f32 + 2.0;
    let y = top + line * steps + 6.0;
    let bottom = y + CELL.1 * rows as f32;
    let rule = Stroke::solid(Rgb::RULE.mix(Rgb::WHITE, 0.3), 1.0);
    for (number, part) in table.parts.iter().enumerate() {
        let x = left + DOT * (number as f32 + 0.5);
        let base = top + line * (number as f32 + 1.0);
        picture.line((x, base + 3.0), (x, bottom), rule);
        picture.text((x - 3.0, base), HEAD, part.as_str());
    }
    let cells = left + DOT * table.parts.len() as f32 + 12.0;
    for (number, column) in table.columns.iter().enumerate() {
        let middle = cells + CELL.0 * (number as f32 + 0.5);
        // Neighbours stand at two heights.
        let base = y - 6.0 - if number % 2 == 0 { 0.0 } else { line };
        let name = HEAD.fit(column, 2.0 * CELL.0 - 6.0);
        picture.text((middle, base), HEAD.at(Anchor::Middle), name);
    }
    y
}

fn draw_dots(picture: &mut Picture, row: &HeatRow, parts: usize, (left, y): (f32, f32)) {
    for part in (0..parts).filter(|&part| row.has(part)) {
        let centre = (left + DOT * (part as f32 + 0.5), y + CELL.1 / 2.0);
        picture.circle(centre, 4.4, Paint::fill(Rgb::INK));
    }
}

fn draw_cell(picture: &mut Picture, cell: Option<HeatCell>, (x, y): (f32, f32)) {
    let Some(cell) = cell else {
        picture.rect((x + 1.0, y + 1.0), (CELL.0 - 2.0, CELL.1 - 2.0), 0.0, Paint::fill(NONE));
        return;
    };
    let size = (CELL.0 - 2.0, CELL.1 - 2.0);
    picture.rect((x + 1.0, y + 1.0), size, 0.0, Paint::fill(cell.shade()));
    if cell.framed {
        let size = (CELL.0 - 4.0, CELL.1 - 4.0);
        picture.rect((x + 2.0, y + 2.0), size, 0.0, Paint::stroke(Stroke::solid(FRAME, 2.0)));
    }
    let style = Style { size: 11.0, weight: Weight::Regular, anchor: Anchor::Middle, colour: cell.ink() };
    picture.text((x + CELL.0 / 2.0, y + CELL.1 / 2.0 + 3.8), style, cell.number());
    sign(picture, cell.poor, (x + CELL.0 - 9.0, y + CELL.1 / 2.0));
}

/// A triangle that points down: filled if the share is surely poorer than a guess.
fn sign(picture: &mut Picture, poor: BelowChance, (x, y): (f32, f32)) {
    let outline = || polygon(&[(x - 4.0, y - 3.0), (x + 4.0, y - 3.0), (x, y + 4.0)]);
    match poor {
        BelowChance::No => {}
        BelowChance::Perhaps => {
            picture.path(outline(), Paint::outlined(Rgb::WHITE, Stroke::solid(SIGN, 1.2)));
        }
        BelowChance::Surely => picture.path(outline(), Paint::outlined(SIGN, Stroke::solid(Rgb::WHITE, 0.8))),
    }
}

/// What the signs mean; returns where it ends.
fn key(picture: &mut Picture, table: &HeatTable, (left, y): (f32, f32)) -> f32 {
    let cells = || table.rows.iter().flat_map(|row| row.cells.iter().flatten());
    let mut y = y;
    let mut row = |picture: &mut Picture, text: &str| {
        picture.text((left + 24.0, y + 4.0), Style::SMALL, text);
        y += 18.0;
        y - 18.0
    };
    if cells().any(|cell| cell.framed) {
        let y = row(picture, &table.frame);
        picture.rect((left + 2.0, y - 6.0), (14.0, 12.0), 0.0, Paint::stroke(Stroke::solid(FRAME, 2.0)));
    }
    for (poor, text) in [(BelowChance::Surely, SURELY), (BelowChance::Perhaps, PERHAPS)] {
        if cells().any(|cell| cell.poor == poor) {
            let y = row(picture, text);
            sign(picture, poor, (left + 9.0, y));
        }
    }
    y
}
