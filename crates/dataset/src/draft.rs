//! A file in the making, beside its place.
//!
//! On Linux it has no name until it is whole, so whatever ends the process (an interrupt, a kill, a power failure) takes it
//! away. Where the file system knows no such files, it is called `.NAME.part`: one for each place, locked while it is
//! written, and used again or removed by the next process that writes there.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// A file in the making. Dropped before it is finished, it leaves no trace.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(crate) file: File,
    place: PathBuf,
    part: PathBuf,
    /// Whether it is called `part`.
    is_named: bool,
}

impl Draft {
    /// Starts a file for this place.
    pub(crate) fn open(place: PathBuf) -> io::Result<Self> {
        let name = place.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        let part = place.with_file_name(format!(".{}.part", name.to_string_lossy()));
        if let Some(file) = nameless(folder_of(&place))? {
            sweep(&part);
            return Ok(Self { file, place, part, is_named: false });
        }
        let file = named(&part)?;
        Ok(Self { file, place, part, is_named: true })
    }

    /// Puts the file in its place.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        if !self.is_named {
            sweep(&self.part);
            name(&self.file, &self.part)?;
            self.is_named = true;
        }
        fs::rename(&self.part, &self.place)?;
        self.is_named = false;
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if self.is_named {
            // If that fails, the next one does it.
            let _ = fs::remove_file(&self.part);
        }
    }
}

fn folder_of(place: &Path) -> &Path {
    place.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file that has no name yet; `None` where there are no such files.
#[cfg(target_os = "linux")]
fn nameless(folder: &Path) -> io::Result<Option<File>> {
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;

    // It is given its name through here.
    if !Path::new("/proc/self/fd").is_dir() {
        return Ok(None);
    }
    let flags = i32::try_from(OFlags::TMPFILE.bits()).map_err(io::Error::other)?;
    match OpenOptions::new().write(true).custom_flags(flags).open(folder) {
        Ok(file) => Ok(Some(file)),
        // What is wrong with the folder itself is said of the place.
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied) => {
            Err(error)
        }
        Err(_) => Ok(None),
    }
}

#[cfg(not(target_os = "linux"))]
fn nameless(_: &Path) -> io::Result<Option<File>> {
    Ok(None)
}

/// Gives a file without a name this one.
#[cfg(target_os = "linux")]
fn name(file: &File, part: &Path) -> io::Result<()> {
    use std::os::fd::AsRawFd;

    use rustix::fs::{AtFlags, CWD, linkat};

    let open = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(linkat(CWD, open.as_str(), CWD, part, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn name(_: &File, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// How often a name is tried whose file was put in its place just now.
const TRIES: usize = 5;

/// The file of this name, empty and locked.
fn named(part: &Path) -> io::Result<File> {
    // A link or a pipe of this name is none of ours.
    if part.symlink_metadata().is_ok_and(|metadata| !metadata.is_file()) {
        return Err(io::Error::other(format!("{} is in the way", part.display())));
    }
    for _ in 0..TRIES {
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(part)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(io::Error::other("another process is writing it")),
            // Some network file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        if is_called(&file, part) {
            file.set_len(0)?;
            return Ok(file);
        }
    }
    Err(io::Error::other("another process is writing it"))
}

/// Removes what a process that was killed has left under this name.
fn sweep(part: &Path) {
    if part.symlink_metadata().is_ok_and(|metadata| metadata.is_file())
        && let Ok(file) = OpenOptions::new().write(true).open(part)
        && file.try_lock().is_ok()
        && is_called(&file, part)
    {
        // If that fails, giving the name to another file says so.
        let _ = fs::remove_file(part);
    }
}

/// Whether the file has still this name: it may have been put in its place since it was opened.
fn is_called(file: &File, part: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
        let (open, there) = (file.metadata().map(identity), fs::metadata(part).map(identity));
        matches!((open, there), (Ok(open), Ok(there)) if open == there)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        part.exists()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn what_a_killed_process_left_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("a.txt");
        let part = folder.path().join(".a.txt.part");
        for is_finished in [false, true] {
            fs::write(&part, "half of something long").unwrap();
            let mut draft = Draft::open(place.clone()).unwrap();
            draft.file.write_all(b"whole").unwrap();
            if is_finished {
                draft.finish().unwrap();
            } else {
                drop(draft);
            }
            assert!(!part.exists());
            assert_eq!(place.exists(), is_finished);
        }
        assert_eq!(fs::read(&place).unwrap(), b"whole");
    }

    #[test]
    fn a_name_is_used_by_one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let part = folder.path().join(".a.txt.part");
        fs::write(&part, "left").unwrap();
        let file = named(&part).unwrap();
        assert_eq!(file.metadata().unwrap().len(), 0, "what was left is not kept");
        assert!(named(&part).unwrap_err().to_string().contains("another process"));
        sweep(&part);
        assert!(part.exists(), "it is somebody's");
        let draft = Draft { file, place: folder.path().join("a.txt"), part: part.clone(), is_named: true };
        draft.finish().unwrap();
        assert!(!part.exists() && folder.path().join("a.txt").exists());
    }
}
