//! What readers without understanding reach, beside what models do.

use wampimuk_audit::Table;
use wampimuk_floors::{COLUMNS, ReaderScore, StoredFloors};

/// What the word means, for pages about scores.
#[cfg(feature = "files")]
pub(crate) const FLOOR: &str = "Floor: what the best reader without understanding reaches on the split, as measured beforehand for \
                                shipped recipes; of commands, it finds the target, and everything else is done right. Scores mean \
                                something above it.";

/// The floor of a split in per cent; `None` if it was not measured.
pub(crate) fn percent(floors: Option<&StoredFloors>, split: &str) -> Option<f64> {
    floors?.floors.split(split)?.floor().map(|score| 100.0 * ReaderScore::share(score))
}

/// The floors of some splits, by pattern of the commands or kind of the questions.
pub(crate) fn table<'s>(
    floors: Option<&StoredFloors>,
    splits: impl Iterator<Item = &'s str>,
) -> Option<Table> {
    let (floors, splits) = (floors?, splits.collect::<Vec<_>>());
    let mut table = Table::new(format!("Floors. {}", floors.about()), &COLUMNS);
    floors.cells(|split| splits.contains(&split)).for_each(|cells| table.row(cells));
    (!table.rows.is_empty()).then_some(table)
}
