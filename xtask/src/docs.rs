//! The book under `docs`.
//!
//! Its generated pages are stored, and the tests see to it that they are current; mdBook is needed to look at the book as
//! a whole, and nowhere else, so only `cargo xtask docs` installs it.

use std::env::consts::EXE_SUFFIX;
use std::path::Path;

use crate::Result;
use crate::process::{Program, cargo, root, target_dir};
use crate::steps::{Outcome, TESTED};

/// The version of mdBook that is installed.
const MDBOOK: &str = "0.5.4";

/// The program that makes the generated pages, built as the tests are, so that hardly anything is built for it.
fn pages() -> Result<Program> {
    cargo(["build", "--workspace", "--profile", "test", "--features", TESTED, "--bin", "wampimuk-book"])
        .run()?;
    Ok(Program::new(target_dir()?.join("debug").join(format!("wampimuk-book{EXE_SUFFIX}"))))
}

/// Whether the generated pages are current.
pub(crate) fn check() -> Outcome {
    let checked = pages().and_then(|pages| pages.args(["check"]).run());
    checked.map_or_else(Outcome::Failed, |()| Outcome::Passed)
}

/// Makes the generated pages anew and builds the book.
pub(crate) fn build() -> Result<()> {
    pages()?.args(["write"]).run()?;
    let book = target_dir()?.join("book");
    mdbook(&root().join("docs"), &book, &[])?;
    println!("the book is at {}", book.join("index.html").display());
    Ok(())
}

/// Builds a book with these variables, which stand for settings.
pub(crate) fn mdbook(book: &Path, out: &Path, settings: &[(&str, &str)]) -> Result<()> {
    let tools = target_dir()?.join("tools");
    let mdbook = tools.join("bin").join(format!("mdbook{EXE_SUFFIX}"));
    let installed = Program::new(&mdbook).args(["--version"]).answer();
    if installed.is_none_or(|version| version.trim() != format!("mdbook v{MDBOOK}")) {
        // Without the server, which most of its dependencies are for.
        let features = ["--no-default-features", "--features", "search"];
        cargo(["install", "--locked", "mdbook", "--version", MDBOOK, "--root"])
            .args([&tools])
            .args(features)
            .run()?;
    }
    let build = Program::new(&mdbook).args(["build", "--dest-dir"]).args([out, book]);
    settings.iter().fold(build, |build, (key, value)| build.env(key, value)).run()
}
