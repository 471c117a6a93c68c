//! The folder of a checkpoint as Hugging Face's libraries write it: `config.json`, `tokenizer.json`, and tensors in
//! `model.safetensors`, or in several files that `model.safetensors.index.json` lists.
//!
//! Tensors are read one by one, so beside the model itself no more memory is needed than the largest of them takes. What
//! a header says is checked against the file before anything is read.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use half::{bf16, f16};
use safetensors::tensor::{Metadata, TensorInfo};
use safetensors::{Dtype, serialize_to_file};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wampimuk_dataset::Output;
use wampimuk_families::read_bytes;
use wampimuk_nn::Params;

use super::error::FolderError;

const CONFIG: &str = "config.json";
const TENSORS: &str = "model.safetensors";
const INDEX: &str = "model.safetensors.index.json";
/// Weights as they were written before there were safetensors.
const PICKLED: &str = "pytorch_model.bin";
/// Endings of what belongs to a checkpoint beside its tensors: configurations and vocabularies.
const BESIDE: [&str; 3] = ["json", "txt", "model"];
/// The file of the tokenizer.
pub(super) const TOKENIZER: &str = "tokenizer.json";

/// The longest description of tensors that is read, as in the format's own library.
const LONGEST_HEADER: u64 = 100_000_000;
/// The longest `config.json` and index that are read.
const LONGEST_JSON: u64 = 100_000_000;

/// A tensor that a model needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorSpec {
    /// Its name.
    pub name: String,
    /// Its shape.
    pub shape: Vec<usize>,
}

/// The folder of a checkpoint.
#[derive(Debug)]
pub struct CheckpointFolder {
    path: PathBuf,
    /// Which file has a tensor.
    places: BTreeMap<String, usize>,
    files: Vec<Tensors>,
}

/// A file of tensors, open.
#[derive(Debug)]
struct Tensors {
    path: PathBuf,
    file: File,
    metadata: Metadata,
    /// Where the numbers begin.
    start: u64,
}

#[derive(Deserialize)]
struct Index {
    weight_map: BTreeMap<String, String>,
}

impl CheckpointFolder {
    /// Opens a folder and reads which tensors there are.
    ///
    /// # Errors
    /// If there are no tensors, or a file is not what it should be.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        let index = path.join(INDEX);
        let whole = path.join(TENSORS);
        let names: Vec<String> = if !whole.exists() && index.exists() {
            let Index { weight_map } = read_json(&index)?;
            let mut names: Vec<String> = weight_map.into_values().collect();
            names.sort_unstable();
            names.dedup();
            names
        } else {
            let pickled = path.join(PICKLED);
            if !whole.exists() && pickled.exists() {
                let message =
                    "such files are programs and are not read; `save_pretrained` writes model.safetensors";
                return Err(FolderError::format(&pickled, message));
            }
            vec![TENSORS.to_owned()]
        };
        let mut folder = Self { path: path.to_owned(), places: BTreeMap::new(), files: Vec::new() };
        for name in names {
            // A list of files may not lead out of its folder.
            if Path::new(&name).file_name().is_none_or(|own| own != name.as_str()) {
                return Err(FolderError::format(&index, format!("`{name}` is not the name of a file")));
            }
            let tensors = Tensors::open(path.join(name))?;
            for name in tensors.metadata.offset_keys() {
                folder.places.insert(name, folder.files.len());
            }
            folder.files.push(tensors);
        }
        Ok(folder)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there is a tensor of this name.
    pub fn has(&self, name: &str) -> bool {
        self.places.contains_key(name)
    }

    /// The shape of the tensor of this name.
    pub fn shape(&self, name: &str) -> Option<&[usize]> {
        self.info(name).map(|(_, info)| &info.shape[..])
    }

    fn info(&self, name: &str) -> Option<(&Tensors, &TensorInfo)> {
        let tensors = self.files.get(*self.places.get(name)?)?;
        Some((tensors, tensors.metadata.info(name)?))
    }

    /// The numbers of a tensor.
    ///
    /// # Errors
    /// If there is none of this name and shape, or it cannot be read.
    pub fn read(&self, wanted: &TensorSpec) -> Result<Vec<f32>, FolderError> {
        let TensorSpec { name, shape } = wanted;
        let missing = || FolderError::Missing { folder: self.path.clone(), name: name.clone() };
        let (tensors, info) = self.info(name).ok_or_else(missing)?;
        if info.shape != *shape {
            let (expected, found) = (shape.clone(), info.shape.clone());
            let (path, name) = (tensors.path.clone(), name.clone());
            return Err(FolderError::Shape { path, name, expected, found });
        }
        tensors.read(name, info)
    }
}

impl Tensors {
    fn open(path: PathBuf) -> Result<Self, FolderError> {
        let failed = |error| FolderError::file(&path, error);
        let mut file = File::open(&path).map_err(failed)?;
        let len = file.metadata().map_err(failed)?.len();
        let mut size = [0; 8];
        if len < size.len() as u64 {
            return Err(FolderError::format(&path, format!("it is cut off after {len} bytes")));
        }
        file.read_exact(&mut size).map_err(failed)?;
        let size = u64::from_le_bytes(size);
        if size > LONGEST_HEADER || size > len.saturating_sub(8) {
            let message =
                format!("its header would have {size} bytes, which is more than there can be: it is damaged");
            return Err(FolderError::format(&path, message));
        }
        let mut header = Vec::new();
        (&file).take(size).read_to_end(&mut header).map_err(failed)?;
        let metadata: Metadata =
            serde_json::from_slice(&header).map_err(|error| FolderError::format(&path, error))?;
        let start = 8 + size;
        let wanted = metadata.data_len() as u64;
        if wanted != len - start {
            let there = len - start;
            let message =
                format!("its tensors have {wanted} bytes, the file has {there} for them: it is damaged");
            return Err(FolderError::format(&path, message));
        }
        Ok(Self { path, file, metadata, start })
    }

    fn read(&self, name: &str, info: &TensorInfo) -> Result<Vec<f32>, FolderError> {
        let failed = |error| FolderError::file(&self.path, error);
        let (from, to) = info.data_offsets;
        let mut file = &self.file;
        file.seek(SeekFrom::Start(self.start + from as u64)).map_err(failed)?;
        let mut bytes = vec![0; to - from];
        file.read_exact(&mut bytes).map_err(failed)?;
        Ok(match info.dtype {
            Dtype::F32 => numbers(&bytes, f32::from_le_bytes),
            Dtype::F16 => numbers(&bytes, |bytes| f16::from_le_bytes(bytes).to_f32()),
            Dtype::BF16 => numbers(&bytes, |bytes| bf16::from_le_bytes(bytes).to_f32()),
            other => {
                let message =
                    format!("`{name}` has numbers of type {other:?}; F32, F16 and BF16 can be read");
                return Err(FolderError::format(&self.path, message));
            }
        })
    }
}

fn numbers<const N: usize>(bytes: &[u8], number: impl Fn([u8; N]) -> f32) -> Vec<f32> {
    bytes.as_chunks::<N>().0.iter().map(|&bytes| number(bytes)).collect()
}

/// A configuration that cannot be right.
pub(super) fn wrong_config(folder: &Path, message: String) -> FolderError {
    FolderError::format(&folder.join(CONFIG), message)
}

/// Reads `config.json` of a folder, which has to be of one of these types of models, if it says so.
pub(super) fn read_config<T: DeserializeOwned>(
    folder: &Path,
    model: &'static str,
    known: &'static [&'static str],
) -> Result<T, FolderError> {
    #[derive(Deserialize)]
    struct Kind {
        model_type: Option<String>,
    }
    if folder.as_os_str().is_empty() {
        return Err(FolderError::Unnamed);
    }
    let path = folder.join(CONFIG);
    let Kind { model_type } = read_json(&path)?;
    if let Some(found) = model_type.filter(|found| !known.contains(&found.as_str())) {
        return Err(FolderError::Other { path, found, model, known });
    }
    read_json(&path)
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, FolderError> {
    let failed = |error| FolderError::file(path, error);
    let text = read_bytes(path, LONGEST_JSON).map_err(failed)?;
    serde_json::from_slice(&text).map_err(|error| FolderError::format(path, error))
}

/// Writes a checkpoint that Hugging Face's libraries can read: the tensors under their names, and configuration and
/// tokenizer of the folder that the model came from. Each file appears whole or not at all, the tensors last.
///
/// # Errors
/// If a file cannot be read or written.
pub fn save(params: &Params, from: &Path, to: &Path) -> Result<(), FolderError> {
    fs::create_dir_all(to).map_err(|error| FolderError::file(to, error))?;
    let mut sources = Vec::new();
    for entry in fs::read_dir(from).map_err(|error| FolderError::file(from, error))? {
        sources.push(entry.map_err(|error| FolderError::file(from, error))?.path());
    }
    for source in sources {
        let ending = source.extension().and_then(|ending| ending.to_str());
        let is_text = source.is_file() && ending.is_some_and(|ending| BESIDE.contains(&ending));
        // An index would list files that are not there.
        let Some(name) = source.file_name().filter(|name| is_text && *name != INDEX) else { continue };
        let target = to.join(name);
        if source != target {
            let mut output = Output::create(&target)?;
            let copied = File::open(&source).and_then(|mut file| io::copy(&mut file, &mut output));
            copied.map_err(|error| FolderError::file(&source, error))?;
            output.finish()?;
        }
    }
    let unfinished = to.join(format!("{TENSORS}.unfinished"));
    let written = write_tensors(params, &unfinished).and_then(|()| {
        let path = to.join(TENSORS);
        fs::rename(&unfinished, &path).map_err(|error| FolderError::file(&path, error))
    });
    if written.is_err() {
        // Nobody needs it, and it may be what filled the disk.
        let _ = fs::remove_file(&unfinished);
    }
    written
}

fn write_tensors(params: &Params, path: &Path) -> Result<(), FolderError> {
    let tensors = params.slots().iter().map(|slot| {
        let numbers = &params.data[slot.range.clone()];
        (slot.name.as_str(), Written { shape: &slot.shape, numbers })
    });
    let about = [("format".to_owned(), "pt".to_owned())].into();
    serialize_to_file(tensors, Some(about), path).map_err(|error| FolderError::format(path, error))?;
    File::open(path).and_then(|file| file.sync_all()).map_err(|error| FolderError::file(path, error))
}

/// A tensor to be written.
struct Written<'p> {
    shape: &'p [usize],
    numbers: &'p [f32],
}

impl safetensors::View for Written<'_> {
    fn dtype(&self) -> Dtype {
        Dtype::F32
    }

    fn shape(&self) -> &[usize] {
        self.shape
    }

    fn data(&self) -> std::borrow::Cow<'_, [u8]> {
        self.numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>().into()
    }

    fn data_len(&self) -> usize {
        size_of_val(self.numbers)
    }
}
