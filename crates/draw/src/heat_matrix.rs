//! Shares with names for rows and columns.

use crate::Rgb;
use crate::bars::{SLACK, heading};
use crate::picture::{Anchor, Paint, Picture, Stroke, Style};
use crate::scale::{drawable, number};

const MARGIN: f32 = 16.0;
const DARK: Rgb = Rgb::new(22, 60, 120);
const NONE: Rgb = Rgb::new(236, 236, 236);
const WIDEST_NAME: f32 = 150.0;
const ROW: f32 = 24.0;
const NARROWEST: f32 = 26.0;

/// Shaded cells with their numbers, the darkest the largest. Values that are not finite, and cells that shorter rows lack, are
/// grey.
pub fn heat_matrix<C: AsRef<str>, R: AsRef<str>, V: AsRef<[f64]>>(
    title: &str,
    columns: &[C],
    rows: &[(R, V)],
) -> Picture {
    let small = Style::SMALL;
    let names = rows.iter().map(|(name, _)| small.measure(name.as_ref()));
    let left = MARGIN + names.fold(0.0, f32::max).min(WIDEST_NAME) * SLACK + 8.0;
    let heads: Vec<String> = columns.iter().map(|name| small.fit(name.as_ref(), WIDEST_NAME)).collect();
    let cell = heads.iter().map(|head| small.measure(head) * SLACK + 8.0).fold(NARROWEST, f32::max).ceil();
    let width = (left + cell * columns.len() as f32 + MARGIN).max(420.0);
    let mut picture = Picture::new(width, 0.0, title);
    let top = heading(&mut picture, title, width) + 16.0;
    let numbers = rows.iter().flat_map(|(_, values)| values.as_ref()).copied();
    let most = numbers.filter_map(drawable).fold(0.0, f64::max);
    for (place, head) in heads.into_iter().enumerate() {
        let middle = left + cell * (place as f32 + 0.5);
        picture.text((middle, top - 6.0), small.at(Anchor::Middle), head);
    }
    for (row, (name, values)) in rows.iter().enumerate() {
        let y = top + ROW * row as f32;
        let name = small.fit(name.as_ref(), WIDEST_NAME);
        picture.text((left - 6.0, y + ROW / 2.0 + 3.6), small.at(Anchor::End), name);
        for column in 0..columns.len() {
            let value = values.as_ref().get(column).copied().and_then(drawable);
            let shade =
                |value: f64| Rgb::WHITE.mix(DARK, if most > 0.0 { (value / most) as f32 } else { 0.0 });
            let colour = value.map_or(NONE, shade);
            let x = left + cell * column as f32;
            let edge = Stroke::solid(Rgb::RULE.mix(Rgb::WHITE, 0.35), 1.0);
            picture.rect((x, y), (cell, ROW), 0.0, Paint::outlined(colour, edge));
            if let Some(value) = value {
                let ink = if colour.is_light() { Rgb::INK } else { Rgb::WHITE };
                let style = Style { size: 10.0, colour: ink, anchor: Anchor::Middle, ..small };
                picture.text((x + cell / 2.0, y + ROW / 2.0 + 3.6), style, number(value));
            }
        }
    }
    if rows.is_empty() || columns.is_empty() {
        picture.text((MARGIN, top + 4.0), small, "nothing to show");
    }
    picture.height = (top + ROW * rows.len().max(1) as f32 + MARGIN).ceil();
    picture
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_numbers_and_missing_ones_none() {
        let rows = [("walk", vec![12.5, 80.0]), ("push <x>", vec![f64::NAN])];
        let svg = heat_matrix("Attention", &["verb", "noun"], &rows).to_svg();
        assert!(svg.contains(">12.5<") && svg.contains(">80<") && !svg.contains("NaN"), "{svg}");
        assert!(svg.contains("push &lt;x&gt;"));
        let nothing: [(&str, Vec<f64>); 0] = [];
        assert!(heat_matrix::<&str, _, _>("", &[], &nothing).to_svg().contains("nothing to show"));
    }
}
