//! From a recipe to splits: which commands each draws from, and which of their items.

mod cells;
mod commands;
mod shapes;
mod splits;

use std::collections::BTreeMap;

use wampimuk_command::{Command, Lexicon, WordClass};
use wampimuk_core::{Digest, Impossible, KeyedHash, Permutation, RecipeError, Stream, StreamKey, Verdict};
use wampimuk_grid::{Cell, Object};

use crate::condition::{Features, Predicate, asks_for_cells, is_about};
use crate::construct::is_deletable;
use crate::pattern::Pattern;
use crate::placements::{CircleArc, Placements};
use crate::pool::{Entry, PatternCommands, Pool, recast};
use crate::recipe::{Generate, Recipe, Worlds};
use crate::tree::Tree;

pub(crate) use splits::Splits;

/// The items that are split together: those of training with its random dev and test, or those of one hold-out.
#[derive(Debug)]
pub(crate) struct SplitGroup {
    /// The number of the hold-out.
    pub holdout: Option<usize>,
    /// Its commands.
    pub pool: Pool,
    /// Its streams of worlds.
    pub key: StreamKey,
}

/// Where a split's items come from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SplitOrigin {
    /// The number of the split group.
    pub split_group: usize,
    /// Which of its items.
    pub part: GroupPart,
}

/// A part of a split group's items.
#[derive(Clone, Copy, Debug)]
pub(crate) enum GroupPart {
    /// The items whose cells lie in this arc of their command's circle.
    Arc(CircleArc),
    /// A run of a shuffled list of all items, as the released procedure cuts it.
    Cut {
        /// The number of the shuffle.
        shuffle: u64,
        /// Where the run begins.
        start: u64,
    },
}

/// What an item is made from.
#[derive(Clone, Debug)]
pub(crate) struct ItemDraft {
    pub entry: Entry,
    pub command: Command,
    /// Cells of agent and target, where they are fixed beforehand.
    pub cells: Option<(Cell, Cell)>,
    /// The number of the item's stream.
    pub stream: u64,
}

/// Which commands there are, and which of their items each member may have.
#[derive(Debug)]
pub(crate) struct SplitPlan {
    pub lexicon: Lexicon,
    pub sources: Vec<PatternCommands>,
    /// Patterns that commands are rearranged to.
    recasts: Vec<Pattern>,
    pub predicates: Vec<Option<Predicate>>,
    pub placements: Placements,
    /// Whether some hold-out is about cells.
    cells: bool,
    /// By split group, adverb and verb: the pairs of cells that items may have, where words do not matter for it.
    pair_lists: Vec<Vec<u32>>,
    pub split_groups: Vec<SplitGroup>,
    /// Commands that were not sampled because their shape has no worlds, one for each shape.
    pub impossible: Vec<Impossible>,
    order: StreamKey,
    hash: KeyedHash,
}

impl SplitPlan {
    /// Finds the commands of every split group.
    pub fn new(recipe: &Recipe, digest: &Digest, seed: u64, lexicon: Lexicon) -> Result<Self, RecipeError> {
        let generate = &recipe.generate;
        let key = |name: &str| StreamKey::new(digest, name, seed);
        let predicates = generate
            .holdouts
            .iter()
            .map(|holdout| {
                let when = holdout.when.as_ref().map(|when| when.predicate(&lexicon)).transpose();
                when.map_err(|error| error.of(&format!("hold-out `{}`", holdout.name)))
            })
            .collect::<Result<Vec<_>, _>>()?;
        let placements = Placements::new(generate.grid_size, &generate.shares, key("placements"))
            .map_err(|message| RecipeError::new(format!("generate.shares: {message}")))?;
        let mut plan = Self {
            sources: Vec::new(),
            recasts: Vec::new(),
            cells: predicates.iter().flatten().any(asks_for_cells),
            placements,
            pair_lists: Vec::new(),
            split_groups: Vec::new(),
            impossible: Vec::new(),
            order: key("order"),
            hash: KeyedHash::new(&mut key("entries").stream(0)),
            predicates,
            lexicon,
        };
        plan.find_commands(generate, &key)?;
        plan.list_pairs(generate)?;
        Ok(plan)
    }

    /// A command.
    pub fn command(&self, entry: Entry) -> Command {
        let command = self.sources[usize::from(entry.source)].command(entry.number);
        match entry.recast {
            0 => command,
            number => self.try_recast(&command, number).unwrap_or(command),
        }
    }

    fn try_recast(&self, command: &Command, number: u16) -> Option<Command> {
        recast(command, self.recasts.get(usize::from(number.checked_sub(1)?))?)
    }

    /// Some command of a split group, of the same source as another.
    pub fn decoy(&self, split_group: usize, like: Entry, stream: &mut Stream) -> Tree {
        // Commands of a source stand side by side.
        let entries = &self.split_groups[split_group].pool.entries;
        let start = entries.partition_point(|entry| entry.source < like.source);
        let end = entries.partition_point(|entry| entry.source <= like.source);
        let entry = *stream.choose(&entries[start..end]);
        Tree::of(&self.command(entry).phrase, &self.lexicon)
    }

    /// What keys everything that is random about a command.
    pub fn hash(&self, entry: Entry) -> u64 {
        self.hash.at(entry.number, u64::from(entry.source) << 16 | u64::from(entry.recast))
    }

    /// Whether an item with these features belongs to a member: its own hold-out holds, and the others do not.
    pub fn belongs(&self, generate: &Generate, split_group: usize, features: &Features<'_>) -> Verdict {
        self.belongs_by(generate, split_group, features, |_| true)
    }

    /// The same, as far as these predicates say.
    fn belongs_by(
        &self,
        generate: &Generate,
        split_group: usize,
        features: &Features<'_>,
        counts: fn(&Predicate) -> bool,
    ) -> Verdict {
        let own = self.split_groups[split_group].holdout;
        let mut verdict = Verdict::Yes;
        for (number, (predicate, holdout)) in self.predicates.iter().zip(&generate.holdouts).enumerate() {
            let Some(predicate) = predicate.as_ref().filter(|predicate| counts(predicate)) else { continue };
            if Some(number) == own {
                verdict = verdict.and(predicate.judge(features));
            } else if holdout.commands.is_none() && is_exclusive(generate, own) {
                verdict = verdict.and(!predicate.judge(features));
            }
        }
        verdict
    }

    /// The words that must be needed in a member's items.
    pub fn needs(
        &self,
        generate: &Generate,
        split_group: usize,
        tree: &Tree,
        phrase: usize,
        player: Option<&Object>,
        class: WordClass,
    ) -> bool {
        let Some(number) = self.split_groups[split_group].holdout else { return false };
        let node = &tree.nodes()[phrase];
        generate.holdouts[number].needs.contains(&class)
            && is_deletable(node, class)
            && self.predicates[number]
                .as_ref()
                .is_some_and(|predicate| is_about(predicate, phrase, node, player))
    }

    /// What item `index` of a split is made from.
    pub fn draft(&self, generate: &Generate, origin: SplitOrigin, index: u64) -> ItemDraft {
        let split_group = &self.split_groups[origin.split_group];
        let count = split_group.pool.entries.len() as u64;
        match origin.part {
            GroupPart::Arc(arc) => {
                let (round, place) = (index / count, index % count);
                // Every round takes all commands, in an order of its own.
                let turn = self.hash.at(round, origin.split_group as u64);
                let order = Permutation::new(count, &mut self.order.stream(turn));
                let entry = split_group.pool.entries[order.at(place) as usize];
                let command = self.command(entry);
                let hash = self.hash(entry);
                let pair = match self.pairs(generate, origin.split_group, &command) {
                    None => self.placements.place(hash, arc, self.placements.pairs(), round as u32),
                    Some(pairs) => {
                        let n = pairs.len() as u32;
                        pairs[self.placements.place(hash, arc, n, round as u32) as usize]
                    }
                };
                let cells = Some(self.placements.pair(pair));
                ItemDraft { entry, command, cells, stream: self.hash.at(hash, pair.into()) }
            }
            GroupPart::Cut { shuffle, start } => {
                let worlds = released_worlds(generate, split_group.holdout);
                let order = Permutation::new(count * worlds, &mut self.order.stream(shuffle));
                let number = order.at(start + index);
                let entry = split_group.pool.entries[(number / worlds) as usize];
                let stream = self.hash.at(self.hash(entry), number % worlds);
                ItemDraft { entry, command: self.command(entry), cells: None, stream }
            }
        }
    }

    /// How many commands of each pattern each split group has.
    pub fn tally(&self) -> Vec<(Option<usize>, BTreeMap<&str, u64>)> {
        let count = |split_group: &SplitGroup| {
            let mut counts = BTreeMap::new();
            for entry in &split_group.pool.entries {
                *counts.entry(self.sources[usize::from(entry.source)].name.as_str()).or_default() += 1;
            }
            (split_group.holdout, counts)
        };
        self.split_groups.iter().map(count).collect()
    }
}

/// What is known of a command's items before they are made.
pub(crate) fn features<'a>(command: &Command, tree: &'a Tree) -> Features<'a> {
    Features { tree, verb: command.verb, adverb: command.adverb, cells: None, players: None }
}

/// How the worlds of a hold-out, or of training, are made.
pub(crate) fn worlds_of(generate: &Generate, holdout: Option<usize>) -> &Worlds {
    holdout.and_then(|number| generate.holdouts[number].worlds.as_ref()).unwrap_or(&generate.worlds)
}

/// Whether items that meet two hold-outs belong to neither. In the released data they belong to both.
fn is_exclusive(generate: &Generate, holdout: Option<usize>) -> bool {
    holdout.is_none() || matches!(worlds_of(generate, holdout), Worlds::Constructed(_))
}

fn released_worlds(generate: &Generate, holdout: Option<usize>) -> u64 {
    match worlds_of(generate, holdout) {
        Worlds::Released(settings) => settings.worlds.max(1).into(),
        Worlds::Constructed(_) => 1,
    }
}
