//! What happened at a step.

use wampimuk_grid::ActionOutcome;

/// A set of things that happened at a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StepEvents(pub u16);

impl StepEvents {
    /// The agent changed its cell.
    pub const MOVED: Self = Self(1);
    /// The agent turned.
    pub const TURNED: Self = Self(1 << 1);
    /// The agent stayed.
    pub const STAYED: Self = Self(1 << 2);
    /// The first of two efforts on a heavy object.
    pub const BRACED: Self = Self(1 << 3);
    /// A wall or an object was in the way.
    pub const BLOCKED: Self = Self(1 << 4);
    /// There was nothing to push or pull.
    pub const NOTHING: Self = Self(1 << 5);
    /// An object was moved along.
    pub const CARRIED: Self = Self(1 << 6);
    /// The agent came to the target's cell.
    pub const REACHED: Self = Self(1 << 7);
    /// The first action after which the command cannot be fulfilled any more.
    pub const STRAYED: Self = Self(1 << 8);
    /// The command is fulfilled.
    pub const FULFILLED: Self = Self(1 << 9);

    /// Every event with its name.
    pub const ALL: [(Self, &'static str); 10] = [
        (Self::MOVED, "moved"),
        (Self::TURNED, "turned"),
        (Self::STAYED, "stayed"),
        (Self::BRACED, "braced"),
        (Self::BLOCKED, "blocked"),
        (Self::NOTHING, "nothing"),
        (Self::CARRIED, "carried"),
        (Self::REACHED, "reached"),
        (Self::STRAYED, "strayed"),
        (Self::FULFILLED, "fulfilled"),
    ];

    /// Whether all of these happened.
    #[inline]
    pub const fn has(self, events: Self) -> bool {
        self.0 & events.0 == events.0
    }

    /// These and those.
    #[inline]
    #[must_use]
    pub const fn and(self, events: Self) -> Self {
        Self(self.0 | events.0)
    }

    /// These, and those if they happened.
    #[inline]
    #[must_use]
    pub const fn and_if(self, happened: bool, events: Self) -> Self {
        if happened { self.and(events) } else { self }
    }

    /// The names of what happened.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Self::ALL.into_iter().filter(move |(event, _)| self.has(*event)).map(|(_, name)| name)
    }
}

impl From<ActionOutcome> for StepEvents {
    fn from(outcome: ActionOutcome) -> Self {
        match outcome {
            ActionOutcome::Moved => Self::MOVED,
            ActionOutcome::Turned => Self::TURNED,
            ActionOutcome::Stayed => Self::STAYED,
            ActionOutcome::Braced => Self::BRACED,
            ActionOutcome::Blocked => Self::BLOCKED,
            ActionOutcome::Nothing => Self::NOTHING,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_events_that_happened() {
        let events = StepEvents::from(ActionOutcome::Moved)
            .and(StepEvents::REACHED)
            .and_if(false, StepEvents::STRAYED);
        assert_eq!(events.names().collect::<Vec<_>>(), ["moved", "reached"]);
        assert!(events.has(StepEvents::REACHED) && !events.has(StepEvents::REACHED.and(StepEvents::TURNED)));
        let all = StepEvents::ALL.iter().fold(StepEvents::default(), |all, (event, _)| all.and(*event));
        assert_eq!(all.0.count_ones() as usize, StepEvents::ALL.len());
    }
}
