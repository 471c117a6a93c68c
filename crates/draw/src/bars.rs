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
/// Fonts of viewers may be wider than the one that labels are measured in.
pub(crate) const SLACK: f32 = 1.15;

/// A value with what is known about it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measured {
    /// The value.
    pub value: f64,
    /// From where to where it may be: a line across the end of its bar.
    pub interval: Option<(f64, f64)>,
    /// What it is to be compared with, such as chance: marks across its bar, the first solid, the second dashed.
    pub marks: [Option<f64>; 2],
}

impl From<f64> for Measured {
    fn from(value: f64) -> Self {
        Self { value, ..Self::default() }
    }
}

/// One bar for each label, in the order given. Values that are not finite are named and have no bar.
pub fn bar_chart<S: AsRef<str>>(title: &str, bars: &[(S, f64)]) -> Picture {
    let rows: Vec<Row<'_>> =
        bars.iter().map(|(label, value)| (label.as_ref(), vec![Measured::from(*value)])).collect();
    chart(title, (&[], NO_MARKS), &rows, 18.0)
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
            let exact = values.as_ref().iter().copied().map(Measured::from);
            (label.as_ref(), exact.take(names.len()).collect())
        })
        .collect();
    chart(title, (&names, NO_MARKS), &rows, 13.0)
}

/// The same with intervals and marks; `marks` says what marks are, and only those that a bar has are named. With one
/// series, it has no name.
pub fn measured_bars<S: AsRef<str>, L: AsRef<str>, V: AsRef<[Measured]>>(
    title: &str,
    series: &[S],
    marks: [&str; 2],
    groups: &[(L, V)],
) -> Picture {
    let names: Vec<&str> = series.iter().map(AsRef::as_ref).collect();
    let rows: Vec<Row<'_>> = groups
        .iter()
        .map(|(label, values)| (label.as_ref(), values.as_ref().iter().copied().take(names.len()).collect()))
        .collect();
    let has =
        |which: usize| rows.iter().any(|(_, values)| values.iter().any(|value| value.marks[which].is_some()));
    let marks = [has(0).then_some(marks[0]), has(1).then_some(marks[1])];
    match names[..] {
        [_] => chart(title, (&[], marks), &rows, 18.0),
        _ => chart(title, (&names, marks), &rows, 13.0),
    }
}

/// A label and its values.
type Row<'a> = (&'a str, Vec<Measured>);

/// What marks are called; `None` where no bar has them.
type MarkNames<'a> = [Option<&'a str>; 2];

const NO_MARKS: MarkNames<'static> = [None; 2];

fn chart(
    title: &str,
    (series, marks): (&[&str], MarkNames<'_>),
    rows: &[Row<'_>],
    thickness: f32,
) -> Picture {
    let mut picture = Picture::new(WIDTH, 0.0, title);
    let mut y = heading(&mut picture, title, WIDTH);
    y = marked_key(&mut picture, series, marks, y);

    let body = Style::BODY;
    let label_width = rows.iter().fold(0.0, |width: f32, (label, _)| width.max(body.measure(label)));
    let left = (MARGIN + label_width.min(WIDEST_LABEL) * SLACK + 10.0).round();
    let right = WIDTH - MARGIN - VALUE;
    let reach = |bar: &Measured| {
        let ends = bar.interval.map_or([bar.value; 2], |(low, high)| [low, high]);
        [Some(bar.value), Some(ends[0]), Some(ends[1]), bar.marks[0], bar.marks[1]].into_iter().flatten()
    };
    let axis = Axis::of(rows.iter().flat_map(|(_, values)| values.iter().flat_map(reach)));
    let place = |value: f64| left + axis.place(value) * (right - left);

    // Rows are laid out first, since the lines behind them need their height.
    let height = |values: &[Measured]| thickness * values.len().max(1) as f32 + 8.0;
    let top = y;
    let bottom = y + rows.iter().map(|(_, values)| height(values)).sum::<f32>().max(24.0) + 4.0;
    rules(&mut picture, axis, place, (top, bottom));

    y += 6.0;
    for (label, values) in rows {
        let middle = y + (height(values) - 8.0) / 2.0;
        let label = body.fit(label, WIDEST_LABEL);
        picture.text((left - 10.0, middle + 4.0), body.at(Anchor::End), label);
        for (i, &of) in values.iter().enumerate() {
            let bar = Bar { of, colour: series_colour(i), y: y + thickness * i as f32, thickness };
            bar.draw(&mut picture, place);
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
    for line in style.wrap(title, (width - 2.0 * MARGIN) / SLACK, 3) {
        picture.text((MARGIN, y + style.size), style, line);
        y += style.leading();
    }
    y + 8.0
}

/// The names of the series, in as many lines as they need; returns where the rest begins.
pub(crate) fn key(picture: &mut Picture, series: &[&str], y: f32) -> f32 {
    marked_key(picture, series, NO_MARKS, y)
}

/// The same, and what marks are.
fn marked_key(picture: &mut Picture, series: &[&str], marks: MarkNames<'_>, y: f32) -> f32 {
    let body = Style::BODY;
    let (mut x, mut y) = (MARGIN, y);
    for (i, name) in series.iter().enumerate() {
        let name = body.fit(name, WIDTH - 2.0 * MARGIN - 18.0);
        let width = 18.0 + body.measure(&name) * SLACK;
        if x + width > WIDTH - MARGIN && x > MARGIN {
            (x, y) = (MARGIN, y + 18.0);
        }
        picture.rect((x, y + 1.0), (11.0, 11.0), 2.0, Paint::fill(series_colour(i)));
        picture.text((x + 17.0, y + 11.0), body, name);
        x += width + 16.0;
    }
    for (which, name) in marks.into_iter().enumerate().filter_map(|(which, name)| Some((which, name?))) {
        let name = body.fit(name, WIDTH - 2.0 * MARGIN - 18.0);
        let width = 18.0 + body.measure(&name) * SLACK;
        if x + width > WIDTH - MARGIN && x > MARGIN {
            (x, y) = (MARGIN, y + 18.0);
        }
        picture.line((x + 5.5, y), (x + 5.5, y + 13.0), mark_stroke(which));
        picture.text((x + 17.0, y + 11.0), body, name);
        x += width + 16.0;
    }
    if series.is_empty() && marks == NO_MARKS { y } else { y + 26.0 }
}

/// How marks are drawn.
fn mark_stroke(which: usize) -> Stroke {
    let dash = (which > 0).then_some((4.0, 2.0));
    Stroke { dash, ..Stroke::solid(Rgb::INK, 2.0) }
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
    of: Measured,
    colour: Rgb,
    y: f32,
    thickness: f32,
}

impl Bar {
    fn draw(&self, picture: &mut Picture, place: impl Fn(f64) -> f32) {
        let Measured { value, interval, marks } = self.of;
        let zero = place(0.0);
        let end = drawable(value).map_or(zero, &place);
        let (from, to) = (zero.min(end), zero.max(end));
        if to - from > 0.05 {
            let size = (to - from, self.thickness - 2.0);
            picture.rect((from, self.y + 1.0), size, 0.0, Paint::fill(self.colour));
        }
        let interval = interval.filter(|(low, high)| low < high && value.is_finite());
        let ends = interval.and_then(|(low, high)| Some((place(drawable(low)?), place(drawable(high)?))));
        let (from, to) = ends.map_or((from, to), |(low, high)| (from.min(low), to.max(high)));
        let marked = marks.map(|mark| mark.and_then(drawable).map(&place));
        let style = Style { size: (self.thickness - 2.0).min(11.0), ..Style::SMALL };
        let baseline = self.y + self.thickness / 2.0 + style.size * 0.36;
        let (x, anchor) = if end < zero { (from - 5.0, Anchor::End) } else { (to + 5.0, Anchor::Start) };
        let text = number(value);
        let width = style.measure(&text);
        // The number stands behind a mark that would cross it out.
        let crosses = |at: &f32| (x - 3.0..x + width * SLACK + 3.0).contains(at);
        let x = marked.into_iter().flatten().filter(crosses).fold(x, |x, at| x.max(at + 5.0));
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
        for (which, at) in marked.into_iter().enumerate().filter_map(|(which, at)| Some((which, at?))) {
            picture.line((at, self.y), (at, self.y + self.thickness), mark_stroke(which));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_and_marks_are_drawn_where_there_are_any() {
        let drawn = |interval: Option<(f64, f64)>, mark: Option<f64>| {
            let bars = [Measured { value: 50.0, interval, marks: [mark, None] }];
            let svg =
                measured_bars("x", &["model"], ["chance", "floor"], &[("A", bars), ("B", [f64::NAN.into()])])
                    .to_svg();
            (svg.matches("<path").count(), svg.contains("chance"))
        };
        let (plain, named) = drawn(None, None);
        assert!(!named);
        assert_eq!(drawn(Some((46.0, 55.0)), None), (plain + 1, false));
        assert_eq!(drawn(Some((f64::NAN, 55.0)), None), (plain, false));
        assert_eq!(drawn(Some((50.0, 50.0)), None), (plain, false));
        assert!(drawn(None, Some(8.3)).1);
    }
}
