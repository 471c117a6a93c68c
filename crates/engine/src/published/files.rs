//! Finding published files by their names.

use std::path::{Path, PathBuf};

use wampimuk_core::Role;

use crate::error::Error;

/// Where the files are within the folder of the release.
const WITHIN: [&str; 3] = ["", "en-valid-10k", "tasks_1-20_v1-2/en-valid-10k"];

/// The file of a task for a role.
pub(super) fn find_file(folder: &Path, task: u8, role: Role) -> Result<PathBuf, Error> {
    let names: &[&str] = match role {
        Role::Train => &["train"],
        Role::Dev => &["valid", "dev"],
        Role::Test => &["test"],
    };
    if !folder.is_dir() {
        return Err(Error::Request(format!("{} is not a folder of published files", folder.display())));
    }
    for within in WITHIN {
        let within = if within.is_empty() { folder.to_owned() } else { folder.join(within) };
        if !within.is_dir() {
            continue;
        }
        let mut fitting = Vec::new();
        let listing = std::fs::read_dir(&within).map_err(|error| Error::io("read", &within, error))?;
        for entry in listing {
            let path = entry.map_err(|error| Error::io("read", &within, error))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if let Some(rank) = rank(&name, task, names) {
                fitting.push((rank, path));
            }
        }
        fitting.sort();
        if let Some((_, path)) = fitting.into_iter().next() {
            return Ok(path);
        }
    }
    let name = names[0];
    Err(Error::Request(format!(
        "there is no qa{task}_{name}.txt in {} (nor with a name between, as qa{task}_…_{name}.txt, nor with .gz; the \
         release keeps such files in en-valid-10k. --split chooses splits)",
        folder.display()
    )))
}

/// How well a file's name fits a task and a split, the less the better: `qa2_train.txt`, `qa2_two-facts_train.txt.gz`.
fn rank(name: &str, task: u8, splits: &[&str]) -> Option<(usize, bool, bool)> {
    let (stem, packed) = match name.strip_suffix(".txt") {
        Some(stem) => (stem, false),
        None => (name.strip_suffix(".txt.gz")?, true),
    };
    let rest = stem.strip_prefix(&format!("qa{task}_"))?;
    let (between, split) = rest.rsplit_once('_').map_or((false, rest), |(_, split)| (true, split));
    Some((splits.iter().position(|name| *name == split)?, between, packed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_fit_tasks_and_splits() {
        let fits = |name: &str| rank(name, 2, &["valid", "dev"]);
        let best =
            ["qa2_valid.txt", "qa2_valid.txt.gz", "qa2_two-facts_valid.txt", "qa2_two_facts_valid.txt.gz"];
        let ranks: Vec<_> = best.iter().map(|name| fits(name)).collect();
        assert!(ranks.iter().all(Option::is_some) && ranks.is_sorted(), "{ranks:?}");
        assert!(fits("qa2_dev.txt") > fits("qa2_valid.txt"));
        for name in ["qa12_valid.txt", "qa2_train.txt", "qa2_valid.json", "qa2.txt", "qa2_validity.txt", ""] {
            assert_eq!(fits(name), None, "{name}");
        }
    }
}
