//! The playground is found, and opened at an item.

mod common;

use std::fs;

use common::{succeed, wampimuk};
use tempfile::tempdir;

#[test]
fn an_item_has_an_address() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("a page.html"), "").unwrap();
    let print = |rest: &str| {
        let line = format!("open {rest} --print --playground \"a page.html\"");
        succeed(folder.path(), &line).trim().to_owned()
    };
    let page = print("");
    assert!(page.starts_with("file:///") && page.ends_with("/a%20page.html"), "{page}");
    let item = print("reascan --split a1_test --index 3 --seed 7");
    assert_eq!(item, format!("{page}#recipe=reascan&seed=7&split=a1_test&index=3"));
    fs::write(folder.path().join("mine.toml"), "family = \"gscan\" # & more").unwrap();
    assert_eq!(print("mine.toml"), format!("{page}#toml=family%20%3D%20%22gscan%22%20%23%20%26%20more"));
}

#[test]
fn what_is_missing_is_said() {
    let folder = tempdir().unwrap();
    let nowhere = wampimuk(folder.path(), "open gscan --print --playground nowhere.html");
    assert!(
        nowhere.code == 2 && nowhere.stderr.contains("no playground at nowhere.html"),
        "{}",
        nowhere.stderr
    );
    fs::write(folder.path().join("page.html"), "").unwrap();
    let unknown = wampimuk(folder.path(), "open gscna --print --playground page.html");
    assert!(unknown.code == 2 && unknown.stderr.contains("did you mean `gscan`?"), "{}", unknown.stderr);
    let alone = wampimuk(folder.path(), "open --index 3 --print --playground page.html");
    assert_eq!(alone.code, 2, "an index of no recipe: {}", alone.stderr);
}
