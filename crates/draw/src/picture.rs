//! The display list: the few primitives that every back end draws.
//!
//! Layout happens once, here; the SVG writer and the rasteriser only translate. That is why they agree.

use crate::Rgb;
use crate::font::{self, Weight};

/// A picture: primitives, drawn one over the other, on white.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// In user units; a pixel at scale 1.
    pub width: f32,
    /// In user units.
    pub height: f32,
    /// What it shows, for those who cannot see it.
    pub label: String,
    /// In drawing order.
    pub shapes: Vec<Shape>,
}

/// A primitive.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A rectangle with rounded corners.
    Rect {
        /// Left edge.
        x: f32,
        /// Top edge.
        y: f32,
        /// Width.
        width: f32,
        /// Height.
        height: f32,
        /// Radius of the corners.
        radius: f32,
        /// Fill and stroke.
        paint: Paint,
    },
    /// A circle.
    Circle {
        /// Centre.
        x: f32,
        /// Centre.
        y: f32,
        /// Radius.
        radius: f32,
        /// Fill and stroke.
        paint: Paint,
    },
    /// Any outline.
    Path {
        /// Its pieces.
        segments: Vec<Segment>,
        /// Fill and stroke.
        paint: Paint,
    },
    /// A straight line.
    Line {
        /// One end.
        from: (f32, f32),
        /// The other end.
        to: (f32, f32),
        /// How it is drawn.
        stroke: Stroke,
    },
    /// One line of text.
    Text {
        /// Where it is anchored.
        x: f32,
        /// Its baseline.
        y: f32,
        /// In user units.
        size: f32,
        /// Regular or bold.
        weight: Weight,
        /// What `x` is: the start, the middle or the end.
        anchor: Anchor,
        /// The colour.
        colour: Rgb,
        /// The text.
        content: String,
    },
}

/// A piece of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// Start a new part here.
    Move(f32, f32),
    /// A straight line to here.
    Line(f32, f32),
    /// A cubic curve: two control points and the end.
    Cubic(f32, f32, f32, f32, f32, f32),
    /// Back to the start of this part.
    Close,
}

/// How an area is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Paint {
    /// The colour inside.
    pub fill: Option<Rgb>,
    /// The line around it.
    pub stroke: Option<Stroke>,
}

/// How a line is drawn; ends and corners are round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// The colour.
    pub colour: Rgb,
    /// The width.
    pub width: f32,
    /// Lengths of dashes and gaps.
    pub dash: Option<(f32, f32)>,
}

/// Which part of a text its position is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// Its start.
    #[default]
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Stroke {
    /// A solid line.
    pub const fn solid(colour: Rgb, width: f32) -> Self {
        Self { colour, width, dash: None }
    }
}

impl Paint {
    /// An area without a line around it.
    pub const fn fill(colour: Rgb) -> Self {
        Self { fill: Some(colour), stroke: None }
    }

    /// A line without an area.
    pub const fn stroke(stroke: Stroke) -> Self {
        Self { fill: None, stroke: Some(stroke) }
    }

    /// An area with a line around it.
    pub const fn outlined(colour: Rgb, stroke: Stroke) -> Self {
        Self { fill: Some(colour), stroke: Some(stroke) }
    }
}

impl Picture {
    /// An empty picture.
    pub fn new(width: f32, height: f32, label: impl Into<String>) -> Self {
        Self { width, height, label: label.into(), shapes: Vec::new() }
    }

    /// Several pictures in rows of at most `columns`, each centred in its place. With no columns there is one.
    pub fn tile(pictures: &[Self], columns: usize, label: impl Into<String>) -> Self {
        let columns = columns.clamp(1, pictures.len().max(1));
        let widths: Vec<f32> = (0..columns)
            .map(|c| {
                pictures[c.min(pictures.len())..].iter().step_by(columns).fold(0.0, |w, p| p.width.max(w))
            })
            .collect();
        let width: f32 = widths.iter().sum();
        let mut sheet = Self::new(width, 0.0, label);
        for row in pictures.chunks(columns) {
            let mut x = 0.0;
            for (picture, width) in row.iter().zip(&widths) {
                let left = (x + (width - picture.width) / 2.0).floor();
                sheet.shapes.extend(picture.shapes.iter().map(|shape| shape.moved(left, sheet.height)));
                x += width;
            }
            sheet.height += row.iter().fold(0.0, |height: f32, picture| height.max(picture.height));
        }
        sheet
    }

    /// The same picture, larger or smaller; what is no positive number changes nothing.
    #[must_use]
    pub fn scaled(&self, factor: f32) -> Self {
        let factor = if factor.is_finite() && factor > 0.0 { factor } else { 1.0 };
        let shapes = self.shapes.iter().map(|shape| shape.scaled(factor)).collect();
        Self { width: self.width * factor, height: self.height * factor, label: self.label.clone(), shapes }
    }

    /// Draws another picture with its corner here.
    pub(crate) fn add(&mut self, other: &Self, (x, y): (f32, f32)) {
        self.shapes.extend(other.shapes.iter().map(|shape| shape.moved(x, y)));
    }

    pub(crate) fn rect(
        &mut self,
        (x, y): (f32, f32),
        (width, height): (f32, f32),
        radius: f32,
        paint: Paint,
    ) {
        self.shapes.push(Shape::Rect { x, y, width, height, radius, paint });
    }

    pub(crate) fn circle(&mut self, (x, y): (f32, f32), radius: f32, paint: Paint) {
        self.shapes.push(Shape::Circle { x, y, radius, paint });
    }

    pub(crate) fn path(&mut self, segments: Vec<Segment>, paint: Paint) {
        self.shapes.push(Shape::Path { segments, paint });
    }

    pub(crate) fn line(&mut self, from: (f32, f32), to: (f32, f32), stroke: Stroke) {
        self.shapes.push(Shape::Line { from, to, stroke });
    }

    pub(crate) fn text(&mut self, (x, y): (f32, f32), style: Style, content: impl Into<String>) {
        let Style { size, weight, anchor, colour } = style;
        self.shapes.push(Shape::Text { x, y, size, weight, anchor, colour, content: content.into() });
    }
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub size: f32,
    pub weight: Weight,
    pub anchor: Anchor,
    pub colour: Rgb,
}

impl Style {
    pub const TITLE: Self =
        Self { size: 15.0, weight: Weight::Bold, anchor: Anchor::Middle, colour: Rgb::INK };
    pub const BODY: Self =
        Self { size: 12.0, weight: Weight::Regular, anchor: Anchor::Start, colour: Rgb::INK };
    pub const SMALL: Self = Self { size: 11.0, colour: Rgb::FAINT, ..Self::BODY };

    pub const fn at(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    /// The distance between baselines.
    pub fn leading(self) -> f32 {
        (self.size * 1.32).round()
    }

    pub fn measure(self, text: &str) -> f32 {
        font::measure(text, self.size, self.weight)
    }

    pub fn wrap(self, text: &str, width: f32, lines: usize) -> Vec<String> {
        font::wrap(text, self.size, self.weight, width, lines)
    }

    /// The text, cut with an ellipsis where it is too wide.
    pub fn fit(self, text: &str, width: f32) -> String {
        self.wrap(text, width, 1).pop().unwrap_or_default()
    }
}

impl Segment {
    fn moved(self, dx: f32, dy: f32) -> Self {
        match self {
            Self::Move(x, y) => Self::Move(x + dx, y + dy),
            Self::Line(x, y) => Self::Line(x + dx, y + dy),
            Self::Cubic(a, b, c, d, x, y) => Self::Cubic(a + dx, b + dy, c + dx, d + dy, x + dx, y + dy),
            Self::Close => Self::Close,
        }
    }

    fn scaled(self, k: f32) -> Self {
        match self {
            Self::Move(x, y) => Self::Move(x * k, y * k),
            Self::Line(x, y) => Self::Line(x * k, y * k),
            Self::Cubic(a, b, c, d, x, y) => Self::Cubic(a * k, b * k, c * k, d * k, x * k, y * k),
            Self::Close => Self::Close,
        }
    }
}

impl Stroke {
    fn scaled(self, k: f32) -> Self {
        let dash = self.dash.map(|(dash, gap)| (dash * k, gap * k));
        Self { width: self.width * k, dash, ..self }
    }
}

impl Paint {
    fn scaled(self, k: f32) -> Self {
        Self { stroke: self.stroke.map(|stroke| stroke.scaled(k)), ..self }
    }
}

impl Shape {
    /// The same shape elsewhere.
    #[must_use]
    pub fn moved(&self, dx: f32, dy: f32) -> Self {
        let mut shape = self.clone();
        match &mut shape {
            Self::Rect { x, y, .. } | Self::Circle { x, y, .. } | Self::Text { x, y, .. } => {
                *x += dx;
                *y += dy;
            }
            Self::Path { segments, .. } => {
                for segment in segments {
                    *segment = segment.moved(dx, dy);
                }
            }
            Self::Line { from, to, .. } => {
                *from = (from.0 + dx, from.1 + dy);
                *to = (to.0 + dx, to.1 + dy);
            }
        }
        shape
    }

    /// The same shape with everything, lines and letters too, larger or smaller.
    #[must_use]
    pub fn scaled(&self, factor: f32) -> Self {
        let k = factor;
        let mut shape = self.clone();
        match &mut shape {
            Self::Rect { x, y, width, height, radius, paint } => {
                for number in [x, y, width, height, radius] {
                    *number *= k;
                }
                *paint = paint.scaled(k);
            }
            Self::Circle { x, y, radius, paint } => {
                for number in [x, y, radius] {
                    *number *= k;
                }
                *paint = paint.scaled(k);
            }
            Self::Path { segments, paint } => {
                for segment in segments {
                    *segment = segment.scaled(k);
                }
                *paint = paint.scaled(k);
            }
            Self::Line { from, to, stroke } => {
                *from = (from.0 * k, from.1 * k);
                *to = (to.0 * k, to.1 * k);
                *stroke = stroke.scaled(k);
            }
            Self::Text { x, y, size, .. } => {
                for number in [x, y, size] {
                    *number *= k;
                }
            }
        }
        shape
    }
}
