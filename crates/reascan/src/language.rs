//! Whether a command is one that the rules allow, whoever made it.

use wampimuk_command::{Clause, Lexicon, Phrase, Relation};
use wampimuk_grid::Form;

use crate::rules::{Rules, Slots};

impl Rules {
    /// Whether a [`Population`](crate::Population) of the command's pattern has this command. Populations enumerate;
    /// this judges one command, of any shape.
    pub fn admits(&self, head: &Phrase, lexicon: &Lexicon) -> bool {
        let mut worded = Vec::new();
        (head.noun.is_some() || self.simple_object || !head.clauses.is_empty())
            && !is_frame(head, lexicon)
            && self.admits_clauses(head, lexicon)
            && (self.repeated_phrases || are_distinct(head, &mut worded))
    }

    fn admits_clauses(&self, phrase: &Phrase, lexicon: &Lexicon) -> bool {
        let repeats = |number: usize, clause: &Clause| {
            phrase.clauses[..number].iter().any(|other| other.relation == clause.relation)
        };
        phrase.clauses.iter().enumerate().all(|(number, clause)| {
            let (relation, child) = (clause.relation, &clause.phrase);
            self.relations.contains(&relation)
                && (self.repeated_relations || !repeats(number, clause))
                && (self.bare_phrases || child.size.is_some() || child.colour.is_some())
                && self.allows(slots(phrase), relation, slots(child))
                && is_frame(child, lexicon) == (relation == Relation::Inside)
                && (self.repeated_nouns
                    || relation == Relation::SameShape
                    || child.noun.is_none()
                    || child.noun != phrase.noun)
                && self.admits_clauses(child, lexicon)
        })
    }
}

fn slots(phrase: &Phrase) -> Slots {
    Slots { size: phrase.size.is_some(), colour: phrase.colour.is_some(), noun: phrase.noun.is_some() }
}

fn is_frame(phrase: &Phrase, lexicon: &Lexicon) -> bool {
    phrase.noun.is_some_and(|noun| lexicon.nouns[usize::from(noun)].form == Form::Frame)
}

fn are_distinct(phrase: &Phrase, worded: &mut Vec<(Option<u8>, Option<u8>, Option<u8>)>) -> bool {
    let words = (phrase.size, phrase.colour, phrase.noun);
    if worded.contains(&words) {
        return false;
    }
    worded.push(words);
    phrase.clauses.iter().all(|clause| are_distinct(&clause.phrase, worded))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pattern, Population};

    /// Every command of the widest language is admitted by exactly the rules whose population has it.
    #[test]
    fn rules_admit_what_populations_have() {
        let lexicon = Lexicon::reascan();
        let widest = Rules::relaxed();
        type Relax = fn(&mut Rules);
        let relaxations: [Relax; 7] = [
            |_| (),
            |rules| rules.simple_object = true,
            |rules| rules.bare_phrases = true,
            |rules| rules.object_in_any_clause = true,
            |rules| rules.redundant_clauses = true,
            |rules| rules.repeated_phrases = true,
            |rules| rules.repeated_nouns = true,
        ];
        for pattern in ["o", "o ^ o"] {
            let pattern = Pattern::parse(pattern).unwrap();
            let all = Population::new(&pattern, &widest, &lexicon).unwrap();
            for relax in relaxations {
                let mut rules = Rules::default();
                relax(&mut rules);
                let own = Population::new(&pattern, &rules, &lexicon).unwrap();
                let admitted = (0..all.len()).filter(|&number| {
                    let command = all.command(number, 0, None);
                    rules.admits(&command.phrase, &lexicon)
                });
                assert_eq!(admitted.count() as u64, own.len(), "{pattern} {rules:?}");
                assert!(
                    (0..own.len()).all(|number| rules.admits(&own.command(number, 0, None).phrase, &lexicon))
                );
            }
        }
        let two =
            Population::new(&Pattern::parse("o ^ o & o").unwrap(), &Rules::default(), &lexicon).unwrap();
        let twice = Rules { repeated_relations: true, ..Rules::default() };
        let more = Population::new(two.pattern(), &twice, &lexicon).unwrap();
        let admitted =
            (0..more.len()).filter(|&n| Rules::default().admits(&more.command(n, 0, None).phrase, &lexicon));
        assert_eq!(admitted.count() as u64, two.len());
    }
}
