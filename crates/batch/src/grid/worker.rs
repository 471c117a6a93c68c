//! Making the items of a batch, or of a thread's part of it.

use wampimuk_command::{GridItem, GridItems};

use super::Speller;
use super::arrays::Rows;
use crate::{BatchError, ChannelValue, EOS, Observer, SOS};

/// The number of the first action; the others follow in the order of `Action::ALL`.
const FIRST_ACTION: i64 = 3;

/// Sequences that wait until it is known how wide their array is.
#[derive(Clone, Debug, Default)]
pub(super) struct Ragged {
    numbers: Vec<i64>,
    ends: Vec<usize>,
}

impl Ragged {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn longest(&self) -> usize {
        self.rows().map(<[i64]>::len).max().unwrap_or(0)
    }

    fn rows(&self) -> impl Iterator<Item = &[i64]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.numbers[start..end])
    }

    fn clear(&mut self) {
        self.numbers.clear();
        self.ends.clear();
    }

    fn end(&mut self) {
        self.ends.push(self.numbers.len());
    }
}

/// Makes items and keeps their sequences.
#[derive(Clone, Debug)]
pub(super) struct Worker {
    pub(super) observer: Observer,
    pub(super) speller: Speller,
    pub(super) commands: Ragged,
    pub(super) actions: Ragged,
}

impl Worker {
    pub(super) fn new(observer: Observer, speller: Speller) -> Self {
        Self { observer, speller, commands: Ragged::default(), actions: Ragged::default() }
    }

    pub(super) fn clear(&mut self) {
        self.commands.clear();
        self.actions.clear();
    }

    pub(super) fn make<L: ChannelValue>(
        &mut self,
        items: &mut dyn GridItems,
        split: usize,
        indices: &[u64],
        rows: Rows<'_, L>,
    ) -> Result<(), BatchError> {
        let Rows { observation, target_cell, agent_cell, ids } = rows;
        let side = self.observer.side() as u8;
        let tensors = observation.chunks_exact_mut(self.observer.len().max(1));
        let cells = target_cell.iter_mut().zip(agent_cell).zip(ids);
        for ((&index, tensor), ((target, agent), id)) in indices.iter().zip(tensors).zip(cells) {
            let item = items.make(split, index)?;
            let world = &item.example.world;
            let unseen = |unseen| BatchError::Unseen { index, unseen };
            self.observer.write(world, tensor).map_err(unseen)?;
            *target =
                world.objects().get(item.example.target).map_or(0, |object| object.cell.index(side)) as i64;
            *agent = world.agent().cell.index(side) as i64;
            *id = item.id;
            self.keep(item)?;
        }
        Ok(())
    }

    fn keep(&mut self, item: &GridItem) -> Result<(), BatchError> {
        self.commands.numbers.extend_from_slice(self.speller.spell(item.command, &item.example.command)?);
        self.commands.end();
        let actions = &mut self.actions;
        actions.numbers.push(SOS);
        actions.numbers.extend(item.example.actions.iter().map(|&action| FIRST_ACTION + action as i64));
        actions.numbers.push(EOS);
        actions.end();
        Ok(())
    }
}

/// Writes sequences side by side, padded to a width.
pub(super) fn spread(
    what: &'static str,
    indices: &[u64],
    sequences: &Ragged,
    width: usize,
    (numbers, lengths, mask): (&mut [i64], &mut [i64], &mut [bool]),
) -> Result<(), BatchError> {
    if width == 0 {
        return match sequences.len() {
            0 => Ok(()),
            _ => Err(BatchError::TooLong { what, index: indices[0], length: sequences.longest(), width }),
        };
    }
    let rows = numbers.chunks_exact_mut(width).zip(mask.chunks_exact_mut(width)).zip(lengths);
    for ((sequence, &index), ((numbers, mask), length)) in sequences.rows().zip(indices).zip(rows) {
        let count = sequence.len();
        if count > width {
            return Err(BatchError::TooLong { what, index, length: count, width });
        }
        let (there, beyond) = numbers.split_at_mut(count);
        there.copy_from_slice(sequence);
        beyond.fill(0);
        let (there, beyond) = mask.split_at_mut(count);
        there.fill(true);
        beyond.fill(false);
        *length = count as i64;
    }
    Ok(())
}
