//! The kernels' sources, one file for each topic, and which of them are compiled together.

/// A program of kernels that are compiled together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Program {
    /// Everything that is not recurrent.
    Simple,
    /// Memories of entities.
    EntityMemory {
        /// Their width, which is compiled in.
        width: usize,
    },
    /// A recurrent kernel. Sizes are compiled in, and each block takes a few examples.
    Recurrence {
        /// Which kernel.
        kernel: RecurrentKernel,
        /// How many examples a block takes.
        rows: usize,
        /// The length of the state.
        hidden: usize,
        /// Which keys of attention are in shared memory: those of words, and those of cells.
        keys: [bool; 2],
    },
}

/// The recurrent kernels. Each is compiled alone, because compiling all of them takes long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RecurrentKernel {
    /// The bidirectional LSTM.
    BiLstm,
    /// The decoder's forward pass.
    Decode,
    /// The decoder's backward pass.
    DecodeBackward,
    /// Greedy decoding.
    GreedyDecode,
}

/// The threads of a block that takes `rows` examples.
pub(crate) fn threads(rows: usize) -> usize {
    if rows <= 4 { 1024 } else { 512 }
}

/// How far apart keys are in shared memory.
pub(crate) fn key_stride(hidden: usize) -> usize {
    (hidden + 23) / 32 * 32 + 8
}

impl Program {
    /// The CUDA source of the program.
    pub(crate) fn source(self) -> String {
        match self {
            Self::Simple => [
                include_str!("kernels/common.cu"),
                include_str!("kernels/linear.cu"),
                include_str!("kernels/pointwise.cu"),
                include_str!("kernels/indexing.cu"),
                include_str!("kernels/normalization.cu"),
                include_str!("kernels/loss.cu"),
                include_str!("kernels/optimiser.cu"),
                include_str!("kernels/sparse_conv.cu"),
                include_str!("kernels/node_conv.cu"),
                include_str!("kernels/dot_attention.cu"),
            ]
            .concat(),
            Self::EntityMemory { .. } => {
                [include_str!("kernels/common.cu"), include_str!("kernels/entity_memory.cu")].concat()
            }
            Self::Recurrence { kernel, .. } => [
                include_str!("kernels/common.cu"),
                include_str!("kernels/recurrence.cu"),
                kernel.source().as_str(),
            ]
            .concat(),
        }
    }

    /// The constants that its text leaves open.
    pub(crate) fn options(self) -> Vec<String> {
        match self {
            Self::Simple => Vec::new(),
            Self::EntityMemory { width } => vec![format!("-DWIDTH={width}")],
            Self::Recurrence { rows, hidden, keys: [words, cells], .. } => vec![
                format!("-DROWS={rows}"),
                format!("-DHIDDEN={hidden}"),
                format!("-DWORDS_SHARED={}", u8::from(words)),
                format!("-DCELLS_SHARED={}", u8::from(cells)),
            ],
        }
    }
}

impl RecurrentKernel {
    fn source(self) -> String {
        let attention = include_str!("kernels/additive_attention.cu");
        let step = include_str!("kernels/decoder_step.cu");
        match self {
            Self::BiLstm => include_str!("kernels/bilstm.cu").to_owned(),
            Self::Decode => [attention, step, include_str!("kernels/decode.cu")].concat(),
            Self::DecodeBackward => [attention, include_str!("kernels/decode_backward.cu")].concat(),
            Self::GreedyDecode => [attention, step, include_str!("kernels/greedy_decode.cu")].concat(),
        }
    }
}
