//! What was found in a published file: corrections, ambiguous questions.

use std::path::PathBuf;

use wampimuk_dyna::inject::Found as Corrections;

/// What is to be said about a published file.
#[derive(Clone, Debug)]
pub struct PublishedReport {
    /// The file.
    pub path: PathBuf,
    /// The split that it was read for.
    pub split: String,
    /// How many questions were wanted.
    pub(super) wanted: u64,
    pub(super) found: Corrections,
    /// How many stories could not be read, or contradict themselves.
    pub(super) unread: u64,
    /// One of them, and why.
    pub example: Option<String>,
}

impl PublishedReport {
    /// How many questions were read.
    pub fn questions(&self) -> u64 {
        self.found.own
    }

    /// What was found, and how often; nothing if all was as it should be.
    pub fn remarks(&self) -> Vec<(&'static str, u64)> {
        let Corrections { own, answers, supports, ambiguous, unanswerable } = self.found;
        let mut remarks = vec![
            ("wrong answers, corrected", answers),
            ("wrong supports, corrected", supports),
            ("questions that fit several occasions, kept and marked", ambiguous),
            ("questions without an answer, left out", unanswerable),
            ("stories that cannot be read, left out", self.unread),
            ("questions wanted that are not there", self.wanted.saturating_sub(own)),
        ];
        remarks.retain(|(_, count)| *count > 0);
        remarks
    }
}
