//! Reports as pictures.

use std::collections::BTreeSet;

use wampimuk_babi::Kind;
use wampimuk_draw::{HeatCell, HeatRow, HeatTable, Line, Picture, heat_table, line_chart};

use super::composition::{Band, Composition};
use super::inoculation::Inoculation;
use super::report::{Measure, ModelReport, SplitReport};

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

impl Inoculation {
    /// Accuracy over the number of items, a line for each kind of question.
    pub fn picture(&self) -> Picture {
        let line = |name: &str, of: &dyn Fn(&super::Dose) -> Option<Measure>| {
            let points = self.doses.iter().filter_map(|dose| Some((dose.items, of(dose)?)));
            let points: Vec<(u64, Measure)> = points.collect();
            let spread = |(_, measure): &(u64, Measure)| measure.share.sd.unwrap_or(0.0) * 100.0;
            Line {
                name: name.to_string(),
                spread: points.iter().map(spread).collect(),
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
