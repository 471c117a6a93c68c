//! What charts of points have in common: two axes, the lines behind the points, and where a point goes.

use crate::picture::{Anchor, Paint, Picture, Stroke, Style};
use crate::scale::{Axis, drawable, number};
use crate::{Rgb, Segment};

pub(crate) const WIDTH: f32 = 640.0;
const MARGIN: f32 = 16.0;
const HEIGHT: f32 = 340.0;

/// The area between two axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plot {
    x: Axis,
    y: Axis,
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
}

impl Plot {
    /// Draws axes with their names, and sets the height of the picture. The name of the upright axis stands above it,
    /// where it can be read without turning the page.
    pub fn draw(picture: &mut Picture, top: f32, names: (&str, &str), x: Axis, y: Axis) -> Self {
        let small = Style::SMALL;
        let widest =
            y.ticks().into_iter().fold(0.0, |width: f32, tick| width.max(small.measure(&number(tick))));
        let top = top + 18.0;
        let left = (MARGIN + widest + 8.0).round();
        let plot = Self { x, y, left, right: WIDTH - MARGIN - 8.0, top, bottom: top + HEIGHT };
        picture.text((MARGIN, top - 10.0), small, small.fit(names.1, WIDTH - 2.0 * MARGIN));
        plot.rules(picture);
        let middle = (plot.left + plot.right) / 2.0;
        let name = small.fit(names.0, plot.right - plot.left);
        picture.text((middle, plot.bottom + 34.0), small.at(Anchor::Middle), name);
        picture.height = (plot.bottom + 34.0 + MARGIN).ceil();
        plot
    }

    fn rules(&self, picture: &mut Picture) {
        let mut lines = Vec::new();
        for tick in self.x.ticks() {
            let at = (self.left + self.x.place(tick) * (self.right - self.left)).round() + 0.5;
            lines.extend([Segment::Move(at, self.top), Segment::Line(at, self.bottom)]);
            picture.text((at, self.bottom + 16.0), Style::SMALL.at(Anchor::Middle), number(tick));
        }
        for tick in self.y.ticks() {
            let at = (self.bottom - self.y.place(tick) * (self.bottom - self.top)).round() + 0.5;
            lines.extend([Segment::Move(self.left, at), Segment::Line(self.right, at)]);
            picture.text((self.left - 6.0, at + 3.6), Style::SMALL.at(Anchor::End), number(tick));
        }
        picture.path(lines, Paint::stroke(Stroke::solid(Rgb::RULE.mix(Rgb::WHITE, 0.4), 1.0)));
        let (x, y) = (self.left.round() + 0.5, self.bottom.round() + 0.5);
        picture.line((x, self.top), (x, y), Stroke::solid(Rgb::EDGE, 1.0));
        picture.line((x, y), (self.right, y), Stroke::solid(Rgb::EDGE, 1.0));
    }

    /// Where a point goes; `None` if it is not finite. What lies outside the axes is brought to their ends.
    pub fn place(&self, x: f64, y: f64) -> Option<(f32, f32)> {
        let (x, y) = (self.x.place(drawable(x)?), self.y.place(drawable(y)?));
        Some((self.left + x * (self.right - self.left), self.bottom - y * (self.bottom - self.top)))
    }

    /// Left and right edge.
    pub fn sides(&self) -> (f32, f32) {
        (self.left, self.right)
    }

    /// Top and bottom edge.
    pub fn ends(&self) -> (f32, f32) {
        (self.top, self.bottom)
    }

    /// The axis that runs to the right.
    pub fn across(&self) -> Axis {
        self.x
    }

    /// The upright axis.
    pub fn upright(&self) -> Axis {
        self.y
    }

    /// Says that there is nothing to see.
    pub fn nothing(&self, picture: &mut Picture) {
        let middle = ((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0);
        picture.text(middle, Style::SMALL.at(Anchor::Middle), "nothing to show");
    }
}
