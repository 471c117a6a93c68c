//! Items as arrays of numbers for training, with versioned vocabularies.
//!
//! * A [`GridBatcher`] turns items of gSCAN or ReaSCAN into flat arrays: the papers' observation tensor, the command and the
//!   actions as token numbers with lengths and masks, the cells of target and agent. A [`StoryBatcher`] does the same for
//!   questions about stories: sentences, question, answer, and which sentences support it.
//! * A [`Vocabulary`] says which number stands for which word. It has a version and a digest and goes to and from JSON,
//!   so a model that was trained with one vocabulary notices when it is given another.
//! * An [`Observer`] writes a world as the papers' models see it. It can also take single things out of a tensor and put
//!   them back elsewhere, which is what environments need.
//!
//! A batcher holds no dataset: it is made from one and gets it again with every call. So a Python object can own the
//! batcher while others share the dataset.
//!
//! Token numbers are 64 bits wide, because PyTorch's losses require that of their targets; JAX narrows them to 32 bits by
//! itself. Observations are bytes, or 32-bit floats on request.
//!
//! ```
//! use wampimuk_batch::{GridBatcher, GridBatch, Padding};
//! use wampimuk_families::require;
//!
//! let dataset = require("gscan", &[])?.dataset(0)?;
//! let mut batcher = GridBatcher::new(dataset.as_ref())?;
//! let mut batch = GridBatch::<u8>::default();
//! batcher.fill(dataset.as_ref(), 0, &[7, 42, 1234], Padding::Batch, &mut batch)?;
//! assert_eq!(batch.observation.len(), 3 * 6 * 6 * 16);
//! let words = batcher.commands().decode(&batch.command[..batch.command_width])?;
//! assert_eq!(words.len() as i64 + 2, batch.command_lengths[0], "the beginning and the end are tokens, too");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod grid;
mod observer;
mod stories;

mod vocabulary;

pub use error::BatchError;
pub use grid::{GridBatch, GridBatcher, GridShape, GridSlices, Speller, grid_of};
pub use observer::{ChannelValue, ObservationError, Observer};

pub use stories::{Punctuation, StoryBatch, StoryBatcher, StoryWidths, stories_of, story_tokens};
pub use vocabulary::{EOS, PAD, SOS, Specials, VOCABULARY_VERSION, Vocabulary, VocabularyError};

/// How wide the arrays of sequences are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Padding {
    /// As wide as the longest sequence of the batch: the least memory.
    #[default]
    Batch,
    /// As wide as the longest sequence that the recipe can make: all batches have one shape, which compilers such as
    /// XLA want.
    Fixed,
}
