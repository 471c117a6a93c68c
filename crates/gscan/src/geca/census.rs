//! Counts of a training split, as the paper's appendix C has them, and the published ones.

use std::collections::{BTreeSet, HashSet};
use std::ops::AddAssign;

use wampimuk_command::{Command, Example, GridFamily, Lexicon};
use wampimuk_core::ItemError;

/// A kind of target of the paper's table.
pub type TableTarget = (&'static str, &'static str);

/// The targets of the paper's table: colour and shape.
pub const TARGETS: [TableTarget; 4] =
    [("blue", "square"), ("red", "square"), ("yellow", "square"), ("red", "circle")];

/// How often something is a target, and how often a command names its colour then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TargetCount {
    /// How often it is the target.
    pub placed: u64,
    /// How often it is the target of a command that says colour and shape.
    pub referred: u64,
}

impl AddAssign for TargetCount {
    fn add_assign(&mut self, other: Self) {
        self.placed += other.placed;
        self.referred += other.referred;
    }
}

/// Figures of a training split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// How many items there are.
    pub examples: u64,
    /// How many differ in command, target object or target cell. (The caption of the table says actions in place of
    /// object; what it counts is this, as the published data shows.)
    pub unique: u64,
    /// How many of these there are for a command, on average, rounded.
    pub per_command: u64,
    /// The targets of the table, in their order.
    pub targets: [TargetCount; TARGETS.len()],
}

/// The published figures of the train that was not augmented.
pub const PUBLISHED: Figures = Figures {
    examples: 367_933,
    unique: 76_033,
    per_command: 177,
    targets: [shown(33_250, 16_630), shown(0, 0), shown(16_725, 0), shown(33_670, 16_816)],
};

/// The published figures of the train that was augmented.
pub const PUBLISHED_AUGMENTED: Figures = Figures {
    examples: 377_933,
    unique: 64_527,
    per_command: 186,
    targets: [shown(16_481, 5_601), shown(83_887, 0), shown(10_936, 0), shown(16_854, 0)],
};

const fn shown(placed: u64, referred: u64) -> TargetCount {
    TargetCount { placed, referred }
}

/// Counts a split.
///
/// # Errors
/// If an item cannot be made.
pub fn census(dataset: &dyn GridFamily, split: usize) -> Result<Figures, ItemError> {
    let mut counts = Counts::new(dataset.lexicon());
    let mut items = dataset.grid_items();
    for index in 0..dataset.splits().get(split).map_or(0, |info| info.len) {
        counts.add(&items.make(split, index)?.example);
    }
    Ok(counts.figures())
}

/// Counts in the making.
struct Counts {
    /// Colour and shape of each row, as far as the lexicon has them.
    targets: [Option<(u8, u8)>; TARGETS.len()],
    figures: Figures,
    /// What makes examples unique: command, target and cell.
    unique: HashSet<(Words, [u8; 3], [u8; 2])>,
    commands: BTreeSet<Words>,
}

impl Counts {
    fn new(lexicon: &Lexicon) -> Self {
        let number =
            |(colour, shape): TableTarget| Some((lexicon.colour_named(colour)?, lexicon.shape_named(shape)?));
        Self {
            targets: TARGETS.map(number),
            figures: Figures::default(),
            unique: HashSet::new(),
            commands: BTreeSet::new(),
        }
    }

    fn add(&mut self, example: &Example) {
        let Example { command, world, target, .. } = example;
        let Some(object) = world.objects().get(*target) else { return };
        self.figures.examples += 1;
        let words = words(command);
        let kind = [object.shape, object.colour, object.size];
        self.unique.insert((words, kind, [object.cell.row, object.cell.column]));
        self.commands.insert(words);
        let phrase = &command.phrase;
        let rows = self.figures.targets.iter_mut().zip(self.targets);
        for (row, target) in rows.filter(|(_, target)| *target == Some((object.colour, object.shape))) {
            let named = target
                .is_some_and(|(colour, shape)| phrase.colour == Some(colour) && phrase.noun == Some(shape));
            *row += TargetCount { placed: 1, referred: named.into() };
        }
    }

    fn figures(self) -> Figures {
        let unique = self.unique.len() as u64;
        let commands = self.commands.len().max(1) as u64;
        Figures { unique, per_command: (unique + commands / 2) / commands, ..self.figures }
    }
}

/// The words of a command that tell it from others of gSCAN: verb, adverb, size, colour, noun.
type Words = [Option<u8>; 5];

fn words(command: &Command) -> Words {
    let Command { verb, phrase, adverb } = command;
    [Some(*verb), *adverb, phrase.size, phrase.colour, phrase.noun]
}
