//! Lines between objects that a relation holds of.
//!
//! Objects are drawn over the tints and under the lines; a white casing keeps a line visible on whatever it crosses.
//! Labels are words where all of them find free room, and numbers that the legend explains where they do not.

use crate::label_placement::{Area, freest};
use crate::legend::{self, Sample};
use crate::picture::{Anchor, Paint, Picture, Stroke, Style};
use crate::{Rgb, curve};

const GREEN: Rgb = Rgb::new(0, 122, 62);
const WORDS: Style = Style { size: 10.0, anchor: Anchor::Middle, colour: GREEN, ..legend::TAG };

type Point = (f32, f32);

/// A relation between two objects of a scene.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub from: usize,
    pub to: usize,
    pub label: String,
}

/// What a line ends at.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LinkEnd {
    /// A solid object.
    Disc { centre: Point, radius: f32 },
    /// The outline of a box, and the middle of the cell of its corner.
    Frame { corner: Point, side: f32, centre: Point },
}

impl LinkEnd {
    fn centre(self) -> Point {
        match self {
            Self::Disc { centre, .. } | Self::Frame { centre, .. } => centre,
        }
    }

    /// Where a line from this point ends. A frame offers a choice: ways that other lines took are avoided, and so are ways
    /// over other objects and lines too short to be seen.
    fn end(self, from: Point, taken: &[Point], there: &[Area], unit: f32) -> Point {
        match self {
            Self::Disc { centre, radius } => {
                let (dx, dy) = (from.0 - centre.0, from.1 - centre.1);
                let far = (dx * dx + dy * dy).sqrt().max(1e-3);
                (centre.0 + dx / far * radius, centre.1 + dy / far * radius)
            }
            Self::Frame { corner: (left, top), side, .. } => {
                let (right, bottom) = (left + side, top + side);
                let (x, y) = (from.0.clamp(left, right), from.1.clamp(top, bottom));
                let edges = [(x, top), (left, y), (right, y), (x, bottom)];
                let far = |(px, py): Point| {
                    let length = (px - from.0).abs() + (py - from.1).abs();
                    let along = |&(x, y): &Point| (x - from.0) * (px - from.0) + (y - from.1) * (py - from.1);
                    // The edge is straight above, below or beside: another line goes there if it keeps to that side.
                    let is_taken = |other: &Point| {
                        let (dx, dy) = (other.0 - from.0, other.1 - from.1);
                        along(other) > 0.8 * length * (dx * dx + dy * dy).sqrt()
                    };
                    let hidden = if length < 40.0 * unit { 60.0 * unit } else { 0.0 };
                    let part = |t: f32| (from.0 + (px - from.0) * t, from.1 + (py - from.1) * t);
                    let covers =
                        |t: f32| freest([Area::around(part(t), (2.0, 2.0))], there).map_or(0.0, |f| f.1);
                    let over =
                        if [0.5, 0.7, 0.9].into_iter().any(|t| covers(t) > 0.0) { 80.0 * unit } else { 0.0 };
                    length + hidden + over + if taken.iter().any(is_taken) { 1e4 } else { 0.0 }
                };
                edges.into_iter().fold(edges[0], |best, edge| if far(edge) < far(best) { edge } else { best })
            }
        }
    }
}

/// Lines that have been laid out.
pub(crate) struct Links<'a> {
    lines: Vec<(curve::CurvedLine, &'a Link)>,
    /// Where the labels are; words where there is room for all of them.
    labels: Vec<Option<Area>>,
    words: bool,
    unit: f32,
}

impl<'a> Links<'a> {
    /// Lays the lines out between bodies, with labels on free ground.
    pub fn new(
        links: &'a [Link],
        body: impl Fn(usize) -> Option<LinkEnd>,
        ground: Area,
        there: &[Area],
        unit: f32,
    ) -> Self {
        let is_frame = |link: &Link| matches!(body(link.to), Some(LinkEnd::Frame { .. }));
        // Lines to frames come last: they can go where the others do not.
        let mut order: Vec<(usize, &Link)> = links.iter().enumerate().collect();
        order.sort_by_key(|(_, link)| is_frame(link));
        let mut placed: Vec<(usize, (curve::CurvedLine, &Link))> = Vec::new();
        for (number, link) in order {
            let (Some(from), Some(to)) = (body(link.from), body(link.to)) else { continue };
            let siblings = placed.iter().filter(|(_, (_, other))| other.from == link.from);
            let taken: Vec<Point> = siblings.map(|(_, (bow, _))| bow.at(1.0)).collect();
            let end = to.end(from.centre(), &taken, there, unit);
            let start = from.end(end, &[], &[], unit);
            let (dx, dy) = (end.0 - start.0, end.1 - start.1);
            let length = (dx * dx + dy * dy).sqrt();
            // Lines from one object alternate, so that two along one row do not hide each other.
            let side = if taken.len().is_multiple_of(2) { 1.0 } else { -1.0 };
            let bend = side * (length * 0.16).min(15.0 * unit);
            placed.push((number, (curve::CurvedLine::new(start, end, bend), link)));
        }
        placed.sort_by_key(|&(number, _)| number);
        let lines: Vec<(curve::CurvedLine, &Link)> = placed.into_iter().map(|(_, line)| line).collect();
        let (words, fit) = Self::places(&lines, |label| WORDS.measure(label) + 6.0, 13.0, ground, there);
        if fit {
            return Self { lines, labels: words, words: true, unit };
        }
        let (labels, _) = Self::places(&lines, |_| 2.0 * legend::BADGE, 2.0 * legend::BADGE, ground, there);
        Self { lines, labels, words: false, unit }
    }

    /// A place for each label, and whether all of them cover nothing.
    fn places(
        lines: &[(curve::CurvedLine, &Link)],
        width: impl Fn(&str) -> f32,
        height: f32,
        ground: Area,
        there: &[Area],
    ) -> (Vec<Option<Area>>, bool) {
        let mut there = there.to_vec();
        let mut fit = true;
        let places = lines
            .iter()
            .map(|(bow, link)| {
                let label = link.label.trim();
                if label.is_empty() {
                    return None;
                }
                let size = (width(label), height);
                let along =
                    [0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7].map(|t| Area::around(bow.at(t), size));
                let (place, covered) =
                    freest(along.into_iter().filter(|area| area.is_within(ground)), &there)
                        .unwrap_or((along[0], f32::INFINITY));
                fit &= covered == 0.0;
                // Two labels in a row should not read as one.
                let (width, height) = (place.width + 8.0, place.height + 8.0);
                there.push(Area::around(place.middle(), (width, height)));
                Some(place)
            })
            .collect();
        (places, fit)
    }

    pub fn draw(&self, picture: &mut Picture) {
        let unit = self.unit.max(0.5);
        let line = Stroke { colour: GREEN, width: 2.0 * unit, dash: Some((5.0 * unit, 4.0 * unit)) };
        for (bow, _) in &self.lines {
            let casing = Stroke::solid(Rgb::WHITE, line.width + 2.4 * unit);
            picture.path(bow.segments(), Paint::stroke(casing));
            picture.path(bow.segments(), Paint::stroke(line));
            for end in [bow.at(0.0), bow.at(1.0)] {
                let dot = Paint::outlined(GREEN, Stroke::solid(Rgb::WHITE, unit));
                picture.circle(end, 3.2 * unit, dot);
            }
        }
        let mut number = 0;
        for (place, (_, link)) in self.labels.iter().zip(&self.lines) {
            let Some(place) = *place else { continue };
            number += 1;
            let (x, y) = place.middle();
            if self.words {
                picture.rect((place.x, place.y), (place.width, place.height), 3.0, Paint::fill(Rgb::WHITE));
                picture.text((x, y + 3.5), WORDS, link.label.trim());
            } else {
                legend::badge(picture, (x, y), number, GREEN);
            }
        }
    }

    /// What the numbers mean.
    pub fn entries(&self) -> Vec<(Sample, &'a str)> {
        let stroke = Stroke { colour: GREEN, width: 2.0, dash: Some((4.0, 4.0)) };
        let labelled =
            self.labels.iter().zip(&self.lines).filter(|(place, _)| place.is_some() && !self.words);
        let entry = |(number, (_, (_, link))): (usize, (&Option<Area>, &(curve::CurvedLine, &'a Link)))| {
            (Sample::Numbered(stroke, number + 1), link.label.trim())
        };
        labelled.enumerate().map(entry).collect()
    }
}
