//! What is to be looked at, as the page's links say it; and what the page would refuse.

use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use wampimuk_analysis::predictions::Reader;
use wampimuk_core::Role;
use wampimuk_dataset::Manifest;
use wampimuk_engine::no_such_split;
use wampimuk_families::{build, read_bytes, require, shipped};

use super::Open;
use crate::failure::Failure;

/// The biggest whole number that browsers keep exactly.
const BIGGEST: u64 = (1 << 53) - 1;
/// The longest fragment that the page reads.
const LONGEST: usize = 200_000;
/// The biggest file that the page judges.
const BIGGEST_FILE: u64 = 200 << 20;

/// What is to be looked at.
#[derive(Debug, Default)]
pub(super) struct Subject {
    /// As the page's links say it.
    pub fragment: String,
    /// Predictions to judge.
    pub file: Option<Brought>,
}

/// A file that the page gets as if it were dropped there.
#[derive(Debug)]
pub(super) struct Brought {
    pub name: String,
    pub text: String,
}

/// A recipe, and what its file says about the item.
#[derive(Default)]
struct Found {
    /// The name of a shipped recipe; nothing if it is none.
    name: Option<String>,
    toml: String,
    seed: Option<u64>,
    split: Option<String>,
}

impl Subject {
    pub(super) fn of(options: &Open) -> Result<Self, Failure> {
        let Some(recipe) = &options.recipe else { return Ok(Self::default()) };
        let path = Path::new(recipe);
        let is_shipped = shipped().any(|shipped| shipped.name == *recipe);
        if is_shipped || !path.exists() || path.extension().is_some_and(|extension| extension == "toml") {
            let toml = require(recipe, &[])?.toml;
            let name = is_shipped.then(|| recipe.clone());
            return Self::item(options, Found { name, toml, ..Found::default() });
        }
        if let Some((root, manifest)) =
            Manifest::find(path).map_err(|error| Failure::Input(error.to_string()))?
        {
            let file = path.canonicalize().ok();
            let is_this = |listed: &&wampimuk_dataset::ManifestFile| {
                listed.within(&root).and_then(|place| place.canonicalize().ok()) == file
            };
            let split = manifest.files.iter().find(is_this).map(|file| file.split.clone());
            let found = Found {
                split: split.filter(|split| !split.is_empty()),
                seed: Some(manifest.seed),
                ..Found::with(manifest.recipe)
            };
            return Self::item(options, found);
        }
        Self::predictions(options, path)
    }

    pub(super) fn is_nothing(&self) -> bool {
        self.fragment.is_empty() && self.file.is_none()
    }

    /// An item of a recipe.
    fn item(options: &Open, found: Found) -> Result<Self, Failure> {
        let seed = options.seed.or(found.seed).unwrap_or(0);
        let split = options.split.clone().or(found.split);
        for (what, number) in [("seed", Some(seed)), ("index", options.index)] {
            if number.is_some_and(|number| number > BIGGEST) {
                let hint = format!("browsers keep numbers up to {BIGGEST}");
                return Err(Failure::Input(format!("the playground cannot show this {what} ({hint})")));
            }
        }
        if split.is_some() || options.index.is_some() {
            check(&found.toml, seed, split.as_deref(), options.index)?;
        }
        let mut fragment = match &found.name {
            Some(name) => format!("#recipe={}", escaped(name)),
            None => format!("#toml={}", escaped(&found.toml)),
        };
        let mut add = |key: &str, value: Option<String>| {
            if let Some(value) = value {
                // Writing to a string cannot fail.
                let _ = write!(fragment, "&{key}={}", escaped(&value));
            }
        };
        add("seed", Some(seed).filter(|seed| *seed != 0).map(|seed| seed.to_string()));
        add("split", split);
        add("index", options.index.map(|index| index.to_string()));
        if fragment.len() > LONGEST {
            return Err(Failure::Input(format!(
                "the recipe has {} letters in an address, and the playground reads {LONGEST}: make it shorter",
                fragment.len()
            )));
        }
        Ok(Self { fragment, file: None })
    }

    /// Answers of a model, and what they are about.
    fn predictions(options: &Open, path: &Path) -> Result<Self, Failure> {
        let io = |error: std::io::Error| Failure::io("read", path, &error);
        let refused = |why: &str| Failure::Input(format!("{} {why}", path.display()));
        let found = fs::metadata(path).map_err(io)?;
        if found.is_dir() {
            return Err(refused(
                "is a folder without a manifest.json, so nobody knows what it was made from",
            ));
        }
        // A pipe would be waited for.
        if !found.is_file() {
            return Err(refused("is no file but a pipe or a device: write it to a file first"));
        }
        let bytes = read_bytes(path, BIGGEST_FILE).map_err(|error| match error.kind() {
            ErrorKind::InvalidData => refused("has more than 200 MB: `wampimuk score` reads it"),
            _ => io(error),
        })?;
        let text = String::from_utf8(bytes).map_err(|_| {
            let shown = path.display();
            Failure::Input(format!(
                "{shown} is neither a recipe, nor a file of a dataset with its manifest.json, nor predictions as text"
            ))
        })?;
        let header = match text.trim_start().starts_with('[') {
            true => None,
            false => {
                let read = Reader::new(path, text.as_bytes()).and_then(|mut reader| {
                    let header = reader.header().cloned();
                    reader.next().transpose().map(|_| header)
                });
                read.map_err(|error| Failure::Input(error.to_string()))?
            }
        };
        let about = match header {
            Some(header) => match (header.recipe, header.toml) {
                (Some(name), _) if shipped().any(|shipped| shipped.name == name) => {
                    let toml = require(&name, &header.changes)?.toml;
                    let name = Some(name).filter(|_| header.changes.is_empty());
                    Some(Found { name, toml, seed: header.data_seed, split: None })
                }
                (_, Some(toml)) => Some(Found { toml, seed: header.data_seed, ..Found::default() }),
                // A path in a file is not opened; the page says what the file is about.
                _ => None,
            },
            None => None,
        };
        let subject = match about {
            Some(found) => Self::item(options, found)?,
            None => Self::default(),
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { file: Some(Brought { name, text }), ..subject })
    }
}

impl Found {
    /// A recipe by its text: a shipped one has a name.
    fn with(toml: String) -> Self {
        let name = shipped().find(|shipped| shipped.toml == toml).map(|shipped| shipped.name.to_owned());
        Self { name, toml, ..Self::default() }
    }
}

/// Whether there is such an item: the page shows another one where there is none.
fn check(toml: &str, seed: u64, split: Option<&str>, index: Option<u64>) -> Result<(), Failure> {
    let dataset = build(toml, seed).map_err(|error| Failure::Input(error.to_string()))?;
    let splits = dataset.splits();
    let chosen = match split {
        Some(name) => splits.iter().find(|split| split.name == name).ok_or_else(|| {
            let names = splits.iter().map(|split| split.name.as_str());
            Failure::from(no_such_split(name, names))
        })?,
        None => {
            let mut filled = splits.iter().filter(|split| split.len > 0);
            let Some(first) = filled.clone().next() else {
                return Err(Failure::Input("no split of this recipe has items".into()));
            };
            filled.find(|split| split.role == Role::Test).unwrap_or(first)
        }
    };
    match index {
        Some(index) if index >= chosen.len => Err(Failure::Input(format!(
            "there is no item {index} of `{}`: it has {} items",
            chosen.name, chosen.len
        ))),
        _ => Ok(()),
    }
}

/// A text that means itself in an address.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                escaped.push(char::from(byte));
            }
            // The drive of a path on Windows.
            b':' => escaped.push(':'),
            _ => {
                // Writing to a string cannot fail.
                let _ = write!(escaped, "%{byte:02X}");
            }
        }
    }
    escaped
}
