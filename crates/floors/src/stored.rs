//! Floors of shipped recipes, measured beforehand by `cargo xtask probes --save`.
//!
//! They are lines of fields with tabs between them, so that a new measurement is a readable difference:
//!
//! ```text
//! recipe   NAME  DIGEST  SEED  VERSION  QUESTIONS OR ITEMS LEARNT FROM  WHAT WAS LEARNT FROM
//! items    SPLIT  GROUP  HOW MANY  CHANCE  CHANCE AMONG THE NAMEABLE  BOUND OF WORD ORDER
//! reader   NAME  HOW IT LEARNT  HOW MANY IT IS RIGHT ABOUT  OF HOW MANY
//! ```

use std::fmt::Write as _;
use std::sync::LazyLock;

use serde::Serialize;

use crate::{FloorRow, Floors, ReaderScore};

const TEXT: &str = include_str!("../measured.tsv");

static STORED: LazyLock<Vec<StoredFloors>> = LazyLock::new(|| read(TEXT).unwrap_or_default());

/// The floors of a recipe, as measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StoredFloors {
    /// The recipe's name.
    pub recipe: String,
    /// The digest of its `[generate]` section.
    pub digest: String,
    /// The seed of the dataset that was measured.
    pub seed: u64,
    /// The version that measured it.
    pub version: String,
    /// What was measured. Of each reader, the better way to learn is kept.
    pub floors: Floors,
}

/// The floors of the shipped recipe whose `[generate]` section has this digest.
pub fn floors_of(digest: &str) -> Option<&'static StoredFloors> {
    stored().iter().find(|stored| stored.digest == digest)
}

/// All floors that are stored, by the names of their recipes.
pub fn stored() -> &'static [StoredFloors] {
    &STORED
}

impl StoredFloors {
    /// The floors as they are stored.
    pub fn to_text(&self) -> String {
        let Self { recipe, digest, seed, version, floors } = self;
        let mut text = format!(
            "recipe\t{recipe}\t{digest}\t{seed}\t{version}\t{}\t{}\n",
            floors.learnt_items, floors.learnt_from
        );
        for row in &floors.rows {
            let share = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |share| share.to_string());
            let _ = writeln!(
                text,
                "items\t{}\t{}\t{}\t{}\t{}\t{}",
                row.split,
                row.group,
                row.items,
                row.chance,
                share(row.nameable),
                share(row.bound)
            );
            for (number, score) in row.readers.iter().enumerate() {
                let is_first = row.readers[..number].iter().all(|earlier| earlier.reader != score.reader);
                if let Some(ReaderScore { reader, by, right, of, .. }) =
                    row.best(score.reader).filter(|_| is_first)
                {
                    let _ = writeln!(text, "reader\t{reader}\t{by}\t{right}\t{of}");
                }
            }
        }
        text
    }
}

/// Reads what [`StoredFloors::to_text`] wrote; `None` if a line cannot be read.
pub fn read(text: &'static str) -> Option<Vec<StoredFloors>> {
    let mut stored: Vec<StoredFloors> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&'static str> = line.split('\t').collect();
        match fields[..] {
            ["recipe", recipe, digest, seed, version, learnt_items, learnt_from] => {
                let floors = Floors {
                    learnt_from: learnt_from.to_owned(),
                    learnt_items: learnt_items.parse().ok()?,
                    ..Floors::default()
                };
                let seed = seed.parse().ok()?;
                let [recipe, digest, version] = [recipe, digest, version].map(str::to_owned);
                stored.push(StoredFloors { recipe, digest, seed, version, floors });
            }
            ["items", split, group, items, chance, nameable, bound] => {
                let share = |text: &str| (text != "-").then(|| text.parse()).transpose();
                stored.last_mut()?.floors.rows.push(FloorRow {
                    split: split.to_owned(),
                    group: group.to_owned(),
                    items: items.parse().ok()?,
                    chance: chance.parse().ok()?,
                    nameable: share(nameable).ok()?,
                    bound: share(bound).ok()?,
                    readers: Vec::new(),
                });
            }
            ["reader", reader, by, right, of] => {
                let score = ReaderScore::new(reader, by, right.parse().ok()?, of.parse().ok()?);
                stored.last_mut()?.floors.rows.last_mut()?.readers.push(score);
            }
            _ => return None,
        }
    }
    Some(stored)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_can_be_read() {
        let stored = read(TEXT).expect("every line can be read");
        assert!(stored.iter().all(|stored| !stored.floors.rows.is_empty()));
        assert!(stored.is_sorted_by_key(|stored| &stored.recipe));
    }

    #[test]
    fn text_and_back() {
        let row = FloorRow {
            split: "test".into(),
            group: "all".into(),
            items: 3,
            chance: 1.0 / 3.0,
            nameable: None,
            bound: Some(0.25),
            readers: vec![
                ReaderScore::new("majority", "exact", 1.0, 3),
                ReaderScore::new("bag of words", "logistic regression", 1.5, 3),
                ReaderScore::new("bag of words", "boosted trees", 2.0, 3),
            ],
        };
        assert_eq!(row.floor().map(|score| score.by), Some("boosted trees"));
        let floors =
            Floors { learnt_from: "train".into(), learnt_items: 7, rows: vec![row], ..Floors::default() };
        let [recipe, digest, version] = ["one", "ab", "0.1.0"].map(str::to_owned);
        let mut measured = StoredFloors { recipe, digest, seed: 0, version, floors };
        let text: &'static str = measured.to_text().leak();
        measured.floors.rows[0].readers.remove(1);
        assert_eq!(read(text), Some(vec![measured]));
        assert_eq!(read("reader\ta\tb\t1\t2"), None);
        assert_eq!(read("nonsense"), None);
    }
}
