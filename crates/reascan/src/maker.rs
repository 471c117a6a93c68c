//! Making items.

use wampimuk_command::{GridItem, GridItems, Surface};
use wampimuk_core::{ItemError, Items, Sink};

use crate::assembler::Assembler;
use crate::dataset::Reascan;
use crate::spelling::Spelling;

/// Makes items of a dataset one after another, reusing its memory.
#[derive(Debug)]
pub struct ReascanMaker<'d> {
    dataset: &'d Reascan,
    assembler: Assembler<'d>,
    spelling: Spelling<'d>,
    tokens: Vec<u8>,
}

impl<'d> ReascanMaker<'d> {
    pub(crate) fn new(dataset: &'d Reascan) -> Self {
        Self {
            dataset,
            assembler: Assembler::new(&dataset.recipe.generate, &dataset.plan),
            spelling: Spelling::new(&dataset.columns, &dataset.plan.lexicon),
            tokens: Vec::new(),
        }
    }

    /// Makes item `index` of split number `split`.
    pub fn make(&mut self, split: usize, index: u64) -> Result<&GridItem, ItemError> {
        let Reascan { recipe, plan, splits, .. } = self.dataset;
        let info = &splits.infos[split];
        if index >= info.len {
            return Err(ItemError::OutOfRange { split: info.name.clone(), index, len: info.len });
        }
        let origin = splits.origins[split];
        let draft = plan.draft(&recipe.generate, origin, index);
        let mut stream = plan.split_groups[origin.split_group].key.stream(draft.stream);
        self.assembler.item.split = split;
        self.assembler.item.index = index;
        self.assembler.item.command = draft.entry.number as usize;
        let attempts = self.assembler.attempts(origin.split_group);
        self.assembler.try_make(origin.split_group, &draft, &mut stream, attempts).map_err(|reason| {
            let text = self.assembler.item.example.command.text(&plan.lexicon, Surface::Reascan);
            let reason = format!("`{text}`: in {attempts} worlds, {reason}");
            ItemError::Impossible { split: info.name.clone(), index, reason }
        })?;
        Ok(&self.assembler.item)
    }
}

impl Items for ReascanMaker<'_> {
    fn write(&mut self, split: usize, index: u64, sink: &mut dyn Sink) -> Result<(), ItemError> {
        self.make(split, index)?;
        let item = &self.assembler.item;
        self.tokens.clear();
        self.spelling.spell(&item.example.command, &mut self.tokens);
        let paraphrase = self.dataset.paraphrase(item).unwrap_or_default();
        self.dataset.columns.write(item, &self.tokens, &paraphrase, sink);
        Ok(())
    }
}

impl GridItems for ReascanMaker<'_> {
    fn make(&mut self, split: usize, index: u64) -> Result<&GridItem, ItemError> {
        self.make(split, index)
    }
}
