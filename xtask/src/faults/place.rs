//! Where a dataset is made, and what is there.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::Result;
use crate::s3::{BUCKET, Server};

/// Everything that is somewhere, by name. Folders end with `/` and hold nothing: an empty one that was left behind
/// counts, too. Buckets have no folders.
pub(super) type Contents = BTreeMap<String, Vec<u8>>;

/// A place for a dataset.
#[derive(Clone)]
pub(super) enum Place<'a> {
    Folder(PathBuf),
    Prefix(&'a Server, String),
}

impl Place<'_> {
    /// As the program wants it.
    pub(super) fn address(&self) -> String {
        match self {
            Self::Folder(path) => path.display().to_string(),
            Self::Prefix(_, prefix) => format!("s3://{BUCKET}/{prefix}"),
        }
    }

    /// The names of all files, as far as they can be told while others are at work.
    pub(super) fn names(&self) -> Vec<String> {
        match self {
            Self::Folder(path) => {
                let mut names = Vec::new();
                let _ = walk(path, path, &mut |name, path| {
                    names.extend(path.map(|_| name));
                    Ok(())
                });
                names
            }
            Self::Prefix(server, prefix) => server.objects(prefix).unwrap_or_default(),
        }
    }

    pub(super) fn contents(&self) -> Result<Contents> {
        let mut contents = Contents::new();
        match self {
            Self::Folder(path) => walk(path, path, &mut |name, path| {
                let bytes = path
                    .map(fs::read)
                    .transpose()
                    .map_err(|error| format!("cannot read `{name}`: {error}"))?;
                contents.insert(name, bytes.unwrap_or_default());
                Ok(())
            })?,
            Self::Prefix(server, prefix) => {
                for name in server.objects(prefix)? {
                    let bytes = server.object(&format!("{prefix}/{name}"))?;
                    contents.insert(name, bytes);
                }
            }
        }
        Ok(contents)
    }

    /// What is different from what should be there, in words; empty if nothing is. Of files that are not the same in every
    /// run only the names count.
    pub(super) fn differences(&self, expected: &Contents, is_same: fn(&str) -> bool) -> Result<Vec<String>> {
        let found = self.contents()?;
        let has_folders = matches!(self, Self::Folder(_));
        let expected = expected.iter().filter(|(name, _)| has_folders || !name.ends_with('/')).collect();
        Ok(compare(&expected, &found, is_same))
    }
}

fn compare(
    expected: &BTreeMap<&String, &Vec<u8>>,
    found: &Contents,
    is_same: fn(&str) -> bool,
) -> Vec<String> {
    let mut differences = Vec::new();
    for (name, bytes) in expected {
        match found.get(*name) {
            None => differences.push(format!("{name} is missing")),
            Some(other) if is_same(name) && other != *bytes => {
                differences.push(format!("{name} has other bytes"));
            }
            Some(_) => {}
        }
    }
    let left = found.keys().filter(|name| !expected.contains_key(name));
    differences.extend(left.map(|name| format!("{name} is left over")));
    differences
}

/// Visits everything below a folder: files with their paths, folders without.
fn walk(
    root: &Path,
    folder: &Path,
    visit: &mut dyn FnMut(String, Option<&Path>) -> Result<()>,
) -> Result<()> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(format!("cannot read `{}`: {error}", folder.display())),
    };
    for entry in entries {
        let path = entry.map_err(|error| format!("cannot read `{}`: {error}", folder.display()))?.path();
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        if path.is_dir() {
            visit(format!("{name}/"), None)?;
            walk(root, &path, visit)?;
        } else {
            visit(name, Some(&path))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_difference_is_named() {
        let contents = |list: &[(&str, &str)]| -> Contents {
            list.iter().map(|(name, text)| (name.to_string(), text.as_bytes().to_vec())).collect()
        };
        let expected = contents(&[("a", "1"), ("b", "2"), ("c", "3")]);
        let found = contents(&[("a", "1"), ("b", "x"), ("d/", "")]);
        let differences = |is_same: fn(&str) -> bool| compare(&expected.iter().collect(), &found, is_same);
        assert_eq!(differences(|_| true), ["b has other bytes", "c is missing", "d/ is left over"]);
        assert_eq!(differences(|name| name == "a"), ["c is missing", "d/ is left over"]);
        assert!(compare(&expected.iter().collect(), &expected, |_| true).is_empty());
    }

    #[test]
    fn empty_folders_count() {
        let root = std::env::temp_dir().join(format!("wampimuk-place-{}", std::process::id()));
        fs::create_dir_all(root.join("a/empty")).unwrap();
        fs::write(root.join("a/x"), "1").unwrap();
        let place = Place::Folder(root.clone());
        let names: Vec<String> = place.contents().unwrap().into_keys().collect();
        assert_eq!(names, ["a/", "a/empty/", "a/x"]);
        assert_eq!(place.names(), ["a/x"]);
        fs::remove_dir_all(&root).unwrap();
    }
}
