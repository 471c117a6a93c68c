//! The optional columns, by name.

use std::str::FromStr;

use wampimuk_core::suggest_or_list;
use wampimuk_draw::DrawError;
use wampimuk_families::Dataset;

use crate::pair_view::with_pairs;
use crate::picture_view::with_pictures;
use crate::process_view::with_process;
use crate::prompt_view::with_prompts;
use crate::reference_view::as_reference;

/// An optional column or view of a dataset. Views are applied in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ExtraColumn {
    /// The task of finding the target's cell, in place of the actions.
    Reference,
    /// A column `pairs` (`minimal_pairs` of riddles): the item with one thing changed.
    Pairs,
    /// A column `process`: the way to the answer, word by word or line by line.
    Process,
    /// A column `image`: the world as a PNG file.
    Image,
    /// Columns `prompt` and `completion`: the item as a question for a language model, and what is to be answered.
    Prompts,
}

impl ExtraColumn {
    /// All there are.
    pub const ALL: [Self; 5] = [Self::Reference, Self::Pairs, Self::Process, Self::Image, Self::Prompts];

    /// The name, as in commands and manifests.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Pairs => "pairs",
            Self::Process => "process",
            Self::Image => "image",
            Self::Prompts => "prompts",
        }
    }
}

impl FromStr for ExtraColumn {
    type Err = ViewError;

    fn from_str(name: &str) -> Result<Self, ViewError> {
        Self::ALL.into_iter().find(|extra| extra.name() == name).ok_or_else(|| ViewError::Unknown {
            name: name.to_string(),
            hint: suggest_or_list(name, "there are", Self::ALL.map(Self::name)),
        })
    }
}

/// Why a dataset does not have a view.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ViewError {
    /// There is no such extra.
    #[error("there is no extra `{name}` ({hint})")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What to try instead.
        hint: String,
    },
    /// The items have no worlds.
    #[error(
        "the extra `{}` needs commands in grid worlds, and items of the family {family} are none: it is for families \
         such as gscan and reascan", extra.name()
    )]
    NoWorld {
        /// What was asked for.
        extra: ExtraColumn,
        /// The dataset's family.
        family: &'static str,
    },
    /// The family's columns are not those of commands in grid worlds.
    #[error("the extra `{}` needs a column `{column}`, which the family {family} does not have", extra.name())]
    NoColumn {
        /// What was asked for.
        extra: ExtraColumn,
        /// The dataset's family.
        family: &'static str,
        /// The column.
        column: &'static str,
    },
    /// It would give the target away.
    #[error(
        "the extra `{}` holds what the view `reference` leaves out, the target and the way to it: take one of them",
        extra.name()
    )]
    OfReference {
        /// What was asked for.
        extra: ExtraColumn,
    },
    /// The worlds cannot be drawn.
    #[error("the worlds cannot be drawn: {0}")]
    Draw(#[from] DrawError),
}

/// The dataset with these extras; the order in which they are given does not matter.
///
/// # Errors
/// If its items have no worlds, or worlds that cannot be drawn, or if two extras do not go together.
pub fn apply(dataset: Box<dyn Dataset>, extras: &[ExtraColumn]) -> Result<Box<dyn Dataset>, ViewError> {
    let telling = [ExtraColumn::Pairs, ExtraColumn::Process].into_iter().find(|extra| extras.contains(extra));
    if let (Some(extra), true) = (telling, extras.contains(&ExtraColumn::Reference)) {
        return Err(ViewError::OfReference { extra });
    }
    let mut view = dataset;
    for extra in ExtraColumn::ALL.into_iter().filter(|extra| extras.contains(extra)) {
        view = match extra {
            ExtraColumn::Reference => Box::new(as_reference(view)?),
            ExtraColumn::Pairs => Box::new(with_pairs(view)?),
            ExtraColumn::Process => Box::new(with_process(view)),
            ExtraColumn::Image => Box::new(with_pictures(view)?),
            ExtraColumn::Prompts => Box::new(with_prompts(view, extras.contains(&ExtraColumn::Reference))),
        };
    }
    Ok(view)
}
