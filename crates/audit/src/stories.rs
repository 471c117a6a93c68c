//! Looking at stories with questions: what is in them, what is wrong with them, and whether they keep their promises.
//!
//! Stories come one by one from any source, as [`StoryItem`]s. [`Solved`](wampimuk_babi::Solved) has what follows from one of them, whatever its
//! file says; it is worked out once, in parallel if wanted, and handed to whoever needs it:
//!
//! * [`StoryStats`] counts what the tables of the Dyna-bAbI paper show, and who shares what with whom.
//! * [`StoryAudit`] compares foreign files with what follows, and asks how far shortcuts get.
//! * [`StoryVerifier`] checks the promises of our own files.
//!
//! ```
//! use wampimuk_audit::stories::{Flaw, StoryAudit, StoryItem};
//! use wampimuk_babi::{Solved, Solver, text::Passages};
//!
//! let text = "1 Mary went to the park.\n2 Mary went to the school.\n3 Where is Mary?\tpark\t1\n";
//! let (solver, mut audit) = (Solver::default(), StoryAudit::default());
//! for found in Passages::of(text) {
//!     let passage = &found?.passage;
//!     let item = StoryItem { task: Some("qa1"), split: Some("test"), place: "example.txt", passage };
//!     audit.add(&item, &Solved::of(&solver, passage), &solver);
//! }
//! assert_eq!(audit.finish().all.count(Flaw::WrongAnswer), 1);
//! # Ok::<(), wampimuk_babi::TextError>(())
//! ```

mod audit;
mod audit_show;
mod flaws;
pub(crate) mod keys;
mod named;
mod published;
mod shortcuts;
mod stats;
mod stats_report;
mod stats_show;
mod support_fit;
#[cfg(feature = "files")]
mod verify;
pub(crate) mod words;

use wampimuk_babi::Passage;
#[cfg(feature = "files")]
use wampimuk_source::SourceStory;

pub use audit::{AuditedKind, StoryAudit, StoryAuditReport, StorySuspect};
pub use flaws::Flaw;
pub use published::{PublishedSplit, PublishedTask, published_split, published_task};
pub use shortcuts::{Shortcut, ShortcutScore};
pub use stats::StoryStats;
pub use stats_report::{GroupStats, KindStats, SharedItems, StoryStatsReport, TokenStats};
pub use support_fit::SupportFit;
#[cfg(feature = "files")]
pub(crate) use verify::ExaminedStory;
#[cfg(feature = "files")]
pub use verify::{StoryBreach, StoryClaims, StoryFailure, StoryVerifier, StoryVerifierReport};

/// A story, and where it is from.
#[derive(Clone, Copy, Debug)]
pub struct StoryItem<'a> {
    /// Its task.
    pub task: Option<&'a str>,
    /// Its split.
    pub split: Option<&'a str>,
    /// Where it begins, in words for people: a file and a line, or the number of a row.
    pub place: &'a str,
    /// The story with its questions.
    pub passage: &'a Passage,
}

#[cfg(feature = "files")]
impl<'a> From<&'a SourceStory> for StoryItem<'a> {
    fn from(tale: &'a SourceStory) -> Self {
        Self {
            task: tale.task.as_deref(),
            split: tale.split.as_deref(),
            place: &tale.place,
            passage: tale.plain(),
        }
    }
}

/// How groups without a name are called.
pub(crate) const UNNAMED: &str = "–";

impl<'a> StoryItem<'a> {
    pub(crate) fn task_name(&self) -> &'a str {
        self.task.unwrap_or(UNNAMED)
    }

    pub(crate) fn split_name(&self) -> &'a str {
        self.split.unwrap_or(UNNAMED)
    }
}
