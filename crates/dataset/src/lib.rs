//! x
mod error;
mod escape;
pub mod input;
mod jsonl;
pub mod lines;
pub mod original;
pub mod output;
mod parquet_file;
pub mod split;
mod table;
mod vocabulary;
pub use error::*;
pub use jsonl::JsonLines;
pub use parquet_file::*;
pub use table::*;
pub use vocabulary::*;
