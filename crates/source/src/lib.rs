//! A recipe or files, opened: items one after another, wherever they come from.
//!
//! [`open`] takes what a user names: a recipe, a dataset, a file of any supported format. It returns one of three kinds of
//! items, and code that works with items (solve, verify, count, audit, draw, score) matches all three. A [`Pass`] says
//! which items are wanted, how many threads work, and who is told about progress.
//!
//! ```
//! use std::ops::ControlFlow::Continue;
//! use wampimuk_source::{Choice, Error, Opened, Pass, open};
//!
//! let choice = Choice { split: Some("test".into()), limit: Some(5), ..Choice::default() };
//! let Opened::Commands(source) = open("gscan-demo", &choice)? else { panic!("gSCAN is about commands") };
//! let mut actions = 0;
//! source.each(&Pass { choice: &choice, threads: 1, watch: &() }, "count", |item| {
//!     actions += item?.actions.len();
//!     Ok::<_, Error>(Continue(()))
//! })?;
//! assert!(actions > 5);
//! # Ok::<(), Error>(())
//! ```

mod choice;
mod error;
mod readings;
mod riddle_files;
mod source;
mod stories;

pub use choice::{Choice, Pass};
pub use error::Error;
pub use readings::{AnyReading, ReadingOptions};
pub use riddle_files::{TaskEntry, list};
pub use source::{Fold, Source, chosen_splits};
pub use stories::{SourceStory, StoryOrigin, StorySource, Teller};
pub use wampimuk_dataset::{ItemView, NoTarget};
use wampimuk_families::FoundRecipe;

/// What was opened, by the kind of its items.
#[derive(Debug)]
pub enum Opened {
    /// Commands in grid worlds.
    Commands(Source),
    /// Riddles: tasks of inputs and outputs.
    Riddles(Source),
    /// Stories with questions.
    Stories(StorySource),
}

/// Opens what the user named: a recipe by its name or file, a dataset, a file of any supported format, or `-` for
/// standard input.
///
/// A manifest is held to its recipe and its folder first, and its files to it, unless they are trusted.
///
/// # Errors
/// If there is no such thing, it cannot be used, or a file is not the one that its manifest lists.
pub fn open(name: &str, choice: &Choice) -> Result<Opened, Error> {
    let source = Source::open(name, choice)?;
    if !choice.trust {
        source.check_manifest(choice)?;
        source.check_sums(choice)?;
    }
    sorted(source)
}

/// Opens a recipe by its text, with the changes and the seed of the choice. The name is for messages.
///
/// # Errors
/// If the recipe cannot be used.
pub fn open_text(name: &str, toml: &str, choice: &Choice) -> Result<Opened, Error> {
    let recipe = FoundRecipe::of(name.to_owned(), toml, &choice.set)?;
    sorted(Source::of_recipe(recipe.dataset(choice.seed)?))
}

fn sorted(source: Source) -> Result<Opened, Error> {
    Ok(match StorySource::of(source)? {
        Ok(stories) => Opened::Stories(stories),
        Err(source) if source.holds_riddles() => Opened::Riddles(source),
        Err(source) => Opened::Commands(source),
    })
}
