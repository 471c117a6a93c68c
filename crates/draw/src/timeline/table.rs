//! The timeline in a terminal.
//!
//! A bar is a column of signs, one for each line of text, that say how much is known; the name of the place stands
//! behind the first of them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::label::{self, Certainty};
use super::places::{self, Places};
use super::printed::{clean, columns, fit, start, wrap};
use super::{LineMark, Stay, Timeline, Track, TrackKind, rows};
use crate::Rgb;

/// Fewer columns than this are taken for this many: the widest number, the narrowest sentences and one narrow track.
const NARROWEST: usize = 40;
/// The widest labels on bars, with room to spare and without.
const LABEL: (usize, usize) = (14, 5);
/// The widest labels where there are several tables, of which there should be few.
const IN_BLOCKS: usize = 8;
/// The sentences have at least this many columns, unless they need less.
const NARROWEST_TEXT: usize = 22;
const WIDEST_TEXT: usize = 60;
/// The most lines of one sentence.
const TEXT_LINES: usize = 3;
const WIDEST_NUMBER: usize = 6;
/// Spaces between columns.
const GAP: usize = 2;

const SUPPORTING: Rgb = Rgb::new(255, 238, 176);

pub(super) fn print(title: &str, timeline: &Timeline, places: &Places, width: usize, colour: bool) -> String {
    let mut table = Table::new(timeline, places, width.max(NARROWEST), colour);
    let mut out = String::new();
    if !title.is_empty() {
        table.styled(&mut out, title, "\x1b[1m");
        out.push('\n');
    }
    if timeline.moments.is_empty() {
        out.push_str("nothing to show\n");
        return out;
    }
    let (shown, silent): (Vec<usize>, Vec<usize>) = (0..timeline.tracks.len())
        .partition(|&track| label::has_news(places, track, &timeline.tracks[track].stays));
    for (i, block) in table.blocks(&shown).into_iter().enumerate() {
        out.push_str(if i == 0 { "" } else { "\n" });
        table.block(&mut out, &block);
    }
    table.legend(&mut out);
    if !silent.is_empty() {
        let names: Vec<String> = silent.iter().map(|&track| table.name(track)).collect();
        for line in wrap(&format!("anywhere all the time: {}", names.join(", ")), table.width, usize::MAX) {
            let _ = writeln!(out, "{line}");
        }
    }
    out
}

struct Table<'a> {
    timeline: &'a Timeline,
    places: &'a Places,
    width: usize,
    colour: bool,
    numbers: Vec<String>,
    /// The columns of the widest number.
    number: usize,
    sentences: Vec<String>,
    /// What the legend has to explain.
    seen: Seen,
}

#[derive(Default)]
struct Seen {
    certainties: BTreeSet<Certainty>,
    shortened: BTreeSet<usize>,
    places: BTreeSet<usize>,
    supporting: bool,
    question: bool,
}

/// Some tracks with the width of their labels, and the width of the sentences beside them.
struct Block {
    text: usize,
    tracks: Vec<(usize, usize)>,
}

/// A stay, ready to be printed.
struct Bar {
    from: usize,
    to: usize,
    label: Vec<String>,
    certainty: Certainty,
    /// Ground and ink, where anything is known.
    paint: Option<(Rgb, Rgb)>,
}

impl<'a> Table<'a> {
    fn new(timeline: &'a Timeline, places: &'a Places, width: usize, colour: bool) -> Self {
        let numbers: Vec<String> =
            timeline.moments.iter().map(|moment| fit(&clean(&moment.number), WIDEST_NUMBER)).collect();
        let number = numbers.iter().map(|number| columns(number)).max().unwrap_or(0);
        let sentences = timeline.moments.iter().map(|moment| clean(&moment.text)).collect();
        Self { timeline, places, width, colour, numbers, number, sentences, seen: Seen::default() }
    }

    /// Before the sentences: a mark, the number, the gap.
    fn margin(&self) -> usize {
        2 + self.number + GAP
    }

    /// Objects are told from people by brackets.
    fn name(&self, track: usize) -> String {
        let Track { name, kind, .. } = &self.timeline.tracks[track];
        match kind {
            TrackKind::Person => clean(name),
            TrackKind::Object => format!("[{}]", clean(name)),
        }
    }

    /// As much room as names of places need, if there is; less if not; several tables if even that is too much.
    fn blocks(&self, shown: &[usize]) -> Vec<Block> {
        let longest = self.sentences.iter().map(|sentence| columns(sentence)).max();
        let longest = longest.unwrap_or(0).clamp("story".len(), WIDEST_TEXT);
        let text = longest.min(NARROWEST_TEXT);
        let room = self.width - self.margin() - text;
        let wanted: Vec<(usize, usize)> = shown.iter().map(|&track| (track, self.wanted(track))).collect();
        let capped = |most: usize| -> Vec<(usize, usize)> {
            wanted.iter().map(|&(track, label)| (track, label.min(most))).collect()
        };
        let all = (LABEL.1..=LABEL.0).rev().map(capped).find(|tracks| needed(tracks) <= room);
        let fewest = || {
            let most = IN_BLOCKS.min(room - GAP - 1);
            let packed = (LABEL.1..=most).rev().map(|most| pack(&capped(most), room));
            packed.min_by_key(Vec::len).unwrap_or_default()
        };
        let groups = all.map_or_else(fewest, |tracks| vec![tracks]);
        let block = |tracks: Vec<(usize, usize)>| {
            let spare = room.saturating_sub(needed(&tracks));
            Block { text: longest.min(text + spare), tracks }
        };
        groups.into_iter().map(block).collect()
    }

    /// The width that the labels of a track would like to have.
    fn wanted(&self, track: usize) -> usize {
        let mut wanted = columns(&self.name(track)).saturating_sub(1);
        for (s, stay) in self.timeline.tracks[track].stays.iter().enumerate() {
            let pieces = label::pieces(self.places.stay(track, s), |place| self.places.name(place));
            let widest = pieces.iter().map(|piece| columns(piece)).max().unwrap_or(0);
            wanted = wanted.max(widest).max(label::holder(stay).map_or(0, |holder| columns(&holder)));
        }
        wanted.clamp(LABEL.1, LABEL.0)
    }

    fn block(&mut self, out: &mut String, block: &Block) {
        let bars: Vec<Vec<Bar>> =
            block.tracks.iter().map(|&(track, width)| self.bars(track, width)).collect();
        let texts: Vec<Vec<String>> =
            (0..self.timeline.moments.len()).map(|moment| self.sentence(moment, block.text)).collect();
        let mut heights: Vec<usize> = texts.iter().map(|lines| lines.len().max(1)).collect();
        for bar in bars.iter().flatten() {
            rows::make_room(&mut heights, (bar.from, bar.to), bar.label.len());
        }

        let rule = "─".repeat(self.margin() + block.text + needed(&block.tracks));
        self.heading(out, block);
        let _ = writeln!(out, "{rule}");
        let mut tracks: Vec<Printing<'_>> = bars.iter().map(|bars| Printing { bars, printed: 0 }).collect();
        for (moment, text) in texts.iter().enumerate() {
            for line in 0..heights[moment] {
                let mut row = Row::default();
                self.story(&mut row, moment, line, text.get(line).map_or("", String::as_str), block.text);
                for (track, &(_, width)) in tracks.iter_mut().zip(&block.tracks) {
                    row.space(GAP);
                    match track.next(moment) {
                        Some((bar, label)) => self.cell(&mut row, bar, label, width + 1),
                        None => row.space(width + 1),
                    }
                }
                let _ = writeln!(out, "{}", row.text);
            }
        }
        let _ = writeln!(out, "{rule}");
    }

    fn heading(&self, out: &mut String, block: &Block) {
        let mut heading = format!("{}{}", " ".repeat(self.margin()), pad("story", block.text));
        for &(track, width) in &block.tracks {
            let name = fit(&self.name(track), width + 1);
            let _ = write!(heading, "{}{}", " ".repeat(GAP), pad(&name, width + 1));
        }
        self.styled(out, heading.trim_end(), "\x1b[1m");
        out.push('\n');
    }

    /// One line of a bar.
    fn cell(&self, row: &mut Row, bar: &Bar, label: &str, width: usize) {
        let escape = self.colour.then(|| bar.paint.map_or(FAINT.to_string(), ground));
        row.cell(&format!("{}{label}", sign(bar.certainty)), width, escape.as_deref());
    }

    /// The question with its answer below it, or the sentence.
    fn sentence(&self, moment: usize, width: usize) -> Vec<String> {
        let mut lines = wrap(&self.sentences[moment], width, TEXT_LINES);
        let answer = self.timeline.moments[moment].answer.as_deref();
        lines.extend(answer.map(|answer| fit(&format!("→ {}", clean(answer)), width)));
        lines
    }

    /// The mark, the number and a line of the sentence.
    fn story(&mut self, row: &mut Row, moment: usize, line: usize, text: &str, width: usize) {
        let (number, mark) = (&self.numbers[moment], self.timeline.moments[moment].mark);
        let (sign, escape) = match mark {
            LineMark::None => (" ", None),
            LineMark::Supporting => ("*", Some(ground((SUPPORTING, Rgb::INK)))),
            LineMark::Question => ("?", Some("\x1b[1m".to_string())),
        };
        self.seen.supporting |= mark == LineMark::Supporting;
        self.seen.question |= mark == LineMark::Question;
        let front = if line == 0 {
            format!("{sign} {}{number}", " ".repeat(self.number.saturating_sub(columns(number))))
        } else {
            String::new()
        };
        row.cell(&front, self.margin() - GAP, None);
        row.space(GAP);
        row.cell(text, width, escape.filter(|_| self.colour && !text.is_empty()).as_deref());
    }

    fn bars(&mut self, track: usize, width: usize) -> Vec<Bar> {
        let places = self.places;
        let stays = &self.timeline.tracks[track].stays;
        stays.iter().enumerate().map(|(s, stay)| self.bar(stay, places.stay(track, s), width)).collect()
    }

    fn bar(&mut self, stay: &Stay, places: &[usize], width: usize) -> Bar {
        let certainty = Certainty::of(stay, places);
        self.seen.certainties.insert(certainty);
        let shown = label::shown(places);
        self.seen.places.extend(shown);
        let names = self.places;
        let mut pieces = label::pieces(places, |place| names.name(place));
        if pieces.iter().any(|piece| columns(piece) > width) {
            pieces = label::pieces(places, |place| names.short(place));
            self.seen.shortened.extend(shown);
        }
        let mut label = label::join(&pieces, |line| columns(line) <= width);
        if let Some(holder) = label::holder(stay) {
            // Where there is little room, the name says more than the word before it.
            let name = holder.strip_prefix("with ").filter(|_| columns(&holder) > width).unwrap_or(&holder);
            label.push(fit(name, width));
        }
        let label = label.iter().map(|line| start(line, width).to_string()).collect();
        Bar { from: stay.from, to: stay.to, label, certainty, paint: paint(certainty, places) }
    }

    fn legend(&self, out: &mut String) {
        let mut entries: Vec<(String, Option<String>)> = Vec::new();
        for &place in &self.seen.places {
            let (name, short) = (self.places.name(place), self.places.short(place));
            let escape = || ground(solid(Places::colour(place)));
            if self.seen.shortened.contains(&place) && short != name {
                entries.push((format!("{short} = {name}"), self.colour.then(escape)));
            } else if self.colour {
                entries.push((name.to_string(), Some(escape())));
            }
        }
        self.flow(out, &entries);
        let mut signs: Vec<String> =
            self.seen.certainties.iter().map(|&c| format!("{} {}", sign(c), c.name())).collect();
        signs.extend(self.seen.supporting.then(|| "* supports the answer".to_string()));
        signs.extend(self.seen.question.then(|| "? question".to_string()));
        self.flow(out, &signs.into_iter().map(|text| (text, None)).collect::<Vec<_>>());
    }

    /// Entries one after the other, in as many lines as they need.
    fn flow(&self, out: &mut String, entries: &[(String, Option<String>)]) {
        let mut used = 0;
        for (text, escape) in entries {
            let text = fit(text, self.width);
            let wide = columns(&text);
            if used > 0 && used + GAP + wide > self.width {
                out.push('\n');
                used = 0;
            } else if used > 0 {
                out.push_str("  ");
                used += GAP;
            }
            match escape {
                Some(escape) => self.styled(out, &text, escape),
                None => out.push_str(&text),
            }
            used += wide;
        }
        if used > 0 {
            out.push('\n');
        }
    }

    fn styled(&self, out: &mut String, text: &str, escape: &str) {
        let _ = if self.colour { write!(out, "{escape}{text}{RESET}") } else { write!(out, "{text}") };
    }
}

/// A track while it is printed: the bars that are not over, and how many lines of the first are printed.
struct Printing<'a> {
    bars: &'a [Bar],
    printed: usize,
}

impl<'a> Printing<'a> {
    /// The bar at this moment, and what is written on its next line.
    fn next(&mut self, moment: usize) -> Option<(&'a Bar, &'a str)> {
        while let Some((_, rest)) = self.bars.split_first().filter(|(bar, _)| bar.to <= moment) {
            (self.bars, self.printed) = (rest, 0);
        }
        let bar = self.bars.first().filter(|bar| bar.from <= moment)?;
        let label = bar.label.get(self.printed).map_or("", String::as_str);
        self.printed += 1;
        Some((bar, label))
    }
}

/// A line of the table. Spaces wait until something follows, so that no line ends in spaces that are not coloured.
#[derive(Default)]
struct Row {
    text: String,
    waiting: usize,
}

impl Row {
    fn space(&mut self, columns: usize) {
        self.waiting += columns;
    }

    fn cell(&mut self, text: &str, width: usize, escape: Option<&str>) {
        let text = text.trim_end();
        let rest = width.saturating_sub(columns(text));
        if text.is_empty() && escape.is_none() {
            self.waiting += width;
            return;
        }
        self.text.extend(std::iter::repeat_n(' ', std::mem::take(&mut self.waiting)));
        match escape {
            Some(escape) => {
                let _ = write!(self.text, "{escape}{text}{}{RESET}", " ".repeat(rest));
            }
            None => {
                self.text.push_str(text);
                self.waiting = rest;
            }
        }
    }
}

/// The columns that tracks fill, with the gaps and the signs before their labels.
fn needed(tracks: &[(usize, usize)]) -> usize {
    tracks.iter().map(|(_, label)| GAP + 1 + label).sum()
}

/// As many tracks in each group as there is room for, and one at least.
fn pack(tracks: &[(usize, usize)], room: usize) -> Vec<Vec<(usize, usize)>> {
    let mut groups: Vec<Vec<(usize, usize)>> = Vec::new();
    for &track in tracks {
        match groups.last_mut() {
            Some(group) if needed(group) + needed(&[track]) <= room => group.push(track),
            _ => groups.push(vec![track]),
        }
    }
    groups
}

fn sign(certainty: Certainty) -> char {
    match certainty {
        Certainty::Known => '┃',
        Certainty::Hindsight => '╎',
        Certainty::Several => '▒',
        Certainty::SeveralInHindsight => '░',
        Certainty::Anywhere => '·',
    }
}

fn paint(certainty: Certainty, places: &[usize]) -> Option<(Rgb, Rgb)> {
    let &first = places.first()?;
    let colour = Places::colour(first);
    Some(match certainty {
        Certainty::Known => solid(colour),
        Certainty::Hindsight => (colour.mix(Rgb::WHITE, 0.7), Rgb::INK),
        _ => match label::shown(places).get(1) {
            Some(&second) => (colour.mix(Places::colour(second), 0.5).mix(Rgb::WHITE, 0.7), Rgb::INK),
            None => (Rgb::RULE, Rgb::INK),
        },
    })
}

fn solid(colour: Rgb) -> (Rgb, Rgb) {
    (colour, places::ink(colour))
}

fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

const RESET: &str = "\x1b[0m";
const FAINT: &str = "\x1b[2m";

fn ground((ground, ink): (Rgb, Rgb)) -> String {
    let (Rgb { red, green, blue }, ink) = (ground, ink);
    format!("\x1b[48;2;{red};{green};{blue};38;2;{};{};{}m", ink.red, ink.green, ink.blue)
}
