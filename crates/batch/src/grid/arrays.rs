//! The arrays of a batch.

use wampimuk_core::ItemId;

use super::GridShape;
use crate::{BatchError, ChannelValue};

/// Items of gSCAN or ReaSCAN as flat arrays, row by row. Keep one and fill it again and again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GridBatch<L = u8> {
    /// How many items there are: B.
    pub len: usize,
    /// Tokens in a row of `command`: C.
    pub command_width: usize,
    /// Tokens in a row of `actions`: A.
    pub action_width: usize,
    /// The worlds, `[B, side, side, channels]`.
    pub observation: Vec<L>,
    /// The commands, `[B, C]`.
    pub command: Vec<i64>,
    /// How many tokens of each row of `command` count, `[B]`.
    pub command_lengths: Vec<i64>,
    /// Which tokens of `command` count, `[B, C]`.
    pub command_mask: Vec<bool>,
    /// The canonical actions, `[B, A]`.
    pub actions: Vec<i64>,
    /// How many tokens of each row of `actions` count, `[B]`.
    pub action_lengths: Vec<i64>,
    /// Which tokens of `actions` count, `[B, A]`.
    pub action_mask: Vec<bool>,
    /// The cell of the target, `[B]`.
    pub target_cell: Vec<i64>,
    /// The cell of the agent at the start, `[B]`.
    pub agent_cell: Vec<i64>,
    /// The identities of the items, `[B]`.
    pub ids: Vec<ItemId>,
}

/// The same arrays in the caller's memory.
#[derive(Debug)]
#[expect(missing_docs, reason = "as in `GridBatch`")]
pub struct GridSlices<'b, L = u8> {
    pub observation: &'b mut [L],
    pub command: &'b mut [i64],
    pub command_lengths: &'b mut [i64],
    pub command_mask: &'b mut [bool],
    pub actions: &'b mut [i64],
    pub action_lengths: &'b mut [i64],
    pub action_mask: &'b mut [bool],
    pub target_cell: &'b mut [i64],
    pub agent_cell: &'b mut [i64],
    pub ids: &'b mut [ItemId],
}

/// The arrays that do not wait for the width of sequences.
#[derive(Debug)]
pub(super) struct Rows<'b, L> {
    pub(super) observation: &'b mut [L],
    pub(super) target_cell: &'b mut [i64],
    pub(super) agent_cell: &'b mut [i64],
    pub(super) ids: &'b mut [ItemId],
}

impl<L: ChannelValue> GridBatch<L> {
    /// Makes room for the arrays that do not wait for the width of sequences.
    pub(super) fn make_room(&mut self, len: usize, shape: GridShape) {
        self.len = len;
        self.observation.resize(len * shape.side * shape.side * shape.channels, L::default());
        for array in
            [&mut self.command_lengths, &mut self.action_lengths, &mut self.target_cell, &mut self.agent_cell]
        {
            array.resize(len, 0);
        }
        self.ids.resize(len, ItemId::default());
    }

    /// Makes room for the others.
    pub(super) fn set_widths(&mut self, command: usize, actions: usize) {
        (self.command_width, self.action_width) = (command, actions);
        self.command.resize(self.len * command, 0);
        self.command_mask.resize(self.len * command, false);
        self.actions.resize(self.len * actions, 0);
        self.action_mask.resize(self.len * actions, false);
    }

    pub(super) fn rows_mut(&mut self) -> Rows<'_, L> {
        let Self { observation, target_cell, agent_cell, ids, .. } = self;
        Rows { observation, target_cell, agent_cell, ids }
    }

    /// The arrays as slices.
    pub fn slices(&mut self) -> GridSlices<'_, L> {
        GridSlices {
            observation: &mut self.observation,
            command: &mut self.command,
            command_lengths: &mut self.command_lengths,
            command_mask: &mut self.command_mask,
            actions: &mut self.actions,
            action_lengths: &mut self.action_lengths,
            action_mask: &mut self.action_mask,
            target_cell: &mut self.target_cell,
            agent_cell: &mut self.agent_cell,
            ids: &mut self.ids,
        }
    }
}

impl<L> GridSlices<'_, L> {
    /// Whether all arrays have the lengths that this many items of these widths need.
    pub(super) fn check(
        &self,
        len: usize,
        observation: usize,
        (command, actions): (usize, usize),
    ) -> Result<(), BatchError> {
        let lengths = [
            ("observation", self.observation.len(), observation),
            ("command", self.command.len(), command),
            ("command_lengths", self.command_lengths.len(), 1),
            ("command_mask", self.command_mask.len(), command),
            ("actions", self.actions.len(), actions),
            ("action_lengths", self.action_lengths.len(), 1),
            ("action_mask", self.action_mask.len(), actions),
            ("target_cell", self.target_cell.len(), 1),
            ("agent_cell", self.agent_cell.len(), 1),
            ("ids", self.ids.len(), 1),
        ];
        for (array, found, each) in lengths {
            let expected = len.saturating_mul(each);
            if found != expected {
                return Err(BatchError::Length { array, found, expected });
            }
        }
        Ok(())
    }

    pub(super) fn rows(&mut self) -> Rows<'_, L> {
        let Self { observation, target_cell, agent_cell, ids, .. } = self;
        Rows { observation, target_cell, agent_cell, ids }
    }
}

impl<'b, L> Rows<'b, L> {
    /// The first `len` rows, and the others.
    pub(super) fn split_at(self, len: usize, observation: usize) -> (Self, Self) {
        let observation = self.observation.split_at_mut(len * observation);
        let target_cell = self.target_cell.split_at_mut(len);
        let agent_cell = self.agent_cell.split_at_mut(len);
        let ids = self.ids.split_at_mut(len);
        (
            Rows {
                observation: observation.0,
                target_cell: target_cell.0,
                agent_cell: agent_cell.0,
                ids: ids.0,
            },
            Rows {
                observation: observation.1,
                target_cell: target_cell.1,
                agent_cell: agent_cell.1,
                ids: ids.1,
            },
        )
    }
}
