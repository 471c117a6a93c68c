//! Minimal pairs of riddles: the same task with one object of one input changed.
//!
//! Where the object belongs to a pair that is shown, it changes in input and output alike, and the test input is the same:
//! what is learnt from the pairs may be another rule, and the answer is that rule's. Where it belongs to the test input, the
//! rule is the same, and may select another object.
//!
//! The answer changes if another object of the test input changes, and stays if the same one becomes the same.

use wampimuk_command::{Reading, Scene};
use wampimuk_grid::{Object, World};
use wampimuk_riddle::{Riddle, Riddles, WorldPair};

use crate::dice::Dice;
use crate::objects::{ObjectChange, rebuilt};
use crate::{Pair, both};

/// The other task of a pair.
#[derive(Clone, Debug)]
pub struct Partner {
    /// What is changed about the object.
    pub change: ObjectChange,
    /// Whose input it stands in: that of a pair that is shown, counted from 0, or if all are counted, of the test.
    pub pair: usize,
    /// Which object of that input, counted from 0.
    pub which: usize,
    /// The task.
    pub riddle: Riddle,
}

/// The most candidates of one kind of change whose explanations are looked for.
const TRIES: usize = 150;

/// An object of a task that becomes another one, or goes.
struct Edit {
    pair: usize,
    which: usize,
    other: Option<Object>,
}

/// The pairs of a task. No split of another role has the worlds, or the command with the operation, of a partner, so training
/// on pairs keeps training and tests apart.
pub fn pairs(riddles: &Riddles, riddle: &Riddle) -> Vec<Pair<Partner>> {
    both(|answer_changes| partner(riddles, riddle, answer_changes))
}

fn partner(riddles: &Riddles, riddle: &Riddle, answer_changes: bool) -> Option<Partner> {
    let mut dice = Dice::new(riddle.id, answer_changes.into());
    let mut kinds = ObjectChange::ALL;
    dice.shuffle(&mut kinds);
    kinds.into_iter().find_map(|change| {
        let mut edits = edits(riddle, change);
        dice.shuffle(&mut edits);
        let changed = edits.into_iter().filter_map(|edit| {
            let worlds = edit.apply(riddle)?;
            // Most changes are of no use, which is known at once; what pairs explain is not.
            let is_likely = riddles.may_show(riddle.split, worlds.input(edit.pair))
                && (edit.pair < riddle.pairs.len() || edit.is_test_for(riddle, &worlds.test, answer_changes));
            is_likely.then_some((edit, worlds))
        });
        changed.take(TRIES).find_map(|(edit, Worlds { pairs, test })| {
            let other = riddles.recast(riddle, pairs, &test)?;
            let fits =
                if answer_changes { edit.differs(riddle, &other) } else { edit.is_same(riddle, &other) };
            let Edit { pair, which, .. } = edit;
            fits.then_some(Partner { change, pair, which, riddle: other })
        })
    })
}

/// All changes of one kind. The objects that change in the outputs are left alone in the pairs that are shown.
fn edits(riddle: &Riddle, change: ObjectChange) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (pair, WorldPair { input, target, .. }) in riddle.all_pairs().enumerate() {
        let is_test = pair == riddle.pairs.len();
        for (which, &object) in input.objects().iter().enumerate() {
            if is_test || which != *target {
                let others = change.of(object, input, None).into_iter();
                edits.extend(others.map(|other| Edit { pair, which, other }));
            }
        }
    }
    edits
}

/// The worlds of a task.
struct Worlds {
    pairs: Vec<WorldPair>,
    test: World,
}

impl Worlds {
    fn input(&self, pair: usize) -> &World {
        self.pairs.get(pair).map_or(&self.test, |pair| &pair.input)
    }
}

impl Edit {
    /// The worlds after the change, if it is the only difference in the outputs that are shown, too.
    fn apply(&self, riddle: &Riddle) -> Option<Worlds> {
        let &Self { pair, which, other } = self;
        let mut worlds = Worlds { pairs: riddle.pairs.clone(), test: riddle.test.input.clone() };
        let Some(changed) = worlds.pairs.get_mut(pair) else {
            worlds.test = rebuilt(&worlds.test, which, other)?;
            return Some(worlds);
        };
        let input = rebuilt(&changed.input, which, other)?;
        let expected = rebuilt(&changed.output, which, other)?;
        let target = self.renumbered(changed.target);
        let output = riddle.operation.apply(&input, target).filter(|output| *output == expected)?;
        *changed = WorldPair { input, output, target };
        Some(worlds)
    }

    /// The number that another object has afterwards.
    fn renumbered(&self, object: usize) -> usize {
        object - usize::from(self.other.is_none() && self.which < object)
    }

    /// Whether the command selects another object of a new test input, or the same one.
    fn is_test_for(&self, riddle: &Riddle, test: &World, another: bool) -> bool {
        let set = Scene::new(test).denotation(&riddle.phrase, riddle.lexicon(), Reading::Existential.into());
        let same = 1 << self.renumbered(riddle.test.target);
        let is_gone = self.other.is_none() && self.which == riddle.test.target;
        set.count_ones() == 1 && (is_gone || set != same) == another
    }

    /// Whether another object of the test input changes.
    fn differs(&self, own: &Riddle, other: &Riddle) -> bool {
        let is_of_test = self.pair == own.pairs.len();
        match is_of_test {
            // The object that changes is gone, or is one that was not changed.
            true if self.which == own.test.target => {
                self.other.is_none() || other.test.target != own.test.target
            }
            true => other.test.target != self.renumbered(own.test.target),
            false => other.test.target != own.test.target,
        }
    }

    /// Whether the same object of the test input becomes the same.
    fn is_same(&self, own: &Riddle, other: &Riddle) -> bool {
        if self.pair < own.pairs.len() {
            return own.test == other.test;
        }
        self.which != own.test.target
            && other.test.target == self.renumbered(own.test.target)
            && rebuilt(&own.test.output, self.which, self.other).as_ref() == Some(&other.test.output)
    }
}
