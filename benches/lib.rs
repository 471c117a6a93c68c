//! Benchmarks of the toolkit; see `throughput.rs`. There is nothing to link against.
