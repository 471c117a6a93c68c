//! A task.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use wampimuk_command::{Command, Lexicon, Phrase, Relation, Surface};
use wampimuk_core::ItemId;
use wampimuk_grid::{Form, World};

use crate::codes::Codes;
use crate::language::{logic, named, selecting};
use crate::operation::{Operation, OperationKind};
use crate::record::{ArcPair, ArcTask, CodeGrid, Legend, SizeRecord, TaskFile};

/// What all tasks of a dataset share.
#[derive(Clone, Debug)]
pub(crate) struct RiddleContext {
    pub lexicon: Lexicon,
    /// The words of the recipe, whatever the language. Identities are hashes of these.
    pub names: Lexicon,
    pub codes: Codes,
    pub sizes: u8,
}

/// A world before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorldPair {
    /// Before.
    pub input: World,
    /// After. The objects keep their numbers, and a new one comes last.
    pub output: World,
    /// The number of the object that the command selects.
    pub target: usize,
}

/// What is known for certain about a task.
///
/// An *explanation* is a command that selects, in every input shown, just the object that changed. No explanation with
/// fewer content words than the task's own command selects anything else in the test input; where none of them selects
/// the target, no explanation of the same length selects anything else either. So a solver that prefers short explanations
/// finds one answer, and it is the right one. Recipes with `minimal`, which is the default, have no tasks with shorter
/// explanations at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RiddleCertificate {
    /// The content words of the command: sizes, colours, nouns and relations.
    pub words: usize,
    /// The content words of the shortest explanation.
    pub shortest: usize,
    /// How many explanations are shorter than the command.
    pub shorter: usize,
    /// How many others are as long as the command.
    pub alternatives: usize,
    /// How many of those select the target, and nothing else, in the test input.
    pub agreeing: usize,
}

/// A task: pairs that are shown, and one whose output is to be found.
#[derive(Clone, Debug)]
pub struct Riddle {
    /// Its identity: a hash of the command, the operation and the inputs.
    pub id: ItemId,
    /// The number of its split.
    pub split: usize,
    /// Its index in the split.
    pub index: u64,
    /// What selects the object that changes. A phrase says "the" if its own words fit one object in every input.
    pub phrase: Phrase,
    /// What is done to it.
    pub operation: Operation,
    /// The pairs that are shown.
    pub pairs: Vec<WorldPair>,
    /// The pair whose output is to be found.
    pub test: WorldPair,
    /// What is certain about it.
    pub certificate: RiddleCertificate,
    pub(crate) setting: Arc<RiddleContext>,
}

impl Riddle {
    /// The command, "select the red circle".
    pub fn command(&self) -> Command {
        selecting(&self.phrase)
    }

    /// The words of the command.
    pub fn text(&self) -> String {
        self.command().text(&self.setting.lexicon, Surface::Reascan)
    }

    /// The task in words: "recolour the object that is in the same row as the red circle to blue".
    pub fn logic(&self) -> String {
        logic(&self.phrase, &self.operation, &self.setting.lexicon)
    }

    /// The lexicon that numbers its shapes and colours.
    pub fn lexicon(&self) -> &Lexicon {
        &self.setting.lexicon
    }

    /// All pairs, the one to be solved last.
    pub fn all_pairs(&self) -> impl Iterator<Item = &WorldPair> {
        self.pairs.iter().chain([&self.test])
    }

    /// A world as the grid that answers to the riddle have; `None` if something in it has no code.
    pub fn grid(&self, world: &World) -> Option<CodeGrid> {
        self.setting.codes.encode(world)
    }

    /// The task in the layout of the Abstract Reasoning Corpus, with a legend of its codes and with what it means;
    /// [`check`](crate::check()) reads it.
    pub fn arc_json(&self) -> TaskFile {
        let RiddleContext { lexicon, codes, sizes, .. } = &*self.setting;
        let ArcTask { train, test } = self.task(|world| codes.encode(world).unwrap_or_default());
        let shown = train.iter().flat_map(|pair| [&pair.input, &pair.output]);
        let shown = shown.chain(test.iter().map(|pair| &pair.input)).flatten().flatten();
        // Most cells are empty, so codes are told apart before they are put into words.
        let shown: BTreeSet<u64> = shown.copied().collect();
        let words: BTreeMap<u64, String> =
            shown.into_iter().filter_map(|code| Some((code, codes.describe(code, lexicon)?))).collect();
        let nouns = |form| {
            let nouns = lexicon.nouns.iter().filter(move |noun| noun.form == form);
            nouns.map(|noun| noun.word.word.clone()).collect()
        };
        let size = |size: &wampimuk_command::SizeWord| SizeRecord {
            word: size.word.clone(),
            means: size.extreme.name().to_string(),
        };
        TaskFile {
            train,
            test,
            id: self.id.to_string(),
            command: self.text(),
            operation: named(&self.operation, lexicon),
            logic: self.logic(),
            legend: Legend {
                about: codes.about(lexicon),
                shapes: nouns(Form::Solid),
                boxes: nouns(Form::Frame),
                colours: lexicon.colours.iter().map(|colour| colour.word.clone()).collect(),
                sizes: *sizes,
                size_words: lexicon.sizes.iter().map(size).collect(),
                codes: words,
            },
        }
    }

    /// The task in the corpus's own ten colours, each object a cell of its colour on black, with nothing beside the
    /// grids. `None` unless colours and places say everything: the command names no size and no shape (where there are
    /// several), the operation changes neither, and there are no boxes.
    pub fn arc_colours(&self) -> Option<ArcTask> {
        let lexicon = &self.setting.lexicon;
        let one_shape = lexicon.nouns.len() == 1;
        let plain = self.phrase.nodes().iter().all(|node| {
            let relation = node.parent.map(|(_, relation)| relation);
            node.phrase.size.is_none()
                && (node.phrase.noun.is_none() || one_shape)
                && !matches!(relation, Some(Relation::SameShape | Relation::SameSize | Relation::Inside))
        });
        let visible = matches!(
            self.operation.kind(),
            OperationKind::Draw | OperationKind::DrawAdjacent | OperationKind::Move
        );
        let worlds = || self.all_pairs().flat_map(|pair| [&pair.input, &pair.output]);
        let solid = worlds().all(|world| world.objects().iter().all(|object| object.form == Form::Solid));
        let codes = arc_codes(lexicon).filter(|_| plain && visible && solid)?;
        Some(self.task(|world| {
            let side = usize::from(world.side());
            let mut grid = vec![vec![0; side]; side];
            for object in world.objects() {
                let cell = &mut grid[usize::from(object.cell.row)][usize::from(object.cell.column)];
                *cell = codes[usize::from(object.colour)];
            }
            grid
        }))
    }

    fn task(&self, grid: impl Fn(&World) -> CodeGrid) -> ArcTask {
        let pair = |pair: &WorldPair| ArcPair { input: grid(&pair.input), output: grid(&pair.output) };
        ArcTask { train: self.pairs.iter().map(pair).collect(), test: vec![pair(&self.test)] }
    }
}

/// The names of the corpus's colours from 1 on, as it is usually shown.
const ARC_NAMES: [&[&str]; 9] = [
    &["blue"],
    &["red"],
    &["green"],
    &["yellow"],
    &["grey", "gray"],
    &["magenta", "fuchsia", "pink", "purple"],
    &["orange"],
    &["sky", "cyan", "azure", "teal"],
    &["maroon", "brown"],
];

/// The corpus's codes of a lexicon's colours: their own where they have one, else those that are left. `None` if there
/// are more colours than codes.
fn arc_codes(lexicon: &Lexicon) -> Option<Vec<u64>> {
    let mut codes: Vec<Option<usize>> = Vec::new();
    for colour in &lexicon.colours {
        let own = ARC_NAMES.iter().position(|names| names.contains(&colour.name.as_str()));
        codes.push(own.filter(|own| !codes.contains(&Some(*own))));
    }
    let mut left: Vec<usize> =
        (0..ARC_NAMES.len()).rev().filter(|own| !codes.contains(&Some(*own))).collect();
    codes.into_iter().map(|code| Some(code.or_else(|| left.pop())? as u64 + 1)).collect()
}
