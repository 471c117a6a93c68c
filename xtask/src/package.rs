//! The step `package`: every public crate can be packaged with all that it is built from, and what the project depends on may
//! be depended on.
//!
//! Packages are made, not built: what could go wrong is a file that lies outside of its crate, so what sources include
//! is looked for in the packages. Licences, sources and bans are checked against `deny.toml`. Its own program, `cargo deny`,
//! takes longer to build than the project: where it is installed, it looks at the rest, and at advisories where their
//! database can be fetched. Hosted CI has both.

mod licence;

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::Result;
use crate::process::{Program, cargo, root, target_dir};

/// What every package has beside its sources.
const EXPECTED: [&str; 4] = ["Cargo.toml", "README.md", "LICENSE-MIT", "LICENSE-APACHE"];

pub(crate) fn check() -> Result<()> {
    licence::check()?;
    let crates = public_crates()?;
    cargo(["package", "--no-verify", "--allow-dirty", "--quiet"])
        .args(crates.iter().flat_map(|public| ["--package", &public.name]))
        .run()?;
    let folder = target_dir()?.join("package");
    for Crate { name, version, folder: sources } in &crates {
        let package = format!("{name}-{version}");
        let list =
            Program::new("tar").args(["-tzf"]).args([folder.join(format!("{package}.crate"))]).output()?;
        let files: Vec<&str> =
            list.lines().filter_map(|line| line.strip_prefix(&package)?.strip_prefix('/')).collect();
        let missing = missing(&files, |file| {
            let path = sources.join(file);
            fs::read_to_string(&path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))
        })?;
        if !missing.is_empty() {
            return Err(format!("the package of `{name}` lacks {}", missing.join(", ")));
        }
    }
    println!("{} packages have all that they are built from", crates.len());
    deny()
}

/// Has `cargo deny` check what it can here. What it cannot is said.
fn deny() -> Result<()> {
    let unchecked = |what: &str, why: &str| println!("not checked: {what}, because {why}");
    if cargo(["deny", "--version"]).answer().is_none() {
        let why = "`cargo deny` is not installed (cargo install --locked cargo-deny)";
        unchecked("advisories, yanked versions and wildcards", why);
        return Ok(());
    }
    cargo(["deny", "check", "bans", "licenses", "sources"]).run()?;
    if cargo(["deny", "fetch", "db"]).answer().is_none() {
        unchecked("advisories and yanked versions", "their database cannot be fetched");
        return Ok(());
    }
    cargo(["deny", "check", "advisories"]).run()
}

/// A crate that is published.
struct Crate {
    name: String,
    version: String,
    folder: PathBuf,
}

/// The members of the workspace that are published, which are those of the folder `crates` without `publish = false`.
fn public_crates() -> Result<Vec<Crate>> {
    let folder = root().join("crates");
    let entries =
        fs::read_dir(&folder).map_err(|error| format!("cannot read `{}`: {error}", folder.display()))?;
    let mut crates = Vec::new();
    for folder in entries.flatten().map(|entry| entry.path()) {
        let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        if manifest.lines().any(|line| line == "publish = false") {
            continue;
        }
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
        let name = name.ok_or_else(|| format!("`{}` has no name", folder.display()))?.to_owned();
        crates.push(Crate { name, version: env!("CARGO_PKG_VERSION").to_owned(), folder });
    }
    if crates.is_empty() {
        return Err("no crate is public".to_owned());
    }
    crates.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(crates)
}

/// What a package with these files lacks: what every one has, and what its sources include.
fn missing(files: &[&str], read: impl Fn(&str) -> Result<String>) -> Result<Vec<String>> {
    let mut wanted: Vec<String> = EXPECTED.map(str::to_owned).to_vec();
    for file in files.iter().filter(|file| file.starts_with("src/") && file.ends_with(".rs")) {
        let source = read(file)?;
        wanted.extend(included(&source).into_iter().map(|path| beside(file, path)));
        if source.contains("shipped_recipes![") {
            wanted.push("recipes/".to_owned());
        }
    }
    wanted.retain(|path| !has(files, path));
    wanted.dedup();
    Ok(wanted)
}

/// Whether there is such a file. A path that ends with `/` is the beginning of names that only the compiler knows.
fn has(files: &[&str], path: &str) -> bool {
    files.iter().any(|file| *file == path || (path.ends_with('/') && file.starts_with(path)))
}

/// What a source includes: literal names, and the beginnings of those that `concat!` makes.
fn included(source: &str) -> Vec<&str> {
    let after = ["include_str!(", "include_bytes!("].into_iter().flat_map(|call| source.split(call).skip(1));
    after
        .filter_map(|text| {
            let text = text.strip_prefix("concat!(").unwrap_or(text);
            text.strip_prefix('"')?.split('"').next()
        })
        .collect()
}

/// A path that a file names, from the root of its package. One that leaves the package begins with `..`.
fn beside(file: &str, path: &str) -> String {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for component in Path::new(path).components() {
        match component {
            Component::ParentDir if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            Component::ParentDir => parts.push(".."),
            Component::Normal(part) => parts.extend(part.to_str()),
            _ => {}
        }
    }
    let end = if path.ends_with('/') { "/" } else { "" };
    parts.join("/") + end
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [&str; 6] =
        ["Cargo.toml", "README.md", "LICENSE-MIT", "LICENSE-APACHE", "src/lib.rs", "data/a.txt"];

    fn lacks(source: &str) -> Vec<String> {
        missing(&FILES, |_| Ok(source.to_owned())).unwrap()
    }

    #[test]
    fn what_is_included_has_to_be_there() {
        assert!(lacks("include_str!(\"../data/a.txt\"); include_bytes!(\"lib.rs\")").is_empty());
        assert!(lacks("include_str!(concat!(\"../data/\", $name))").is_empty());
        assert_eq!(lacks("include_bytes!(\"../data/b.txt\")"), ["data/b.txt"]);
        assert_eq!(lacks("include_str!(\"../../elsewhere/a.txt\")"), ["../elsewhere/a.txt"]);
        assert_eq!(lacks("include_str!(concat!(\"../../../recipes/\", $name))"), ["../../recipes/"]);
        assert_eq!(lacks("wampimuk_core::shipped_recipes![\"gscan\"];"), ["recipes/"]);
    }

    #[test]
    fn readme_and_licences_have_to_be_there() {
        let files = ["Cargo.toml", "src/lib.rs", "LICENSE-MIT"];
        let lacks = missing(&files, |_| Ok(String::new())).unwrap();
        assert_eq!(lacks, ["README.md", "LICENSE-APACHE"]);
    }

    #[test]
    fn shells_and_tests_are_not_public() {
        let names: Vec<String> = public_crates().unwrap().into_iter().map(|public| public.name).collect();
        assert!(
            names.contains(&"wampimuk".to_owned()) && names.contains(&"wampimuk-store".to_owned()),
            "{names:?}"
        );
        assert!(!names.contains(&"wampimuk-python".to_owned()), "{names:?}");
    }
}
