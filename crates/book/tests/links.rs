//! Links lead somewhere: those between pages, those to files of the repository by its address, and paths in the text.

use std::path::{Path, PathBuf};

/// The project's home. Links of the README are absolute, so that package pages show them.
const HOME: [&str; 3] = [
    "https://github.com/wampimuk/wampimuk/blob/main/",
    "https://github.com/wampimuk/wampimuk/tree/main/",
    "https://raw.githubusercontent.com/wampimuk/wampimuk/main/",
];

/// Folders whose files are named in the text.
const FOLDERS: [&str; 7] = ["crates/", "tests/", "docs/", "benches/", "examples/", "xtask/", "recipes/"];

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("it can be listed") {
            let path = entry.expect("it can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                pages.push(path);
            }
        }
    }
    pages
}

/// What stands between these, outside of blocks of code.
fn between<'a>(text: &'a str, open: &str, close: char) -> Vec<&'a str> {
    text.split("```")
        .step_by(2)
        .flat_map(|prose| prose.split(open).skip(1))
        .filter_map(|rest| rest.split(close).next())
        .collect()
}

fn heading_anchors(page: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).expect("it can be read");
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |line: &str| -> String {
        let title = line.trim_start_matches('#').trim();
        let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn links_lead_somewhere() {
    let (mut checked, mut broken) = (0, Vec::new());
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("it can be read");
        for link in between(&text, "](", ')') {
            let of_home = HOME.iter().find_map(|home| link.strip_prefix(home));
            let (path, anchor) = match (of_home, link.split_once('#')) {
                (Some(path), _) => (root().join(path), ""),
                (None, _) if link.contains("://") => continue,
                (None, Some(("", anchor))) => (page.clone(), anchor),
                (None, Some((path, anchor))) => (page.with_file_name("").join(path), anchor),
                (None, None) => (page.with_file_name("").join(link), ""),
            };
            checked += 1;
            let found = path.exists()
                && (anchor.is_empty() || heading_anchors(&path).iter().any(|known| known == anchor));
            if !found {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
    assert!(checked > 100, "{checked}");
}

#[test]
fn paths_in_the_text_exist() {
    let (mut checked, mut broken) = (0, Vec::new());
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("it can be read");
        for code in text.split("```").step_by(2).flat_map(|prose| prose.split('`').skip(1).step_by(2)) {
            let is_path =
                FOLDERS.iter().any(|folder| code.starts_with(folder)) && !code.contains([' ', '*', '<']);
            if is_path {
                checked += 1;
                if !root().join(code).exists() {
                    broken.push(format!("{}: {code}", page.display()));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
    assert!(checked > 20, "{checked}");
}

#[test]
fn the_front_door_is_small() {
    let size = |page: &str| std::fs::read(root().join(page)).expect("it can be read").len();
    assert!(size("README.md") <= 10_000, "{}", size("README.md"));
    assert!(size("CONTRIBUTING.md") <= 6_000, "{}", size("CONTRIBUTING.md"));
}
