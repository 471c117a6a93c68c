//! A dataset: a recipe and a seed, with random access to every item.

use std::collections::HashMap;

use wampimuk_command::{Columns, Command, Example, Lexicon, Surface};
use wampimuk_core::{Digest, Family, Items, RecipeError, Role, Schema, SplitInfo, StreamKey, closest};

use crate::check;
use crate::commands::{Entry, Kind, commands};
use crate::condition::Predicate;
use crate::distractors::Scatter;
use crate::draw::{Candidate, Cut, DrawPlan};
use crate::layout::Layout;
use crate::lengths::Lengths;
use crate::maker::Maker;
use crate::partition::{Ground, Partition};
use crate::recipe::{Draw, Procedure, Recipe};
use crate::words;

/// A gSCAN dataset.
#[derive(Debug)]
pub struct Gscan {
    pub(crate) recipe: Recipe,
    digest: Digest,
    seed: u64,
    pub(crate) lexicon: Lexicon,
    pub(crate) commands: Vec<Entry>,
    /// Each command's tokens, as numbers of the `command` column.
    pub(crate) tokens: Vec<Vec<u8>>,
    numbers: HashMap<Command, usize>,
    pub(crate) columns: Columns,
    pub(crate) scatter: Scatter,
    predicates: Vec<Predicate>,
    few_shot: Option<usize>,
    layout: Layout,
    pub(crate) lengths: Option<Lengths>,
    longest: Vec<Option<usize>>,
    crowded: Vec<bool>,
    pub(crate) plan: Plan,
    splits: Vec<SplitInfo>,
    pub(crate) sources: Vec<Source>,
}

/// How items are found.
#[derive(Debug)]
pub(crate) enum Plan {
    /// By arithmetic.
    Partition(Partition),
    /// In lists made by the released procedure; with the streams of the worlds.
    Draw(DrawPlan, StreamKey),
}

/// Where a split's items come from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    /// Number of the family and of the part in it; for the released procedure, number of the list and 0.
    pub place: (usize, usize),
    /// How many items come from there.
    pub len: u64,
    /// Where the items after those come from: the shots of a few-shot hold-out.
    pub then: Option<(usize, usize)>,
}

impl Gscan {
    /// Prepares a dataset. This checks the recipe and lays out the splits; items are made when asked for.
    pub fn new(recipe: Recipe, seed: u64) -> Result<Self, RecipeError> {
        let generate = &recipe.generate;
        let digest = recipe.digest();
        let key = |name: &str| StreamKey::new(&digest, name, seed);
        let lexicon = words::lexicon(&generate.lexicon)?;
        check::numbers(generate, &lexicon)?;
        let predicates = check::holdouts(generate, &lexicon)?;
        let commands = commands(generate, &lexicon);
        let scatter = Scatter::new(generate, &lexicon);
        let side = generate.grid_size;
        let ways = (2 * usize::from(side) - 1).pow(2) - 1;
        check::crowds(generate, &commands, ways, &scatter)?;
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
            plan: Plan::Partition(Partition { members: Vec::new() }),
            splits: Vec::new(),
            sources: Vec::new(),
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
                let partition = Partition::new(dataset.ground(), &shares, key)
                    .map_err(|message| RecipeError::new(format!("generate.procedure: {message}")))?;
                dataset.plan = Plan::Partition(partition);
                dataset.name_parts()?;
            }
            Procedure::Draw(settings) => {
                let plan = dataset.draw(&settings, key).map_err(RecipeError::new)?;
                dataset.plan = plan;
                dataset.name_lists()?;
            }
        }
        let names: Vec<String> = dataset.splits.iter().map(|split| split.name.clone()).collect();
        dataset.columns = Columns::new(&dataset.lexicon, Surface::Gscan, &names);
        let tokens = |entry: &Entry| dataset.columns.tokens(&entry.command, &dataset.lexicon, Surface::Gscan);
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
    pub fn commands(&self) -> &[Entry] {
        &self.commands
    }

    /// The splits, in the order in which they are written.
    pub fn splits(&self) -> &[SplitInfo] {
        &self.splits
    }

    /// The columns of its files.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// What the released procedure found while sorting its candidates; `None` for other recipes.
    pub fn tally(&self) -> Option<crate::Tally> {
        match &self.plan {
            Plan::Partition(_) => None,
            Plan::Draw(plan, _) => Some(plan.tally),
        }
    }

    /// A worker that makes items one after another and reuses its memory.
    pub fn maker(&self) -> Maker<'_> {
        Maker::new(self)
    }

    /// The smallest heavy size: the upper half of the sizes is heavy.
    pub fn heavy_from(&self) -> u8 {
        heavy_from(&self.recipe)
    }

    /// The numbers of the splits that an example may belong to: one or none where splits are a partition; all parts of
    /// its family where they are drawn.
    pub fn homes(&self, example: &Example) -> Vec<usize> {
        let Some(&command) = self.numbers.get(&example.command) else { return Vec::new() };
        let object = example.world.objects()[example.target];
        let target = Kind { shape: object.shape, colour: object.colour, size: object.size };
        let agent = example.world.agent().cell;
        let ground = self.ground();
        match &self.plan {
            Plan::Partition(partition) => {
                let Some(place) = partition.part_of(ground, command, target, agent, object.cell) else {
                    return Vec::new();
                };
                let has = |source: &Source| source.place == place || source.then == Some(place);
                self.sources
                    .iter()
                    .enumerate()
                    .filter(|(_, source)| has(source))
                    .map(|(number, _)| number)
                    .collect()
            }
            Plan::Draw(..) => {
                match ground.family_of_actions(
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

    pub(crate) fn ground(&self) -> Ground<'_> {
        Ground {
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
        let ground = self.ground();
        let mut longest = 0;
        for (number, entry) in self.commands.iter().enumerate() {
            for way in 0..self.layout.ways().len() {
                for place in 0..self.layout.ways()[way].places {
                    let (agent, goal) = self.layout.placement(way, place);
                    for &target in &entry.targets {
                        let length = lengths.of(&entry.command, target, agent, goal);
                        if length > longest && ground.family(number, target, agent, goal) == Some(None) {
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
    fn draw(&self, settings: &Draw, key: impl Fn(&str) -> StreamKey) -> Result<Plan, String> {
        let generate = &self.recipe.generate;
        let colours = self.lexicon.colours.len();
        let mut plan = DrawPlan::new(generate, settings, &self.commands, colours, key("placements"))?;
        let worlds = key("worlds");
        let asks = self.predicates.iter().any(Predicate::asks_for_actions);
        let ground = self.ground();
        let (mut sorter, mut reader) = (self.maker(), self.maker());
        let family = |number: u32, candidate: &Candidate| {
            let actions = asks.then(|| sorter.candidate_actions(candidate, &worlds, number).len());
            let Candidate { command, target, agent, goal } = *candidate;
            ground.family_of_actions(command, target, agent, goal, actions)
        };
        let actions = |number: u32, candidate: &Candidate, actions: &mut Vec<_>| {
            actions.extend_from_slice(reader.candidate_actions(candidate, &worlds, number));
        };
        let cut = Cut {
            settings,
            commands: &self.commands,
            holdouts: self.predicates.len(),
            few_shot: self.few_shot,
            key: &key("cuts"),
        };
        plan.sort(&cut, family, actions)?;
        Ok(Plan::Draw(plan, worlds))
    }

    /// Names the parts of a partition as splits.
    fn name_parts(&mut self) -> Result<(), RecipeError> {
        let Plan::Partition(partition) = &self.plan else { return Ok(()) };
        let mut splits = Vec::new();
        let mut sources = Vec::new();
        let shots = self.recipe.splits.shots;
        for (family, member) in partition.members.iter().enumerate() {
            let holdout = member.holdout.map(|number| &self.recipe.generate.holdouts[number]);
            for (part, contents) in member.parts.iter().enumerate() {
                let role = contents.role;
                let name = match holdout {
                    None => role.name().to_string(),
                    Some(_) if role == Role::Train => continue,
                    Some(holdout) => format!("{}_{}", holdout.name, role.name()),
                };
                let mut source = Source { place: (family, part), len: contents.len(), then: None };
                let mut len = self.wanted(&name, contents.len())?;
                source.len = len;
                if name == "train"
                    && let Some(place) = self.shots_place(partition)
                {
                    let room = partition.members[place.0].parts[place.1].len();
                    if u64::from(shots) > room {
                        return Err(RecipeError::new(format!("splits.shots is {shots}"))
                            .hint(format!("at most {room} here")));
                    }
                    source.then = Some(place);
                    len += u64::from(shots);
                }
                let title = holdout.map_or_else(|| random_title(role), |holdout| holdout.title.clone());
                let holdout = holdout.map(|holdout| holdout.name.clone());
                splits.push(SplitInfo { name, role, holdout, title, len });
                sources.push(source);
            }
        }
        if shots > 0 && self.few_shot.is_none() {
            return Err(RecipeError::new("splits.shots is given").hint("mark a hold-out as few_shot = true"));
        }
        self.check_names(&splits)?;
        (self.splits, self.sources) = (splits, sources);
        Ok(())
    }

    fn shots_place(&self, partition: &Partition) -> Option<(usize, usize)> {
        let family = partition
            .members
            .iter()
            .position(|member| member.holdout.is_some() && member.holdout == self.few_shot)?;
        let part = partition.members[family].parts.iter().position(|part| part.role == Role::Train)?;
        Some((family, part))
    }

    /// Names the lists of the released procedure as splits.
    fn name_lists(&mut self) -> Result<(), RecipeError> {
        let Plan::Draw(plan, _) = &self.plan else { return Ok(()) };
        let mut splits = Vec::new();
        let mut sources = Vec::new();
        for (number, list) in plan.lists.iter().enumerate() {
            let role = [Role::Train, Role::Dev].get(number).copied().unwrap_or(Role::Test);
            let holdout = number.checked_sub(3).map(|number| &self.recipe.generate.holdouts[number]);
            let name = holdout.map_or_else(|| role.name().to_string(), |holdout| holdout.name.clone());
            let len = self.wanted(&name, list.len() as u64)?;
            let title = holdout.map_or_else(|| random_title(role), |holdout| holdout.title.clone());
            splits.push(SplitInfo {
                name,
                role,
                holdout: holdout.map(|holdout| holdout.name.clone()),
                title,
                len,
            });
            sources.push(Source { place: (number, 0), len, then: None });
        }
        self.check_names(&splits)?;
        (self.splits, self.sources) = (splits, sources);
        Ok(())
    }

    /// How many items of a split are wanted, given that there is room for `room`.
    fn wanted(&self, name: &str, room: u64) -> Result<u64, RecipeError> {
        match self.recipe.splits.sizes.get(name) {
            Some(&wanted) if wanted > room => {
                Err(RecipeError::new(format!("splits.sizes: {wanted} items of `{name}`"))
                    .hint(format!("this recipe has room for {room}; raise generate.resampling for more")))
            }
            Some(&wanted) => Ok(wanted),
            None => Ok(room),
        }
    }

    fn check_names(&self, splits: &[SplitInfo]) -> Result<(), RecipeError> {
        let known = || splits.iter().map(|split| split.name.as_str());
        for name in self.recipe.splits.sizes.keys() {
            if !known().any(|known| known == name) {
                let error = RecipeError::new(format!("splits.sizes: there is no split `{name}`"));
                return Err(match closest(name, known()) {
                    Some(near) => error.hint(format!("did you mean `{near}`?")),
                    None => error.hint(format!("splits: {}", known().collect::<Vec<_>>().join(", "))),
                });
            }
        }
        Ok(())
    }
}

fn heavy_from(recipe: &Recipe) -> u8 {
    (recipe.generate.min_object_size + recipe.generate.max_object_size) / 2 + 1
}

fn random_title(role: Role) -> String {
    match role {
        Role::Train => "training items".into(),
        Role::Dev => "random items, to select on".into(),
        Role::Test => "random items, to report on".into(),
    }
}

impl Family for Gscan {
    fn family(&self) -> &'static str {
        "gscan"
    }

    fn digest(&self) -> Digest {
        self.digest
    }

    fn splits(&self) -> &[SplitInfo] {
        &self.splits
    }

    fn schema(&self) -> &Schema {
        self.columns.schema()
    }

    fn items(&self) -> Box<dyn Items + '_> {
        Box::new(self.maker())
    }
}
