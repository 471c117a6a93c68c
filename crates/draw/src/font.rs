//! Text for the rasteriser, and the measure of text for everyone.
//!
//! Pictures need a font, and a font file would be larger than the rest of the crate. So the letters are strokes: a
//! table of lines and arcs, drawn with a round pen. The widths are those of Helvetica, which Arial, Liberation Sans
//! and Nimbus Sans share; SVG text set in one of them breaks and ends where the strokes do.

mod glyphs;

use crate::Segment;
use crate::curve;

/// How thick letters are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Weight {
    /// For running text.
    #[default]
    Regular,
    /// For titles.
    Bold,
}

impl Weight {
    /// The width of the pen, as a part of the font's size.
    pub(crate) const fn pen(self) -> f32 {
        match self {
            Self::Regular => 0.080,
            Self::Bold => 0.118,
        }
    }

    /// Bold letters are a little wider.
    const fn stretch(self) -> f32 {
        match self {
            Self::Regular => 1.0,
            Self::Bold => 1.085,
        }
    }
}

/// The width of a line of text.
pub(crate) fn measure(text: &str, size: f32, weight: Weight) -> f32 {
    text.chars().map(|c| advance(c, size, weight)).sum()
}

fn advance(character: char, size: f32, weight: Weight) -> f32 {
    f32::from(glyphs::glyph(character).width) / 1000.0 * size * weight.stretch()
}

/// The strokes of a line of text whose baseline starts at `(x, y)`.
pub(crate) fn strokes(text: &str, x: f32, y: f32, size: f32, weight: Weight) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut x = x;
    for character in text.chars() {
        let (across, up) = (size * weight.stretch() / 1000.0, size / 1000.0);
        trace(glyphs::glyph(character).strokes, |px, py| (x + px * across, y - py * up), &mut segments);
        x += advance(character, size, weight);
    }
    segments
}

/// Reads the small language of the table: `M x y` lifts the pen, `L x y` and `C x y x y x y` draw, `A` draws an arc
/// (centre, radii, from and to in quarter turns; see [`curve::arc`]), `O` an ellipse. Letters stand upright with the
/// baseline at 0.
fn trace(strokes: &str, place: impl Fn(f32, f32) -> (f32, f32), segments: &mut Vec<Segment>) {
    let mut words = strokes.split_ascii_whitespace();
    let mut pen_is_down = false;
    while let Some(command) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse::<f32>().ok()).unwrap_or(0.0);
        let piece = |pen_is_down| if pen_is_down { Segment::Line } else { Segment::Move };
        let placed = |segment| match segment {
            Segment::Cubic(a, b, c, d, e, f) => {
                let ((a, b), (c, d), (e, f)) = (place(a, b), place(c, d), place(e, f));
                Segment::Cubic(a, b, c, d, e, f)
            }
            other => other,
        };
        match command {
            "M" | "L" => {
                let (x, y) = place(number(), number());
                segments.push(piece(command == "L")(x, y));
            }
            "C" => {
                let [a, b, c, d, e, f] = std::array::from_fn(|_| number());
                segments.push(placed(Segment::Cubic(a, b, c, d, e, f)));
            }
            "A" | "O" => {
                let [cx, cy, rx, ry] = std::array::from_fn(|_| number());
                let whole = command == "O";
                let (from, to) = if whole { (0.0, 4.0) } else { (number(), number()) };
                let ((x, y), curves) = curve::arc((cx, cy), (rx, ry), from, to);
                let (x, y) = place(x, y);
                segments.push(piece(pen_is_down && !whole)(x, y));
                segments.extend(curves.into_iter().map(placed));
                if whole {
                    segments.push(Segment::Close);
                }
            }
            _ => {}
        }
        pen_is_down = command != "O";
    }
}

/// Breaks a text into lines of at most this width: at spaces, after commas, and inside words that are too long. What
/// does not fit into the given number of lines is replaced by an ellipsis. Line breaks in the text are kept.
pub(crate) fn wrap(text: &str, size: f32, weight: Weight, width: f32, lines: usize) -> Vec<String> {
    let mut broken =
        Lines { size, weight, width, limit: lines, lines: Vec::new(), line: String::new(), used: 0.0 };
    for paragraph in text.lines() {
        for word in paragraph.split_whitespace() {
            for (i, part) in word.split_inclusive(',').enumerate() {
                broken.add(part, i == 0);
                if broken.lines.len() > lines {
                    return broken.finish();
                }
            }
        }
        broken.end_line();
    }
    broken.finish()
}

struct Lines {
    size: f32,
    weight: Weight,
    width: f32,
    limit: usize,
    lines: Vec<String>,
    line: String,
    used: f32,
}

impl Lines {
    fn add(&mut self, part: &str, spaced: bool) {
        let space = if spaced && !self.line.is_empty() { advance(' ', self.size, self.weight) } else { 0.0 };
        let needed = measure(part, self.size, self.weight);
        if self.used + space + needed <= self.width {
            if space > 0.0 {
                self.line.push(' ');
            }
            self.line.push_str(part);
            self.used += space + needed;
            return;
        }
        self.end_line();
        for character in part.chars() {
            let needed = advance(character, self.size, self.weight);
            if self.used + needed > self.width && !self.line.is_empty() {
                self.end_line();
                if self.lines.len() > self.limit {
                    return;
                }
            }
            self.line.push(character);
            self.used += needed;
        }
    }

    fn end_line(&mut self) {
        if !self.line.is_empty() {
            self.lines.push(std::mem::take(&mut self.line));
        }
        self.used = 0.0;
    }

    fn finish(mut self) -> Vec<String> {
        self.end_line();
        if self.lines.len() > self.limit {
            self.lines.truncate(self.limit);
            if let Some(last) = self.lines.last_mut() {
                let room = self.width - advance('…', self.size, self.weight);
                while !last.is_empty() && measure(last, self.size, self.weight) > room {
                    last.pop();
                }
                last.truncate(last.trim_end_matches([' ', ',']).len());
                last.push('…');
            }
        }
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_ascii_has_strokes() {
        for character in '!'..='~' {
            assert!(
                !strokes(&character.to_string(), 0.0, 0.0, 10.0, Weight::Regular).is_empty(),
                "{character}"
            );
            assert_ne!(glyphs::glyph(character).strokes, glyphs::glyph('\u{4e00}').strokes, "{character}");
        }
    }

    #[test]
    fn strokes_stay_near_their_letter() {
        for character in ' '..='~' {
            let width = measure(&character.to_string(), 1000.0, Weight::Regular);
            for segment in strokes(&character.to_string(), 0.0, 0.0, 1000.0, Weight::Regular) {
                if let Segment::Move(x, y) | Segment::Line(x, y) | Segment::Cubic(.., x, y) = segment {
                    assert!((-10.0..=width + 10.0).contains(&x), "{character} {x}");
                    assert!((-760.0..=200.0).contains(&y), "{character} {y}");
                }
            }
        }
    }

    #[test]
    fn lines_keep_their_width_and_number() {
        let text = "turn left,".repeat(400) + " antidisestablishmentarianism\nnext";
        for width in [0.0, 5.0, 40.0, 200.0] {
            for limit in 1..5 {
                let lines = wrap(&text, 12.0, Weight::Regular, width, limit);
                assert_eq!(lines.len(), limit);
                assert!(lines[limit - 1].ends_with('…'));
                if width > 20.0 {
                    assert!(lines.iter().all(|line| measure(line, 12.0, Weight::Regular) <= width));
                }
            }
        }
        assert_eq!(wrap("a b\nc", 12.0, Weight::Regular, 100.0, 3), ["a b", "c"]);
        assert!(wrap("  ", 12.0, Weight::Regular, 100.0, 3).is_empty());
    }
}
