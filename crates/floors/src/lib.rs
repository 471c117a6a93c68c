//! How far readers get who do not understand.
//!
//! A *floor* is the score of such a reader: one who always says the most frequent answer, who sees the world and no command,
//! or the words of a story in any order. A model's score means something above it, so cards, pages and reports show floors
//! beside chance.
//!
//! To measure them takes a minute for each recipe (`wampimuk_audit::floors`). Those of the shipped recipes are measured
//! beforehand and kept here, as data. [`floors_of`] finds them by the digest of a recipe's `[generate]` section: once a recipe
//! changes what it makes, nothing is found, rather than figures of something else.
//!
//! ```
//! use wampimuk_floors::{floors_of, stored};
//!
//! for measured in stored() {
//!     let found = floors_of(&measured.digest).expect("every digest is found");
//!     assert_eq!(found.recipe, measured.recipe);
//! }
//! assert!(floors_of("not a digest").is_none());
//! ```

mod row;
mod stored;
mod told;

pub use row::{ALL, EXACT, FloorExample, FloorRow, Floors, ReaderScore, reads_a_phrase};
pub use stored::{StoredFloors, floors_of, read, stored};
pub use told::{COLUMNS, MEANING};
