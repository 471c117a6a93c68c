//! Entries of a legend, one after the other, in as many lines as they need.

use crate::picture::{Anchor, Paint, Picture, Stroke, Style};
use crate::{Rgb, Weight};

const GAP: f32 = 12.0;
const SWATCH: f32 = 13.0;
const LINE: f32 = 24.0;

/// What stands before the words of an entry.
#[derive(Clone, Debug)]
pub(crate) enum Sample {
    /// Nothing.
    None,
    /// A patch of a colour with a line around it, and perhaps a letter on it.
    Swatch(Rgb, Rgb, Option<char>),
    /// A piece of a line.
    Line(Stroke),
    /// A piece of a line with a number on it.
    Numbered(Stroke, usize),
}

impl Sample {
    /// With the gap behind it.
    fn width(&self) -> f32 {
        match self {
            Self::None => 0.0,
            Self::Swatch(..) => SWATCH + 4.0,
            Self::Line(_) | Self::Numbered(..) => LINE + 5.0,
        }
    }
}

/// Draws the entries from `top` on, no wider than `width`, and returns where they end.
pub(crate) fn flow(
    picture: &mut Picture,
    (left, top): (f32, f32),
    width: f32,
    entries: &[(Sample, &str)],
) -> f32 {
    let style = Style { size: 11.0, ..Style::BODY };
    let leading = 18.0;
    let (mut x, mut y) = (left, top);
    for (i, (sample, text)) in entries.iter().enumerate() {
        let text = style.fit(text, width - sample.width());
        let wide = sample.width() + style.measure(&text);
        // A word that introduces the next entries stands close to them, and in their line.
        let introduces = matches!(sample, Sample::None);
        let next = entries.get(i + 1).filter(|_| introduces);
        let with_next = next.map_or(0.0, |(next, text)| GAP / 2.0 + next.width() + style.measure(text));
        if x > left && x + wide + with_next > left + width {
            (x, y) = (left, y + leading);
        }
        draw(picture, (x, y + leading / 2.0), sample);
        picture.text((x + sample.width(), y + leading / 2.0 + 4.0), style, text);
        x += wide + if introduces { GAP / 2.0 } else { GAP };
    }
    if entries.is_empty() { top } else { y + leading }
}

fn draw(picture: &mut Picture, (x, middle): (f32, f32), sample: &Sample) {
    match *sample {
        Sample::None => {}
        Sample::Swatch(colour, edge, letter) => {
            let paint = Paint::outlined(colour, Stroke::solid(edge, 0.8));
            picture.rect((x + 0.5, middle - SWATCH / 2.0), (SWATCH - 1.0, SWATCH - 1.0), 2.5, paint);
            if let Some(letter) = letter {
                picture.text((x + SWATCH / 2.0, middle + 2.7), TAG.at(Anchor::Middle), letter.to_string());
            }
        }
        Sample::Line(stroke) => picture.line((x + 1.0, middle), (x + LINE - 1.0, middle), stroke),
        Sample::Numbered(stroke, number) => {
            picture.line((x + 1.0, middle), (x + LINE - 1.0, middle), stroke);
            badge(picture, (x + LINE / 2.0, middle), number, stroke.colour);
        }
    }
}

/// How letters on a ground look.
pub(crate) const TAG: Style =
    Style { size: 9.0, weight: Weight::Bold, anchor: Anchor::Start, colour: Rgb::INK };

/// The radius of a number on a line.
pub(crate) const BADGE: f32 = 6.5;

/// A number in a ring.
pub(crate) fn badge(picture: &mut Picture, (x, y): (f32, f32), number: usize, colour: Rgb) {
    let paint = Paint::outlined(Rgb::WHITE, Stroke::solid(colour, 1.2));
    picture.circle((x, y), BADGE, paint);
    let style = Style { colour, anchor: Anchor::Middle, ..TAG };
    picture.text((x, y + 3.2), style, number.to_string());
}
