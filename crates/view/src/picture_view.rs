//! Items with a picture of their world.

use wampimuk_command::{GridFamily, GridItems};
use wampimuk_core::{
    Digest, ExtendedSink, Family, Field, ItemError, Items, Schema, Sink, SplitInfo, Survey, Type,
};
use wampimuk_draw::{Appearance, CELL_PIXELS, Painter};
use wampimuk_families::{AnyRecipe, Contents, Dataset};

use crate::{ExtraColumn, ViewError};

/// A dataset with one more column: a picture of the world, as an agent with eyes would see it.
///
/// gSCAN's authors give their models a world as symbols and name RGB pictures as the harder input. This is that input:
/// grid, objects and agent at the start, from above, in [`CELL_PIXELS`] pixels for each cell, and nothing else: no command, no mark on the target. A PNG file with a palette; to a model it is RGB.
#[derive(Debug)]
pub struct PictureView {
    inner: Box<dyn Dataset>,
    schema: Schema,
    painter: Painter,
}

const DOC: &str = "the world at the start as a PNG picture, 32 pixels to the cell";
const _: () = assert!(CELL_PIXELS == 32, "the description of the column says how large cells are");

impl PictureView {
    /// The dataset with pictures.
    ///
    /// # Errors
    /// If its items have no worlds, or more colours than a picture.
    pub fn new(inner: Box<dyn Dataset>) -> Result<Self, ViewError> {
        let family = inner.family();
        let grid =
            inner.contents().commands().ok_or(ViewError::NoWorld { extra: ExtraColumn::Image, family })?;
        let lexicon = grid.lexicon();
        let shapes: Vec<&str> = lexicon.nouns.iter().map(|noun| noun.word.name.as_str()).collect();
        let colours: Vec<&str> = lexicon.colours.iter().map(|colour| colour.name.as_str()).collect();
        let painter =
            Painter::new(Appearance::from_names(&shapes, &colours), grid.setting().max_object_size)?;
        let mut schema = inner.schema().clone();
        schema.fields.push(Field::new("image", Type::Bytes, DOC));
        Ok(Self { inner, schema, painter })
    }
}

impl Family for PictureView {
    fn family(&self) -> &'static str {
        self.inner.family()
    }

    fn digest(&self) -> Digest {
        self.inner.digest()
    }

    fn seed(&self) -> u64 {
        self.inner.seed()
    }

    fn splits(&self) -> &[SplitInfo] {
        self.inner.splits()
    }

    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn items(&self) -> Box<dyn Items + '_> {
        let worlds = self.inner.contents().commands().map(GridFamily::grid_items);
        Box::new(Worker {
            splits: self.splits(),
            items: self.inner.items(),
            worlds,
            painter: self.painter.clone(),
        })
    }

    fn survey(&self) -> Survey {
        self.inner.survey()
    }
}

impl Dataset for PictureView {
    fn contents(&self) -> Contents<'_> {
        self.inner.contents()
    }

    fn recipe(&self) -> AnyRecipe<'_> {
        self.inner.recipe()
    }
}

struct Worker<'a> {
    splits: &'a [SplitInfo],
    items: Box<dyn Items + 'a>,
    /// Always there: a dataset without worlds is refused.
    worlds: Option<Box<dyn GridItems + 'a>>,
    painter: Painter,
}

impl Items for Worker<'_> {
    fn write(&mut self, split: usize, index: u64, sink: &mut dyn Sink) -> Result<(), ItemError> {
        let image = match &mut self.worlds {
            None => &[],
            Some(worlds) => {
                let world = &worlds.make(split, index)?.example.world;
                self.painter.png(world).map_err(|error| ItemError::Impossible {
                    split: self.splits.get(split).map(|split| split.name.clone()).unwrap_or_default(),
                    index,
                    reason: error.to_string(),
                })?
            }
        };
        self.items.write(
            split,
            index,
            &mut ExtendedSink { sink, more: |sink: &mut dyn Sink| sink.bytes(image) },
        )
    }
}
