//! Where datasets are kept: folders of this machine, and object stores.
//!
//! A [`Store`] holds files under relative names with `/` between their parts, and promises what a killed program
//! needs of it:
//!
//! * A file **appears complete or not at all**. [`Store::create`] gives an [`Upload`] that writes somewhere else;
//!   [`Upload::finish`] puts it in its place, once everything has reached the disk or the server, and says what was
//!   written: size, SHA-256 and, where the store has them, ETag.
//! * [`Store::put_new`] succeeds for **exactly one** of many callers; the others are told that they came late.
//! * [`Store::claim`] shares work between processes. A claim dies with its process, however that ends, so nothing
//!   has to be cleaned up by hand.
//!
//! In a folder everything that is not finished lies in [`WORKSHOP`]: temporary files and locks. Renaming within one
//! file system is atomic, locks are the kernel's. In an object store objects are atomic by themselves; bigger ones are
//! uploaded in parts, and the upload is completed last. Object stores have no locks, so several processes may hold
//! the same claim there. The work is then done twice, which is harmless, as its bytes are the same.
//!
//! ```
//! use std::io::Write;
//! use wampimuk_store::Store;
//!
//! let folder = tempfile::tempdir()?;
//! let store = Store::open(&folder.path().join("new").display().to_string())?;
//! let mut upload = store.create("data/train.txt")?;
//! upload.write_all(b"abc")?;
//! assert_eq!(store.info("data/train.txt")?, None, "it is not there before it is finished");
//! let stamp = upload.finish()?;
//! assert_eq!(stamp.bytes, 3);
//! assert_eq!(store.digest("data/train.txt")?, Some((3, stamp.sha256)));
//! assert_eq!(store.list("")?, ["data/train.txt"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod address;
mod backend;
mod error;
mod local;
mod name;
#[cfg(feature = "s3")]
mod remote;

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use address::Address;
use backend::{Backend, Draft};
pub use error::StoreError;
use local::Local;

/// The hidden folder for everything that is not finished. A finished dataset has none.
pub const WORKSHOP: &str = ".wampimuk";

/// A place that holds the files of a dataset.
#[derive(Clone, Debug)]
pub struct Store(Arc<dyn Backend>);

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
    /// The version that an object store gave it. Files of a folder have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub etag: Option<String>,
}

/// What can be known of a file without reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileInfo {
    /// Its size.
    pub bytes: u64,
    /// The version that an object store gave it. Files of a folder have none.
    pub etag: Option<String>,
}

impl Store {
    /// A store by its address: the path of a folder, or `s3://bucket/prefix`. Nothing is made or looked at before it
    /// is needed, so that asking for what is in a store leaves no trace.
    ///
    /// # Errors
    /// If there are no such stores.
    pub fn open(address: &str) -> Result<Self, StoreError> {
        match Address::parse(address)? {
            Address::Folder(path) => Ok(Self(Arc::new(Local::new(path)))),
            #[cfg(feature = "s3")]
            Address::Bucket { bucket, prefix } => Ok(Self(Arc::new(remote::Remote::new(bucket, prefix)?))),
            #[cfg(not(feature = "s3"))]
            Address::Bucket { .. } => Err(StoreError::address(
                address,
                "this build has no object stores: give a folder, build with `--features s3`, or use the Python package, which has them",
            )),
        }
    }

    /// Where a file is or would be, for messages. The empty name stands for the store itself.
    pub fn place(&self, name: &str) -> String {
        self.0.place(name)
    }

    /// The path of a file, or of the store itself, if it lies in a folder of this machine.
    pub fn local_path(&self, name: &str) -> Option<PathBuf> {
        self.0.local_path(name)
    }

    /// Starts a file. What stands under its name stays until [`Upload::finish`].
    ///
    /// # Errors
    /// If no file can be made.
    pub fn create(&self, name: &str) -> Result<Upload, StoreError> {
        name::check(name)?;
        let draft = Arc::clone(&self.0).create(name)?;
        Ok(Upload { draft, place: self.place(name), buffer: Vec::new(), bytes: 0, digest: Sha256::new() })
    }

    /// Size and version of a file; `None` if there is none.
    ///
    /// # Errors
    /// If the store cannot tell.
    pub fn info(&self, name: &str) -> Result<Option<FileInfo>, StoreError> {
        name::check(name)?;
        self.0.info(name)
    }

    /// A reader of a file; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn reader(&self, name: &str) -> Result<Option<Box<dyn Read + Send>>, StoreError> {
        name::check(name)?;
        Arc::clone(&self.0).reader(name)
    }

    /// The size and the SHA-256 of a file, all of which is read; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn digest(&self, name: &str) -> Result<Option<(u64, String)>, StoreError> {
        let Some(mut reader) = self.reader(name)? else { return Ok(None) };
        let mut hashing = Hashing { digest: Sha256::new() };
        let bytes = io::copy(&mut reader, &mut hashing)
            .map_err(|error| StoreError::io("read", self.place(name), error))?;
        Ok(Some((bytes, hexadecimal(hashing.digest))))
    }

    /// A small file in full; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read, or is longer than `max` bytes.
    pub fn read(&self, name: &str, max: u64) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(reader) = self.reader(name)? else { return Ok(None) };
        let mut bytes = Vec::new();
        reader
            .take(max.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|error| StoreError::io("read", self.place(name), error))?;
        if bytes.len() as u64 > max {
            return Err(StoreError::TooLong { place: self.place(name), max });
        }
        Ok(Some(bytes))
    }

    /// Writes a small file, in the place of what was there.
    ///
    /// # Errors
    /// If it cannot be written; what was there is then untouched.
    pub fn put(&self, name: &str, bytes: &[u8]) -> Result<Stamp, StoreError> {
        let mut upload = self.create(name)?;
        upload.append(bytes)?;
        upload.finish()
    }

    /// Writes a small file if there is none of this name, and says whether it did. Of many who try at the same time,
    /// one succeeds.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn put_new(&self, name: &str, bytes: &[u8]) -> Result<bool, StoreError> {
        name::check(name)?;
        Arc::clone(&self.0).put_new(name, bytes)
    }

    /// Writes a small file, in the place of what was there, without waiting for the disk: a power failure may take it
    /// away, or leave it empty. For files that are only a help, and for files so small and numerous that waiting would take
    /// longer than making it again.
    ///
    /// # Errors
    /// If it cannot be written; what was there is then untouched.
    pub fn note(&self, name: &str, bytes: &[u8]) -> Result<Stamp, StoreError> {
        name::check(name)?;
        let etag = Arc::clone(&self.0).note(name, bytes)?;
        Ok(Stamp { bytes: bytes.len() as u64, sha256: hexadecimal(Sha256::new_with_prefix(bytes)), etag })
    }

    /// Removes a file, and says whether there was one. Folders that it leaves empty are removed, too.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(&self, name: &str) -> Result<bool, StoreError> {
        name::check(name)?;
        self.0.remove(name)
    }

    /// Removes a folder with everything in it, including what is not finished. Uploads into it fail from then on, and
    /// claims on it are worth nothing. A folder that is not there is fine.
    ///
    /// # Errors
    /// If something cannot be removed.
    pub fn clear(&self, folder: &str) -> Result<(), StoreError> {
        name::check(folder)?;
        self.0.clear(folder)
    }

    /// The names of all files in a folder and the folders in it, in order; the empty name stands for the store itself.
    /// What is not finished is left out. A folder that is not there is empty.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn list(&self, folder: &str) -> Result<Vec<String>, StoreError> {
        if !folder.is_empty() {
            name::check(folder)?;
        }
        self.0.list(folder)
    }

    /// Claims a piece of work; `None` if another has claimed it, in this process or elsewhere. What an owner that has
    /// died left of a file of this name is removed.
    ///
    /// Object stores, and file systems without locks, give everyone a claim.
    ///
    /// # Errors
    /// If the folder cannot be written to.
    pub fn claim(&self, name: &str) -> Result<Option<Claim>, StoreError> {
        name::check(name)?;
        Ok(self.0.claim(name)?.map(|lock| Claim { _lock: lock }))
    }

    /// Takes a file over from another store, byte by byte.
    ///
    /// # Errors
    /// If it is not there, or cannot be read or written.
    pub fn copy_from(&self, other: &Self, name: &str) -> Result<Stamp, StoreError> {
        let missing = || StoreError::io("read", other.place(name), io::ErrorKind::NotFound.into());
        let mut reader = other.reader(name)?.ok_or_else(missing)?;
        let mut upload = self.create(name)?;
        let mut buffer = vec![0; BUFFER];
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => return upload.finish(),
                Ok(count) => upload.append(&buffer[..count])?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(StoreError::io("read", other.place(name), error)),
            }
        }
    }

    /// Gives a file of another store a second name in this one, without copying it, and says whether that was
    /// possible: both must be folders of one file system that knows such links.
    ///
    /// # Errors
    /// If the folder cannot be written to.
    pub fn link_from(&self, other: &Self, name: &str) -> Result<bool, StoreError> {
        name::check(name)?;
        match other.local_path(name) {
            Some(path) => self.0.link(name, &path),
            None => Ok(false),
        }
    }
}

/// A piece of work that nobody else does meanwhile. Dropping it, or the end of the process, gives it back.
#[derive(Debug)]
pub struct Claim {
    _lock: Option<local::Lock>,
}

/// A file in the making. Dropped before it is [finished](Self::finish), it leaves no trace.
#[derive(Debug)]
pub struct Upload {
    draft: Box<dyn Draft>,
    place: String,
    buffer: Vec<u8>,
    bytes: u64,
    digest: Sha256,
}

/// Small writes are collected up to this size.
const BUFFER: usize = 1 << 18;

impl Upload {
    /// Appends bytes.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        self.write_all(bytes).map_err(|error| StoreError::io("written", self.place.clone(), error))
    }

    /// Completes the file and puts it in its place.
    ///
    /// # Errors
    /// If that fails; what was there before is then untouched.
    pub fn finish(mut self) -> Result<Stamp, StoreError> {
        self.send()?;
        let etag = self.draft.publish()?;
        Ok(Stamp { bytes: self.bytes, sha256: hexadecimal(self.digest), etag })
    }

    fn send(&mut self) -> Result<(), StoreError> {
        let buffer = std::mem::take(&mut self.buffer);
        let sent = self.pass_on(&buffer);
        self.buffer = buffer;
        self.buffer.clear();
        sent
    }

    fn pass_on(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        self.draft.append(bytes)?;
        self.digest.update(bytes);
        self.bytes += bytes.len() as u64;
        Ok(())
    }
}

/// Errors carry a [`StoreError`], which [`StoreError::io`] finds again.
impl Write for Upload {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.buffer.len() + bytes.len() > BUFFER {
            self.send()?;
        }
        if bytes.len() >= BUFFER {
            self.pass_on(bytes)?;
        } else {
            self.buffer.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(self.send()?)
    }
}

struct Hashing {
    digest: Sha256,
}

impl Write for Hashing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.digest.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn hexadecimal(digest: Sha256) -> String {
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(all(test, not(feature = "s3")))]
mod tests {
    use super::*;

    #[test]
    fn a_build_without_object_stores_says_where_they_are() {
        let message = Store::open("s3://bucket/prefix").map(drop).unwrap_err().to_string();
        assert!(message.contains("s3://bucket/prefix") && message.contains("--features s3"), "{message}");
    }
}
