//! Coarse operations with gradients: what the baselines are made of.
//!
//! These models are small and recurrent. A step makes thousands of small matrix products, and in a general framework the
//! overhead costs more than the arithmetic. So an operation here is large: a whole sequence encoded, or a whole sequence
//! decoded. Each is written once forward and once backward, with the gradients of weights as single products over all
//! steps. A model is a function of a [`Graph`]: a dozen operations that read like its equations. It never writes a
//! gradient.
//!
//! * [`Params`]: the parameters, by the names of the originals' checkpoints, in one array.
//! * [`Graph`]: the operations, with PyTorch's names where it has them. [`Tape`] runs them on the CPU, where each thread
//!   works on one part of a batch.
//! * [`Adam`]: the optimiser.
//! * `cuda`, with the feature of this name: the same on one NVIDIA GPU.
//!
//! ```
//! use wampimuk_nn::{Graph, Params, Tape};
//!
//! let mut params = Params::default();
//! let weight = params.add("weight", &[2, 3], [1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
//! let mut tape = Tape::new(&params, None);
//! let x = tape.push(vec![1.0, 2.0, 3.0]);
//! let y = tape.linear(x, weight, None);
//! let loss = tape.cross_entropy(y, &[Some(1)], 1.0);
//! assert_eq!(tape.get(y), [1.0, 2.0]);
//! let mut gradients = vec![0.0; params.data.len()];
//! tape.backward(loss, &mut gradients);
//! assert!(gradients[0] > 0.0 && gradients[3] < 0.0);
//! ```

mod adam;
mod cpu;
#[cfg(feature = "cuda")]
pub mod cuda;
mod decoder;
mod delegate;
mod dot_attention;
mod entity_memory;
mod graph;
mod ops;
mod params;
mod tape;

pub use adam::Adam;
pub use cpu::node_conv::NodeCells;
pub use cpu::sparse_conv::SparseGrids;
pub use decoder::{
    AttentionParams, DecoderInputs, DecoderOutput, DecoderParams, GreedyInputs, GreedyOutput, Memories,
    OutputLayer, Packing,
};
pub use dot_attention::{AttentionOutput, DotAttention};
pub use entity_memory::EntityMemory;
pub use graph::{BiLstmOutput, BmmShape, Graph, GraphMark, NO_ROW};
pub use params::{LstmParams, ParamId, Params, TensorSlot};
pub use tape::{DropoutSeed, Tape, Var};
