//! How objects and the agent are drawn.

use wampimuk_grid::Heading;

use crate::picture::{Paint, Picture, Segment, Shape, Stroke};
use crate::{DrawnShape, Rgb, curve};

/// The diameter of an object as a part of its cell. The steps are even, so that neighbouring sizes can be told apart
/// without a neighbour to compare with.
pub(crate) fn diameter(size: u8, largest: u8) -> f32 {
    let (size, largest) = (f32::from(size.max(1)), f32::from(largest.max(2)));
    0.26 + 0.60 * ((size - 1.0) / (largest - 1.0)).min(1.0)
}

/// How much wider the outline of a heavy object is.
const HEAVY: f32 = 2.6;

/// The outline of an object of this diameter.
pub(crate) fn outline(colour: Rgb, d: f32, is_heavy: bool) -> Stroke {
    let width = (d * 0.05).clamp(0.75, 1.5);
    Stroke::solid(colour.mix(Rgb::BLACK, 0.38), if is_heavy { HEAVY * width } else { width })
}

/// Draws a solid object of this diameter around a point.
pub(crate) fn solid(
    picture: &mut Picture,
    shape: &DrawnShape,
    colour: Rgb,
    ((x, y), d): ((f32, f32), f32),
    is_heavy: bool,
) {
    let line = outline(colour, d, is_heavy);
    let paint = Paint::outlined(colour, line);
    let corner = (d * 0.06).min(2.5);
    let mut polygon = |points: &[(f32, f32)]| {
        let points: Vec<_> = points.iter().map(|&(px, py)| (x + px * d, y + py * d)).collect();
        picture.path(curve::polygon(&points), paint);
    };
    match shape {
        DrawnShape::Circle => picture.shapes.push(Shape::Circle { x, y, radius: d / 2.0, paint }),
        DrawnShape::Square => {
            let side = d * 0.92;
            picture.rect((x - side / 2.0, y - side / 2.0), (side, side), corner, paint);
        }
        DrawnShape::Cylinder => cylinder(picture, colour, line, (x, y), d),
        DrawnShape::Box => {
            let thick = d * 0.16;
            let side = d * 0.92 - thick;
            for paint in hollow(colour, thick, line.width) {
                picture.rect((x - side / 2.0, y - side / 2.0), (side, side), d * 0.12, paint);
            }
        }
        DrawnShape::Ring => {
            let radius = d * 0.37;
            let rings = hollow(colour, d * 0.26, line.width);
            picture.shapes.extend(rings.map(|paint| Shape::Circle { x, y, radius, paint }));
        }
        DrawnShape::Triangle => polygon(&[(0.0, -0.46), (0.5, 0.42), (-0.5, 0.42)]),
        DrawnShape::Diamond => polygon(&[(0.0, -0.54), (0.46, 0.0), (0.0, 0.54), (-0.46, 0.0)]),
        DrawnShape::Hexagon => {
            polygon(&[
                (0.5, 0.0),
                (0.25, 0.433),
                (-0.25, 0.433),
                (-0.5, 0.0),
                (-0.25, -0.433),
                (0.25, -0.433),
            ]);
        }
        DrawnShape::Pentagon => {
            polygon(&[(0.0, -0.5), (0.5, -0.12), (0.31, 0.46), (-0.31, 0.46), (-0.5, -0.12)]);
        }
        DrawnShape::Star => polygon(&STAR),
        DrawnShape::Cross => polygon(&CROSS),
        DrawnShape::Own { outline, .. } => {
            let part = |thousandths: u16| f32::from(thousandths) / 1000.0 - 0.5;
            polygon(&outline.iter().map(|&(px, py)| (part(px), part(py))).collect::<Vec<_>>());
        }
    }
}

const STAR: [(f32, f32); 10] = [
    (0.0, -0.55),
    (0.135, -0.166),
    (0.523, -0.15),
    (0.219, 0.091),
    (0.323, 0.465),
    (0.0, 0.25),
    (-0.323, 0.465),
    (-0.219, 0.091),
    (-0.523, -0.15),
    (-0.135, -0.166),
];

const CROSS: [(f32, f32); 12] = [
    (-0.17, -0.5),
    (0.17, -0.5),
    (0.17, -0.17),
    (0.5, -0.17),
    (0.5, 0.17),
    (0.17, 0.17),
    (0.17, 0.5),
    (-0.17, 0.5),
    (-0.17, 0.17),
    (-0.5, 0.17),
    (-0.5, -0.17),
    (-0.17, -0.17),
];

/// A body with a shaded flank, and a light top.
fn cylinder(picture: &mut Picture, colour: Rgb, line: Stroke, (x, y): (f32, f32), d: f32) {
    let (rx, ry) = (d * 0.37, d * 0.13);
    let (top, bottom) = (y - d * 0.5 + ry, y + d * 0.5 - ry);
    let body = |from: f32, to: f32, left: f32| {
        let ((sx, sy), front) = curve::arc((x, bottom), (rx, ry), from, to);
        let mut outline = vec![Segment::Move(left, top), Segment::Line(sx, sy)];
        outline.extend(front);
        outline.push(Segment::Line(x + rx, top));
        outline.push(Segment::Close);
        outline
    };
    picture.path(body(2.0, 0.0, x - rx), Paint::fill(colour));
    picture.path(body(0.6, 0.0, x + rx * 0.588), Paint::fill(colour.mix(Rgb::BLACK, 0.16)));
    picture.path(body(2.0, 0.0, x - rx), Paint::stroke(line));
    picture.path(curve::ellipse((x, top), (rx, ry)), Paint::outlined(colour.mix(Rgb::WHITE, 0.42), line));
}

/// A thick line with a darker edge: the edge first, then what is inside it.
fn hollow(colour: Rgb, thick: f32, edge: f32) -> [Paint; 2] {
    let dark = Stroke::solid(colour.mix(Rgb::BLACK, 0.38), thick);
    [Paint::stroke(dark), Paint::stroke(Stroke::solid(colour, (thick - 2.0 * edge).max(thick / 2.0)))]
}

/// Draws a frame around a square of cells.
pub(crate) fn frame(picture: &mut Picture, colour: Rgb, corner: (f32, f32), side: f32, width: f32) {
    for paint in hollow(colour, width, 0.6) {
        picture.rect(corner, (side, side), width * 1.6, paint);
    }
}

/// Draws the agent: an arrowhead in the direction of its heading, hollow where it would hide an object.
pub(crate) fn agent(picture: &mut Picture, heading: Heading, (x, y): (f32, f32), cell: f32, hollow: bool) {
    let turn = |(px, py): (f32, f32)| match heading {
        Heading::East => (px, py),
        Heading::South => (-py, px),
        Heading::West => (-px, -py),
        Heading::North => (py, -px),
    };
    let points = [(0.30, 0.0), (-0.24, 0.24), (-0.12, 0.0), (-0.24, -0.24)].map(turn);
    let grown = if hollow { 1.25 } else { 1.0 } * cell;
    let outline = curve::polygon(&points.map(|(px, py)| (x + px * grown, y + py * grown)));
    let line = Stroke::solid(Rgb::INK, (cell * if hollow { 0.055 } else { 0.035 }).max(0.8));
    let halo = Stroke::solid(Rgb::WHITE, line.width + (cell * 0.055).max(1.2));
    picture.path(outline.clone(), Paint::stroke(halo));
    picture.path(outline, Paint { fill: (!hollow).then_some(Rgb::INK), stroke: Some(line) });
}
