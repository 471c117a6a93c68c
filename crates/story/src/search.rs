//! The search for all minimal sets of lines that support something.

use std::borrow::Cow;
use std::collections::{BTreeSet, VecDeque};

/// A search for all minimal sets of lines that support something.
#[derive(Clone, Copy, Debug)]
pub struct SupportSearch<'a> {
    /// How many lines there are.
    pub lines: usize,
    /// The most steps: every step looks for one set.
    pub steps: usize,
    /// A set that supports, if one is known: that makes the search shorter.
    pub hint: &'a [usize],
    /// The only lines that can matter, ascending; `None` if all can.
    pub candidates: Option<&'a [usize]>,
    /// The search is given up when a set of fewer lines is found.
    pub least: usize,
}

impl SupportSearch<'_> {
    /// A search among `lines` lines that ends after `steps` steps.
    pub fn new(lines: usize, steps: usize) -> SupportSearch<'static> {
        SupportSearch { lines, steps, hint: &[], candidates: None, least: 0 }
    }

    /// All minimal sets, by size and then by lines, and whether they are all; `None` if the search was given up.
    ///
    /// `supports` is told which of the lines are shown. Showing more must never make it change from true to false: then a
    /// set from which no single line can be left out has no smaller part that does.
    ///
    /// A tree of lines to do without: where a minimal set does without them, each of its lines is one more to do without.
    /// Every minimal set is met, for on the way to it one can always drop a line that it does not have.
    pub fn run(self, supports: impl FnMut(&[bool]) -> bool) -> Option<(Vec<Vec<usize>>, bool)> {
        let hint = if self.hint.iter().all(|&line| line < self.lines) { self.hint } else { &[] };
        let all: Vec<usize>;
        let candidates = match self.candidates {
            Some(candidates) => candidates,
            None => {
                all = (0..self.lines).collect();
                &all
            }
        };
        let mut lines = Cow::Borrowed(candidates);
        if !hint.iter().all(|line| candidates.binary_search(line).is_ok()) {
            lines.to_mut().extend(hint);
            lines.to_mut().sort_unstable();
            lines.to_mut().dedup();
        }
        let trial = Trial { lines: &lines, shown: vec![false; self.lines], supports };
        // hardly any answer has more lines that can matter than a machine word has bits
        if lines.len() <= u64::BITS as usize {
            self.search(candidates, hint, Judged::<u64, _> { trial, lacking: Vec::new() })
        } else {
            self.search(candidates, hint, Judged::<Box<[u64]>, _> { trial, lacking: Vec::new() })
        }
    }

    fn search<S: Set, F: FnMut(&[bool]) -> bool>(
        &self,
        candidates: &[usize],
        hint: &[usize],
        mut judged: Judged<'_, S, F>,
    ) -> Option<(Vec<Vec<usize>>, bool)> {
        let count = judged.trial.lines.len();
        let none = S::none(count);
        let everything = judged.trial.set::<S>(candidates);
        let mut found: Vec<S> = Vec::new();
        found.extend(judged.minimal_part(hint));
        // sets of lines without which the answer is not known
        let mut vital: Vec<S> = Vec::new();
        let mut seen: BTreeSet<S> = BTreeSet::new();
        let mut queue: VecDeque<S> = VecDeque::from([none]);
        let mut taken = 0;
        let mut complete = true;
        while let Some(without) = queue.pop_front() {
            if found.last().is_some_and(|set| set.len() < self.least) {
                return None;
            }
            if vital.iter().any(|lines| lines.within(&without)) {
                continue;
            }
            if taken == self.steps {
                complete = false;
                break;
            }
            taken += 1;
            let known = found.iter().position(|set| !set.meets(&without));
            let known = known.or_else(|| {
                let mut shown = everything.clone();
                shown.leave_out(&without);
                if !judged.supports(&shown) {
                    return None;
                }
                judged.thin(&mut shown);
                found.push(shown);
                Some(found.len() - 1)
            });
            let Some(set) = known else {
                vital.push(without);
                continue;
            };
            for place in (0..count).filter(|&place| found[set].has(place)) {
                let mut more = without.clone();
                more.put(place, true);
                if seen.insert(more.clone()) {
                    queue.push_back(more);
                }
            }
        }
        let lines = |set: S| {
            let places = (0..count).filter(|&place| set.has(place));
            places.map(|place| judged.trial.lines[place]).collect::<Vec<usize>>()
        };
        let mut found: Vec<Vec<usize>> = found.into_iter().map(lines).collect();
        found.sort_by(|one, other| one.len().cmp(&other.len()).then_with(|| one.cmp(other)));
        Some((found, complete))
    }
}

/// A set of lines, by their places among those that can matter.
trait Set: Clone + Ord {
    /// An empty set of some of so many.
    fn none(count: usize) -> Self;
    fn put(&mut self, place: usize, there: bool);
    fn has(&self, place: usize) -> bool;
    fn len(&self) -> usize;
    fn meets(&self, other: &Self) -> bool;
    fn within(&self, other: &Self) -> bool;
    fn leave_out(&mut self, other: &Self);
}

impl Set for u64 {
    fn none(_: usize) -> u64 {
        0
    }

    fn put(&mut self, place: usize, there: bool) {
        *self = *self & !(1 << place) | u64::from(there) << place;
    }

    fn has(&self, place: usize) -> bool {
        *self >> place & 1 == 1
    }

    fn len(&self) -> usize {
        self.count_ones() as usize
    }

    fn meets(&self, other: &u64) -> bool {
        self & other != 0
    }

    fn within(&self, other: &u64) -> bool {
        self & !other == 0
    }

    fn leave_out(&mut self, other: &u64) {
        *self &= !other;
    }
}

impl Set for Box<[u64]> {
    fn none(count: usize) -> Box<[u64]> {
        vec![0; count.div_ceil(64)].into()
    }

    fn put(&mut self, place: usize, there: bool) {
        self[place / 64].put(place % 64, there);
    }

    fn has(&self, place: usize) -> bool {
        self[place / 64].has(place % 64)
    }

    fn len(&self) -> usize {
        self.iter().map(Set::len).sum()
    }

    fn meets(&self, other: &Box<[u64]>) -> bool {
        self.iter().zip(other).any(|(one, other)| one.meets(other))
    }

    fn within(&self, other: &Box<[u64]>) -> bool {
        self.iter().zip(other).all(|(one, other)| one.within(other))
    }

    fn leave_out(&mut self, other: &Box<[u64]>) {
        self.iter_mut().zip(other).for_each(|(one, other)| one.leave_out(other));
    }
}

/// Who decides whether lines support, and which lines are meant by the places of a set.
struct Trial<'a, F> {
    lines: &'a [usize],
    shown: Vec<bool>,
    supports: F,
}

impl<F> Trial<'_, F> {
    /// The place of a line that can matter.
    fn place(&self, line: usize) -> usize {
        self.lines.partition_point(|&other| other < line)
    }

    fn set<S: Set>(&self, lines: &[usize]) -> S {
        let mut set = S::none(self.lines.len());
        lines.iter().for_each(|&line| set.put(self.place(line), true));
        set
    }
}

/// So many sets that do not support are remembered.
const REMEMBERED: usize = 64;

/// Whether sets support, with what that says about others.
struct Judged<'a, S, F> {
    trial: Trial<'a, F>,
    /// Sets that do not support, so that no part of them does.
    lacking: Vec<S>,
}

/// So many lines are tried one by one.
const FEW: usize = 6;

impl<S: Set, F: FnMut(&[bool]) -> bool> Judged<'_, S, F> {
    fn supports(&mut self, set: &S) -> bool {
        if self.lacking.iter().any(|lacking| set.within(lacking)) {
            return false;
        }
        let Trial { lines, shown, supports } = &mut self.trial;
        for (place, &line) in lines.iter().enumerate() {
            shown[line] = set.has(place);
        }
        let supports = supports(shown);
        if !supports && self.lacking.len() < REMEMBERED {
            self.lacking.push(set.clone());
        }
        supports
    }

    /// A minimal set among some lines that support; `None` if they do not.
    fn minimal_part(&mut self, some: &[usize]) -> Option<S> {
        let mut shown = self.trial.set::<S>(some);
        if some.is_empty() || !self.supports(&shown) {
            return None;
        }
        for line in some {
            let place = self.trial.place(*line);
            self.spare(&mut shown, place);
        }
        Some(shown)
    }

    /// Leaves out one line if it can be left out.
    fn spare(&mut self, shown: &mut S, place: usize) {
        shown.put(place, false);
        if !self.supports(shown) {
            shown.put(place, true);
        }
    }

    /// Leaves out what can be left out, the last lines first, so that early lines are dropped only if late ones do not make
    /// them necessary.
    fn thin(&mut self, shown: &mut S) {
        let count = self.trial.lines.len();
        if shown.len() > FEW {
            let left: Vec<usize> = (0..count).filter(|&place| shown.has(place)).collect();
            return self.halve(shown, &left);
        }
        for place in (0..count).rev() {
            if shown.has(place) {
                self.spare(shown, place);
            }
        }
    }

    /// The same for many lines, of which most can be spared: all of it, or what halves can spare.
    fn halve(&mut self, shown: &mut S, places: &[usize]) {
        if places.is_empty() {
            return;
        }
        places.iter().for_each(|&place| shown.put(place, false));
        if self.supports(shown) {
            return;
        }
        places.iter().for_each(|&place| shown.put(place, true));
        if places.len() > 1 {
            let (early, late) = places.split_at(places.len() / 2);
            self.halve(shown, late);
            self.halve(shown, early);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One line of each of two pairs is needed, near the end of what fits into a machine word and beyond.
    #[test]
    fn a_line_of_each_pair_is_needed() {
        let groups = |first: usize| [[first, first + 1], [first + 30, first + 31]];
        let all = |groups: [[usize; 2]; 2]| {
            let [one, other] = groups;
            one.into_iter().flat_map(|a| other.map(|b| vec![a, b])).collect::<Vec<_>>()
        };
        for (lines, first) in [(40, 5), (64, 32), (65, 33), (200, 60), (200, 168)] {
            let supports =
                |shown: &[bool]| groups(first).iter().all(|group| group.iter().any(|&line| shown[line]));
            let found = SupportSearch::new(lines, 4096).run(supports);
            assert_eq!(found, Some((all(groups(first)), true)), "{lines} lines");
            let hint = [first + 31, first];
            let with_hint = SupportSearch { hint: &hint, ..SupportSearch::new(lines, 4096) };
            assert_eq!(with_hint.run(supports), found);
            let least = SupportSearch { least: 3, ..SupportSearch::new(lines, 4096) };
            assert_eq!(least.run(supports), None);
        }
    }
}
