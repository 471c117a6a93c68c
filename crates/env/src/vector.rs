//! Many episodes side by side.

use wampimuk_batch::{BatchError, GridBatcher, PAD, Speller, Vocabulary, grid_of};
use wampimuk_command::{GridFamily, GridItems};
use wampimuk_core::Digest;
use wampimuk_families::Dataset;
use wampimuk_grid::Action;

use crate::{
    EnvError, Episode, Game, GameSettings, ItemOrder, RewardParts, StepEvents, StepOutcome, VectorSlices,
};

/// What [`VectorEnv::expert_actions`] says where there is nothing to do.
pub const NO_ACTION: u8 = u8::MAX;

/// When the next episode begins after one has ended. The names are those of Gymnasium.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Autoreset {
    /// At the next step, whose action is then not looked at: it shows the new world, without reward.
    #[default]
    NextStep,
    /// At once: the step that ends an episode shows the next world already, and the last observation of the old one
    /// apart.
    SameStep,
    /// When the caller asks for it.
    Disabled,
}

/// What a reset begins with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reset<'r> {
    /// A new seed for the order of items; the orders start again. Without it, they continue.
    pub seed: Option<u64>,
    /// The items to play first, one for each environment, before the order goes on.
    pub items: Option<&'r [u64]>,
    /// Which environments are reset; all, if not given.
    pub mask: Option<&'r [bool]>,
}

/// N environments on one split of a dataset.
///
/// It holds no dataset and is given it with every call, like a [`GridBatcher`]. Every environment is an [`Episode`] of its
/// own, so N environments do what N episodes would; only their arrays are shared.
#[derive(Clone, Debug)]
pub struct VectorEnv {
    game: Game,
    speller: Speller,
    command_width: usize,
    digest: Digest,
    split: usize,
    split_name: String,
    split_len: u64,
    autoreset: Autoreset,
    lanes: Vec<Lane>,
}

#[derive(Clone, Debug)]
struct Lane {
    order: ItemOrder,
    /// None before the first reset.
    episode: Option<Episode>,
}

impl VectorEnv {
    /// This many environments on a split. Their items come in the orders of seed 0 until a reset says otherwise.
    pub fn new(
        dataset: &dyn Dataset,
        split: usize,
        len: usize,
        autoreset: Autoreset,
        settings: GameSettings,
    ) -> Result<Self, EnvError> {
        // The batcher knows how long commands can be.
        let batcher = GridBatcher::new(dataset)?;
        let grid = grid_of(dataset)?;
        let count = grid.splits().len();
        let info = grid.splits().get(split).ok_or(EnvError::Split { split, count })?;
        let mut env = Self {
            game: Game::new(grid, settings),
            speller: batcher.speller().clone(),
            command_width: batcher.shape().command,
            digest: grid.digest(),
            split,
            split_name: info.name.clone(),
            split_len: info.len,
            autoreset,
            lanes: Vec::new(),
        };
        env.lanes = (0..len).map(|lane| env.lane(0, lane)).collect::<Result<_, _>>()?;
        Ok(env)
    }

    fn lane(&self, seed: u64, number: usize) -> Result<Lane, EnvError> {
        let order = ItemOrder::new(&self.digest, &self.split_name, self.split_len, seed, number);
        let order = order.ok_or_else(|| EnvError::Empty { split: self.split_name.clone() })?;
        Ok(Lane { order, episode: None })
    }

    /// How many environments there are.
    pub fn len(&self) -> usize {
        self.lanes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.lanes.is_empty()
    }

    /// What all episodes have in common.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The numbers of the words of commands.
    pub fn commands(&self) -> &Vocabulary {
        self.speller.vocabulary()
    }

    /// How many tokens a row of commands has.
    pub fn command_width(&self) -> usize {
        self.command_width
    }

    /// Whether last observations are kept apart.
    pub fn keeps_final_observations(&self) -> bool {
        self.autoreset == Autoreset::SameStep
    }

    /// The episode of an environment, if there is one.
    pub fn episode(&self, environment: usize) -> Option<&Episode> {
        self.lanes.get(environment)?.episode.as_ref()
    }

    /// Begins new episodes.
    pub fn reset(
        &mut self,
        dataset: &dyn Dataset,
        reset: Reset<'_>,
        mut slices: VectorSlices<'_>,
    ) -> Result<(), EnvError> {
        let mut source = self.source(dataset)?;
        slices.check(self)?;
        let expected = self.len();
        let lengths = [("items", reset.items.map(<[u64]>::len)), ("mask", reset.mask.map(<[bool]>::len))];
        for (array, found) in lengths {
            if let Some(found) = found.filter(|&found| found != expected) {
                return Err(EnvError::Length { array, found, expected });
            }
        }
        for number in 0..self.len() {
            if reset.mask.is_some_and(|mask| !mask[number]) {
                continue;
            }
            if let Some(seed) = reset.seed {
                self.lanes[number] = self.lane(seed, number)?;
            }
            self.begin(number, reset.items.map(|items| items[number]), &mut source, &mut slices)?;
            slices.show(number, None);
        }
        Ok(())
    }

    /// Carries out one action in every environment; actions are numbered as in [`Action::ALL`].
    ///
    /// # Errors
    /// If an action does not exist, or an episode is over and was not reset: nothing is done then.
    pub fn step(
        &mut self,
        dataset: &dyn Dataset,
        actions: &[u8],
        mut slices: VectorSlices<'_>,
    ) -> Result<(), EnvError> {
        let mut source = self.source(dataset)?;
        slices.check(self)?;
        self.check(actions)?;
        let world = self.game.observer().len();
        for (number, &action) in actions.iter().enumerate() {
            let (Some(&action), Some(episode)) =
                (Action::ALL.get(usize::from(action)), &mut self.lanes[number].episode)
            else {
                return Err(EnvError::NotReset { environment: number });
            };
            if episode.is_over() {
                self.begin(number, None, &mut source, &mut slices)?;
                slices.show(number, None);
                continue;
            }
            let step = episode.step(&self.game, action)?;
            let tensor = number * world..(number + 1) * world;
            episode.update(self.game.observer(), &step.change, &mut slices.observation[tensor.clone()])?;
            slices.show(number, Some(&step));
            if episode.is_over() && self.autoreset == Autoreset::SameStep {
                slices.final_observation[tensor.clone()].copy_from_slice(&slices.observation[tensor]);
                self.begin(number, None, &mut source, &mut slices)?;
            }
        }
        Ok(())
    }

    /// What an expert would do, as numbers of [`Action::ALL`]; [`NO_ACTION`] where the command is fulfilled or cannot
    /// be any more.
    pub fn expert_actions(&self, actions: &mut [u8]) -> Result<(), EnvError> {
        let (found, expected) = (actions.len(), self.len());
        if found != expected {
            return Err(EnvError::Length { array: "actions", found, expected });
        }
        for (slot, lane) in actions.iter_mut().zip(&self.lanes) {
            let action = lane.episode.as_ref().and_then(Episode::expert_action);
            *slot = action.map_or(NO_ACTION, |action| action as u8);
        }
        Ok(())
    }

    /// Whether every environment can carry out its action.
    fn check(&self, actions: &[u8]) -> Result<(), EnvError> {
        let (found, expected) = (actions.len(), self.len());
        if found != expected {
            return Err(EnvError::Length { array: "actions", found, expected });
        }
        for (environment, (&action, lane)) in actions.iter().zip(&self.lanes).enumerate() {
            if usize::from(action) >= Action::ALL.len() {
                return Err(EnvError::Action { action, environment });
            }
            let is_over = lane.episode.as_ref().is_none_or(Episode::is_over);
            if is_over && (lane.episode.is_none() || self.autoreset == Autoreset::Disabled) {
                return Err(EnvError::NotReset { environment });
            }
        }
        Ok(())
    }

    /// Begins an episode of this item, or of the next one, and shows its world and command.
    fn begin(
        &mut self,
        number: usize,
        item: Option<u64>,
        source: &mut ItemSource<'_>,
        slices: &mut VectorSlices<'_>,
    ) -> Result<(), EnvError> {
        let lane = &mut self.lanes[number];
        let Some(index) = item.or_else(|| lane.order.next()) else {
            return Err(EnvError::Empty { split: self.split_name.clone() });
        };
        let item = source.items().make(self.split, index)?;
        let (world, width) = (self.game.observer().len(), self.command_width);
        self.game
            .observer()
            .write(&item.example.world, &mut slices.observation[number * world..][..world])?;
        let tokens = self.speller.spell(item.command, &item.example.command)?;
        let row = &mut slices.command[number * width..][..width];
        row.fill(PAD);
        let (found, expected) = (tokens.len(), width);
        let room = row.get_mut(..found).ok_or(EnvError::Length { array: "command", found, expected })?;
        room.copy_from_slice(tokens);
        slices.item[number] = index;
        lane.episode = Some(self.game.begin(&item.example)?);
        Ok(())
    }

    fn source<'d>(&self, dataset: &'d dyn Dataset) -> Result<ItemSource<'d>, EnvError> {
        let grid = grid_of(dataset)?;
        if grid.digest() != self.digest {
            let (found, expected) = (grid.digest().to_string(), self.digest.to_string());
            return Err(BatchError::OtherRecipe { found, expected }.into());
        }
        Ok(ItemSource { grid, items: None })
    }
}

/// Makes items, if any are needed.
struct ItemSource<'d> {
    grid: &'d dyn GridFamily,
    items: Option<Box<dyn GridItems + 'd>>,
}

impl<'d> ItemSource<'d> {
    fn items(&mut self) -> &mut (dyn GridItems + 'd) {
        self.items.get_or_insert_with(|| self.grid.grid_items()).as_mut()
    }
}

impl VectorSlices<'_> {
    /// Shows what came of a step, or that nothing has happened yet.
    fn show(&mut self, number: usize, step: Option<&StepOutcome>) {
        let RewardParts { success, reaching, manner } = step.map(|step| step.parts).unwrap_or_default();
        self.parts[3 * number..][..3].copy_from_slice(&[success, reaching, manner]);
        self.reward[number] = step.map_or(0.0, |step| step.reward);
        self.terminated[number] = step.is_some_and(|step| step.terminated);
        self.truncated[number] = step.is_some_and(|step| step.truncated);
        self.events[number] = step.map_or(StepEvents::default(), |step| step.events).0;
    }
}
