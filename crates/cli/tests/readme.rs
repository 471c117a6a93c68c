//! The commands of the README and of the book's guide run, and their numbers that follow from recipes are right.

mod common;

use std::path::PathBuf;

use common::succeed;
use tempfile::tempdir;

/// Runs the commands of a page, one after another in an empty folder, and returns how many there were.
///
/// Commands are lines of blocks that are marked `sh`.
fn run(page: &str) -> usize {
    let folder = tempdir().expect("a folder");
    let text = read(page);
    let blocks = text.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default());
    let mut ran = 0;
    for line in blocks.flat_map(str::lines) {
        let line = line.split(" #").next().unwrap_or_default().trim();
        if let Some(arguments) = line.strip_prefix("wampimuk ") {
            succeed(folder.path(), arguments);
            ran += 1;
        }
    }
    ran
}

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn read(page: &str) -> String {
    std::fs::read_to_string(root().join(page)).expect("a page")
}

/// A test for each page with commands, so that they share the machine's cores.
macro_rules! pages {
    ($($name:ident: $page:literal, $least:literal;)*) => {
        $(
            #[test]
            fn $name() {
                let ran = run($page);
                assert!(ran >= $least, "{ran} commands in {}", $page);
            }
        )*

        const PAGES: &[&str] = &[$($page),*];
    };
}

pages! {
    readme: "README.md", 8;
    first_look: "docs/guide/first-look.md", 14;
    datasets: "docs/guide/datasets.md", 6;
    stories: "docs/guide/stories.md", 4;
    riddles: "docs/guide/riddles.md", 6;
    baselines: "docs/guide/baselines.md", 6;
    audit: "docs/guide/audit.md", 4;
    scoring: "docs/guide/scoring.md", 2;
    augmentation: "docs/guide/augmentation.md", 1;
    recipes: "docs/guide/recipes.md", 3;
}

/// Their commands ask a server: `tests/eval.rs` has one.
const NEED_A_SERVER: [&str; 2] = ["docs/guide/evaluate.md", "docs/guide/language-models.md"];

#[test]
fn no_page_of_the_guide_is_left_out() {
    for entry in std::fs::read_dir(root().join("docs/guide")).unwrap() {
        let page = format!("docs/guide/{}", entry.unwrap().file_name().to_string_lossy());
        let has_commands = read(&page).contains("```sh\nwampimuk ");
        let is_run = NEED_A_SERVER.contains(&page.as_str()) || PAGES.contains(&page.as_str());
        assert_eq!(has_commands, is_run, "{page}");
    }
}

#[test]
fn numbers_of_the_readme_are_right() {
    let folder = tempdir().expect("a folder");
    let plan = succeed(folder.path(), "generate gscan --dry-run --json");
    let plan: serde_json::Value = serde_json::from_str(&plan).unwrap();
    assert_eq!(plan["items"], 715_457);
    assert!(read("README.md").contains("715,457 items"));
    let shipped = succeed(folder.path(), "recipes --json");
    let shipped: serde_json::Value = serde_json::from_str(&shipped).unwrap();
    let guide = read("docs/guide/recipes.md");
    for recipe in shipped.as_array().unwrap() {
        let name = recipe["name"].as_str().unwrap();
        assert!(guide.contains(&format!("`{name}`")), "{name} is not in the guide");
    }
}
