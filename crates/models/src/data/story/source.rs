//! Where questions come from: recipes or files.

use std::sync::{Mutex, PoisonError};

use wampimuk_batch::{StoryBatch, StoryBatcher, Vocabulary, stories_of};
use wampimuk_core::SplitInfo;
use wampimuk_families::Dataset;

use super::numbered::{Manner, Numbered, words_of};
use super::remembered::Remembered;
use crate::data::story_files::StoryFiles;
use crate::data::{Data, DataError, ExtraRecipe, StoryVocabulary};
use crate::story_batch::TextLimits;

/// At how many places of each split questions are looked at.
const PLACES: u64 = 100;
/// How many questions at each of them; they are often of one story.
const AT_PLACE: u64 = 20;

/// Where questions come from, and the numbers of their words.
#[derive(Debug)]
pub(super) struct Source {
    items: Items,
    splits: Vec<SplitInfo>,
    /// Whether every answer is a word as a whole.
    whole_answers: bool,
}

#[derive(Debug)]
enum Items {
    Made {
        dataset: Box<dyn Dataset>,
        batcher: Box<StoryBatcher>,
        also: Vec<ExtraRecipe>,
        remembered: Mutex<Remembered>,
    },
    Read {
        numbered: Box<Numbered>,
        room: TextLimits,
    },
}

impl Source {
    /// That of this data.
    pub fn new(data: Data, manner: Manner) -> Result<Self, DataError> {
        if data.files.is_some() { Self::read(data, manner) } else { Self::made(data, manner) }
    }

    fn made(data: Data, manner: Manner) -> Result<Self, DataError> {
        let Data { dataset, sizes, also, .. } = data;
        let dataset = dataset.ok_or_else(|| DataError::Unfit("there is no recipe".into()))?;
        let batcher = batcher(dataset.as_ref(), &also, manner)?;
        let mut splits = dataset.splits().to_vec();
        for split in &mut splits {
            split.len = sizes.get(&split.name).copied().unwrap_or(split.len).min(split.len);
        }
        let whole_answers = batcher.has_whole_answers();
        let items = Items::Made { dataset, batcher: Box::new(batcher), also, remembered: Mutex::default() };
        Ok(Self { items, splits, whole_answers })
    }

    /// Files: in the words of a model that is there already, of their recipe, or in their own.
    fn read(data: Data, manner: Manner) -> Result<Self, DataError> {
        let Data { dataset, files, also, known, .. } = data;
        let files = StoryFiles::read(&files.unwrap_or_default(), dataset.as_deref())?;
        let splits = files.splits().to_vec();
        if let Some(StoryVocabulary { vocabulary, room }) = known {
            let numbered = Box::new(Numbered::new(files, vocabulary, manner)?);
            let room = room.unwrap_or_else(|| numbered.room());
            return Ok(Self { items: Items::Read { numbered, room }, splits, whole_answers: true });
        }
        let (vocabulary, others, whole_answers) = match (dataset.as_deref(), &also[..]) {
            (Some(dataset), _) => {
                let batcher = batcher(dataset, &also, manner)?;
                let room = look_at_all(&batcher, &also)?;
                (batcher.vocabulary().clone(), room, batcher.has_whole_answers())
            }
            (None, [first, rest @ ..]) => {
                let batcher = batcher(first.dataset.as_ref(), rest, manner)?;
                let words = words_of(&files, manner.marks, &batcher.vocabulary().tokens()[1..])?;
                (words, look_at_all(&batcher, &also)?, batcher.has_whole_answers())
            }
            (None, []) => (words_of(&files, manner.marks, &[])?, TextLimits::default(), true),
        };
        let whole = Manner { whole_answers: manner.whole_answers && whole_answers, ..manner };
        let numbered = Box::new(Numbered::new(files, vocabulary, whole)?);
        let room = wider(numbered.room(), others);
        Ok(Self { items: Items::Read { numbered, room }, splits, whole_answers })
    }

    pub fn vocabulary(&self) -> &Vocabulary {
        match &self.items {
            Items::Made { batcher, .. } => batcher.vocabulary(),
            Items::Read { numbered, .. } => numbered.vocabulary(),
        }
    }

    pub fn splits(&self) -> &[SplitInfo] {
        &self.splits
    }

    /// The longest sentence or question, and the longest story: of files of all; of recipes the longest that can be told,
    /// and the longest story of many places of every split. A model that is there already has the room that it has.
    pub fn room(&self) -> Result<TextLimits, DataError> {
        match &self.items {
            Items::Made { dataset, batcher, also, .. } => {
                let own = look_at(batcher, dataset.as_ref(), &self.splits)?;
                Ok(wider(own, look_at_all(batcher, also)?))
            }
            Items::Read { room, .. } => Ok(*room),
        }
    }

    /// Whether every answer is a word as a whole.
    pub fn has_whole_answers(&self) -> bool {
        self.whole_answers
    }

    pub fn feed(&self) -> Feed<'_> {
        Feed { source: self, arrays: StoryBatch::default() }
    }

    pub fn token(&self, number: u32) -> &str {
        self.vocabulary().token(number.into()).unwrap_or_default()
    }
}

/// A batcher with the words of all these recipes.
fn batcher(dataset: &dyn Dataset, also: &[ExtraRecipe], manner: Manner) -> Result<StoryBatcher, DataError> {
    let others = also.iter().map(|also| stories_of(also.dataset.as_ref())).collect::<Result<Vec<_>, _>>()?;
    let batcher = StoryBatcher::with_words_of(stories_of(dataset)?, &others, manner.marks)?;
    Ok(match manner.last {
        Some(last) => batcher.with_last(last),
        None => batcher,
    })
}

/// What questions of every split of a recipe need. Parts of a recipe come one after another, so all of a split is visited.
fn look_at(
    batcher: &StoryBatcher,
    dataset: &dyn Dataset,
    splits: &[SplitInfo],
) -> Result<TextLimits, DataError> {
    let stories = stories_of(dataset)?;
    let batcher = batcher.beside(stories);
    let (mut room, mut arrays) =
        (TextLimits { words: batcher.longest().max(1), sentences: 1 }, StoryBatch::default());
    for (split, info) in splits.iter().enumerate() {
        let step = (info.len / PLACES).max(AT_PLACE);
        for start in (0..info.len).step_by(step as usize) {
            let items: Vec<u64> = (start..info.len.min(start + AT_PLACE)).collect();
            batcher.fill(stories, split, &items, None, &mut arrays)?;
            let (words, sentences) =
                (arrays.widths.words.max(arrays.widths.question), arrays.widths.sentences);
            room = wider(room, TextLimits { words, sentences });
        }
    }
    Ok(room)
}

/// The same for several recipes.
fn look_at_all(batcher: &StoryBatcher, recipes: &[ExtraRecipe]) -> Result<TextLimits, DataError> {
    recipes.iter().try_fold(TextLimits::default(), |room, ExtraRecipe { dataset, .. }| {
        Ok(wider(room, look_at(batcher, dataset.as_ref(), dataset.splits())?))
    })
}

/// The larger of two limits, field by field.
fn wider(one: TextLimits, other: TextLimits) -> TextLimits {
    TextLimits { words: one.words.max(other.words), sentences: one.sentences.max(other.sentences) }
}

/// Lays out questions, again and again in the same memory.
pub(super) struct Feed<'s> {
    source: &'s Source,
    arrays: StoryBatch,
}

impl Feed<'_> {
    pub fn fill(&mut self, split: usize, items: &[u64]) -> Result<&StoryBatch, DataError> {
        match &self.source.items {
            Items::Made { dataset, batcher, remembered, .. } => {
                let lock = || remembered.lock().unwrap_or_else(PoisonError::into_inner);
                let known = lock().fill(split, items, &mut self.arrays);
                if let Err(unknown) = known {
                    let stories = stories_of(dataset.as_ref())?;
                    batcher.fill(stories, split, &unknown, None, &mut self.arrays)?;
                    lock().add(split, &unknown, &self.arrays);
                    if unknown.len() < items.len() && lock().fill(split, items, &mut self.arrays).is_err() {
                        // There was no room for all of them.
                        batcher.fill(stories, split, items, None, &mut self.arrays)?;
                    }
                }
            }
            Items::Read { numbered, .. } => numbered.fill(split, items, &mut self.arrays)?,
        }
        Ok(&self.arrays)
    }
}
