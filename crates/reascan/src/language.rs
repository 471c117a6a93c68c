//! Whether a command is one that the rules allow, whoever made it.

use wampimuk_command::{Lexicon, Phrase, Relation};

use crate::pattern::MAX_PHRASES;
use crate::rules::{Rules, Slots};
use crate::tree::{Node, Tree};

impl Rules {
    /// Whether a [`Population`](crate::Population) of the command's pattern has this command. Populations enumerate;
    /// this judges one command, of any shape that patterns can have.
    pub fn admits(&self, head: &Phrase, lexicon: &Lexicon) -> bool {
        head.count() <= MAX_PHRASES && self.admits_tree(&Tree::of(head, lexicon))
    }

    /// The same for a command as a tree.
    pub(crate) fn admits_tree(&self, tree: &Tree) -> bool {
        let nodes = tree.nodes();
        let head = &nodes[0];
        (head.noun.is_some() || self.simple_object || nodes.len() > 1)
            && !head.frame
            && (1..nodes.len()).all(|number| self.admits_clause(nodes, number))
            && (self.repeated_phrases || are_distinct(nodes))
    }

    fn admits_clause(&self, nodes: &[Node], number: usize) -> bool {
        let child = &nodes[number];
        let Some((parent, relation)) = child.link else { return false };
        self.relations.contains(&relation)
            && (self.repeated_relations || !nodes[1..number].iter().any(|other| other.link == child.link))
            && (self.bare_phrases || child.size.is_some() || child.colour.is_some())
            && self.allows(slots(&nodes[parent]), relation, slots(child))
            && child.frame == (relation == Relation::Inside)
            && (self.repeated_nouns
                || relation == Relation::SameShape
                || child.noun.is_none()
                || child.noun != nodes[parent].noun)
    }
}

fn slots(node: &Node) -> Slots {
    Slots { size: node.size.is_some(), colour: node.colour.is_some(), noun: node.noun.is_some() }
}

fn are_distinct(nodes: &[Node]) -> bool {
    let words = |node: &Node| (node.size, node.colour, node.noun);
    nodes
        .iter()
        .enumerate()
        .all(|(number, node)| !nodes[..number].iter().any(|other| words(other) == words(node)))
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
