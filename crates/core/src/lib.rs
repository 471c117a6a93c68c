//! What every benchmark of the toolkit needs and none of them owns: streams of randomness, digests of recipes,
//! identities of items, and the algebra of splits. Nothing in here knows of grids, commands or stories, and nothing
//! reads a file, a clock or the environment.
//!
//! Three concepts carry the rest:
//!
//! * A [`Stream`] is a pure function of (recipe digest, stream name, seed, index). It is a *pinned* generator with
//!   *frozen* sampling routines on top, so that the same recipe gives the same bytes on every machine, for ever;
//!   [`STREAM_VERSION`] is written into every manifest.
//! * A [`Verdict`] is what a hold-out's [`Predicate`] says of an item that is known only in part: yes, no, or "depends".
//!   Whole families of items are sorted into splits before any of them is generated.
//! * An [`Arcs`] cuts a shuffled circle of identity classes into consecutive parts (train, dev, test). A class lies in
//!   exactly one arc, so parts are disjoint by construction, and both questions "which part does this class belong
//!   to?" and "which is the n-th class of that part?" are answered by arithmetic, without a scan.
//!
//! ```
//! use wampimuk_core::{Digest, StreamKey};
//!
//! let digest = Digest::of(b"a recipe's generative section");
//! let key = StreamKey::new(&digest, "train", 0);
//! let a: Vec<u32> = { let mut s = key.stream(7); (0..3).map(|_| s.below(100)).collect() };
//! let b: Vec<u32> = { let mut s = key.stream(7); (0..3).map(|_| s.below(100)).collect() };
//! assert_eq!(a, b);
//! ```

mod arcs;
mod bits;
mod digest;
mod family;
mod keyed;
mod language;
mod named;
mod parallel;
mod permutation;
mod predicate;
mod recipe;
mod record;
mod shipped;
mod stream;
mod suggest;
mod verdict;
mod watch;

pub use arcs::{Arcs, ArcsError, WHOLE};
pub use bits::bits;
pub use digest::{Digest, ItemId, name_hash};
pub use family::{Family, Impossible, ItemError, Items, Role, SplitInfo, Survey};
pub use keyed::KeyedHash;
pub use language::Language;
pub use parallel::{cores, in_parallel, in_parts, ordered};
pub use permutation::Permutation;
pub use predicate::{Condition, FeatureTest, Predicate};
pub use recipe::{
    Holdout, MOST_HOLDOUTS, RecipeError, check_count, check_holdout_names, check_range, check_sizes,
    is_plain_name, parse_places, parse_toml, schema_of, section_digest, wanted_size,
};
pub use record::{ExtendedSink, Field, Schema, Sink, Type, Words};
pub use shipped::ShippedRecipe;
pub use stream::{STREAM_VERSION, Stream, StreamKey};
pub use suggest::{closest, suggest, suggest_or_list};
pub use verdict::Verdict;
pub use watch::{Stopped, Watch};
