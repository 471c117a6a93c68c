//! What a prompt can look like, and what it can ask for.

use wampimuk_core::ItemError;
use wampimuk_families::{Contents, Dataset};

/// How an item is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PromptForm {
    /// Worlds as a list of objects with their rows and columns.
    Coordinates,
    /// Worlds as a grid of letters with a legend; riddles as grids of numbers.
    Grid,
    /// Worlds as sentences; stories as they are told.
    Prose,
    /// Stories with numbered lines.
    Numbered,
    /// Everything as JSON.
    Json,
}

impl PromptForm {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Coordinates, Self::Grid, Self::Prose, Self::Numbered, Self::Json];

    /// The name, as users write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Coordinates => "coordinates",
            Self::Grid => "grid",
            Self::Prose => "prose",
            Self::Numbered => "numbered",
            Self::Json => "json",
        }
    }

    /// The form with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.name() == name)
    }

    /// The forms that commands have, the usual one first.
    pub const OF_COMMANDS: &'static [Self] = &[Self::Coordinates, Self::Grid, Self::Prose, Self::Json];
    /// The forms that riddles have.
    pub const OF_RIDDLES: &'static [Self] = &[Self::Grid, Self::Json];
    /// The forms that stories have.
    pub const OF_STORIES: &'static [Self] = &[Self::Prose, Self::Numbered, Self::Json];

    /// The forms that items of a dataset have, the usual one first.
    pub fn of(dataset: &dyn Dataset) -> &'static [Self] {
        match dataset.contents() {
            Contents::Commands(_) => Self::OF_COMMANDS,
            Contents::Riddles(_) => Self::OF_RIDDLES,
            Contents::Stories(_) => Self::OF_STORIES,
        }
    }
}

/// What is asked for. It decides what an answer looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PromptView {
    /// The actions that carry out the command.
    Actions,
    /// The cell of the object that the command is about.
    Reference,
    /// The answer to a question about a story.
    Answer,
    /// The output grid of a riddle.
    Output,
}

impl PromptView {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Actions, Self::Reference, Self::Answer, Self::Output];

    /// The name, as users write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Actions => "actions",
            Self::Reference => "reference",
            Self::Answer => "answer",
            Self::Output => "output",
        }
    }

    /// The view with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.name() == name)
    }

    /// The views that a dataset has, the usual one first.
    pub fn of(dataset: &dyn Dataset) -> &'static [Self] {
        match dataset.contents() {
            Contents::Commands(_) => &[Self::Actions, Self::Reference],
            Contents::Riddles(_) => &[Self::Output],
            Contents::Stories(_) => &[Self::Answer],
        }
    }
}

impl PromptError {
    /// Makes sure that a form is one of those that there are.
    ///
    /// # Errors
    /// If it is not.
    pub fn unless_known(form: PromptForm, known: &[PromptForm], family: &'static str) -> Result<(), Self> {
        if known.contains(&form) {
            return Ok(());
        }
        let known = known.iter().map(|form| form.name()).collect();
        Err(Self::Form { form: form.name(), family, known })
    }
}

/// Why there is no prompt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PromptError {
    /// The family has no such form.
    #[error("there is no form `{form}` of {family} (there are: {})", known.join(", "))]
    Form {
        /// The form asked for.
        form: &'static str,
        /// The family.
        family: &'static str,
        /// The forms that it has.
        known: Vec<&'static str>,
    },
    /// The family has no such view.
    #[error("there is no view `{view}` of {family} (there are: {})", known.join(", "))]
    View {
        /// The view asked for.
        view: &'static str,
        /// The family.
        family: &'static str,
        /// The views that it has.
        known: Vec<&'static str>,
    },
    /// The dataset has fewer splits.
    #[error("split number {split} does not exist: there are {count}")]
    Split {
        /// The number asked for.
        split: usize,
        /// How many there are.
        count: usize,
    },
    /// The item cannot be made.
    #[error("{0}")]
    Item(#[from] ItemError),
}
