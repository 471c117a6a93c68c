//! Counts on a grid.

use crate::bars::heading;
use crate::picture::{Anchor, Paint, Picture, Stroke, Style};
use crate::scale::{drawable, number};
use crate::{Rgb, Segment};

const MARGIN: f32 = 16.0;
const DARK: Rgb = Rgb::new(22, 60, 120);
const NONE: Rgb = Rgb::new(236, 236, 236);

/// A grid of shaded cells, row by row from the top: how often each position occurs, say. White is 0, the darkest is the
/// largest value. Values that are not finite, and cells that shorter rows lack, are grey.
pub fn heat_grid<R: AsRef<[f64]>>(title: &str, rows: &[R]) -> Picture {
    let columns = rows.iter().map(|row| row.as_ref().len()).max().unwrap_or(0);
    let most = rows.iter().flat_map(AsRef::as_ref).copied().filter_map(drawable).fold(0.0, f64::max);
    let cell = (440.0 / columns.max(rows.len()).max(1) as f32).floor().clamp(4.0, 40.0);
    let (extent, height) = (cell * columns as f32, cell * rows.len() as f32);
    let width = (MARGIN + 24.0 + extent + 24.0 + 12.0 + 64.0 + MARGIN).max(260.0);
    let mut picture = Picture::new(width, 0.0, title);
    let corner = (MARGIN + 24.0, heading(&mut picture, title, width) + 16.0);
    let bottom = corner.1 + height.max(24.0);
    picture.height = (bottom + MARGIN).ceil();
    if columns == 0 {
        picture.text((MARGIN, corner.1 + 4.0), Style::SMALL, "nothing to show");
        return picture;
    }
    for (r, row) in rows.iter().enumerate() {
        for c in 0..columns {
            let at = (corner.0 + cell * c as f32, corner.1 + cell * r as f32);
            let value = row.as_ref().get(c).copied().and_then(drawable);
            draw_cell(&mut picture, at, cell, value, most);
        }
    }
    lines(&mut picture, corner, cell, columns, rows.len());
    numbers(&mut picture, corner, cell, columns, rows.len());
    key(&mut picture, (corner.0 + extent + 24.0, corner.1), height.clamp(24.0, 160.0), most);
    picture
}

fn draw_cell(picture: &mut Picture, (x, y): (f32, f32), cell: f32, value: Option<f64>, most: f64) {
    let shade = |value: f64| Rgb::WHITE.mix(DARK, if most > 0.0 { (value / most) as f32 } else { 0.0 });
    let colour = value.map_or(NONE, shade);
    picture.rect((x, y), (cell, cell), 0.0, Paint::fill(colour));
    if let Some(value) = value.filter(|_| cell >= 20.0) {
        let ink = if colour.is_light() { Rgb::INK } else { Rgb::WHITE };
        let style = Style { size: 10.0, colour: ink, anchor: Anchor::Middle, ..Style::SMALL };
        let text = number(value);
        if style.measure(&text) <= cell - 3.0 {
            picture.text((x + cell / 2.0, y + cell / 2.0 + 3.6), style, text);
        }
    }
}

fn lines(picture: &mut Picture, (x, y): (f32, f32), cell: f32, columns: usize, rows: usize) {
    let (width, height) = (cell * columns as f32, cell * rows as f32);
    if cell >= 8.0 {
        let mut lines = Vec::new();
        for row in 1..rows {
            let at = y + cell * row as f32;
            lines.extend([Segment::Move(x, at), Segment::Line(x + width, at)]);
        }
        for column in 1..columns {
            let at = x + cell * column as f32;
            lines.extend([Segment::Move(at, y), Segment::Line(at, y + height)]);
        }
        picture.path(lines, Paint::stroke(Stroke::solid(Rgb::RULE.mix(Rgb::WHITE, 0.35), 1.0)));
    }
    picture.rect(
        (x - 0.5, y - 0.5),
        (width + 1.0, height + 1.0),
        0.0,
        Paint::stroke(Stroke::solid(Rgb::EDGE, 1.0)),
    );
}

/// Row and column numbers; in large grids not all of them.
fn numbers(picture: &mut Picture, (x, y): (f32, f32), cell: f32, columns: usize, rows: usize) {
    let style = Style { size: 10.0, ..Style::SMALL };
    let every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
        .into_iter()
        .find(|&n| cell * n as f32 >= 18.0)
        .unwrap_or(1000);
    for column in (0..columns).step_by(every) {
        let middle = x + cell * (column as f32 + 0.5);
        picture.text((middle, y - 5.0), style.at(Anchor::Middle), column.to_string());
    }
    for row in (0..rows).step_by(every) {
        let middle = y + cell * (row as f32 + 0.5) + 3.6;
        picture.text((x - 6.0, middle), style.at(Anchor::End), row.to_string());
    }
}

/// The scale of shades, the largest value at the top.
fn key(picture: &mut Picture, (x, y): (f32, f32), height: f32, most: f64) {
    const STEPS: u8 = 32;
    let step = height / f32::from(STEPS);
    for i in 0..STEPS {
        let colour = DARK.mix(Rgb::WHITE, f32::from(i) / f32::from(STEPS - 1));
        // Each reaches under the next, so that no seams show.
        let reach = if i + 1 == STEPS { step } else { step * 1.5 };
        picture.rect((x, y + step * f32::from(i)), (12.0, reach), 0.0, Paint::fill(colour));
    }
    picture.rect((x - 0.5, y - 0.5), (13.0, height + 1.0), 0.0, Paint::stroke(Stroke::solid(Rgb::EDGE, 1.0)));
    picture.text((x + 18.0, y + 8.0), Style::SMALL, number(most));
    picture.text((x + 18.0, y + height), Style::SMALL, "0");
}
