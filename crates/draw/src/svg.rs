//! Pictures as SVG.

use std::fmt::Write as _;

use crate::font::Weight;
use crate::picture::{Anchor, Paint, Picture, Segment, Shape, Stroke};

impl Picture {
    /// The picture as an SVG document.
    pub fn to_svg(&self) -> String {
        let (width, height) = (number(self.width), number(self.height));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" stroke-linecap=\"round\" stroke-linejoin=\"round\" \
             font-family=\"Helvetica, Arial, 'Liberation Sans', 'Nimbus Sans', sans-serif\">\n"
        );
        // Writing to a string cannot fail.
        let _ = writeln!(out, "<title>{}</title>", escape(&self.label));
        let _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>");
        for shape in &self.shapes {
            let _ = write_shape(&mut out, shape);
        }
        out.push_str("</svg>\n");
        out
    }
}

fn write_shape(out: &mut String, shape: &Shape) -> std::fmt::Result {
    match shape {
        Shape::Rect { x, y, width, height, radius, paint } => {
            write!(out, "<rect x=\"{}\" y=\"{}\" ", number(*x), number(*y))?;
            write!(out, "width=\"{}\" height=\"{}\"", number(width.max(0.0)), number(height.max(0.0)))?;
            if *radius > 0.0 {
                write!(out, " rx=\"{}\"", number(*radius))?;
            }
            write_paint(out, *paint)?;
        }
        Shape::Circle { x, y, radius, paint } => {
            write!(
                out,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"",
                number(*x),
                number(*y),
                number(radius.max(0.0))
            )?;
            write_paint(out, *paint)?;
        }
        Shape::Path { segments, paint } => {
            write!(out, "<path d=\"{}\"", outline(segments))?;
            write_paint(out, *paint)?;
        }
        Shape::Line { from, to, stroke } => {
            write!(out, "<line x1=\"{}\" y1=\"{}\" ", number(from.0), number(from.1))?;
            write!(out, "x2=\"{}\" y2=\"{}\"", number(to.0), number(to.1))?;
            write_stroke(out, *stroke)?;
        }
        Shape::Text { x, y, size, weight, anchor, colour, content } => {
            write!(out, "<text x=\"{}\" y=\"{}\" font-size=\"{}\"", number(*x), number(*y), number(*size))?;
            out.push_str(match weight {
                Weight::Regular => "",
                Weight::Bold => " font-weight=\"bold\"",
            });
            out.push_str(match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            });
            return writeln!(out, " fill=\"{}\">{}</text>", colour.hex(), escape(content));
        }
    }
    out.push_str("/>\n");
    Ok(())
}

fn write_paint(out: &mut String, paint: Paint) -> std::fmt::Result {
    match paint.fill {
        Some(colour) => write!(out, " fill=\"{}\"", colour.hex())?,
        None => out.push_str(" fill=\"none\""),
    }
    paint.stroke.map_or(Ok(()), |stroke| write_stroke(out, stroke))
}

fn write_stroke(out: &mut String, stroke: Stroke) -> std::fmt::Result {
    write!(out, " stroke=\"{}\" stroke-width=\"{}\"", stroke.colour.hex(), number(stroke.width))?;
    if let Some((dash, gap)) = stroke.dash {
        write!(out, " stroke-dasharray=\"{} {}\"", number(dash), number(gap))?;
    }
    Ok(())
}

fn outline(segments: &[Segment]) -> String {
    let mut out = String::new();
    for segment in segments {
        let (command, numbers) = match *segment {
            Segment::Move(x, y) => ('M', vec![x, y]),
            Segment::Line(x, y) => ('L', vec![x, y]),
            Segment::Cubic(a, b, c, d, e, f) => ('C', vec![a, b, c, d, e, f]),
            Segment::Close => ('Z', Vec::new()),
        };
        out.push(command);
        out.push_str(&numbers.into_iter().map(number).collect::<Vec<_>>().join(" "));
    }
    out
}

/// At most two decimals, and no trailing zeros. What is not finite becomes 0.
pub(crate) fn number(value: f32) -> String {
    if !value.is_finite() {
        return "0".to_string();
    }
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

/// Text for XML: markup is escaped, characters XML does not allow are replaced.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(number(1.0), "1");
        assert_eq!(number(-0.001), "0");
        assert_eq!(number(2.346), "2.35");
        assert_eq!(number(100.0), "100");
        assert_eq!(number(f32::NAN), "0");
    }

    #[test]
    fn markup_is_escaped() {
        assert_eq!(escape("a<b & \"c\"\u{1}\n"), "a&lt;b &amp; &quot;c&quot;\u{fffd} ");
    }
}
