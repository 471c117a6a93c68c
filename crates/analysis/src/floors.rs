//! What readers without understanding reach, beside what models do.

use wampimuk_audit::Table;
use wampimuk_floors::{COLUMNS, ReaderScore, StoredFloors};

/// What the word means, for pages about scores.
#[cfg(feature = "files")]
pub(crate) const FLOOR: &str = "Floor: what the best reader without understanding reaches on the split, as measured beforehand for \
                                shipped recipes; of commands, it finds the target, and everything else is done right. Scores mean \
                                something above it.";

/// The head of a column of floors.
pub(crate) const HEAD: &str = "floor %";

/// The floor of each split, with so many digits; `None` if none of these splits has any.
pub(crate) fn column<'f>(
    floors: Option<&'f StoredFloors>,
    splits: &[&str],
    digits: usize,
) -> Option<impl Fn(&str) -> String + use<'f>> {
    let floor = move |split: &str| Some(100.0 * share(floors, split)?);
    splits.iter().any(|split| floor(split).is_some()).then_some(move |split: &str| {
        floor(split).map_or_else(|| "–".to_owned(), |percent| format!("{percent:.digits$}"))
    })
}

/// The floor of a split, as a share; `None` if it is not known.
pub(crate) fn share(floors: Option<&StoredFloors>, split: &str) -> Option<f64> {
    floors?.floors.split(split)?.floor().map(ReaderScore::share)
}

/// The floor of the items of a kind or pattern, as a share.
pub(crate) fn share_of(floors: Option<&StoredFloors>, split: &str, group: &str) -> Option<f64> {
    floors?.floors.row(split, group)?.floor().map(ReaderScore::share)
}

/// The floors of some splits, by pattern of the commands or kind of the questions.
pub(crate) fn table(floors: Option<&StoredFloors>, splits: &[&str]) -> Option<Table> {
    let floors = floors?;
    let mut table = Table::new(format!("Floors. {}", floors.about()), &COLUMNS);
    floors.cells(|split| splits.contains(&split)).for_each(|cells| table.row(cells));
    (!table.rows.is_empty()).then_some(table)
}
