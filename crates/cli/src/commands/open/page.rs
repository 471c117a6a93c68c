//! The page of the playground: where it is, and a copy that holds what is to be looked at.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::absolute;
use super::subject::Subject;
use crate::failure::Failure;

/// The name of the page, wherever it lies.
const PAGE: &str = "playground.html";

/// What a copy says stands behind this.
const HEAD: &str = "<head>";

/// The page, as an absolute path.
pub(super) fn find(given: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(given) = given {
        return match given.is_file() {
            true => absolute(given),
            false => Err(Failure::Input(format!("there is no playground at {}", given.display()))),
        };
    }
    let program = std::env::current_exe().unwrap_or_default();
    // Beside the program; and, in a clone, in the folder that it was built in.
    let beside = program.ancestors().skip(1).take(2).map(|folder| folder.join(PAGE));
    let mut places = beside.chain([Path::new("target").join(PAGE)]);
    match places.find(|place| place.is_file()) {
        Some(found) => absolute(&found),
        None => Err(Failure::Input(
            "there is no playground here: make it with `cargo xtask playground`, or say where it is with --playground FILE".into(),
        )),
    }
}

/// The page with what is to be looked at in it.
pub(super) fn with(playground: &Path, subject: &Subject) -> Result<String, Failure> {
    let page =
        std::fs::read_to_string(playground).map_err(|error| Failure::io("read", playground, &error))?;
    let Some((before, after)) = page.split_once(HEAD) else {
        return Err(Failure::Input(format!("{} is not the playground", playground.display())));
    };
    let file = subject.file.as_ref().map(|file| json!({ "name": file.name, "text": file.text }));
    let brought = json!({ "fragment": subject.fragment, "file": file }).to_string();
    // Nothing in it ends the script.
    let brought = brought.replace('<', "\\u003c");
    Ok(format!("{before}{HEAD}\n    <script>var wampimuk = {brought};</script>{after}"))
}

/// Files that nobody else reads: the folder for temporary files is everybody's, and predictions are not.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Writes a page into the folder for temporary files, under a name that nothing has there.
pub(super) fn keep(page: &str) -> Result<PathBuf, Failure> {
    let folder = std::env::temp_dir();
    let id = std::process::id();
    let names = (0..1000).map(|number| folder.join(format!("wampimuk-{id}-{number}.html")));
    for place in names {
        match private().write(true).create_new(true).open(&place) {
            Ok(mut file) => {
                file.write_all(page.as_bytes()).map_err(|error| Failure::io("write", &place, &error))?;
                return absolute(&place);
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(Failure::io("write", &place, &error)),
        }
    }
    Err(Failure::System(format!(
        "{} is full of pages: delete the files wampimuk-*.html there, or choose a place with --out",
        folder.display()
    )))
}
