//! Three-valued answers, for judging items that are known only in part.

/// What a predicate says when some features of the item may still be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It fails, whatever the open features turn out to be.
    No,
    /// The open features decide.
    Depends,
    /// It holds, whatever the open features turn out to be.
    Yes,
}

impl Verdict {
    /// A test of a feature that may be open: `None` is an open feature.
    #[inline]
    pub fn of(known: Option<bool>) -> Self {
        match known {
            Some(true) => Self::Yes,
            Some(false) => Self::No,
            None => Self::Depends,
        }
    }

    /// Both hold.
    #[inline]
    pub fn and(self, other: Self) -> Self {
        self.min(other)
    }

    /// At least one holds.
    #[inline]
    pub fn or(self, other: Self) -> Self {
        self.max(other)
    }
}

impl std::ops::Not for Verdict {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::No => Self::Yes,
            Self::Depends => Self::Depends,
            Self::Yes => Self::No,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Verdict::{Depends, No, Yes};

    #[test]
    fn kleene_tables() {
        assert_eq!(Yes.and(Depends), Depends);
        assert_eq!(No.and(Depends), No);
        assert_eq!(Yes.or(Depends), Yes);
        assert_eq!(No.or(Depends), Depends);
        assert_eq!(!Depends, Depends);
        assert_eq!(!Yes, No);
    }
}
