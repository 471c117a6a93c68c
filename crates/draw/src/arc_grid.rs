//! Grids of the Abstract Reasoning Corpus.

use crate::picture::{Paint, Picture, Segment, Stroke};
use crate::{DrawError, Rgb};

const MARGIN: f32 = 10.0;
const LINES: Rgb = Rgb::new(85, 85, 85);

/// The ten colours that the corpus is usually shown in: black, blue, red, green, yellow, grey, magenta, orange, sky,
/// maroon.
pub const ARC_COLOURS: [Rgb; 10] = [
    Rgb::new(0x00, 0x00, 0x00),
    Rgb::new(0x00, 0x74, 0xd9),
    Rgb::new(0xff, 0x41, 0x36),
    Rgb::new(0x2e, 0xcc, 0x40),
    Rgb::new(0xff, 0xdc, 0x00),
    Rgb::new(0xaa, 0xaa, 0xaa),
    Rgb::new(0xf0, 0x12, 0xbe),
    Rgb::new(0xff, 0x85, 0x1b),
    Rgb::new(0x7f, 0xdb, 0xff),
    Rgb::new(0x87, 0x0c, 0x25),
];

/// A grid of codes from 0 to 9, row by row from the top. Rows must be equally long.
pub fn arc_grid<R: AsRef<[u8]>>(rows: &[R]) -> Result<Picture, DrawError> {
    let columns = rows.first().map_or(0, |row| row.as_ref().len());
    if columns == 0 {
        return Err(DrawError::Empty);
    }
    let cell = (240.0 / columns.max(rows.len()) as f32).floor().clamp(4.0, 32.0);
    let (width, height) = (cell * columns as f32, cell * rows.len() as f32);
    let label = format!("a grid of {}×{columns} colours", rows.len());
    let mut picture = Picture::new(width + 2.0 * MARGIN, height + 2.0 * MARGIN, label);
    let at = |index: usize| MARGIN + cell * index as f32;
    for (r, row) in rows.iter().enumerate() {
        let row = row.as_ref();
        if row.len() != columns {
            return Err(DrawError::Ragged { row: r, expected: columns, found: row.len() });
        }
        for (c, &code) in row.iter().enumerate() {
            let colour =
                ARC_COLOURS.get(usize::from(code)).ok_or(DrawError::Code { code, row: r, column: c })?;
            picture.rect((at(c), at(r)), (cell, cell), 0.0, Paint::fill(*colour));
        }
    }
    let mut lines = Vec::new();
    for r in 0..=rows.len() {
        lines.extend([Segment::Move(MARGIN, at(r)), Segment::Line(MARGIN + width, at(r))]);
    }
    for c in 0..=columns {
        lines.extend([Segment::Move(at(c), MARGIN), Segment::Line(at(c), MARGIN + height)]);
    }
    picture.path(lines, Paint::stroke(Stroke::solid(LINES, if cell < 8.0 { 0.5 } else { 1.0 })));
    Ok(picture)
}
