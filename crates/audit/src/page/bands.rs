//! Tables with more columns than a page has room for, in bands of columns below each other.

use std::ops::Range;

use crate::Table;

/// How wide a table may be, in pixels: what a window of 1,200 leaves between its margins.
const PAGE: usize = 1120;
/// Room at both sides of a cell.
const PADDING: usize = 23;
/// Most letters are narrower, even in the wide fonts that some systems have.
const LETTER: usize = 9;
/// From how many letters on a text has room for [`PARAGRAPH`] of them in a line.
const LONG: usize = 40;
/// How many letters of a long text a line has at least: `.t` of the style.
const PARAGRAPH: usize = 28;

/// Whether a cell's text is so long that it becomes a tower of words in a narrow column.
pub(super) fn is_long(text: &str) -> bool {
    text.chars().nth(LONG).is_some()
}

/// Groups of columns that fit on a page beside the labels, which are the columns before the first one of numbers; one group
/// if all of them do.
pub(super) fn bands(table: &Table, is_number: &[bool]) -> Vec<Vec<usize>> {
    let labels = is_number.iter().position(|&is| is).unwrap_or(0);
    let widths: Vec<usize> =
        is_number.iter().enumerate().map(|(column, &is)| width(table, column, is)).collect();
    let room = PAGE.saturating_sub(widths[..labels].iter().sum());
    let with_labels = |columns: Range<usize>| (0..labels).chain(columns).collect();
    let (mut bands, mut first, mut used) = (Vec::new(), labels, 0);
    for (column, width) in widths.iter().enumerate().skip(labels) {
        if used + width > room && column > first {
            bands.push(with_labels(first..column));
            (first, used) = (column, 0);
        }
        used += width;
    }
    bands.push(with_labels(first..widths.len()));
    bands
}

/// How narrow a column can be: numbers stay on one line, texts break between words.
fn width(table: &Table, column: usize, is_number: bool) -> usize {
    let longest_word = |text: &str| {
        let words = text.replace(" ± ", "_±_");
        words.split(' ').map(|word| word.chars().count()).max().unwrap_or(0)
    };
    let cells = table.rows.iter().filter_map(|row| row.get(column));
    let cell = |text: &String| match text.split_once(" [") {
        _ if is_number => text.chars().count(),
        _ if is_long(text) => PARAGRAPH.max(longest_word(text)),
        // An interval is not broken, nor is a mean with its deviation.
        Some((value, interval)) => longest_word(value).max(interval.chars().count() + 1),
        None => longest_word(text),
    };
    let longest = cells.map(cell).chain([longest_word(&table.columns[column])]).max().unwrap_or(0);
    PADDING + LETTER * longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_beyond_the_page_stand_below_with_their_labels() {
        let heads: Vec<String> = (0..30).map(|number| format!("how many of {number}")).collect();
        let heads: Vec<&str> =
            ["split", "items of"].into_iter().chain(heads.iter().map(String::as_str)).collect();
        let mut table = Table::new("Floors", &heads);
        table
            .row(["dev".to_owned(), "all".to_owned()].into_iter().chain((0..30).map(|_| "100.0".to_owned())));
        let is_number: Vec<bool> = (0..32).map(|column| column > 1).collect();
        let bands = bands(&table, &is_number);
        assert!(bands.len() > 1 && bands.iter().all(|band| band[..2] == [0, 1]), "{bands:?}");
        let rest: Vec<usize> = bands.iter().flat_map(|band| band[2..].iter().copied()).collect();
        assert_eq!(rest, (2..32).collect::<Vec<usize>>());
        let room = |band: &Vec<usize>| {
            band.iter().map(|&column| width(&table, column, is_number[column])).sum::<usize>()
        };
        assert!(bands.iter().all(|band| room(band) <= PAGE));
        let few = Table::new("Few", &["a", "b"]);
        assert_eq!(super::bands(&few, &[true, true]), [[0, 1]]);
        assert_eq!(super::bands(&few, &[false, false]), [[0, 1]]);
    }
}
