//! A paper's figures, drawn from our answers.

use std::collections::BTreeMap;

use serde::Serialize;
use wampimuk_audit::Table as Shown;
use wampimuk_core::Watch;
use wampimuk_draw::{Line, Picture, line_chart};

use super::selection::{Counted, Point};
use super::table::{Answers, Files, lacking, seeds};
use super::{Across, Asked, Figure, Known, Paper, Selection};
use crate::error::Error;
use crate::interval::over_runs;

/// A figure with our numbers.
#[derive(Debug, Serialize)]
pub struct DrawnFigure {
    title: String,
    /// What runs to the right.
    across: &'static str,
    lines: Vec<DrawnLine>,
    #[serde(skip)]
    chance: Vec<(f64, f64)>,
}

#[derive(Debug, Serialize)]
struct DrawnLine {
    name: String,
    points: Vec<DrawnPoint>,
    /// What is missing of a training, if anything is.
    #[serde(skip_serializing_if = "Option::is_none")]
    incomplete: Option<String>,
}

/// A mean over seeds.
#[derive(Debug, Serialize)]
struct DrawnPoint {
    at: u64,
    /// Percent, one for each seed.
    ours: Vec<f64>,
    /// How many items each of them is a share of.
    items: Vec<u64>,
    mean: f64,
    interval: [f64; 2],
}

impl Across {
    const fn name(self) -> &'static str {
        match self {
            Self::Length => "actions of the right answer",
            Self::Inoculation => "questions of each kind that it was tuned on",
        }
    }
}

/// Draws every figure of which there is something.
///
/// # Errors
/// If answers cannot be read.
pub fn draw(
    paper: &Paper,
    files: Files<'_>,
    known: &mut Known,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Vec<DrawnFigure>, Error> {
    let mut figures = Vec::new();
    for figure in &paper.figures {
        let mut drawn = DrawnFigure {
            title: figure.title.clone(),
            across: figure.by.name(),
            lines: Vec::new(),
            chance: Vec::new(),
        };
        for (name, runs) in &figure.lines {
            let mut points: BTreeMap<u64, Vec<Point>> = BTreeMap::new();
            let mut missing = None;
            for run in runs {
                let found = answers(paper, figure, (name, run), files, known, (threads, watch))?;
                for (point, incomplete) in found {
                    points.entry(point.at).or_default().push(point);
                    missing = missing.or(incomplete);
                }
            }
            if points.is_empty() {
                continue;
            }
            if drawn.chance.is_empty() {
                let chance = |(at, points): (&u64, &Vec<Point>)| Some((*at as f64, points.first()?.chance?));
                drawn.chance = points.iter().filter_map(chance).collect();
            }
            let points = points.into_iter().map(|(at, points)| DrawnPoint::new(at, &points)).collect();
            drawn.lines.push(DrawnLine { name: name.clone(), points, incomplete: missing });
        }
        if !drawn.lines.is_empty() {
            figures.push(drawn);
        }
    }
    Ok(figures)
}

/// The points of one run, of all its seeds, each with what is missing of its training.
fn answers(
    paper: &Paper,
    figure: &Figure,
    (line, run): (&str, &str),
    files: Files<'_>,
    known: &mut Known,
    how: (usize, &dyn Watch),
) -> Result<Vec<(Point, Option<String>)>, Error> {
    let Some(of) = paper.runs.get(run) else { return Ok(Vec::new()) };
    let data = figure.data.as_ref().unwrap_or(&of.data).clone();
    let split = figure.split(line);
    let mut all = Vec::new();
    let files = files(run, &Asked { data, attention: false });
    let seeds = seeds(&files);
    for Answers { path, incomplete } in files {
        let unanswered = known.missing((&path, None), split, u64::MAX, how)?;
        let incomplete = lacking(incomplete.or(unanswered), seeds, paper.seeds);
        let points = match figure.by {
            Across::Length => {
                let what = format!("{split} by length");
                known.of((&path, None), &what, how, |counted| counted.by_length(split))?
            }
            Across::Inoculation => {
                let count = |counted: &Counted| {
                    counted.share(split, &Selection::default(), false).into_iter().collect()
                };
                let at = of.inoculate.unwrap_or(0);
                let points = known.of((&path, None), &format!("{split} as a whole"), how, count)?;
                points.into_iter().map(|point| Point { at, ..point }).collect()
            }
        };
        all.extend(points.into_iter().map(|point| (point, incomplete.clone())));
    }
    Ok(all)
}

impl DrawnPoint {
    fn new(at: u64, points: &[Point]) -> Self {
        let ours: Vec<f64> = points.iter().map(|point| point.percent).collect();
        let runs: Vec<(f64, u64)> = points.iter().map(|point| (point.percent / 100.0, point.items)).collect();
        let mean = ours.iter().sum::<f64>() / ours.len().max(1) as f64;
        let interval = over_runs(&runs).map_or([mean; 2], |bounds| bounds.map(|bound| bound * 100.0));
        Self { at, items: points.iter().map(|point| point.items).collect(), ours, mean, interval }
    }
}

impl DrawnFigure {
    /// The chart, with intervals of 95 %, and with chance where that is known.
    pub fn picture(&self) -> Picture {
        let line = |line: &DrawnLine| Line {
            name: match &line.incomplete {
                None => line.name.clone(),
                Some(missing) => format!("{}, incomplete: {missing}", line.name),
            },
            points: line.points.iter().map(|point| (point.at as f64, point.mean)).collect(),
            intervals: line.points.iter().map(|point| point.interval.into()).collect(),
            is_dashed: false,
        };
        let mut lines: Vec<Line> = self.lines.iter().map(line).collect();
        if !self.chance.is_empty() {
            let points = self.chance.clone();
            lines.push(Line { name: "chance".to_owned(), points, is_dashed: true, ..Line::default() });
        }
        line_chart(&self.title, (self.across, "% right"), &lines)
    }

    /// The numbers behind it.
    pub fn table(&self) -> Shown {
        let mut table = Shown::new(self.title.clone(), &["", self.across, "right %", "n", "incomplete"]);
        for line in &self.lines {
            for DrawnPoint { at, mean, interval: [low, high], items, .. } in &line.points {
                let items: Vec<String> = items.iter().map(u64::to_string).collect();
                let share = format!("{mean:.2} [{low:.1}, {high:.1}]");
                let missing = line.incomplete.clone().unwrap_or_default();
                table.row([line.name.clone(), at.to_string(), share, items.join(", "), missing]);
            }
        }
        table
    }
}
