//! Items with a picture of their world.

use wampimuk_command::{GridFamily, GridItems};
use wampimuk_core::{Field, ItemError, Items, Sink, SplitInfo, Type};
use wampimuk_draw::{Appearance, CELL_PIXELS, Painter};
use wampimuk_families::Dataset;

use crate::frame::{Columns, Extended, LastColumn, View, commands};
use crate::{ExtraColumn, ViewError};

/// One more column: a picture of the world, as an agent with eyes would see it.
///
/// gSCAN's authors give their models a world as symbols and name RGB pictures as the harder input. This is that input:
/// grid, objects and agent at the start, from above, in [`CELL_PIXELS`] pixels for each cell, and nothing else: no command,
/// no mark on the target. A PNG file with a palette; to a model it is RGB.
#[derive(Debug)]
struct PictureView {
    painter: Painter,
}

const DOC: &str = "the world at the start as a PNG picture, 32 pixels to the cell";
const _: () = assert!(CELL_PIXELS == 32, "the description of the column says how large cells are");

/// The dataset with pictures.
///
/// # Errors
/// If its items have no worlds, or more colours than a picture.
pub(crate) fn with_pictures(inner: Box<dyn Dataset>) -> Result<View, ViewError> {
    let grid = commands(&*inner, ExtraColumn::Image)?;
    let lexicon = grid.lexicon();
    let shapes: Vec<&str> = lexicon.nouns.iter().map(|noun| noun.word.name.as_str()).collect();
    let colours: Vec<&str> = lexicon.colours.iter().map(|colour| colour.name.as_str()).collect();
    let look = Appearance::from_names(&shapes, &colours)
        .outlined(lexicon.nouns.iter().map(|noun| &noun.outline[..]));
    let painter = Painter::new(look, grid.setting().max_object_size)?;
    let mut schema = inner.schema().clone();
    schema.fields.push(Field::new("image", Type::Bytes, DOC));
    Ok(View { inner, schema, columns: Box::new(PictureView { painter }) })
}

impl Columns for PictureView {
    fn items<'a>(&'a self, inner: &'a dyn Dataset) -> Box<dyn Items + 'a> {
        let worlds = inner.contents().commands().map(GridFamily::grid_items);
        let (painter, splits) = (self.painter.clone(), inner.splits());
        Box::new(Extended::new(inner, Picture { worlds, painter, splits, png: Vec::new() }))
    }
}

struct Picture<'a> {
    /// Always there: a dataset without worlds is refused.
    worlds: Option<Box<dyn GridItems + 'a>>,
    painter: Painter,
    splits: &'a [SplitInfo],
    png: Vec<u8>,
}

impl LastColumn for Picture<'_> {
    fn make(&mut self, split: usize, index: u64) -> Result<(), ItemError> {
        self.png.clear();
        let Some(worlds) = &mut self.worlds else { return Ok(()) };
        let item = worlds.make(split, index)?;
        let png = self.painter.png(&item.example.world).map_err(|error| ItemError::Impossible {
            split: self.splits.get(split).map(|split| split.name.clone()).unwrap_or_default(),
            index,
            reason: error.to_string(),
        })?;
        self.png.extend_from_slice(png);
        Ok(())
    }

    fn write(&self, sink: &mut dyn Sink) {
        sink.bytes(&self.png);
    }
}
