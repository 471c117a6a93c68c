//! Commands in grid worlds.

use wampimuk_batch::{GridBatch, GridBatcher, GridShape, Padding, Vocabulary};
use wampimuk_core::SplitInfo;
use wampimuk_families::Dataset;
use wampimuk_nn::GreedyOutput;

use super::{Data, DataError, StoredItems};
use crate::grid_batch::{Batch, partition_batch};
use crate::m_lstm::Sizes;
use crate::task::{AnswerText, BatchMaker, BatchPart, Task, TextOrList};

/// Items of gSCAN or ReaSCAN.
#[derive(Debug)]
pub struct GridTask {
    items: Items,
    splits: Vec<SplitInfo>,
    shape: GridShape,
    commands: Vocabulary,
    actions: Vocabulary,
}

#[derive(Debug)]
enum Items {
    Made { dataset: Box<dyn Dataset>, batcher: Box<GridBatcher> },
    Stored(Box<StoredItems>),
}

impl GridTask {
    /// The task of this data. Files are read whole, into compact arrays.
    ///
    /// # Errors
    /// If these are no commands in grid worlds, or files cannot be read.
    pub fn new(data: Data) -> Result<Self, DataError> {
        let Data { dataset, files, sizes, .. } = data;
        if let Some(path) = files {
            let stored = StoredItems::read(&path, dataset.as_deref())?;
            let (commands, actions) = (stored.commands().clone(), stored.actions().clone());
            let (splits, shape) = (stored.splits().to_vec(), stored.shape());
            return Ok(Self { items: Items::Stored(Box::new(stored)), splits, shape, commands, actions });
        }
        let dataset = dataset.ok_or_else(|| DataError::Unfit("there is neither recipe nor file".into()))?;
        let batcher = Box::new(GridBatcher::new(dataset.as_ref())?);
        let mut splits = dataset.splits().to_vec();
        for split in &mut splits {
            split.len = sizes.get(&split.name).copied().unwrap_or(split.len).min(split.len);
        }
        let (commands, actions) = (batcher.commands().clone(), batcher.actions().clone());
        Ok(Self {
            splits,
            shape: batcher.shape(),
            commands,
            actions,
            items: Items::Made { dataset, batcher },
        })
    }

    /// The sizes that a model takes from the data.
    pub fn sizes(&self) -> Sizes {
        Sizes {
            words: self.commands.len(),
            tokens: self.actions.len(),
            channels: self.shape.channels,
            side: self.shape.side,
        }
    }
}

impl GridTask {
    /// The token of the first action; those of the others follow.
    pub fn first_action(&self) -> u32 {
        self.actions.specials().tokens().len() as u32
    }

    /// How many actions there are.
    pub fn actions(&self) -> u32 {
        (self.actions.len() as u32).saturating_sub(self.first_action())
    }
}

impl Task for GridTask {
    type Batch = Batch;
    type Answer = GreedyOutput;

    fn splits(&self) -> &[SplitInfo] {
        &self.splits
    }

    fn vocabularies(&self) -> Vec<&Vocabulary> {
        vec![&self.commands, &self.actions]
    }

    fn maker(&self, threads: usize) -> Result<Box<dyn BatchMaker<Batch> + '_>, DataError> {
        let batcher = match &self.items {
            Items::Made { batcher, .. } => Some(GridBatcher::clone(batcher).with_threads(threads)),
            Items::Stored(_) => None,
        };
        Ok(Box::new(GridMaker { task: self, batcher, arrays: GridBatch::default() }))
    }

    fn is_right(&self, part: &Batch, row: usize, answer: &GreedyOutput) -> bool {
        right(part, row).is_some_and(|right| right == answer.tokens)
    }

    fn answer_text(&self, part: &Batch, row: usize, answer: &GreedyOutput) -> AnswerText {
        let words = |tokens: &[u32]| {
            let name = |&token: &u32| self.actions.token(token.into()).unwrap_or_default().to_owned();
            TextOrList::Sequence(tokens.iter().map(name).collect())
        };
        // Rows are as wide as the longest command of the batch.
        let length = part.lengths.get(row).map_or(0, |&length| length as usize);
        let own = |weights: &Vec<f32>| weights[..length.min(weights.len())].to_vec();
        AnswerText {
            words: words(&answer.tokens),
            right: words(right(part, row).unwrap_or_default()),
            command: answer.words.iter().map(own).collect(),
            world: answer.cells.clone(),
        }
    }
}

/// The tokens of a row, without those of beginning and end.
fn right(part: &Batch, row: usize) -> Option<&[u32]> {
    let target = part.targets.get(row)?;
    target.get(1..target.len().checked_sub(1)?)
}

struct GridMaker<'t> {
    task: &'t GridTask,
    batcher: Option<GridBatcher>,
    arrays: GridBatch<u8>,
}

impl BatchMaker<Batch> for GridMaker<'_> {
    fn make(
        &mut self,
        split: usize,
        items: &[u64],
        parts: usize,
    ) -> Result<Vec<BatchPart<Batch>>, DataError> {
        match (&self.task.items, &mut self.batcher) {
            (Items::Made { dataset, .. }, Some(batcher)) => {
                batcher.fill(dataset.as_ref(), split, items, Padding::Batch, &mut self.arrays)?;
            }
            (Items::Stored(stored), _) => stored.fill(split, items, &mut self.arrays)?,
            (Items::Made { .. }, None) => {}
        }
        let dealt = partition_batch(&self.arrays, self.task.shape, parts);
        Ok(dealt.into_iter().map(|(rows, batch)| BatchPart { rows, batch }).collect())
    }
}
