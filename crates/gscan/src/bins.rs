//! The bins of a split, packed so that finding one touches little memory: making items in random order is otherwise a
//! walk from one cache miss to the next.

/// Slots for each entry of the guide.
const STRIDE: u64 = 32;

/// A command and a displacement, with the targets and the placements that belong to a split.
#[derive(Clone, Copy, Debug)]
pub struct Bin {
    /// The number of the command.
    pub command: u32,
    /// The number of the displacement.
    pub displacement: u16,
    /// Slots for each target.
    pub slots: u16,
    /// Placements for each target.
    pub places: u16,
    /// The number of the set of targets.
    targets: u16,
    /// Whether only some places of the arc belong to it: those for which the hold-out's predicate holds.
    pub sifted: bool,
}

/// All bins of a split, one after another.
#[derive(Debug, Default)]
pub struct Bins {
    bins: Vec<Bin>,
    /// The slot after the last of each bin.
    ends: Vec<u32>,
    /// Which of a command's targets belong to a bin, as bits. There are few different sets.
    targets: Vec<u128>,
    /// The bin of every [`STRIDE`]th slot.
    guide: Vec<u32>,
}

/// What makes a bin.
#[derive(Clone, Copy, Debug)]
pub struct NewBin {
    /// The number of the command.
    pub command: usize,
    /// The number of the displacement.
    pub displacement: usize,
    /// Which of the command's targets belong to it, as bits.
    pub targets: u128,
    /// Slots for each target.
    pub slots: u32,
    /// Placements for each target.
    pub places: u32,
    /// Whether only some places of the arc belong to it.
    pub sifted: bool,
}

impl Bins {
    /// Adds a bin, unless it is empty.
    ///
    /// # Errors
    /// If there are more slots or sets of targets than can be numbered.
    pub fn push(&mut self, new: NewBin) -> Result<(), String> {
        if new.slots == 0 || new.targets == 0 {
            return Ok(());
        }
        let too_many = || "a split has too many items to be numbered: lower `resampling`".to_string();
        let end = self.len() + u64::from(new.slots) * u64::from(new.targets.count_ones());
        let targets = self.targets.iter().position(|&known| known == new.targets).unwrap_or_else(|| {
            self.targets.push(new.targets);
            self.targets.len() - 1
        });
        self.ends.push(u32::try_from(end).map_err(|_| too_many())?);
        self.bins.push(Bin {
            command: u32::try_from(new.command).map_err(|_| too_many())?,
            displacement: u16::try_from(new.displacement).map_err(|_| too_many())?,
            slots: u16::try_from(new.slots).map_err(|_| too_many())?,
            places: u16::try_from(new.places).map_err(|_| too_many())?,
            targets: u16::try_from(targets).map_err(|_| too_many())?,
            sifted: new.sifted,
        });
        Ok(())
    }

    /// Makes the guide; no bin may be added after that.
    pub fn finish(&mut self) {
        self.bins.shrink_to_fit();
        self.ends.shrink_to_fit();
        let mut bin = 0;
        for slot in (0..self.len()).step_by(STRIDE as usize) {
            while u64::from(self.ends[bin]) <= slot {
                bin += 1;
            }
            self.guide.push(bin as u32);
        }
    }

    /// The number of slots.
    pub fn len(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0).into()
    }

    /// The bin of a slot, and the slot's number within it.
    #[inline]
    pub fn find(&self, slot: u64) -> (&Bin, u32) {
        let mut bin = self.guide[(slot / STRIDE) as usize] as usize;
        while u64::from(self.ends[bin]) <= slot {
            bin += 1;
        }
        let start = if bin == 0 { 0 } else { self.ends[bin - 1] };
        (&self.bins[bin], slot as u32 - start)
    }

    /// The number of the n-th target of a bin.
    #[inline]
    pub fn target(&self, bin: &Bin, n: u32) -> usize {
        let mut targets = self.targets[usize::from(bin.targets)];
        for _ in 0..n {
            targets &= targets - 1;
        }
        targets.trailing_zeros() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_is_in_one_bin() {
        let mut bins = Bins::default();
        for command in 0..200 {
            let (slots, targets) = ((command % 7) as u32, 0b1011 << (command % 5));
            bins.push(NewBin { command, displacement: 3, targets, slots, places: 9, sifted: false }).unwrap();
        }
        bins.finish();
        let mut slot = 0;
        for command in 0..200u32 {
            for within in 0..3 * (command % 7) {
                let (bin, found) = bins.find(slot);
                assert_eq!((bin.command, found), (command, within));
                let shift = command as usize % 5;
                assert_eq!(
                    bins.target(bin, within / (command % 7)),
                    [0, 1, 3][(within / (command % 7)) as usize] + shift
                );
                slot += 1;
            }
        }
        assert_eq!(bins.len(), slot);
    }

    #[test]
    fn what_cannot_be_numbered_is_refused() {
        let mut bins = Bins::default();
        let new = NewBin {
            command: 0,
            displacement: 0,
            targets: u128::MAX,
            slots: 60_000,
            places: 1,
            sifted: false,
        };
        let refused = (0..1000).find_map(|_| bins.push(new).err());
        assert!(refused.is_some_and(|message| message.contains("resampling")));
    }
}
