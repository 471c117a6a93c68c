//! Shares: counts of something out of something.

use serde::ser::{Serialize, SerializeStruct, Serializer};

/// How many of how many. Serialised with their quotient.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// How many.
    pub count: u64,
    /// Out of how many.
    pub of: u64,
}

impl Share {
    /// The quotient, unless it is taken of nothing.
    pub fn value(self) -> Option<f64> {
        crate::table::share(self.count, self.of)
    }

    /// In per cent, or a dash.
    pub fn percent(self) -> String {
        crate::table::percent(self.value())
    }

    #[inline]
    pub(crate) fn note(&mut self, holds: bool) {
        self.count += u64::from(holds);
        self.of += 1;
    }

    pub(crate) fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.of += other.of;
    }
}

impl Serialize for Share {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Share", 3)?;
        fields.serialize_field("count", &self.count)?;
        fields.serialize_field("of", &self.of)?;
        fields.serialize_field("share", &self.value())?;
        fields.end()
    }
}
