//! From a scene to a picture.

use crate::grid::{ATTENTION, Grid, Pen};
use crate::picture::{Picture, Style};
use crate::words::WordStrip;
use crate::{GridScene, legend};

const MARGIN: f32 = 16.0;
const NARROWEST: f32 = 224.0;
const TITLE_LINES: usize = 5;
const CAPTION_LINES: usize = 6;

impl Picture {
    /// The picture of a scene.
    pub fn of(scene: &GridScene<'_>) -> Self {
        stage(scene, 0.0)
    }
}

/// Several scenes in rows of at most `columns`; grids in one row stand at one height.
pub fn sheet(scenes: &[GridScene<'_>], columns: usize) -> Picture {
    let columns = columns.clamp(1, scenes.len().max(1));
    let pictures: Vec<Picture> = scenes
        .chunks(columns)
        .flat_map(|row| {
            let room = row.iter().fold(0.0, |room: f32, scene| room.max(Title::of(scene).height()));
            row.iter().map(move |scene| stage(scene, room))
        })
        .collect();
    Picture::tile(&pictures, columns, format!("{} worlds", scenes.len()))
}

/// Lays a scene out, leaving at least this much room for the title.
fn stage(scene: &GridScene<'_>, room: f32) -> Picture {
    let side = scene.world.side();
    let cell = cell_size(side);
    let extent = cell * f32::from(side);
    let width = width(side);
    let inner = width - 2.0 * MARGIN;
    let title = Title::of(scene);
    let room = room.max(title.height());

    let mut picture = Picture::new(width, 0.0, scene.label());
    // Short titles sit on the grid, not at the top of the room left for longer ones.
    let top = MARGIN + room - title.height();
    for (i, line) in title.lines.iter().enumerate() {
        let baseline = top + title.style.leading() * i as f32 + title.style.size;
        picture.text((width / 2.0, baseline), title.style, line);
    }
    let (words, weights) = scene.words.unwrap_or_default();
    let strip = WordStrip::new(words, inner);
    strip.draw(&mut picture, (MARGIN, MARGIN + room), weights, ATTENTION);
    let corner = (((width - extent) / 2.0).floor(), (MARGIN + room + strip.height()).round());
    let entries = Grid { scene, cell, corner }.draw(&mut picture);
    let mut y = corner.1 + extent + 1.0;

    let body = Style::BODY;
    let left = if extent < inner { MARGIN } else { corner.0 };
    if scene.predicted.is_some() && scene.has_legend {
        y += 8.0;
        key(&mut picture, left, y + body.size, scene.path.is_some());
        y += body.leading() - 4.0;
    }
    if !entries.is_empty() && scene.has_legend {
        y = legend::flow(&mut picture, (left, y + 6.0), inner, &entries);
    }
    let status = scene.status.as_ref().map(|status| vec![body.fit(status, inner)]);
    let captions = scene.captions.iter().map(|caption| body.wrap(caption, inner, CAPTION_LINES));
    for (i, lines) in status.into_iter().chain(captions).enumerate() {
        y += if i == 0 { 8.0 } else { 4.0 };
        for line in lines {
            picture.text((left, y + body.size), body, line);
            y += body.leading();
        }
    }
    picture.height = (y + MARGIN).ceil();
    picture
}

/// A title broken into lines of much the same length, smaller where it is long.
struct Title {
    style: Style,
    lines: Vec<String>,
}

impl Title {
    fn of(scene: &GridScene<'_>) -> Self {
        let text = scene.title.as_deref().unwrap_or_default();
        let inner = width(scene.world.side()) - 2.0 * MARGIN;
        let mut style = Style::TITLE;
        if style.wrap(text, inner, 3).len() > 2 {
            style.size = 13.0;
        }
        let mut lines = style.wrap(text, inner, TITLE_LINES);
        // The narrowest column that needs no more lines and cuts off nothing.
        for part in 1..10 {
            let narrower = style.wrap(text, inner * (1.0 - 0.05 * part as f32), TITLE_LINES + 1);
            if narrower.len() != lines.len() {
                break;
            }
            lines = narrower;
        }
        Self { style, lines }
    }

    /// With the gap between title and grid.
    fn height(&self) -> f32 {
        if self.lines.is_empty() { 0.0 } else { self.style.leading() * self.lines.len() as f32 + 8.0 }
    }
}

/// Cells shrink as grids grow.
fn cell_size(side: u8) -> f32 {
    (400.0 / f32::from(side.max(1))).floor().clamp(16.0, 52.0)
}

fn width(side: u8) -> f32 {
    (cell_size(side) * f32::from(side) + 2.0 * MARGIN + 1.0).max(NARROWEST)
}

/// Explains the lines that are there: the predicted one, and that of the right answer.
fn key(picture: &mut Picture, left: f32, baseline: f32, has_gold: bool) {
    let mut x = left;
    let both = [(Pen::GOLD, "gold"), (Pen::PREDICTED, "predicted")];
    for (pen, name) in both.into_iter().skip(usize::from(!has_gold)) {
        let y = baseline - 4.0;
        picture.line((x + 1.0, y), (x + 25.0, y), pen.stroke(2.4, 1.0));
        picture.text((x + 32.0, baseline), Style::BODY, name);
        x += 32.0 + Style::BODY.measure(name) + 16.0;
    }
}
