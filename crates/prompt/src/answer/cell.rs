//! Cells.

use wampimuk_grid::Cell;

use super::Unparsed;

pub(super) fn parse(text: &str) -> Result<Cell, Unparsed> {
    let [mut row, mut column] = [None; 2];
    let mut plain: [Option<u8>; 2] = [None; 2];
    let mut label: Option<bool> = None;
    let mut rest = text.trim_end_matches('.');
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_digit() {
            let digits = &rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())];
            rest = &rest[digits.len()..];
            let number = digits.parse().map_err(|_| Unparsed::Cell("a number is too big"))?;
            let slot = match label.take() {
                Some(true) => &mut row,
                Some(false) => &mut column,
                None if plain[0].is_none() => &mut plain[0],
                None => &mut plain[1],
            };
            if slot.replace(number).is_some() {
                return Err(Unparsed::Cell("there are too many numbers"));
            }
        } else if first.is_ascii_alphabetic() {
            let word = &rest[..rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len())];
            rest = &rest[word.len()..];
            let is = |name: &str| word.eq_ignore_ascii_case(name);
            let named = match () {
                () if is("row") => Some(true),
                () if is("column") || is("col") => Some(false),
                () if is("and") && label.is_none() => None,
                () => return Err(Unparsed::Cell("there are other words")),
            };
            if named.is_some() && label.is_some() {
                return Err(Unparsed::Cell("a number is missing"));
            }
            label = named;
        } else if first.is_whitespace() || ",;()[]{}:=\"'".contains(first) {
            rest = &rest[first.len_utf8()..];
        } else {
            return Err(Unparsed::Character { character: first, place: "a cell" });
        }
    }
    match (row, column, plain, label) {
        (Some(row), Some(column), [None, None], None) | (None, None, [Some(row), Some(column)], None) => {
            Ok(Cell::new(row, column))
        }
        (None, None, [None, None], None) => Err(Unparsed::Empty),
        (_, _, [None, None], _) => Err(Unparsed::Cell("a number is missing")),
        (None, None, ..) => Err(Unparsed::Cell("a number is missing")),
        _ => Err(Unparsed::Cell("one number has a label and another has none")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_in_many_styles() {
        for text in [
            "row 3, column 2",
            "Row 3, Column 2.",
            "column 2, row 3",
            "(3, 2)",
            "3, 2",
            "[3,2]",
            "3 2",
            "row=3 col=2",
            "row 3 and column 2",
            r#"{"row": 3, "column": 2}"#,
        ] {
            assert_eq!(parse(text), Ok(Cell::new(3, 2)), "{text}");
        }
    }

    #[test]
    fn what_is_no_cell_is_refused() {
        for text in [
            "",
            "3",
            "1, 2, 3",
            "row 3",
            "row 3, 2",
            "row 3, row 2",
            "the red circle",
            "row -3, column 2",
            "row, column 2",
            "300, 2",
            "3.5, 2",
            "row row 3",
            "99999999999999999999, 1",
            "row 3, column 2, 1",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
