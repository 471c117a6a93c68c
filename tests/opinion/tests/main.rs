//! Fast path against second opinion, and both against the original systems' data.
//!
//! One binary, so that it is compiled once and its tests share the machine's cores.

#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

mod bridge;
mod conformance;
mod denotation;
mod driver;
mod execution;
mod generated;
mod json;
mod matching;
mod mutation;
mod random;
mod reascan;
mod released;
mod splits;
mod suites;
