//! Files of a dataset's folder, looked at before any is opened: what comes from strangers may hold pipes, devices and links.

use std::collections::HashSet;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::error::ReadError;

/// Tells files of a folder from what is none: a pipe has no end, and a link may lead to files that are nobody else's business,
/// whose text messages would quote.
///
/// Links are followed within the folder, and from a snapshot of a Hugging Face cache to the blobs beside it.
#[derive(Debug)]
pub struct FolderFiles {
    /// Without links; `None` if there is no such folder.
    root: Option<PathBuf>,
    /// Folders that are known to be within.
    known: HashSet<PathBuf>,
}

impl FolderFiles {
    /// Those of a folder.
    pub fn of(root: &Path) -> Self {
        Self { root: root.canonicalize().ok(), known: HashSet::new() }
    }

    /// Makes sure that a path leads to a file of the folder. One that leads nowhere is left to whoever opens it.
    ///
    /// # Errors
    /// If it leads elsewhere, or to what is no file.
    pub fn check(&mut self, path: &Path) -> Result<(), ReadError> {
        let open = |source| ReadError::Open { path: path.to_owned(), source };
        let wrong = |what: &str| open(io::Error::new(ErrorKind::InvalidData, what));
        let found = match path.symlink_metadata() {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            found => found.map_err(open)?,
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        if found.is_symlink() || !self.known.contains(folder) {
            let real = match path.canonicalize() {
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
                real => real.map_err(open)?,
            };
            if !self.root.as_deref().is_some_and(|root| is_within(root, &real)) {
                return Err(wrong(
                    "it is a link that leads out of its dataset's folder (put the file itself there)",
                ));
            }
        }
        check_file(path).map_err(open)?;
        if !found.is_symlink() {
            self.known.insert(folder.to_owned());
        }
        Ok(())
    }
}

/// Makes sure that a path leads to a file: a pipe would be waited for.
///
/// # Errors
/// If it leads nowhere, or to what is no file.
pub(crate) fn check_file(path: &Path) -> io::Result<()> {
    match path.metadata()?.is_file() {
        true => Ok(()),
        false => {
            Err(io::Error::new(ErrorKind::InvalidData, "it is no file but a folder, a pipe or a device"))
        }
    }
}

/// Whether a file is in a folder, or among the blobs of which a cache's snapshot consists.
fn is_within(root: &Path, file: &Path) -> bool {
    let snapshots = root.ancestors().find(|folder| folder.ends_with("snapshots"));
    let blobs = snapshots.map(|snapshots| snapshots.with_file_name("blobs"));
    file.starts_with(root) || blobs.is_some_and(|blobs| file.starts_with(blobs))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_lead_to_files_of_the_folder() {
        let place = tempfile::tempdir().unwrap();
        let cache = place.path().join("cache");
        let root = cache.join("snapshots/0f/");
        for folder in [&root.join("data"), &cache.join("blobs"), &place.path().join("else")] {
            fs::create_dir_all(folder).unwrap();
        }
        for file in [&root.join("data/own"), &cache.join("blobs/b"), &place.path().join("else/secret")] {
            fs::write(file, "text").unwrap();
        }
        let link = |to: &Path, name: &str| symlink(to, root.join("data").join(name)).unwrap();
        link(Path::new("own"), "near");
        link(Path::new("../../../blobs/b"), "blob");
        link(&place.path().join("else/secret"), "away");
        link(&place.path().join("nowhere"), "dangling");
        symlink(place.path().join("else"), root.join("more")).unwrap();
        let mut files = FolderFiles::of(&root);
        let mut check = |name: &str| files.check(&root.join(name)).map_err(|error| error.to_string());
        for name in ["data/own", "data/near", "data/blob", "data/dangling", "data/missing"] {
            assert_eq!(check(name), Ok(()), "{name}");
        }
        for name in ["data/away", "more/secret"] {
            assert!(check(name).unwrap_err().contains("leads out of its dataset's folder"), "{name}");
        }
        assert!(check("data").unwrap_err().contains("no file but a folder"));
    }
}
