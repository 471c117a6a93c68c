//! What models reach on shipped recipes, side by side, beside readers without understanding.
//!
//! A [`Leaderboard`] is a list of [`Entry`]s, each a training (or a model that learns nothing) with its counts of right answers. Seeds of
//! one model are put together when it is shown. The board that comes with the program is [`Leaderboard::shipped`]; entries are made
//! of files of predictions ([`Entry::read`]), so that every figure can be counted again.
//!
//! Scores are comparable only if they answer the same items and if the weights were chosen on the same split. So an entry
//! answers splits as a whole, has the digest of its recipe, and says which split it was selected on.

mod entry;
mod shown;

pub use entry::{Entry, Trained};
pub use shown::MEANING;

use crate::error::Error;

/// The board that comes with the program. Made by `wampimuk leaderboard --add PREDICTIONS --save FILE`.
const SHIPPED: &str = include_str!("../leaderboard.jsonl");

/// What models reach.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leaderboard {
    /// In the order in which models are shown.
    pub entries: Vec<Entry>,
}

impl Leaderboard {
    /// The board that comes with the program.
    pub fn shipped() -> Self {
        Self::parse(SHIPPED).unwrap_or_default()
    }

    /// Reads what [`Self::to_text`] wrote: a line of JSON for each entry.
    ///
    /// # Errors
    /// If it is no board; the text says where.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut entries = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let at = |problem: String| format!("line {number}: {problem}");
            let entry: Entry = serde_json::from_str(line).map_err(|error| at(error.to_string()))?;
            if let Some((split, _)) = entry.splits.iter().find(|(_, count)| count.right > count.all) {
                return Err(at(format!("more answers of `{split}` are right than there are")));
            }
            entries.push(entry);
        }
        Ok(Self { entries })
    }

    /// The board as text, for a file.
    pub fn to_text(&self) -> String {
        let line = |entry| serde_json::to_string(entry).unwrap_or_default() + "\n";
        self.entries.iter().map(line).collect()
    }

    /// Adds an entry, in the place of the one of the same training if there is one.
    pub fn add(&mut self, entry: Entry) {
        match self.entries.iter_mut().find(|other| other.is_of_training(&entry)) {
            Some(other) => *other = entry,
            None => self.entries.push(entry),
        }
    }

    /// The names of the recipes that there are entries of, each once.
    pub fn recipes(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for entry in &self.entries {
            if !names.contains(&entry.recipe.as_str()) {
                names.push(&entry.recipe);
            }
        }
        names
    }

    /// Keeps the entries of these recipes; of all, if none is named.
    ///
    /// # Errors
    /// If there is no entry of one of them.
    pub fn keep(&mut self, recipes: &[String]) -> Result<(), Error> {
        for name in recipes {
            if !self.recipes().contains(&name.as_str()) {
                let names = self.recipes().join(", ");
                return Err(Error::Request(format!("the board has nothing of `{name}` (there are {names})")));
            }
        }
        self.entries.retain(|entry| recipes.is_empty() || recipes.contains(&entry.recipe));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stories::Count;

    fn entry(model: &str, seed: u64, right: u64) -> Entry {
        Entry {
            model: model.into(),
            about: "100 updates".into(),
            trained_on: None,
            recipe: "gscan".into(),
            digest: "0".repeat(64),
            data_seed: 0,
            seed: Some(seed),
            updates: Some(100),
            selected_on: Some("dev".into()),
            predictions: None,
            splits: [("test".to_owned(), Count { right, all: 1000 })].into(),
        }
    }

    #[test]
    fn the_shipped_board_can_be_read_and_written_again() {
        let board = Leaderboard::parse(SHIPPED).unwrap();
        assert_eq!(board.to_text(), SHIPPED, "made by hand?");
        let recipes: Vec<_> = wampimuk_families::shipped().map(|recipe| recipe.name).collect();
        assert!(board.recipes().iter().all(|name| recipes.contains(name)));
    }

    #[test]
    fn the_same_training_takes_its_own_place() {
        let mut board = Leaderboard::default();
        for entry in [entry("a", 0, 900), entry("a", 1, 800), entry("b", 0, 10), entry("a", 0, 500)] {
            board.add(entry);
        }
        assert_eq!(board.entries, [entry("a", 0, 500), entry("a", 1, 800), entry("b", 0, 10)]);
        assert_eq!(Leaderboard::parse(&board.to_text()), Ok(board));
    }

    #[test]
    fn seeds_of_a_model_stand_together() {
        let board = Leaderboard { entries: vec![entry("a", 0, 500), entry("b", 0, 10), entry("a", 1, 800)] };
        let tables = board.tables();
        assert_eq!(tables.len(), 1);
        assert!(
            tables[0].title.contains("an earlier version"),
            "no recipe has this digest: {}",
            tables[0].title
        );
        assert_eq!(tables[0].columns, ["split", "n", "a", "b"]);
        let row = &tables[0].rows[0];
        assert_eq!(row[..2], ["test", "1000"]);
        assert_eq!(tables[0].rows.len(), 1);
        assert!(row[2].starts_with("65.00 ± 21.21 ["), "{row:?}");
        assert!(row[3].starts_with("1.00 ["), "{row:?}");
    }

    #[test]
    fn models_of_one_name_are_told_apart() {
        let own = Entry { selected_on: Some("own dev".into()), ..entry("a", 0, 700) };
        let board = Leaderboard { entries: vec![entry("a", 0, 500), own, entry("b", 0, 10)] };
        let heads = &board.tables()[0].columns;
        assert_eq!(heads, &["split", "n", "a, chosen on dev", "a, chosen on own dev", "b"]);
    }

    #[test]
    fn boards_that_make_no_sense_are_refused() {
        let mut board = Leaderboard { entries: vec![entry("a", 0, 1001)] };
        assert_eq!(
            Leaderboard::parse(&board.to_text()),
            Err("line 1: more answers of `test` are right than there are".into())
        );
        assert!(Leaderboard::parse("{\"model\": 3}").unwrap_err().starts_with("line 1: "));
        assert!(Leaderboard::parse("no JSON").is_err());
        let error = board.keep(&["gscam".into()]).unwrap_err().to_string();
        assert_eq!(error, "the board has nothing of `gscam` (there are gscan)");
    }
}
