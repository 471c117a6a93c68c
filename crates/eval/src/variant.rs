//! What is asked about an item beside itself.

use serde::Serialize;

/// An item, or something that differs from it in a known way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// The item itself.
    #[default]
    Item,
    /// Its partner in a minimal pair whose answer changes.
    Changed,
    /// Its partner in a minimal pair whose answer stays.
    Same,
    /// The item with its command in other words.
    Paraphrase,
}

impl Variant {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Item, Self::Changed, Self::Same, Self::Paraphrase];
    /// All but the item itself.
    pub const OTHERS: [Self; 3] = [Self::Changed, Self::Same, Self::Paraphrase];

    /// The name, as files have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Item => "item",
            Self::Changed => "changed",
            Self::Same => "same",
            Self::Paraphrase => "paraphrase",
        }
    }

    /// The same in words.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Item => "the item itself",
            Self::Changed => "one thing changed, another answer",
            Self::Same => "one thing changed, the same answer",
            Self::Paraphrase => "the command in other words",
        }
    }
}
