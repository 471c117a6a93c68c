//! A dataset: a recipe and a seed, with random access to every item.

use std::collections::HashMap;

use wampimuk_command::{
    CandidateCounts, Command, Example, GridColumns, GridFamily, GridItems, GridSetting, LengthBounds,
    Lexicon, Reading, Register, Surface, most_actions,
};
use wampimuk_core::{Digest, Family, Items, RecipeError, Schema, SplitInfo, StreamKey};

use crate::commands::{CommandEntry, TargetKind};
use crate::condition::asks_for_actions;
use crate::item_space::ItemSpace;
use crate::maker::GscanMaker;
use crate::partition::Partition;
use crate::recipe::{Draw, Procedure, Recipe};
use crate::released::{Candidate, DrawPlan, Enumeration, SplitRules};
use crate::splits::{SplitOrigin, Splits};
use crate::world_sampler::WorldSampler;

/// A gSCAN dataset.
#[derive(Debug)]
pub struct Gscan {
    digest: Digest,
    seed: u64,
    pub(crate) space: ItemSpace,
    numbers: HashMap<Command, usize>,
    pub(crate) plan: SplitPlan,
    pub(crate) splits: Splits,
    pub(crate) columns: GridColumns,
    /// Each command's tokens, as numbers of the `command` column.
    pub(crate) tokens: Vec<Vec<u8>>,
}

/// How items are found.
#[derive(Debug)]
pub(crate) enum SplitPlan {
    /// By arithmetic.
    Partition(Partition),
    /// In lists made by the released procedure; with the streams of the worlds.
    Draw(DrawPlan, StreamKey),
}

impl SplitPlan {
    fn new(space: &ItemSpace, key: impl Fn(&str) -> StreamKey) -> Result<Self, RecipeError> {
        match &space.recipe.generate.procedure {
            Procedure::Partition(shares) => Partition::new(space, shares, key)
                .map(Self::Partition)
                .map_err(|message| RecipeError::new(format!("generate.procedure: {message}"))),
            Procedure::Draw(settings) => {
                let worlds = key("worlds");
                let plan = draw(space, settings, &worlds, key).map_err(RecipeError::new)?;
                Ok(Self::Draw(plan, worlds))
            }
        }
    }
}

/// Makes the plan of the released procedure.
fn draw(
    space: &ItemSpace,
    settings: &Draw,
    worlds: &StreamKey,
    key: impl Fn(&str) -> StreamKey,
) -> Result<DrawPlan, String> {
    let ItemSpace { recipe, commands, predicates, .. } = space;
    let colours = space.lexicon.colours.len();
    let enumeration = Enumeration::new(&recipe.generate, settings, commands, colours, key("placements"))?;
    let asks = predicates.iter().any(asks_for_actions);
    let (mut sampler, mut example) = (WorldSampler::new(space), space.blank());
    let family = |number: u32, candidate: &Candidate| {
        let actions = asks.then(|| {
            sampler.draw(candidate, &mut worlds.stream(number.into()), &mut example);
            example.actions.len()
        });
        let Candidate { command, target, agent, goal } = *candidate;
        space.group_of_actions(command, target, agent, goal, actions)
    };
    let (mut again, mut drawn) = (WorldSampler::new(space), space.blank());
    let actions = |number: u32, candidate: &Candidate, actions: &mut Vec<_>| {
        again.draw(candidate, &mut worlds.stream(number.into()), &mut drawn);
        actions.extend_from_slice(&drawn.actions);
    };
    let (holdouts, few_shot) = (predicates.len(), space.few_shot);
    let cut = SplitRules { settings, commands, holdouts, few_shot, key: &key("cuts") };
    enumeration.sort(&cut, family, actions)
}

impl Gscan {
    /// Prepares a dataset. This checks the recipe and lays out the splits; items are made when asked for.
    pub fn new(recipe: Recipe, seed: u64) -> Result<Self, RecipeError> {
        let digest = recipe.digest();
        let key = |name: &str| StreamKey::new(&digest, name, seed);
        let mut space = ItemSpace::new(recipe, &key("layout"))?;
        let plan = SplitPlan::new(&space, key)?;
        // Conditions and layouts are about meanings. Items are the same in any language.
        if let Some(language) = &space.recipe.language {
            space.lexicon = space.lexicon.in_language(language);
        }
        let splits = match &plan {
            SplitPlan::Partition(partition) => Splits::of_partition(partition, &space.recipe)?,
            SplitPlan::Draw(plan, _) => Splits::of_lists(plan, &space.recipe)?,
        };
        let ItemSpace { lexicon, commands, .. } = &space;
        let names: Vec<String> = splits.infos.iter().map(|split| split.name.clone()).collect();
        let columns = GridColumns::new(lexicon, Surface::Gscan, &names);
        let tokens = |entry: &CommandEntry| columns.tokens(&entry.command, lexicon, Surface::Gscan);
        let tokens = commands.iter().map(tokens).collect();
        let numbers = commands.iter().enumerate().map(|(number, entry)| (entry.command.clone(), number));
        let numbers = numbers.collect();
        Ok(Self { digest, seed, space, numbers, plan, splits, columns, tokens })
    }

    /// The recipe.
    pub fn recipe(&self) -> &Recipe {
        &self.space.recipe
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The words.
    pub fn lexicon(&self) -> &Lexicon {
        &self.space.lexicon
    }

    /// All commands, in order of enumeration.
    pub fn commands(&self) -> &[CommandEntry] {
        &self.space.commands
    }

    /// The splits, in the order in which they are written.
    pub fn splits(&self) -> &[SplitInfo] {
        &self.splits.infos
    }

    /// The columns of its files.
    pub fn columns(&self) -> &GridColumns {
        &self.columns
    }

    /// What the released procedure found while sorting its candidates; `None` for other recipes.
    pub fn tally(&self) -> Option<CandidateCounts> {
        match &self.plan {
            SplitPlan::Partition(_) => None,
            SplitPlan::Draw(plan, _) => Some(plan.tally),
        }
    }

    /// A worker that makes items one after another and reuses its memory.
    pub fn maker(&self) -> GscanMaker<'_> {
        GscanMaker::new(self)
    }

    /// The smallest heavy size: the upper half of the sizes is heavy.
    pub fn heavy_from(&self) -> u8 {
        self.space.heavy_from()
    }

    /// The numbers of the splits that an example may belong to: one or none where splits are a partition; all parts of
    /// its family where they are drawn.
    pub fn possible_splits(&self, example: &Example) -> Vec<usize> {
        let Some(&command) = self.numbers.get(&example.command) else { return Vec::new() };
        let object = example.world.objects()[example.target];
        let target = TargetKind { shape: object.shape, colour: object.colour, size: object.size };
        let agent = example.world.agent().cell;
        let space = &self.space;
        match &self.plan {
            SplitPlan::Partition(partition) => {
                let Some(place) = partition.part_of(space, command, target, agent, object.cell) else {
                    return Vec::new();
                };
                let has = |source: &SplitOrigin| source.place == place || source.then == Some(place);
                self.splits
                    .sources
                    .iter()
                    .enumerate()
                    .filter(|(_, source)| has(source))
                    .map(|(number, _)| number)
                    .collect()
            }
            SplitPlan::Draw(..) => {
                match space.group_of_actions(command, target, agent, object.cell, Some(example.actions.len()))
                {
                    None => Vec::new(),
                    Some(None) => vec![0, 1, 2],
                    Some(Some(holdout)) if space.few_shot == Some(holdout) => vec![0, 3 + holdout],
                    Some(Some(holdout)) => vec![3 + holdout],
                }
            }
        }
    }
}

impl Family for Gscan {
    fn family(&self) -> &'static str {
        "gscan"
    }

    fn digest(&self) -> Digest {
        self.digest
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn splits(&self) -> &[SplitInfo] {
        &self.splits.infos
    }

    fn schema(&self) -> &Schema {
        self.columns.schema()
    }

    fn items(&self) -> Box<dyn Items + '_> {
        Box::new(self.maker())
    }
}

impl GridFamily for Gscan {
    fn lexicon(&self) -> &Lexicon {
        &self.space.lexicon
    }

    fn surface(&self) -> Surface {
        Surface::Gscan
    }

    fn reading(&self) -> Reading {
        Reading::Superlative
    }

    fn setting(&self) -> GridSetting {
        let generate = &self.space.recipe.generate;
        GridSetting {
            grid_size: generate.grid_size,
            grammar: generate.grammar.name(),
            min_object_size: generate.min_object_size,
            max_object_size: generate.max_object_size,
            train_share: match generate.procedure {
                Procedure::Partition(shares) => 1.0 - shares.dev - shares.test,
                Procedure::Draw(draw) => draw.train,
            },
        }
    }

    fn heavy_from(&self) -> u8 {
        self.space.heavy_from()
    }

    fn may_repeat(&self) -> bool {
        matches!(self.plan, SplitPlan::Draw(..))
    }

    fn some_command(&self) -> Command {
        self.space.commands[0].command.clone()
    }

    fn possible_splits(&self, example: &Example) -> Vec<usize> {
        self.possible_splits(example)
    }

    fn is_held_out(&self, example: &Example) -> bool {
        let Some(&command) = self.numbers.get(&example.command) else { return true };
        let object = example.world.objects()[example.target];
        let target = TargetKind { shape: object.shape, colour: object.colour, size: object.size };
        let (agent, actions) = (example.world.agent().cell, Some(example.actions.len()));
        self.space.group_of_actions(command, target, agent, object.cell, actions) != Some(None)
    }

    fn bounds(&self) -> LengthBounds {
        let ItemSpace { lexicon, commands, recipe, .. } = &self.space;
        let side = usize::from(recipe.generate.grid_size);
        let commands = || commands.iter().map(|entry| &entry.command);
        let tokens = commands().map(|command| command.tokens(lexicon, Surface::Gscan, Register::Words).len());
        let actions =
            commands().map(|command| most_actions(side, command.deed(lexicon), command.manner(lexicon)));
        LengthBounds { tokens: tokens.max().unwrap_or(0), actions: actions.max().unwrap_or(0) }
    }

    /// The words that occur in commands, as the paper's models have them.
    fn vocabulary(&self) -> Vec<String> {
        let mut used: Vec<&str> = Vec::new();
        for entry in &self.space.commands {
            for token in entry.command.tokens(&self.space.lexicon, Surface::Gscan, Register::Words) {
                if !used.contains(&token) {
                    used.push(token);
                }
            }
        }
        let mut words = self.columns.vocabulary().to_vec();
        words.retain(|word| used.contains(&word.as_str()));
        words
    }

    fn candidates(&self) -> Option<CandidateCounts> {
        self.tally()
    }

    fn grid_items(&self) -> Box<dyn GridItems + '_> {
        Box::new(self.maker())
    }
}
