//! What all episodes of a dataset have in common.

use std::sync::Arc;

use wampimuk_batch::Observer;
use wampimuk_command::{Example, GridFamily};
use wampimuk_grid::{Deed, Manner};

use crate::{EnvError, Episode};

/// The parts of a reward, or their weights.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RewardParts {
    /// For a fulfilled command.
    pub success: f32,
    /// For coming nearer to the target.
    pub reaching: f32,
    /// For actions that are right in every respect, the manner included.
    pub manner: f32,
}

impl RewardParts {
    /// The sum of the parts, with these weights.
    #[inline]
    pub fn weighed(self, weights: Self) -> f32 {
        let Self { success, reaching, manner } = weights;
        self.success * success + self.reaching * reaching + self.manner * manner
    }
}

/// How episodes are judged and when they end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameSettings {
    /// How much each part of the reward counts.
    pub weights: RewardParts,
    /// The learner's discount factor. Potentials are discounted with it, which leaves the optimal policy unchanged.
    pub discount: f32,
    /// Whether an episode ends at the first wrong action. Otherwise it goes on until the step limit.
    pub strict: bool,
    /// The step limit is this many times the number of canonical actions …
    pub limit_factor: u32,
    /// … and these.
    pub limit_margin: u32,
}

impl Default for GameSettings {
    fn default() -> Self {
        Self {
            weights: RewardParts { success: 1.0, reaching: 0.1, manner: 0.1 },
            discount: 1.0,
            strict: false,
            limit_factor: 2,
            limit_margin: 10,
        }
    }
}

impl GameSettings {
    /// The most actions of an episode with `canonical` canonical actions. It is at least one, because an episode without
    /// any step would never end.
    pub fn limit(&self, canonical: usize) -> usize {
        let times = canonical.saturating_mul(self.limit_factor as usize);
        times.saturating_add(self.limit_margin as usize).max(1)
    }
}

/// What all episodes of a dataset have in common: what words mean, how worlds look, and how episodes are judged.
#[derive(Clone, Debug)]
pub struct Game {
    deeds: Vec<Deed>,
    plain: Arc<Manner>,
    manners: Vec<Arc<Manner>>,
    observer: Observer,
    settings: GameSettings,
}

impl Game {
    /// The game of a dataset.
    pub fn new(grid: &dyn GridFamily, settings: GameSettings) -> Self {
        let lexicon = grid.lexicon();
        Self {
            deeds: lexicon.verbs.iter().map(|verb| verb.deed).collect(),
            plain: Arc::new(Manner::PLAIN),
            manners: lexicon.adverbs.iter().map(|adverb| Arc::new(adverb.manner.clone())).collect(),
            observer: Observer::of(grid),
            settings,
        }
    }

    /// How worlds are observed.
    pub fn observer(&self) -> &Observer {
        &self.observer
    }

    /// How episodes are judged and when they end.
    pub fn settings(&self) -> &GameSettings {
        &self.settings
    }

    /// An episode of an item, before the first action.
    pub fn begin(&self, example: &Example) -> Result<Episode, EnvError> {
        let stranger = |what: &'static str| EnvError::Stranger { what };
        let command = &example.command;
        let deed = *self.deeds.get(usize::from(command.verb)).ok_or(stranger("verb"))?;
        let manner = match command.adverb {
            None => &self.plain,
            Some(adverb) => self.manners.get(usize::from(adverb)).ok_or(stranger("adverb"))?,
        };
        if example.target >= example.world.objects().len() {
            return Err(stranger("target"));
        }
        let limit = self.settings.limit(example.actions.len());
        Ok(Episode::new(example, deed, manner.clone(), limit))
    }
}
