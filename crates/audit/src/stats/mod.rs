//! What is in the splits: everything that the original's statistics files and plots show, and who shares what with
//! whom.
//!
//! Memory: besides counters, each split keeps four hashes of 64 bits for each example, 32 bytes. That is the price of
//! exact uniqueness and overlap in any order of arrival.
//!
//! One line of the original's files is missing, the number of examples that a few-shot split gave to train: it is not in
//! the data.

mod beside;
#[cfg(feature = "files")]
mod dataset;
pub(crate) mod keys;
mod published;
mod report;
mod scenes;
mod show;
mod spreadsheets;

use wampimuk_command::{Command, Example, Lexicon, Register, Surface};
use wampimuk_grid::Direction;

use crate::counts::{Counts, Cross};
use crate::key_list::{KeyList, SortedKeys};
use crate::naming::{Naming, description};
use crate::splits::{Splits, TRAIN};
use keys::{KeySet, Keyer};

pub use beside::{Beside, NamedStats};
#[cfg(feature = "files")]
pub use dataset::{CommandStats, DatasetStats, Detail, stats};
pub use published::{PublishedSplit, Source, published};
pub use report::{DescriptionStats, Overlap, SplitStats, StatsReport, UniqueCount};
use scenes::SceneCounts;
pub use scenes::{DistractorKinds, PatternDistractors, SceneStats};

/// Rows of position counters are this long: the longest side a grid may have.
const ROW: usize = wampimuk_grid::MAX_SIDE as usize;

/// Counts examples, split by split.
///
/// ```
/// use wampimuk_audit::Stats;
/// use wampimuk_gscan::{Gscan, Recipe, shipped};
///
/// let dataset = Gscan::new(Recipe::parse(shipped("gscan-demo").unwrap().toml).unwrap(), 0).unwrap();
/// let mut stats = Stats::new(dataset.lexicon());
/// let mut maker = dataset.maker();
/// for index in 0..100 {
///     stats.add("train", &maker.make(0, index).unwrap().example);
/// }
/// let report = stats.finish();
/// assert_eq!(report.split("train").unwrap().examples, 100);
/// println!("{}", report.tables()[0].to_text());
/// ```
#[derive(Clone, Debug)]
pub struct Stats {
    naming: Naming,
    keyer: Keyer,
    splits: Splits<SplitCounts>,
}

/// The counters of one split.
#[derive(Clone, Debug, Default)]
struct SplitCounts {
    examples: u64,
    distance: u64,
    side: u8,
    agents: Counts,
    targets: Counts,
    verb_targets: Cross,
    adverb_verbs: Cross,
    referred_targets: Cross,
    /// (verb, adverb) by referred target.
    commands: Cross,
    /// Kind of target by cell.
    world_states: Cross,
    /// Description by number of placed objects.
    object_numbers: Cross,
    /// Description by kinds of placed objects.
    objects: Cross,
    directions: Counts,
    distances: Counts,
    headings: Counts,
    action_lengths: Counts,
    input_lengths: Counts,
    scenes: SceneCounts,
    commands_met: KeySet,
    keys: ExampleKeys<KeyList>,
}

/// The keys of the examples of a split, by what makes examples the same.
#[derive(Clone, Debug, Default)]
struct ExampleKeys<K> {
    answers: K,
    targets: K,
    placements: K,
    items: K,
}

impl ExampleKeys<KeyList> {
    fn sorted(self) -> ExampleKeys<SortedKeys> {
        let Self { answers, targets, placements, items } = self;
        ExampleKeys {
            answers: answers.sorted(),
            targets: targets.sorted(),
            placements: placements.sorted(),
            items: items.sorted(),
        }
    }
}

impl Stats {
    /// Counters for examples in this lexicon.
    pub fn new(lexicon: &Lexicon) -> Self {
        Self { naming: Naming::new(lexicon), keyer: Keyer::new(lexicon), splits: Splits::default() }
    }

    /// Fixes the order of the splits in results; others follow in the order in which they are met.
    #[must_use]
    pub fn with_splits<'n>(mut self, names: impl IntoIterator<Item = &'n str>) -> Self {
        for name in names {
            self.splits.of(name);
        }
        self
    }

    /// Counts an example.
    pub fn add(&mut self, split: &str, example: &Example) {
        let keys = self.keyer.keys(example);
        let Self { naming, splits, .. } = self;
        let counts = splits.of(split);
        let Example { command, world, target, actions } = example;
        let object = &world.objects()[*target];
        let (agent, goal) = (world.agent(), object.cell);
        let kind = naming.kind(object);
        let (verb, adverb) =
            (usize::from(command.verb), command.adverb.map_or(0, |adverb| usize::from(adverb) + 1));
        let referred = naming.referred(&command.phrase);
        let description = description(&command.phrase);
        let place = |cell: wampimuk_grid::Cell| usize::from(cell.row) * ROW + usize::from(cell.column);
        let distance = agent.cell.distance(goal);

        counts.examples += 1;
        counts.distance += u64::from(distance);
        counts.side = counts.side.max(world.side());
        counts.agents.bump(place(agent.cell));
        counts.targets.bump(place(goal));
        counts.verb_targets.bump(verb, kind);
        counts.adverb_verbs.bump(adverb, verb);
        counts.referred_targets.bump(referred, kind);
        counts.commands.bump(verb * (naming.lexicon.adverbs.len() + 1) + adverb, referred);
        counts.world_states.bump(kind, place(goal));
        counts.object_numbers.bump(description, world.objects().len());
        for object in world.objects() {
            counts.objects.bump(description, naming.kind(object));
        }
        let direction = agent.cell.direction_to(goal);
        counts.directions.bump(direction.map_or(Direction::ALL.len(), |direction| direction as usize));
        counts.distances.bump(distance.into());
        counts.headings.bump(agent.heading as usize);
        counts.action_lengths.bump(actions.len());
        counts.input_lengths.bump(command.tokens(&naming.lexicon, Surface::Gscan, Register::Words).len());
        counts.scenes.add(example);
        counts.commands_met.insert(keys.command);
        counts.keys.answers.add(keys.answer);
        counts.keys.targets.add(keys.target);
        counts.keys.placements.add(keys.placement);
        counts.keys.items.add(keys.item as u64);
    }

    /// Counts which kinds of distractors an example has, where that is known; the example itself is counted by
    /// [`add`](Self::add).
    pub fn add_distractors(&mut self, split: &str, command: &Command, kinds: DistractorKinds) {
        self.splits.of(split).scenes.add_distractors(&command.phrase, kinds);
    }

    /// Adds what another has counted; both must use one lexicon.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.splits.merge(other.splits, SplitCounts::merge);
        self
    }

    /// The results. Splits are compared with the one called `train`.
    pub fn finish(self) -> StatsReport {
        let sorted = |(name, mut counts): (String, SplitCounts)| {
            let keys = std::mem::take(&mut counts.keys).sorted();
            (name, counts, keys)
        };
        let splits: Vec<_> =
            self.splits.into_iter().filter(|(_, counts)| counts.examples > 0).map(sorted).collect();
        let train = splits.iter().find(|(name, ..)| name == TRAIN).map(|(.., keys)| keys);
        let stats = |(name, counts, keys): &(String, SplitCounts, _)| {
            SplitStats::new(name, counts, &self.naming, keys, train.filter(|_| name != TRAIN))
        };
        StatsReport { splits: splits.iter().map(stats).collect() }
    }
}

impl SplitCounts {
    fn merge(&mut self, other: Self) {
        self.examples += other.examples;
        self.distance += other.distance;
        self.side = self.side.max(other.side);
        self.agents.merge(&other.agents);
        self.targets.merge(&other.targets);
        self.verb_targets.merge(&other.verb_targets);
        self.adverb_verbs.merge(&other.adverb_verbs);
        self.referred_targets.merge(&other.referred_targets);
        self.commands.merge(&other.commands);
        self.world_states.merge(&other.world_states);
        self.object_numbers.merge(&other.object_numbers);
        self.objects.merge(&other.objects);
        self.directions.merge(&other.directions);
        self.distances.merge(&other.distances);
        self.headings.merge(&other.headings);
        self.action_lengths.merge(&other.action_lengths);
        self.input_lengths.merge(&other.input_lengths);
        self.scenes.merge(other.scenes);
        self.commands_met.extend(other.commands_met);
        self.keys.answers.merge(other.keys.answers);
        self.keys.targets.merge(other.keys.targets);
        self.keys.placements.merge(other.keys.placements);
        self.keys.items.merge(other.keys.items);
    }
}
