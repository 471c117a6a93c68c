//! Scores as pictures.

use wampimuk_draw::{Line, Picture, grouped_bars, line_chart, spread_bars};

use super::{Dimension, ModelReport, Report, SplitReport, Spread, Value, ValueReport};

/// The most values of a dimension in one chart: those with the most items.
const VALUES: usize = 40;

impl Report {
    /// The charts of the originals' error analysis: for each model, split and dimension the share of right tokens and of exact
    /// answers, both with their deviation over runs, and how many answers are exact and not. Dimensions with one value have none.
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

    /// Exact match by split, all models beside each other, and by number of actions, a line for each model.
    pub fn pictures(&self) -> Vec<Picture> {
        let names: Vec<&str> = self.models.iter().map(name).collect();
        let mut splits: Vec<&str> = Vec::new();
        for split in self.models.iter().flat_map(|model| &model.splits) {
            if !splits.contains(&split.split.as_str()) {
                splits.push(&split.split);
            }
        }
        let bars = |split: &&str| {
            let values = self.models.iter().map(|model| {
                let own = model.splits.iter().find(|own| own.split == *split);
                own.map_or((f64::NAN, 0.0), |own| percent(&own.measures.exact))
            });
            (split.to_string(), values.collect::<Vec<_>>())
        };
        let groups: Vec<(String, Vec<(f64, f64)>)> = splits.iter().map(bars).collect();
        let mut pictures = vec![spread_bars("Exact match by split, %", &names, &groups)];
        for split in splits {
            let lines: Vec<Line> = self.models.iter().filter_map(|model| by_length(model, split)).collect();
            if lines.iter().any(|line| line.points.len() > 1) {
                let title = format!("Exact match by number of actions, {split}");
                pictures.push(line_chart(&title, ("actions", "%"), &lines));
            }
        }
        pictures
    }
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
    let bars = |what: &str, measure: fn(&ValueReport) -> &Spread| {
        let groups: Vec<(String, Vec<(f64, f64)>)> =
            shown.iter().map(|(_, value)| (label(value), vec![percent(measure(value))])).collect();
        spread_bars(&title(what), &[model], &groups)
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
        bars("Right tokens, %", |value| &value.measures.accuracy),
        bars("Exact match, %", |value| &value.measures.exact),
        grouped_bars(&title("Answers"), &["exact", "not exact"], &counts),
    ])
}

fn by_length(model: &ModelReport, split: &str) -> Option<Line> {
    let split = model.splits.iter().find(|own| own.split == split)?;
    let mut line = Line { name: name(model).to_string(), ..Line::default() };
    for value in split.by.get(Dimension::Length.name())? {
        let Value::Number(length) = value.value else { continue };
        let (mean, sd) = percent(&value.measures.exact);
        line.points.push((length as f64, mean));
        line.spread.push(sd);
    }
    Some(line)
}

fn name(model: &ModelReport) -> &str {
    model.model.as_deref().unwrap_or("predictions")
}

fn percent(spread: &Spread) -> (f64, f64) {
    ((spread.mean * 10_000.0).round() / 100.0, spread.sd.unwrap_or(0.0) * 100.0)
}
