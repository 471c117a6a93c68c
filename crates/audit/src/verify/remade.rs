//! Files compared with what their recipe makes, byte by byte: equal items give equal bytes.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use wampimuk_dataset::Input;
use wampimuk_engine::{Format, ItemRange, rebuild, shards, write};
use wampimuk_families::Dataset;
use wampimuk_source::{Error, Pass, Source};

use super::files::FILES;
use super::outcome::Findings;

/// Makes every file of a manifest again, those of a split if one is chosen, and compares it with what is there. Files that
/// differ break the promise. The number of their items; `None` if there is no manifest.
pub(super) fn remade(
    source: &Source,
    promise: &'static str,
    findings: &mut Findings,
    pass: &Pass<'_>,
) -> Result<Option<u64>, Error> {
    let Some(manifest) = &source.manifest else { return Ok(None) };
    let Some(format) = Format::named(&manifest.file_format) else { return Ok(None) };
    let dataset = rebuild(manifest)?;
    let shards = shards(manifest)?;
    let chosen = || source.files().filter(|(_, file)| pass.choice.wants(&file.split));
    pass.watch.begin("make again", Some(chosen().map(|(_, file)| file.items).sum()));
    let mut items = 0;
    for (path, file) in chosen() {
        findings.tried(promise, 1);
        let shard = shards.iter().find(|shard| shard.name == file.path);
        let Some(portions) = shard.and_then(|shard| shard.portions(&*dataset).ok()) else {
            findings.add(promise, &file.path, "the recipe makes no such file");
            continue;
        };
        if let Err(error) = File::open(&path) {
            findings.add(FILES, &file.path, &error.to_string());
            continue;
        }
        items += file.items;
        if let Some(reason) = compare(&path, format, &portions, &*dataset, pass)? {
            findings.add(promise, &file.path, &reason);
        }
    }
    Ok(Some(items))
}

/// Makes a file again and compares it with what is there: how it differs, if it does.
pub(super) fn compare(
    path: &Path,
    format: Format,
    portions: &[ItemRange],
    dataset: &dyn Dataset,
    pass: &Pass<'_>,
) -> Result<Option<String>, Error> {
    let mut comparison = Comparison::open(path).map_err(|error| Error::io("read", path, error))?;
    write(&mut comparison, format, portions, dataset, pass.threads, pass.watch)?;
    Ok(comparison.difference().map(|line| match format.is_binary() {
        true => "it differs from the file that the recipe gives".to_string(),
        false => format!("line {line} differs from the recipe's"),
    }))
}

/// Compares what is written with what is in a file.
struct Comparison {
    file: Input,
    /// The line that is being compared, from 1.
    line: u64,
    differs: bool,
    buffer: Vec<u8>,
}

impl Comparison {
    fn open(path: &Path) -> io::Result<Self> {
        Ok(Self { file: Input::open(path)?, line: 1, differs: false, buffer: Vec::new() })
    }

    /// The line in which the file differs from what was written.
    fn difference(mut self) -> Option<u64> {
        let mut more = [0];
        let is_longer = !matches!(self.file.read(&mut more), Ok(0));
        (self.differs || is_longer).then_some(self.line)
    }
}

impl Write for Comparison {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.differs {
            return Ok(bytes.len());
        }
        self.buffer.clear();
        Read::by_ref(&mut self.file).take(bytes.len() as u64).read_to_end(&mut self.buffer)?;
        let same = bytes.iter().zip(&self.buffer).take_while(|(made, found)| made == found).count();
        self.line += bytes[..same].iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.differs = same < bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
