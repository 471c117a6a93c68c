//! What a model met in training.

use std::collections::BTreeSet;
use std::ops::Range;

use wampimuk_babi::Kind;
use wampimuk_core::{ItemError, Role, in_parallel};
use wampimuk_dyna::StoryFamily;

use super::composition::{Band, Composition};
use super::facts::Questions;

/// The combinations of kind of question, number of supports and composition that the splits for training have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    cells: BTreeSet<(Kind, Band, Composition)>,
    /// How many questions there are.
    pub questions: u64,
}

impl Seen {
    /// Goes through all splits of a dataset that are for training, on this many threads.
    ///
    /// # Errors
    /// If a question cannot be made.
    pub fn in_training(stories: &dyn StoryFamily, threads: usize) -> Result<Self, ItemError> {
        let mut seen = Self::default();
        for (number, split) in stories.splits().iter().enumerate() {
            if split.role == Role::Train {
                seen.questions += split.len;
                seen.cells.extend(cells(stories, number, split.len, threads)?);
            }
        }
        Ok(seen)
    }

    /// Whether such questions are among them.
    pub fn has(&self, kind: Kind, band: Band, composition: Composition) -> bool {
        self.cells.contains(&(kind, band, composition))
    }

    /// How many combinations there are.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }
}

type Cells = BTreeSet<(Kind, Band, Composition)>;

fn cells(stories: &dyn StoryFamily, split: usize, len: u64, threads: usize) -> Result<Cells, ItemError> {
    let part = |range: &Range<u64>| -> Result<Cells, ItemError> {
        let mut questions = Questions::new(stories);
        let cell = |index| {
            let facts = questions.facts(split, index)?;
            Ok((facts.kind, Band::of(facts.supports), facts.composition))
        };
        range.clone().map(cell).collect()
    };
    let size = len.div_ceil(threads.max(1) as u64).max(1);
    let starts = (0..threads.max(1) as u64).map(|number| number * size).take_while(|&from| from < len);
    let ranges: Vec<Range<u64>> = starts.map(|from| from..(from + size).min(len)).collect();
    let parts = in_parallel(threads, &ranges, part).into_iter().collect::<Result<Vec<Cells>, _>>()?;
    Ok(parts.into_iter().flatten().collect())
}
