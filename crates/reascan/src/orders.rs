//! Other commands made of the same words.
//!
//! Whoever sees which words a command has, but not their order, cannot tell it from these. A world in which each of them
//! refers to an object of its own makes order matter.

use std::ops::ControlFlow;

use wampimuk_core::Stream;

use crate::pattern::MAX_PHRASES;
use crate::rules::Rules;
use crate::tree::Tree;

/// Of commands with more arrangements of their words than this, orders are drawn instead of enumerated.
const ENUMERATED: u64 = 1000;

/// How many arrangements are drawn. Most of them break a rule.
const DRAWS: usize = 500;

/// Lists other orders of a command's words: all of them, or where there are very many at least `enough` that are drawn
/// at random.
pub(crate) fn list_orders(
    tree: &Tree,
    rules: &Rules,
    enough: usize,
    stream: &mut Stream,
    orders: &mut Vec<Tree>,
) {
    orders.clear();
    let mut places = Places::of(tree);
    if places.count() > ENUMERATED {
        let own = tree.canonical();
        for _ in 0..DRAWS {
            places.shuffle(stream);
            let order = places.applied_to(tree).canonical();
            if order != own && rules.admits_tree(&order) && !orders.contains(&order) {
                orders.push(order);
            }
        }
        if orders.len() >= enough {
            return;
        }
        orders.clear();
    }
    each_order(tree, rules, |order| {
        orders.push(*order);
        ControlFlow::Continue(())
    });
}

/// How many orders a command has, its own included, counted up to `most`.
pub(crate) fn count_orders(tree: &Tree, rules: &Rules, most: usize) -> usize {
    let mut count = 1;
    each_order(tree, rules, |_| {
        count += 1;
        if count < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    count
}

/// Visits the commands that the rules allow, of the same shape and the same words, and of another meaning: size, colour
/// and noun words change places among the phrases, relations among the clauses. Clauses about one phrase have no order.
pub(crate) fn each_order(tree: &Tree, rules: &Rules, mut visit: impl FnMut(&Tree) -> ControlFlow<()>) {
    let own = tree.canonical();
    let mut places = Places::of(&own);
    loop {
        let order = places.applied_to(&own);
        // Of all arrangements with one meaning, the canonical one counts.
        if order != own && rules.admits_tree(&order) && order.canonical() == order && visit(&order).is_break()
        {
            return;
        }
        if !places.advance() {
            return;
        }
    }
}

/// Where each word goes. Values are named by the first phrase that has them in the command itself.
struct Places {
    len: usize,
    sizes: [u8; MAX_PHRASES],
    colours: [u8; MAX_PHRASES],
    nouns: [u8; MAX_PHRASES],
    /// The head's place is idle: no clause introduces it.
    relations: [u8; MAX_PHRASES],
}

impl Places {
    /// The first arrangement in lexicographic order.
    fn of(tree: &Tree) -> Self {
        let nodes = tree.nodes();
        let len = nodes.len();
        let first = |same: &dyn Fn(usize, usize) -> bool| {
            let mut values = [0; MAX_PHRASES];
            for (number, value) in values[..len].iter_mut().enumerate() {
                *value = (0..number).find(|&other| same(other, number)).unwrap_or(number) as u8;
            }
            values
        };
        let relation = |number: usize| nodes[number].link.map(|(_, relation)| relation);
        let mut places = Self {
            len,
            sizes: first(&|one, two| nodes[one].size == nodes[two].size),
            colours: first(&|one, two| nodes[one].colour == nodes[two].colour),
            nouns: first(&|one, two| nodes[one].noun == nodes[two].noun),
            relations: first(&|one, two| relation(one) == relation(two)),
        };
        places.classes().into_iter().for_each(<[u8]>::sort_unstable);
        places
    }

    /// The values that can change places, class by class.
    fn classes(&mut self) -> [&mut [u8]; 4] {
        let len = self.len;
        [
            &mut self.sizes[..len],
            &mut self.colours[..len],
            &mut self.nouns[..len],
            &mut self.relations[1..len],
        ]
    }

    /// How many arrangements there are.
    fn count(&mut self) -> u64 {
        let ways = |values: &[u8]| {
            (1..=values.len() as u64).product::<u64>()
                / values
                    .iter()
                    .enumerate()
                    .map(|(place, value)| {
                        // A value's second use divides by two, its third by three, …
                        values[..=place].iter().filter(|other| *other == value).count() as u64
                    })
                    .product::<u64>()
        };
        self.classes().iter().map(|values| ways(values)).product()
    }

    fn shuffle(&mut self, stream: &mut Stream) {
        self.classes().into_iter().for_each(|values| stream.shuffle(values));
    }

    /// The next arrangement; false after the last.
    fn advance(&mut self) -> bool {
        self.classes().into_iter().any(next_arrangement)
    }

    /// The tree with its words arranged so.
    fn applied_to(&self, tree: &Tree) -> Tree {
        let mut other = *tree;
        for number in 0..self.len {
            let of = |values: &[u8; MAX_PHRASES]| &tree.nodes()[usize::from(values[number])];
            let node = other.node_mut(number);
            node.size = of(&self.sizes).size;
            node.colour = of(&self.colours).colour;
            (node.noun, node.frame) = (of(&self.nouns).noun, of(&self.nouns).frame);
            if let (Some((_, relation)), Some((_, value))) = (&mut node.link, of(&self.relations).link) {
                *relation = value;
            }
        }
        other
    }
}

/// Arranges values in the next way in lexicographic order. After the last way it is the first again, and false.
fn next_arrangement(values: &mut [u8]) -> bool {
    let Some(place) = (1..values.len()).rev().find(|&place| values[place - 1] < values[place]) else {
        values.sort_unstable();
        return false;
    };
    let raised = values[place - 1];
    let by = (place..values.len()).rev().find(|&other| values[other] > raised).unwrap_or(place);
    values.swap(place - 1, by);
    values[place..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use wampimuk_command::{Command, Lexicon, Surface, parse};
    use wampimuk_core::{Digest, StreamKey};

    use super::*;
    use crate::{Pattern, Population};

    fn orders(text: &str) -> BTreeSet<String> {
        let lexicon = Lexicon::reascan();
        let command = parse(text, &lexicon).expect("a command");
        let tree = Tree::of(&command.phrase, &lexicon);
        let mut orders = BTreeSet::new();
        each_order(&tree, &Rules::default(), |order| {
            let command = Command { phrase: order.phrase(&lexicon), ..command.clone() };
            assert!(orders.insert(command.text(&lexicon, Surface::Reascan)), "each order once");
            ControlFlow::Continue(())
        });
        orders
    }

    #[test]
    fn words_change_places_where_the_rules_allow_it() {
        assert_eq!(
            orders("push the red circle that is in the same row as a blue square"),
            BTreeSet::from([
                "push the red square that is in the same row as a blue circle".to_string(),
                "push the blue circle that is in the same row as a red square".to_string(),
                "push the blue square that is in the same row as a red circle".to_string(),
            ])
        );
        // A box is what something is inside of, and phrases in clauses are not bare.
        assert_eq!(orders("push the circle that is inside of a red box"), BTreeSet::new());
        assert_eq!(
            orders("push the small circle that is inside of a red box"),
            BTreeSet::from([
                "push the circle that is inside of a small red box".to_string(),
                "push the red circle that is inside of a small box".to_string(),
            ])
        );
    }

    #[test]
    fn clauses_about_one_phrase_have_no_order() {
        let one = orders("push the circle that is in the same row as a red square and inside of a big box");
        let two = orders("push the circle that is inside of a big box and in the same row as a red square");
        assert_eq!(one, two);
        assert!(
            !one.iter().any(|order| order.contains("circle that is in the same row as a red square and"))
        );
    }

    /// The orders of one command are the commands of the population that have its words: counted in two ways.
    #[test]
    fn orders_are_the_commands_of_the_same_words() {
        let (lexicon, rules) = (Lexicon::reascan(), Rules::default());
        let population = Population::new(&Pattern::parse("o ^ o").unwrap(), &rules, &lexicon).unwrap();
        let words = |number: u64| {
            let text = population.command(number, 0, None).text(&lexicon, Surface::Reascan);
            let mut words: Vec<String> = text.split(' ').map(str::to_string).collect();
            words.sort_unstable();
            words
        };
        let mut bags = BTreeMap::<Vec<String>, usize>::new();
        (0..population.len()).for_each(|number| *bags.entry(words(number)).or_default() += 1);
        for number in 0..population.len() {
            let tree = Tree::of(&population.command(number, 0, None).phrase, &lexicon);
            assert_eq!(count_orders(&tree, &rules, usize::MAX), bags[&words(number)], "{:?}", words(number));
        }
    }

    #[test]
    fn drawn_orders_are_among_the_enumerated_ones() {
        let (lexicon, rules) = (Lexicon::reascan(), Rules::default());
        let population =
            Population::new(&Pattern::parse("o ^ o & o & o").unwrap(), &rules, &lexicon).unwrap();
        let mut stream = StreamKey::new(&Digest::of(b"orders"), "test", 0).stream(0);
        let mut listed = Vec::new();
        let mut drawn = 0;
        for number in (0..population.len()).step_by(1_000_003) {
            let tree = Tree::of(&population.command(number, 0, None).phrase, &lexicon);
            let mut all = Vec::new();
            each_order(&tree, &rules, |order| {
                all.push(*order);
                ControlFlow::Continue(())
            });
            list_orders(&tree, &rules, 7, &mut stream, &mut listed);
            assert!(listed.iter().all(|order| all.contains(order)));
            let is_drawn = Places::of(&tree).count() > ENUMERATED;
            drawn += usize::from(is_drawn);
            assert!(is_drawn && listed.len() >= 7 || listed.len() == all.len());
        }
        assert!(drawn > 0, "some are drawn");
    }
}
