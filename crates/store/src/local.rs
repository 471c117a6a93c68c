//! Stores in folders of this machine.

mod disk;
mod lock;

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use tempfile::NamedTempFile;

use crate::backend::{Backend, Draft};
use crate::error::StoreError;
use crate::name::flat;
use crate::{FileInfo, WORKSHOP};
use disk::Identity;
pub(super) use lock::Lock;

/// Where temporary files are, below [`WORKSHOP`]: in the store's own folder, so that a rename stays within one file
/// system.
const TEMPORARY: &str = "tmp";
/// Where locks are, below [`WORKSHOP`].
const LOCKS: &str = "locks";
/// The end of the name of every temporary file.
const UNFINISHED: &str = ".part";
/// How often something is tried again that another process may have spoilt by clearing the workshop away.
const TRIES: usize = 5;

#[derive(Debug)]
pub(super) struct Local {
    root: PathBuf,
    /// Which folder this is, known since it was first written to: if a disk is unmounted meanwhile, what is written
    /// must not end up in the empty folder that is left.
    identity: OnceLock<Identity>,
}

impl Local {
    pub(super) fn new(root: PathBuf) -> Self {
        Self { root, identity: OnceLock::new() }
    }

    fn path(&self, name: &str) -> PathBuf {
        // An empty name would add a slash.
        if name.is_empty() { self.root.clone() } else { self.root.join(name) }
    }

    /// Starts a file in the workshop.
    fn draft(self: Arc<Self>, name: &str) -> Result<LocalDraft, StoreError> {
        let error = |source| StoreError::io("created", self.place(name), source);
        let folder = self.root.join(WORKSHOP).join(TEMPORARY);
        let prefix = format!("{}.", flat(name));
        let file =
            self.in_folder(&folder, || disk::temporary(&folder, &prefix, UNFINISHED)).map_err(error)?;
        Ok(LocalDraft { store: self, name: name.to_owned(), file })
    }

    /// Removes the temporary files of a name whose owner has died: the claim on it is ours.
    fn sweep(&self, name: &str) -> Result<(), StoreError> {
        let folder = self.root.join(WORKSHOP).join(TEMPORARY);
        let Some(entries) = found(fs::read_dir(&folder)).map_err(|source| reading(&folder, source))? else {
            return Ok(());
        };
        let flat = flat(name);
        for entry in entries {
            let entry = entry.map_err(|source| reading(&folder, source))?;
            let last = entry.file_name();
            let owner = last.to_str().and_then(|last| last.strip_suffix(UNFINISHED)?.rsplit_once('.'));
            if owner.is_some_and(|(owner, _)| owner == flat) {
                let path = entry.path();
                found(fs::remove_file(&path)).map_err(|source| removing(&path, source))?;
            }
        }
        Ok(())
    }

    /// Does something in a folder that another process may clear away at the same time.
    fn in_folder<T>(&self, folder: &Path, act: impl Fn() -> io::Result<T>) -> io::Result<T> {
        let mut result = Err(io::ErrorKind::NotFound.into());
        for _ in 0..TRIES {
            self.present()?;
            result = disk::make_folder(folder).and_then(|()| act());
            match &result {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                _ => break,
            }
        }
        result
    }

    /// Makes the store's folder when it is first written to; later it must still be the same one.
    fn present(&self) -> Result<(), StoreError> {
        let place = || self.root.display().to_string();
        let vanished = |_| StoreError::Vanished { place: place() };
        if let Some(identity) = self.identity.get() {
            let now = Identity::of(&self.root).map_err(vanished)?;
            return if now == *identity { Ok(()) } else { Err(StoreError::Vanished { place: place() }) };
        }
        let identity = disk::make_folder(&self.root).and_then(|()| Identity::of(&self.root));
        let identity = identity.map_err(|source| StoreError::io("created", place(), source))?;
        // Of two threads that come first, both have seen the same folder.
        self.identity.get_or_init(|| identity);
        Ok(())
    }

    /// Why a finished file could not be put in its place.
    fn failed(&self, path: &Path, source: io::Error) -> StoreError {
        match (source.kind(), self.present()) {
            (_, Err(error)) => error,
            (io::ErrorKind::NotFound, Ok(())) => StoreError::Cleared { place: path.display().to_string() },
            (_, Ok(())) => writing(path, source),
        }
    }
}

impl Backend for Local {
    fn place(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    fn local_path(&self, name: &str) -> Option<PathBuf> {
        Some(self.path(name))
    }

    fn create(self: Arc<Self>, name: &str) -> Result<Box<dyn Draft>, StoreError> {
        Ok(Box::new(self.draft(name)?))
    }

    fn info(&self, name: &str) -> Result<Option<FileInfo>, StoreError> {
        let path = self.path(name);
        let metadata = found(fs::metadata(&path)).map_err(|source| reading(&path, source))?;
        let metadata = metadata.filter(fs::Metadata::is_file);
        Ok(metadata.map(|metadata| FileInfo { bytes: metadata.len(), etag: None }))
    }

    fn reader(self: Arc<Self>, name: &str) -> Result<Option<Box<dyn Read + Send>>, StoreError> {
        let path = self.path(name);
        // A pipe would be waited for.
        let Some(metadata) = found(fs::metadata(&path)).map_err(|source| reading(&path, source))? else {
            return Ok(None);
        };
        if !metadata.is_file() {
            let what = "it is no file but a folder, a pipe or a device";
            return Err(reading(&path, io::Error::new(io::ErrorKind::InvalidData, what)));
        }
        let file = found(File::open(&path)).map_err(|source| reading(&path, source))?;
        Ok(file.map(|file| Box::new(file) as Box<dyn Read + Send>))
    }

    fn put_new(self: Arc<Self>, name: &str, bytes: &[u8]) -> Result<bool, StoreError> {
        let mut draft = self.draft(name)?;
        draft.append(bytes)?;
        draft.publish_new()
    }

    fn note(self: Arc<Self>, name: &str, bytes: &[u8]) -> Result<Option<String>, StoreError> {
        let LocalDraft { store, name, mut file } = self.draft(name)?;
        let path = store.path(&name);
        file.write_all(bytes).map_err(|source| writing(&path, source))?;
        store.present()?;
        disk::make_folder(parent(&path)).map_err(|source| writing(&path, source))?;
        file.persist(&path).map(|_| None).map_err(|error| store.failed(&path, error.error))
    }

    fn remove(&self, name: &str) -> Result<bool, StoreError> {
        let path = self.path(name);
        let removed = found(fs::remove_file(&path)).map_err(|source| removing(&path, source))?.is_some();
        for folder in path.ancestors().skip(1).take_while(|folder| *folder != self.root) {
            if fs::remove_dir(folder).is_err() {
                // It is not empty, or another process was faster.
                break;
            }
        }
        Ok(removed)
    }

    fn clear(&self, folder: &str) -> Result<(), StoreError> {
        let path = self.path(folder);
        let mut result = Ok(None);
        for _ in 0..TRIES {
            result = found(fs::remove_dir_all(&path));
            match &result {
                // Another process has put something there since.
                Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {}
                _ => break,
            }
        }
        result.map_err(|source| removing(&path, source))?;
        Ok(())
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, StoreError> {
        let mut names = Vec::new();
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            let path = self.path(&folder);
            let Some(entries) = found(fs::read_dir(&path)).map_err(|source| reading(&path, source))? else {
                continue;
            };
            for entry in entries {
                let entry = entry.map_err(|source| reading(&path, source))?;
                // What has no proper name is none of ours.
                let Ok(last) = entry.file_name().into_string() else { continue };
                let name = if folder.is_empty() { last } else { format!("{folder}/{last}") };
                let kind = entry.file_type().map_err(|source| reading(&entry.path(), source))?;
                if kind.is_dir() {
                    if !is_unfinished(&name) {
                        folders.push(name);
                    }
                } else if kind.is_file() || entry.path().is_file() {
                    names.push(name);
                }
            }
        }
        names.sort();
        Ok(names)
    }

    fn claim(&self, name: &str) -> Result<Option<Option<Lock>>, StoreError> {
        let folder = self.root.join(WORKSHOP).join(LOCKS);
        let path = folder.join(format!("{}.lock", flat(name)));
        let lock = self.in_folder(&folder, || Lock::take(&path));
        let lock = lock.map_err(|source| StoreError::io("locked", path.display().to_string(), source))?;
        if let Some(Some(_)) = &lock {
            self.sweep(name)?;
        }
        Ok(lock)
    }

    fn link(&self, name: &str, file: &Path) -> Result<bool, StoreError> {
        let path = self.path(name);
        let error = |source| StoreError::io("created", path.display().to_string(), source);
        self.present()?;
        disk::make_folder(parent(&path)).map_err(error)?;
        // A link to a link would be one that can break.
        let file = file.canonicalize().map_err(|source| reading(file, source))?;
        match fs::hard_link(file, &path) {
            Ok(()) => disk::sync_folder(parent(&path)).map(|()| true).map_err(error),
            Err(_) => Ok(false),
        }
    }
}

/// A file that is being written.
#[derive(Debug)]
struct LocalDraft {
    store: Arc<Local>,
    name: String,
    file: NamedTempFile,
}

impl Draft for LocalDraft {
    fn append(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        let place = self.store.path(&self.name);
        self.file.write_all(bytes).map_err(|source| writing(&place, source))
    }

    fn publish(self: Box<Self>) -> Result<Option<String>, StoreError> {
        let path = self.prepare()?;
        let Self { store, file, .. } = *self;
        match file.persist(&path) {
            Ok(_) => disk::sync_folder(parent(&path)).map_err(|source| writing(&path, source))?,
            Err(error) => return Err(store.failed(&path, error.error)),
        }
        Ok(None)
    }
}

impl LocalDraft {
    /// Puts it in its place if that is free, and says whether it was.
    fn publish_new(self) -> Result<bool, StoreError> {
        let path = self.prepare()?;
        let Self { store, file, .. } = self;
        match file.persist_noclobber(&path) {
            Ok(_) => disk::sync_folder(parent(&path)).map(|()| true).map_err(|source| writing(&path, source)),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(store.failed(&path, error.error)),
        }
    }

    /// Everything is on the disk, and the folder of its place is there.
    fn prepare(&self) -> Result<PathBuf, StoreError> {
        let path = self.store.path(&self.name);
        self.file.as_file().sync_all().map_err(|source| writing(&path, source))?;
        self.store.present()?;
        disk::make_folder(parent(&path)).map_err(|source| writing(&path, source))?;
        Ok(path)
    }
}

/// Whether a folder holds only what is not finished.
fn is_unfinished(folder: &str) -> bool {
    folder.strip_prefix(WORKSHOP).is_some_and(|rest| rest == "/tmp" || rest == "/locks")
}

/// What is not there is no error.
fn found<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

fn parent(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}

fn reading(path: &Path, source: io::Error) -> StoreError {
    StoreError::io("read", path.display().to_string(), source)
}

fn writing(path: &Path, source: io::Error) -> StoreError {
    StoreError::io("written", path.display().to_string(), source)
}

fn removing(path: &Path, source: io::Error) -> StoreError {
    StoreError::io("removed", path.display().to_string(), source)
}

#[cfg(test)]
mod tests;
