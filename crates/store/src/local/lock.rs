//! Locks of the kernel's: they end with the process, however it ends.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use super::disk::Identity;

/// A lock that is held.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of this file. `None` if another has it, and no lock where the file system knows none.
    ///
    /// [`NotFound`](io::ErrorKind::NotFound) if the file was removed meanwhile: a lock on a file without a name keeps
    /// nobody out.
    pub(super) fn take(path: &Path) -> io::Result<Option<Option<Self>>> {
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) if is_unsupported(&error) => return Ok(Some(None)),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        if Identity::from(&file.metadata()?) != Identity::from(&fs::metadata(path)?) {
            return Err(io::ErrorKind::NotFound.into());
        }
        Ok(Some(Some(Self { _file: file })))
    }
}

/// Some network file systems have no locks. `ENOLCK` has no name in the standard library; it is 37 on Linux.
fn is_unsupported(error: &io::Error) -> bool {
    const ENOLCK: i32 = 37;
    error.kind() == io::ErrorKind::Unsupported
        || (cfg!(target_os = "linux") && error.raw_os_error() == Some(ENOLCK))
}
