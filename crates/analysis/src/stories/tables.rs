//! Reports as tables.

use wampimuk_audit::Table;

use super::composition::Band;
use super::inoculation::Inoculation;
use super::report::{GiveReport, Measure, ModelReport, Phrasing, Report, SplitReport};
use crate::{floors, paired};

/// Which model a table is about, if there are several.
fn titled(model: &ModelReport, split: &str, what: &str) -> String {
    format!("{} on {split}: {what}", model.title())
}

impl ModelReport {
    /// What to call it.
    pub fn title(&self) -> String {
        let name = self.model.as_deref().unwrap_or("a model");
        match self.inoculation {
            Some(items) => format!("{name}, tuned on {items} of each kind"),
            None => name.to_string(),
        }
    }
}

impl Measure {
    /// In per cent, with the interval of 95 %, and with the standard deviation where there are several runs.
    pub fn text(&self) -> String {
        self.share.percent(1)
    }
}

fn cell(measure: Option<&Measure>) -> String {
    measure.map_or_else(|| "–".to_string(), Measure::text)
}

/// `1`, `2`, `3` or `≥4`.
fn lines(supports: usize) -> String {
    if supports >= 4 { Band::More.name().to_string() } else { supports.to_string() }
}

impl Report {
    /// All tables: of all models together, then of each model.
    pub fn tables(&self) -> Vec<Table> {
        let mut tables = vec![self.overview()];
        for model in &self.models {
            for split in &model.splits {
                tables.push(split.by_kind(model));
                tables.push(split.by_supports(model));
                if split.give.iter().any(|row| row.give) {
                    tables.push(give(
                        &titled(model, &split.split, "gifts among the supporting lines"),
                        &split.give,
                    ));
                }
                if let Some(phrasing) = &split.phrasing {
                    tables.push(phrasing.table(&titled(model, &split.split, "one fact in two phrasings")));
                }
            }
        }
        tables.extend(floors::table(self.floors, &self.split_names()));
        tables.extend(self.inoculations.iter().map(Inoculation::table));
        tables.extend(paired::languages(&self.languages));
        tables.extend(paired::table(&self.comparisons));
        tables
    }

    fn split_names(&self) -> Vec<&str> {
        self.models.iter().flat_map(|model| &model.splits).map(|split| split.split.as_str()).collect()
    }

    /// Accuracy in per cent by model and split.
    pub fn overview(&self) -> Table {
        let mut columns = vec!["model", "runs", "split", "questions", "accuracy %", "not read %"];
        let floor = floors::column(self.floors, &self.split_names(), 1);
        columns.extend(floor.as_ref().map(|_| floors::HEAD));
        let mut table = Table::new("Right answers, with intervals of 95 %", &columns);
        for model in &self.models {
            for split in &model.splits {
                let items = split.all.items.to_string();
                let runs = split.all.share.runs.len().to_string();
                let not_read = split.not_read.percent(1);
                let floor = floor.as_ref().map(|floor| floor(&split.split));
                let cells = [model.title(), runs, split.split.clone(), items, split.all.text(), not_read];
                table.row(cells.into_iter().chain(floor));
            }
        }
        table
    }
}

impl SplitReport {
    /// Accuracy by kind of question and band of supports, with what guesses reach.
    fn by_kind(&self, model: &ModelReport) -> Table {
        let columns =
            ["question", "questions", "accuracy %", "≤2 lines", "3", "≥4", "chance %", "majority %"];
        let mut table = Table::new(titled(model, &self.split, "by kind of question"), &columns);
        for kind in &self.kinds {
            let band = |band: Band| cell(kind.bands.get(band.name()));
            let percent = |share: f64| format!("{:.1}", share * 100.0);
            table.row([
                kind.kind.name_in_paper().to_string(),
                kind.all.items.to_string(),
                kind.all.text(),
                band(Band::Two),
                band(Band::Three),
                band(Band::More),
                percent(kind.chance.guess),
                percent(kind.chance.majority),
            ]);
        }
        table
    }

    fn by_supports(&self, model: &ModelReport) -> Table {
        let columns = ["supporting lines", "questions", "accuracy %"];
        let mut table = Table::new(titled(model, &self.split, "by number of supporting lines"), &columns);
        for row in &self.supports {
            table.row([lines(row.supports), row.measure.items.to_string(), row.measure.text()]);
        }
        table
    }
}

fn give(title: &str, rows: &[GiveReport]) -> Table {
    let mut table = Table::new(title, &["supporting lines", "gift", "questions", "accuracy %"]);
    for row in rows {
        let gift = if row.give { "with GIVE" } else { "without" };
        let items = row.measure.items.to_string();
        table.row([lines(row.supports), gift.to_string(), items, row.measure.text()]);
    }
    table
}

impl Phrasing {
    fn table(&self, title: &str) -> Table {
        let mut table = Table::new(title, &["yes-no ↓  where-P →", "right", "wrong"]);
        table.row(["right".to_string(), self.both.to_string(), self.only_yes_no.to_string()]);
        table.row(["wrong".to_string(), self.only_where.to_string(), self.neither.to_string()]);
        table
    }
}

impl Inoculation {
    /// Accuracy in per cent by number of items.
    pub fn table(&self) -> Table {
        let kinds = self.kinds();
        let mut columns = vec!["items of each kind", "all"];
        columns.extend(kinds.iter().map(|kind| kind.name_in_paper()));
        let model = self.model.as_deref().unwrap_or("a model");
        let mut table = Table::new(format!("{model} on {}: inoculation, accuracy %", self.split), &columns);
        for dose in &self.doses {
            let own = kinds.iter().map(|&kind| cell(dose.of(kind)));
            table.row([dose.items.to_string(), dose.all.text()].into_iter().chain(own));
        }
        table
    }
}
