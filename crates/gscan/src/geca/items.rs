//! Making rewritten items.

use wampimuk_command::{Certificate, Example, GridItem, GridItems, Identifier, Reading, Scene};
use wampimuk_core::{ExtendedSink, Family, ItemError, Items, Sink};

use super::augmented::Augmented;
use super::choices::Rewrite;
use crate::{Gscan, GscanMaker};

/// Makes items of a dataset and rewrites them.
#[derive(Debug)]
pub(super) struct Rewriter<'d> {
    dataset: &'d Gscan,
    maker: GscanMaker<'d>,
    identifier: Identifier,
    item: Option<GridItem>,
}

impl<'d> Rewriter<'d> {
    pub fn new(dataset: &'d Gscan) -> Self {
        let identifier = Identifier::new(dataset.lexicon());
        Self { dataset, maker: dataset.maker(), identifier, item: None }
    }

    /// An item of the dataset, rewritten if that is wanted. Identity and certificate are those of what comes of it; the
    /// actions stay.
    pub fn make(
        &mut self,
        split: usize,
        index: u64,
        rewrite: Option<&Rewrite>,
    ) -> Result<&mut GridItem, ItemError> {
        let item = self.maker.make(split, index)?.clone();
        let item = self.item.insert(item);
        if let Some(&Rewrite { command, kind, .. }) = rewrite {
            item.command = command;
            let Example { command: asked, world, target, .. } = &mut item.example;
            asked.clone_from(&self.dataset.commands()[command].command);
            let mut objects = world.objects().to_vec();
            if let Some(object) = objects.get_mut(*target) {
                (object.shape, object.colour, object.size) = (kind.shape, kind.colour, kind.size);
            }
            world.reset(world.agent());
            objects.into_iter().for_each(|object| world.add(object));
            item.id = self.identifier.identify(asked, world);
            let (scene, lexicon) = (Scene::new(world), self.dataset.lexicon());
            item.certificate = Certificate::new(asked, &scene, lexicon, Reading::Superlative);
        }
        Ok(item)
    }
}

/// Makes items of an augmented dataset.
#[derive(Debug)]
pub(super) struct AugmentedItems<'d> {
    dataset: &'d Augmented,
    rewriter: Rewriter<'d>,
}

impl<'d> AugmentedItems<'d> {
    pub fn new(dataset: &'d Augmented) -> Self {
        Self { dataset, rewriter: Rewriter::new(dataset.base()) }
    }
}

impl GridItems for AugmentedItems<'_> {
    fn make(&mut self, split: usize, index: u64) -> Result<&GridItem, ItemError> {
        let info = &self.dataset.splits()[split];
        if index >= info.len {
            return Err(ItemError::OutOfRange { split: info.name.clone(), index, len: info.len });
        }
        let (source, rewrite) = self.dataset.origin(split, index);
        let item = self.rewriter.make(split, source, rewrite)?;
        item.index = index;
        Ok(item)
    }
}

impl Items for AugmentedItems<'_> {
    fn write(&mut self, split: usize, index: u64, sink: &mut dyn Sink) -> Result<(), ItemError> {
        let dataset = self.dataset;
        let item = self.make(split, index)?;
        let (source, rewrite) = dataset.origin(split, index);
        let done = |sink: &mut dyn Sink| {
            sink.bool(rewrite.is_some());
            sink.uint(source);
            sink.word(rewrite.map_or(0, |rewrite| rewrite.template));
        };
        let mut sink = ExtendedSink { sink, more: done };
        let tokens = &dataset.base().tokens[item.command];
        dataset.base().columns().write(item, tokens, "", &mut sink);
        Ok(())
    }
}
