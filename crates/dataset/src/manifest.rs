//! `manifest.json`: what a directory of files holds and how it was made.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::folder::check_file;
use crate::output::{Output, OutputError};

/// The name of the file.
pub const MANIFEST: &str = "manifest.json";

/// The version of the manifest's own format.
pub const MANIFEST_FORMAT: u32 = 2;

/// How far above a file its manifest may be: `data/<name>/<split>/<file>`.
const DEPTH: usize = 4;

/// What a directory holds and how it was made: with it, every byte can be made again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of the manifest's own format.
    pub format: u32,
    /// The program and its version, e.g. `wampimuk 0.1.0`.
    pub generator: String,
    /// The version of the random streams.
    pub stream: u32,
    /// The family, e.g. `gscan`.
    pub family: String,
    /// The name of the recipe.
    pub recipe_name: String,
    /// The recipe, in full, as TOML.
    pub recipe: String,
    /// The digest of the recipe's generative section.
    pub digest: String,
    /// The seed.
    pub seed: u64,
    /// The format of the files, as `generate --format` names it, e.g. `parquet`.
    pub file_format: String,
    /// Optional columns and views that were asked for, e.g. `image`, in alphabetical order.
    pub extras: Vec<String>,
    /// The most items that a file of a split has; `None` where a split is never divided.
    pub shard_items: Option<u64>,
    /// The splits that were asked for, in the order of the dataset.
    pub splits: Vec<ManifestSplit>,
    /// The files, split by split, in the order of their items.
    pub files: Vec<ManifestFile>,
}

/// A split of a dataset, as far as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManifestSplit {
    /// Its name.
    pub name: String,
    /// `train`, `dev` or `test`.
    pub role: String,
    /// The hold-out it belongs to; `None` for the random train, dev and test.
    pub holdout: Option<String>,
    /// What it tests, in words.
    pub title: String,
    /// What is true of its items and of no training item: the hold-out as the recipe defines it, without its name and
    /// title. `None` where the split belongs to no hold-out.
    pub predicate: Option<serde_json::Value>,
    /// How many items of it the files hold.
    pub items: u64,
}

/// A file of a dataset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManifestFile {
    /// Its path, relative to the manifest, e.g. `data/gscan/train-00000-of-00002.parquet`.
    pub path: String,
    /// The split whose items it holds; empty if it holds several.
    pub split: String,
    /// How many items it holds.
    pub items: u64,
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
}

impl ManifestFile {
    /// Where the file is, if its manifest is in this folder; `None` if the path leads out of it.
    pub fn within(&self, folder: &Path) -> Option<PathBuf> {
        let path = Path::new(&self.path);
        let is_within = path.components().all(|component| matches!(component, Component::Normal(_)));
        is_within.then(|| folder.join(path))
    }
}

/// Why a manifest could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ManifestError {
    /// The file could not be read.
    #[error("`{}` cannot be read: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is no manifest.
    #[error("`{}` is not a manifest: {source}", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// The place and what was expected there.
        source: serde_json::Error,
    },
    /// A file is not the one that the manifest lists.
    #[error(
        "`{}` is not what its manifest says: {what} (the `generate` that made the dataset makes it again; --trust reads it \
         as it is)", path.display()
    )]
    Changed {
        /// The file.
        path: PathBuf,
        /// What is different.
        what: String,
    },
    /// A manifest is not one of its recipe, or not one of its folder.
    #[error(
        "`{}` does not fit its recipe and its folder: {what} (`wampimuk verify` names everything that is wrong; --trust reads \
         the files as they are)", path.display()
    )]
    Unfit {
        /// The file.
        path: PathBuf,
        /// Where, and what is wrong there.
        what: String,
    },
    /// The manifest has a version that this program does not read.
    #[error("`{}` has format {found}: this program reads format {MANIFEST_FORMAT}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
}

/// The longest manifest that is read: far more than recipes and file lists need.
pub const MAX_MANIFEST_BYTES: u64 = 64 << 20;

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// If the file cannot be read, is no manifest, or has another version.
    pub fn read(path: &Path) -> Result<Self, ManifestError> {
        let failed = |source| ManifestError::Io { path: path.to_owned(), source };
        let wrong = |what: String| failed(io::Error::new(io::ErrorKind::InvalidData, what));
        check_file(path).map_err(failed)?;
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(failed)?;
        file.take(MAX_MANIFEST_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > MAX_MANIFEST_BYTES {
            return Err(wrong(format!("it is longer than {MAX_MANIFEST_BYTES} bytes")));
        }
        Self::parse(&bytes, path)
    }

    /// Reads what stands in a manifest; `path` is for the errors.
    ///
    /// # Errors
    /// If it is no manifest, or has another version.
    pub fn parse(bytes: &[u8], path: &Path) -> Result<Self, ManifestError> {
        #[derive(Deserialize)]
        struct Version {
            format: u32,
        }
        let json = |source| ManifestError::Json { path: path.to_owned(), source };
        // The version first: another one may have other fields.
        let Version { format: found } = serde_json::from_slice(bytes).map_err(json)?;
        if found != MANIFEST_FORMAT {
            return Err(ManifestError::Format { path: path.to_owned(), found });
        }
        serde_json::from_slice(bytes).map_err(json)
    }

    /// The manifest that says how a path was made, and the folder it is in: that of a directory, or the one above a file
    /// that lists it. `None` if there is none.
    ///
    /// # Errors
    /// If a directory's manifest, or the one beside a file, cannot be read.
    pub fn find(path: &Path) -> Result<Option<(PathBuf, Self)>, ManifestError> {
        if path.is_dir() {
            let place = path.join(MANIFEST);
            return if place.is_file() { Ok(Some((path.to_owned(), Self::read(&place)?))) } else { Ok(None) };
        }
        let Ok(file) = path.canonicalize() else { return Ok(None) };
        for (depth, folder) in file.ancestors().skip(1).take(DEPTH).enumerate() {
            let place = folder.join(MANIFEST);
            if !place.is_file() {
                continue;
            }
            match Self::read(&place) {
                Ok(manifest) if manifest.paths(folder).contains(&file) => {
                    return Ok(Some((folder.to_owned(), manifest)));
                }
                // Other folders' manifests may be anything.
                Err(error) if depth == 0 => return Err(error),
                Ok(_) | Err(_) => {}
            }
        }
        Ok(None)
    }

    /// Where the files are, if the manifest is in this folder. Paths that lead out of it are left out.
    pub fn paths(&self, folder: &Path) -> Vec<PathBuf> {
        self.files.iter().filter_map(|file| file.within(folder)).collect()
    }

    /// Compares the size and the checksum of a listed file with what the manifest says. Code that reads files with a
    /// manifest does this once for each, unless the user trusts them.
    ///
    /// # Errors
    /// If the file is another, or cannot be read.
    pub fn check(file: &ManifestFile, path: &Path) -> Result<(), ManifestError> {
        let changed = |what: String| ManifestError::Changed { path: path.to_owned(), what };
        let size =
            path.metadata().map_err(|source| ManifestError::Io { path: path.to_owned(), source })?.len();
        if size != file.bytes {
            return Err(changed(format!("{size} bytes instead of {}", file.bytes)));
        }
        match file_digest(path) {
            Err(source) => Err(ManifestError::Io { path: path.to_owned(), source }),
            Ok((_, sha256)) if sha256 != file.sha256 => Err(changed("the checksum is another".into())),
            Ok(_) => Ok(()),
        }
    }

    /// The manifest as it stands in its file.
    ///
    /// # Errors
    /// Never, as far as the types go: every key is text.
    pub fn to_json(&self) -> serde_json::Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec_pretty(self)?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    /// Writes the manifest; it appears complete or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), OutputError> {
        let bytes = self.to_json().map_err(|error| OutputError::write(path, error.into()))?;
        let mut output = Output::create(path)?;
        output.append(&bytes)?;
        output.finish()
    }
}

/// The size and the SHA-256 of a file.
///
/// # Errors
/// If it cannot be read.
pub fn file_digest(path: &Path) -> io::Result<(u64, String)> {
    let mut file = File::open(path)?;
    let mut digest = Sha256::new();
    let mut buffer = vec![0; 1 << 18];
    let mut bytes = 0;
    loop {
        match file.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => {
                digest.update(&buffer[..count]);
                bytes += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let digits = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok((bytes, digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_survive_a_round_trip() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(MANIFEST);
        let file = ManifestFile {
            path: "data/gscan/train-00000-of-00001.parquet".into(),
            split: "train".into(),
            items: 3,
            bytes: 5,
            sha256: "ab".into(),
        };
        let split = ManifestSplit {
            name: "visual_dev".into(),
            role: "dev".into(),
            holdout: Some("visual".into()),
            title: "C: red squares".into(),
            predicate: Some(
                serde_json::json!({ "when": { "target_colour": "red", "target_shape": "square" } }),
            ),
            items: 3,
        };
        let manifest = Manifest {
            format: MANIFEST_FORMAT,
            generator: "wampimuk 0.1.0".into(),
            stream: 1,
            family: "gscan".into(),
            recipe_name: "gscan".into(),
            recipe: "[a]\nb = \"c\"\n".into(),
            digest: "00".into(),
            seed: u64::MAX,
            file_format: "parquet".into(),
            extras: vec!["image".into()],
            shard_items: Some(1 << 18),
            splits: vec![split],
            files: vec![file],
        };
        manifest.write(&path).unwrap();
        assert_eq!(Manifest::read(&path).unwrap(), manifest);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace("\"format\": 2", "\"format\": 3")).unwrap();
        assert!(matches!(Manifest::read(&path), Err(ManifestError::Format { found: 3, .. })));
        std::fs::write(&path, "{}").unwrap();
        assert!(Manifest::read(&path).unwrap_err().to_string().contains("missing field `format`"));
        for (from, to) in [
            ("\"seed\"", "\"sead\": 1, \"seed\""),
            ("\"role\"", "\"rolle\": 1, \"role\""),
            ("\"bytes\"", "\"byte\": 1, \"bytes\""),
        ] {
            std::fs::write(&path, text.replace(from, to)).unwrap();
            let error = Manifest::read(&path).unwrap_err().to_string();
            assert!(error.contains("unknown field"), "{to}: {error}");
        }
        File::options().append(true).open(&path).unwrap().set_len(MAX_MANIFEST_BYTES + 1).unwrap();
        assert!(Manifest::read(&path).unwrap_err().to_string().contains("longer than 67108864 bytes"));
        assert!(Manifest::read(directory.path()).unwrap_err().to_string().contains("no file but a folder"));
    }

    #[test]
    fn a_file_finds_the_manifest_that_lists_it() {
        let folder = tempfile::tempdir().unwrap();
        let within = folder.path().join("data/a");
        std::fs::create_dir_all(&within).unwrap();
        for name in ["x.jsonl", "y.jsonl"] {
            std::fs::write(within.join(name), "").unwrap();
        }
        let file = |path: &str| serde_json::json!({ "path": path, "split": "", "items": 1, "bytes": 0, "sha256": "" });
        let mut json = serde_json::json!({
            "format": MANIFEST_FORMAT, "generator": "", "stream": 1, "family": "", "recipe_name": "", "recipe": "",
            "digest": "", "seed": 0, "file_format": "jsonl", "extras": [], "shard_items": null, "splits": [],
        });
        json["files"] = vec![file("data/a/x.jsonl"), file("../y.jsonl"), file("/etc/passwd")].into();
        std::fs::write(folder.path().join(MANIFEST), json.to_string()).unwrap();
        let (root, manifest) = Manifest::find(&within.join("x.jsonl")).unwrap().unwrap();
        assert_eq!(root, folder.path().canonicalize().unwrap());
        assert_eq!(manifest.paths(Path::new("d")), [Path::new("d/data/a/x.jsonl")]);
        assert!(Manifest::find(&within.join("y.jsonl")).unwrap().is_none(), "it is not listed");
        assert!(Manifest::find(folder.path()).unwrap().is_some());
        std::fs::write(within.join(MANIFEST), "{}").unwrap();
        assert!(Manifest::find(&within.join("x.jsonl")).is_err());
    }

    #[test]
    fn digests_are_those_of_the_contents() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "abc").unwrap();
        let (bytes, digest) = file_digest(file.path()).unwrap();
        assert_eq!(bytes, 3);
        assert_eq!(digest, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
