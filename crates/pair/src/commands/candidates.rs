//! What might be a partner: everything that differs from an item in one word or one object, whatever it means.

use wampimuk_command::{Clause, Command, Lexicon, Phrase, Register, Relation};
use wampimuk_grid::World;

use super::{Change, Item};
use crate::objects::rebuilt;

/// A command in a world that differs from an item's in one thing.
pub(crate) struct Candidate {
    /// The number of the word or object.
    pub which: usize,
    pub command: Command,
    pub world: World,
}

impl Item<'_> {
    /// All that differ by this change.
    pub(crate) fn candidates(&self, change: Change) -> Vec<Candidate> {
        let world = &self.example.world;
        let Change::Object(change) = change else {
            let commands = self.commands().into_iter();
            let candidate = |(which, command)| Candidate { which, command, world: world.clone() };
            return commands.map(candidate).collect();
        };
        let mut candidates = Vec::new();
        for (which, &object) in world.objects().iter().enumerate() {
            for other in change.of(object, world, Some(world.agent().cell)) {
                let command = self.example.command.clone();
                candidates.extend(rebuilt(world, which, other).map(|world| Candidate {
                    which,
                    command,
                    world,
                }));
            }
        }
        candidates
    }

    /// The commands that differ in one word as they are written, with its number.
    fn commands(&self) -> Vec<(usize, Command)> {
        let Lexicon { verbs, adverbs, nouns, colours, sizes, .. } = self.lexicon;
        let own = &self.example.command;
        let numbers = |count: usize| (0..=u8::MAX).take(count);
        let mut all = Vec::new();
        all.extend(numbers(verbs.len()).map(|verb| Command { verb, ..own.clone() }));
        if own.adverb.is_some() {
            let others = numbers(adverbs.len());
            all.extend(others.map(|adverb| Command { adverb: Some(adverb), ..own.clone() }));
        }
        for number in 0..own.phrase.count() {
            let mut put = |set: &dyn Fn(&mut Phrase)| {
                let mut command = own.clone();
                if let Some(phrase) = nth_phrase(&mut command.phrase, number) {
                    set(phrase);
                }
                all.push(command);
            };
            for other in numbers(sizes.len()) {
                put(&|phrase| phrase.size = phrase.size.and(Some(other)));
            }
            for other in numbers(colours.len()) {
                put(&|phrase| phrase.colour = phrase.colour.and(Some(other)));
            }
            for other in numbers(nouns.len()) {
                put(&|phrase| phrase.noun = phrase.noun.and(Some(other)));
            }
        }
        for number in 1..own.phrase.count() {
            for relation in Relation::ALL {
                let mut command = own.clone();
                if let Some(clause) = nth_clause(&mut command.phrase, &mut (number - 1)) {
                    clause.relation = relation;
                }
                all.push(command);
            }
        }
        let tokens = |command: &Command| command.tokens(self.lexicon, self.surface, Register::Words);
        let own = tokens(own);
        let which = |command: &Command| only_difference(&own, &tokens(command));
        all.into_iter().filter_map(|command| Some((which(&command)?, command))).collect()
    }
}

/// Which token differs, if two commands differ in one written word. A token may be several: "while spinning".
fn only_difference(one: &[&str], two: &[&str]) -> Option<usize> {
    let place = only_place(one, two)?;
    let [one, two] = [one, two].map(|tokens| tokens[place].split(' ').collect::<Vec<_>>());
    only_place(&one, &two).map(|_| place)
}

/// Where two lists of one length differ, if that is in one place.
fn only_place<T: PartialEq>(one: &[T], two: &[T]) -> Option<usize> {
    let mut places = (0..one.len().min(two.len())).filter(|&place| one[place] != two[place]);
    let place = places.next()?;
    (places.next().is_none() && one.len() == two.len()).then_some(place)
}

/// The phrases are numbered as they begin: the whole one first, then that of each clause.
fn nth_phrase(phrase: &mut Phrase, number: usize) -> Option<&mut Phrase> {
    match number.checked_sub(1) {
        None => Some(phrase),
        Some(mut clause) => nth_clause(phrase, &mut clause).map(|clause| &mut clause.phrase),
    }
}

fn nth_clause<'p>(phrase: &'p mut Phrase, left: &mut usize) -> Option<&'p mut Clause> {
    for clause in &mut phrase.clauses {
        if *left == 0 {
            return Some(clause);
        }
        *left -= 1;
        if let Some(found) = nth_clause(&mut clause.phrase, left) {
            return Some(found);
        }
    }
    None
}
