//! How asking went.

use std::path::Path;

use crate::host::GivenUp;
use crate::journal::Spent;

/// How asking went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asking {
    /// Requests that were sent now and ended.
    pub sent: u64,
    /// Those of them that failed.
    pub failed: u64,
    /// Why the last of these failed.
    pub last_failure: Option<String>,
    /// Models that were asked nothing more, because they do not answer.
    pub given_up: Vec<GivenUp>,
    /// Conversations that were over before: of answers in one piece, requests that were answered.
    pub known: u64,
    /// What ran out, if the budget did.
    pub exhausted: Option<String>,
    /// What all requests in the folder come to, whenever they were sent.
    pub spent: Spent,
}

impl Asking {
    /// Why something is not answered, in a sentence each; the journal of this folder has all reasons.
    pub fn problems(&self, folder: &Path) -> Vec<String> {
        let mut problems: Vec<String> = self.given_up.iter().map(GivenUp::sentence).collect();
        if self.failed > 0 {
            let last = self.last_failure.as_deref().unwrap_or("no reply");
            problems.push(format!(
                "{} of {} requests failed and do not count, the last one with: {last} ({} has all reasons)",
                self.failed,
                self.sent,
                folder.join("journal.jsonl").display()
            ));
        }
        problems
    }
}
