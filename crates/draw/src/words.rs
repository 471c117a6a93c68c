//! The words of a command, each on a ground that is the darker the more a model looks at it.

use crate::picture::{Anchor, Paint, Picture, Style};
use crate::scene::sane;
use crate::{Rgb, Weight};

const WORD: Style = Style { size: 13.0, weight: Weight::Bold, anchor: Anchor::Middle, colour: Rgb::INK };
const SHARE: Style = Style { size: 10.0, weight: Weight::Regular, anchor: Anchor::Middle, colour: Rgb::INK };
const GAP: f32 = 4.0;
const PADDING: f32 = 5.0;
/// A word, its share below it, and the gap to the next line.
const LINE: f32 = 38.0;
/// The most lines; more words than these hold are left out.
const LINES: usize = 6;

/// Words with their weights, in lines of a width.
pub(crate) struct WordStrip {
    /// Line, left edge, width, text.
    places: Vec<(usize, f32, f32, String)>,
    lines: usize,
}

impl WordStrip {
    /// Lays words out. What does not fit into the lines there may be is left out.
    pub fn new(words: &[String], width: f32) -> Self {
        let mut places: Vec<(usize, f32, f32, String)> = Vec::new();
        let (mut line, mut x) = (0, 0.0);
        for word in words {
            let text = WORD.fit(word, width - 2.0 * PADDING);
            let wide = WORD.measure(&text).max(SHARE.measure("100 %")) + 2.0 * PADDING;
            if x > 0.0 && x + wide > width {
                (line, x) = (line + 1, 0.0);
            }
            if line == LINES {
                break;
            }
            places.push((line, x, wide, text));
            x += wide + GAP;
        }
        let lines = places.last().map_or(0, |(line, ..)| line + 1);
        Self { places, lines }
    }

    /// With the gap below.
    pub fn height(&self) -> f32 {
        if self.lines == 0 { 0.0 } else { LINE * self.lines as f32 + 4.0 }
    }

    /// Draws the words, and the share of each where there are weights.
    pub fn draw(&self, picture: &mut Picture, (left, top): (f32, f32), weights: &[f32], dark: Rgb) {
        let sum: f32 = weights.iter().copied().map(sane).sum();
        for (number, (line, x, width, text)) in self.places.iter().enumerate() {
            let (x, y) = (left + x, top + LINE * *line as f32);
            let share = weights.get(number).filter(|_| sum > 0.0).map(|&weight| sane(weight) / sum);
            let ground = Rgb::WHITE.mix(dark, 0.85 * share.unwrap_or(0.0));
            picture.rect((x, y), (*width, 20.0), 3.0, Paint::fill(ground));
            picture.text((x + width / 2.0, y + 15.0), WORD, text.as_str());
            if let Some(share) = share {
                picture.text((x + width / 2.0, y + 31.0), SHARE, format!("{:.0} %", 100.0 * share));
            }
        }
    }
}
