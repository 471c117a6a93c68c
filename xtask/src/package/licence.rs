//! What the project depends on: under which licences, from where, and not on what is banned.

use std::collections::BTreeMap;
use std::fs;

use crate::Result;
use crate::process::{cargo, root};

/// Where dependencies come from.
const SOURCE: &str = "registry+https://github.com/rust-lang/crates.io-index";

pub(super) fn check() -> Result<()> {
    let read = |name: &str| {
        fs::read_to_string(root().join(name)).map_err(|error| format!("cannot read {name}: {error}"))
    };
    let settings = read("deny.toml")?;
    let allowed = list(&settings, "allow").ok_or("`deny.toml` lists no licences")?;
    let banned = list(&settings, "deny").ok_or("`deny.toml` bans no crates")?;
    if let Some(other) = other_source(&read("Cargo.lock")?) {
        return Err(format!("`Cargo.lock` has a dependency from elsewhere than crates.io: {other}"));
    }
    let tree = cargo(["tree", "--workspace", "--all-features", "--target", "all", "--locked"])
        .args(["--edges", "normal,build,dev", "--prefix", "none", "--format", "{l}|{p}"])
        .output()?;
    let mut packages: BTreeMap<&str, &str> = BTreeMap::new();
    packages.extend(
        tree.lines().filter_map(|line| line.trim_end_matches(" (*)").split_once('|')).map(|(l, p)| (p, l)),
    );
    let refused: Vec<String> = packages
        .iter()
        .filter(|(package, licence)| !package.contains('/') && !permits(licence, &allowed))
        .map(|(package, licence)| format!("{package}: `{licence}`"))
        .collect();
    if !refused.is_empty() {
        return Err(format!("licences that `deny.toml` does not allow: {}", refused.join(", ")));
    }
    let unwanted: Vec<&str> =
        packages.keys().copied().filter(|package| is_one_of(package, &banned)).collect();
    if !unwanted.is_empty() {
        return Err(format!("`deny.toml` bans {}", unwanted.join(", ")));
    }
    println!("{} packages have licences that `deny.toml` allows, and none is banned", packages.len());
    Ok(())
}

/// The strings of a list in a file of settings.
fn list<'a>(text: &'a str, key: &str) -> Option<Vec<&'a str>> {
    let (_, after) = text.split_once(&format!("\n{key} = ["))?;
    let (inside, _) = after.split_once(']')?;
    Some(inside.split('"').skip(1).step_by(2).collect())
}

/// The first source in a lock file that is not [`SOURCE`].
fn other_source(lock: &str) -> Option<&str> {
    lock.lines()
        .filter_map(|line| line.strip_prefix("source = \"")?.strip_suffix('"'))
        .find(|source| *source != SOURCE)
}

/// Whether a package, written `name v1.2.3`, has one of these names.
fn is_one_of(package: &str, names: &[&str]) -> bool {
    package.split(' ').next().is_some_and(|name| names.contains(&name))
}

/// Whether a licence is allowed: of alternatives one, of parts all. `/` is how `OR` was written once.
fn permits(expression: &str, allowed: &[&str]) -> bool {
    let expression = expression.replace(" / ", " OR ").replace('/', " OR ");
    all_parts(&expression).iter().all(|part| {
        let part = part.trim().trim_start_matches('(').trim_end_matches(')');
        part.split(" OR ").any(|licence| allowed.contains(&licence.trim()))
    })
}

/// The parts between `AND`s. In licences of packages they are never inside of brackets.
fn all_parts(expression: &str) -> Vec<&str> {
    expression.split(" AND ").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_alternatives_one_and_of_parts_all() {
        let allowed = ["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception"];
        for fine in [
            "MIT",
            "MIT OR GPL-3.0-only",
            "Apache-2.0/GPL-2.0",
            "GPL-2.0 / MIT",
            "(MIT OR GPL-3.0-only) AND Apache-2.0",
            "Apache-2.0 WITH LLVM-exception OR ISC",
        ] {
            assert!(permits(fine, &allowed), "{fine}");
        }
        for not in ["", "GPL-3.0-only", "MIT AND GPL-3.0-only", "(MIT OR Apache-2.0) AND Unicode-3.0"] {
            assert!(!permits(not, &allowed), "{not}");
        }
    }

    #[test]
    fn settings_are_read() {
        let text = "[licenses]\nallow = [\n    \"MIT\", # ours\n    \"0BSD\",\n]\n";
        assert_eq!(list(text, "allow"), Some(vec!["MIT", "0BSD"]));
        assert_eq!(list(text, "deny"), None);
        let text = "[bans]\ndeny = [{ crate = \"openssl\" }, { crate = \"aws-lc-sys\" }]\n";
        assert_eq!(list(text, "deny"), Some(vec!["openssl", "aws-lc-sys"]));
    }

    #[test]
    fn bans_are_of_whole_names() {
        assert!(is_one_of("openssl v0.10.1", &["openssl"]));
        assert!(!is_one_of("openssl-probe v0.1.6", &["openssl"]));
    }

    #[test]
    fn other_sources_are_found() {
        let lock = format!("[[package]]\nsource = \"{SOURCE}\"\n");
        assert_eq!(other_source(&lock), None);
        assert_eq!(
            other_source(&format!("{lock}source = \"git+https://example\"\n")),
            Some("git+https://example")
        );
    }
}
