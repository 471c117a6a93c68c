//! Scores as pictures.

use wampimuk_draw::{Line, Picture, line_chart, spread_bars};

use super::{Dimension, ModelReport, Report, Spread, Value};

impl Report {
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
