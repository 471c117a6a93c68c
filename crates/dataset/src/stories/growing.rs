//! Stories that are put together from parts, each of which repeats the facts of the parts before it.

use wampimuk_babi::text::MOST_LINES;
use wampimuk_babi::{Asked, Line};

use super::{Found, Next, StoryClaims, Wrong};
use crate::error::FilePosition;
use crate::lines::MAX_ITEM_BYTES;

/// A story that may go on.
#[derive(Debug)]
pub(super) struct Growing {
    spot: FilePosition,
    found: Found,
    /// Roughly how many bytes it takes.
    bytes: usize,
}

impl Growing {
    /// A story without lines.
    pub(super) fn new(spot: FilePosition, found: Found) -> Self {
        Self { spot, found, bytes: 0 }
    }

    /// Whether these facts go on with the story: they are its own, and perhaps more.
    pub(super) fn goes_on(&self, facts: &[&str]) -> bool {
        let known = self.found.passage.facts().count();
        let fresh: usize = facts.iter().skip(known).map(|fact| fact.len()).sum();
        facts.len() >= known
            && self.found.passage.facts().zip(facts).all(|((_, mine), theirs)| mine == *theirs)
            && self.bytes + fresh <= MAX_ITEM_BYTES
            && self.found.passage.lines.len() < MOST_LINES
    }

    /// Adds those of the facts that are new.
    pub(super) fn tell(&mut self, facts: &[&str]) {
        let known = self.found.passage.facts().count();
        for &fact in facts.iter().skip(known) {
            self.bytes += fact.len();
            self.found.passage.lines.push(Line::Fact(fact.to_owned()));
        }
    }

    pub(super) fn ask(&mut self, asked: Asked, claims: StoryClaims) {
        self.bytes += asked.question.len() + asked.answer.len();
        self.found.passage.lines.push(Line::Question(asked));
        self.found.claims.push(claims);
    }

    /// What is there so far.
    pub(super) fn so_far(&self) -> &Found {
        &self.found
    }

    /// Ends the story and returns it with its position.
    pub(super) fn close(self) -> (FilePosition, Result<Found, Wrong>) {
        (self.spot, Ok(self.found))
    }
}

/// Hands out stories in their order while the last one still grows.
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// The story that may go on.
    pub(super) open: Option<Growing>,
    /// What was found behind it.
    waiting: Next,
}

impl Queue {
    /// What has to be handed out before more is read.
    pub(super) fn waiting(&mut self) -> Next {
        self.waiting.take()
    }

    /// Closes the story: nothing follows.
    pub(super) fn close(&mut self) -> Next {
        self.open.take().map(Growing::close)
    }

    /// Begins another story, which closes the one before.
    pub(super) fn begin(&mut self, story: Growing) -> Next {
        self.open.replace(story).map(Growing::close)
    }

    /// Adds something that cannot grow, which closes the story before.
    pub(super) fn add(&mut self, found: (FilePosition, Result<Found, Wrong>)) -> Next {
        match self.close() {
            None => Some(found),
            closed => {
                self.waiting = Some(found);
                closed
            }
        }
    }
}
