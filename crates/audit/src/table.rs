//! Tables for the terminal.

use serde::Serialize;

/// A table of texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// The heads of its columns.
    pub columns: Vec<String>,
    /// Its rows, each with one text for each column.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new(title: impl Into<String>, columns: &[&str]) -> Self {
        let columns = columns.iter().map(ToString::to_string).collect();
        Self { title: title.into(), columns, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Aligned text: the title, the heads, the rows. Columns of numbers are aligned to the right.
    pub fn to_text(&self) -> String {
        let cell = |row: &[String], column: usize| row.get(column).map_or("", String::as_str).to_string();
        let columns = 0..self.columns.len();
        let widths: Vec<usize> = columns
            .clone()
            .map(|column| {
                let cells = self.rows.iter().map(|row| cell(row, column).chars().count());
                cells.chain([self.columns[column].chars().count()]).max().unwrap_or(0)
            })
            .collect();
        let right: Vec<bool> =
            columns.clone().map(|column| self.rows.iter().all(|row| is_number(&cell(row, column)))).collect();
        let line = |row: &[String]| {
            let cells: Vec<String> = columns
                .clone()
                .map(|column| {
                    let (text, width) = (cell(row, column), widths[column]);
                    if right[column] { format!("{text:>width$}") } else { format!("{text:<width$}") }
                })
                .collect();
            cells.join("  ").trim_end().to_string()
        };
        let lines = [line(&self.columns)].into_iter().chain(self.rows.iter().map(|row| line(row)));
        format!("{}\n{}\n", self.title, lines.collect::<Vec<_>>().join("\n"))
    }

    /// As Markdown, without the title. Columns of numbers are aligned to the right.
    pub fn to_markdown(&self) -> String {
        let line = |cells: &mut dyn Iterator<Item = String>| {
            format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
        };
        let row = |cells: &[String]| line(&mut cells.iter().map(|cell| markdown_cell(cell)));
        let rule = (0..self.columns.len()).map(|column| {
            let is_right = self.rows.iter().all(|row| row.get(column).is_none_or(|cell| is_number(cell)));
            if is_right { "--:" } else { "---" }.to_owned()
        });
        let rule = line(&mut { rule });
        let rows: String = self.rows.iter().map(|cells| row(cells)).collect();
        [row(&self.columns), rule, rows].concat()
    }

    /// As CSV (RFC 4180): a line for the heads, one for each row. Cells that a spreadsheet would take for a formula begin with
    /// an apostrophe; numbers are no formulas.
    pub fn to_csv(&self) -> String {
        let line =
            |cells: &[String]| cells.iter().map(|cell| csv_cell(cell)).collect::<Vec<_>>().join(",") + "\r\n";
        [&self.columns].into_iter().chain(&self.rows).map(|cells| line(cells)).collect()
    }
}

/// Several tables in one CSV: each begins with its title and ends with an empty line.
pub fn tables_to_csv(tables: &[Table]) -> String {
    let one = |table: &Table| format!("{}\r\n{}", csv_cell(&table.title), table.to_csv());
    tables.iter().map(one).collect::<Vec<_>>().join("\r\n")
}

/// A text as it is, in a table of Markdown.
fn markdown_cell(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => cell.push_str("&lt;"),
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' => cell.extend(['\\', c]),
            c if c.is_control() => cell.push(' '),
            c => cell.push(c),
        }
    }
    cell
}

fn csv_cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number(text);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// Whether a text can stand in a column of numbers; the empty text and the dash can.
fn is_number(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '–' | '+' | '%' | ' '))
}

/// A number with separators between its thousands.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share in per cent, or a dash where there is nothing to take a share of.
pub(crate) fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_string(), |share| format!("{:.1} %", share * 100.0))
}

/// The same with a second decimal where the first alone would hide that it is neither nothing nor everything.
pub(crate) fn fine_percent(share: Option<f64>) -> String {
    match share {
        Some(share) if share > 0.0 && share < 0.01 || share > 0.99 && share < 1.0 => {
            format!("{:.2} %", share * 100.0)
        }
        share => percent(share),
    }
}

/// A share in per cent with one decimal, for bars.
pub(crate) fn tenths(share: f64) -> f64 {
    (share * 1000.0).round() / 10.0
}

/// `part / whole`, unless the whole is nothing.
pub(crate) fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_csv_are_quoted_where_needed() {
        let mut table = Table::new("Sizes, \"all\"", &["split", "items"]);
        table.row(["train".to_string(), thousands(367_933)]);
        table.row(["=1+1", "-3.5"]);
        assert_eq!(table.to_csv(), "split,items\r\ntrain,\"367,933\"\r\n'=1+1,-3.5\r\n");
        let both = tables_to_csv(&[table.clone(), table]);
        assert!(both.starts_with("\"Sizes, \"\"all\"\"\"\r\nsplit,items\r\n"), "{both}");
        assert_eq!(both.matches("\r\n\r\n").count(), 1);
    }

    #[test]
    fn cells_of_markdown_are_texts() {
        let mut table = Table::new("Sizes", &["split", "n"]);
        table.row(["a|b_c <i>".to_string(), thousands(18)]);
        assert_eq!(table.to_markdown(), "| split | n |\n| --- | --: |\n| a\\|b\\_c &lt;i> | 18 |\n");
    }

    #[test]
    fn numbers_are_aligned_to_the_right() {
        let mut table = Table::new("Sizes", &["split", "items"]);
        table.row(["train".to_string(), thousands(367_933)]);
        table.row(["visual_easier".to_string(), thousands(18)]);
        assert_eq!(
            table.to_text(),
            "Sizes\nsplit            items\ntrain          367,933\nvisual_easier       18\n"
        );
        assert_eq!([thousands(0), thousands(1000), thousands(999)], ["0", "1,000", "999"]);
        assert_eq!([percent(share(1, 8)), percent(share(1, 0))], ["12.5 %", "–"]);
    }
}
