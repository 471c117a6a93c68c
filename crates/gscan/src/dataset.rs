//! A dataset: a recipe and a seed, with random access to every item.

use std::collections::HashMap;

use wampimuk_command::{
    Bounds, Candidates, Columns, Command, Example, GridFamily, GridItems, Lexicon, Reading, Register,
    Setting, Surface, most_actions,
};
use wampimuk_core::{Digest, Family, Items, RecipeError, Schema, SplitInfo, StreamKey};

use crate::check;
use crate::commands::{CommandEntry, TargetKind, commands};
use crate::condition::Predicate;
use crate::distractors::DistractorSampler;
use crate::draw::{Candidate, DrawPlan, SplitRules};
use crate::layout::Layout;
use crate::lengths::Lengths;
use crate::maker::GscanMaker;
use crate::partition::{Partition, PartitionContext};
use crate::recipe::{Draw, Procedure, Recipe};
use crate::splits::{SplitOrigin, Splits};

/// A gSCAN dataset.
#[derive(Debug)]
pub struct Gscan {
    pub(crate) recipe: Recipe,
    digest: Digest,
    seed: u64,
    pub(crate) lexicon: Lexicon,
    pub(crate) commands: Vec<CommandEntry>,
    /// Each command's tokens, as numbers of the `command` column.
    pub(crate) tokens: Vec<Vec<u8>>,
    numbers: HashMap<Command, usize>,
    pub(crate) columns: Columns,
    pub(crate) scatter: DistractorSampler,
    predicates: Vec<Predicate>,
    few_shot: Option<usize>,
    layout: Layout,
    pub(crate) lengths: Option<Lengths>,
    longest: Vec<Option<usize>>,
    crowded: Vec<bool>,
    pub(crate) plan: SplitPlan,
    pub(crate) splits: Splits,
}

/// How items are found.
#[derive(Debug)]
pub(crate) enum SplitPlan {
    /// By arithmetic.
    Partition(Partition),
    /// In lists made by the released procedure; with the streams of the worlds.
    Draw(DrawPlan, StreamKey),
}

impl Gscan {
    /// Prepares a dataset. This checks the recipe and lays out the splits; items are made when asked for.
    pub fn new(recipe: Recipe, seed: u64) -> Result<Self, RecipeError> {
        let generate = &recipe.generate;
        let digest = recipe.digest();
        let key = |name: &str| StreamKey::new(&digest, name, seed);
        let lexicon = generate.lexicon.lexicon()?;
        check::numbers(generate, &lexicon)?;
        let predicates = check::holdouts(generate, &lexicon)?;
        let commands = commands(generate, &lexicon);
        let scatter = DistractorSampler::new(generate, &lexicon);
        let side = generate.grid_size;
        let displacements = (2 * usize::from(side) - 1).pow(2) - 1;
        check::crowds(generate, &commands, displacements, &scatter)?;
        let layout = Layout::new(side, generate.resampling, &key("layout"));
        let wants_length = generate.holdouts.iter().any(|holdout| holdout.no_longer_than_train);
        let lengths = (wants_length || predicates.iter().any(Predicate::asks_for_actions))
            .then(|| Lengths::new(side, heavy_from(&recipe), &commands, &lexicon));
        let mut dataset = Self {
            digest,
            seed,
            few_shot: generate.holdouts.iter().position(|holdout| holdout.few_shot),
            crowded: commands.iter().map(|entry| scatter.crowd(&entry.command.phrase).objects > 1).collect(),
            numbers: commands
                .iter()
                .enumerate()
                .map(|(number, entry)| (entry.command.clone(), number))
                .collect(),
            longest: vec![None; predicates.len()],
            tokens: Vec::new(),
            columns: Columns::new(&lexicon, Surface::Gscan, &[]),
            plan: SplitPlan::Partition(Partition { groups: Vec::new() }),
            splits: Splits::default(),
            lexicon,
            commands,
            scatter,
            predicates,
            layout,
            lengths,
            recipe,
        };
        dataset.bound_lengths();
        match dataset.recipe.generate.procedure {
            Procedure::Partition(shares) => {
                let partition = Partition::new(dataset.context(), &shares, key)
                    .map_err(|message| RecipeError::new(format!("generate.procedure: {message}")))?;
                dataset.splits = Splits::of_partition(&partition, &dataset.recipe)?;
                dataset.plan = SplitPlan::Partition(partition);
            }
            Procedure::Draw(settings) => {
                let (plan, worlds) = dataset.draw(&settings, key).map_err(RecipeError::new)?;
                dataset.splits = Splits::of_lists(&plan, &dataset.recipe)?;
                dataset.plan = SplitPlan::Draw(plan, worlds);
            }
        }
        let names: Vec<String> = dataset.splits.infos.iter().map(|split| split.name.clone()).collect();
        dataset.columns = Columns::new(&dataset.lexicon, Surface::Gscan, &names);
        let tokens =
            |entry: &CommandEntry| dataset.columns.tokens(&entry.command, &dataset.lexicon, Surface::Gscan);
        dataset.tokens = dataset.commands.iter().map(tokens).collect();
        Ok(dataset)
    }

    /// The recipe.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The words.
    pub fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    /// All commands, in order of enumeration.
    pub fn commands(&self) -> &[CommandEntry] {
        &self.commands
    }

    /// The splits, in the order in which they are written.
    pub fn splits(&self) -> &[SplitInfo] {
        &self.splits.infos
    }

    /// The columns of its files.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// What the released procedure found while sorting its candidates; `None` for other recipes.
    pub fn tally(&self) -> Option<Candidates> {
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
        heavy_from(&self.recipe)
    }

    /// The numbers of the splits that an example may belong to: one or none where splits are a partition; all parts of
    /// its split group where they are drawn.
    pub fn possible_splits(&self, example: &Example) -> Vec<usize> {
        let Some(&command) = self.numbers.get(&example.command) else { return Vec::new() };
        let object = example.world.objects()[example.target];
        let target = TargetKind { shape: object.shape, colour: object.colour, size: object.size };
        let agent = example.world.agent().cell;
        let context = self.context();
        match &self.plan {
            SplitPlan::Partition(partition) => {
                let Some(place) = partition.part_of(context, command, target, agent, object.cell) else {
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
                match context.group_of_actions(
                    command,
                    target,
                    agent,
                    object.cell,
                    Some(example.actions.len()),
                ) {
                    None => Vec::new(),
                    Some(None) => vec![0, 1, 2],
                    Some(Some(holdout)) if self.few_shot == Some(holdout) => vec![0, 3 + holdout],
                    Some(Some(holdout)) => vec![3 + holdout],
                }
            }
        }
    }

    pub(crate) fn context(&self) -> PartitionContext<'_> {
        PartitionContext {
            commands: &self.commands,
            layout: &self.layout,
            predicates: &self.predicates,
            few_shot: self.few_shot,
            longest: &self.longest,
            lengths: self.lengths.as_ref(),
            crowded: &self.crowded,
        }
    }

    /// For hold-outs that must not be longer than train: the most actions any training item can ask for.
    fn bound_lengths(&mut self) {
        let Some(lengths) = &self.lengths else { return };
        if !self.recipe.generate.holdouts.iter().any(|holdout| holdout.no_longer_than_train) {
            return;
        }
        let context = self.context();
        let mut longest = 0;
        for (number, entry) in self.commands.iter().enumerate() {
            for displacement in 0..self.layout.displacements().len() {
                for place in 0..self.layout.displacements()[displacement].places {
                    let (agent, goal) = self.layout.placement(displacement, place);
                    for &target in &entry.targets {
                        let length = lengths.of(&entry.command, target, agent, goal);
                        if length > longest && context.group_of(number, target, agent, goal) == Some(None) {
                            longest = length;
                        }
                    }
                }
            }
        }
        for (bound, holdout) in self.longest.iter_mut().zip(&self.recipe.generate.holdouts) {
            *bound = holdout.no_longer_than_train.then_some(longest);
        }
    }

    /// Makes the plan of the released procedure.
    fn draw(
        &self,
        settings: &Draw,
        key: impl Fn(&str) -> StreamKey,
    ) -> Result<(DrawPlan, StreamKey), String> {
        let generate = &self.recipe.generate;
        let colours = self.lexicon.colours.len();
        let mut plan = DrawPlan::new(generate, settings, &self.commands, colours, key("placements"))?;
        let worlds = key("worlds");
        let asks = self.predicates.iter().any(Predicate::asks_for_actions);
        let context = self.context();
        let (mut sorter, mut reader) = (self.maker(), self.maker());
        let family = |number: u32, candidate: &Candidate| {
            let actions = asks.then(|| sorter.candidate_actions(candidate, &worlds, number).len());
            let Candidate { command, target, agent, goal } = *candidate;
            context.group_of_actions(command, target, agent, goal, actions)
        };
        let actions = |number: u32, candidate: &Candidate, actions: &mut Vec<_>| {
            actions.extend_from_slice(reader.candidate_actions(candidate, &worlds, number));
        };
        let cut = SplitRules {
            settings,
            commands: &self.commands,
            holdouts: self.predicates.len(),
            few_shot: self.few_shot,
            key: &key("cuts"),
        };
        plan.sort(&cut, family, actions)?;
        Ok((plan, worlds))
    }
}

fn heavy_from(recipe: &Recipe) -> u8 {
    (recipe.generate.min_object_size + recipe.generate.max_object_size) / 2 + 1
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
        &self.lexicon
    }

    fn surface(&self) -> Surface {
        Surface::Gscan
    }

    fn reading(&self) -> Reading {
        Reading::Superlative
    }

    fn setting(&self) -> Setting {
        let generate = &self.recipe.generate;
        Setting {
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
        heavy_from(&self.recipe)
    }

    fn may_repeat(&self) -> bool {
        matches!(self.plan, SplitPlan::Draw(..))
    }

    fn some_command(&self) -> Command {
        self.commands[0].command.clone()
    }

    fn possible_splits(&self, example: &Example) -> Vec<usize> {
        self.possible_splits(example)
    }

    fn bounds(&self) -> Bounds {
        let (lexicon, side) = (&self.lexicon, usize::from(self.recipe.generate.grid_size));
        let commands = || self.commands.iter().map(|entry| &entry.command);
        let tokens = commands().map(|command| command.tokens(lexicon, Surface::Gscan, Register::Words).len());
        let actions =
            commands().map(|command| most_actions(side, command.deed(lexicon), command.manner(lexicon)));
        Bounds { tokens: tokens.max().unwrap_or(0), actions: actions.max().unwrap_or(0) }
    }

    /// The words that occur in commands, as the paper's models have them.
    fn vocabulary(&self) -> Vec<String> {
        let mut used: Vec<&str> = Vec::new();
        for entry in &self.commands {
            for token in entry.command.tokens(&self.lexicon, Surface::Gscan, Register::Words) {
                if !used.contains(&token) {
                    used.push(token);
                }
            }
        }
        let mut words = self.columns.vocabulary().to_vec();
        words.retain(|word| used.contains(&word.as_str()));
        words
    }

    fn candidates(&self) -> Option<Candidates> {
        self.tally()
    }

    fn grid_items(&self) -> Box<dyn GridItems + '_> {
        Box::new(self.maker())
    }
}
