//! One command being carried out.

use std::sync::Arc;

use wampimuk_batch::{ChannelValue, ObservationError, Observer};
use wampimuk_command::Example;
use wampimuk_grid::{Action, Cell, Deed, Manner, Simulation, World};

use crate::{EnvError, Game, RewardParts, StepEvents, Tracker};

/// What a step changed in the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepChange {
    /// Where the agent was.
    pub agent_was: Cell,
    /// The object that was moved along, and where it was.
    pub object: Option<(usize, Cell)>,
}

/// What came of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepOutcome {
    /// The weighed sum of the parts.
    pub reward: f32,
    /// The parts of the reward, without weights.
    pub parts: RewardParts,
    /// Whether the episode is over because the command is fulfilled or, if that ends it, because of a wrong action.
    pub terminated: bool,
    /// Whether the episode is over because of the step limit.
    pub truncated: bool,
    /// What happened.
    pub events: StepEvents,
    /// What changed in the world.
    pub change: StepChange,
}

/// An item that is being played.
#[derive(Clone, Debug)]
pub struct Episode {
    run: Simulation,
    target: usize,
    tracker: Tracker,
    /// How many actions the canonical answer has.
    canonical: usize,
    taken: usize,
    limit: usize,
    /// The distance to the target at the start.
    distance: u8,
    potentials: RewardParts,
    is_over: bool,
}

impl Episode {
    pub(crate) fn new(example: &Example, deed: Deed, manner: Arc<Manner>, limit: usize) -> Self {
        let Example { world, target, actions, .. } = example;
        let mut episode = Self {
            run: Simulation::new(world.clone()),
            target: *target,
            tracker: Tracker::new(world, *target, deed, manner),
            canonical: actions.len(),
            taken: 0,
            limit,
            distance: 0,
            potentials: RewardParts::default(),
            is_over: false,
        };
        episode.distance = episode.distance_now();
        episode.potentials.reaching = episode.nearness();
        episode
    }

    /// The world as it is now.
    pub fn world(&self) -> &World {
        self.run.world()
    }

    /// The number of the object that the command refers to.
    pub fn target(&self) -> usize {
        self.target
    }

    /// How many actions were taken.
    pub fn taken(&self) -> usize {
        self.taken
    }

    /// The most actions that may be taken.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Whether the episode has ended.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Whether the actions so far fulfil the command.
    pub fn is_fulfilled(&self) -> bool {
        self.tracker.is_complete()
    }

    /// What to do next to fulfil the command; `None` if that is done or impossible. As long as the actions so far are
    /// canonical, so is this one.
    pub fn expert_action(&self) -> Option<Action> {
        self.tracker.expert_action()
    }

    /// Carries out an action. A command that asks for no action at all is fulfilled by whatever comes first.
    pub fn step(&mut self, game: &Game, action: Action) -> Result<StepOutcome, EnvError> {
        if self.is_over {
            return Err(EnvError::Over);
        }
        let agent_was = self.world().agent().cell;
        let was_near = self.distance_now() == 0;
        let was_lost = self.tracker.is_lost();
        let outcome = self.run.step(action);
        let has_moved = self.world().agent().cell != agent_was;
        let carries = has_moved && matches!(action, Action::Push | Action::Pull);
        let object = carries.then(|| self.world().solid_at(self.world().agent().cell)).flatten();
        if !self.tracker.is_complete() {
            self.tracker.step(action, self.run.world());
        }
        self.taken += 1;
        let fulfilled = self.tracker.is_complete();
        let lost = self.tracker.is_lost();
        let settings = game.settings();
        let terminated = fulfilled || lost && settings.strict;
        let truncated = !terminated && self.taken >= self.limit;
        self.is_over = terminated || truncated;
        let parts = self.rewards(settings.discount);
        let events = StepEvents::from(outcome)
            .and_if(object.is_some(), StepEvents::CARRIED)
            .and_if(!was_near && self.distance_now() == 0, StepEvents::REACHED)
            .and_if(lost && !was_lost, StepEvents::STRAYED)
            .and_if(fulfilled, StepEvents::FULFILLED);
        Ok(StepOutcome {
            reward: parts.weighed(settings.weights),
            parts,
            terminated,
            truncated,
            events,
            change: StepChange { agent_was, object: object.map(|object| (object, agent_was)) },
        })
    }

    /// Writes the world as it is now.
    pub fn observe<L: ChannelValue>(
        &self,
        observer: &Observer,
        tensor: &mut [L],
    ) -> Result<(), ObservationError> {
        observer.write(self.world(), tensor)
    }

    /// Brings a tensor that was right before a step up to date.
    #[inline]
    pub fn update<L: ChannelValue>(
        &self,
        observer: &Observer,
        change: &StepChange,
        tensor: &mut [L],
    ) -> Result<(), ObservationError> {
        observer.lift(change.agent_was, tensor);
        observer.put(self.world().agent(), tensor);
        let moved = change.object.and_then(|(number, was)| Some((self.world().objects().get(number)?, was)));
        if let Some((object, cell)) = moved {
            observer.take(&wampimuk_grid::Object { cell, ..*object }, tensor)?;
            observer.add(object, tensor)?;
        }
        Ok(())
    }

    /// The differences between the potentials now and before the step.
    fn rewards(&mut self, discount: f32) -> RewardParts {
        let now = RewardParts {
            success: f32::from(u8::from(self.tracker.is_complete())),
            reaching: self.nearness(),
            manner: self.rightness(),
        };
        let before = std::mem::replace(&mut self.potentials, now);
        RewardParts {
            success: now.success,
            reaching: discount * now.reaching - before.reaching,
            manner: discount * now.manner - before.manner,
        }
    }

    /// From -1 at the start (or less, if the agent moves away) to 0 at the target.
    fn nearness(&self) -> f32 {
        match self.distance {
            0 => 0.0,
            distance => -f32::from(self.distance_now()) / f32::from(distance),
        }
    }

    /// From 0 to 1 when the command is fulfilled; 0 after a wrong action. Other ways than the canonical one may be
    /// longer or shorter, so the last step is what makes it 1.
    fn rightness(&self) -> f32 {
        let (right, all) = (self.tracker.count(), self.canonical.max(1));
        match (self.tracker.is_complete(), self.tracker.is_lost()) {
            (true, _) => 1.0,
            (_, true) => 0.0,
            _ => right.min(all - 1) as f32 / all as f32,
        }
    }

    fn distance_now(&self) -> u8 {
        let world = self.world();
        world.objects().get(self.target).map_or(0, |target| world.agent().cell.distance(target.cell))
    }
}
