//! A dataset: a recipe and a seed, with random access to every task.

use std::sync::Arc;

use wampimuk_command::{Lexicon, Surface};
use wampimuk_core::{Digest, Family, Impossible, Items, RecipeError, Schema, SplitInfo, StreamKey, Survey};
use wampimuk_grid::{Cell, World};
use wampimuk_reascan::{Constructed, Pattern, Rules, WorldMaker};

use crate::check;
use crate::codes::Codes;
use crate::columns::Columns;
use crate::explain::Shape;
use crate::language::{selecting, without_deeds};
use crate::maker::{RiddleMaker, world_id};
use crate::operation::Operation;
use crate::operations::operations;
use crate::plan::{Entry, SplitPlan, commands};
use crate::recipe::Recipe;
use crate::riddle::{Riddle, RiddleContext};

/// For how many cells a command is tried, and how often for each.
const CELLS: usize = 4;
const ATTEMPTS: u32 = 60;

/// A set of riddles.
#[derive(Debug)]
pub struct Riddles {
    pub(crate) recipe: Recipe,
    digest: Digest,
    seed: u64,
    pub(crate) setting: Arc<RiddleContext>,
    settings: Constructed,
    /// Which commands count as explanations.
    pub(crate) rivals: Rules,
    pub(crate) shapes: Vec<Shape>,
    pub(crate) plan: SplitPlan,
    pub(crate) tasks: StreamKey,
    pub(crate) columns: Columns,
    impossible: Vec<(String, String)>,
}

impl Riddles {
    /// Prepares a dataset. This checks the recipe, finds the commands, tries whether each has worlds and distributes the pairs
    /// of command and operation over the splits; tasks are made when asked for.
    pub fn new(recipe: Recipe, seed: u64) -> Result<Self, RecipeError> {
        let digest = recipe.digest();
        let generate = &recipe.generate;
        let lexicon = generate.lexicon.lexicon()?;
        check::numbers(generate, &lexicon)?;
        let operations = operations(generate, &lexicon)?;
        let key = |name: &str| StreamKey::new(&digest, name, seed);
        let mut entries = Vec::new();
        for number in 0..generate.patterns.len() {
            entries.extend(commands(generate, number, &lexicon, &key("commands"))?);
        }
        let settings = generate.worlds.settings();
        let impossible = probe(&recipe, &settings, &lexicon, &mut entries, &key("probe"))?;
        let plan = SplitPlan::new(&recipe, entries, operations, &key)?;
        let relaxed = || Rules { relations: generate.rules.relations.clone(), ..Rules::relaxed() };
        let rivals = generate.rivals.clone().unwrap_or_else(relaxed);
        let patterns = generate.patterns.iter().filter_map(|recipe| Pattern::parse(&recipe.shape).ok());
        let shapes = Shape::closure(patterns.map(|pattern| Shape::of(&pattern)));
        let sizes = generate.max_object_size;
        let names = lexicon.clone();
        // Commands and operations are about meanings. Tasks are the same in any language.
        let lexicon = match &recipe.language {
            None => lexicon,
            Some(language) if language.grammar => {
                let error = RecipeError::new("language.grammar: riddles show no commands");
                return Err(error.hint("leave it out: their words alone can be others"));
            }
            Some(language) => without_deeds(lexicon.in_language(language)),
        };
        let columns = Columns::new(&lexicon, &plan.infos);
        let codes = Codes::new(&lexicon, sizes);
        let setting = Arc::new(RiddleContext { lexicon, names, codes, sizes });
        let tasks = key("tasks");
        let dataset = Self {
            digest,
            seed,
            setting,
            settings,
            rivals,
            shapes,
            plan,
            tasks,
            columns,
            impossible,
            recipe,
        };
        dataset.try_splits()?;
        Ok(dataset)
    }

    /// Tries whether every split has a task.
    fn try_splits(&self) -> Result<(), RecipeError> {
        let mut maker = self.maker();
        for (split, info) in self.splits().iter().enumerate().filter(|(_, info)| info.len > 0) {
            maker.make(split, 0).map_err(|error| {
                RecipeError::new(format!("split `{}`: {error}", info.name))
                    .hint("use shorter commands (`max_words`), more pairs, or other operations")
            })?;
        }
        Ok(())
    }

    /// The recipe.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The splits, in the order in which they are written.
    pub fn splits(&self) -> &[SplitInfo] {
        &self.plan.infos
    }

    /// The words.
    pub fn lexicon(&self) -> &Lexicon {
        &self.setting.lexicon
    }

    /// The operations, each with its parameters.
    pub fn operations(&self) -> &[Operation] {
        &self.plan.operations
    }

    /// How many commands tasks are about.
    pub fn commands(&self) -> usize {
        self.plan.commands.len()
    }

    /// Whether a hold-out is about a task, whatever split it is in.
    pub fn is_held_out(&self, riddle: &Riddle) -> bool {
        self.plan.is_held_out(&self.recipe, &riddle.phrase, &riddle.operation)
    }

    /// Whether a world may be in tasks of a split and of others with its role: no world belongs to two roles.
    pub fn may_show(&self, split: usize, world: &World) -> bool {
        self.plan.infos.get(split).is_some_and(|info| self.plan.may_show(info.role, world_id(world)))
    }

    /// The commands for which no world can be made, each with the reason. They are in no split.
    pub fn impossible(&self) -> &[(String, String)] {
        &self.impossible
    }

    /// A worker that makes tasks one after another and reuses its memory.
    pub fn maker(&self) -> RiddleMaker<'_> {
        RiddleMaker::new(self)
    }

    pub(crate) fn world_maker(&self) -> WorldMaker<'_> {
        world_maker(&self.recipe, &self.settings, self.lexicon())
    }
}

fn world_maker<'d>(recipe: &Recipe, settings: &'d Constructed, lexicon: &'d Lexicon) -> WorldMaker<'d> {
    let generate = &recipe.generate;
    let sizes = generate.min_object_size..=generate.max_object_size;
    WorldMaker::new(settings, generate.grid_size, sizes, lexicon).expect("recipes are checked")
}

/// Takes out the commands without worlds, and names them.
fn probe(
    recipe: &Recipe,
    settings: &Constructed,
    lexicon: &Lexicon,
    entries: &mut Vec<Entry>,
    key: &StreamKey,
) -> Result<Vec<(String, String)>, RecipeError> {
    let mut maker = world_maker(recipe, settings, lexicon);
    let side = recipe.generate.grid_size;
    let cells = u32::from(side) * u32::from(side);
    let mut impossible = Vec::new();
    let mut number = 0;
    entries.retain(|entry| {
        let mut stream = key.stream(number);
        number += 1;
        let mut reason = String::new();
        for _ in 0..CELLS {
            let goal = Cell::from_index(stream.below(cells) as usize, side);
            match maker.make(&entry.phrase, goal, ATTEMPTS, &mut stream) {
                Ok(_) => return true,
                Err(obstacle) => reason = obstacle,
            }
        }
        impossible.push((selecting(&entry.phrase).text(lexicon, Surface::Reascan), reason));
        false
    });
    if let Some((command, reason)) = impossible.last().filter(|_| entries.is_empty()) {
        return Err(RecipeError::new("generate: no world can be made for any of the commands")
            .hint(format!("the last one is `{command}`: {reason}")));
    }
    Ok(impossible)
}

impl Family for Riddles {
    fn family(&self) -> &'static str {
        "riddle"
    }

    fn digest(&self) -> Digest {
        self.digest
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn splits(&self) -> &[SplitInfo] {
        &self.plan.infos
    }

    fn schema(&self) -> &Schema {
        self.columns.schema()
    }

    fn items(&self) -> Box<dyn Items + '_> {
        Box::new(self.maker())
    }

    fn survey(&self) -> Survey {
        let impossible = |(command, reason): &(String, String)| Impossible {
            holdout: None,
            command: command.clone(),
            reason: reason.clone(),
        };
        Survey {
            totals: vec![
                ("commands", self.commands() as u64),
                ("operations", self.operations().len() as u64),
            ],
            impossible: self.impossible.iter().map(impossible).collect(),
            ..Survey::default()
        }
    }
}
