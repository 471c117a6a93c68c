//! Pictures as pixels.

use tiny_skia::{FillRule, LineCap, LineJoin, PathBuilder, Pixmap, Shader, StrokeDash, Transform};

use crate::picture::{Anchor, Paint, Picture, Segment, Shape, Stroke};
use crate::{DrawError, Rgb, curve, font};

/// The most pixels a picture may have.
const MOST_PIXELS: f32 = 64.0 * 1024.0 * 1024.0;
/// The longest side a picture may have, in pixels.
const LONGEST_SIDE: f32 = 32_000.0;

impl Picture {
    /// The picture as a PNG file with `scale` pixels to the unit; 2 suits screens, 4 suits paper.
    pub fn to_png(&self, scale: f32) -> Result<Vec<u8>, DrawError> {
        let pixels = rasterise(self, scale)?;
        pixels.encode_png().map_err(|error| DrawError::Encode { format: "PNG", reason: error.to_string() })
    }
}

/// Draws a picture on white.
pub(crate) fn rasterise(picture: &Picture, scale: f32) -> Result<Pixmap, DrawError> {
    rasterise_on(picture, scale, tiny_skia::Color::WHITE)
}

/// Draws a picture on a ground of one colour.
pub(crate) fn rasterise_on(
    picture: &Picture,
    scale: f32,
    ground: tiny_skia::Color,
) -> Result<Pixmap, DrawError> {
    if !(scale.is_finite() && scale > 0.0) {
        return Err(DrawError::Scale(scale));
    }
    let (width, height) = ((picture.width * scale).ceil().max(1.0), (picture.height * scale).ceil().max(1.0));
    let too_large = DrawError::TooLarge { width, height };
    if width * height > MOST_PIXELS || width.max(height) > LONGEST_SIDE {
        return Err(too_large);
    }
    let mut pixels = Pixmap::new(width as u32, height as u32).ok_or(too_large)?;
    pixels.fill(ground);
    let mut canvas = Canvas { pixels, transform: Transform::from_scale(scale, scale) };
    for shape in &picture.shapes {
        canvas.shape(shape);
    }
    Ok(canvas.pixels)
}

struct Canvas {
    pixels: Pixmap,
    transform: Transform,
}

impl Canvas {
    fn shape(&mut self, shape: &Shape) {
        match shape {
            &Shape::Rect { x, y, width, height, radius, paint } => {
                self.outline(&curve::round_rect((x, y), (width, height), radius), paint);
            }
            &Shape::Circle { x, y, radius, paint } => {
                self.outline(&curve::ellipse((x, y), (radius, radius)), paint);
            }
            Shape::Path { segments, paint } => self.outline(segments, *paint),
            Shape::Line { from, to, stroke } => {
                self.outline(&curve::polyline(&[*from, *to]), Paint::stroke(*stroke));
            }
            Shape::Text { x, y, size, weight, anchor, colour, content } => {
                let width = font::measure(content, *size, *weight);
                let start = match anchor {
                    Anchor::Start => *x,
                    Anchor::Middle => x - width / 2.0,
                    Anchor::End => x - width,
                };
                let strokes = font::strokes(content, start, *y, *size, *weight);
                self.outline(&strokes, Paint::stroke(Stroke::solid(*colour, weight.pen() * size)));
            }
        }
    }

    /// Outlines with numbers that are not finite have no path and are left out.
    fn outline(&mut self, segments: &[Segment], paint: Paint) {
        let mut builder = PathBuilder::new();
        for segment in segments {
            match *segment {
                Segment::Move(x, y) => builder.move_to(x, y),
                Segment::Line(x, y) => builder.line_to(x, y),
                Segment::Cubic(a, b, c, d, x, y) => builder.cubic_to(a, b, c, d, x, y),
                Segment::Close => builder.close(),
            }
        }
        let Some(path) = builder.finish() else { return };
        if let Some(colour) = paint.fill {
            self.pixels.fill_path(&path, &flat(colour), FillRule::Winding, self.transform, None);
        }
        if let Some(Stroke { colour, width, dash }) = paint.stroke {
            let stroke = tiny_skia::Stroke {
                width,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                dash: dash.and_then(|(dash, gap)| StrokeDash::new(vec![dash, gap], 0.0)),
                ..Default::default()
            };
            self.pixels.stroke_path(&path, &flat(colour), &stroke, self.transform, None);
        }
    }
}

fn flat(Rgb { red, green, blue }: Rgb) -> tiny_skia::Paint<'static> {
    let colour = tiny_skia::Color::from_rgba8(red, green, blue, 255);
    tiny_skia::Paint { shader: Shader::SolidColor(colour), anti_alias: true, ..Default::default() }
}
