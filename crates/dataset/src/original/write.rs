//! Writing the original's files.

use std::io;

use wampimuk_command::{Example, Grammar, Lexicon, ObjectRoles, Surface};
use wampimuk_grid::{Channels, Object};

use super::json::{Json, Layout};
use super::render::Renderer;

/// The splits that every `dataset.txt` of gSCAN lists, in its order.
pub const SPLITS: [&str; 11] = [
    "train",
    "dev",
    "test",
    "visual",
    "situational_1",
    "situational_2",
    "contextual",
    "adverb_1",
    "adverb_2",
    "visual_easier",
    "target_lengths",
];

/// The order in which splits with these names come in a file: in gSCAN's `dataset.txt` the original's splits in its
/// order, then all others in theirs; ReaSCAN's files have no order of their own.
pub fn original_split_order(language: OriginalLanguage, names: &[String]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..names.len()).collect();
    if let OriginalLanguage::Gscan(_) = language {
        let rank = |name: &String| SPLITS.iter().position(|split| split == name).unwrap_or(SPLITS.len());
        order.sort_by_key(|&number| rank(&names[number]));
    }
    order
}

/// Why an example cannot be written in the original's format.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OriginalWriteError {
    /// The output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// An object has no vector.
    #[error(
        "an object of shape {}, colour {} and size {size} has no vector: the lexicon has {shapes} shapes and {colours} \
         colours, the largest size is {sizes}", object.shape, object.colour, size = object.size,
        shapes = channels.shapes, colours = channels.colours, sizes = channels.sizes
    )]
    NoVector {
        /// The object.
        object: Object,
        /// The layout of vectors.
        channels: Channels,
    },
    /// A split was begun twice, or after one that comes later in the file.
    #[error("split `{0}` comes too late: see `original_split_order`")]
    SplitOrder(String),
    /// An example outside any split.
    #[error("an example was written before any split was begun")]
    NoSplit,
}

/// Whose files, and which commands they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OriginalLanguage {
    /// gSCAN's `dataset.txt`, with commands of this grammar.
    Gscan(Grammar),
    /// ReaSCAN's `data-….txt`.
    Reascan,
}

impl OriginalLanguage {
    /// How commands are worded.
    pub const fn surface(self) -> Surface {
        match self {
            Self::Gscan(_) => Surface::Gscan,
            Self::Reascan => Surface::Reascan,
        }
    }
}

/// What a file with all splits says about itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OriginalHeader {
    /// Rows and columns.
    pub grid_size: u8,
    /// Whose file it is.
    pub language: OriginalLanguage,
    /// The smallest size.
    pub min_object_size: u8,
    /// The largest size. Object vectors have a channel for each size from 1 to this one. (The original's have one for
    /// each size that occurs, which gives wrong vectors if the smallest is not 1: its defect B11.)
    pub max_object_size: u8,
    /// The part of the training candidates that became training examples.
    pub percentage_train: f64,
}

/// Examples of the original's format as JSON lines, each with its `split` in front.
#[derive(Clone, Debug)]
pub struct OriginalLines {
    renderer: Renderer,
    json: Json,
}

impl OriginalLines {
    /// Lines of examples in this lexicon, as the paper with this wording has them.
    pub fn new(lexicon: &Lexicon, surface: Surface, max_object_size: u8) -> Self {
        Self { renderer: Renderer::new(lexicon, surface, max_object_size), json: Json::new(Layout::Line) }
    }

    /// Renders an example. ReaSCAN's say why each object is there, as far as the cast does.
    ///
    /// # Errors
    /// If one of its objects has no vector; the line is then left out.
    pub fn push(
        &mut self,
        split: &str,
        example: &Example,
        cast: &ObjectRoles,
    ) -> Result<(), OriginalWriteError> {
        let start = self.json.out.len();
        self.json.open(b'{');
        self.json.key("split");
        self.json.text(split);
        if let Err(error) = self.renderer.members(example, cast, &mut self.json) {
            let mut out = std::mem::take(&mut self.json.out);
            out.truncate(start);
            self.json = Json::new(Layout::Line);
            self.json.out = out;
            return Err(error);
        }
        self.json.close(b'}');
        self.json.out.push(b'\n');
        Ok(())
    }

    /// The lines rendered since the last [`clear`](Self::clear).
    pub fn bytes(&self) -> &[u8] {
        &self.json.out
    }

    /// Forgets the rendered lines and keeps the memory.
    pub fn clear(&mut self) {
        self.json.out.clear();
    }
}
