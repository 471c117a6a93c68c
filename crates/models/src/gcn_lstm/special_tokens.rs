//! The numbers of special tokens.

/// The special tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpecialTokens {
    /// Pads sequences.
    pub padding: u32,
    /// Begins a sequence.
    pub beginning: u32,
    /// Ends a sequence.
    pub end: u32,
    /// Whether commands have beginning and end. The model does not read them.
    pub around_commands: bool,
}

impl Default for SpecialTokens {
    /// As the vocabularies of batches have them.
    fn default() -> Self {
        Self { padding: 0, beginning: 1, end: 2, around_commands: true }
    }
}

impl SpecialTokens {
    /// As the original's checkpoints have them.
    pub const ORIGINAL: Self = Self { padding: 1, beginning: 2, end: 3, around_commands: false };
}
