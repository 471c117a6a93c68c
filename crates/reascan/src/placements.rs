//! Where agent and target stand.
//!
//! The class of an item is its command, its agent's cell and its target's cell. The pairs of cells of a command are
//! shuffled into a circle, whose arcs belong to train, dev, test and the two parts of hold-outs; so no two splits share
//! a class, and a class gives at most one item.

use wampimuk_core::{Arcs, ArcsError, Permutation, StreamKey, WHOLE};
use wampimuk_grid::Cell;

use crate::recipe::Shares;

/// The parts of the circle, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CircleArc {
    Train,
    Dev,
    Test,
    HoldoutDev,
    HoldoutTest,
}

/// The circle of every command.
#[derive(Clone, Debug)]
pub(crate) struct Placements {
    side: u8,
    arcs: Arcs,
    key: StreamKey,
}

impl Placements {
    pub fn new(side: u8, shares: &Shares, key: StreamKey) -> Result<Self, String> {
        let parts = |share: f64| (share * f64::from(WHOLE)).round() as u32;
        let Shares { dev, test, holdout_dev, holdout_test } = *shares;
        if [dev, test, holdout_dev, holdout_test].iter().any(|share| !(0.0..=1.0).contains(share)) {
            return Err("shares lie between 0 and 1".into());
        }
        let rest = [dev, test, holdout_dev, holdout_test].map(parts);
        let train = WHOLE.checked_sub(rest.iter().sum());
        let Some(train) = train.filter(|&train| train > 0) else {
            return Err("the shares leave nothing to train on".into());
        };
        let arcs = Arcs::new(&[train, rest[0], rest[1], rest[2], rest[3]]);
        let arcs = arcs.map_err(|error: ArcsError| error.to_string())?;
        Ok(Self { side, arcs, key })
    }

    /// How many pairs of cells there are.
    pub fn pairs(&self) -> u32 {
        let cells = u32::from(self.side) * u32::from(self.side);
        cells * (cells - 1)
    }

    /// The pair of cells with this number: agent, then target.
    pub fn pair(&self, number: u32) -> (Cell, Cell) {
        let others = u32::from(self.side) * u32::from(self.side) - 1;
        let (agent, goal) = (number / others, number % others);
        let goal = goal + u32::from(goal >= agent);
        let cell = |number: u32| Cell::from_index(number as usize, self.side);
        (cell(agent), cell(goal))
    }

    /// The number of a pair of cells.
    pub fn number(&self, agent: Cell, goal: Cell) -> u32 {
        let others = u32::from(self.side) * u32::from(self.side) - 1;
        let (agent, goal) = (agent.index(self.side) as u32, goal.index(self.side) as u32);
        agent * others + goal - u32::from(goal > agent)
    }

    /// How many places an arc of a circle of `n` has.
    pub fn room(&self, arc: CircleArc, n: u32) -> u32 {
        self.arcs.range(arc as usize, n, 0).len() as u32
    }

    /// The place on the circle of command `command`, of `n` places, that is number `k` of an arc.
    pub fn place(&self, command: u64, arc: CircleArc, n: u32, k: u32) -> u32 {
        let range = self.arcs.range(arc as usize, n, 0);
        self.circle(command, n).at((range.start + k).into()) as u32
    }

    /// The arc that a place lies in.
    pub fn arc_of(&self, command: u64, n: u32, place: u32) -> Option<CircleArc> {
        if place >= n {
            return None;
        }
        let position = self.circle(command, n).place_of(place.into()) as u32;
        let arcs = [
            CircleArc::Train,
            CircleArc::Dev,
            CircleArc::Test,
            CircleArc::HoldoutDev,
            CircleArc::HoldoutTest,
        ];
        arcs.get(self.arcs.part_of(position, n, 0)).copied()
    }

    fn circle(&self, command: u64, n: u32) -> Permutation {
        Permutation::new(n.into(), &mut self.key.stream(command))
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_core::Digest;

    use super::*;

    #[test]
    fn pairs_have_numbers_and_arcs_do_not_overlap() {
        let key = StreamKey::new(&Digest::of(b"test"), "placements", 0);
        let placements = Placements::new(4, &Shares::default(), key).unwrap();
        let pairs = placements.pairs();
        assert_eq!(pairs, 16 * 15);
        for number in 0..pairs {
            let (agent, goal) = placements.pair(number);
            assert_ne!(agent, goal);
            assert_eq!(placements.number(agent, goal), number);
        }
        let mut seen = std::collections::HashSet::new();
        for arc in
            [CircleArc::Train, CircleArc::Dev, CircleArc::Test, CircleArc::HoldoutDev, CircleArc::HoldoutTest]
        {
            for k in 0..placements.room(arc, pairs) {
                let place = placements.place(7, arc, pairs, k);
                assert!(seen.insert(place));
                assert_eq!(placements.arc_of(7, pairs, place), Some(arc));
            }
        }
        assert_eq!(seen.len(), pairs as usize);
    }

    #[test]
    fn shares_must_leave_something() {
        let key = StreamKey::new(&Digest::of(b"test"), "placements", 0);
        let greedy = Shares { dev: 0.5, test: 0.5, ..Shares::default() };
        assert!(Placements::new(6, &greedy, key.clone()).is_err());
        let nonsense = Shares { dev: f64::NAN, ..Shares::default() };
        assert!(Placements::new(6, &nonsense, key).is_err());
    }
}
