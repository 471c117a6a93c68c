//! The timeline as a picture.

use std::collections::BTreeSet;

use super::label::{self, Certainty};
use super::places::{self, Places};
use super::printed::clean;
use super::{LineMark, Moment, Stay, Timeline, Track, TrackKind, rows};
use crate::bars::heading;
use crate::legend::{self, Sample};
use crate::picture::{Anchor, Paint, Picture, Segment, Stroke, Style};
use crate::{Rgb, Weight, curve};

const MARGIN: f32 = 16.0;
/// Of a line of text, and what a row has besides.
const LINE: f32 = 14.0;
const PADDING: f32 = 8.0;
const NUMBER: f32 = 34.0;
const TEXT: (f32, f32) = (150.0, 280.0);
/// The most lines of one sentence.
const TEXT_LINES: usize = 3;
/// The narrowest and the widest bar.
const BAR: (f32, f32) = (56.0, 116.0);
const GAP: f32 = 8.0;
/// Between people and objects.
const DIVIDE: f32 = 14.0;
/// Inside a bar, left of its label.
const INSET: f32 = 8.0;
const HEADER: f32 = 40.0;
/// The lines that bars are hatched with, in the whole picture and on one bar. Where there are many bars or long ones,
/// the lines are wider and fewer, so that the picture of a long story stays small.
const ALL_HATCHES: usize = 60_000;
const HATCHES: (usize, usize) = (6, 160);

const SUPPORTING: Rgb = Rgb::new(255, 244, 204);
const SUPPORTING_EDGE: Rgb = Rgb::new(224, 168, 0);
const QUESTION: Rgb = Rgb::new(232, 238, 248);
const QUESTION_EDGE: Rgb = Rgb::new(62, 106, 176);

const SENTENCE: Style = Style::BODY;
const ASKED: Style = Style { weight: Weight::Bold, ..Style::BODY };
const PLACE: Style = Style { size: 10.5, weight: Weight::Bold, ..Style::BODY };
const HOLDER: Style = Style { size: 10.0, ..Style::BODY };

pub(super) fn draw(title: &str, timeline: &Timeline, places: &Places) -> Picture {
    Chart::new(title, timeline, places).draw(title)
}

struct Chart<'a> {
    timeline: &'a Timeline,
    places: &'a Places,
    /// The lines of each sentence, without its answer.
    texts: Vec<Vec<String>>,
    text_width: f32,
    columns: Vec<Column>,
    /// Where each row begins, and where the last ends, below the first.
    edges: Vec<f32>,
    width: f32,
}

/// Where a track is drawn, and what is written on its bars.
struct Column {
    x: f32,
    width: f32,
    labels: Vec<Vec<(String, Style)>>,
}

impl<'a> Chart<'a> {
    fn new(title: &str, timeline: &'a Timeline, places: &'a Places) -> Self {
        let sentences: Vec<String> = timeline.moments.iter().map(|moment| clean(&moment.text)).collect();
        let widest = timeline.moments.iter().zip(&sentences);
        let widest = widest.fold(0.0, |most: f32, (moment, text)| most.max(style(moment).measure(text)));
        let text_width = (widest + 1.0).clamp(TEXT.0, TEXT.1).ceil();
        let texts: Vec<Vec<String>> = timeline
            .moments
            .iter()
            .zip(&sentences)
            .map(|(moment, text)| style(moment).wrap(text, text_width, TEXT_LINES))
            .collect();
        let mut heights: Vec<usize> = timeline
            .moments
            .iter()
            .zip(&texts)
            .map(|(moment, lines)| (lines.len() + usize::from(moment.answer.is_some())).max(1))
            .collect();

        let mut x = MARGIN + NUMBER + text_width + 20.0;
        let mut columns = Vec::new();
        let mut before = None;
        for (t, track) in timeline.tracks.iter().enumerate() {
            if before.is_some_and(|kind| kind != track.kind) {
                x += DIVIDE;
            }
            before = Some(track.kind);
            let column = Column::new(track, t, places, x);
            for (stay, label) in track.stays.iter().zip(&column.labels) {
                rows::make_room(&mut heights, (stay.from, stay.to), label.len());
            }
            x += column.width + GAP;
            columns.push(column);
        }
        let mut edges = vec![0.0];
        let mut y = 0.0;
        for &lines in &heights {
            y += LINE * lines as f32 + PADDING;
            edges.push(y);
        }
        let least = 2.0 * MARGIN + ASKED.measure(title).min(320.0);
        let width = (x - GAP + MARGIN).max(least).ceil();
        Self { timeline, places, texts, text_width, columns, edges, width }
    }

    fn draw(&self, title: &str) -> Picture {
        let mut picture = Picture::new(self.width, 0.0, self.description(title));
        let mut y = if title.is_empty() { MARGIN } else { heading(&mut picture, title, self.width) };
        for (track, column) in self.timeline.tracks.iter().zip(&self.columns) {
            column.header(&mut picture, track, y);
        }
        y += if self.columns.is_empty() { 0.0 } else { HEADER };
        let top = y;
        for (moment, edges) in self.edges.windows(2).enumerate() {
            self.sentence(&mut picture, moment, (top + edges[0], top + edges[1]));
        }
        self.rules(&mut picture, top);
        let hatches = self.hatches();
        for (t, (track, column)) in self.timeline.tracks.iter().zip(&self.columns).enumerate() {
            for (s, (stay, label)) in track.stays.iter().zip(&column.labels).enumerate() {
                let (from, to) = (top + self.edges[stay.from], top + self.edges[stay.to]);
                let bar = Bar {
                    corner: (column.x, from + 1.0),
                    size: (column.width, to - from - 2.0),
                    places: self.places.stay(t, s),
                    certainty: Certainty::of(stay, self.places.stay(t, s)),
                    held: stay.holder.is_some(),
                    hatches,
                };
                bar.draw(&mut picture);
                bar.label(&mut picture, label);
            }
        }
        y = top + self.edges.last().copied().unwrap_or(0.0);
        if self.timeline.moments.is_empty() {
            picture.text((MARGIN, y + 14.0), Style::SMALL, "nothing to show");
            y += 20.0;
        }
        y = self.legend(&mut picture, y + 12.0);
        picture.height = (y + MARGIN - 4.0).ceil();
        picture
    }

    /// How many lines one bar may be hatched with.
    fn hatches(&self) -> usize {
        let stays = |(t, track): (usize, &Track)| {
            (0..track.stays.len()).filter(|&s| self.places.stay(t, s).len() > 1).count()
        };
        let hatched: usize = self.timeline.tracks.iter().enumerate().map(stays).sum();
        (ALL_HATCHES / hatched.max(1)).clamp(HATCHES.0, HATCHES.1)
    }

    fn description(&self, title: &str) -> String {
        let title = if title.is_empty() { String::new() } else { format!("{title}: ") };
        let (moments, tracks) = (self.timeline.moments.len(), self.timeline.tracks.len());
        format!("{title}who is where at {moments} moments of a story, {tracks} tracks")
    }

    /// The number and the words of a line, on a ground that shows what is pointed out.
    fn sentence(&self, picture: &mut Picture, moment: usize, (top, bottom): (f32, f32)) {
        let (lines, moment) = (&self.texts[moment], &self.timeline.moments[moment]);
        let ground = match moment.mark {
            LineMark::None => None,
            LineMark::Supporting => Some((SUPPORTING, SUPPORTING_EDGE)),
            LineMark::Question => Some((QUESTION, QUESTION_EDGE)),
        };
        if let Some((ground, edge)) = ground {
            let width = NUMBER + self.text_width + 8.0;
            picture.rect((MARGIN, top), (width, bottom - top), 0.0, Paint::fill(ground));
            picture.rect((MARGIN, top), (3.0, bottom - top), 0.0, Paint::fill(edge));
        }
        let style = style(moment);
        let mut y = top + PADDING / 2.0 + 10.5;
        let faint = Style { colour: Rgb::FAINT, size: 11.0, ..style }.at(Anchor::End);
        picture.text((MARGIN + NUMBER - 8.0, y), faint, faint.fit(&clean(&moment.number), NUMBER - 12.0));
        for line in lines {
            picture.text((MARGIN + NUMBER, y), style, line.as_str());
            y += LINE;
        }
        if let Some(answer) = &moment.answer {
            let style = Style { colour: QUESTION_EDGE, ..ASKED };
            let answer = style.fit(&format!("→ {}", clean(answer)), self.text_width);
            picture.text((MARGIN + NUMBER, y), style, answer);
        }
    }

    /// Thin lines between the rows, under the bars.
    fn rules(&self, picture: &mut Picture, top: f32) {
        let right = self.width - MARGIN;
        let mut lines = Vec::new();
        for edge in &self.edges {
            let y = top + edge;
            lines.extend([Segment::Move(MARGIN, y), Segment::Line(right, y)]);
        }
        picture.path(lines, Paint::stroke(Stroke::solid(Rgb::RULE.mix(Rgb::WHITE, 0.45), 0.8)));
    }

    fn legend(&self, picture: &mut Picture, y: f32) -> f32 {
        let mut ways: BTreeSet<Certainty> = BTreeSet::new();
        let (mut shown, mut held) = (BTreeSet::new(), false);
        for (t, track) in self.timeline.tracks.iter().enumerate() {
            for (s, stay) in track.stays.iter().enumerate() {
                let places = self.places.stay(t, s);
                ways.insert(Certainty::of(stay, places));
                shown.extend(label::shown(places));
                held |= stay.holder.is_some();
            }
        }
        let width = self.width - 2.0 * MARGIN;
        let swatch = |&place: &usize| {
            let colour = Places::colour(place);
            (Sample::Swatch(colour, colour.mix(Rgb::BLACK, 0.3), None), self.places.name(place))
        };
        let entries: Vec<(Sample, &str)> = shown.iter().map(swatch).collect();
        let y = legend::flow(picture, (MARGIN, y), width, &entries);
        let mut samples: Vec<(Option<Certainty>, bool, &str)> =
            ways.into_iter().map(|certainty| (Some(certainty), false, certainty.name())).collect();
        if held {
            samples.push((Some(Certainty::Known), true, "carried"));
        }
        if self.timeline.moments.iter().any(|moment| moment.mark == LineMark::Supporting) {
            samples.push((None, false, "supports the answer"));
        }
        ways_of_drawing(picture, (MARGIN, y), width, &samples)
    }
}

/// Sample bars for the legend, one for each certainty; without one, the background of supporting lines.
fn ways_of_drawing(
    picture: &mut Picture,
    (left, top): (f32, f32),
    width: f32,
    samples: &[(Option<Certainty>, bool, &str)],
) -> f32 {
    const HEIGHT: f32 = 12.0;
    let style = Style { size: 11.0, ..Style::BODY };
    let (mut x, mut y) = (left, top);
    for &(certainty, held, text) in samples {
        let sample = if certainty == Some(Certainty::Anywhere) { 8.0 } else { 24.0 };
        let (size, wide) = ((sample, HEIGHT), sample + 5.0 + style.measure(text));
        if x > left && x + wide > left + width {
            (x, y) = (left, y + 18.0);
        }
        let corner = (x, y + 3.0);
        match certainty {
            Some(certainty) => {
                Bar { corner, size, places: &[], certainty, held, hatches: HATCHES.1 }.draw(picture);
            }
            None => {
                picture.rect(corner, size, 0.0, Paint::fill(SUPPORTING));
                picture.rect(corner, (3.0, HEIGHT), 0.0, Paint::fill(SUPPORTING_EDGE));
            }
        }
        picture.text((x + sample + 5.0, y + 13.0), style, text);
        x += wide + 14.0;
    }
    if samples.is_empty() { top } else { y + 18.0 }
}

fn style(moment: &Moment) -> Style {
    if moment.mark == LineMark::Question { ASKED } else { SENTENCE }
}

impl Column {
    fn new(track: &Track, number: usize, places: &Places, x: f32) -> Self {
        let name = |place| places.name(place);
        let stay =
            |(s, stay): (usize, &Stay)| (label::pieces(places.stay(number, s), name), label::holder(stay));
        let contents: Vec<(Vec<String>, Option<String>)> = track.stays.iter().enumerate().map(stay).collect();
        let mut widest = PLACE.measure(&clean(&track.name));
        for (pieces, holder) in &contents {
            widest = pieces.iter().fold(widest, |most, piece| most.max(PLACE.measure(piece)));
            widest = holder.iter().fold(widest, |most, holder| most.max(HOLDER.measure(holder)));
        }
        let width = (widest + 2.0 * INSET + 1.0).clamp(BAR.0, BAR.1).ceil();
        let room = width - 2.0 * INSET;
        let lines = |(pieces, holder): (Vec<String>, Option<String>)| {
            let fits = |line: &str| PLACE.measure(line) <= room;
            let places = label::join(&pieces, fits).into_iter().map(|line| (PLACE.fit(&line, room), PLACE));
            places.chain(holder.map(|holder| (HOLDER.fit(&holder, room), HOLDER))).collect()
        };
        Self { x, width, labels: contents.into_iter().map(lines).collect() }
    }

    /// A small sign of a person or a box, and the name below it.
    fn header(&self, picture: &mut Picture, track: &Track, y: f32) {
        let middle = (self.x + self.width / 2.0).round();
        let paint = Paint::fill(Rgb::EDGE);
        match track.kind {
            TrackKind::Person => {
                picture.circle((middle, y + 5.5), 3.5, paint);
                let (start, shoulders) = curve::arc((middle, y + 17.0), (7.0, 6.5), 2.0, 4.0);
                let start = Segment::Move(start.0, start.1);
                picture.path([vec![start], shoulders, vec![Segment::Close]].concat(), paint);
            }
            TrackKind::Object => {
                let stroke = Stroke::solid(Rgb::EDGE, 1.6);
                picture.rect((middle - 6.0, y + 5.0), (12.0, 11.0), 1.5, Paint::stroke(stroke));
                picture.line((middle - 6.0, y + 9.0), (middle + 6.0, y + 9.0), stroke);
            }
        }
        let style = Style { weight: Weight::Bold, ..Style::BODY }.at(Anchor::Middle);
        picture.text((middle, y + 32.0), style, style.fit(&clean(&track.name), self.width));
    }
}

struct Bar<'a> {
    corner: (f32, f32),
    size: (f32, f32),
    places: &'a [usize],
    certainty: Certainty,
    held: bool,
    /// The most lines it may be hatched with.
    hatches: usize,
}

impl Bar<'_> {
    /// The colours of the places; grey where they are too many, or none in particular.
    fn colours(&self) -> Vec<Rgb> {
        let colours: Vec<Rgb> =
            label::shown(self.places).iter().map(|&place| Places::colour(place)).collect();
        if colours.is_empty() { vec![Rgb::EDGE.mix(Rgb::WHITE, 0.25)] } else { colours }
    }

    fn draw(&self, picture: &mut Picture) {
        let ((x, y), (width, height)) = (self.corner, self.size);
        let colours = self.colours();
        let colour = colours.first().copied().unwrap_or(Rgb::EDGE);
        let edge = colour.mix(Rgb::BLACK, 0.3);
        let dashed = Stroke { dash: Some((3.5, 3.0)), ..Stroke::solid(edge, 1.1) };
        match self.certainty {
            Certainty::Known => {
                picture.rect((x, y), (width, height), 3.0, Paint::fill(colour));
            }
            Certainty::Hindsight => {
                let paint = Paint::outlined(colour.mix(Rgb::WHITE, 0.72), dashed);
                picture.rect((x + 0.6, y + 0.6), (width - 1.2, height - 1.2), 3.0, paint);
            }
            Certainty::Several | Certainty::SeveralInHindsight => {
                picture.rect((x, y), (width, height), 3.0, Paint::fill(Rgb::WHITE));
                self.hatch(picture, &colours);
                let grey = Rgb::EDGE;
                let stroke = if self.certainty == Certainty::Several {
                    Stroke::solid(grey, 0.9)
                } else {
                    Stroke { colour: grey, ..dashed }
                };
                let paint = Paint::stroke(stroke);
                picture.rect((x + 0.5, y + 0.5), (width - 1.0, height - 1.0), 3.0, paint);
            }
            Certainty::Anywhere => {
                let dots = Stroke { dash: Some((0.1, 5.0)), ..Stroke::solid(Rgb::EDGE, 1.8) };
                let middle = x + (width / 2.0).round();
                picture.line((middle, y + 3.0), (middle, y + height - 2.0), dots);
            }
        }
        if self.held {
            picture.rect((x, y), (3.5, height), 1.0, Paint::fill(Rgb::INK));
        }
    }

    /// Slanted lines in the colours of the places, in turn.
    fn hatch(&self, picture: &mut Picture, colours: &[Rgb]) {
        let ((x, y), (width, height)) = (self.corner, self.size);
        let step = ((width + height) / self.hatches as f32).max(6.0);
        let count = ((width + height) / step).floor() as usize;
        for (i, colour) in colours.iter().enumerate() {
            let mut lines = Vec::new();
            for hatch in (1..=count).skip(i).step_by(colours.len()) {
                // From the left or lower edge to the upper or right edge, at 45 degrees.
                let reach = step * hatch as f32 - step / 2.0;
                let (low, high) = (reach.min(height - 1.5), reach.min(width - 1.5));
                if reach - low < high && reach - high < low {
                    lines.push(Segment::Move(x + (reach - low).max(1.5), y + low.min(reach - 1.5)));
                    lines.push(Segment::Line(x + high.min(reach - 1.5), y + (reach - high).max(1.5)));
                }
            }
            if !lines.is_empty() {
                picture.path(lines, Paint::stroke(Stroke::solid(*colour, step * 0.42)));
            }
        }
    }

    fn label(&self, picture: &mut Picture, lines: &[(String, Style)]) {
        let (x, mut y) = (self.corner.0 + INSET, self.corner.1 + PADDING / 2.0 + 9.5);
        let colour = match (self.certainty, self.places) {
            (Certainty::Known, &[place]) => places::ink(Places::colour(place)),
            _ => Rgb::INK,
        };
        if matches!(self.certainty, Certainty::Several | Certainty::SeveralInHindsight) && !lines.is_empty() {
            // The hatches would cross the words out.
            let widest = lines.iter().fold(0.0, |most: f32, (text, style)| most.max(style.measure(text)));
            let size = (widest + 6.0, LINE * lines.len() as f32 + 1.0);
            picture.rect((x - 3.0, y - 10.5), size, 2.0, Paint::fill(Rgb::WHITE));
        }
        for (text, style) in lines {
            picture.text((x, y), Style { colour, ..*style }, text.as_str());
            y += LINE;
        }
    }
}
