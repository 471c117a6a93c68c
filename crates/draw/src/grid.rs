//! A world on its grid: grounds, objects, ways, lines between objects, tags.

use wampimuk_grid::{Cell, Form, Object};

use crate::label_placement::Area;
use crate::legend::{self, Sample};
use crate::link::{LinkEnd, Links};
use crate::picture::{Anchor, Paint, Picture, Segment, Shape, Stroke};
use crate::trail::{self, TrailSegment};
use crate::{GridScene, Rgb, Shade, curve, object};

const PREDICTED: Rgb = Rgb::new(190, 40, 150);
pub(crate) const ATTENTION: Rgb = Rgb::new(112, 104, 168);
const TARGET: Rgb = Rgb::new(240, 140, 0);

/// How a way is drawn.
#[derive(Clone, Copy)]
pub(crate) struct Pen {
    colour: Rgb,
    dashed: bool,
    /// Where the line runs in its cells, so that two ways do not hide each other.
    lane: f32,
}

impl Pen {
    pub const GOLD: Self = Self { colour: Rgb::INK, dashed: false, lane: -1.0 };
    pub const PREDICTED: Self = Self { colour: PREDICTED, dashed: true, lane: 1.0 };

    pub fn stroke(self, width: f32, unit: f32) -> Stroke {
        Stroke { colour: self.colour, width, dash: self.dashed.then_some((5.0 * unit, 4.5 * unit)) }
    }
}

/// A short text on an object.
struct Tag {
    area: Area,
    text: String,
    colour: Rgb,
    edge: Rgb,
}

impl Tag {
    fn draw(&self, picture: &mut Picture) {
        let Area { x, y, width, height } = self.area;
        let paint = Paint::outlined(self.colour, Stroke::solid(self.edge, 0.7));
        picture.rect((x, y), (width, height), 2.5, paint);
        picture.text((x + width / 2.0, y + 8.8), legend::TAG.at(Anchor::Middle), self.text.as_str());
    }
}

/// A scene's world at a place of a picture.
pub(crate) struct Grid<'a> {
    pub scene: &'a GridScene<'a>,
    pub cell: f32,
    pub corner: (f32, f32),
}

impl<'a> Grid<'a> {
    /// Draws everything and returns what the legend has to explain.
    pub fn draw(&self, picture: &mut Picture) -> Vec<(Sample, &'a str)> {
        self.ground(picture);
        let now = self.scene.now();
        let numbered = |form| now.objects().iter().enumerate().filter(move |(_, object)| object.form == form);
        // All bands lie under all frames: where frames share an edge, none hides another.
        let width = (4.0 * self.unit()).max(1.8);
        for (i, (number, frame)) in numbered(Form::Frame).enumerate() {
            let Some(shade) = self.scene.role(number) else { continue };
            let (corner, side) = self.square(frame, self.inset(i));
            let band = Stroke::solid(shade.tint(), width + 7.0 * self.unit());
            picture.rect(corner, (side, side), width * 1.6, Paint::stroke(band));
        }
        for (i, (_, frame)) in numbered(Form::Frame).enumerate() {
            let (corner, side) = self.square(frame, self.inset(i));
            let heavy = if self.is_heavy(frame) { 1.5 } else { 1.0 };
            object::frame(picture, self.scene.look.colour(frame.colour), corner, side, width * heavy);
        }
        let is_target = |number: usize| self.scene.target == Some(number);
        for (_, object) in numbered(Form::Solid).filter(|(number, _)| !is_target(*number)) {
            self.solid(picture, object);
        }
        if let Some(target) = self.scene.target.and_then(|target| now.objects().get(target)) {
            let (corner, side) = self.square(target, self.unit());
            let ring = Stroke::solid(TARGET, (2.0 * self.unit()).max(1.2));
            picture.rect(corner, (side, side), 5.0 * self.unit(), Paint::stroke(ring));
        }
        self.ways(picture);
        // No way hides the target.
        for (_, target) in numbered(Form::Solid).filter(|(number, _)| is_target(*number)) {
            self.solid(picture, target);
        }
        let tags = self.tags();
        let links = self.links(&tags);
        links.draw(picture);
        if self.scene.agent {
            let agent = now.agent();
            let hollow = now.solid_at(agent.cell).is_some();
            object::agent(picture, agent.heading, self.centre(agent.cell), self.cell, hollow);
        }
        for tag in &tags {
            tag.draw(picture);
        }
        let mut entries = self.roles();
        if self.scene.weighs && (0..now.objects().len()).any(|number| now.is_heavy(number)) {
            let line = object::outline(Rgb::EDGE, 26.0, true);
            entries.push((Sample::Line(line), "heavy"));
        }
        entries.extend(links.entries());
        entries
    }

    fn solid(&self, picture: &mut Picture, object: &Object) {
        let (shape, colour) = (self.scene.look.shape(object.shape), self.scene.look.colour(object.colour));
        let place = (self.centre(object.cell), self.diameter(object));
        object::solid(picture, &shape, colour, place, self.is_heavy(object));
    }

    fn is_heavy(&self, object: &Object) -> bool {
        self.scene.weighs && object.size >= self.scene.now().heavy_from()
    }

    /// The shades that occur. Letters are named only where they stand on some object.
    fn roles(&self) -> Vec<(Sample, &'static str)> {
        let mut entries = Vec::new();
        let mut introduced = false;
        for shade in Shade::ALL {
            let marks = || self.scene.marks.iter().filter(|mark| mark.shade == Some(shade));
            if marks().next().is_none() {
                continue;
            }
            if shade.is_distractor() && !std::mem::replace(&mut introduced, true) {
                entries.push((Sample::None, "distractors:"));
            }
            let lettered = self.has_tags() && marks().any(|mark| mark.tag.is_none() && mark.text().is_some());
            let letter = lettered.then(|| shade.letter());
            entries.push((Sample::Swatch(shade.tint(), shade.edge(), letter), shade.name()));
        }
        entries
    }

    /// Cells can be too small for tags.
    fn has_tags(&self) -> bool {
        self.cell >= 24.0
    }

    /// The tags of objects: those of frames at their corner, those of solid objects at the opposite corner of the cell,
    /// so that two objects in a cell have room for both.
    fn tags(&self) -> Vec<Tag> {
        let (style, objects) = (legend::TAG, self.scene.now().objects());
        let mut tags = Vec::new();
        let mut frames = 0;
        for (object, mark) in objects.iter().zip(&self.scene.marks) {
            let is_frame = object.form == Form::Frame;
            let inset = if is_frame { self.inset(frames) - 3.0 * self.unit() } else { 2.0 * self.unit() };
            frames += usize::from(is_frame);
            let Some(text) = mark.text().filter(|_| self.has_tags()) else { continue };
            let text = style.fit(&text, self.cell - 10.0);
            if text.is_empty() {
                continue;
            }
            let (width, height) = ((style.measure(&text) + 4.0).max(11.0), 11.0);
            let (x, y) = self.centre(object.cell);
            let half = self.cell / 2.0 - inset;
            let (x, y) = if is_frame { (x - half, y - half) } else { (x + half - width, y + half - height) };
            let colour = mark.shade.map_or(Rgb::WHITE, Shade::tint);
            let edge = mark.shade.map_or(Rgb::EDGE, Shade::edge);
            tags.push(Tag { area: Area { x, y, width, height }, text, colour, edge });
        }
        tags
    }

    fn links(&self, tags: &[Tag]) -> Links<'a> {
        let now = self.scene.now();
        let mut there: Vec<Area> = tags.iter().map(|tag| tag.area).collect();
        let solids = now.objects().iter().filter(|object| object.form == Form::Solid);
        there.extend(solids.map(|object| {
            let d = self.diameter(object);
            Area::around(self.centre(object.cell), (d, d))
        }));
        if self.scene.agent {
            let d = 0.6 * self.cell;
            there.push(Area::around(self.centre(now.agent().cell), (d, d)));
        }
        let body = |number: usize| {
            let object = now.objects().get(number)?;
            let centre = self.centre(object.cell);
            if object.form == Form::Solid {
                // Neighbours may nearly touch; so lines begin a little inside large objects.
                let radius = (self.diameter(object) / 2.0).min(0.3 * self.cell);
                return Some(LinkEnd::Disc { centre, radius });
            }
            let before = now.objects()[..number].iter().filter(|other| other.form == Form::Frame).count();
            let (corner, side) = self.square(object, self.inset(before));
            Some(LinkEnd::Frame { corner, side, centre })
        };
        let extent = self.cell * f32::from(now.side());
        let ground = Area { x: self.corner.0, y: self.corner.1, width: extent + 1.0, height: extent + 1.0 };
        Links::new(&self.scene.links, body, ground, &there, self.unit())
    }

    /// Frames often share an edge; so neighbours in the list differ a little in size.
    fn inset(&self, frame: usize) -> f32 {
        self.unit() * (3.0 + 3.0 * (frame % 3) as f32)
    }

    /// The diameter of a solid object.
    fn diameter(&self, object: &Object) -> f32 {
        let solids = self.scene.now().objects().iter().filter(|o| o.form == Form::Solid);
        let largest = solids.map(|o| o.size).max().unwrap_or(0).max(4);
        object::diameter(object.size, largest) * self.cell
    }

    /// Shaded cells and the lines between them.
    fn ground(&self, picture: &mut Picture) {
        let side = self.scene.world.side();
        let ((x, y), extent) = (self.corner, self.cell * f32::from(side));
        for index in 0..usize::from(side).pow(2) {
            let shade = self.scene.weight(index);
            if shade > 0.005 {
                let Cell { row, column } = Cell::from_index(index, side);
                let corner = (x + self.cell * f32::from(column), y + self.cell * f32::from(row));
                let colour = Rgb::WHITE.mix(ATTENTION, 0.85 * shade);
                picture.rect(corner, (self.cell, self.cell), 0.0, Paint::fill(colour));
            }
        }
        for (number, object) in self.scene.now().objects().iter().enumerate() {
            let Some(shade) = self.scene.role(number).filter(|_| object.form == Form::Solid) else {
                continue;
            };
            let (corner, side) = self.square(object, 1.5 * self.unit());
            let edge = Stroke::solid(shade.edge(), self.unit().max(0.5));
            picture.rect(corner, (side, side), 4.0 * self.unit(), Paint::outlined(shade.tint(), edge));
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
        if self.scene.has_frame {
            let edge = Paint::stroke(Stroke::solid(Rgb::EDGE, 1.0));
            picture.rect((x + 0.5, y + 0.5), (extent, extent), 0.0, edge);
        }
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
    fn stretch(&self, picture: &mut Picture, stretch: &TrailSegment, pen: Pen, lane: f32) {
        let unit = self.unit().max(0.45);
        // A pull leads back over the way the agent came.
        let lane = if stretch.back { lane + pen.lane * 6.0 * unit } else { lane };
        let at = |&cell: &Cell| self.centre(cell);
        let mut points: Vec<_> = stretch.corners.iter().map(at).map(|(x, y)| (x + lane, y + lane)).collect();
        let [start, .., before, tip] = [&points[..1], &points[..]].concat()[..] else { return };
        let length = (tip.0 - before.0).abs() + (tip.1 - before.1).abs();
        let along = ((tip.0 - before.0) / length.max(1.0), (tip.1 - before.1) / length.max(1.0));
        let head = (if stretch.handled { 12.0 } else { 10.0 }) * unit;
        let tip = if stretch.last { self.beside_target(tip, along) } else { tip };
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

    /// Where the arrow of a way ends that leads into a cell: at the edge of the target, if that is there.
    fn beside_target(&self, tip: (f32, f32), along: (f32, f32)) -> (f32, f32) {
        let now = self.scene.now();
        let target = self.scene.target.and_then(|target| now.objects().get(target));
        let Some(target) = target.filter(|target| target.form == Form::Solid) else { return tip };
        let (x, y) = self.centre(target.cell);
        if (tip.0 - x).abs().max((tip.1 - y).abs()) > self.cell / 2.0 {
            return tip;
        }
        let room = self.diameter(target) / 2.0 + self.unit();
        (tip.0 - along.0 * room, tip.1 - along.1 * room)
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
