//! Outlines made of straight lines and arcs.
//!
//! Arcs are measured in quarter turns and approximated by cubic curves with nothing but additions and
//! multiplications: sines and cosines differ in the last bit between machines, pictures should not.

use crate::Segment;

/// The usual constant of a quarter circle as a cubic curve.
const KAPPA: f32 = 0.552_284_8;

type Point = (f32, f32);

/// A part of an ellipse as cubic curves, from one angle to another. Angles are quarter turns from the positive x axis
/// towards the positive y axis; `to` may lie before `from`. Returns the start and the curves.
pub(crate) fn arc(centre: Point, radii: Point, from: f32, to: f32) -> (Point, Vec<Segment>) {
    let mut at = from;
    let mut start = None;
    let mut segments = Vec::new();
    while (to - at).abs() > 1e-4 && segments.len() < 16 {
        let (quarter, end) = if to > at {
            let quarter = (at + 1e-4).floor();
            (quarter, to.min(quarter + 1.0))
        } else {
            let quarter = (at - 1e-4).floor();
            (quarter, to.max(quarter))
        };
        let [a, b, c, d] = cut(quarter_turn(quarter), at - quarter, end - quarter)
            .map(|(x, y)| (centre.0 + radii.0 * x, centre.1 + radii.1 * y));
        start.get_or_insert(a);
        segments.push(Segment::Cubic(b.0, b.1, c.0, c.1, d.0, d.1));
        at = end;
    }
    (start.unwrap_or(centre), segments)
}

/// The point on the unit circle at an angle in quarter turns.
pub(crate) fn direction(angle: f32) -> Point {
    let quarter = angle.floor();
    let part = angle - quarter;
    let [a, b, c, d] = quarter_turn(quarter);
    let rest = 1.0 - part;
    let mix = |a: f32, b: f32, c: f32, d: f32| {
        rest * rest * rest * a
            + 3.0 * rest * rest * part * b
            + 3.0 * rest * part * part * c
            + part * part * part * d
    };
    (mix(a.0, b.0, c.0, d.0), mix(a.1, b.1, c.1, d.1))
}

/// An ellipse as a closed outline.
pub(crate) fn ellipse(centre: Point, radii: Point) -> Vec<Segment> {
    let ((x, y), curves) = arc(centre, radii, 0.0, 4.0);
    let mut segments = vec![Segment::Move(x, y)];
    segments.extend(curves);
    segments.push(Segment::Close);
    segments
}

/// A rectangle with round corners as a closed outline.
pub(crate) fn round_rect((x, y): Point, (width, height): Point, radius: f32) -> Vec<Segment> {
    let r = radius.clamp(0.0, (width.min(height) / 2.0).max(0.0));
    let (right, bottom) = (x + width, y + height);
    if r == 0.0 {
        return polygon(&[(x, y), (right, y), (right, bottom), (x, bottom)]);
    }
    let mut segments = Vec::with_capacity(10);
    let corners = [
        (right - r, bottom - r, 0.0),
        (x + r, bottom - r, 1.0),
        (x + r, y + r, 2.0),
        (right - r, y + r, 3.0),
    ];
    for (cx, cy, from) in corners {
        let (start, curves) = arc((cx, cy), (r, r), from, from + 1.0);
        let piece = if segments.is_empty() { Segment::Move } else { Segment::Line };
        segments.push(piece(start.0, start.1));
        segments.extend(curves);
    }
    segments.push(Segment::Close);
    segments
}

/// A closed outline through these points.
pub(crate) fn polygon(points: &[Point]) -> Vec<Segment> {
    let mut segments = polyline(points);
    segments.push(Segment::Close);
    segments
}

/// An open line through these points.
pub(crate) fn polyline(points: &[Point]) -> Vec<Segment> {
    let piece = |i| if i == 0 { Segment::Move } else { Segment::Line };
    points.iter().enumerate().map(|(i, &(x, y))| piece(i)(x, y)).collect()
}

/// A line between two points that bows to one side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CurvedLine {
    from: Point,
    control: Point,
    to: Point,
}

impl CurvedLine {
    /// A line whose middle stands off by `bend` from the straight one, to its left where it is positive.
    pub fn new(from: Point, to: Point, bend: f32) -> Self {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).sqrt().max(1e-3);
        let (nx, ny) = (dy / length * bend * 2.0, -dx / length * bend * 2.0);
        Self::towards(from, to, ((from.0 + to.0) / 2.0 + nx, (from.1 + to.1) / 2.0 + ny))
    }

    /// A line that leaves and arrives in the direction of `control`.
    pub fn towards(from: Point, to: Point, control: Point) -> Self {
        Self { from, control, to }
    }

    /// The point at this part of the way, from 0 to 1.
    pub fn at(self, t: f32) -> Point {
        let (a, b, c) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
        let mix = |p: f32, q: f32, r: f32| a * p + b * q + c * r;
        (mix(self.from.0, self.control.0, self.to.0), mix(self.from.1, self.control.1, self.to.1))
    }

    /// The line as a cubic curve.
    pub fn segments(self) -> Vec<Segment> {
        let pull = |end: Point| {
            (end.0 + (self.control.0 - end.0) * 2.0 / 3.0, end.1 + (self.control.1 - end.1) * 2.0 / 3.0)
        };
        let ((a, b), (c, d)) = (pull(self.from), pull(self.to));
        vec![Segment::Move(self.from.0, self.from.1), Segment::Cubic(a, b, c, d, self.to.0, self.to.1)]
    }
}

/// One quarter of the unit circle.
fn quarter_turn(quarter: f32) -> [Point; 4] {
    let turn = |(x, y): Point| match quarter.rem_euclid(4.0) as u8 {
        0 => (x, y),
        1 => (-y, x),
        2 => (-x, -y),
        _ => (y, -x),
    };
    [(1.0, 0.0), (1.0, KAPPA), (KAPPA, 1.0), (0.0, 1.0)].map(turn)
}

/// The part of a curve between two of its parameters, by de Casteljau's construction.
fn cut(curve: [Point; 4], from: f32, to: f32) -> [Point; 4] {
    // The blossom of the curve: its control points are blossoms of the ends.
    let blossom = |r: f32, s: f32, t: f32| {
        let mix = |a: Point, b: Point, u: f32| (a.0 + (b.0 - a.0) * u, a.1 + (b.1 - a.1) * u);
        let [a, b, c, d] = curve;
        let (e, f, g) = (mix(a, b, r), mix(b, c, r), mix(c, d, r));
        let (h, i) = (mix(e, f, s), mix(f, g, s));
        mix(h, i, t)
    };
    [blossom(from, from, from), blossom(from, from, to), blossom(from, to, to), blossom(to, to, to)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_run_both_ways() {
        let (start, curves) = arc((0.0, 0.0), (2.0, 1.0), 2.0, 0.5);
        assert_eq!(start, (-2.0, 0.0));
        assert_eq!(curves.len(), 2);
        let Some(&Segment::Cubic(.., x, y)) = curves.last() else { panic!("a curve") };
        let half = std::f32::consts::FRAC_1_SQRT_2;
        assert!((x - 2.0 * half).abs() < 1e-3 && (y - half).abs() < 1e-3, "{x} {y}");
    }

    #[test]
    fn directions_are_on_the_unit_circle() {
        assert_eq!(direction(-1.0), (0.0, -1.0));
        assert_eq!(direction(2.0), (-1.0, 0.0));
        for i in 0..100 {
            let (x, y) = direction(i as f32 * 0.13 - 4.0);
            assert!((x * x + y * y - 1.0).abs() < 1e-3, "{i}");
        }
    }

    #[test]
    fn a_bow_stands_off_by_its_bend() {
        let bow = CurvedLine::new((0.0, 0.0), (10.0, 0.0), 3.0);
        assert_eq!((bow.at(0.0), bow.at(0.5), bow.at(1.0)), ((0.0, 0.0), (5.0, -3.0), (10.0, 0.0)));
        let nowhere = CurvedLine::new((1.0, 1.0), (1.0, 1.0), 3.0).at(0.5);
        assert!(nowhere.0.is_finite() && nowhere.1.is_finite());
    }

    #[test]
    fn a_whole_turn_has_four_quarters() {
        assert_eq!(ellipse((1.0, 1.0), (1.0, 1.0)).len(), 6);
    }
}
