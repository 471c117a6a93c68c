//! Reports as tables.

use std::collections::BTreeMap;

use wampimuk_audit::Table;

use super::measures::Measures;
use super::report::{ModelReport, Report};
use super::{Dimension, Ending, Spread};
use crate::{floors, paired};

impl Report {
    /// For each model: the scores by split, the chosen breakdowns, and where wrong answers lead.
    pub fn tables(&self, by: &[Dimension]) -> Vec<Table> {
        let mut tables = Vec::new();
        for model in &self.models {
            tables.push(self.overview(model));
            tables.push(positions(model));
            tables.extend(by.iter().filter_map(|&dimension| breakdown(model, dimension)));
            tables.extend(endings(model));
            tables.extend(attention(model));
        }
        let splits = self.models.iter().flat_map(|model| &model.splits);
        let names: Vec<&str> = splits.map(|split| split.split.as_str()).collect();
        tables.extend(floors::table(self.floors, &names));
        tables.extend(paired::languages(&self.languages));
        tables.extend(paired::table(&self.comparisons));
        tables
    }

    fn overview(&self, model: &ModelReport) -> Table {
        let columns = columns(model.splits.first().map(|split| &split.measures), self.cap);
        let mut heads = vec!["split", "items"];
        heads.extend(columns.iter().map(|(head, _)| head.as_str()));
        let names: Vec<&str> = model.splits.iter().map(|split| split.split.as_str()).collect();
        let floor = floors::column(self.floors, &names, 2);
        heads.extend(floor.as_ref().map(|_| floors::HEAD));
        let mut table = Table::new(title(model), &heads);
        for split in &model.splits {
            let cells = columns.iter().map(|(_, cell)| cell(&split.measures));
            let floor = floor.as_ref().map(|floor| floor(&split.split));
            let first = [split.split.clone(), split.measures.items.to_string()];
            table.row(first.into_iter().chain(cells).chain(floor));
        }
        table
    }
}

type Column = (String, Box<dyn Fn(&Measures) -> String>);

/// The columns that there is something to say in. Splits of one report have the same.
fn columns(first: Option<&Measures>, cap: Option<usize>) -> Vec<Column> {
    let spread = |head: &str, of: fn(&Measures) -> Option<&Spread>| -> Column {
        (head.to_string(), Box::new(move |measures| of(measures).map_or_else(dash, percent)))
    };
    let share = |head: &str, of: fn(&Measures) -> Option<f64>| -> Column {
        (head.to_string(), Box::new(move |measures| of(measures).map_or_else(dash, number)))
    };
    let mut columns = vec![
        spread("exact match %", |measures| Some(&measures.exact)),
        spread("not read %", |measures| Some(&measures.not_read)),
    ];
    if let Some(cap) = cap {
        columns.push(spread(&format!("first {cap} tokens %"), |measures| measures.within_cap.as_ref()));
    }
    columns.extend([
        spread("fulfils %", |measures| Some(&measures.fulfils)),
        spread("reaches %", |measures| Some(&measures.reached)),
        spread("tokens %", |measures| Some(&measures.accuracy)),
    ]);
    if first.is_some_and(|measures| measures.score.is_some()) {
        columns.push(spread("score %", |measures| measures.score.as_ref()));
    }
    if first.is_some_and(|measures| measures.attention.is_some()) {
        columns.extend([
            spread("looks at target %", |measures| Some(&measures.attention.as_ref()?.on_target)),
            spread("if wrong %", |measures| Some(&measures.attention.as_ref()?.on_target_if_wrong)),
        ]);
    }
    columns.push(share("chance %", |measures| Some(measures.chance)));
    if first.is_some_and(|measures| measures.random.is_some()) {
        columns.push(share("random %", |measures| measures.random));
        columns.push(share("look-up %", |measures| measures.lookup));
    }
    columns
}

/// Where the agent ends up.
fn positions(model: &ModelReport) -> Table {
    let name = model.model.as_deref().unwrap_or("predictions");
    let heads = ["split", "items", "right row %", "right column %", "either %", "both %", "neither %"];
    let mut table = Table::new(format!("Where the agent of {name} ends up"), &heads);
    for split in &model.splits {
        let Measures { items, row, column, row_or_column, cell, .. } = &split.measures;
        let shares = [row, column, row_or_column, cell, &row_or_column.rest()].map(percent);
        table.row([split.split.clone(), items.to_string()].into_iter().chain(shares));
    }
    table
}

/// Which model, how many runs, and what they were selected on.
fn title(model: &ModelReport) -> String {
    let name = model.model.as_deref().unwrap_or("predictions");
    let runs = match model.runs.len() {
        1 => ", with intervals of 95 %".to_owned(),
        runs => format!(", mean ± standard deviation of {runs} runs, with intervals of 95 %"),
    };
    let mut selected: Vec<&str> = model.runs.iter().filter_map(|run| run.selected_on.as_deref()).collect();
    selected.sort_unstable();
    selected.dedup();
    let selected = match selected.as_slice() {
        [] => String::new(),
        splits => format!(", selected on {}", splits.join(", ")),
    };
    format!("{name}{runs}{selected}")
}

/// A row for each split and value.
fn breakdown(model: &ModelReport, dimension: Dimension) -> Option<Table> {
    let name = model.model.as_deref().unwrap_or("predictions");
    let heads = [
        "split",
        dimension.title(),
        "items",
        "exact match %",
        "fulfils %",
        "tokens %",
        "min",
        "max",
        "sd of items",
        "chance %",
    ];
    let mut table = Table::new(format!("{name} by {}", dimension.title()), &heads);
    for split in &model.splits {
        for value in split.by.get(dimension.name()).into_iter().flatten() {
            let measures = &value.measures;
            table.row([
                split.split.clone(),
                value.value.to_string(),
                measures.items.to_string(),
                percent(&measures.exact),
                percent(&measures.fulfils),
                percent(&measures.accuracy),
                number(measures.accuracy_of_items.min),
                number(measures.accuracy_of_items.max),
                number(measures.accuracy_of_items.sd),
                number(measures.chance),
            ]);
        }
    }
    (!table.rows.is_empty()).then_some(table)
}

/// Where wrong answers lead: a row for each place, a column for each split.
fn endings(model: &ModelReport) -> Option<Table> {
    let mut places: BTreeMap<Ending, u64> = BTreeMap::new();
    for ending in model.splits.iter().flat_map(|split| &split.endings) {
        *places.entry(ending.ending).or_default() += ending.count;
    }
    if places.is_empty() {
        return None;
    }
    let splits: Vec<_> = model.splits.iter().filter(|split| !split.endings.is_empty()).collect();
    let name = model.model.as_deref().unwrap_or("predictions");
    let mut heads = vec!["leads to", "why it is there", "what was missed", "count"];
    heads.extend(splits.iter().map(|split| split.split.as_str()));
    let mut table =
        Table::new(format!("Where wrong answers of {name} lead, in % of those of the split"), &heads);
    for (ending, count) in places {
        let (role, missed) = ending.reason().unzip();
        let text = |text: Option<String>| text.unwrap_or_default();
        let shares = splits.iter().map(|split| {
            let found = split.endings.iter().find(|own| own.ending == ending);
            found.map_or_else(dash, |own| format!("{:.1}", own.share * 100.0))
        });
        let head = [
            ending.to_string(),
            text(role.map(|role| role.to_string())),
            text(missed.map(|missed| missed.to_string())),
            count.to_string(),
        ];
        table.row(head.into_iter().chain(shares));
    }
    Some(table)
}

/// Where the model looks: words of one kind together, and then around the target.
fn attention(model: &ModelReport) -> Option<Table> {
    let name = model.model.as_deref().unwrap_or("predictions");
    let maps = || model.splits.iter().filter_map(|split| Some((split, split.attention_maps.as_ref()?)));
    let mut words: Vec<&str> = Vec::new();
    for word in maps().flat_map(|(_, maps)| &maps.words.words) {
        if !words.contains(&word.as_str()) {
            words.push(word);
        }
    }
    let heads = [&["split", "action", "steps"][..], &words].concat();
    let mut table =
        Table::new(format!("Mean attention of {name} to words while it says an action, in %"), &heads);
    for (split, maps) in maps() {
        for action in &maps.words.actions {
            let weight = |word: &&str| {
                let place = maps.words.words.iter().position(|own| own == word);
                place.map_or_else(dash, |place| number(action.weights[place]))
            };
            let head = [split.split.clone(), action.action.to_owned(), action.steps.to_string()];
            table.row(head.into_iter().chain(words.iter().map(weight)));
        }
    }
    (!table.rows.is_empty()).then_some(table)
}

/// A share in per cent, with its interval, and with its spread if there are several runs.
fn percent(spread: &Spread) -> String {
    spread.percent(2)
}

fn number(share: f64) -> String {
    format!("{:.2}", share * 100.0)
}

fn dash() -> String {
    "–".to_string()
}
