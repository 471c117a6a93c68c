//! Scores as pictures.

use wampimuk_draw::{Line, Measured, Picture, grouped_bars, heat_matrix, line_chart, measured_bars};

use super::attention::WordReport;
use super::{
    AttentionReport, Dimension, Measures, ModelReport, Report, SplitReport, Spread, Value, ValueReport,
};
use crate::floors;

/// The most values of a dimension in one chart: those with the most items.
const VALUES: usize = 40;
/// The most templates of a split whose attention is drawn: those with the most items.
const TEMPLATES: usize = 12;
/// What marks across bars are.
const CHANCE: &str = "chance: one of the objects, and everything else right";
const FLOOR: &str = "floor: the best reader without understanding";

impl Report {
    /// The charts of the originals' error analysis: for each model, split and dimension the share of right tokens and of exact
    /// answers, both with their intervals, and how many answers are exact and not. Dimensions with one value have none.
    pub fn breakdowns(&self) -> Vec<Picture> {
        let mut pictures = Vec::new();
        for model in &self.models {
            for split in &model.splits {
                for dimension in Dimension::ALL {
                    pictures.extend(breakdown(name(model), split, dimension).into_iter().flatten());
                }
            }
        }
        pictures
    }

    /// Exact match by split, all models beside each other; where answers end; and by number of actions, a line for each model
    /// and one for chance.
    pub fn pictures(&self) -> Vec<Picture> {
        let mut splits: Vec<&str> = Vec::new();
        for split in self.models.iter().flat_map(|model| &model.splits) {
            if !splits.contains(&split.split.as_str()) {
                splits.push(&split.split);
            }
        }
        let mut pictures = vec![self.by_split(&splits)];
        pictures.extend(self.models.iter().map(positions));
        for split in splits {
            let own = || self.models.iter().filter_map(|model| by_length(model, split));
            let mut lines: Vec<Line> = own().map(|(line, _)| line).collect();
            if lines.iter().any(|line| line.points.len() > 1) {
                lines.extend(own().map(|(_, chance)| chance).next());
                lines.extend(self.floor_across(split, &lines));
                let title = format!("Exact match by number of actions, {split} (n = {})", self.items(split));
                pictures.push(line_chart(&title, ("actions", "%"), &lines));
            }
        }
        pictures
    }

    /// Where models look: for each model and split at which kinds of words and at which cells around the target, and by
    /// template at which words.
    pub fn attention(&self) -> Vec<Picture> {
        let mut pictures = Vec::new();
        for model in &self.models {
            for split in &model.splits {
                let Some(maps) = &split.attention_maps else { continue };
                let of = format!("{}, {}", name(model), split.split);
                if !maps.words.actions.is_empty() {
                    pictures.push(words(&format!("Attention to words, %, {of}"), &maps.words));
                }
                pictures.extend(around(&of, maps));
                for template in maps.templates.iter().take(TEMPLATES).filter(|_| maps.templates.len() > 1) {
                    let title = format!("Attention, %, {of}: {}", template.words.join(" "));
                    pictures.push(words(&title, template));
                }
            }
        }
        pictures
    }

    /// How many items of a split were answered, at most.
    fn items(&self, split: &str) -> u64 {
        let own = self.models.iter().flat_map(|model| &model.splits).filter(|own| own.split == split);
        own.map(|own| own.measures.items).max().unwrap_or(0)
    }

    fn by_split(&self, splits: &[&str]) -> Picture {
        let mut names: Vec<String> = self.models.iter().map(|model| name(model).to_owned()).collect();
        let floor = |split: &str, of: fn(&Measures) -> Option<f64>| {
            let found = self.models.iter().flat_map(|model| &model.splits).find(|own| own.split == split);
            found.and_then(|own| of(&own.measures))
        };
        let has_floor = splits.iter().any(|split| floor(split, |measures| measures.lookup).is_some());
        let bars = |split: &&str| {
            let floor_of_readers = floors::share(self.floors, split).map(percent);
            let of = |model: &ModelReport| {
                let own = model.splits.iter().find(|own| own.split == *split);
                let bar = own.map_or(f64::NAN.into(), |own| exact(&own.measures));
                Measured { marks: [bar.marks[0], floor_of_readers.filter(|_| own.is_some())], ..bar }
            };
            let mut values: Vec<Measured> = self.models.iter().map(of).collect();
            let lookup = floor(split, |measures| measures.lookup);
            values.extend(has_floor.then(|| Measured::from(lookup.map_or(f64::NAN, percent))));
            (format!("{split} (n = {})", self.items(split)), values)
        };
        let groups: Vec<(String, Vec<Measured>)> = splits.iter().map(bars).collect();
        names.extend(has_floor.then(|| "memory of train (floor)".to_owned()));
        measured_bars("Exact match by split, %", &names, [CHANCE, FLOOR], &groups)
    }

    /// The floor of a split across a chart of these lines: it is known of all lengths together.
    fn floor_across(&self, split: &str, lines: &[Line]) -> Option<Line> {
        let floor = percent(floors::share(self.floors, split)?);
        let places = || lines.iter().flat_map(|line| &line.points).map(|(at, _)| *at);
        let (first, last) = (places().reduce(f64::min)?, places().reduce(f64::max)?);
        let points = vec![(first, floor), (last, floor)];
        Some(Line { name: "floor, of all together".to_owned(), points, is_dashed: true, ..Line::default() })
    }
}

/// Where the agent ends up, by split.
fn positions(model: &ModelReport) -> Picture {
    let groups: Vec<(String, Vec<Measured>)> = model
        .splits
        .iter()
        .map(|split| {
            let Measures { row, column, cell, items, .. } = &split.measures;
            let values = [row, column, cell].map(|spread| measured(spread, None));
            (format!("{} (n = {items})", split.split), values.to_vec())
        })
        .collect();
    let title = format!("Where the agent ends up, %, {}", name(model));
    measured_bars(
        &title,
        &["in the right row", "in the right column", "in the right cell"],
        ["", ""],
        &groups,
    )
}

/// Three charts of a dimension.
fn breakdown(model: &str, split: &SplitReport, dimension: Dimension) -> Option<[Picture; 3]> {
    let values = split.by.get(dimension.name()).filter(|values| values.len() > 1)?;
    let mut shown: Vec<(usize, &ValueReport)> = values.iter().enumerate().collect();
    if shown.len() > VALUES {
        shown.sort_by_key(|(place, value)| (std::cmp::Reverse(value.measures.items), *place));
        shown.truncate(VALUES);
        shown.sort_by_key(|(place, _)| *place);
    }
    let more = if shown.len() < values.len() {
        format!(", the {VALUES} most common of {}", values.len())
    } else {
        String::new()
    };
    let title = |what: &str| format!("{what} by {}, {model}, {}{more}", dimension.name(), split.split);
    let label = |value: &ValueReport| format!("{} (n = {})", value.value, value.measures.items);
    let bars = |what: &str, measure: fn(&Measures) -> Measured| {
        let groups: Vec<(String, Vec<Measured>)> =
            shown.iter().map(|(_, value)| (label(value), vec![measure(&value.measures)])).collect();
        measured_bars(&title(what), &[model], [CHANCE, ""], &groups)
    };
    let counts: Vec<(String, Vec<f64>)> = shown
        .iter()
        .map(|(_, value)| {
            let items = value.measures.items as f64;
            let exact = (items * value.measures.exact.mean).round();
            (value.value.to_string(), vec![exact, items - exact])
        })
        .collect();
    Some([
        bars("Right tokens, %", |measures| measured(&measures.accuracy, None)),
        bars("Exact match, %", exact),
        grouped_bars(&title("Answers"), &["exact", "not exact"], &counts),
    ])
}

/// Exact match by number of actions, and what chance is there.
fn by_length(model: &ModelReport, split: &str) -> Option<(Line, Line)> {
    let split = model.splits.iter().find(|own| own.split == split)?;
    let mut line = Line { name: name(model).to_owned(), ..Line::default() };
    let mut chance = Line { name: "chance".to_owned(), is_dashed: true, ..Line::default() };
    for value in split.by.get(Dimension::Length.name())? {
        let Value::Number(length) = value.value else { continue };
        let Measured { value: share, interval, .. } = exact(&value.measures);
        line.points.push((length as f64, share));
        line.intervals.push(interval.unwrap_or((share, share)));
        chance.points.push((length as f64, percent(value.measures.chance)));
    }
    Some((line, chance))
}

fn words(title: &str, report: &WordReport) -> Picture {
    let rows: Vec<(String, Vec<f64>)> = report
        .actions
        .iter()
        .map(|action| {
            let weights = action.weights.iter().copied().map(percent).collect();
            (format!("{} ({} steps)", action.action, action.steps), weights)
        })
        .collect();
    heat_matrix(title, &report.words, &rows)
}

/// The cells around the target; `None` if nothing is known of them.
fn around(of: &str, maps: &AttentionReport) -> Option<Picture> {
    let offset = |at: usize| match at as i32 - AttentionReport::REACH {
        0 => "target".to_owned(),
        offset => format!("{offset:+}"),
    };
    let columns: Vec<String> = (0..maps.around_target.len()).map(offset).collect();
    let rows: Vec<(String, Vec<f64>)> = maps
        .around_target
        .iter()
        .enumerate()
        .map(|(row, weights)| (offset(row), weights.iter().copied().map(percent).collect()))
        .collect();
    let beyond = percent(maps.beyond);
    let title = format!(
        "Attention to cells by where they lie seen from the target, %, {of} ({beyond} % farther away)"
    );
    (!rows.is_empty()).then(|| heat_matrix(&title, &columns, &rows))
}

fn name(model: &ModelReport) -> &str {
    model.model.as_deref().unwrap_or("predictions")
}

fn exact(measures: &Measures) -> Measured {
    measured(&measures.exact, Some(measures.chance))
}

fn measured(spread: &Spread, mark: Option<f64>) -> Measured {
    Measured {
        value: percent(spread.mean),
        interval: spread.interval.map(|[low, high]| (percent(low), percent(high))),
        marks: [mark.map(percent), None],
    }
}

/// With two decimals.
fn percent(share: f64) -> f64 {
    (share * 10_000.0).round() / 100.0
}
