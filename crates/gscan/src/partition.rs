//! Splits by partition: which items there are in each split, and which one an index means, without a scan.
//!
//! Every command and displacement (see [`crate::layout`]) makes a *bin*: the targets whose items belong to one split group
//! (the pool or a hold-out), and the arc of placements that belongs to one part of it (train, dev, test). A split is a list of
//! bins, each with a number of slots. A keyed permutation shuffles the slots, so that any prefix of a split is a fair
//! sample of it; the slot's number within its bin gives target and placement. Distinct slots of a bin are distinct
//! placements as long as there are any left; after that they are numbered copies, whose distractors must differ.

use std::ops::Range;

use wampimuk_core::{Arcs, Permutation, Role, StreamKey, WHOLE, cores, ordered};
use wampimuk_grid::Cell;

use crate::bins::{Bins, NewBin};
use crate::commands::TargetKind;
use crate::item_space::{Group, ItemSpace};
use crate::recipe::Shares;
use crate::sorting::{GroupsOfPlacements, SortedTargets, Sorter};

/// An item before its distractors are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemDraft {
    /// The number of its command.
    pub command: usize,
    /// Its target.
    pub target: TargetKind,
    /// The agent's cell.
    pub agent: Cell,
    /// The target's cell.
    pub goal: Cell,
    /// The slot, which names its stream.
    pub slot: u64,
    /// How many earlier copies of this draft there are, and how many slots before this one the last of them is.
    pub copies: (u32, u32),
}

/// The items that are split together: the pool (train, dev, test) or one hold-out.
#[derive(Debug)]
pub struct SplitGroup {
    /// The hold-out's number; `None` is the pool.
    pub holdout: Option<usize>,
    arcs: Arcs,
    /// Its parts, in the order of the arcs.
    pub parts: Vec<GroupPart>,
}

/// One part of a split group.
#[derive(Debug)]
pub struct GroupPart {
    /// What it is for. The shots of a few-shot hold-out are training items.
    pub role: Role,
    bins: Bins,
    order: Permutation,
    /// The streams of its items.
    pub key: StreamKey,
}

/// The splits of a recipe.
#[derive(Debug)]
pub struct Partition {
    /// The pool, then the hold-outs.
    pub groups: Vec<SplitGroup>,
}

impl Partition {
    /// Sorts all placements of all commands into splits.
    pub fn new(space: &ItemSpace, shares: &Shares, key: impl Fn(&str) -> StreamKey) -> Result<Self, String> {
        let million = |share: f64| (share * f64::from(WHOLE)).round() as u32;
        let rest = |parts: &[u32]| {
            let sum: u32 = parts.iter().sum();
            WHOLE.checked_sub(sum).ok_or_else(|| "the shares of a family add up to more than 1".to_string())
        };
        let (dev, test) = (million(shares.dev), million(shares.test));
        let (held_dev, shots) = (million(shares.holdout_dev), SHOTS_SHARE);
        let mut groups = Vec::new();
        for holdout in std::iter::once(None).chain((0..space.predicates.len()).map(Some)) {
            let parts = match holdout {
                None => vec![(Role::Train, rest(&[dev, test])?), (Role::Dev, dev), (Role::Test, test)],
                Some(number) if space.few_shot == Some(number) => {
                    let test = rest(&[held_dev, shots])?;
                    vec![(Role::Dev, held_dev), (Role::Test, test), (Role::Train, shots)]
                }
                Some(_) => vec![(Role::Dev, held_dev), (Role::Test, rest(&[held_dev])?)],
            };
            let shares: Vec<u32> = parts.iter().map(|(_, share)| *share).collect();
            let arcs = Arcs::new(&shares).map_err(|error| error.to_string())?;
            let name = holdout.map_or("pool".to_string(), |number| format!("hold-out {number}"));
            let parts = parts
                .into_iter()
                .map(|(role, _)| GroupPart::empty(role, key(&format!("{name}, {}", role.name()))))
                .collect();
            groups.push(SplitGroup { holdout, arcs, parts });
        }
        let mut partition = Self { groups };
        partition.fill(space)?;
        Ok(partition)
    }

    fn fill(&mut self, space: &ItemSpace) -> Result<(), String> {
        let groups: Vec<(Option<usize>, Arcs)> =
            self.groups.iter().map(|group| (group.holdout, group.arcs.clone())).collect();
        ordered(
            cores(),
            0..space.commands.len(),
            || (),
            |(), command| Ok(bins_of(space, &groups, command)),
            |bins| {
                let mut push =
                    |(group, part, bin): (usize, usize, _)| self.groups[group].parts[part].bins.push(bin);
                bins.into_iter().try_for_each(&mut push)
            },
        )?;
        for part in self.groups.iter_mut().flat_map(|group| &mut group.parts) {
            part.finish();
        }
        Ok(())
    }

    /// The split group and part of an item with this command, target and placement; `None` if it belongs to none.
    pub fn part_of(
        &self,
        space: &ItemSpace,
        command: usize,
        target: TargetKind,
        agent: Cell,
        goal: Cell,
    ) -> Option<(usize, usize)> {
        let holdout = space.group_of(command, target, agent, goal)?;
        let group_number = self.groups.iter().position(|group| group.holdout == holdout)?;
        let part =
            space.layout.part_of(group_number, &self.groups[group_number].arcs, command, agent, goal)?;
        Some((group_number, part))
    }

    /// The draft of the item with this index.
    #[inline]
    pub fn draft(&self, space: &ItemSpace, group_number: usize, part: usize, index: u64) -> ItemDraft {
        let group = &self.groups[group_number];
        let slot = group.parts[part].order.at(index);
        let bins = &group.parts[part].bins;
        let (bin, within) = bins.find(slot);
        let (slots, places) = (u32::from(bin.slots), u32::from(bin.places));
        let ordinal = within % slots;
        let target = bins.target(bin, within / slots);
        let (command, displacement) = (bin.command as usize, usize::from(bin.displacement));
        let kind = space.commands[command].targets[target];
        // Targets of a command start at different points of the arc, or they would all share their placements.
        let nth_place = (ordinal + target as u32 * slots) % places;
        let arc = space.layout.arc(&group.arcs, part, command, displacement);
        let place = if bin.sifted {
            let belongs = |place: &u32| {
                let (agent, goal) = space.layout.cells(group_number, command, displacement, *place);
                space.group_of(command, kind, agent, goal) == Some(group.holdout)
            };
            arc.clone().filter(belongs).nth(nth_place as usize).unwrap_or(arc.start)
        } else {
            arc.start + nth_place
        };
        let (agent, goal) = space.layout.cells(group_number, command, displacement, place);
        ItemDraft { command, target: kind, agent, goal, slot, copies: (ordinal / places, places) }
    }
}

/// The bins of a command that are not empty, each with the numbers of its group and part.
fn bins_of(
    space: &ItemSpace,
    groups: &[(Option<usize>, Arcs)],
    command: usize,
) -> Vec<(usize, usize, NewBin)> {
    let mut bins = Vec::new();
    let mut sorter = Sorter::new(space, command, groups.len());
    for displacement in 0..space.layout.displacements().len() {
        let draws = space.layout.draws(command, displacement);
        if draws == 0 {
            continue;
        }
        let SortedTargets { certain, open } = sorter.targets(displacement);
        // Where the placement decides, the split groups of all placements.
        let open: Vec<(usize, GroupsOfPlacements)> = open
            .into_iter()
            .map(|target| (target, sorter.groups_of_placements(displacement, target)))
            .collect();
        for (number, (holdout, arcs)) in groups.iter().enumerate() {
            let may_belong = open.iter().filter(|(_, groups)| groups.include(Some(*holdout)));
            let open: Vec<(u128, Belonging)> = may_belong
                .map(|(target, groups)| {
                    let placement = |place| space.layout.placement_at(number, command, displacement, place);
                    (1 << target, Belonging::new(groups, Some(*holdout), placement))
                })
                .collect();
            // most commands have nothing to do with most hold-outs
            if certain[number] == 0 && open.is_empty() {
                continue;
            }
            for part in 0..arcs.parts() {
                let arc = space.layout.arc(arcs, part, command, displacement);
                let mut add = |targets: u128, places: Range<u32>, sifted: bool| {
                    if targets == 0 || places.is_empty() {
                        return;
                    }
                    let slots = space.layout.slots(command, displacement, draws, places.start, places.end);
                    let places = places.end - places.start;
                    let slots = slots.min(places * space.copies(command));
                    if slots > 0 {
                        bins.push((
                            number,
                            part,
                            NewBin { command, displacement, targets, slots, places, sifted },
                        ));
                    }
                };
                add(certain[number], arc.clone(), false);
                open.iter().for_each(|(target, belonging)| add(*target, belonging.within(&arc), true));
            }
        }
    }
    bins
}

/// Which places of a circle belong to a split group.
enum Belonging {
    All,
    /// How many do before each place, and all.
    Some(Vec<u32>),
}

impl Belonging {
    /// Of placements that include some of the wanted group.
    fn new(groups: &GroupsOfPlacements, wanted: Group, placement: impl Fn(u32) -> u32) -> Self {
        match groups {
            GroupsOfPlacements::All(_) => Self::All,
            GroupsOfPlacements::Each(groups) => {
                let mut count = 0;
                let mut before = vec![0];
                before.extend((0..groups.len() as u32).map(|place| {
                    count += u32::from(groups[placement(place) as usize] == wanted);
                    count
                }));
                Self::Some(before)
            }
        }
    }

    /// An arc of the circle, counted in those that belong.
    fn within(&self, arc: &Range<u32>) -> Range<u32> {
        match self {
            Self::All => arc.clone(),
            Self::Some(before) => before[arc.start as usize]..before[arc.end as usize],
        }
    }
}

/// The share of a few-shot hold-out that is set aside for shots, whether any are asked for or not, so that asking for
/// them changes no other item.
const SHOTS_SHARE: u32 = WHOLE / 100;

impl GroupPart {
    fn empty(role: Role, key: StreamKey) -> Self {
        let order = Permutation::new(0, &mut key.stream(u64::MAX));
        Self { role, bins: Bins::default(), order, key }
    }

    fn finish(&mut self) {
        self.bins.finish();
        self.order = Permutation::new(self.bins.len(), &mut self.key.stream(u64::MAX));
    }

    /// How many items there are.
    pub fn len(&self) -> u64 {
        self.order.len()
    }
}
