//! Which files hold stories.

use std::collections::BTreeSet;
use std::io::BufRead as _;
use std::path::{Path, PathBuf};

use wampimuk_dataset::stories::{StoryFormat, open};
use wampimuk_dataset::{FolderFiles, MANIFEST, ManifestFile};

use crate::Error;

/// How deep folders are searched: a release has folders of languages, and these have folders of sizes.
const DEPTH: usize = 3;

/// Endings of files of stories, compressed or not.
const ENDINGS: [&str; 5] = ["txt", "jsonl", "json", "parquet", "arrow"];

/// A file of stories.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryFile {
    /// The file.
    pub path: PathBuf,
    /// Its split, where the manifest says so.
    pub split: Option<String>,
    /// The folder it is in, where files of several folders would be mixed up.
    pub folder: Option<String>,
}

/// The files of stories at a path, in order; `None` if it holds something else. `listed` are those that a manifest lists.
/// If it is `known` that there are stories, nothing is looked into.
pub fn find<'m>(
    path: &Path,
    listed: impl Iterator<Item = (PathBuf, &'m ManifestFile)>,
    known: bool,
) -> Result<Option<Vec<StoryFile>>, Error> {
    let file = |(path, file): (PathBuf, &ManifestFile)| StoryFile {
        path,
        split: named(Some(file.split.clone())),
        folder: None,
    };
    let listed: Vec<StoryFile> = listed.map(file).collect();
    if !path.is_dir() {
        if !known && !is_stories(path) {
            return Ok(None);
        }
        let split = listed.into_iter().find_map(|file| file.split);
        return Ok(Some(vec![StoryFile { path: path.to_owned(), split, folder: None }]));
    }
    if !listed.is_empty() {
        return Ok(Some(listed));
    }
    let mut paths = Vec::new();
    collect(path, DEPTH, &mut paths).map_err(|error| Error::io("read", path, error))?;
    paths.sort_by_cached_key(|path| natural(&path.to_string_lossy()));
    let mut of_folder = FolderFiles::of(path);
    paths.iter().try_for_each(|file| of_folder.check(file))?;
    // JSON has many other uses, such as configurations beside the stories.
    paths.retain(|path| !is_json(path) || is_stories(path));
    if !known && !paths.iter().any(|path| is_stories(path)) {
        return Ok(None);
    }
    if paths.is_empty() {
        return Err(Error::Request(format!(
            "{} holds no files of stories: their names end in .txt, .jsonl, .json, .parquet or .arrow, compressed or not",
            path.display()
        )));
    }
    let folder_of = |file: &Path| {
        let folder = file.parent().and_then(|folder| folder.strip_prefix(path).ok());
        folder.map(|folder| folder.to_string_lossy().into_owned()).unwrap_or_default()
    };
    let folders: BTreeSet<String> = paths.iter().map(|file| folder_of(file)).collect();
    let several = folders.len() > 1;
    let file =
        |path: PathBuf| StoryFile { folder: named(several.then(|| folder_of(&path))), path, split: None };
    Ok(Some(paths.into_iter().map(file).collect()))
}

fn named(name: Option<String>) -> Option<String> {
    name.filter(|name| !name.is_empty())
}

/// Whether a file begins as one of stories does.
fn is_stories(path: &Path) -> bool {
    if path == Path::new("-") {
        return begins_as_stories();
    }
    let Ok(mut reader) = open(path) else { return false };
    match reader.format() {
        StoryFormat::Text | StoryFormat::Events | StoryFormat::Squad | StoryFormat::Lines => true,
        // Tables and `input` are known to other families too.
        StoryFormat::Prompts | StoryFormat::Table => reader.next().is_some_and(|record| record.is_ok()),
    }
}

/// Whether standard input, which can be read only once, begins as stories do. What is looked at stays where it is.
fn begins_as_stories() -> bool {
    let mut input = std::io::stdin().lock();
    let Ok(head) = input.fill_buf() else { return false };
    let head = head.trim_ascii_start();
    let has = |key: &[u8]| head.windows(key.len()).any(|window| window == key);
    match head.first() {
        Some(b'0'..=b'9') => true,
        Some(b'{') => {
            let keys: [&[u8]; 5] =
                [b"\"events\"", b"\"babi_story\"", b"\"q_sub_id\"", b"\"data\"", b"\"facts\""];
            keys.into_iter().any(has)
        }
        _ => false,
    }
}

/// The files of a folder and of its folders that may hold stories.
fn collect(folder: &Path, depth: usize, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in folder.read_dir()? {
        let path = entry?.path();
        if path.is_dir() {
            if depth > 1 {
                collect(&path, depth - 1, paths)?;
            }
        } else if is_named_as_stories(&path) {
            paths.push(path);
        }
    }
    Ok(())
}

fn is_named_as_stories(path: &Path) -> bool {
    let name = bare_name(path);
    let is_about = ["readme", "license", "licence", "."].iter().any(|start| name.starts_with(start));
    let ends = name.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending));
    ends && !is_about && ![MANIFEST, "croissant.json"].contains(&name.as_str())
}

fn is_json(path: &Path) -> bool {
    bare_name(path).ends_with(".json")
}

/// The name of a file in small letters, as if it were not compressed.
fn bare_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let bare = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst"));
    bare.map_or_else(|| name.clone(), str::to_owned)
}

/// A key by which numbers in names count: `qa2` comes before `qa10`.
fn natural(name: &str) -> Vec<(String, u64)> {
    let mut key = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (word, from) = rest.split_at(digits);
        let end = from.find(|c: char| !c.is_ascii_digit()).unwrap_or(from.len());
        let (number, more) = from.split_at(end);
        key.push((word.to_owned(), number.parse().unwrap_or(u64::MAX)));
        rest = more;
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_tasks_are_in_the_order_of_their_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let story = "1 Mary went to the park.\n2 Where is Mary?\tpark\t1\n";
        std::fs::create_dir(folder.path().join("en")).unwrap();
        for name in ["qa10_test.txt", "qa2_test.txt", "README.txt", "notes.md", "en/qa1_test.txt"] {
            std::fs::write(folder.path().join(name), story).unwrap();
        }
        std::fs::write(folder.path().join("config.json"), "{\"tasks\": []}").unwrap();
        let files = find(folder.path(), std::iter::empty(), false).unwrap().unwrap();
        let names: Vec<_> = files
            .iter()
            .map(|file| (file.path.file_name().unwrap().to_str().unwrap(), file.folder.as_deref()))
            .collect();
        assert_eq!(names, [("qa1_test.txt", Some("en")), ("qa2_test.txt", None), ("qa10_test.txt", None)]);
        std::fs::write(folder.path().join("notes.md"), "x").unwrap();
        assert_eq!(find(&folder.path().join("notes.md"), std::iter::empty(), false).unwrap(), None);
    }

    #[test]
    fn other_files_are_no_stories() {
        let folder = tempfile::tempdir().unwrap();
        let tensor = folder.path().join("t.jsonl");
        std::fs::write(&tensor, "{\"input\": [\"walk\"], \"target\": []}\n").unwrap();
        assert_eq!(find(&tensor, std::iter::empty(), false).unwrap(), None);
        assert_eq!(find(folder.path(), std::iter::empty(), false).unwrap(), None);
        assert!(find(&tensor, std::iter::empty(), true).unwrap().is_some());
    }
}
