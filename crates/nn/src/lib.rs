//! Coarse operations with gradients: what the baselines are made of.
//!
//! These models are small and recurrent: thousands of little products a step, which general frameworks drown in overhead.
//! So an operation here is large (a whole sequence read, a whole sequence decoded), written once forwards and once
//! backwards, with the weights' gradients as single products over all steps. A model is a function of a [`Graph`], a dozen
//! of these operations that read like its equations, and never writes a gradient.
//!
//! * [`Params`]: the numbers that are learned, by the names of the originals' checkpoints, in one piece of memory.
//! * [`Graph`]: the operations. [`Tape`] does them on the processor; one thread works on one part of a batch.
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
//! tape.back(loss, &mut gradients);
//! assert!(gradients[0] > 0.0 && gradients[3] < 0.0);
//! ```

mod adam;
mod cpu;
#[cfg(feature = "cuda")]
pub mod cuda;
mod decoder;
mod dot_attention;
mod graph;
mod operations;
mod ops;
mod params;
mod tape;

pub use adam::Adam;
pub use cpu::grid_conv::Sparse;
pub use cpu::node_conv::Places;
pub use decoder::{
    AttentionParams, Decoded, DecoderInputs, DecoderParams, Greedy, Memories, Output, Packing, Spoken,
};
pub use dot_attention::{Attended, DotAttention};
pub use graph::{BothWays, Graph, Mark, NO_ROW, Products};
pub use params::{CellParams, ParamId, Params, Slot};
pub use tape::{Noise, Tape, Var};
