//! Which split group the items of a command and a displacement belong to, for all placements at once wherever that can be.
//!
//! A recipe for a large grid has millions of placements, and each command and target asks about all of them. Most answers do
//! not depend on the placement: hold-outs are about command, target, direction and distance, and where they are about the
//! number of actions, the fewest and the most of a displacement often say enough.

use wampimuk_core::Verdict;
use wampimuk_grid::Direction;

use crate::condition::Features;
use crate::item_space::{Group, ItemSpace, Judged};

/// The targets of a command, sorted by what is known before the placement is.
#[derive(Clone, Debug)]
pub struct SortedTargets {
    /// For each split group, the targets whose items certainly belong to it, as bits.
    pub certain: Vec<u128>,
    /// Those for which the placement decides.
    pub open: Vec<usize>,
}

/// The split groups of a target's items at a displacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupsOfPlacements {
    /// All are in one.
    All(Group),
    /// By the number of the placement.
    Each(Vec<Group>),
}

impl GroupsOfPlacements {
    /// Whether any of them is in this one.
    pub fn include(&self, wanted: Group) -> bool {
        match self {
            Self::All(group) => *group == wanted,
            Self::Each(groups) => groups.contains(&wanted),
        }
    }
}

/// Sorts the targets of one command, displacement by displacement.
#[derive(Debug)]
pub struct Sorter<'s> {
    space: &'s ItemSpace,
    command: usize,
    groups: usize,
    /// The answer for a direction and distance: displacements that share them follow each other.
    last: Option<((Direction, u8), SortedTargets)>,
    /// There, for each target, what is known by the number of actions.
    by_actions: Vec<Vec<Option<Judged>>>,
}

impl<'s> Sorter<'s> {
    pub fn new(space: &'s ItemSpace, command: usize, groups: usize) -> Self {
        let by_actions = vec![Vec::new(); space.commands[command].targets.len()];
        Self { space, command, groups, last: None, by_actions }
    }

    fn features(&self, target: usize, displacement: usize) -> Features<'s> {
        let entry = &self.space.commands[self.command];
        let geometry = &self.space.layout.displacements()[displacement];
        Features {
            command: &entry.command,
            target: entry.targets[target],
            direction: geometry.direction,
            distance: geometry.distance,
            cells: None,
            actions: None,
        }
    }

    /// The targets at a displacement.
    pub fn targets(&mut self, displacement: usize) -> SortedTargets {
        let geometry = &self.space.layout.displacements()[displacement];
        let place = (geometry.direction, geometry.distance);
        match &self.last {
            Some((last, sorted)) if *last == place => sorted.clone(),
            _ => {
                let sorted = self.sort(displacement);
                self.last = Some((place, sorted.clone()));
                self.by_actions.iter_mut().for_each(Vec::clear);
                sorted
            }
        }
    }

    fn sort(&self, displacement: usize) -> SortedTargets {
        let mut sorted = SortedTargets { certain: vec![0; self.groups], open: Vec::new() };
        for target in 0..self.space.commands[self.command].targets.len() {
            let features = self.features(target, displacement);
            let mut holds = 0;
            let mut group_number = 0;
            let mut depends = false;
            for (holdout, predicate) in self.space.predicates.iter().enumerate() {
                match predicate.judge(&features) {
                    Verdict::No => {}
                    Verdict::Depends => depends = true,
                    Verdict::Yes => {
                        holds += 1;
                        group_number = holdout + 1;
                        depends |= self.space.longest_in(holdout).is_some();
                    }
                }
            }
            match (holds, depends) {
                (2.., _) => {}
                (_, true) => sorted.open.push(target),
                (_, false) => sorted.certain[group_number] |= 1 << target,
            }
        }
        sorted
    }

    /// The split groups of a target's items for every placement with a displacement.
    pub fn groups_of_placements(&mut self, displacement: usize, target: usize) -> GroupsOfPlacements {
        let space = self.space;
        let (entry, geometry) = (&space.commands[self.command], &space.layout.displacements()[displacement]);
        let kind = entry.targets[target];
        let features = self.features(target, displacement);
        let placements = |group: &mut dyn FnMut(u32) -> Group| {
            GroupsOfPlacements::Each((0..geometry.places).map(group).collect())
        };
        let by_cells = || {
            placements(&mut |placement| {
                let (agent, goal) = space.layout.placement(displacement, placement);
                space.group_of(self.command, kind, agent, goal)
            })
        };
        let Some(lengths) = &space.lengths else { return by_cells() };
        let table = lengths.table(&entry.command, kind);
        let (fewest, most) = lengths.span(table, displacement);
        let known = &mut self.by_actions[target];
        if known.len() <= most {
            known.resize(most + 1, None);
        }
        let mut group_of = |actions: usize| {
            let judge = || space.judge(&Features { actions: Some(actions), ..features });
            *known[actions].get_or_insert_with(judge)
        };
        // Hold-outs that are not about the number of actions have a most of them all the same.
        if fewest == most || !space.asks_for_actions {
            match (group_of(fewest), group_of(most)) {
                (Judged::Open, _) | (_, Judged::Open) => return by_cells(),
                (Judged::Group(one), Judged::Group(other)) if one == other => {
                    return GroupsOfPlacements::All(one);
                }
                _ => {}
            }
        }
        let mut is_open = false;
        let groups = placements(&mut |placement| {
            let (agent, goal) = space.layout.placement(displacement, placement);
            let actions = lengths.at(table, agent, goal);
            match group_of(actions) {
                Judged::Group(group) => group,
                Judged::Open => {
                    is_open = true;
                    None
                }
            }
        });
        if is_open { by_cells() } else { groups }
    }
}
