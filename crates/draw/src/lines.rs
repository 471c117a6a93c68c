//! Line charts.

use crate::bars::{heading, key};
use crate::colour::series_colour;
use crate::curve::polyline;
use crate::picture::{Paint, Picture, Stroke};
use crate::plot::{Plot, WIDTH};
use crate::scale::Axis;

/// Points are drawn as dots where a line has at most this many.
const DOTS: usize = 40;

/// A line through points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// What it shows.
    pub name: String,
    /// Its points in the order in which they are joined. Those that are not finite are gaps.
    pub points: Vec<(f64, f64)>,
    /// From where to where each point may be; may be shorter than the points.
    pub intervals: Vec<(f64, f64)>,
    /// Whether it is dashed, as what others are compared with: chance, or a floor.
    pub is_dashed: bool,
}

/// Lines over a common axis: the loss of a training, or accuracy over the number of examples. Both axes hold 0.
///
/// ```
/// use wampimuk_draw::{Line, line_chart};
///
/// let loss = Line { name: "loss".into(), points: vec![(0.0, 2.1), (100.0, 0.4)], ..Line::default() };
/// assert!(line_chart("A training", ("updates", "loss"), &[loss]).to_svg().contains("updates"));
/// ```
pub fn line_chart(title: &str, names: (&str, &str), lines: &[Line]) -> Picture {
    let mut picture = Picture::new(WIDTH, 0.0, title);
    let mut y = heading(&mut picture, title, WIDTH);
    let series: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
    y = key(&mut picture, if series.len() > 1 { &series } else { &[] }, y);
    let points = || lines.iter().flat_map(|line| &line.points).copied();
    let across = Axis::of(points().map(|(x, _)| x));
    let ends = lines.iter().flat_map(|line| &line.intervals).flat_map(|(low, high)| [*low, *high]);
    let upright = Axis::of(points().map(|(_, y)| y).chain(ends));
    let plot = Plot::draw(&mut picture, y, names, across, upright);
    if !points().any(|(x, y)| plot.place(x, y).is_some()) {
        plot.nothing(&mut picture);
    }
    for (number, line) in lines.iter().enumerate() {
        line.draw(&mut picture, &plot, number);
    }
    picture
}

impl Line {
    fn draw(&self, picture: &mut Picture, plot: &Plot, number: usize) {
        let colour = series_colour(number);
        let dash = self.is_dashed.then_some((5.0, 4.0));
        let stroke = Stroke { dash, ..Stroke::solid(colour, 1.8) };
        let mut run: Vec<(f32, f32)> = Vec::new();
        for &(x, y) in &self.points {
            match plot.place(x, y) {
                Some(place) => run.push(place),
                None => join(picture, &mut run, stroke),
            }
        }
        join(picture, &mut run, stroke);
        for (&(x, _), &(low, high)) in self.points.iter().zip(&self.intervals) {
            if let (Some(low), Some(high)) = (plot.place(x, low), plot.place(x, high)) {
                picture.line(low, high, Stroke::solid(colour, 1.0));
            }
        }
        if self.points.len() <= DOTS && !self.is_dashed {
            for place in self.points.iter().filter_map(|&(x, y)| plot.place(x, y)) {
                picture.circle(place, 3.0, Paint::fill(colour));
            }
        }
    }
}

/// Draws a line through the places, and forgets them.
fn join(picture: &mut Picture, places: &mut Vec<(f32, f32)>, stroke: Stroke) {
    if places.len() > 1 {
        picture.path(polyline(places), Paint::stroke(stroke));
    }
    places.clear();
}
