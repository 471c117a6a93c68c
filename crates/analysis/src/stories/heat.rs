//! Reports as pictures.

use std::collections::BTreeSet;

use wampimuk_babi::Kind;
use wampimuk_draw::{
    HeatCell, HeatRow, HeatTable, Line, Measured, Picture, heat_table, line_chart, measured_bars,
};

use super::composition::{Band, Composition};
use super::inoculation::Inoculation;
use super::report::{Measure, ModelReport, Report, SplitReport};
use crate::floors;

impl SplitReport {
    /// Figure 3 of the paper: a table for each band of supports, with a row for each composition and a column for each
    /// kind of question. Bands without questions have none.
    pub fn heat_tables(&self, model: &ModelReport) -> Vec<HeatTable> {
        let table = |band: Band| HeatTable {
            title: format!("{} on {}: {} supporting lines", model.title(), self.split, band.name()),
            ..self.band(band)
        };
        Band::ALL.into_iter().map(table).filter(|table| !table.rows.is_empty()).collect()
    }

    /// All bands side by side in one picture.
    pub fn heat_picture(&self, model: &ModelReport) -> Picture {
        let tables = self.heat_tables(model);
        let pictures: Vec<Picture> = tables.iter().map(heat_table).collect();
        Picture::tile(
            &pictures,
            Band::ALL.len(),
            format!("{} on {}: accuracy by composition", model.title(), self.split),
        )
    }

    fn band(&self, band: Band) -> HeatTable {
        let cells = || self.cells.iter().filter(move |cell| cell.supports == band);
        let all = self.cells.iter().fold(Composition::default(), |all, cell| all.or(cell.composition));
        let kinds: BTreeSet<Kind> = self.kinds.iter().map(|kind| kind.kind).collect();
        let mut compositions: Vec<Composition> = cells().map(|cell| cell.composition).collect();
        compositions.dedup();
        let row = |composition: Composition| HeatRow {
            parts: all.names().map(|name| composition.has(name)).collect(),
            cells: kinds
                .iter()
                .map(|&kind| {
                    let cell = cells().find(|cell| (cell.composition, cell.kind) == (composition, kind))?;
                    let framed = cell.seen == Some(true);
                    Some(HeatCell { share: cell.measure.share.mean, framed, poor: cell.poor })
                })
                .collect(),
        };
        HeatTable {
            title: String::new(),
            parts: all.names().map(str::to_string).collect(),
            columns: kinds.iter().map(|kind| kind.name_in_paper().to_string()).collect(),
            rows: compositions.into_iter().map(row).collect(),
            frame: "such questions are in training".to_string(),
        }
    }
}

impl Report {
    /// Accuracy by kind of question and by number of supporting lines: a chart of each for each model and split.
    pub fn pictures(&self) -> Vec<Picture> {
        let of = |model: &ModelReport, split: &SplitReport| {
            let bar = |measure: &Measure, marks: [Option<f64>; 2]| Measured {
                value: percent(measure.share.mean),
                interval: measure.share.interval.map(|[low, high]| (percent(low), percent(high))),
                marks: marks.map(|mark| mark.map(percent)),
            };
            let label = |name: &str, measure: &Measure| format!("{name} (n = {})", measure.items);
            let kinds = split.kinds.iter().map(|kind| {
                let name = label(kind.kind.name_in_paper(), &kind.all);
                let floor = floors::share_of(self.floors, &split.split, kind.kind.name());
                (name, [bar(&kind.all, [Some(kind.chance.majority), floor])])
            });
            let kinds: Vec<(String, [Measured; 1])> = kinds.collect();
            let supports = split.supports.iter().map(|row| {
                let more = if row.supports >= 4 { " and more" } else { "" };
                (label(&format!("{}{more}", row.supports), &row.measure), [bar(&row.measure, [None; 2])])
            });
            let supports: Vec<(String, [Measured; 1])> = supports.collect();
            let title = |what: &str| format!("Accuracy by {what}, %, {} on {}", model.title(), split.split);
            let marks =
                ["always saying what is right most often", "floor: the best reader without understanding"];
            [
                measured_bars(&title("kind of question"), &[""], marks, &kinds),
                measured_bars(&title("number of supporting lines"), &[""], ["", ""], &supports),
            ]
        };
        let splits =
            self.models.iter().flat_map(|model| model.splits.iter().map(move |split| (model, split)));
        splits.flat_map(|(model, split)| of(model, split)).collect()
    }
}

/// With one decimal.
fn percent(share: f64) -> f64 {
    (share * 1000.0).round() / 10.0
}

impl Inoculation {
    /// Accuracy over the number of items, a line for each kind of question.
    pub fn picture(&self) -> Picture {
        let line = |name: &str, of: &dyn Fn(&super::Dose) -> Option<Measure>| {
            let points = self.doses.iter().filter_map(|dose| Some((dose.items, of(dose)?)));
            let points: Vec<(u64, Measure)> = points.collect();
            let interval = |(_, measure): &(u64, Measure)| {
                let mean = measure.share.mean * 100.0;
                measure.share.interval.map_or((mean, mean), |[low, high]| (low * 100.0, high * 100.0))
            };
            Line {
                name: name.to_string(),
                intervals: points.iter().map(interval).collect(),
                is_dashed: false,
                points: points.iter().map(|(items, own)| (*items as f64, own.share.mean * 100.0)).collect(),
            }
        };
        let mut lines = vec![line("all", &|dose| Some(dose.all.clone()))];
        for kind in self.kinds() {
            lines.push(line(kind.name_in_paper(), &|dose| dose.of(kind).cloned()));
        }
        let model = self.model.as_deref().unwrap_or("a model");
        let title = format!("{model} on {}: tuned on items of the hold-out", self.split);
        line_chart(&title, ("items of each kind of question", "accuracy in per cent"), &lines)
    }
}
