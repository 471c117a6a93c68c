//! Making whole datasets: what goes into which shard, writing shards in parallel, resuming, merging.

mod cards;
mod error;
mod estimate;
mod format;
mod generate;
mod merge;
mod parts;
mod plan;
mod predicate;
mod published;
mod rebuild;
mod receipt;
mod shards;
mod site;
mod watch;
mod work;
mod write;

pub use error::Error;
pub use estimate::Estimate;
pub use format::Format;
pub use generate::{Made, Options, generate};
pub use merge::{MergeOptions, Merged, merge};
pub use parts::Share;
pub use plan::{Destination, Plan, Portion, Wanted, no_such_split};
pub use predicate::predicate;
pub use published::{Published, Report, Shelf};
pub use rebuild::rebuild;
pub use shards::{Piece, Shard, shards};
pub use watch::Watch;
pub use write::lines::task;
pub use write::{write, write_file};
