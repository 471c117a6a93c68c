//! The chosen items of files, one by one.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use wampimuk_command::Lexicon;
use wampimuk_dataset::{ReadError, Reader, Record, RecordedClaims};

use super::Source;
use crate::{Choice, Error};

/// Reads the chosen items. Those that cannot be read are handed on as errors; that there are none at all ends it.
pub(super) struct ReadItems<'s> {
    source: &'s Source,
    path: &'s Path,
    choice: &'s Choice,
    reader: Reader,
    /// How many items of each split were met.
    counts: HashMap<Arc<str>, u64>,
    /// Whether there is something of the chosen split, or that cannot be known.
    is_there: bool,
}

impl<'s> ReadItems<'s> {
    pub(super) fn new(source: &'s Source, path: &'s Path, choice: &'s Choice) -> Result<Self, Error> {
        let reader = source.reader(path, choice)?;
        let is_there = choice.split.is_none();
        Ok(Self { source, path, choice, reader, counts: HashMap::new(), is_there })
    }

    /// The words of the items that were read so far.
    pub(super) fn lexicon(&self) -> &Lexicon {
        self.reader.lexicon()
    }

    fn is_wanted(&mut self, record: &Record) -> bool {
        if !self.choice.wants(&record.split) {
            return false;
        }
        self.is_there = true;
        let Some(limit) = self.choice.limit else { return true };
        let count = self.counts.entry(record.split.clone()).or_default();
        *count += 1;
        *count <= limit
    }
}

impl Iterator for ReadItems<'_> {
    type Item = Result<Result<Record, ReadError>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(record) = self.reader.next() {
            match record {
                Err(error) => {
                    self.is_there = true;
                    return Some(Ok(Err(error)));
                }
                Ok(record) => {
                    let record = self.source.by_recipe(record);
                    if self.is_wanted(&record) {
                        return Some(Ok(Ok(record)));
                    }
                }
            }
        }
        let split = self.choice.split.clone().filter(|_| !std::mem::replace(&mut self.is_there, true))?;
        Some(Err(Error::Split { path: self.path.to_owned(), what: "items", split }))
    }
}

impl Source {
    /// The item under its split's name in the recipe. gSCAN's original files have the published keys: a hold-out's test part
    /// in `dataset.txt`, its dev part in `dataset-dev.txt`.
    fn by_recipe(&self, mut record: Record) -> Record {
        let Some(dataset) = self.dataset.as_deref() else { return record };
        let is_known = |name: &str| dataset.splits().iter().any(|split| split.name == name);
        if matches!(record.recorded, RecordedClaims::Original(_)) && !is_known(&record.split) {
            let file = record.place.file.file_name().map(|name| name.to_string_lossy().into_owned());
            let is_dev = file.is_some_and(|name| name.starts_with("dataset-dev"));
            let name = format!("{}_{}", record.split, if is_dev { "dev" } else { "test" });
            if is_known(&name) {
                record.split = name.into();
            }
        }
        record
    }
}
