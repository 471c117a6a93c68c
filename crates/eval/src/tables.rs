//! Numbers as tables, for the terminal and the page.

use wampimuk_analysis::paired;
use wampimuk_audit::Table;

use crate::consistency::Consistency;
use crate::examine::Outcome;
use crate::floors::Floor;
use crate::summary::{Compared, RunSummary, SplitSummary, Summary};

pub(crate) fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

fn range([low, high]: [f64; 2]) -> String {
    format!("[{:.1}, {:.1}]", low * 100.0, high * 100.0)
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "–".to_owned())
}

/// Which version of a dataset a run is about.
fn version(run: &RunSummary) -> String {
    if run.changes.is_empty() { "as it is".to_owned() } else { run.changes.join(", ") }
}

impl Summary {
    /// Tables for the terminal and the page.
    pub fn tables(&self) -> Vec<Table> {
        let mut tables = vec![self.accuracy(), self.outcomes()];
        tables.extend(self.pass());
        tables.extend(self.pairs());
        tables.extend(self.forms());
        tables.extend(self.comparisons());
        tables
    }

    /// The breakdowns of all runs, a table for each side.
    pub fn breakdowns(&self) -> Vec<Table> {
        let mut tables: Vec<(String, &'static str, Table)> = Vec::new();
        for run in &self.runs {
            for breakdown in &run.breakdowns {
                let place = tables.iter().position(|(data, by, _)| *data == run.data && *by == breakdown.by);
                let place = place.unwrap_or_else(|| {
                    let heads = self.run_heads(&[breakdown.by, "items", "right %", "95 %"]);
                    let title = format!("{}: right answers by {}", run.data, breakdown.by);
                    tables.push((run.data.clone(), breakdown.by, Table::new(title, &heads)));
                    tables.len() - 1
                });
                for share in &breakdown.values {
                    let mut cells = self.run_cells(run);
                    cells.extend([
                        share.value.clone(),
                        share.items.to_string(),
                        percent(share.accuracy),
                        range(share.interval),
                    ]);
                    tables[place].2.row(cells);
                }
            }
        }
        tables.into_iter().map(|(.., table)| table).collect()
    }

    /// What runs differ in: models, forms in which one is asked about a dataset, changes to the recipe.
    fn several(&self) -> [bool; 3] {
        let models = self.runs.iter().any(|run| run.model != self.runs[0].model);
        let twin = |one: &RunSummary, two: &RunSummary| {
            one.model == two.model && one.data == two.data && one.form != two.form
        };
        let forms = self.runs.iter().any(|one| self.runs.iter().any(|two| twin(one, two)));
        [models, forms, self.runs.iter().any(|run| run.changes != self.runs[0].changes)]
    }

    /// What a run is called among the others: model, form and changes, as far as there are several.
    pub(crate) fn run_cells(&self, run: &RunSummary) -> Vec<String> {
        let [models, forms, changes] = self.several();
        let names = [
            models.then(|| run.model.clone()),
            forms.then(|| run.form.clone()),
            changes.then(|| version(run)),
        ];
        names.into_iter().flatten().collect()
    }

    fn run_heads(&self, more: &[&'static str]) -> Vec<&'static str> {
        let [models, forms, changes] = self.several();
        let names = [models.then_some("model"), forms.then_some("form"), changes.then_some("version")];
        names.into_iter().flatten().chain(more.iter().copied()).collect()
    }

    /// The splits of all runs, each with what tells it from the others.
    fn rows(&self) -> impl Iterator<Item = (Vec<String>, &SplitSummary)> {
        let [models, forms, changes] = self.several();
        self.runs.iter().flat_map(move |run| {
            run.splits.iter().map(move |split| {
                let names = [
                    models.then(|| run.model.clone()),
                    Some(run.data.clone()),
                    forms.then(|| run.form.clone()),
                    changes.then(|| version(run)),
                    Some(split.split.clone()),
                ];
                (names.into_iter().flatten().collect(), split)
            })
        })
    }

    /// The heads of a table with such rows.
    fn heads(&self, more: &[&'static str]) -> Vec<&'static str> {
        let [models, forms, changes] = self.several();
        let names = [
            models.then_some("model"),
            Some("data"),
            forms.then_some("form"),
            changes.then_some("version"),
            Some("split"),
        ];
        names.into_iter().flatten().chain(more.iter().copied()).collect()
    }

    /// Right answers: a row for each split of each dataset, with a column for each run if there are several.
    fn accuracy(&self) -> Table {
        let names = self.columns();
        let gap = |split: &SplitSummary| {
            let gap = split.gap.as_ref()?;
            Some(format!("{:+.1} {}", gap.difference * 100.0, range(gap.interval)))
        };
        let right = |split: &SplitSummary| format!("{} {}", percent(split.accuracy), range(split.interval));
        let has_floors = self.runs.iter().flat_map(|run| &run.splits).any(|split| split.floor.is_some());
        let mut heads = vec!["data", "split", "items", "chance %"];
        if has_floors {
            heads.extend(["reader of a part %", "reader without order %"]);
        }
        let rights: Vec<String> = match &names[..] {
            [_] => vec!["right %".to_owned()],
            names => names.iter().map(|name| format!("{name} %")).collect(),
        };
        let gaps: Vec<String> = match &names[..] {
            [_] => vec!["gap".to_owned()],
            names => names.iter().map(|name| format!("gap of {name}")).collect(),
        };
        heads.extend(rights.iter().chain(&gaps).map(String::as_str));
        let title =
            "Right answers with intervals of 95 %, and the gap from random test items to hold-outs in points";
        let mut table = Table::new(title, &heads);
        for (data, split) in self.splits() {
            let own: Vec<Option<&SplitSummary>> =
                names.iter().map(|name| self.find(name, data, split)).collect();
            let some = || own.iter().flatten();
            let mut cells = vec![data.to_owned(), split.to_owned()];
            cells.push(some().map(|split| split.items).max().unwrap_or(0).to_string());
            cells.push(or_dash(some().find_map(|split| split.chance).map(percent)));
            if has_floors {
                let floor = some().find_map(|split| split.floor.as_ref());
                let shares = [floor.and_then(Floor::of_a_part), floor.and_then(Floor::without_order)];
                cells.extend(shares.map(|best| or_dash(best.map(|best| percent(best.share)))));
            }
            cells.extend(own.iter().map(|split| or_dash(split.filter(|split| split.items > 0).map(right))));
            cells.extend(own.iter().map(|split| or_dash(split.and_then(gap))));
            table.row(cells);
        }
        table
    }

    /// What the runs on one dataset are called, each once, in order.
    fn columns(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for run in &self.runs {
            let name = self.run_cells(run).join(", ");
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The splits of the datasets, each once, in order.
    fn splits(&self) -> Vec<(&str, &str)> {
        let mut names = Vec::new();
        for run in &self.runs {
            for split in &run.splits {
                let name = (run.data.as_str(), split.split.as_str());
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }

    fn find(&self, name: &str, data: &str, split: &str) -> Option<&SplitSummary> {
        let is_own = |run: &&RunSummary| run.data == data && self.run_cells(run).join(", ") == name;
        self.runs.iter().filter(is_own).find_map(|run| run.splits.iter().find(|one| one.split == split))
    }

    fn outcomes(&self) -> Table {
        let has_turns = self.rows().any(|(_, split)| split.turns.is_some());
        let mut heads = self.heads(&["answers"]);
        heads.extend(Outcome::ALL.map(Outcome::name));
        heads.extend(["not read %", "tokens asked", "tokens answered", "median ms"]);
        heads.extend(has_turns.then_some("turns"));
        let mut table = Table::new("What became of the questions", &heads);
        for (names, split) in self.rows() {
            let mut cells = names;
            let count = |outcome: &Outcome| split.outcomes.get(outcome).copied().unwrap_or(0).to_string();
            cells.push(split.outcomes.values().sum::<u64>().to_string());
            cells.extend(Outcome::ALL.iter().map(count));
            cells.extend([
                percent(split.not_read()),
                format!("{:.0}", split.input_tokens),
                format!("{:.0}", split.output_tokens),
                split.median_milliseconds.to_string(),
            ]);
            cells.extend(has_turns.then(|| or_dash(split.turns.map(|turns| format!("{turns:.1}")))));
            table.row(cells);
        }
        table
    }

    fn pass(&self) -> Option<Table> {
        let heads = self.heads(&["one of", "items", "right %", "95 %"]);
        let mut table = Table::new("How likely one of several answers is right", &heads);
        for (names, split) in self.rows() {
            for pass in &split.pass {
                let mut cells = names.clone();
                cells.extend([
                    pass.answers.to_string(),
                    pass.items.to_string(),
                    percent(pass.share),
                    range(pass.interval),
                ]);
                table.row(cells);
            }
        }
        (!table.rows.is_empty()).then_some(table)
    }

    fn pairs(&self) -> Option<Table> {
        let heads =
            self.heads(&["beside", "pairs", "both right %", "95 %", "item %", "other %", "same answer %"]);
        let mut table = Table::new("Consistency: items beside their minimal pairs and paraphrases", &heads);
        for (names, split) in self.rows() {
            for pair in &split.consistency {
                let Consistency { with, pairs, both_right, interval, .. } = pair;
                let mut cells = names.clone();
                cells.extend([
                    with.title().to_owned(),
                    pairs.to_string(),
                    percent(*both_right),
                    range(*interval),
                    percent(pair.item_right),
                    percent(pair.other_right),
                    percent(pair.same_answer),
                ]);
                table.row(cells);
            }
        }
        (!table.rows.is_empty()).then_some(table)
    }

    fn forms(&self) -> Option<Table> {
        let heads = ["model", "data", "split", "forms", "items", "all right %", "95 %", "same answer %"];
        let mut table = Table::new("Consistency: the same items in several forms", &heads);
        for form in &self.forms {
            table.row([
                form.model.clone(),
                form.data.clone(),
                form.split.clone(),
                form.forms.join(", "),
                form.items.to_string(),
                percent(form.all_right),
                range(form.interval),
                percent(form.same_answer),
            ]);
        }
        (!table.rows.is_empty()).then_some(table)
    }

    fn comparisons(&self) -> Vec<Table> {
        let of = |all: &[Compared], what: &str| -> Vec<Table> {
            let mut data: Vec<&str> = all.iter().map(|one| one.data.as_str()).collect();
            data.dedup();
            let table = |name: &str| {
                let own = all.iter().filter(|one| one.data == name);
                let own: Vec<_> = own.map(|one| one.comparison.clone()).collect();
                let mut table = paired::table(&own)?;
                table.title = format!("{name}: {what}");
                Some(table)
            };
            data.into_iter().filter_map(table).collect()
        };
        let mut tables = of(&self.languages, paired::LANGUAGES);
        tables.extend(of(&self.comparisons, "two runs on the same items, in points"));
        tables
    }
}
