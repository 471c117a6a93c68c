//! The log of a training: JSON lines in a file, and a picture of the loss.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use wampimuk_draw::{Line, line_chart};
use wampimuk_families::read_bytes;

use crate::checkpoint::DevScore;

/// A line of the log. Everything but the seconds is the same each time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogEntry {
    /// The try, counted from 0.
    pub attempt: u64,
    /// Its updates so far.
    pub update: u64,
    /// The loss of the last one, before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<f32>,
    /// Its learning rate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
    /// How well the model does on dev.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dev: Option<DevScore>,
    /// The time that this process has spent.
    pub seconds: f64,
}

/// The name of the file.
pub(crate) const LOG: &str = "log.jsonl";
/// The name of the picture.
pub(crate) const PICTURE: &str = "loss.svg";

/// The longest log that is read: millions of entries.
const MOST_BYTES: u64 = 256 << 20;

/// The log of a training.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
    entries: Vec<LogEntry>,
}

impl Log {
    /// Opens the log of a folder and forgets what comes after this point: it will happen again.
    ///
    /// # Errors
    /// If the system refuses, or the file is too long or something else than a log. Lines that are no entries are dropped from
    /// one.
    pub fn open(folder: &Path, attempt: u64, update: u64) -> io::Result<Self> {
        let path = folder.join(LOG);
        let text = match read_bytes(&path, MOST_BYTES) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        if !text.trim().is_empty() && text.lines().all(|line| serde_json::from_str::<LogEntry>(line).is_err())
        {
            let what =
                format!("{LOG} is no log of a training: choose another folder with --out, or move it away");
            return Err(io::Error::new(io::ErrorKind::InvalidData, what));
        }
        let mut entries = Vec::new();
        let mut kept = String::new();
        for line in text.lines() {
            let Ok(entry) = serde_json::from_str::<LogEntry>(line) else { continue };
            if (entry.attempt, entry.update) <= (attempt, update) {
                entries.push(entry);
                // As it was: numbers that are read and written again may change in the last digit.
                kept += line;
                kept.push('\n');
            }
        }
        let shortened = folder.join(".log.jsonl");
        fs::write(&shortened, kept)?;
        fs::rename(&shortened, &path)?;
        let file = OpenOptions::new().append(true).open(&path)?;
        Ok(Self { path: folder.to_owned(), file, entries })
    }

    /// Adds a line.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn add(&mut self, entry: LogEntry) -> io::Result<()> {
        let mut line = serde_json::to_vec(&entry)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.entries.push(entry);
        Ok(())
    }

    /// Draws the losses of the last attempt, and the errors on dev.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn draw(&self, title: &str) -> io::Result<()> {
        let attempt = self.entries.last().map_or(0, |entry| entry.attempt);
        let of = || self.entries.iter().filter(|entry| entry.attempt == attempt);
        let points = |value: &dyn Fn(&LogEntry) -> Option<f64>| {
            of().filter_map(|entry| Some((entry.update as f64, value(entry)?))).collect::<Vec<_>>()
        };
        let lines = [
            Line {
                name: "loss".into(),
                points: points(&|entry| entry.loss.map(f64::from)),
                ..Line::default()
            },
            Line {
                name: "errors on dev, as a share".into(),
                points: points(&|entry| entry.dev.map(|score| 1.0 - score.percent() / 100.0)),
                ..Line::default()
            },
        ];
        let picture = line_chart(title, ("updates", "loss"), &lines);
        let drawn = self.path.join(".loss.svg");
        fs::write(&drawn, picture.to_svg())?;
        fs::rename(&drawn, self.path.join(PICTURE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_have_an_end_and_lines_that_are_no_entries_are_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.jsonl");
        let entry = "{\"attempt\":0,\"update\":5,\"seconds\":1.0}\n";
        fs::write(&path, [b"\xff\n{}\n", entry.as_bytes()].concat()).unwrap();
        assert_eq!(Log::open(folder.path(), 0, 9).unwrap().entries.len(), 1);
        assert_eq!(fs::read_to_string(&path).unwrap(), entry);
        fs::write(&path, "notes\n").unwrap();
        let error = Log::open(folder.path(), 0, 9).unwrap_err().to_string();
        assert!(error.contains("is no log of a training"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "notes\n");
        OpenOptions::new().append(true).open(&path).unwrap().set_len(MOST_BYTES + 1).unwrap();
        let error = Log::open(folder.path(), 0, 9).unwrap_err().to_string();
        assert!(error.contains("longer than 268435456 bytes"), "{error}");
    }
}
