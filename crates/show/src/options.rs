//! What is shown, and how.

use wampimuk_draw::{DrawError, Picture};
use wampimuk_grid::Action;

/// Kinds of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// For the terminal.
    Text,
    /// A vector picture.
    Svg,
    /// A pixel picture.
    Png,
    /// An animation of the execution.
    Gif,
    /// A vector picture as LaTeX has it.
    Tikz,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Text, Self::Svg, Self::Png, Self::Gif, Self::Tikz];

    /// `text`, `svg`, `png`, `gif` or `tikz`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Gif => "gif",
            Self::Tikz => "tikz",
        }
    }

    /// The kind of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// What stands around a command's world, or in it to explain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The command.
    Title,
    /// What signs mean.
    Legend,
    /// The right actions.
    Actions,
    /// Where the item is, and what is certain about it.
    Certificate,
    /// The line around the grid.
    Frame,
}

impl Part {
    /// All of them: without these, the world stands alone.
    pub const ALL: [Self; 5] = [Self::Title, Self::Legend, Self::Actions, Self::Certificate, Self::Frame];
}

/// What is shown, and how. What a family does not have is refused, not ignored, except for what is merely left out.
#[derive(Clone, Debug)]
pub struct Options {
    /// The kind of picture.
    pub kind: Kind,
    /// Pixels for each unit of length.
    pub scale: f32,
    /// Whether text has colours.
    pub colour: bool,
    /// How many columns text may have. Only stories are broken into lines.
    pub width: usize,
    /// Whether the way is drawn.
    pub path: bool,
    /// Whether the relation graphs of command and world stand beside the item; as text, they are JSON.
    pub graph: bool,
    /// Actions drawn beside the right ones.
    pub predicted: Option<Vec<Action>>,
    /// A weight for each cell, row by row.
    pub attention: Option<Vec<f32>>,
    /// Whether the last output of a riddle is shown.
    pub solution: bool,
    /// Whether it is said what a riddle is about.
    pub logic: bool,
    /// Whether the answer is shown: of a command its target, way, actions and certificate; of a story the lines that it
    /// rests on, too; of a riddle what it is about.
    pub answer: bool,
    /// Of a command, what is left out around its world.
    pub without: Vec<Part>,
}

impl Options {
    /// Everything as the command line shows it unless it is told otherwise.
    pub fn new(kind: Kind) -> Self {
        Self {
            kind,
            scale: 2.0,
            colour: false,
            width: 80,
            path: true,
            graph: false,
            predicted: None,
            attention: None,
            solution: false,
            logic: true,
            answer: true,
            without: Vec::new(),
        }
    }

    /// A picture that does not move, as the bytes of a file.
    pub(crate) fn still(&self, picture: &Picture) -> Result<Vec<u8>, DrawError> {
        Ok(match self.kind {
            Kind::Png => picture.to_png(self.scale)?,
            Kind::Tikz => picture.to_tikz().into_bytes(),
            Kind::Svg | Kind::Text | Kind::Gif => picture.to_svg().into_bytes(),
        })
    }

    /// Whether a part is shown.
    pub(crate) fn has(&self, part: Part) -> bool {
        !self.without.contains(&part)
    }

    /// Whether something is asked for that only commands in grid worlds have.
    pub(crate) fn is_about_commands(&self) -> bool {
        self.graph || self.predicted.is_some() || self.attention.is_some()
    }
}
