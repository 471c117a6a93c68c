//! Checkpoints: safetensors files with everything that is needed to use a model or to resume its training.
//!
//! The header's metadata has one entry, `wampimuk`, a JSON object ([`CheckpointInfo`]); so equal contents are equal bytes, and other
//! programs read the tensors. A checkpoint to resume from also has the moments of Adam, as two tensors. The last key of the
//! metadata is a checksum of all the rest; what was damaged is not used.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, TensorView};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use wampimuk_batch::Vocabulary;
use wampimuk_dataset::{Output, OutputError};
use wampimuk_nn::{Adam, Params};

use crate::optimiser::OptimiserState;
use crate::story_batch::TextLimits;

/// The version of the format.
pub const CHECKPOINT_FORMAT: u32 = 2;

/// The largest file that is read: ten times the largest model here.
const MOST_BYTES: u64 = 8 << 30;
/// The longest header that is read: recipes and vocabularies are in it, and what is made of it is larger.
const MOST_HEADER: u64 = 16 << 20;
/// Where the metadata is.
const KEY: &str = "wampimuk";
/// The tensors of Adam's moments.
const MOMENTS: [&str; 2] = ["optimiser.first", "optimiser.second"];

/// Why a checkpoint is of no use; reads after "failed to …".
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It cannot be read.
    #[error("read {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It cannot be written.
    #[error("keep what was learned: {0}")]
    Write(#[from] OutputError),
    /// It is damaged, or something else.
    #[error("read {}: {problem}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// It is of another version, model, vocabulary or training.
    #[error("use {}: {problem}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What is different.
        problem: String,
    },
}

/// The data that a model has learned from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DatasetInfo {
    /// The name of the recipe.
    pub name: String,
    /// The recipe in full; empty if it is not known.
    pub recipe: String,
    /// What was changed about it.
    pub changes: Vec<String>,
    /// The seed of the items.
    pub seed: u64,
    /// The digest of the recipe's generative section.
    pub digest: String,
    /// The files that were read instead of making the recipe's items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<String>,
    /// How long texts of files may be, for models that have to know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<TextLimits>,
    /// Of each kind of question, how many of dev were learned from instead of train.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inoculation: Option<u64>,
    /// Other recipes whose words the model knows, in full.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
}

/// How well a model does on dev.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DevScore {
    /// Answers that are right as a whole.
    pub right: u64,
    /// All answers.
    pub of: u64,
    /// The mean loss of a label, if it was wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<f32>,
}

impl DevScore {
    /// The share of right answers, in percent.
    pub fn percent(&self) -> f64 {
        100.0 * self.right as f64 / self.of.max(1) as f64
    }
}

/// How far a training has come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// The try, counted from 0.
    pub attempt: u64,
    /// Its updates.
    pub update: u64,
    /// The losses on dev of this attempt, as far as the rule for stopping looks back.
    pub losses: Vec<f32>,
    /// Whether the loss on dev has been small in this attempt.
    pub settled: bool,
    /// The best weights so far: of which attempt and update, and how well they do.
    pub best: Option<(u64, u64, DevScore)>,
    /// The same for the dev parts of hold-outs that have weights of their own, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub holdouts: BTreeMap<String, (u64, u64, DevScore)>,
    /// Whether there is nothing left to do.
    pub finished: bool,
    /// The updates that Adam has made.
    pub adam: Option<u64>,
}

/// What a checkpoint says about itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckpointInfo {
    /// The version of the format.
    pub format: u32,
    /// The program and its version.
    pub program: String,
    /// The model's name.
    pub model: String,
    /// How it learns, as TOML.
    pub settings: String,
    /// The seed of the training.
    pub seed: u64,
    /// What it learns from.
    pub data: DatasetInfo,
    /// The vocabularies, as JSON.
    pub vocabularies: Vec<String>,
    /// The checkpoint that it began with, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub began_with: Option<String>,
    /// What it learned on, in the order of devices if there were several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// The updates these weights have seen.
    pub updates: u64,
    /// The split that the best weights are chosen on.
    pub selected_on: Option<String>,
    /// How well they do on it, if they are the best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<DevScore>,
    /// How far the training has come, if it can resume from here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<Progress>,
    /// The names of the tensors, in the model's order.
    pub tensors: Vec<String>,
}

/// What was learned.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// What it is.
    pub about: CheckpointInfo,
    /// The weights.
    pub params: Params,
    /// The optimiser's state, if the training can resume from here.
    pub memory: Option<OptimiserState>,
}

impl Checkpoint {
    /// Writes the file; it appears whole or not at all.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn write(&self, path: &Path) -> Result<(), CheckpointError> {
        let damaged = |problem: String| CheckpointError::Damaged { path: path.to_owned(), problem };
        let bytes =
            |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
        let mut tensors: Vec<(String, Vec<usize>, Vec<u8>)> = Vec::new();
        for slot in self.params.slots() {
            let numbers = &self.params.data[slot.range.clone()];
            tensors.push((slot.name.clone(), slot.shape.clone(), bytes(numbers)));
        }
        if let Some(OptimiserState::Adam(adam)) = &self.memory {
            for (name, moment) in MOMENTS.into_iter().zip(adam.moments()) {
                tensors.push((name.to_owned(), vec![moment.len()], bytes(moment)));
            }
        }
        let mut views = Vec::with_capacity(tensors.len());
        for (name, shape, bytes) in &tensors {
            let view = TensorView::new(Dtype::F32, shape.clone(), bytes);
            views.push((name.as_str(), view.map_err(|error| damaged(error.to_string()))?));
        }
        let about = serde_json::to_string(&self.about).map_err(|error| damaged(error.to_string()))?;
        let mut sum = Checksum::of(&about);
        tensors.iter().for_each(|(name, shape, bytes)| sum.add(name, shape, bytes));
        let about = sum.noted(&about);
        let metadata = HashMap::from([(KEY.to_owned(), about)]);
        let file =
            safetensors::serialize(views, Some(metadata)).map_err(|error| damaged(error.to_string()))?;
        // What could not be read again is not written.
        header_length(&file, file.len() as u64).map_err(damaged)?;
        let mut output = Output::create(path)?;
        output.append(&file)?;
        Ok(output.finish()?)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is not there, damaged, of another version, or no checkpoint at all.
    pub fn read(path: &Path) -> Result<Self, CheckpointError> {
        let io = |source| CheckpointError::Io { path: path.to_owned(), source };
        let damaged = |problem: String| CheckpointError::Damaged { path: path.to_owned(), problem };
        let other = |problem: String| CheckpointError::Other { path: path.to_owned(), problem };
        let size = fs::metadata(path).map_err(io)?.len();
        if size > MOST_BYTES {
            return Err(damaged(format!("{size} bytes are more than any checkpoint has")));
        }
        let mut file = File::open(path).map_err(io)?;
        let mut bytes = Vec::new();
        (&mut file).take(8).read_to_end(&mut bytes).map_err(io)?;
        let header = header_length(&bytes, size).map_err(damaged)?;
        (&mut file).take(header).read_to_end(&mut bytes).map_err(io)?;
        check_header(&bytes, size).map_err(damaged)?;
        file.take(MOST_BYTES).read_to_end(&mut bytes).map_err(io)?;
        let tensors =
            SafeTensors::deserialize(&bytes).map_err(|error| damaged(format!("no safetensors: {error}")))?;
        let (_, metadata) = SafeTensors::read_metadata(&bytes).map_err(|error| damaged(error.to_string()))?;
        let about = metadata.metadata().as_ref().and_then(|metadata| metadata.get(KEY));
        let text = about.ok_or_else(|| other("it was not written by this program".into()))?;
        // The version first: another one may have other fields.
        let value: Value = serde_json::from_str(text).map_err(|error| damaged(error.to_string()))?;
        let format = value.get("format").and_then(Value::as_u64);
        if format != Some(CHECKPOINT_FORMAT.into()) {
            let found =
                format.map_or_else(|| "without one".to_owned(), |format| format!("of format {format}"));
            return Err(other(format!("it is {found}, and this program reads format {CHECKPOINT_FORMAT}")));
        }
        let about: CheckpointInfo =
            serde_json::from_value(value).map_err(|error| damaged(error.to_string()))?;
        let (said, noted) = noted_checksum(text).ok_or_else(|| damaged("it has no checksum".into()))?;
        let mut sum = Checksum::of(&said);
        let mut known = HashSet::new();
        let mut numbers = |name: &str| {
            // Each is read once, so all of them take no more room than the file.
            if !known.insert(name.to_owned()) {
                return Err(damaged(format!("the tensor `{name}` is named twice")));
            }
            let tensor =
                tensors.tensor(name).map_err(|_| damaged(format!("the tensor `{name}` is missing")))?;
            sum.add(name, tensor.shape(), tensor.data());
            if tensor.dtype() != Dtype::F32 {
                return Err(damaged(format!("the tensor `{name}` is not of 32-bit floats")));
            }
            let floats = tensor.data().chunks_exact(4).map(|bytes| match *bytes {
                [a, b, c, d] => f32::from_le_bytes([a, b, c, d]),
                _ => 0.0,
            });
            let floats = floats.collect::<Vec<f32>>();
            if !floats.iter().all(|number| number.is_finite()) {
                return Err(damaged(format!("the tensor `{name}` has numbers that are none, or infinite")));
            }
            Ok((tensor.shape().to_vec(), floats))
        };
        let mut params = Params::default();
        for name in &about.tensors {
            let (shape, numbers) = numbers(name)?;
            params.add(name, &shape, numbers);
        }
        let memory = match &about.progress {
            None => None,
            Some(Progress { adam: None, .. }) => Some(OptimiserState::Sgd),
            Some(Progress { adam: Some(updates), .. }) => {
                let [first, second] = MOMENTS.map(&mut numbers);
                let (first, second) = (first?.1, second?.1);
                if [first.len(), second.len()] != [params.data.len(); 2] {
                    return Err(damaged(
                        "the optimiser's tensors have another length than the weights".into(),
                    ));
                }
                Some(OptimiserState::Adam(Adam::from_moments(*updates, first, second)))
            }
        };
        if sum.digits() != noted {
            return Err(damaged("it was changed since it was written: its checksum is another".into()));
        }
        Ok(Self { about, params, memory })
    }

    /// Makes sure that the checkpoint is of this model and speaks in these words.
    ///
    /// # Errors
    /// If it does not: what is different.
    pub fn check(&self, path: &Path, model: &str, words: &[&Vocabulary]) -> Result<(), CheckpointError> {
        let other = |problem: String| CheckpointError::Other { path: path.to_owned(), problem };
        if self.about.model != model {
            return Err(other(format!("it is of the model {}, not {model}", self.about.model)));
        }
        let damaged = |error| CheckpointError::Damaged { path: path.to_owned(), problem: format!("{error}") };
        let own = self.about.vocabularies.iter().map(|json| Vocabulary::from_json(json));
        let own = own.collect::<Result<Vec<Vocabulary>, _>>().map_err(damaged)?;
        if own.len() != words.len() {
            let (own, words) = (own.len(), words.len());
            return Err(other(format!("it has {own} vocabularies, and the data has {words}")));
        }
        for (own, words) in own.iter().zip(words) {
            if let Some(problem) = difference(own, words) {
                return Err(other(problem));
            }
        }
        Ok(())
    }
}

/// A checksum of what a checkpoint says and of its tensors, with their names and shapes.
struct Checksum(Sha256);

/// The end of the metadata, with the digits of the checksum between.
const CHECKSUM: [&str; 2] = [",\"sha256\":\"", "\"}"];

impl Checksum {
    fn of(about: &str) -> Self {
        Self(Sha256::new_with_prefix(about))
    }

    fn add(&mut self, name: &str, shape: &[usize], bytes: &[u8]) {
        self.0.update(format!("\n{name} {shape:?} {}\n", bytes.len()));
        self.0.update(bytes);
    }

    fn digits(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The metadata with the checksum as its last key.
    fn noted(self, about: &str) -> String {
        let [start, end] = CHECKSUM;
        let open = about.strip_suffix('}').unwrap_or(about);
        format!("{open}{start}{}{end}", self.digits())
    }
}

/// What metadata say without their checksum, and the checksum; `None` if they have none.
fn noted_checksum(text: &str) -> Option<(String, String)> {
    let [start, end] = CHECKSUM;
    let (open, rest) = text.rsplit_once(start)?;
    Some((format!("{open}}}"), rest.strip_suffix(end)?.to_owned()))
}

/// What is different about two vocabularies, if anything.
fn difference(own: &Vocabulary, data: &Vocabulary) -> Option<String> {
    let name = own.name();
    if name != data.name() {
        return Some(format!("it has a vocabulary of {name} where the data has one of {}", data.name()));
    }
    let differs = own.tokens().iter().zip(data.tokens()).position(|(own, data)| own != data);
    if let Some(at) = differs {
        let (own, data) = (&own.tokens()[at], &data.tokens()[at]);
        return Some(format!(
            "it learned other {name}: word {at} is `{own}`, and in the data it is `{data}`"
        ));
    }
    let (learned, there) = (own.len(), data.len());
    (learned != there).then(|| format!("it learned {learned} words of {name}, and the data has {there}"))
}

/// How long the header is, as the first bytes of a file of this size say.
fn header_length(start: &[u8], size: u64) -> Result<u64, String> {
    let (length, _) = start.split_first_chunk::<8>().ok_or("no safetensors: the file is truncated")?;
    match u64::from_le_bytes(*length) {
        length if length > size.saturating_sub(8) => Err("no safetensors: the file is truncated".to_owned()),
        length if length > MOST_HEADER => {
            Err(format!("its header would have {length} bytes, and at most {MOST_HEADER} are read"))
        }
        length => Ok(length),
    }
}

/// Looks for sizes that cannot be, before anything is reserved for them: `start` is the length of the header and the header.
fn check_header(start: &[u8], size: u64) -> Result<(), String> {
    let header: serde_json::Map<String, Value> = serde_json::from_slice(start.get(8..).unwrap_or_default())
        .map_err(|error| format!("no safetensors: {error}"))?;
    let room = size.saturating_sub(start.len() as u64);
    for (name, tensor) in header.iter().filter(|(name, _)| *name != "__metadata__") {
        let ends = tensor.get("data_offsets").and_then(Value::as_array);
        let end = ends.and_then(|ends| ends.get(1)).and_then(Value::as_u64);
        if end.is_none_or(|end| end > room) {
            return Err(format!("the tensor `{name}` is not in the file"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint() -> Checkpoint {
        let mut params = Params::default();
        params.add("a", &[2, 2], vec![1.0, -2.0, 0.5, 3.25]);
        params.add("b", &[1], vec![7.0]);
        let about = CheckpointInfo {
            format: CHECKPOINT_FORMAT,
            program: "wampimuk".into(),
            model: "m-lstm".into(),
            settings: "rate = 0.1".into(),
            seed: 3,
            data: DatasetInfo::default(),
            vocabularies: Vec::new(),
            began_with: None,
            device: Some("cpu".into()),
            updates: 5,
            selected_on: None,
            score: Some(DevScore { right: 1, of: 3, loss: Some(0.1) }),
            progress: None,
            tensors: vec!["a".into(), "b".into()],
        };
        Checkpoint { about, params, memory: None }
    }

    fn problem(path: &Path, bytes: &[u8]) -> String {
        fs::write(path, bytes).expect("a temporary file");
        Checkpoint::read(path).map(|_| "none".to_owned()).unwrap_or_else(|error| error.to_string())
    }

    #[test]
    fn no_bit_of_a_checkpoint_can_be_another() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.safetensors");
        checkpoint().write(&path).unwrap();
        let bytes = fs::read(&path).unwrap();
        let read = Checkpoint::read(&path).unwrap();
        assert_eq!((read.about, read.params.data), (checkpoint().about, checkpoint().params.data));
        for at in 0..bytes.len() {
            for bit in [0, 3, 6] {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                assert_ne!(problem(&path, &damaged), "none", "bit {bit} of byte {at}");
            }
        }
        let mut damaged = bytes.clone();
        let last = damaged.len() - 2;
        damaged[last] ^= 1;
        assert!(problem(&path, &damaged).contains("its checksum is another"));
    }

    /// A format of old had no checksum: who wrote its number into a file had turned the checksum off.
    #[test]
    fn no_format_goes_without_a_checksum() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.safetensors");
        checkpoint().write(&path).unwrap();
        let bytes = fs::read(&path).unwrap();
        let number = br#"\"format\":2"#;
        let at = bytes.windows(number.len()).position(|part| part == number).unwrap() + number.len() - 1;
        let mut older = bytes.clone();
        older[at] = b'1';
        let last = older.len() - 1;
        older[last] ^= 1;
        assert!(problem(&path, &older).contains("it is of format 1, and this program reads format 2"));
    }

    /// The header is taken into memory before anything is known of it.
    #[test]
    fn headers_have_an_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.safetensors");
        let longest = MOST_HEADER + 1;
        fs::write(&path, longest.to_le_bytes()).unwrap();
        File::options().append(true).open(&path).unwrap().set_len(4 << 30).unwrap();
        let error = Checkpoint::read(&path).unwrap_err().to_string();
        assert!(error.contains("would have 16777217 bytes, and at most 16777216 are read"), "{error}");
        for cut in [0, 7, 8, 9] {
            let error = problem(&path, &[&100u64.to_le_bytes()[..], b"{"].concat()[..cut]);
            assert!(error.contains("the file is truncated"), "{cut}: {error}");
        }
    }

    /// A file of 1.6 MB that named one tensor 100,000 times asked for 5.2 GB.
    #[test]
    fn tensors_are_named_once_and_finite() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.safetensors");
        let mut twice = checkpoint();
        twice.about.tensors.push("a".into());
        twice.write(&path).unwrap();
        assert!(Checkpoint::read(&path).unwrap_err().to_string().contains("`a` is named twice"));
        for number in [f32::NAN, f32::INFINITY] {
            let mut wrong = checkpoint();
            wrong.params.data[1] = number;
            wrong.write(&path).unwrap();
            assert!(Checkpoint::read(&path).unwrap_err().to_string().contains("numbers that are none"));
        }
    }
}
