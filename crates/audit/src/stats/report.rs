//! The results of counting.

use serde::Serialize;
use wampimuk_command::heading_name;
use wampimuk_grid::{Direction, Heading};

use super::{ExampleKeys, ROW, SceneStats, SplitCounts};
use crate::counts::{Counts, Cross, CrossTally, Tally};
use crate::key_list::SortedKeys;
use crate::naming::{DESCRIPTIONS, Naming, description_name};

/// The statistics of a dataset.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StatsReport {
    /// The splits that have examples.
    pub splits: Vec<SplitStats>,
}

impl StatsReport {
    /// The statistics of a split.
    pub fn split(&self, name: &str) -> Option<&SplitStats> {
        self.splits.iter().find(|split| split.split == name)
    }
}

/// The statistics of a split. Names are those of meanings, not of words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SplitStats {
    /// Its name.
    pub split: String,
    /// How many examples it has.
    pub examples: u64,
    /// Steps from the agent to the target, on average.
    pub mean_distance: f64,
    /// How often the agent starts in each cell, row by row.
    pub agent_positions: Vec<Vec<u64>>,
    /// How often the target stands in each cell, row by row.
    pub target_positions: Vec<Vec<u64>>,
    /// Targets for each verb.
    pub verb_targets: CrossTally,
    /// Adverbs; the empty name is no adverb.
    pub adverbs: Tally,
    /// Verbs for each adverb.
    pub adverb_verbs: CrossTally,
    /// Targets for each way of referring.
    pub referred_targets: CrossTally,
    /// Targets, the kinds that do not occur included.
    pub placed_targets: Tally,
    /// The objects of the world, for each description and for all.
    pub descriptions: Vec<DescriptionStats>,
    /// Where the target lies seen from the agent.
    pub directions: Tally,
    /// Steps from the agent to the target.
    pub distances: Tally,
    /// Where the agent faces at the start.
    pub headings: Tally,
    /// Shapes of targets.
    pub target_shapes: Tally,
    /// Colours of targets.
    pub target_colours: Tally,
    /// Sizes of targets.
    pub target_sizes: Tally,
    /// Verbs.
    pub verbs: Tally,
    /// Numbers of actions.
    pub action_lengths: Tally,
    /// Numbers of tokens; an adverb of several words is one.
    pub input_lengths: Tally,
    /// What ReaSCAN's figures show beside these.
    #[serde(flatten)]
    pub scenes: SceneStats,
    /// Examples for each verb, referred target and adverb.
    pub commands: Tally,
    /// Examples for each target and its cell, written (column, row) as in the original.
    pub world_states: Tally,
    /// How many different commands there are.
    pub distinct_commands: u64,
    /// Examples with different command, actions or target cell: what the paper's caption calls unique.
    pub unique_answers: UniqueCount,
    /// Examples with different command, target object or target cell: what the paper's table counts as unique.
    pub unique_targets: UniqueCount,
    /// Examples that are exact copies of others of the split: all but one of each group of identical ones.
    pub duplicates: u64,
    /// What the split shares with train; nothing for train itself and where there is no train.
    pub overlap: Option<Overlap>,
}

/// A number of unique examples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct UniqueCount {
    /// How many there are.
    pub total: u64,
    /// The total, divided by the number of different commands.
    pub per_command: f64,
}

/// How many examples of a split have a counterpart in train.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Overlap {
    /// Exactly the same item, but for the order of the objects.
    pub identical: u64,
    /// The same command, actions and target cell.
    pub equivalent: u64,
    /// The same command, agent cell, target object and target cell.
    pub same_placement: u64,
}

/// The objects placed in the worlds of one kind of description.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DescriptionStats {
    /// `shape`, `colour, shape`, … or `all`.
    pub description: String,
    /// How many worlds have how many objects.
    pub object_numbers: Tally,
    /// Which objects there are.
    pub objects: Tally,
}

impl SplitStats {
    pub(super) fn new(
        split: &str,
        counts: &SplitCounts,
        naming: &Naming,
        keys: &ExampleKeys<SortedKeys>,
        train: Option<&ExampleKeys<SortedKeys>>,
    ) -> Self {
        let kind = |number| naming.kind_name(number);
        let number = |number: usize| number.to_string();
        let placed = counts.verb_targets.columns();
        let feature = |feature: &dyn Fn(usize) -> usize| {
            let mut sum = std::collections::BTreeMap::new();
            for (kind, count) in placed.iter() {
                *sum.entry(feature(kind)).or_insert(0) += count;
            }
            sum
        };
        let tally = |sum: std::collections::BTreeMap<usize, u64>, name: &dyn Fn(usize) -> String| {
            Tally(sum.into_iter().map(|(number, count)| (name(number), count)).collect())
        };
        let (shapes, colours) = (naming.lexicon.nouns.len(), naming.lexicon.colours.len());
        let adverbs = naming.lexicon.adverbs.len() + 1;
        let place = |place: usize| format!("({}, {})", place % ROW, place / ROW);
        let distinct_commands = counts.commands_met.len() as u64;
        let unique = |total: u64| UniqueCount { total, per_command: total as f64 / distinct_commands as f64 };
        Self {
            split: split.to_string(),
            examples: counts.examples,
            mean_distance: counts.distance as f64 / counts.examples as f64,
            agent_positions: positions(&counts.agents, counts.side),
            target_positions: positions(&counts.targets, counts.side),
            verb_targets: counts.verb_targets.named(|verb| naming.verb(verb), kind),
            adverbs: counts.adverb_verbs.row_totals().named(|adverb| naming.adverb(adverb)),
            adverb_verbs: counts.adverb_verbs.named(|adverb| naming.adverb(adverb), |verb| naming.verb(verb)),
            referred_targets: counts.referred_targets.named(|number| naming.referred_name(number), kind),
            placed_targets: placed_targets(&placed, &counts.objects.columns(), naming),
            descriptions: descriptions(counts, naming),
            directions: counts.directions.named(direction),
            distances: counts.distances.named(number),
            headings: counts.headings.named(|heading| heading_name(Heading::ALL[heading]).to_string()),
            target_shapes: tally(feature(&|kind| kind % shapes), &|shape| naming.shape(shape)),
            target_colours: tally(feature(&|kind| kind / shapes % colours), &|colour| naming.colour(colour)),
            target_sizes: tally(feature(&|kind| naming.kind_size(kind)), &number),
            verbs: counts.adverb_verbs.columns().named(|verb| naming.verb(verb)),
            action_lengths: counts.action_lengths.named(number),
            input_lengths: counts.input_lengths.named(number),
            scenes: counts.scenes.finish(&counts.objects.columns(), naming),
            commands: pairs(&counts.commands, |row, column| {
                let (verb, adverb) = (naming.verb(row / adverbs), naming.adverb(row % adverbs));
                [verb, naming.referred_name(column), adverb].join(" ").trim_end().to_string()
            }),
            world_states: pairs(&counts.world_states, |row, column| {
                format!("{} {}", kind(row), place(column))
            }),
            distinct_commands,
            unique_answers: unique(keys.answers.distinct()),
            unique_targets: unique(keys.targets.distinct()),
            duplicates: keys.items.repeats(),
            overlap: train.map(|train| Overlap {
                identical: keys.items.found_in(&train.items),
                equivalent: keys.answers.found_in(&train.answers),
                same_placement: keys.placements.found_in(&train.placements),
            }),
        }
    }
}

fn direction(number: usize) -> String {
    Direction::ALL.get(number).map_or("here", |direction| direction.name()).to_string()
}

fn positions(counts: &Counts, side: u8) -> Vec<Vec<u64>> {
    let side = usize::from(side);
    (0..side).map(|row| (0..side).map(|column| counts.get(row * ROW + column)).collect()).collect()
}

fn pairs(cross: &Cross, name: impl Fn(usize, usize) -> String) -> Tally {
    let name = &name;
    let entries = cross
        .rows()
        .flat_map(|(row, counts)| counts.iter().map(move |(column, count)| (name(row, column), count)));
    Tally(entries.collect())
}

/// All kinds of the sizes that occur among the objects of the split, as targets.
fn placed_targets(placed: &Counts, objects: &Counts, naming: &Naming) -> Tally {
    let sizes = || objects.iter().map(|(kind, _)| naming.kind_size(kind));
    let (Some(least), Some(most)) = (sizes().min(), sizes().max()) else { return Tally::default() };
    Tally(naming.kinds(least..=most).map(|kind| (naming.kind_name(kind), placed.get(kind))).collect())
}

fn descriptions(counts: &SplitCounts, naming: &Naming) -> Vec<DescriptionStats> {
    let stats = |description: String, numbers: &Counts, objects: &Counts| DescriptionStats {
        description,
        object_numbers: numbers.named(|number| number.to_string()),
        objects: objects.named(|kind| naming.kind_name(kind)),
    };
    let row = |cross: &Cross, wanted: usize| {
        cross.rows().find(|(number, _)| *number == wanted).map(|(_, counts)| counts.clone())
    };
    let mut list: Vec<DescriptionStats> = DESCRIPTIONS
        .into_iter()
        .filter_map(|description| {
            let numbers = row(&counts.object_numbers, description)?;
            let objects = row(&counts.objects, description)?;
            Some(stats(description_name(description), &numbers, &objects))
        })
        .collect();
    list.push(stats("all".into(), &counts.object_numbers.columns(), &counts.objects.columns()));
    list
}
