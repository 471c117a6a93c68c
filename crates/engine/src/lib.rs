//! Making whole datasets: what goes into which shard, writing shards in parallel, resuming, merging.

mod predicate;

pub use predicate::predicate;
