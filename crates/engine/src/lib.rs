//! Making whole datasets: what goes into which shard, writing shards in parallel, resuming, merging.
//!
//! An item is a function of (recipe, seed, split, index). So a dataset can be made in any order, on any machine, any
//! number of times: the bytes are the same. Everything here follows from that:
//!
//! * A [`DatasetPlan`] says what is wanted: format, splits, how many items of each, where to. The dataset is cut into
//!   [`shards`], a function of the plan alone, so that machines which never meet agree on it.
//! * [`generate`] makes what is missing. Each shard is **claimed** (a lock that dies with its process), written under a
//!   temporary name, synced, renamed, and noted by a **receipt** with size and checksum. The receipt carries a checksum of
//!   itself, too. The manifest comes last: a directory that has one is finished. Until then a hidden folder `.wampimuk`
//!   holds the job and the receipts.
//! * So there is one rule for every mishap. Killed, out of space, damaged, begun by another process or on another
//!   machine: call it again. What has a valid receipt (or, in a finished dataset, a valid entry in the manifest) is kept,
//!   the rest is made.
//! * A [`Share`] is every n-th shard, for one of n machines; [`merge`] checks the parts and joins them.
//!
//! ```
//! use wampimuk_engine::{DatasetPlan, DatasetRequest, GenerateOptions, generate};
//! use wampimuk_families::require;
//!
//! let folder = tempfile::tempdir()?;
//! let found = require("gscan-demo", &[])?;
//! let dataset = found.dataset(0)?;
//! let wanted = DatasetRequest { limit: Some(20), ..DatasetRequest::default() };
//! let plan = DatasetPlan::new(&found, &*dataset, &wanted, Some(folder.path()), &[])?;
//! let options = GenerateOptions { threads: 2, force: false, share: None };
//!
//! let made = generate(&plan, &*dataset, &options, &())?;
//! assert_eq!(made.items, plan.items());
//! let shard = folder.path().join("data/gscan-demo/test-00000-of-00001.parquet");
//! let bytes = std::fs::read(&shard)?;
//!
//! std::fs::write(&shard, "what a mishap")?;
//! let made = generate(&plan, &*dataset, &options, &())?;
//! assert_eq!(made.repaired, ["data/gscan-demo/test-00000-of-00001.parquet"]);
//! assert_eq!(std::fs::read(&shard)?, bytes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Places are those of [`wampimuk_store`]: folders, and object stores where the program was built with them.
//! Object stores have no locks; two processes may then do the same shard, which costs time and nothing else.

pub mod card;
mod error;
mod estimate;
mod faults;
mod format;
mod generate;
mod listing;
mod merge;
mod parts;
mod plan;
mod predicate;
mod published;
mod rebuild;
mod receipt;
mod seal;
mod shards;
mod site;
mod work;
mod worker_limit;
mod write;

pub use error::Error;
pub use estimate::Estimate;
pub use faults::{AUGMENTED, manifest_faults};
pub use format::Format;
pub use generate::{Describe, GenerateOptions, GenerateOutcome, generate, generate_described};
pub use listing::{misfits, strays};
pub use merge::{MergeOptions, Merged, merge};
pub use parts::Share;
pub use plan::{DatasetPlan, DatasetRequest, Destination, ItemRange, no_such_split};
pub use predicate::predicate;
pub use published::{PublishedReport, PublishedStories, PublishedStoryReader};
pub use rebuild::rebuild;
pub use shards::{Shard, ShardRange, shards};
pub use write::lines::task;
pub use write::{write, write_file};
