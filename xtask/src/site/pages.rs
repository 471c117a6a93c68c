//! Pages of the book that only the site has: the references of Python and Rust, and the stored results.

use std::fmt::Write as _;
use std::path::Path;

use super::{files, read, write};
use crate::Result;
use crate::process::{Program, root};

/// Where the reference of the Rust crates lies on the site.
pub(super) const RUST_API: &str = "api/rust";

/// Where results are stored, as pages of the book link to them.
const STORED: &str = "https://github.com/wampimuk/wampimuk/blob/main/benches/results/";

/// The reference of the Python package, from its sources and stubs.
pub(super) fn python(book: &Path) -> Result<String> {
    let package = root().join("crates/python/python/wampimuk");
    Program::new("python3")
        .args([&root().join("xtask/src/site/python_api.py"), &package, &book.join("python")])
        .output()
}

/// A page that lists the crates whose documentation lies beside the book.
pub(super) fn rust(book: &Path) -> Result<String> {
    let mut page = "# Rust crates\n\nThe documentation of each library, made from its sources. `ARCHITECTURE.md` tells which one \
                    is for what.\n\n| crate | what it is for |\n|---|---|\n"
        .to_owned();
    for manifest in files(&root().join("crates"))?.iter().filter(|path| path.ends_with("Cargo.toml")) {
        let text = read(manifest)?;
        let library = manifest.with_file_name("src").join("lib.rs").is_file();
        if let (true, Some(name), Some(what)) = (library, value(&text, "name"), value(&text, "description")) {
            let module = value(text.split("[lib]").nth(1).unwrap_or_default(), "name")
                .unwrap_or(name)
                .replace('-', "_");
            let _ = writeln!(page, "| [`{name}`]({RUST_API}/{module}/index.html) | {what} |");
        }
    }
    write(&book.join("rust.md"), &page)?;
    Ok("- [Rust](rust.md)\n".to_owned())
}

/// The value of a key of a manifest, the first of that name.
fn value<'a>(manifest: &'a str, key: &str) -> Option<&'a str> {
    let line = manifest.lines().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix('='))?;
    line.trim().strip_prefix('"')?.strip_suffix('"')
}

/// The stored results as pages. Links to them lead there, instead of to the repository.
pub(super) fn results(stored: &Path, book: &Path) -> Result<String> {
    let mut index = "# Results\n\nWhat measurements gave, as they were stored. Each page names its command, its machine and its \
                     commit. [Evidence](../evidence/README.md) says what follows from them.\n\n"
        .to_owned();
    let mut chapters = "- [All results](results/README.md)\n".to_owned();
    for path in files(stored)?.iter().rev() {
        let (Some(name), Ok(relative)) = (path.file_name(), path.strip_prefix(stored)) else { continue };
        // Folders hold what was measured: predictions, not pages.
        if relative.components().count() > 1 || path.extension().is_none_or(|ending| ending != "md") {
            continue;
        }
        let (name, text) = (name.display(), read(path)?);
        let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or("Results");
        let _ = writeln!(index, "- [{title}]({name})");
        let _ = writeln!(chapters, "  - [{title}](results/{name})");
        write(&book.join("results").join(relative), &text)?;
    }
    write(&book.join("results/README.md"), &index)?;
    for page in files(book)?.iter().filter(|path| path.extension().is_some_and(|ending| ending == "md")) {
        let text = read(page)?;
        if text.contains(STORED) {
            let depth = page.strip_prefix(book).map_or(0, |path| path.components().count() - 1);
            write(page, &linked(&text, depth))?;
        }
    }
    Ok(chapters)
}

/// A text whose links to results are relative, on a page that lies this deep.
fn linked(text: &str, depth: usize) -> String {
    let mut parts = text.split(STORED);
    let mut linked = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find([')', '#', ' ', '>']).unwrap_or(part.len());
        // Folders stay in the repository.
        linked += &if part[..end].ends_with(".md") {
            format!("{}results/", "../".repeat(depth))
        } else {
            STORED.to_owned()
        };
        linked += part;
    }
    linked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_linked_where_they_are() {
        let text = format!("[a]({STORED}2026.md), [b]({STORED}2026-gpu).");
        assert_eq!(linked(&text, 1), format!("[a](../results/2026.md), [b]({STORED}2026-gpu)."));
        assert_eq!(linked("nothing", 2), "nothing");
    }

    #[test]
    fn manifests_have_values() {
        let manifest = "[package]\nname = \"a\"\nversion.workspace = true\n";
        assert_eq!(value(manifest, "name"), Some("a"));
        assert_eq!(value(manifest, "version"), None);
    }
}
