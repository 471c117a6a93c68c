//! Points with names: whether two measurements go together.

use crate::bars::heading;
use crate::colour::series_colour;
use crate::curve::polygon;
use crate::picture::{Anchor, Paint, Picture, Stroke, Style};
use crate::plot::{Plot, WIDTH};
use crate::scale::Axis;
use crate::{Rgb, Segment};

const NAME: Style = Style { size: 9.0, ..Style::SMALL };
const MARGIN: f32 = 16.0;
/// With more points than this, no names are written.
const MOST_NAMES: usize = 200;

/// A point with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Its name.
    pub name: String,
    /// Its place.
    pub x: f64,
    /// Its place.
    pub y: f64,
    /// The number of the series it belongs to.
    pub series: usize,
}

/// What a scatter plot shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scatter {
    /// The title.
    pub title: String,
    /// The name of the axis that runs to the right.
    pub across: String,
    /// The name of the upright axis.
    pub upright: String,
    /// The names of the series; they differ in colour and in the shape of their marks.
    pub series: Vec<String>,
    /// The points. Those that are not finite are left out.
    pub points: Vec<Point>,
    /// Slope and height at 0 of a line behind the points.
    pub trend: Option<(f64, f64)>,
}

/// A scatter plot. Names stand beside their points where there is room for them.
pub fn scatter(scatter: &Scatter) -> Picture {
    let mut picture = Picture::new(WIDTH, 0.0, scatter.title.as_str());
    let mut y = heading(&mut picture, &scatter.title, WIDTH);
    y = marks(&mut picture, &scatter.series, y);
    let points: Vec<&Point> =
        scatter.points.iter().filter(|point| point.x.is_finite() && point.y.is_finite()).collect();
    let across = Axis::around(points.iter().map(|point| point.x));
    let upright = Axis::around(points.iter().map(|point| point.y));
    let plot = Plot::draw(&mut picture, y, (&scatter.across, &scatter.upright), across, upright);
    if points.is_empty() {
        plot.nothing(&mut picture);
        return picture;
    }
    if let Some(trend) = scatter.trend {
        line(&mut picture, &plot, trend);
    }
    let places: Vec<(f32, f32)> = points.iter().filter_map(|point| plot.place(point.x, point.y)).collect();
    let mut taken: Vec<Area> = places.iter().map(|&place| Area::around(place, 4.0)).collect();
    for (point, &place) in points.iter().zip(&places) {
        mark(&mut picture, place, point.series);
        if points.len() <= MOST_NAMES {
            name(&mut picture, &plot, place, &point.name, &mut taken);
        }
    }
    picture
}

/// The names of the series with their marks; returns where the rest begins.
fn marks(picture: &mut Picture, series: &[String], y: f32) -> f32 {
    let (mut x, mut y) = (MARGIN, y);
    for (number, name) in series.iter().enumerate() {
        let name = Style::BODY.fit(name, WIDTH - 2.0 * MARGIN - 18.0);
        let width = 18.0 + Style::BODY.measure(&name);
        if x + width > WIDTH - MARGIN && x > MARGIN {
            (x, y) = (MARGIN, y + 18.0);
        }
        mark(picture, (x + 5.0, y + 7.0), number);
        picture.text((x + 17.0, y + 11.0), Style::BODY, name);
        x += width + 16.0;
    }
    if series.is_empty() { y } else { y + 26.0 }
}

/// A mark whose shape says the series, too.
fn mark(picture: &mut Picture, (x, y): (f32, f32), series: usize) {
    let paint = Paint::outlined(series_colour(series), Stroke::solid(Rgb::WHITE, 0.8));
    match series % 4 {
        0 => picture.circle((x, y), 4.2, paint),
        1 => picture.rect((x - 3.8, y - 3.8), (7.6, 7.6), 0.0, paint),
        2 => picture.path(polygon(&[(x, y - 5.2), (x + 5.2, y), (x, y + 5.2), (x - 5.2, y)]), paint),
        _ => picture.path(polygon(&[(x, y - 5.0), (x + 4.8, y + 3.8), (x - 4.8, y + 3.8)]), paint),
    }
}

/// The part of a straight line that lies between the axes.
fn line(picture: &mut Picture, plot: &Plot, (slope, height): (f64, f64)) {
    let (across, upright) = (plot.across(), plot.upright());
    let (mut from, mut to) = (across.low, across.high);
    if slope != 0.0 {
        let at = |y: f64| (y - height) / slope;
        let (one, other) = (at(upright.low), at(upright.high));
        from = from.max(one.min(other));
        to = to.min(one.max(other));
    }
    let ends = (plot.place(from, slope * from + height), plot.place(to, slope * to + height));
    if let (Some(start), Some(end)) = ends
        && from < to
    {
        let stroke = Stroke { dash: Some((5.0, 4.0)), ..Stroke::solid(Rgb::EDGE, 1.2) };
        picture
            .path(vec![Segment::Move(start.0, start.1), Segment::Line(end.0, end.1)], Paint::stroke(stroke));
    }
}

/// A rectangle that is in use.
#[derive(Clone, Copy, Debug)]
struct Area {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
}

impl Area {
    fn around((x, y): (f32, f32), reach: f32) -> Self {
        Self { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach }
    }

    fn meets(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// A name beside its point: at the first of four sides where it hides nothing. A name without room is left out.
fn name(picture: &mut Picture, plot: &Plot, (x, y): (f32, f32), name: &str, taken: &mut Vec<Area>) {
    let text = NAME.fit(name, 140.0);
    let width = NAME.measure(&text);
    let sides = [
        (x + 7.0, y + 3.0, Anchor::Start, x + 7.0),
        (x - 7.0, y + 3.0, Anchor::End, x - 7.0 - width),
        (x, y - 8.0, Anchor::Middle, x - width / 2.0),
        (x, y + 14.0, Anchor::Middle, x - width / 2.0),
    ];
    let ((from, to), (top, bottom)) = (plot.sides(), plot.ends());
    for (at, base, anchor, left) in sides {
        let area = Area { left, top: base - 8.0, right: left + width, bottom: base + 2.0 };
        let inside =
            area.left >= from && area.right <= to + 8.0 && area.top >= top - 6.0 && area.bottom <= bottom;
        if inside && !taken.iter().any(|other| area.meets(other)) {
            picture.text((at, base), NAME.at(anchor), text);
            taken.push(area);
            return;
        }
    }
}
