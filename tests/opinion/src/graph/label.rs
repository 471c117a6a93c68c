//! What an edge says.

/// One thing that an edge can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// From a thing to its colour.
    Colour,
    /// From a thing to its shape.
    Shape,
    /// From a thing to how it compares with a class of things.
    Size,
    /// From a thing to another in the same row.
    SameRow,
    /// From a thing to another in the same column.
    SameColumn,
    /// From a thing to another of the same colour.
    SameColour,
    /// From a thing to another of the same shape.
    SameShape,
    /// From a thing to another of the same size.
    SameSize,
    /// From a thing to a box around it.
    Inside,
}

impl Label {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Colour,
        Self::Shape,
        Self::Size,
        Self::SameRow,
        Self::SameColumn,
        Self::SameColour,
        Self::SameShape,
        Self::SameSize,
        Self::Inside,
    ];

    /// The relation with these words.
    pub fn from_words(words: &str) -> Option<Self> {
        Some(match words {
            "in the same row as" => Self::SameRow,
            "in the same column as" => Self::SameColumn,
            "in the same color as" => Self::SameColour,
            "in the same shape as" => Self::SameShape,
            "in the same size as" => Self::SameSize,
            "inside of" => Self::Inside,
            _ => return None,
        })
    }

    /// Whether the relation holds both ways.
    pub fn is_mutual(self) -> bool {
        use Label::{SameColour, SameColumn, SameRow, SameShape, SameSize};
        matches!(self, SameRow | SameColumn | SameColour | SameShape | SameSize)
    }
}

/// The parallel edges from one node to another: a set of labels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Labels(u16);

impl Labels {
    /// Adds a label.
    pub fn insert(&mut self, label: Label) {
        self.0 |= 1 << label as u16;
    }

    /// Whether the label is among them.
    pub fn contains(self, label: Label) -> bool {
        self.0 >> label as u16 & 1 == 1
    }

    /// The labels in it.
    pub fn iter(self) -> impl Iterator<Item = Label> {
        Label::ALL.into_iter().filter(move |&label| self.contains(label))
    }

    /// Whether all of these are among the others.
    pub fn within(self, others: Self) -> bool {
        self.0 & !others.0 == 0
    }

    /// Whether at least one of these is among the others.
    pub fn meets(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// Whether there is none, that is: no edge.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}
