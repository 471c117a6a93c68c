//! Which objects the answer depends on.

use serde::Serialize;
use wampimuk_grid::{Action, Form, Object, World, reach};

use super::case::Case;
use crate::Tally;
use crate::counts::Counts;

/// How many distractors matter.
///
/// A distractor is any object but the target. It is *relevant* if a listener who misses one word of the command would
/// take it for a referent, if it is a referent itself, if (where the command has clauses) the command would refer to
/// something else without it, or if it stands in the way of what is pushed or pulled. All other distractors can be
/// removed, and their features changed, without any effect on a listener who misses at most one word.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Distractors {
    /// Distractors per example.
    pub mean: f64,
    /// Relevant ones per example.
    pub relevant: f64,
    /// Those that matter for finding the target, per example.
    pub for_reference: f64,
    /// Those that stand in the way, per example.
    pub in_the_way: f64,
    /// Examples by their number of relevant distractors.
    pub relevant_numbers: Tally,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct DistractorCounts {
    all: u64,
    for_reference: u64,
    in_the_way: u64,
    relevant: Counts,
}

impl DistractorCounts {
    pub fn add(&mut self, case: &Case<'_>, derived: &[Action], scratch: &mut Scratch) {
        let objects = case.example.world.objects().len();
        let all = u64::MAX.checked_shr(64 - objects as u32).unwrap_or(0) & !case.target;
        let mut reference = case.deleted.iter().fold(case.referents, |set, (_, referents)| set | referents);
        if !case.phrase().clauses.is_empty() {
            reference |= witnesses(case, scratch);
        }
        let reference = reference & all;
        let blocking = blocking(case, derived, scratch) & all;
        self.all += u64::from(all.count_ones());
        self.for_reference += u64::from(reference.count_ones());
        self.in_the_way += u64::from(blocking.count_ones());
        self.relevant.bump((reference | blocking).count_ones() as usize);
    }

    pub fn merge(&mut self, other: &Self) {
        self.all += other.all;
        self.for_reference += other.for_reference;
        self.in_the_way += other.in_the_way;
        self.relevant.merge(&other.relevant);
    }

    pub fn finish(&self) -> Distractors {
        let examples = self.relevant.total().max(1) as f64;
        let relevant: u64 = self.relevant.iter().map(|(number, count)| number as u64 * count).sum();
        Distractors {
            mean: self.all as f64 / examples,
            relevant: relevant as f64 / examples,
            for_reference: self.for_reference as f64 / examples,
            in_the_way: self.in_the_way as f64 / examples,
            relevant_numbers: self.relevant.named(|number| number.to_string()),
        }
    }
}

/// A world without one of its objects, in reused memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    world: Option<World>,
    actions: Vec<Action>,
}

impl Scratch {
    /// The world without object number `gone`. Later objects move down by one.
    fn without(&mut self, world: &World, gone: usize) -> &World {
        let fits =
            |scratch: &World| scratch.side() == world.side() && scratch.heavy_from() == world.heavy_from();
        let mut scratch = self.world.take().filter(fits).unwrap_or_else(|| world.clone());
        scratch.reset(world.agent());
        for (number, &object) in world.objects().iter().enumerate() {
            if number != gone {
                scratch.add(object);
            }
        }
        self.world.insert(scratch)
    }
}

/// The objects without which the command refers to something else.
fn witnesses(case: &Case<'_>, scratch: &mut Scratch) -> u64 {
    let world = &case.example.world;
    let mut set = 0;
    for number in (0..world.objects().len()).filter(|&number| number != case.example.target) {
        let rest = scratch.without(world, number);
        let referents = wampimuk_command::denotation(case.phrase(), rest, case.lexicon, case.semantics);
        let (low, high) = (referents & ((1 << number) - 1), referents >> number);
        let back = low | high.checked_shl(number as u32 + 1).unwrap_or(0);
        if back != case.referents & !(1 << number) {
            set |= 1 << number;
        }
    }
    set
}

/// The objects that stand in the way: without them the actions would be others.
fn blocking(case: &Case<'_>, derived: &[Action], scratch: &mut Scratch) -> u64 {
    let (command, world, target) = (&case.example.command, &case.example.world, case.example.target);
    let deed = command.deed(case.lexicon);
    let goal = world.objects()[target].cell;
    let manner = command.manner(case.lexicon);
    if deed.action().is_none()
        || derived.len() == reach(world.side(), world.agent(), goal, world.is_heavy(target), deed, manner)
    {
        return 0;
    }
    let in_line = |object: &Object| {
        object.form == Form::Solid && (object.cell.row == goal.row || object.cell.column == goal.column)
    };
    let mut set = 0;
    for (number, _) in world.objects().iter().enumerate().filter(|(_, object)| in_line(object)) {
        if number == target {
            continue;
        }
        let mut actions = std::mem::take(&mut scratch.actions);
        let rest = scratch.without(world, number);
        command.execute(rest, target - usize::from(number < target), case.lexicon, &mut actions);
        if actions != derived {
            set |= 1 << number;
        }
        scratch.actions = actions;
    }
    set
}
