//! Items from files, in compact arrays: about a hundred bytes each, so that a whole dataset fits into memory.

use std::collections::HashMap;
use std::path::Path;

use wampimuk_batch::{BatchError, GridBatch, GridShape, Observer, Specials, Speller, Vocabulary, grid_of};
use wampimuk_command::{Command, Determiner, GridFamily, Register, Surface};
use wampimuk_core::{ItemError, ItemId, SplitInfo};
use wampimuk_dataset::open;
use wampimuk_families::Dataset;
use wampimuk_grid::{Action, Agent, Channels, Object};

use super::{DataError, described, find_holdouts};

/// The sizes of things in files without a recipe.
const SIZES: u8 = 4;
/// The number of the first action; the others follow in the order of `Action::ALL`.
const FIRST_ACTION: i64 = 3;

/// Items that were read, by split.
#[derive(Debug)]
pub struct StoredItems {
    splits: Vec<SplitInfo>,
    items: Vec<Vec<Item>>,
    observer: Observer,
    commands: Vocabulary,
    actions: Vocabulary,
    longest: (usize, usize),
}

/// An item; boxed slices, as most of the memory is here.
#[derive(Debug)]
struct Item {
    command: Box<[u16]>,
    actions: Box<[Action]>,
    objects: Box<[Object]>,
    agent: Agent,
    target: u16,
}

/// How words are numbered: by the recipe's list, or in the order in which they occur.
enum Numbers {
    Known(Vocabulary),
    Learned { words: Vec<String>, numbers: HashMap<String, u16> },
}

impl Numbers {
    fn number(&mut self, word: &str) -> Result<u16, DataError> {
        match self {
            Self::Known(vocabulary) => Ok(u16::try_from(vocabulary.number(word)?).unwrap_or(0)),
            Self::Learned { words, numbers } => {
                if let Some(&number) = numbers.get(word) {
                    return Ok(number);
                }
                let number = u16::try_from(words.len() + Specials::Sequence.tokens().len());
                let number =
                    number.map_err(|_| DataError::Unfit("the files have over 65,000 words".into()))?;
                words.push(word.to_owned());
                numbers.insert(word.to_owned(), number);
                Ok(number)
            }
        }
    }

    fn finish(self) -> Result<Vocabulary, DataError> {
        match self {
            Self::Known(vocabulary) => Ok(vocabulary),
            Self::Learned { words, .. } => Ok(Vocabulary::new("commands", Specials::Sequence, words)?),
        }
    }
}

impl StoredItems {
    /// Reads a file or a folder of any format. Words are those of the recipe's dataset, if there is one; otherwise they
    /// are numbered as they come.
    ///
    /// # Errors
    /// If something cannot be read, or the items do not fit the recipe.
    pub fn read(path: &Path, dataset: Option<&dyn Dataset>) -> Result<Self, DataError> {
        let grid = dataset.map(grid_of).transpose()?;
        let mut reader = open(path, grid.map(GridFamily::lexicon))?;
        let mut numbers = match grid {
            Some(grid) => Numbers::Known(Speller::new(grid)?.vocabulary().clone()),
            None => Numbers::Learned { words: Vec::new(), numbers: HashMap::new() },
        };
        let mut places: HashMap<String, usize> = HashMap::new();
        let (mut splits, mut items): (Vec<SplitInfo>, Vec<Vec<Item>>) = (Vec::new(), Vec::new());
        let mut side = grid.map(|grid| grid.setting().grid_size);
        let mut longest = (0, 0);
        while let Some(record) = reader.next() {
            let record = record?;
            let surface = grid.map_or_else(|| surface(&record.command), GridFamily::surface);
            let expected = *side.get_or_insert(record.world.side());
            if record.world.side() != expected {
                let found = record.world.side();
                return Err(DataError::Unfit(format!(
                    "{}: a grid of {found}×{found} cells among such of {expected}×{expected}",
                    record.place
                )));
            }
            let mut command = Vec::new();
            for word in record.command.tokens(reader.lexicon(), surface, Register::Words) {
                command.push(numbers.number(word)?);
            }
            let target = record.target.and_then(|target| record.world.objects().get(target));
            let item = Item {
                command: command.into(),
                target: target.map_or(0, |object| object.cell.index(expected)) as u16,
                agent: record.world.agent(),
                objects: record.world.objects().into(),
                actions: record.actions.into(),
            };
            longest = (longest.0.max(item.command.len() + 2), longest.1.max(item.actions.len() + 2));
            let name = if record.split.is_empty() { "train" } else { &record.split };
            let place = *places.entry(name.to_owned()).or_insert_with(|| {
                splits.push(described(name, dataset));
                items.push(Vec::new());
                splits.len() - 1
            });
            items[place].push(item);
        }
        for (split, items) in splits.iter_mut().zip(&items) {
            split.len = items.len() as u64;
        }
        if dataset.is_none() {
            find_holdouts(&mut splits);
        }
        let lexicon = reader.lexicon();
        let learned = Channels {
            sizes: SIZES,
            shapes: lexicon.nouns.len() as u8,
            colours: lexicon.colours.len() as u8,
        };
        let side = side.ok_or_else(|| DataError::Unfit(format!("{} holds no items", path.display())))?;
        let observer = grid.map_or_else(|| Observer::new(side, learned), Observer::of);
        let actions = Vocabulary::new("actions", Specials::Sequence, Action::ALL.map(Action::name))?;
        Ok(Self { splits, items, observer, commands: numbers.finish()?, actions, longest })
    }

    /// The splits.
    pub fn splits(&self) -> &[SplitInfo] {
        &self.splits
    }

    /// The numbers of the words of commands.
    pub fn commands(&self) -> &Vocabulary {
        &self.commands
    }

    /// The numbers of the actions.
    pub fn actions(&self) -> &Vocabulary {
        &self.actions
    }

    /// The most that an item needs.
    pub fn shape(&self) -> GridShape {
        let (side, channels) = (self.observer.side(), self.observer.depth());
        GridShape { side, channels, command: self.longest.0, actions: self.longest.1 }
    }

    /// Lays out some items of a split.
    ///
    /// # Errors
    /// If there is no such item, or one has something that has no channel.
    pub fn fill(&self, split: usize, indices: &[u64], batch: &mut GridBatch<u8>) -> Result<(), DataError> {
        let count = self.splits.len();
        let items = self.items.get(split).ok_or(BatchError::Split { split, count })?;
        let find = |&index: &u64| {
            let item = usize::try_from(index).ok().and_then(|index| items.get(index));
            item.ok_or_else(|| {
                let (split, len) = (self.splits[split].name.clone(), items.len() as u64);
                BatchError::Item(ItemError::OutOfRange { split, index, len })
            })
        };
        let items = indices.iter().map(find).collect::<Result<Vec<&Item>, BatchError>>()?;
        let width = |of: fn(&Item) -> usize| items.iter().map(|item| of(item) + 2).max().unwrap_or(0);
        let (len, size) = (items.len(), self.observer.len());
        *batch = GridBatch {
            len,
            command_width: width(|item| item.command.len()),
            action_width: width(|item| item.actions.len()),
            ids: vec![ItemId::default(); len],
            observation: vec![0; len * size],
            ..GridBatch::default()
        };
        for ((item, &index), tensor) in
            items.iter().zip(indices).zip(batch.observation.chunks_exact_mut(size.max(1)))
        {
            for object in &item.objects {
                let unseen = |unseen| BatchError::Unseen { index, unseen };
                self.observer.add(object, tensor).map_err(unseen)?;
            }
            self.observer.put(item.agent, tensor);
            let words = item.command.iter().map(|&word| word.into());
            let length = wrap(words, batch.command_width, &mut batch.command, &mut batch.command_mask);
            batch.command_lengths.push(length);
            let actions = item.actions.iter().map(|&action| FIRST_ACTION + action as i64);
            let length = wrap(actions, batch.action_width, &mut batch.actions, &mut batch.action_mask);
            batch.action_lengths.push(length);
            batch.target_cell.push(item.target.into());
            batch.agent_cell.push(item.agent.cell.index(self.observer.side() as u8) as i64);
        }
        Ok(())
    }
}

/// Appends a sequence between beginning and end, padded to a width, and says how long it is.
fn wrap(numbers: impl Iterator<Item = i64>, width: usize, to: &mut Vec<i64>, mask: &mut Vec<bool>) -> i64 {
    let start = to.len();
    to.push(wampimuk_batch::SOS);
    to.extend(numbers);
    to.push(wampimuk_batch::EOS);
    let length = to.len() - start;
    mask.resize(to.len(), true);
    to.resize(start + width, wampimuk_batch::PAD);
    mask.resize(start + width, false);
    length as i64
}

/// Whose wording a command has, seen from the command.
fn surface(command: &Command) -> Surface {
    let phrase = &command.phrase;
    let is_reascan =
        phrase.determiner == Determiner::The || phrase.noun.is_none() || !phrase.clauses.is_empty();
    if is_reascan { Surface::Reascan } else { Surface::Gscan }
}
