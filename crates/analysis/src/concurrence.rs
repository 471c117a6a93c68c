//! Whether two benchmarks rank models alike.
