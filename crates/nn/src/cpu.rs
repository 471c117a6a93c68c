//! The arithmetic of the CPU: plain loops over slices, each on one thread. Callers give each thread a part of the batch, so
//! that everything a thread touches stays in its own cache.

pub mod additive_attention;
pub mod lstm;
pub mod math;
pub mod matrix;
pub mod node_conv;
pub mod sparse_conv;
