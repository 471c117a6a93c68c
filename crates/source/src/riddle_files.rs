//! Files of riddles: tasks in the layout of the Abstract Reasoning Corpus, one in a file or one on a line.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use wampimuk_dataset::{FolderFiles, MANIFEST, Manifest, ManifestFile};
use wampimuk_engine::Format;

use crate::{Choice, Error};

/// The longest file of one task: the biggest grids with every pair there can be are far shorter.
const MAX_TASK: u64 = 4 << 20;
/// How much of a file is looked at to see whether it holds tasks.
const PEEK: u64 = 4096;

/// A task that has not been read yet.
#[derive(Clone, Debug)]
pub struct TaskEntry {
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
    /// A line of a file: where it begins, and how long it is. It is read when it is wanted, so that memory does not grow with
    /// the file.
    Line(Arc<Path>, u64, u64),
}

impl TaskEntry {
    /// The JSON of the task, or why there is none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn text(&self) -> Result<String, String> {
        let text = match &self.text {
            Text::File(path) => read(path),
            Text::Line(path, start, length) => read_line(path, *start, *length),
        };
        text.map_err(|error| format!("it cannot be read: {error}"))
    }

    /// Whether it is a line among others, which its place names.
    pub fn is_line(&self) -> bool {
        matches!(self.text, Text::Line(..))
    }
}

/// The text of a file of one task.
fn read(path: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(MAX_TASK + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_TASK { Err(too_long("it")) } else { Ok(text) }
}

fn read_line(path: &Path, start: u64, length: u64) -> std::io::Result<String> {
    let mut text = String::new();
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(start))?;
    file.take(length).read_to_string(&mut text)?;
    Ok(text)
}

fn too_long(what: &str) -> std::io::Error {
    let message = format!("{what} is longer than {MAX_TASK} bytes");
    std::io::Error::new(std::io::ErrorKind::InvalidData, message)
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
pub fn list(path: &Path, choice: &Choice) -> Result<Vec<TaskEntry>, Error> {
    let failed = |error: std::io::Error| Error::io("read", path, error);
    let mut entries: Vec<TaskEntry> = if path.is_dir() {
        let entry = |(split, path): (String, PathBuf)| TaskEntry {
            place: path.display().to_string(),
            index: index_of(&path),
            split,
            text: Text::File(path),
        };
        let files = files(path).map_err(failed)?;
        let mut of_folder = FolderFiles::of(path);
        files.iter().try_for_each(|(_, file)| of_folder.check(file))?;
        files.into_iter().map(entry).collect()
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
fn lines(path: &Path) -> std::io::Result<Vec<TaskEntry>> {
    let file: Arc<Path> = path.into();
    let place = path.display().to_string();
    let mut reader = BufReader::new(File::open(path)?);
    let (mut entries, mut bytes, mut start) = (Vec::new(), Vec::new(), 0);
    for number in 1u64.. {
        bytes.clear();
        let length = (&mut reader).take(MAX_TASK + 1).read_until(b'\n', &mut bytes)? as u64;
        // A task that is spread over lines is no JSON on its first one.
        let is_whole = || serde_json::from_slice::<serde::de::IgnoredAny>(&bytes).is_err();
        if number == 1 && (path.extension().is_some_and(|extension| extension == "json") || is_whole()) {
            // Its place says where it belongs, as in a folder.
            let split = path.parent().and_then(Path::file_name);
            let split = split.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            return Ok(vec![TaskEntry {
                place,
                split,
                index: index_of(path),
                text: Text::File(path.to_owned()),
            }]);
        }
        if length == 0 {
            break;
        }
        if length > MAX_TASK {
            return Err(too_long(&format!("line {number}")));
        }
        if !bytes.trim_ascii().is_empty() {
            let Address { split, index } = serde_json::from_slice(&bytes).unwrap_or_default();
            let text = Text::Line(Arc::clone(&file), start, length);
            entries.push(TaskEntry { place: format!("{place}:{number}"), split, index, text });
        }
        start += length;
    }
    Ok(entries)
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
        assert_eq!(entries[1].text().unwrap().trim(), "{\"train\":[]}");
        // Neither a line nor a task without end is taken into memory.
        for name in ["tasks.jsonl", "task.json"] {
            let path = folder.path().join(name);
            std::fs::write(&path, "{\"train\":[]}\n").unwrap();
            File::options().append(true).open(&path).unwrap().set_len(500 << 20).unwrap();
            let found = list(&path, &Choice::default());
            let problem = match found {
                Ok(entries) => entries[0].text().unwrap_err(),
                Err(error) => error.to_string(),
            };
            assert!(problem.contains("longer than 4194304 bytes"), "{problem}");
        }
    }
}
