//! The operations on the processor: plain loops over slices, one thread each. Callers give each thread a part of the
//! batch, which keeps everything a thread touches in its own cache.

pub mod attention;
pub mod grid_conv;
pub mod lstm;
pub mod math;
pub mod matrix;
pub mod node_conv;
