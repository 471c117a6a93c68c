//! The results for commands with relative clauses, as tables and charts.

use super::{AuditReport, Figure, PatternAudit, SplitAudit};
use crate::table::{fine_percent, tenths, thousands};
use crate::{Chart, Table};

impl AuditReport {
    /// For each pattern, a table of all figures with a column for each split, and the referents under each choice of
    /// meaning.
    pub(super) fn patterns(&self) -> Vec<Table> {
        let mut tables: Vec<Table> = self.all.patterns.iter().map(|pattern| self.pattern(pattern)).collect();
        if !tables.is_empty() {
            tables.push(self.variants());
        }
        tables
    }

    fn pattern(&self, all: &PatternAudit) -> Table {
        let pattern = all.pattern.as_str();
        let with = |split: &SplitAudit| split.patterns.iter().find(|other| other.pattern == pattern).cloned();
        let splits: Vec<(&str, Vec<Figure>)> = self
            .splits
            .iter()
            .filter_map(|split| Some((split.split.as_str(), with(split)?.figures())))
            .collect();
        let figures = all.figures();
        let known = figures.iter().find_map(|figure| figure.known(pattern));
        let mut columns = vec!["check", "what"];
        columns.extend(splits.iter().map(|(split, _)| *split));
        columns.extend((splits.len() > 1).then_some("all"));
        columns.extend(["of", "published"]);
        if known.is_none() {
            columns.pop();
        }
        let mut title = format!("Commands of the form {pattern}: {} examples", thousands(all.examples));
        if let Some(known) = known {
            title += &format!("; published: {}", known.source);
        }
        let mut table = Table::new(title, &columns);
        let mut check = "";
        for figure in &figures {
            let mut row = vec![if figure.check == check { String::new() } else { figure.check.to_string() }];
            check = figure.check;
            row.push(figure.what.clone());
            for (_, others) in &splits {
                let same = others.iter().find(|other| other.check == check && other.what == figure.what);
                row.push(fine_percent(same.and_then(|figure| figure.value)));
            }
            if splits.len() > 1 {
                row.push(fine_percent(figure.value));
            }
            row.push(thousands(figure.of));
            if known.is_some() {
                let known = figure.known(pattern);
                row.push(known.map_or_else(String::new, |known| fine_percent(Some(known.value))));
            }
            table.row(row);
        }
        table
    }

    fn variants(&self) -> Table {
        let columns = ["pattern", "meaning", "one referent", "several", "none", "exactly the target"];
        let mut table = Table::new(
            format!("Referents under each choice of meaning (otherwise as judged: {})", self.reading),
            &columns,
        );
        for pattern in &self.all.patterns {
            let mut name = pattern.pattern.as_str();
            for variant in &pattern.variants {
                let referents = variant.referents;
                let shares = [referents.unique, referents.ambiguous, referents.empty, referents.target];
                let names = [name, variant.name].map(String::from);
                table.row(names.into_iter().chain(shares.map(|share| fine_percent(share.value()))));
                name = "";
            }
        }
        table
    }

    /// Ceilings of shortcuts, idle words and pivots of each pattern, and the cells of targets.
    pub(super) fn pattern_charts(&self) -> Vec<Chart> {
        let mut charts = Vec::new();
        for pattern in &self.all.patterns {
            let figures = pattern.figures();
            let bars = |check: &str, only: &dyn Fn(&str) -> Option<String>| -> Vec<(String, f64)> {
                let of_check = figures.iter().filter(|figure| figure.check == check);
                of_check.filter_map(|figure| Some((only(&figure.what)?, tenths(figure.value?)))).collect()
            };
            let all = |what: &str| Some(what.to_string());
            // Shares of examples are no bars among shares of words and clauses.
            let parts = |what: &str| {
                let examples = what.starts_with("examples") || what.starts_with('…');
                (!examples).then(|| what.to_string())
            };
            let mut add = |what: &str, bars: Vec<(String, f64)>| {
                if !bars.is_empty() {
                    charts.push(Chart::bars(format!("{what}, % ({})", pattern.pattern), bars));
                }
            };
            add("target found by a reader with a handicap", bars("shortcuts", &all));
            add("idle words", bars("idle words", &parts));
            add("idle clauses", bars("idle clauses", &parts));
            for what in ["same row: in ", "same column: in "] {
                let places = bars("pivots", &|name| name.strip_prefix(what).map(String::from));
                add(&format!("pivot of {}", what.trim_end_matches(": in ")), places);
            }
            add("target is the only referent", bars("target is the referent", &all));
        }
        let cells = &self.all.target_cells.cells;
        let values = cells.iter().map(|row| row.iter().map(|&count| count as f64).collect());
        charts.push(Chart::grid("target cells", values.collect()));
        charts
    }
}
