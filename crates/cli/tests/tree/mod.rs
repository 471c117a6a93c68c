//! What is in a folder.

use std::collections::BTreeMap;
use std::path::Path;

/// All files below a folder, hidden ones too, by their paths.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).expect("a readable folder") {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("a path within").to_string_lossy().into_owned();
                files.insert(name, std::fs::read(&path).expect("a readable file"));
            }
        }
    }
    files
}
