//! The book's table of contents: written by hand but for the lists of commands, families and recipes.

use std::fmt::Write as _;

const TEMPLATE: &str = include_str!("../SUMMARY.md");

/// A page of the table of contents: its title and its path.
pub type Entry = (String, String);

/// The table of contents.
pub fn page(commands: &[Entry], families: &[Entry], recipes: &[Entry]) -> String {
    let mut page = String::new();
    for line in TEMPLATE.lines() {
        let entries = match line.trim() {
            "{commands}" => commands,
            "{families}" => families,
            "{recipes}" => recipes,
            _ => {
                page.push_str(line);
                page.push('\n');
                continue;
            }
        };
        for (title, path) in entries {
            // Writing to a string cannot fail.
            let _ = writeln!(page, "  - [{title}]({path})");
        }
    }
    page
}
