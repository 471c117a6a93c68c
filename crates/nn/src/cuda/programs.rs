//! The kernels' sources, one file for each topic, and how they go together.

/// A program of kernels that are compiled together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Program {
    /// Everything that is not a recurrence.
    Simple,
    /// Recurrences of a state of this length, a few examples to a block: sizes that are known when compiling.
    Recurrence {
        /// Which.
        part: Part,
        /// How many examples a block takes.
        rows: usize,
        /// The length of the state.
        hidden: usize,
        /// Which keys of attention are in shared memory: those of words, and those of cells.
        keys: [bool; 2],
    },
}

/// Recurrences, each with what it needs: compiling them all would take long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// Sequences read in both directions.
    Sequence,
    /// The decoder, forth.
    Decode,
    /// The decoder, back.
    DecodeBack,
    /// The decoder, word by word.
    Speak,
}

/// Threads of a block of a recurrence that takes so many examples.
pub(crate) fn threads(rows: usize) -> usize {
    if rows <= 4 { 1024 } else { 512 }
}

/// How far apart keys are in shared memory.
pub(crate) fn key_stride(hidden: usize) -> usize {
    (hidden + 23) / 32 * 32 + 8
}

impl Program {
    /// Its text.
    pub(crate) fn source(self) -> String {
        match self {
            Self::Simple => [
                include_str!("kernels/common.cu"),
                include_str!("kernels/simple.cu"),
                include_str!("kernels/functions.cu"),
                include_str!("kernels/layout.cu"),
                include_str!("kernels/normal.cu"),
                include_str!("kernels/loss.cu"),
                include_str!("kernels/optimiser.cu"),
                include_str!("kernels/grid.cu"),
                include_str!("kernels/nodes.cu"),
                include_str!("kernels/dots.cu"),
            ]
            .concat(),
            Self::Recurrence { part, .. } => {
                [include_str!("kernels/common.cu"), include_str!("kernels/block.cu"), part.source().as_str()]
                    .concat()
            }
        }
    }

    /// What its text leaves open.
    pub(crate) fn options(self) -> Vec<String> {
        match self {
            Self::Simple => Vec::new(),
            Self::Recurrence { rows, hidden, keys: [words, cells], .. } => vec![
                format!("-DROWS={rows}"),
                format!("-DHIDDEN={hidden}"),
                format!("-DWORDS_SHARED={}", u8::from(words)),
                format!("-DCELLS_SHARED={}", u8::from(cells)),
            ],
        }
    }
}

impl Part {
    fn source(self) -> String {
        let attention = include_str!("kernels/attention.cu");
        let step = include_str!("kernels/decoder.cu");
        match self {
            Self::Sequence => include_str!("kernels/sequence.cu").to_owned(),
            Self::Decode => [attention, step, include_str!("kernels/decode.cu")].concat(),
            Self::DecodeBack => [attention, include_str!("kernels/decode_back.cu")].concat(),
            Self::Speak => [attention, step, include_str!("kernels/speak.cu")].concat(),
        }
    }
}
