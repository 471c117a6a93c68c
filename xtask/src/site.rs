//! `cargo xtask site` makes the whole site in one folder: the book with items that come to life, the playground, the references of
//! Rust and Python, and the stored results.
//!
//! The folder works from disk and from any static host. The book is built from a copy of `docs` that has more pages: those that are
//! made for the site alone are not stored. Every link is followed before the folder is called a site.

mod links;
mod pages;

use std::fs;
use std::path::{Path, PathBuf};

use crate::process::{Program, cargo, root, target_dir};
use crate::steps::Outcome;
use crate::{Result, docs, playground};

/// What to make, and where.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Options {
    pub(crate) out: Option<PathBuf>,
    /// Without the reference of the Rust crates, which takes longest.
    pub(crate) quick: bool,
}

/// Makes the site.
pub(crate) fn build(options: &Options) -> Result<()> {
    let out = match &options.out {
        Some(out) => std::path::absolute(out).map_err(|error| format!("{}: {error}", out.display()))?,
        None => usual_place()?,
    };
    if out.exists() && !out.join(MARK).exists() && !is_empty(&out) {
        return Err(format!(
            "{} is there already and no site: it is not replaced; choose another folder",
            out.display()
        ));
    }
    clear(&out)?;
    let book = stage(&target_dir()?.join("site-book"), options.quick)?;
    docs::mdbook(&book, &out, &[("MDBOOK_OUTPUT__HTML__ADDITIONAL_JS", r#"["live.js"]"#)])?;
    playground::build(Some(out.join("playground.html")))?;
    if !options.quick {
        let docs = cargo(["doc", "--workspace", "--no-deps", "--lib"]).env("RUSTDOCFLAGS", "-D warnings");
        docs.run()?;
        copy(&target_dir()?.join("doc"), &out.join(pages::RUST_API))?;
    }
    write(&out.join(MARK), "")?;
    let checked = links::check(&out, Path::new(pages::RUST_API))?;
    println!("the site is at {}; {checked} links lead somewhere", out.join("index.html").display());
    Ok(())
}

/// Whether the site does in a browser what it promises. The reference of the Rust crates is another step's.
pub(crate) fn check() -> Outcome {
    let tried = || -> Result<Outcome> {
        let browser = match playground::find_browser()? {
            Ok(browser) => browser,
            Err(reason) => return Ok(Outcome::Skipped(reason)),
        };
        let out = usual_place()?;
        build(&Options { out: Some(out.clone()), quick: true })?;
        let shots = target_dir()?.join("playground");
        fs::create_dir_all(&shots).map_err(|error| format!("cannot make {}: {error}", shots.display()))?;
        Program::new("node")
            .args(["--test", "--test-reporter=spec"])
            .args([root().join("playground/tests/site.test.mjs")])
            .env("SITE", &out)
            .env("PLAYGROUND", out.join("playground.html"))
            .env("PLAYGROUND_SHOTS", shots)
            .env("PLAYGROUND_BROWSER", browser)
            .run()?;
        Ok(Outcome::Passed)
    };
    tried().unwrap_or_else(Outcome::Failed)
}

/// Tells hosts not to make pages of their own, and us that a folder is a site and may be replaced.
const MARK: &str = ".nojekyll";

fn usual_place() -> Result<PathBuf> {
    Ok(target_dir()?.join("site"))
}

/// A copy of the book with the pages that only the site has.
fn stage(folder: &Path, quick: bool) -> Result<PathBuf> {
    clear(folder)?;
    copy(&root().join("docs"), folder)?;
    let mut chapters = pages::python(folder)?;
    if !quick {
        chapters += &pages::rust(folder)?;
    }
    let results = pages::results(&root().join("benches/results"), folder)?;
    for page in files(folder)?.iter().filter(|path| path.extension().is_some_and(|ending| ending == "md")) {
        // mdBook makes `index.html` of a README, but does not tell the links that lead there.
        if !page.ends_with("SUMMARY.md") {
            write(page, &read(page)?.replace("/README.md)", "/index.md)"))?;
        }
    }
    let path = folder.join("SUMMARY.md");
    let summary = read(&path)?;
    write(&path, &format!("{}\n\n# API\n\n{chapters}\n# Results\n\n{results}", summary.trim_end()))?;
    Ok(folder.to_owned())
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none())
}

fn clear(folder: &Path) -> Result<()> {
    let named = |error: std::io::Error| format!("cannot make {}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(named)?;
    }
    fs::create_dir_all(folder).map_err(named)
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<()> {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    folder
        .and_then(|()| fs::write(path, text))
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// All files below a folder.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        let named = |error: std::io::Error| format!("cannot list {}: {error}", folder.display());
        for entry in fs::read_dir(&folder).map_err(named)? {
            let path = entry.map_err(named)?.path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    for file in files(from)? {
        let place = to.join(file.strip_prefix(from).map_err(|error| error.to_string())?);
        let folder = place.parent().map_or(Ok(()), fs::create_dir_all);
        folder
            .and_then(|()| fs::copy(&file, &place))
            .map_err(|error| format!("cannot copy {}: {error}", file.display()))?;
    }
    Ok(())
}
