//! The arrays that many environments write into.

use wampimuk_batch::PAD;

use crate::{EnvError, VectorEnv};

/// Arrays of the caller's that hold what N environments show. They belong together with the environments: only what
/// changes is written, so they must be the same from step to step, and nobody else may write into them.
#[derive(Debug)]
pub struct VectorSlices<'b> {
    /// The worlds, `[N, side, side, channels]`.
    pub observation: &'b mut [u8],
    /// The commands' tokens, `[N, command width]`.
    pub command: &'b mut [i64],
    /// The indices of the items being played, `[N]`.
    pub item: &'b mut [u64],
    /// The rewards of the last step, `[N]`.
    pub reward: &'b mut [f32],
    /// Their parts without weights: success, reaching, manner, `[N, 3]`.
    pub parts: &'b mut [f32],
    /// Which episodes ended because they are decided, `[N]`.
    pub terminated: &'b mut [bool],
    /// Which episodes ended because of the step limit, `[N]`.
    pub truncated: &'b mut [bool],
    /// What happened, as bits of [`StepEvents`](crate::StepEvents), `[N]`.
    pub events: &'b mut [u16],
    /// The last observations of episodes that ended, `[N, side, side, channels]`; only with
    /// [`Autoreset::SameStep`](crate::Autoreset::SameStep), else empty.
    pub final_observation: &'b mut [u8],
}

/// The same arrays with memory of their own.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(missing_docs, reason = "as in `VectorSlices`")]
pub struct VectorBuffers {
    pub observation: Vec<u8>,
    pub command: Vec<i64>,
    pub item: Vec<u64>,
    pub reward: Vec<f32>,
    pub parts: Vec<f32>,
    pub terminated: Vec<bool>,
    pub truncated: Vec<bool>,
    pub events: Vec<u16>,
    pub final_observation: Vec<u8>,
}

impl VectorBuffers {
    /// Arrays for these environments.
    pub fn new(env: &VectorEnv) -> Self {
        let (len, world) = (env.len(), env.len() * env.game().observer().len());
        Self {
            observation: vec![0; world],
            command: vec![PAD; len * env.command_width()],
            item: vec![0; len],
            reward: vec![0.0; len],
            parts: vec![0.0; 3 * len],
            terminated: vec![false; len],
            truncated: vec![false; len],
            events: vec![0; len],
            final_observation: vec![0; if env.keeps_final_observations() { world } else { 0 }],
        }
    }

    /// The arrays as slices.
    pub fn slices(&mut self) -> VectorSlices<'_> {
        let Self {
            observation,
            command,
            item,
            reward,
            parts,
            terminated,
            truncated,
            events,
            final_observation,
        } = self;
        VectorSlices {
            observation,
            command,
            item,
            reward,
            parts,
            terminated,
            truncated,
            events,
            final_observation,
        }
    }
}

impl VectorSlices<'_> {
    /// Whether all arrays have the lengths that the environments need.
    pub(crate) fn check(&self, env: &VectorEnv) -> Result<(), EnvError> {
        let (len, world) = (env.len(), env.len() * env.game().observer().len());
        let lengths = [
            ("observation", self.observation.len(), world),
            ("command", self.command.len(), len * env.command_width()),
            ("item", self.item.len(), len),
            ("reward", self.reward.len(), len),
            ("parts", self.parts.len(), 3 * len),
            ("terminated", self.terminated.len(), len),
            ("truncated", self.truncated.len(), len),
            ("events", self.events.len(), len),
            (
                "final_observation",
                self.final_observation.len(),
                if env.keeps_final_observations() { world } else { 0 },
            ),
        ];
        let wrong = lengths.into_iter().find(|(_, found, expected)| found != expected);
        wrong.map_or(Ok(()), |(array, found, expected)| Err(EnvError::Length { array, found, expected }))
    }
}
