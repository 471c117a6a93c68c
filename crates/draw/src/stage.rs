//! From a scene to a picture.

use wampimuk_grid::{Cell, Form, Object};

use crate::picture::{Paint, Picture, Segment, Shape, Stroke, Style};
use crate::trail::{self, Stretch};
use crate::{Rgb, Scene, curve, object};

const MARGIN: f32 = 16.0;
const NARROWEST: f32 = 224.0;
const TITLE_LINES: usize = 5;
const CAPTION_LINES: usize = 6;
const PREDICTED: Rgb = Rgb::new(190, 40, 150);
const ATTENTION: Rgb = Rgb::new(112, 104, 168);
const TARGET: Rgb = Rgb::new(240, 140, 0);

impl Picture {
    /// The picture of a scene.
    pub fn of(scene: &Scene<'_>) -> Self {
        stage(scene, 0.0)
    }
}

/// Several scenes in rows of at most `columns`; grids in one row stand at one height.
pub fn sheet(scenes: &[Scene<'_>], columns: usize) -> Picture {
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
fn stage(scene: &Scene<'_>, room: f32) -> Picture {
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
    let corner = (((width - extent) / 2.0).floor(), (MARGIN + room).round());
    Grid { scene, cell, corner }.draw(&mut picture);
    let mut y = corner.1 + extent + 1.0;

    let body = Style::BODY;
    let left = if extent < inner { MARGIN } else { corner.0 };
    if scene.predicted.is_some() {
        y += 8.0;
        key(&mut picture, left, y + body.size);
        y += body.leading() - 4.0;
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
    fn of(scene: &Scene<'_>) -> Self {
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

/// Explains the two lines.
fn key(picture: &mut Picture, left: f32, baseline: f32) {
    let mut x = left;
    for (pen, name) in [(Pen::GOLD, "gold"), (Pen::PREDICTED, "predicted")] {
        let y = baseline - 4.0;
        picture.line((x + 1.0, y), (x + 25.0, y), pen.stroke(2.4, 1.0));
        picture.text((x + 32.0, baseline), Style::BODY, name);
        x += 32.0 + Style::BODY.measure(name) + 16.0;
    }
}

/// How a way is drawn.
#[derive(Clone, Copy)]
struct Pen {
    colour: Rgb,
    dashed: bool,
    /// Where the line runs in its cells, so that two ways do not hide each other.
    lane: f32,
}

impl Pen {
    const GOLD: Self = Self { colour: Rgb::INK, dashed: false, lane: -1.0 };
    const PREDICTED: Self = Self { colour: PREDICTED, dashed: true, lane: 1.0 };

    fn stroke(self, width: f32, unit: f32) -> Stroke {
        Stroke { colour: self.colour, width, dash: self.dashed.then_some((5.0 * unit, 4.5 * unit)) }
    }
}

struct Grid<'a> {
    scene: &'a Scene<'a>,
    cell: f32,
    corner: (f32, f32),
}

impl Grid<'_> {
    fn draw(&self, picture: &mut Picture) {
        self.ground(picture);
        let now = self.scene.now();
        let largest = now.objects().iter().filter(|o| o.form == Form::Solid).map(|o| o.size).max();
        let largest = largest.unwrap_or(0).max(4);
        let frames = now.objects().iter().filter(|object| object.form == Form::Frame);
        for (i, frame) in frames.enumerate() {
            // Frames often share an edge; so neighbours in the list differ a little in size.
            let inset = self.unit() * (3.0 + 3.0 * (i % 3) as f32);
            let (corner, side) = self.square(frame, inset);
            let colour = self.scene.look.colour(frame.colour);
            object::frame(picture, colour, corner, side, (4.0 * self.unit()).max(1.8));
        }
        for object in now.objects().iter().filter(|object| object.form == Form::Solid) {
            let (shape, colour) =
                (self.scene.look.shape(object.shape), self.scene.look.colour(object.colour));
            let diameter = object::diameter(object.size, largest) * self.cell;
            object::solid(picture, shape, colour, self.centre(object.cell), diameter);
        }
        if let Some(target) = self.scene.target.and_then(|target| now.objects().get(target)) {
            let (corner, side) = self.square(target, self.unit());
            let ring = Stroke::solid(TARGET, (2.0 * self.unit()).max(1.2));
            picture.rect(corner, (side, side), 5.0 * self.unit(), Paint::stroke(ring));
        }
        self.ways(picture);
        let agent = now.agent();
        let hollow = now.solid_at(agent.cell).is_some();
        object::agent(picture, agent.heading, self.centre(agent.cell), self.cell, hollow);
    }

    /// Shaded cells and the lines between them.
    fn ground(&self, picture: &mut Picture) {
        let side = self.scene.world.side();
        let ((x, y), extent) = (self.corner, self.cell * f32::from(side));
        for index in 0..usize::from(side).pow(2) {
            let shade = self.scene.shade(index);
            if shade > 0.005 {
                let Cell { row, column } = Cell::from_index(index, side);
                let corner = (x + self.cell * f32::from(column), y + self.cell * f32::from(row));
                let colour = Rgb::WHITE.mix(ATTENTION, 0.85 * shade);
                picture.rect(corner, (self.cell, self.cell), 0.0, Paint::fill(colour));
            }
        }
        let mut lines = Vec::new();
        for i in 1..side {
            let at = self.cell * f32::from(i) + 0.5;
            lines.extend([Segment::Move(x + 0.5, y + at), Segment::Line(x + extent + 0.5, y + at)]);
            lines.extend([Segment::Move(x + at, y + 0.5), Segment::Line(x + at, y + extent + 0.5)]);
        }
        if !lines.is_empty() {
            picture.path(lines, Paint::stroke(Stroke::solid(Rgb::RULE, 1.0)));
        }
        let edge = Paint::stroke(Stroke::solid(Rgb::EDGE, 1.0));
        picture.rect((x + 0.5, y + 0.5), (extent, extent), 0.0, edge);
    }

    fn ways(&self, picture: &mut Picture) {
        let scene = self.scene;
        let both = scene.predicted.is_some() && scene.path.is_some();
        for (actions, pen) in [(scene.path, Pen::GOLD), (scene.predicted, Pen::PREDICTED)] {
            let Some(actions) = actions else { continue };
            let lane = if both { pen.lane * self.unit() * 4.5 } else { 0.0 };
            for stretch in trail::stretches(scene.world, actions) {
                self.stretch(picture, &stretch, pen, lane);
            }
        }
    }

    /// One stretch of a way, on a white casing that keeps it visible on objects: a line where the agent walks, a rail
    /// with a ring at its start where it pushes or pulls.
    fn stretch(&self, picture: &mut Picture, stretch: &Stretch, pen: Pen, lane: f32) {
        let unit = self.unit().max(0.45);
        // A pull leads back over the way the agent came.
        let lane = if stretch.back { lane + pen.lane * 6.0 * unit } else { lane };
        let at = |&cell: &Cell| self.centre(cell);
        let mut points: Vec<_> = stretch.corners.iter().map(at).map(|(x, y)| (x + lane, y + lane)).collect();
        let [start, .., before, tip] = [&points[..1], &points[..]].concat()[..] else { return };
        let length = (tip.0 - before.0).abs() + (tip.1 - before.1).abs();
        let along = ((tip.0 - before.0) / length.max(1.0), (tip.1 - before.1) / length.max(1.0));
        let head = (if stretch.handled { 12.0 } else { 10.0 }) * unit;
        if stretch.last
            && let Some(end) = points.last_mut()
        {
            *end = (tip.0 - along.0 * head * 0.8, tip.1 - along.1 * head * 0.8);
        }
        let line = curve::polyline(&points);
        let width = (if stretch.handled { 5.0 } else { 2.2 }) * unit;
        let casing = Stroke::solid(Rgb::WHITE, width + 2.2 * unit);
        picture.path(line.clone(), Paint::stroke(casing));
        if stretch.handled {
            picture.path(line.clone(), Paint::stroke(Stroke::solid(pen.colour, width)));
            picture.path(line, Paint::stroke(Stroke::solid(Rgb::WHITE, width - 3.0 * unit)));
            let ring = Paint::outlined(Rgb::WHITE, Stroke::solid(pen.colour, 1.8 * unit));
            picture.shapes.push(Shape::Circle { x: start.0, y: start.1, radius: 4.2 * unit, paint: ring });
        } else {
            picture.path(line, Paint::stroke(pen.stroke(width, unit)));
        }
        if stretch.last {
            let back = (tip.0 - along.0 * head, tip.1 - along.1 * head);
            let wing = (-along.1 * head * 0.45, along.0 * head * 0.45);
            let points = [tip, (back.0 + wing.0, back.1 + wing.1), (back.0 - wing.0, back.1 - wing.1)];
            picture.path(curve::polygon(&points), Paint::stroke(Stroke::solid(Rgb::WHITE, 2.2 * unit)));
            picture.path(curve::polygon(&points), Paint::fill(pen.colour));
        }
    }

    /// The middle of a cell.
    fn centre(&self, cell: Cell) -> (f32, f32) {
        let middle = |start: f32, index: u8| start + self.cell * (f32::from(index) + 0.5) + 0.5;
        (middle(self.corner.0, cell.column), middle(self.corner.1, cell.row))
    }

    /// The top-left corner and side of the square that an object covers, a little inside the lines around it.
    fn square(&self, object: &Object, inset: f32) -> ((f32, f32), f32) {
        let cells = if object.form == Form::Frame { object.size.max(1) } else { 1 };
        let (x, y) = self.centre(object.cell);
        let half = self.cell / 2.0 - inset;
        ((x - half, y - half), self.cell * f32::from(cells) - 2.0 * inset)
    }

    /// Line widths are given for cells of this many units.
    fn unit(&self) -> f32 {
        self.cell / 52.0
    }
}
