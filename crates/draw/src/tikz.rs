//! Pictures as TikZ, to be pasted into a LaTeX document.

use std::fmt::Write as _;

use crate::Rgb;
use crate::font::Weight;
use crate::picture::{Anchor, Paint, Picture, Segment, Shape, Stroke};
use crate::svg::number;

/// Points of TeX for each unit: letters of 12 units are about as large as footnotes.
const POINTS: f32 = 0.7;

impl Picture {
    /// The picture as a `tikzpicture`. The document needs `\usepackage{tikz}`; letters are those of the document's sans serif.
    pub fn to_tikz(&self) -> String {
        let label = self.label.replace(['\n', '\r'], " ");
        let mut out = format!(
            "% {label}\n% needs \\usepackage{{tikz}}\n\\begin{{tikzpicture}}[x={POINTS}pt, y=-{POINTS}pt, line cap=round, line \
             join=round, every node/.style={{inner sep=0pt, outer sep=0pt, font=\\sffamily}}]\n\\useasboundingbox (0,0) rectangle \
             ({},{});\n",
            number(self.width),
            number(self.height)
        );
        for shape in &self.shapes {
            // Writing to a string cannot fail.
            let _ = write_shape(&mut out, shape);
        }
        out.push_str("\\end{tikzpicture}\n");
        out
    }
}

fn write_shape(out: &mut String, shape: &Shape) -> std::fmt::Result {
    match shape {
        Shape::Rect { x, y, width, height, radius, paint } => {
            let corners =
                if *radius > 0.0 { format!("rounded corners={}", length(*radius)) } else { String::new() };
            let Some(options) = painted(*paint, corners) else { return Ok(()) };
            let (right, bottom) = (x + width.max(0.0), y + height.max(0.0));
            writeln!(out, "\\path[{options}] {} rectangle {};", point(*x, *y), point(right, bottom))
        }
        Shape::Circle { x, y, radius, paint } => {
            let Some(options) = painted(*paint, String::new()) else { return Ok(()) };
            writeln!(out, "\\path[{options}] {} circle[radius={}];", point(*x, *y), length(radius.max(0.0)))
        }
        Shape::Path { segments, paint } => {
            let Some(options) = painted(*paint, String::new()) else { return Ok(()) };
            writeln!(out, "\\path[{options}]{};", outline(segments))
        }
        Shape::Line { from, to, stroke } => {
            let options = stroked(*stroke).join(", ");
            writeln!(out, "\\path[{options}] {} -- {};", point(from.0, from.1), point(to.0, to.1))
        }
        Shape::Text { x, y, size, weight, anchor, colour, content } => {
            let anchor = match anchor {
                Anchor::Start => "base west",
                Anchor::Middle => "base",
                Anchor::End => "base east",
            };
            let weight = match weight {
                Weight::Regular => "",
                Weight::Bold => "\\bfseries",
            };
            let size = number(size * POINTS);
            writeln!(
                out,
                "\\node[anchor={anchor}, text={}, font=\\sffamily{weight}\\fontsize{{{size}}}{{{size}}}\\selectfont] at {} {{{}}};",
                mixed(*colour),
                point(*x, *y),
                escape(content)
            )
        }
    }
}

/// The options of an area; `None` if nothing of it is seen.
fn painted(Paint { fill, stroke }: Paint, more: String) -> Option<String> {
    let mut options: Vec<String> = fill.into_iter().map(|colour| format!("fill={}", mixed(colour))).collect();
    options.extend(stroke.into_iter().flat_map(stroked));
    if options.is_empty() {
        return None;
    }
    options.extend((!more.is_empty()).then_some(more));
    Some(options.join(", "))
}

fn stroked(Stroke { colour, width, dash }: Stroke) -> Vec<String> {
    let mut options = vec![format!("draw={}", mixed(colour)), format!("line width={}", length(width))];
    options.extend(dash.map(|(on, off)| format!("dash pattern=on {} off {}", length(on), length(off))));
    options
}

/// A colour that no document has to define.
fn mixed(Rgb { red, green, blue }: Rgb) -> String {
    format!("{{rgb,255:red,{red};green,{green};blue,{blue}}}")
}

fn point(x: f32, y: f32) -> String {
    format!("({},{})", number(x), number(y))
}

fn length(units: f32) -> String {
    format!("{}pt", number(units * POINTS))
}

fn outline(segments: &[Segment]) -> String {
    let mut out = String::new();
    for segment in segments {
        out += &match *segment {
            Segment::Move(x, y) => format!(" {}", point(x, y)),
            Segment::Line(x, y) => format!(" -- {}", point(x, y)),
            Segment::Cubic(a, b, c, d, x, y) => {
                format!(" .. controls {} and {} .. {}", point(a, b), point(c, d), point(x, y))
            }
            Segment::Close => " -- cycle".to_owned(),
        };
    }
    out
}

/// Text for TeX: what means something to it is written out, and what its fonts lack is replaced.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', character]),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("\\textquotedbl{}"),
            '·' => out.push_str("\\textperiodcentered{}"),
            '×' => out.push_str("\\texttimes{}"),
            '…' => out.push_str("\\dots{}"),
            '–' => out.push_str("--"),
            '→' => out.push_str("$\\rightarrow$"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_a_command() {
        let escaped = escape("\\input{x} 50 % of $a_1^2$ # & ~");
        assert_eq!(
            escaped,
            "\\textbackslash{}input\\{x\\} 50 \\% of \\$a\\_1\\textasciicircum{}2\\$ \\# \\& \\textasciitilde{}"
        );
        let picture = Picture::new(1.0, 1.0, "one\n\\end{document}");
        assert!(picture.to_tikz().starts_with("% one \\end{document}\n"));
    }

    #[test]
    fn what_is_not_seen_is_not_written() {
        let mut picture = Picture::new(10.0, 10.0, "");
        picture.circle((5.0, 5.0), 2.0, Paint::default());
        assert!(!picture.to_tikz().contains("circle"));
        picture.circle((5.0, 5.0), 2.0, Paint::fill(Rgb::new(1, 2, 3)));
        assert!(
            picture
                .to_tikz()
                .contains("\\path[fill={rgb,255:red,1;green,2;blue,3}] (5,5) circle[radius=1.4pt];")
        );
    }
}
