//! Bar charts.
//!
//! Bars lie on their side: labels of splits, words and reasons are long, and lying bars leave them readable.

use crate::colour::series_colour;
use crate::picture::{Anchor, Paint, Picture, Stroke, Style};
use crate::scale::{Axis, drawable, number};
use crate::{Rgb, Segment};

const WIDTH: f32 = 640.0;
const MARGIN: f32 = 16.0;
const WIDEST_LABEL: f32 = 220.0;
/// Room for the number behind a bar.
const VALUE: f32 = 64.0;

/// One bar for each label, in the order given. Values that are not finite are named and have no bar.
pub fn bar_chart<S: AsRef<str>>(title: &str, bars: &[(S, f64)]) -> Picture {
    let rows: Vec<Row<'_>> =
        bars.iter().map(|(label, value)| (label.as_ref(), vec![Reading::exact(*value)])).collect();
    chart(title, &[], &rows, &[], 18.0)
}

/// A group of bars for each label, one bar for each series. Groups may have fewer values than there are series;
/// superfluous values are left out.
pub fn grouped_bars<S: AsRef<str>, L: AsRef<str>, V: AsRef<[f64]>>(
    title: &str,
    series: &[S],
    groups: &[(L, V)],
) -> Picture {
    let names: Vec<&str> = series.iter().map(AsRef::as_ref).collect();
    let rows: Vec<Row<'_>> = groups
        .iter()
        .map(|(label, values)| {
            let exact = values.as_ref().iter().map(|&value| Reading::exact(value));
            (label.as_ref(), exact.take(names.len()).collect())
        })
        .collect();
    chart(title, &names, &rows, &[], 13.0)
}

/// The same with error bars: a line across the end of each bar shows how far its value may be off. With one series, it has
/// no name.
pub fn spread_bars<S: AsRef<str>, L: AsRef<str>, V: AsRef<[(f64, f64)]>>(
    title: &str,
    series: &[S],
    groups: &[(L, V)],
) -> Picture {
    let names: Vec<&str> = series.iter().map(AsRef::as_ref).collect();
    let rows: Vec<Row<'_>> = groups
        .iter()
        .map(|(label, values)| {
            let around = values.as_ref().iter().map(|&(value, spread)| Reading::around(value, spread));
            (label.as_ref(), around.take(names.len()).collect())
        })
        .collect();
    if names.len() == 1 {
        chart(title, &[], &rows, &[], 18.0)
    } else {
        chart(title, &names, &rows, &[], 13.0)
    }
}

/// Measured values: a group of bars for each label, each with the interval that its value lies in, and marks to compare them
/// with. With one series, it has no name.
pub fn measured_bars<S: AsRef<str>, L: AsRef<str>, V: AsRef<[Reading]>>(
    title: &str,
    series: &[S],
    groups: &[(L, V)],
    marks: &[Mark],
) -> Picture {
    let names: Vec<&str> = series.iter().map(AsRef::as_ref).collect();
    let rows: Vec<Row<'_>> = groups
        .iter()
        .map(|(label, values)| (label.as_ref(), values.as_ref().iter().copied().take(names.len()).collect()))
        .collect();
    if names.len() == 1 {
        chart(title, &[], &rows, marks, 18.0)
    } else {
        chart(title, &names, &rows, marks, 13.0)
    }
}

/// A value and the interval that it lies in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// The value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Reading {
    /// A value without an interval.
    pub const fn exact(value: f64) -> Self {
        Self { value, low: value, high: value }
    }

    /// A value that may be off by so much either way.
    pub fn around(value: f64, spread: f64) -> Self {
        match drawable(spread).filter(|&spread| spread > 0.0 && value.is_finite()) {
            Some(spread) => Self { value, low: value - spread, high: value + spread },
            None => Self::exact(value),
        }
    }
}

/// Something to compare bars with: a line across each group.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// What it is.
    pub name: String,
    /// Its value in each group; `None` where it has none.
    pub values: Vec<Option<f64>>,
}

/// A label and its values.
type Row<'a> = (&'a str, Vec<Reading>);

fn chart(title: &str, series: &[&str], rows: &[Row<'_>], marks: &[Mark], thickness: f32) -> Picture {
    let mut picture = Picture::new(WIDTH, 0.0, title);
    let mut y = heading(&mut picture, title, WIDTH);
    y = key(&mut picture, series, y);
    y = mark_key(&mut picture, marks, y);

    let body = Style::BODY;
    let label_width = rows.iter().fold(0.0, |width: f32, (label, _)| width.max(body.measure(label)));
    let left = (MARGIN + label_width.min(WIDEST_LABEL) + 10.0).round();
    let right = WIDTH - MARGIN - VALUE;
    let ends = rows.iter().flat_map(|(_, values)| values).flat_map(|reading| [reading.low, reading.high]);
    let marked = marks.iter().flat_map(|mark| mark.values.iter().copied().flatten());
    let axis = Axis::of(ends.chain(marked));
    let place = |value: f64| left + axis.place(value) * (right - left);

    // Rows are laid out first, since the lines behind them need their height.
    let height = |values: &[Reading]| thickness * values.len().max(1) as f32 + 8.0;
    let top = y;
    let bottom = y + rows.iter().map(|(_, values)| height(values)).sum::<f32>().max(24.0) + 4.0;
    rules(&mut picture, axis, place, (top, bottom));

    y += 6.0;
    for (number, (label, values)) in rows.iter().enumerate() {
        let middle = y + (height(values) - 8.0) / 2.0;
        let label = body.fit(label, WIDEST_LABEL);
        picture.text((left - 10.0, middle + 4.0), body.at(Anchor::End), label);
        for (i, &reading) in values.iter().enumerate() {
            let bar = Bar { reading, colour: series_colour(i), y: y + thickness * i as f32, thickness };
            bar.draw(&mut picture, place);
        }
        for (i, mark) in marks.iter().enumerate() {
            if let Some(x) = mark.values.get(number).copied().flatten().and_then(drawable).map(place) {
                picture.line((x, y - 2.0), (x, y + height(values) - 6.0), mark_stroke(i));
            }
        }
        y += height(values);
    }
    let zero = place(0.0).round() + 0.5;
    picture.line((zero, top), (zero, bottom), Stroke::solid(Rgb::EDGE, 1.0));
    if rows.is_empty() {
        picture.text(((left + right) / 2.0, top + 18.0), Style::SMALL.at(Anchor::Middle), "nothing to show");
    }
    picture.height = (bottom + 18.0 + MARGIN).ceil();
    picture
}

/// The title; returns where the rest begins.
pub(crate) fn heading(picture: &mut Picture, title: &str, width: f32) -> f32 {
    let style = Style::TITLE.at(Anchor::Start);
    let mut y = MARGIN;
    for line in style.wrap(title, width - 2.0 * MARGIN, 3) {
        picture.text((MARGIN, y + style.size), style, line);
        y += style.leading();
    }
    y + 8.0
}

/// The names of the series, in as many lines as they need; returns where the rest begins.
pub(crate) fn key(picture: &mut Picture, series: &[&str], y: f32) -> f32 {
    let body = Style::BODY;
    let (mut x, mut y) = (MARGIN, y);
    for (i, name) in series.iter().enumerate() {
        let name = body.fit(name, WIDTH - 2.0 * MARGIN - 18.0);
        let width = 18.0 + body.measure(&name);
        if x + width > WIDTH - MARGIN && x > MARGIN {
            (x, y) = (MARGIN, y + 18.0);
        }
        picture.rect((x, y + 1.0), (11.0, 11.0), 2.0, Paint::fill(series_colour(i)));
        picture.text((x + 17.0, y + 11.0), body, name);
        x += width + 16.0;
    }
    if series.is_empty() { y } else { y + 26.0 }
}

/// How marks are drawn: the first dotted, the others dashed.
fn mark_stroke(number: usize) -> Stroke {
    let dash = if number == 0 { (1.0, 3.0) } else { (5.0, 3.0) };
    Stroke { colour: Rgb::INK, width: 1.6, dash: Some(dash) }
}

/// The names of the marks in a line of their own; returns where the rest begins.
fn mark_key(picture: &mut Picture, marks: &[Mark], y: f32) -> f32 {
    let body = Style::BODY;
    let mut x = MARGIN;
    for (i, mark) in marks.iter().enumerate() {
        picture.line((x + 5.0, y), (x + 5.0, y + 13.0), mark_stroke(i));
        let name = body.fit(&mark.name, (WIDTH - MARGIN - x - 17.0).max(0.0));
        let width = 17.0 + body.measure(&name);
        picture.text((x + 15.0, y + 11.0), body, name);
        x += width + 16.0;
    }
    if marks.is_empty() { y } else { y + 26.0 }
}

/// The lines behind the bars and their numbers.
fn rules(picture: &mut Picture, axis: Axis, place: impl Fn(f64) -> f32, (top, bottom): (f32, f32)) {
    let mut lines = Vec::new();
    for tick in axis.ticks() {
        let x = place(tick).round() + 0.5;
        lines.extend([Segment::Move(x, top), Segment::Line(x, bottom)]);
        picture.text((x, bottom + 15.0), Style::SMALL.at(Anchor::Middle), number(tick));
    }
    picture.path(lines, Paint::stroke(Stroke::solid(Rgb::RULE.mix(Rgb::WHITE, 0.4), 1.0)));
}

struct Bar {
    reading: Reading,
    colour: Rgb,
    y: f32,
    thickness: f32,
}

impl Bar {
    fn draw(&self, picture: &mut Picture, place: impl Fn(f64) -> f32) {
        let Reading { value, low, high } = self.reading;
        let zero = place(0.0);
        let end = drawable(value).map_or(zero, &place);
        let (from, to) = (zero.min(end), zero.max(end));
        if to - from > 0.05 {
            let size = (to - from, self.thickness - 2.0);
            picture.rect((from, self.y + 1.0), size, 0.0, Paint::fill(self.colour));
        }
        let ends = drawable(low).zip(drawable(high)).filter(|(low, high)| value.is_finite() && low < high);
        let ends = ends.map(|(low, high)| (place(low), place(high)));
        let (from, to) = ends.map_or((from, to), |(low, high)| (from.min(low), to.max(high)));
        let style = Style { size: (self.thickness - 2.0).min(11.0), ..Style::SMALL };
        let baseline = self.y + self.thickness / 2.0 + style.size * 0.36;
        let (x, anchor) = if end < zero { (from - 5.0, Anchor::End) } else { (to + 5.0, Anchor::Start) };
        let text = number(value);
        let width = style.measure(&text);
        let start = if anchor == Anchor::End { x - width } else { x };
        // The lines behind would cross the number out.
        picture.rect(
            (start - 1.0, self.y + 1.0),
            (width + 2.0, self.thickness - 2.0),
            0.0,
            Paint::fill(Rgb::WHITE),
        );
        picture.text((x, baseline), style.at(anchor), text);
        if let Some((low, high)) = ends {
            let (middle, tick) = (self.y + self.thickness / 2.0, self.thickness / 5.0);
            let mut lines = vec![Segment::Move(low, middle), Segment::Line(high, middle)];
            for x in [low, high] {
                lines.extend([Segment::Move(x, middle - tick), Segment::Line(x, middle + tick)]);
            }
            picture.path(lines, Paint::stroke(Stroke::solid(Rgb::INK, 1.0)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads_are_drawn_where_there_are_any() {
        let strokes = |spread: f64| {
            let svg =
                spread_bars("x", &["model"], &[("A", [(50.0, spread)]), ("B", [(f64::NAN, 1.0)])]).to_svg();
            svg.matches("<path").count()
        };
        assert_eq!(strokes(4.0), strokes(0.0) + 1);
        assert_eq!(strokes(f64::NAN), strokes(0.0));
    }
}
