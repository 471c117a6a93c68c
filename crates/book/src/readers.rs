//! What readers without understanding reach on a recipe's items.

use wampimuk_floors::{MEANING, floors_of};

/// What is said of a recipe with this digest.
pub fn section(family: &str, digest: &str) -> String {
    match floors_of(digest) {
        Some(stored) => format!("{MEANING}\n\n{}\n{}\n", stored.to_markdown(|_| true), stored.about()),
        None if family == "riddle" => "Not measured: no such reader answers riddles.\n".into(),
        None => "Not measured: the stories are too long. Those of [`long-4k`](long-4k.md) are told in the same way.\n".into(),
    }
}
