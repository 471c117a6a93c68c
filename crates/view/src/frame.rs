//! What all views have in common: everything but the columns is the dataset's own.

use std::fmt;

use wampimuk_command::GridFamily;
use wampimuk_core::{Digest, ExtendedSink, Family, ItemError, Items, Schema, Sink, SplitInfo, Survey};
use wampimuk_families::{AnyRecipe, Contents, Dataset};

use crate::{ExtraColumn, ViewError};

/// Other columns of a dataset.
pub(crate) trait Columns: fmt::Debug + Send + Sync {
    /// A worker that writes items in these columns.
    fn items<'a>(&'a self, inner: &'a dyn Dataset) -> Box<dyn Items + 'a>;
}

/// A dataset with other columns.
#[derive(Debug)]
pub(crate) struct View {
    pub inner: Box<dyn Dataset>,
    pub schema: Schema,
    pub columns: Box<dyn Columns>,
}

impl Family for View {
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
        self.columns.items(&*self.inner)
    }

    fn survey(&self) -> Survey {
        self.inner.survey()
    }
}

impl Dataset for View {
    fn contents(&self) -> Contents<'_> {
        self.inner.contents()
    }

    fn recipe(&self) -> AnyRecipe<'_> {
        self.inner.recipe()
    }
}

/// The commands in grid worlds of a dataset that must have them.
pub(crate) fn commands(inner: &dyn Dataset, extra: ExtraColumn) -> Result<&dyn GridFamily, ViewError> {
    inner.contents().commands().ok_or(ViewError::NoWorld { extra, family: inner.family() })
}

/// A column at the end.
pub(crate) trait LastColumn: Send {
    /// Makes the value of an item. Nothing is written of an item for which that fails.
    fn make(&mut self, split: usize, index: u64) -> Result<(), ItemError>;
    /// Writes the value that was made last.
    fn write(&self, sink: &mut dyn Sink);
}

/// Items with one more column.
pub(crate) struct Extended<'a, C> {
    items: Box<dyn Items + 'a>,
    column: C,
}

impl<'a, C: LastColumn> Extended<'a, C> {
    pub fn new(inner: &'a dyn Dataset, column: C) -> Self {
        Self { items: inner.items(), column }
    }
}

impl<C: LastColumn> Items for Extended<'_, C> {
    fn write(&mut self, split: usize, index: u64, sink: &mut dyn Sink) -> Result<(), ItemError> {
        let Self { items, column } = self;
        column.make(split, index)?;
        items.write(split, index, &mut ExtendedSink { sink, more: |sink: &mut dyn Sink| column.write(sink) })
    }
}
