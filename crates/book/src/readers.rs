//! What readers without understanding reach on a recipe's items.

use wampimuk_floors::{MEANING, floors_of};

/// How to read the patterns of commands.
const PATTERNS: &str = "A pattern has the command's phrases, the target's first: `^` stands for \"that is\", and `&` for \"and\".\n\n";

/// What is said of a recipe of a family, by its name and digest.
pub fn section(name: &str, family: &str, digest: &str) -> String {
    match floors_of(digest) {
        Some(stored) => {
            let table = stored.to_markdown(|_| true);
            let patterns = if table.contains("$OBJ_") { PATTERNS } else { "" };
            format!("{MEANING}\n\n{table}\n{patterns}{}\n", stored.about())
        }
        None if family == "riddle" => "Not measured: no such reader answers riddles.\n".into(),
        None => format!("Not measured beforehand: `wampimuk audit {name}` lets readers try.\n"),
    }
}
