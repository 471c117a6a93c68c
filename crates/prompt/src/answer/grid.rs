//! Grids of numbers.

use wampimuk_grid::MAX_SIDE;

use super::Unparsed;

const MOST: usize = MAX_SIDE as usize;

pub(super) fn parse(text: &str) -> Result<Vec<Vec<u64>>, Unparsed> {
    let rows = if text.trim_start().starts_with('[') { json(text)? } else { lines(text)? };
    if rows.is_empty() {
        return Err(Unparsed::Empty);
    }
    if rows.len() > MOST || rows.iter().any(|row| row.len() > MOST) {
        return Err(Unparsed::TooLong { most: MOST, unit: "rows and columns" });
    }
    match rows.iter().any(|row| row.len() != rows[0].len()) {
        true => Err(Unparsed::Grid("rows differ in length")),
        false => Ok(rows),
    }
}

fn json(text: &str) -> Result<Vec<Vec<u64>>, Unparsed> {
    // No grid is as long as this; what is longer is not even looked at.
    if text.len() > MOST * MOST * 24 {
        return Err(Unparsed::TooLong { most: MOST, unit: "rows and columns" });
    }
    serde_json::from_str(text).map_err(|_| Unparsed::Grid("this is no JSON list of lists of numbers"))
}

fn lines(text: &str) -> Result<Vec<Vec<u64>>, Unparsed> {
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let mut row = Vec::new();
        for number in line.split(|c: char| c.is_whitespace() || c == ',' || c == '|') {
            if !number.is_empty() {
                row.push(read(number)?);
            }
            if row.len() > MOST {
                return Err(Unparsed::TooLong { most: MOST, unit: "rows and columns" });
            }
        }
        rows.push(row);
        if rows.len() > MOST {
            return Err(Unparsed::TooLong { most: MOST, unit: "rows and columns" });
        }
    }
    Ok(rows)
}

/// A number in plain digits: signs, which the standard library reads, are not.
fn read(text: &str) -> Result<u64, Unparsed> {
    match text.chars().find(|c| !c.is_ascii_digit()) {
        Some(character) => Err(Unparsed::Character { character, place: "a grid of numbers" }),
        None => text.parse().map_err(|_| Unparsed::Grid("a number is too big")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_in_many_styles() {
        for text in
            ["0 12\n3 4", "0, 12\n 3, 4 ", "[[0,12],[3,4]]", "[\n [0, 12],\n [3, 4]\n]", "|0|12|\n|3|4|"]
        {
            assert_eq!(parse(text), Ok(vec![vec![0, 12], vec![3, 4]]), "{text}");
        }
    }

    #[test]
    fn what_is_no_grid_is_refused() {
        for text in [
            "",
            "1 2\n3",
            "a b\nc d",
            "[1, 2]",
            "[[1], [2, 3]]",
            "-1 2\n3 4",
            "[[-1]]",
            "99999999999999999999",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!(parse(&"1 ".repeat(100)).is_err());
        assert!(parse(&"1\n".repeat(100)).is_err());
    }
}
