//! Tables of shares for the terminal.

use std::fmt::Write as _;

use super::{BelowChance, HeatCell, HeatTable, PERHAPS, SURELY};
use crate::terminal::plain;

/// A table of shares as text: `[93]` is framed, `▼` is poorer than a guess, `▽` is so too, perhaps by bad luck. Colours
/// add shades and nothing else.
pub fn heat_table_text(table: &HeatTable, colour: bool) -> String {
    let (title, columns): (String, Vec<String>) =
        (plain(&table.title), table.columns.iter().map(|name| plain(name)).collect());
    let labels: Vec<String> = table.rows.iter().map(|row| label(table, &row.parts)).collect();
    let side = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = columns.iter().map(|name| name.chars().count().max(6)).collect();
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = match colour {
        true => writeln!(text, "\x1b[1m{title}\x1b[0m"),
        false => writeln!(text, "{title}"),
    };
    if table.rows.is_empty() {
        text.push_str("nothing to show\n");
        return text;
    }
    text.push_str(&" ".repeat(side));
    for (name, width) in columns.iter().zip(&widths) {
        let _ = write!(text, "  {name:>width$}");
    }
    text.push('\n');
    for (label, row) in labels.iter().zip(&table.rows) {
        let _ = write!(text, "{label:<side$}");
        for (column, &width) in widths.iter().enumerate() {
            text.push_str("  ");
            text.push_str(&cell(row.cell(column), width, colour));
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text.push_str(&key(table));
    text
}

/// The parts of a row, joined.
fn label(table: &HeatTable, parts: &[bool]) -> String {
    let names: Vec<&str> =
        table.parts.iter().zip(parts).filter_map(|(name, &has)| has.then_some(name.as_str())).collect();
    if names.is_empty() { "–".to_string() } else { plain(&names.join("+")) }
}

fn cell(cell: Option<HeatCell>, width: usize, colour: bool) -> String {
    let Some(cell) = cell else { return format!("{:>width$}", "·  ") };
    let sign = match cell.poor {
        BelowChance::No => ' ',
        BelowChance::Perhaps => '▽',
        BelowChance::Surely => '▼',
    };
    let number = if cell.framed { format!("[{}]", cell.number()) } else { format!("{} ", cell.number()) };
    let text = format!("{:>width$}", format!("{number}{sign}"));
    if !colour {
        return text;
    }
    let (back, ink) = (cell.shade(), cell.ink());
    let [r, g, b] = [back.red, back.green, back.blue];
    format!("\x1b[48;2;{r};{g};{b};38;2;{};{};{}m{text}\x1b[0m", ink.red, ink.green, ink.blue)
}

/// What the signs mean, as far as there are any.
fn key(table: &HeatTable) -> String {
    let cells = || table.rows.iter().flat_map(|row| row.cells.iter().flatten());
    let mut parts = Vec::new();
    if cells().any(|cell| cell.framed) {
        parts.push(format!("[ ] {}", table.frame));
    }
    if cells().any(|cell| cell.poor == BelowChance::Surely) {
        parts.push(format!("▼ {SURELY}"));
    }
    if cells().any(|cell| cell.poor == BelowChance::Perhaps) {
        parts.push(format!("▽ {PERHAPS}"));
    }
    if parts.is_empty() { String::new() } else { format!("{}\n", parts.join("   ")) }
}
