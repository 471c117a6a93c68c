//! What readers without understanding reach on a recipe's items.

use wampimuk_floors::{MEANING, floors_of};

/// What is said of a recipe of a family, by its name and digest.
pub fn section(name: &str, family: &str, digest: &str) -> String {
    match floors_of(digest) {
        Some(stored) => format!("{MEANING}\n\n{}\n{}\n", stored.to_markdown(|_| true), stored.about()),
        None if family == "riddle" => "Not measured: no such reader answers riddles.\n".into(),
        None => format!("Not measured beforehand: `wampimuk audit {name}` lets readers try.\n"),
    }
}
