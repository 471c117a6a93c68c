//! What was counted before: a finished reproduction shows its tables at once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};
use wampimuk_audit::thousands;
use wampimuk_core::Watch;

use super::Asked;
use super::selection::{Counted, Point};
use crate::error::Error;

/// Counts by what they are of. Files are told apart by their name, length and time of writing: whoever wants them counted
/// anew removes what is remembered.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Known {
    /// The program that counted.
    #[serde(default)]
    version: String,
    #[serde(default)]
    counts: BTreeMap<String, Vec<Point>>,
    /// Files that were counted in this run.
    #[serde(skip)]
    read: BTreeMap<(PathBuf, Option<usize>), Counted>,
}

impl Known {
    /// What is remembered in this text; nothing if it is of another version, or makes no sense.
    pub fn parse(text: &str) -> Self {
        let known: Self = serde_json::from_str(text).unwrap_or_default();
        if known.version == VERSION { known } else { Self { version: VERSION.to_owned(), ..Self::default() } }
    }

    /// The text to keep.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// What is missing of the items of these splits, in a few words: of the first that lacks something.
    ///
    /// # Errors
    /// If the answers cannot be read.
    pub fn unanswered<'s>(
        &mut self,
        path: &Path,
        asked: &Asked,
        splits: impl IntoIterator<Item = &'s String>,
        (threads, watch): (usize, &dyn Watch),
    ) -> Result<Option<String>, Error> {
        let most = asked.most();
        for split in splits {
            if let Some(missing) = self.missing((path, None), split, most, (threads, watch))? {
                return Ok(Some(format!("{missing} of {split}")));
            }
        }
        Ok(None)
    }

    /// What is missing of the items of a split, in a few words: all have to be answered, or the first so many.
    ///
    /// # Errors
    /// If the answers cannot be read.
    pub(super) fn missing(
        &mut self,
        file: (&Path, Option<usize>),
        split: &str,
        most: u64,
        how: (usize, &dyn Watch),
    ) -> Result<Option<String>, Error> {
        let what = format!("{split}: how many of all");
        let points = self.of(file, &what, how, |counted| vec![counted.answered(split)])?;
        let Some(&Point { at: len, items, .. }) = points.first() else { return Ok(None) };
        let wanted = len.min(most);
        Ok((items < wanted).then(|| format!("{} of {} items", thousands(items), thousands(wanted))))
    }

    /// What is counted of a file, from memory if it is known. `what` names the count; the same name is the same count.
    ///
    /// # Errors
    /// If the answers cannot be read.
    pub(super) fn of(
        &mut self,
        (path, cap): (&Path, Option<usize>),
        what: &str,
        (threads, watch): (usize, &dyn Watch),
        count: impl FnOnce(&Counted) -> Vec<Point>,
    ) -> Result<Vec<Point>, Error> {
        let Some(state) = state(path) else { return Ok(Vec::new()) };
        let key = format!("{}, {state}, {cap:?}: {what}", path.display());
        if let Some(points) = self.counts.get(&key) {
            return Ok(points.clone());
        }
        let place = (path.to_owned(), cap);
        if !self.read.contains_key(&place) {
            self.read.insert(place.clone(), Counted::read(path, cap, threads, watch)?);
        }
        let points = self.read.get(&place).map(count).unwrap_or_default();
        self.counts.insert(key, points.clone());
        Ok(points)
    }
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a file is known again by; `None` if it is not there.
fn state(path: &Path) -> Option<String> {
    let about = std::fs::metadata(path).ok()?;
    let written = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos();
    Some(format!("{} bytes, {written}", about.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_versions_and_nonsense_are_forgotten() {
        let mut known = Known::parse("");
        let point = Point { at: 3, percent: 50.0, items: 2, chance: None };
        known.counts.insert("a".into(), vec![point]);
        assert_eq!(Known::parse(&known.text()).counts, known.counts);
        assert!(Known::parse(&known.text().replace(VERSION, "0.0.0")).counts.is_empty());
        assert!(Known::parse("[1").counts.is_empty());
    }
}
