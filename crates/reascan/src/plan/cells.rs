//! Which cells a split's items may have.

use std::borrow::Cow;

use wampimuk_command::{Command, Phrase};
use wampimuk_core::{RecipeError, Verdict};

use super::{SplitPlan, features};
use crate::condition::{Features, Predicate, asks_for_cells, asks_for_words};
use crate::recipe::Generate;
use crate::tree::Tree;

/// The most pairs of cells in all lists together: they stay within memory.
const MOST_PAIRS: u64 = 40_000_000;

impl SplitPlan {
    /// The pairs of cells that a member's items of this command may have; `None` if all may.
    pub fn pairs(
        &self,
        generate: &Generate,
        split_group: usize,
        command: &Command,
    ) -> Option<Cow<'_, [u32]>> {
        if !self.cells {
            return None;
        }
        if self.pair_lists.is_empty() {
            return Some(Cow::Owned(self.find_pairs(generate, split_group, command)));
        }
        let manner = self.manner(command.verb, command.adverb);
        Some(Cow::Borrowed(&self.pair_lists[split_group * self.manner_count() + manner]))
    }

    fn find_pairs(&self, generate: &Generate, split_group: usize, command: &Command) -> Vec<u32> {
        let tree = Tree::of(&command.phrase, &self.lexicon);
        let suits = |&number: &u32| {
            let cells = Some(self.placements.pair(number));
            let features = Features { cells, ..features(command, &tree) };
            self.belongs_by(generate, split_group, &features, asks_for_cells) != Verdict::No
        };
        (0..self.placements.pairs()).filter(suits).collect()
    }

    /// Finds the pairs beforehand where they depend on verb and adverb only.
    ///
    /// # Errors
    /// If there are too many.
    pub(super) fn list_pairs(&mut self, generate: &Generate) -> Result<(), RecipeError> {
        let by_words = |predicate: &Predicate| asks_for_cells(predicate) && asks_for_words(predicate);
        if !self.cells || self.predicates.iter().flatten().any(by_words) {
            return Ok(());
        }
        let tables = self.split_groups.len() * self.manner_count();
        if tables as u64 * u64::from(self.placements.pairs()) > MOST_PAIRS {
            let side = generate.grid_size;
            let message = format!(
                "generate.holdouts: {tables} tables of cells (one for each hold-out, verb and adverb) on a grid of {side}×{side}"
            );
            return Err(RecipeError::new(message).hint("use fewer hold-outs or adverbs, or a smaller grid"));
        }
        let mut lists = Vec::new();
        for split_group in 0..self.split_groups.len() {
            for manner in 0..self.manner_count() {
                let verbs = self.lexicon.verbs.len();
                let (verb, adverb) = ((manner % verbs) as u8, ((manner / verbs) as u8).checked_sub(1));
                let command = Command { verb, adverb, phrase: Phrase::default() };
                lists.push(self.find_pairs(generate, split_group, &command));
            }
        }
        self.pair_lists = lists;
        Ok(())
    }

    fn manner(&self, verb: u8, adverb: Option<u8>) -> usize {
        adverb.map_or(0, |adverb| usize::from(adverb) + 1) * self.lexicon.verbs.len() + usize::from(verb)
    }

    fn manner_count(&self) -> usize {
        self.lexicon.verbs.len() * (self.lexicon.adverbs.len() + 1)
    }
}
