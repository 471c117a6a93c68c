//! Floors in short, for people.

use std::fmt::Write as _;

use crate::{FloorRow, ReaderScore, StoredFloors};

/// What the cells of [`FloorRow::cells`] are.
pub const COLUMNS: [&str; 6] = ["split", "items of", "n", "chance %", "floor %", "the reader who reaches it"];

/// What the words of a table of floors mean.
pub const MEANING: &str = "A reader without understanding sees a part of an item only, such as the words in no order, the \
                           world without the command, or the last event of a story, or goes by a rule, such as the nearest \
                           object. Commands without clauses are read whole by whoever has their words, so those readers \
                           do not count there. The floor is what the best of them reaches, with its 95 % interval; chance is a blind \
                           choice, for questions always the most frequent answer of the kind. A model's score means \
                           something above the floor.";

impl FloorRow {
    /// A row of a table; `None` if no reader was tried.
    pub fn cells(&self) -> Option<[String; 6]> {
        let ReaderScore { reader, by, low, high, .. } = self.floor()?;
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let share = self.floor().map_or(0.0, ReaderScore::share);
        Some([
            self.split.clone(),
            self.group.clone(),
            self.items.to_string(),
            percent(self.chance),
            format!("{} ({}–{})", percent(share), percent(*low), percent(*high)),
            if *by == crate::EXACT { (*reader).to_owned() } else { format!("{reader}, {by}") },
        ])
    }
}

impl StoredFloors {
    /// The rows of a table of some splits.
    pub fn cells(&self, wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = [String; 6]> {
        self.floors.rows.iter().filter(move |row| wanted(&row.split)).filter_map(FloorRow::cells)
    }

    /// What was measured, in a sentence.
    pub fn about(&self) -> String {
        let Self { recipe, seed, version, floors, .. } = self;
        let learnt = match floors.learnt_items {
            0 => floors.learnt_from.clone(),
            items => format!("{items} items of {}", floors.learnt_from),
        };
        format!("Measured on `{recipe}` with seed {seed} by version {version}; readers learn from {learnt}.")
    }

    /// The same as a table in Markdown.
    pub fn to_markdown(&self, wanted: impl Fn(&str) -> bool) -> String {
        let mut text = format!("| {} |\n|---|---|---:|---:|---:|---|\n", COLUMNS.join(" | "));
        for [split, group, cells @ ..] in self.cells(wanted) {
            let _ = writeln!(text, "| `{split}` | `{group}` | {} |", cells.join(" | "));
        }
        text
    }
}
