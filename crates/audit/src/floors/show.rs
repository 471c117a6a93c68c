//! Floors as tables and charts.

use super::{FloorRow, Floors, ReaderScore};
use crate::table::{percent, tenths, thousands};
use crate::{Chart, Table};

/// A table of all splits in short: chance, bound and the best of each reader; and one for each split with intervals.
pub fn tables(floors: &Floors, all: bool) -> Vec<Table> {
    let mut tables = Vec::new();
    if floors.rows.is_empty() {
        return tables;
    }
    tables.push(overview(floors));
    if all {
        tables.push(details(floors));
    }
    tables
}

/// In words: what was learnt from, and what readers could count on.
pub fn learnt(floors: &Floors) -> String {
    let mut text = if floors.learnt_items == 0 {
        format!("learnt from {}", floors.learnt_from)
    } else {
        format!("learnt from {} items of {}", thousands(floors.learnt_items), floors.learnt_from)
    };
    if !floors.promises.is_empty() {
        text += &format!("; promises used by \"orders: promised\": {}", floors.promises.join(", "));
    }
    if floors.many_orders > 0 {
        text += &format!("; {} items have more orders than were looked at", thousands(floors.many_orders));
    }
    text
}

/// The readers, each once, in the order in which they are met.
fn readers(floors: &Floors) -> Vec<&'static str> {
    let mut names = Vec::new();
    for score in floors.rows.iter().flat_map(|row| &row.readers) {
        if !names.contains(&score.reader) {
            names.push(score.reader);
        }
    }
    names
}

fn overview(floors: &Floors) -> Table {
    let readers = readers(floors);
    let mut columns = vec!["split", "items of", "n", "chance"];
    let has_nameable = floors.rows.iter().any(|row| row.nameable.is_some());
    columns.extend(has_nameable.then_some("chance among the nameable"));
    let has_bound = floors.rows.iter().any(|row| row.bound.is_some());
    columns.extend(has_bound.then_some("order bound"));
    columns.extend(&readers);
    let title =
        format!("Floors: how often readers without understanding are right, in % ({})", learnt(floors));
    let mut table = Table::new(title, &columns);
    let number = |share: f64| format!("{:.1}", 100.0 * share);
    for row in &floors.rows {
        let mut cells = vec![row.split.clone(), row.group.clone(), thousands(row.items), number(row.chance)];
        if has_nameable {
            cells.push(row.nameable.map_or_else(String::new, number));
        }
        if has_bound {
            cells.push(row.bound.map_or_else(String::new, number));
        }
        let best = |reader: &&str| row.best(reader).map_or_else(String::new, |score| number(score.share()));
        cells.extend(readers.iter().map(best));
        table.row(cells);
    }
    table
}

fn details(floors: &Floors) -> Table {
    let columns = ["split", "items of", "reader", "by", "right", "95 % interval", "n"];
    let mut table = Table::new("Floors with intervals", &columns);
    for row in &floors.rows {
        for score in &row.readers {
            let ReaderScore { reader, by, of, low, high, .. } = *score;
            table.row([
                row.split.clone(),
                row.group.clone(),
                reader.to_owned(),
                by.to_owned(),
                percent(Some(score.share())),
                format!("{:.1} – {:.1}", 100.0 * low, 100.0 * high),
                thousands(of),
            ]);
        }
    }
    table
}

/// A bar for each reader, for each split.
pub fn charts(floors: &Floors) -> Vec<Chart> {
    let chart = |row: &FloorRow| {
        let mut bars = vec![("chance".to_owned(), tenths(row.chance))];
        bars.extend(row.nameable.map(|chance| ("chance among the nameable".to_owned(), tenths(chance))));
        bars.extend(row.bound.map(|bound| ("order bound".to_owned(), tenths(bound))));
        let best = |reader: &str| row.best(reader).map(|score| (reader.to_owned(), tenths(score.share())));
        bars.extend(readers(floors).into_iter().filter_map(best));
        Chart::bars(format!("floors: {}, {}, % right", row.split, row.group), bars)
    };
    floors.rows.iter().map(chart).collect()
}
