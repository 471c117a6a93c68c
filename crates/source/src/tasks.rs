//! Files of riddles: tasks in the layout of the Abstract Reasoning Corpus, one in a file or one on a line.

use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use wampimuk_dataset::{MANIFEST, Manifest, ManifestFile};
use wampimuk_engine::Format;

use crate::{Choice, Error};

/// The longest file of one task: the biggest grids with every pair there can be are far shorter.
const MAX_TASK: u64 = 4 << 20;
/// The longest file of lines.
const MAX_LINES: u64 = 1 << 30;
/// How much of a file is looked at to see whether it holds tasks.
const PEEK: u64 = 4096;

/// A task that has not been read yet.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Where it stands, for messages.
    pub place: String,
    /// Its split; empty if that is not known.
    pub split: String,
    /// Its index in the split, if that is known.
    pub index: Option<u64>,
    text: Text,
}

#[derive(Clone, Debug)]
enum Text {
    File(PathBuf),
    Line(String),
}

impl Entry {
    /// The JSON of the task, or why there is none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn text(&self) -> Result<Cow<'_, str>, String> {
        match &self.text {
            Text::Line(line) => Ok(Cow::Borrowed(line)),
            Text::File(path) => {
                read(path, MAX_TASK).map(Cow::Owned).map_err(|error| format!("it cannot be read: {error}"))
            }
        }
    }
}

/// The text of a file that is no longer than it may be.
fn read(path: &Path, most: u64) -> std::io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(most + 1).read_to_string(&mut text)?;
    match text.len() as u64 > most {
        true => Err(std::io::Error::other(format!("it is longer than {most} bytes"))),
        false => Ok(text),
    }
}

/// Whether a path holds tasks and nothing that the other families have: a folder of `.json` files, or a file that begins
/// like a task.
pub fn is_tasks(path: &Path) -> bool {
    if path.is_dir() {
        return !has_items(path) && files(path).is_ok_and(|files| !files.is_empty());
    }
    path.is_file() && begins_like_a_task(path)
}

/// Whether a folder has files of the formats with many items.
fn has_items(folder: &Path) -> bool {
    let name = |entry: std::fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut names = folder.read_dir().into_iter().flatten().flatten().map(name);
    names.any(|name| {
        [".parquet", ".arrow", ".jsonl", ".txt", ".gz", ".zst"].iter().any(|ending| name.ends_with(ending))
    })
}

fn begins_like_a_task(path: &Path) -> bool {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(PEEK).read_to_end(&mut bytes));
    let text: Vec<u8> = bytes.into_iter().filter(|byte| !byte.is_ascii_whitespace()).collect();
    read.is_ok() && (text.starts_with(b"{\"train\":[") || text.starts_with(b"{\"test\":["))
}

/// The tasks of a folder, each with the name of its split if that is known: those that a manifest lists, or the `.json`
/// files of the folder and of its folders, or of those below `data`. The order is that of folders' names and of numbers: 9
/// is before 10.
fn files(folder: &Path) -> std::io::Result<Vec<(String, PathBuf)>> {
    if let Ok(manifest) = Manifest::read(&folder.join(MANIFEST)) {
        let is_tasks = Format::named(&manifest.file_format).is_some_and(Format::is_tasks);
        let listed = manifest.files.iter().filter(|_| is_tasks);
        let file = |file: &ManifestFile| Some((file.split.clone(), file.within(folder)?));
        return Ok(listed.filter_map(file).collect());
    }
    let mut files = nested_files(folder)?;
    let data = folder.join("data");
    if files.is_empty() && data.is_dir() {
        for config in folders(&data)? {
            files.extend(nested_files(&config)?);
        }
    }
    files.sort_by_cached_key(|(split, path)| (split.clone(), index_of(path), path.clone()));
    Ok(files)
}

fn nested_files(folder: &Path) -> std::io::Result<Vec<(String, PathBuf)>> {
    let mut files = json_files(folder)?.into_iter().map(|path| (String::new(), path)).collect::<Vec<_>>();
    for within in folders(folder)? {
        let name = within.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.extend(json_files(&within)?.into_iter().map(|path| (name.clone(), path)));
    }
    Ok(files)
}

fn folders(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for entry in folder.read_dir()? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            folders.push(entry.path());
        }
    }
    Ok(folders)
}

/// What describes a dataset, and is no task.
const ABOUT: [&str; 2] = [MANIFEST, "croissant.json"];

fn json_files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in folder.read_dir()? {
        let path = entry?.path();
        let is_json = path.extension().is_some_and(|extension| extension == "json");
        let is_about = path.file_name().is_some_and(|name| ABOUT.iter().any(|about| name == *about));
        if is_json && !is_about && !path.is_dir() {
            files.push(path);
        }
    }
    Ok(files)
}

/// The number that a file is named after.
fn index_of(path: &Path) -> Option<u64> {
    path.file_stem()?.to_str()?.parse().ok()
}

/// The chosen tasks of a path.
///
/// # Errors
/// If it cannot be read, or has none of the chosen split.
pub fn list(path: &Path, choice: &Choice) -> Result<Vec<Entry>, Error> {
    let failed = |error: std::io::Error| Error::io("read", path, error);
    let mut entries: Vec<Entry> = if path.is_dir() {
        let entry = |(split, path): (String, PathBuf)| Entry {
            place: path.display().to_string(),
            index: index_of(&path),
            split,
            text: Text::File(path),
        };
        files(path).map_err(failed)?.into_iter().map(entry).collect()
    } else {
        lines(path).map_err(failed)?
    };
    if let Some(split) = &choice.split
        && !entries.iter().any(|entry| entry.split == *split)
    {
        return Err(Error::Split { path: path.to_owned(), what: "tasks", split: split.clone() });
    }
    let mut counts = std::collections::HashMap::<String, u64>::new();
    entries.retain(|entry| {
        if !choice.wants(&entry.split) {
            return false;
        }
        let count = counts.entry(entry.split.clone()).or_default();
        *count += 1;
        choice.limit.is_none_or(|limit| *count <= limit)
    });
    Ok(entries)
}

/// What a line says beside the task.
#[derive(Debug, Default, Deserialize)]
struct Address {
    #[serde(default)]
    split: String,
    index: Option<u64>,
}

/// A file with one task, or with one on each line.
fn lines(path: &Path) -> std::io::Result<Vec<Entry>> {
    let text = read(path, MAX_LINES)?;
    let place = path.display().to_string();
    let entry = |place: String, text: &str| {
        let Address { split, index } = serde_json::from_str(text).unwrap_or_default();
        Entry { place, split, index, text: Text::Line(text.to_string()) }
    };
    // A task that is spread over lines is no JSON on its first one.
    let first = text.lines().next().unwrap_or_default();
    let is_whole = serde_json::from_str::<serde::de::IgnoredAny>(first).is_err();
    if is_whole || path.extension().is_some_and(|extension| extension == "json") {
        // Its place says where it belongs, as in a folder.
        let split = path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let (split, index) = (split.unwrap_or_default(), index_of(path));
        return Ok(vec![Entry { place, split, index, text: Text::Line(text) }]);
    }
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    Ok(lines.map(|(number, line)| entry(format!("{place}:{number}"), line)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_are_found_in_the_order_of_their_numbers() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("test")).unwrap();
        for name in ["manifest.json", "test/10.json", "test/9.json", "test/notes.txt"] {
            std::fs::write(folder.path().join(name), "{\"train\": [").unwrap();
        }
        assert!(is_tasks(folder.path()) && is_tasks(&folder.path().join("test/9.json")));
        assert!(!is_tasks(&folder.path().join("nowhere")));
        let entries = list(folder.path(), &Choice::default()).unwrap();
        let found: Vec<_> = entries.iter().map(|entry| (entry.split.as_str(), entry.index)).collect();
        assert_eq!(found, [("test", Some(9)), ("test", Some(10))]);
        let few = Choice { limit: Some(1), ..Choice::default() };
        assert_eq!(list(folder.path(), &few).unwrap().len(), 1);
        let other = Choice { split: Some("train".into()), ..Choice::default() };
        assert!(list(folder.path(), &other).is_err());
        std::fs::write(folder.path().join("data.jsonl"), "").unwrap();
        assert!(!is_tasks(folder.path()));
    }

    #[test]
    fn lines_may_say_where_they_belong() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tasks.jsonl");
        std::fs::write(&path, "{\"train\":[],\"split\":\"dev\",\"index\":4}\n\n{\"train\":[]}\n").unwrap();
        let entries = list(&path, &Choice::default()).unwrap();
        assert_eq!((entries.len(), entries[0].split.as_str(), entries[0].index), (2, "dev", Some(4)));
        assert!(entries[1].place.ends_with("tasks.jsonl:3") && entries[1].index.is_none());
    }
}
