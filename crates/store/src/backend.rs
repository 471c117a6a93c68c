//! What every kind of store can do. Callers have checked the names.

use std::fmt::Debug;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::FileInfo;
use crate::error::StoreError;
use crate::local::Lock;

/// A kind of store. What the methods promise is said at those of [`Store`](crate::Store).
pub(crate) trait Backend: Debug + Send + Sync {
    fn place(&self, name: &str) -> String;

    fn local_path(&self, name: &str) -> Option<PathBuf>;

    fn create(self: Arc<Self>, name: &str) -> Result<Box<dyn Draft>, StoreError>;

    fn info(&self, name: &str) -> Result<Option<FileInfo>, StoreError>;

    fn reader(self: Arc<Self>, name: &str) -> Result<Option<Box<dyn Read + Send>>, StoreError>;

    fn put_new(self: Arc<Self>, name: &str, bytes: &[u8]) -> Result<bool, StoreError>;

    /// Returns the file's version if the store has such things.
    fn note(self: Arc<Self>, name: &str, bytes: &[u8]) -> Result<Option<String>, StoreError> {
        let mut draft = self.create(name)?;
        draft.append(bytes)?;
        draft.publish()
    }

    fn remove(&self, name: &str) -> Result<bool, StoreError>;

    fn clear(&self, folder: &str) -> Result<(), StoreError>;

    fn list(&self, folder: &str) -> Result<Vec<String>, StoreError>;

    /// A claim, with a lock where there are locks; `None` if another has it.
    fn claim(&self, name: &str) -> Result<Option<Option<Lock>>, StoreError>;

    /// A second name for a file of this machine, if there can be one.
    fn link(&self, name: &str, file: &Path) -> Result<bool, StoreError>;
}

/// A file in the making. Dropped, it leaves no trace.
pub(crate) trait Draft: Debug + Send {
    fn append(&mut self, bytes: &[u8]) -> Result<(), StoreError>;

    /// Puts it in its place, whatever was there, and returns its version if the store has such things.
    fn publish(self: Box<Self>) -> Result<Option<String>, StoreError>;
}
