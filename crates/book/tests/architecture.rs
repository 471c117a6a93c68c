//! The map of ARCHITECTURE.md agrees with the manifests: it has every crate, and dependencies point one way in it.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn architecture() -> String {
    fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the page")
}

/// The crates of the map, in its order: what stands before the wide gap of each line.
fn map(page: &str) -> Vec<String> {
    let map = page.split("```").nth(1).expect("a map");
    let crates = map.lines().filter_map(|line| line.trim_start().split("   ").next());
    let names = crates.flat_map(|line| line.split(|c: char| !c.is_ascii_lowercase()));
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// The crates of the workspace, each with those that it is built from.
fn manifests() -> BTreeMap<String, Vec<String>> {
    let folders = fs::read_dir(root().join("crates")).expect("it can be listed");
    let crates = folders.map(|folder| {
        let folder = folder.expect("it can be listed").path();
        let text = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let manifest: toml::Table = text.parse().expect("a manifest is TOML");
        let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
        let ours = |name: &String| match name.as_str() {
            "wampimuk" => Some("cli".to_owned()),
            name => name.strip_prefix("wampimuk-").map(str::to_owned),
        };
        let used = dependencies.into_iter().flat_map(toml::Table::keys).filter_map(ours).collect();
        (folder.file_name().expect("a name").to_string_lossy().into_owned(), used)
    });
    crates.collect()
}

#[test]
fn dependencies_point_one_way() {
    let map = map(&architecture());
    let place = |name: &String| map.iter().position(|other| other == name);
    for (name, used) in manifests() {
        let own = place(&name).unwrap_or_else(|| panic!("{name} is not in the map: {map:?}"));
        for other in used {
            assert!(place(&other) < Some(own), "{name} uses {other}, which the map has after it");
        }
    }
    assert_eq!(map.len(), manifests().len(), "the map has crates that are not there, or one twice: {map:?}");
}

#[test]
fn each_crate_is_described() {
    let page = architecture();
    for name in manifests().keys() {
        assert!(
            page.contains(&format!("\n| `crates/{name}` | ")),
            "{name} has no row in the table of crates"
        );
    }
}
