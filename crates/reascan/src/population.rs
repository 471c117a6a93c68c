//! All commands of a pattern, by number.
//!
//! There are millions, so none is stored. A *mould* fixes which words each phrase has and which relation each clause
//! uses; there are at most a few thousand moulds. Within a mould, the nouns come first: with them fixed, two phrases can
//! be worded alike only if they have the same slots and the same noun, and then the number of ways to word them
//! differently is a falling factorial. Counting is therefore exact, and command *i* is computed from *i*.

use wampimuk_command::{Clause, Command, Determiner, Lexicon, Phrase, Relation};
use wampimuk_grid::Form;

use crate::pattern::{MAX_PHRASES, Pattern};
use crate::rules::{Rules, Slots};

/// All commands of a pattern, without verb and adverb.
#[derive(Clone, Debug)]
pub struct Population {
    pattern: Pattern,
    frames: Vec<CommandFrame>,
    /// For each mould, the number of its first structure; then the number of all.
    starts: Vec<u64>,
    words: Words,
}

/// Which words each phrase has and how the phrases are related.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CommandFrame {
    slots: [Slots; MAX_PHRASES],
    /// `relations[k]` is how the parent of phrase `k` relates to it.
    relations: [Relation; MAX_PHRASES],
}

/// The words that can be put into a mould.
#[derive(Clone, Copy, Debug)]
struct Words {
    sizes: u8,
    colours: u8,
    solids: u8,
    frames: u8,
    distinct_phrases: bool,
    distinct_nouns: bool,
}

/// The nouns of a mould's phrases; `None` is "object".
type Nouns = [Option<u8>; MAX_PHRASES];

impl Population {
    /// The most structures a pattern may have: numbers of commands fit any machine's words.
    const MOST: u64 = 1 << 40;

    /// The commands of this pattern under these rules.
    pub fn new(pattern: &Pattern, rules: &Rules, lexicon: &Lexicon) -> Result<Self, String> {
        let frames = lexicon.nouns.iter().filter(|noun| noun.form == Form::Frame).count() as u8;
        let words = Words {
            sizes: lexicon.sizes.len() as u8,
            colours: lexicon.colours.len() as u8,
            solids: lexicon.nouns.len() as u8 - frames,
            frames,
            distinct_phrases: !rules.repeated_phrases,
            distinct_nouns: !rules.repeated_nouns,
        };
        let mut frames = Vec::new();
        let blank =
            CommandFrame { slots: [Slots::ALL[0]; MAX_PHRASES], relations: [Relation::SameRow; MAX_PHRASES] };
        let clauses = pattern.phrases() > 1;
        for slots in rules.head_slots(clauses) {
            let mut frame = blank;
            frame.slots[0] = slots;
            fill_slots(pattern, rules, frame, 1, &mut frames)?;
        }
        let mut starts = vec![0];
        let mut total = 0u64;
        for frame in &frames {
            let mut count = 0u64;
            words.each_nouns(pattern, frame, |_, ways| {
                count = count.saturating_add(ways);
                false
            });
            total = total.saturating_add(count);
            starts.push(total);
        }
        if total > Self::MOST {
            return Err(format!("`{pattern}` has more than {} commands", Self::MOST));
        }
        Ok(Self { pattern: pattern.clone(), frames, starts, words })
    }

    /// The pattern.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// How many structures there are.
    pub fn len(&self) -> u64 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// Whether the rules leave no command.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many combinations of words and relations there are, whatever the words.
    pub fn frames(&self) -> usize {
        self.frames.len()
    }

    /// Structure `number`, as the phrase of a command with this verb and adverb.
    ///
    /// # Panics
    /// If there is no such structure.
    pub fn command(&self, number: u64, verb: u8, adverb: Option<u8>) -> Command {
        assert!(number < self.len(), "structure {number} of {}", self.len());
        let place = self.starts.partition_point(|&start| start <= number) - 1;
        let (frame, mut rest) = (&self.frames[place], number - self.starts[place]);
        let mut nouns = [None; MAX_PHRASES];
        self.words.each_nouns(&self.pattern, frame, |candidate, ways| {
            if rest < ways {
                nouns = *candidate;
                return true;
            }
            rest -= ways;
            false
        });
        let mut phrases: [Phrase; MAX_PHRASES] = std::array::from_fn(|_| Phrase::default());
        let count = self.pattern.phrases();
        self.words.word(frame, &nouns, count, rest, &mut phrases);
        Command { verb, phrase: self.assemble(frame, &mut phrases), adverb }
    }

    /// Hangs the phrases into each other.
    fn assemble(&self, frame: &CommandFrame, phrases: &mut [Phrase; MAX_PHRASES]) -> Phrase {
        for number in (1..self.pattern.phrases()).rev() {
            let phrase = std::mem::take(&mut phrases[number]);
            let parent = self.pattern.parent(number).unwrap_or(0);
            phrases[parent].clauses.insert(0, Clause { relation: frame.relations[number], phrase });
        }
        let mut head = std::mem::take(&mut phrases[0]);
        head.determiner = Determiner::The;
        head
    }
}

/// Chooses the slots of the phrases from number `next` on, then their relations.
fn fill_slots(
    pattern: &Pattern,
    rules: &Rules,
    frame: CommandFrame,
    next: usize,
    frames: &mut Vec<CommandFrame>,
) -> Result<(), String> {
    if next == pattern.phrases() {
        return fill_relations(pattern, rules, frame, 1, frames);
    }
    for slots in rules.other_slots() {
        let mut frame = frame;
        frame.slots[next] = slots;
        fill_slots(pattern, rules, frame, next + 1, frames)?;
    }
    Ok(())
}

/// The most moulds a pattern may have: their table stays within memory.
const MOST_MOULDS: usize = 1 << 20;

fn fill_relations(
    pattern: &Pattern,
    rules: &Rules,
    frame: CommandFrame,
    next: usize,
    frames: &mut Vec<CommandFrame>,
) -> Result<(), String> {
    let Some(parent) = pattern.parent(next) else {
        if frames.len() == MOST_MOULDS {
            return Err(format!(
                "`{pattern}` has more than {MOST_MOULDS} combinations of words and relations"
            ));
        }
        frames.push(frame);
        return Ok(());
    };
    for &relation in &rules.relations {
        let siblings = (1..next).filter(|&other| pattern.parent(other) == Some(parent));
        let repeated = siblings.map(|other| frame.relations[other]).any(|other| other == relation);
        if (rules.repeated_relations || !repeated)
            && rules.allows(frame.slots[parent], relation, frame.slots[next])
        {
            let mut frame = frame;
            frame.relations[next] = relation;
            fill_relations(pattern, rules, frame, next + 1, frames)?;
        }
    }
    Ok(())
}

impl Words {
    /// Visits every choice of nouns for a mould, with the number of ways to choose the other words, until told to stop.
    fn each_nouns(
        &self,
        pattern: &Pattern,
        frame: &CommandFrame,
        mut visit: impl FnMut(&Nouns, u64) -> bool,
    ) {
        let count = pattern.phrases();
        let range = |phrase: usize| {
            if !frame.slots[phrase].noun {
                return (None, 1);
            }
            let inside = phrase > 0 && frame.relations[phrase] == Relation::Inside;
            if inside { (Some(self.solids), self.frames) } else { (Some(0), self.solids) }
        };
        let mut digits = [0u8; MAX_PHRASES];
        if (0..count).any(|phrase| range(phrase).1 == 0) {
            return;
        }
        loop {
            let mut nouns: Nouns = [None; MAX_PHRASES];
            for phrase in 0..count {
                nouns[phrase] = range(phrase).0.map(|first| first + digits[phrase]);
            }
            let natural = !self.distinct_nouns
                || (1..count).all(|phrase| {
                    let parent = pattern.parent(phrase).unwrap_or(0);
                    frame.relations[phrase] == Relation::SameShape
                        || nouns[phrase].is_none()
                        || nouns[phrase] != nouns[parent]
                });
            if natural {
                let ways = self.ways(frame, &nouns, count);
                if ways > 0 && visit(&nouns, ways) {
                    return;
                }
            }
            // Count up, the last phrase fastest.
            let Some(phrase) = (0..count).rev().find(|&phrase| digits[phrase] + 1 < range(phrase).1) else {
                return;
            };
            digits[phrase] += 1;
            digits[phrase + 1..].fill(0);
        }
    }

    /// How many ways there are to word a phrase, its noun aside.
    fn wordings(&self, slots: Slots) -> u64 {
        let size = if slots.size { u64::from(self.sizes) } else { 1 };
        size * if slots.colour { u64::from(self.colours) } else { 1 }
    }

    /// How many earlier phrases could be worded like this one.
    fn twins(&self, frame: &CommandFrame, nouns: &Nouns, phrase: usize) -> u64 {
        let alike =
            |&other: &usize| frame.slots[other] == frame.slots[phrase] && nouns[other] == nouns[phrase];
        if self.distinct_phrases { (0..phrase).filter(alike).count() as u64 } else { 0 }
    }

    fn ways(&self, frame: &CommandFrame, nouns: &Nouns, count: usize) -> u64 {
        (0..count).fold(1, |ways: u64, phrase| {
            let open = self.wordings(frame.slots[phrase]).saturating_sub(self.twins(frame, nouns, phrase));
            ways.saturating_mul(open)
        })
    }

    /// Words the phrases: way `number` of [`Words::ways`], the last phrase fastest.
    fn word(
        &self,
        frame: &CommandFrame,
        nouns: &Nouns,
        count: usize,
        mut number: u64,
        phrases: &mut [Phrase],
    ) {
        let mut digits = [0u64; MAX_PHRASES];
        for phrase in (0..count).rev() {
            let open = self.wordings(frame.slots[phrase]) - self.twins(frame, nouns, phrase);
            digits[phrase] = number % open;
            number /= open;
        }
        for phrase in 0..count {
            let slots = frame.slots[phrase];
            // The digit counts the wordings that no twin has taken.
            let mut taken = [u64::MAX; MAX_PHRASES];
            let mut used = 0;
            if self.distinct_phrases {
                for other in 0..phrase {
                    if frame.slots[other] == slots && nouns[other] == nouns[phrase] {
                        taken[used] = digits[other];
                        used += 1;
                    }
                }
            }
            taken[..used].sort_unstable();
            for &other in &taken[..used] {
                if other <= digits[phrase] {
                    digits[phrase] += 1;
                }
            }
            let colours = if slots.colour { u64::from(self.colours) } else { 1 };
            let wording = digits[phrase];
            phrases[phrase] = Phrase {
                determiner: Determiner::A,
                size: slots.size.then_some((wording / colours) as u8),
                colour: slots.colour.then_some((wording % colours) as u8),
                noun: nouns[phrase],
                clauses: Vec::new(),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn population(pattern: &str, rules: &Rules) -> Population {
        Population::new(&Pattern::parse(pattern).unwrap(), rules, &Lexicon::reascan()).unwrap()
    }

    /// The figures were counted with the original's grammar.
    #[test]
    fn counts_are_the_originals() {
        let rules = Rules::default();
        let counts = |pattern: &str| {
            let population = population(pattern, &rules);
            (population.frames(), population.len())
        };
        assert_eq!(counts("o"), (4, 45));
        assert_eq!(counts("o ^ o"), (92, 5_050));
        assert_eq!(counts("o ^ o & o"), (820, 302_548));
        assert_eq!(counts("o ^ o & o & o"), (5_310, 11_784_024));
    }

    #[test]
    fn relations_are_as_frequent_as_in_the_original() {
        let population = population("o ^ o & o", &Rules::default());
        let mut edges = [0u32; 6];
        for number in 0..population.len() {
            for clause in &population.command(number, 0, None).phrase.clauses {
                edges[clause.relation as usize] += 1;
            }
        }
        // Row, column, colour, shape, size, inside.
        assert_eq!(edges, [203_904, 203_904, 9_168, 40_480, 29_760, 117_880]);
    }

    /// Every number gives another command, and the rules hold for each.
    #[test]
    fn numbers_and_commands_are_one_to_one() {
        for pattern in ["o", "o ^ o", "o ^ o & o"] {
            let population = population(pattern, &Rules::default());
            let mut seen = HashSet::new();
            for number in 0..population.len() {
                let command = population.command(number, 0, None);
                assert_eq!(Pattern::of(&command.phrase).as_ref(), Some(population.pattern()));
                let mut texts = vec![words(&command.phrase)];
                for clause in &command.phrase.clauses {
                    texts.push(words(&clause.phrase));
                    let alike = clause.phrase.noun == command.phrase.noun;
                    assert!(!alike || clause.relation == Relation::SameShape, "{command:?}");
                }
                texts.sort_unstable();
                texts.dedup();
                assert_eq!(texts.len(), command.phrase.count(), "{command:?}");
                assert!(seen.insert(command), "{number}");
            }
        }
    }

    fn words(phrase: &Phrase) -> (Option<u8>, Option<u8>, Option<u8>) {
        (phrase.size, phrase.colour, phrase.noun)
    }

    #[test]
    fn relaxed_rules_give_more_commands() {
        let strict = population("o ^ o", &Rules::default()).len();
        type Relax = fn(&mut Rules);
        let relaxations: [Relax; 5] = [
            |rules| rules.bare_phrases = true,
            |rules| rules.object_in_any_clause = true,
            |rules| rules.redundant_clauses = true,
            |rules| rules.repeated_phrases = true,
            |rules| rules.repeated_nouns = true,
        ];
        for (number, relax) in relaxations.iter().enumerate() {
            let mut rules = Rules::default();
            relax(&mut rules);
            assert!(population("o ^ o", &rules).len() > strict, "relaxation {number}");
        }
        let mut rules = Rules { repeated_relations: true, ..Rules::default() };
        assert!(population("o ^ o & o", &rules).len() > 302_548);
        rules.simple_object = true;
        assert_eq!(population("o", &rules).len(), 45 + 1 + 4 + 2 + 8);
    }
}
