//! All explanations of what is shown: the commands that select, in every input, just the object that changed.
//!
//! There are hundreds of thousands of commands, and nearly all of them are out at once: every clause of an explanation
//! must be true of the changed object in every input, so clauses are tested one by one before they are combined. What
//! is left is small, and is tested exactly.

use wampimuk_command::{Clause, Determiner, Lexicon, Phrase, Reading, Relation, Scene, Semantics};
use wampimuk_core::bits;
use wampimuk_grid::{Form, World};
use wampimuk_reascan::{Pattern, Rules};

use crate::check::MAX_PAIRS;
use crate::language::content_words;

/// A set of objects in each world.
type Sets = [u64; MAX_PAIRS];

/// The shape of a command: the tree of its clauses, in a canonical order.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Shape(Vec<Shape>);

impl Shape {
    /// The shape of a pattern.
    pub fn of(pattern: &Pattern) -> Self {
        fn below(pattern: &Pattern, phrase: usize) -> Shape {
            let children = (1..pattern.phrases()).filter(|&child| pattern.parent(child) == Some(phrase));
            let mut shape = Shape(children.map(|child| below(pattern, child)).collect());
            shape.0.sort();
            shape
        }
        below(pattern, 0)
    }

    /// The shapes with one phrase less.
    fn smaller(&self) -> Vec<Self> {
        let mut all = Vec::new();
        for (number, child) in self.0.iter().enumerate() {
            let mut rest = self.0.clone();
            rest.remove(number);
            if child.0.is_empty() {
                all.push(Self(rest));
            } else {
                all.extend(child.smaller().into_iter().map(|smaller| {
                    let mut children = rest.clone();
                    children.push(smaller);
                    children.sort();
                    Self(children)
                }));
            }
        }
        all
    }

    /// These shapes and all that remain when phrases are left out, the smallest first.
    pub fn closure(shapes: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        let mut open: Vec<Self> = shapes.into_iter().collect();
        open.push(Self::default());
        while let Some(shape) = open.pop() {
            if !all.contains(&shape) {
                open.extend(shape.smaller());
                all.push(shape);
            }
        }
        all.sort_by_key(|shape| (shape.count(), shape.clone()));
        all
    }

    fn count(&self) -> usize {
        1 + self.0.iter().map(Self::count).sum::<usize>()
    }
}

/// The commands that are looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search<'l> {
    pub lexicon: &'l Lexicon,
    pub rules: &'l Rules,
    pub shapes: &'l [Shape],
    /// How many content words they have at most.
    pub max_words: usize,
}

/// A phrase, perhaps with clauses, and what it refers to at most: the same object may play two parts.
#[derive(Clone, Debug)]
struct Node {
    phrase: Phrase,
    words: usize,
    sets: Sets,
}

/// A clause and the objects it is true of.
#[derive(Clone, Debug)]
struct Link {
    relation: Relation,
    node: Node,
    /// How many content words it adds.
    words: usize,
    subjects: Sets,
}

/// A clause, with its number among those it was chosen from.
type Chosen<'n> = (usize, &'n Link);

/// How "small" and "big" are read in riddles: as in ReaSCAN.
pub const READING: Reading = Reading::Existential;

/// The meaning of phrases in riddles.
pub(crate) fn semantics() -> Semantics {
    Semantics::from(READING)
}

impl Search<'_> {
    /// The phrases that refer to just the target in every world. The order of their clauses means nothing, so each is
    /// found in one order only.
    pub fn explanations(&self, shown: &[(&World, usize)]) -> Vec<Phrase> {
        let shown = &shown[..shown.len().min(MAX_PAIRS)];
        let field = PreparedWorlds::new(self, shown);
        let mut found = Vec::new();
        for shape in self.shapes {
            field.explain(shape, &mut found);
        }
        found.retain(|phrase| self.rules.admits(phrase, self.lexicon));
        found
    }
}

/// The worlds shown, prepared for the search.
struct PreparedWorlds<'s, 'w> {
    search: &'s Search<'s>,
    scenes: Vec<Scene<'w>>,
    targets: Sets,
    /// For each world, relation and object: the objects it stands in the relation to.
    related: Vec<[Vec<u64>; 6]>,
    things: Vec<Node>,
    boxes: Vec<Node>,
}

impl<'s, 'w> PreparedWorlds<'s, 'w> {
    fn new(search: &'s Search<'s>, shown: &[(&'w World, usize)]) -> Self {
        let mut targets = [0; MAX_PAIRS];
        for (set, (_, target)) in targets.iter_mut().zip(shown) {
            *set = 1 << target;
        }
        let scenes: Vec<Scene<'w>> = shown.iter().map(|(world, _)| Scene::new(world)).collect();
        let related = scenes.iter().zip(shown).map(|(scene, (world, _))| {
            Relation::ALL.map(|relation| {
                let of = |object| scene.related(relation, object, semantics());
                (0..world.objects().len()).map(of).collect()
            })
        });
        let related = related.collect();
        let mut field = Self { search, scenes, targets, related, things: Vec::new(), boxes: Vec::new() };
        field.things = field.simple(Form::Solid);
        field.boxes = field.simple(Form::Frame);
        field
    }

    /// The phrases without clauses that refer to something in every world. Nothing is inside of an "object".
    fn simple(&self, form: Form) -> Vec<Node> {
        let lexicon = self.search.lexicon;
        let optional = |len: usize| std::iter::once(None).chain((0..len as u8).map(Some));
        let mut nodes = Vec::new();
        for noun in optional(lexicon.nouns.len()) {
            let fits = match noun {
                Some(noun) => lexicon.nouns[usize::from(noun)].form == form,
                None => form == Form::Solid,
            };
            for colour in optional(lexicon.colours.len()).filter(|_| fits) {
                for size in optional(lexicon.sizes.len()) {
                    let phrase =
                        Phrase { determiner: Determiner::A, size, colour, noun, clauses: Vec::new() };
                    let mut sets = [0; MAX_PAIRS];
                    let masks =
                        self.scenes.iter().map(|scene| scene.own_words(&phrase, lexicon, semantics()));
                    sets.iter_mut().zip(masks).for_each(|(set, mask)| *set = mask);
                    if self.is_somewhere(&sets) {
                        nodes.push(Node { words: content_words(&phrase), phrase, sets });
                    }
                }
            }
        }
        nodes
    }

    fn is_somewhere(&self, sets: &Sets) -> bool {
        sets[..self.scenes.len()].iter().all(|&set| set != 0)
    }

    fn has_targets(&self, sets: &Sets) -> bool {
        sets.iter().zip(&self.targets).all(|(set, target)| set & target == *target)
    }

    /// The phrases of a shape.
    fn nodes(&self, shape: &Shape, form: Form, words: usize) -> Vec<Node> {
        let simple = match form {
            Form::Solid => &self.things,
            Form::Frame => &self.boxes,
        };
        let heads: Vec<Node> = simple.iter().filter(|node| node.words <= words).cloned().collect();
        if shape.0.is_empty() {
            return heads;
        }
        let links: Vec<Vec<Link>> = shape.0.iter().map(|child| self.links(child, words, &|_| true)).collect();
        let mut nodes = Vec::new();
        for head in &heads {
            self.combine(shape, &links, head.clone(), words, &mut Vec::new(), &mut |node, chosen| {
                nodes.push(node.with(chosen));
            });
        }
        nodes
    }

    /// The clauses about phrases of a shape that may be of use.
    fn links(&self, shape: &Shape, words: usize, wanted: &dyn Fn(&Sets) -> bool) -> Vec<Link> {
        let Some(rest) = words.checked_sub(1) else { return Vec::new() };
        let relations = self.search.rules.relations.clone();
        let mut links = Vec::new();
        let things = self.nodes(shape, Form::Solid, rest);
        let boxes = self.nodes(shape, Form::Frame, rest);
        for relation in relations {
            let nodes = if relation == Relation::Inside { &boxes } else { &things };
            for node in nodes {
                let subjects = self.subjects(relation, &node.sets);
                if self.is_somewhere(&subjects) && wanted(&subjects) {
                    links.push(Link { relation, words: node.words + 1, node: node.clone(), subjects });
                }
            }
        }
        links
    }

    fn subjects(&self, relation: Relation, sets: &Sets) -> Sets {
        let mut subjects = [0; MAX_PAIRS];
        for (world, related) in self.related.iter().enumerate() {
            for (object, others) in related[relation as usize].iter().enumerate() {
                subjects[world] |= u64::from(others & sets[world] != 0) << object;
            }
        }
        subjects
    }

    /// Visits every choice of a clause for each child of a shape. Among children of one shape, the clauses are chosen in
    /// the order of their list, and none twice.
    fn combine<'n>(
        &self,
        shape: &Shape,
        links: &'n [Vec<Link>],
        node: Node,
        words: usize,
        chosen: &mut Vec<Chosen<'n>>,
        visit: &mut dyn FnMut(&Node, &[Chosen<'n>]),
    ) {
        let child = chosen.len();
        if child == shape.0.len() {
            return visit(&node, chosen);
        }
        let start = match chosen.last() {
            Some((last, _)) if shape.0[child] == shape.0[child - 1] => last + 1,
            _ => 0,
        };
        for (number, link) in links[child].iter().enumerate().skip(start) {
            if node.words + link.words > words {
                continue;
            }
            let mut sets = node.sets;
            sets.iter_mut().zip(&link.subjects).for_each(|(set, subjects)| *set &= subjects);
            if !self.is_somewhere(&sets) {
                continue;
            }
            // The phrase itself is put together at the end: most combinations do not get there.
            let next = Node { phrase: node.phrase.clone(), words: node.words + link.words, sets };
            chosen.push((number, link));
            self.combine(shape, links, next, words, chosen, visit);
            chosen.pop();
        }
    }

    /// The explanations of one shape.
    fn explain(&self, shape: &Shape, found: &mut Vec<Phrase>) {
        let words = self.search.max_words;
        let wanted = |sets: &Sets| self.has_targets(sets);
        let links: Vec<Vec<Link>> = shape.0.iter().map(|child| self.links(child, words, &wanted)).collect();
        let heads = self.things.iter().filter(|head| head.words <= words && self.has_targets(&head.sets));
        for head in heads {
            self.combine(shape, &links, head.clone(), words, &mut Vec::new(), &mut |node, chosen| {
                if self.is_exact(node, chosen) {
                    let mut phrase = node.with(chosen).phrase;
                    phrase.determiner = Determiner::The;
                    found.push(phrase);
                }
            });
        }
    }

    /// Whether a phrase refers to just the targets, with a different object for every part.
    fn is_exact(&self, node: &Node, chosen: &[Chosen<'_>]) -> bool {
        let unique = (0..self.scenes.len()).all(|world| node.sets[world] == self.targets[world]);
        if chosen.len() < 2 && chosen.iter().all(|(_, link)| link.node.phrase.clauses.is_empty()) {
            return unique;
        }
        if chosen.iter().all(|(_, link)| link.node.phrase.clauses.is_empty()) {
            return (0..self.scenes.len()).all(|world| {
                bits(node.sets[world]).all(|object| {
                    let is_target = self.targets[world] == 1 << object;
                    self.can_cast(world, object, chosen, 0) == is_target
                })
            });
        }
        let phrase = node.with(chosen).phrase;
        let denotation = |scene: &Scene<'_>| scene.denotation(&phrase, self.search.lexicon, semantics());
        self.scenes.iter().zip(&self.targets).all(|(scene, &target)| denotation(scene) == target)
    }

    /// Whether each clause about an object can have a different object.
    fn can_cast(&self, world: usize, object: usize, chosen: &[Chosen<'_>], used: u64) -> bool {
        let Some(((_, link), rest)) = chosen.split_first() else { return true };
        let able = self.related[world][link.relation as usize][object] & link.node.sets[world] & !used;
        bits(able).any(|partner| self.can_cast(world, object, rest, used | 1 << partner))
    }
}

impl Node {
    /// The node with its clauses.
    fn with(&self, chosen: &[Chosen<'_>]) -> Self {
        let mut node = self.clone();
        let clause =
            |(_, link): &Chosen<'_>| Clause { relation: link.relation, phrase: link.node.phrase.clone() };
        node.phrase.clauses = chosen.iter().map(clause).collect();
        node
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_core::{Digest, StreamKey};
    use wampimuk_grid::Cell;
    use wampimuk_reascan::{Constructed, Population, WorldMaker};

    use super::*;
    use crate::maker::PhraseKey;

    /// The explanations of a pattern, found by looking at every command that the rules allow.
    fn slowly(pattern: &str, rules: &Rules, lexicon: &Lexicon, shown: &[(&World, usize)]) -> Vec<PhraseKey> {
        let population = Population::new(&Pattern::parse(pattern).unwrap(), rules, lexicon).unwrap();
        let scenes: Vec<(Scene<'_>, u64)> =
            shown.iter().map(|(world, target)| (Scene::new(world), 1 << target)).collect();
        let mut keys: Vec<PhraseKey> = (0..population.len())
            .map(|number| population.command(number, 0, None).phrase)
            .filter(|phrase| {
                scenes.iter().all(|(scene, target)| scene.denotation(phrase, lexicon, semantics()) == *target)
            })
            .map(|phrase| PhraseKey::of(&phrase))
            .collect();
        keys.sort();
        keys.dedup();
        keys
    }

    /// Finds in one world, then in more and more, so that there are many explanations and few.
    fn compare(pattern: &str, rules: &Rules, cases: u64) {
        let lexicon = Lexicon::reascan();
        let settings = Constructed { objects: 6, max_objects: 9, ..Constructed::default() };
        let mut maker = WorldMaker::new(&settings, 6, 1..=4, &lexicon).unwrap();
        let shape = Shape::of(&Pattern::parse(pattern).unwrap());
        let natural =
            Population::new(&Pattern::parse(pattern).unwrap(), &Rules::default(), &lexicon).unwrap();
        let key = StreamKey::new(&Digest::of(b"explain"), pattern, 0);
        let mut found = 0;
        for case in 0..cases {
            let mut stream = key.stream(case);
            let number = stream.wide_bits() % natural.len();
            let phrase = natural.command(number, 0, None).phrase;
            let mut worlds = Vec::new();
            for _ in 0..3 {
                let goal = Cell::from_index(stream.below(36) as usize, 6);
                worlds.extend(maker.make(&phrase, goal, 50, &mut stream).ok().cloned());
            }
            for count in 1..=worlds.len() {
                let shown: Vec<(&World, usize)> = worlds[..count].iter().map(|world| (world, 0)).collect();
                let shapes = [shape.clone()];
                let search = Search { lexicon: &lexicon, rules, shapes: &shapes, max_words: 99 };
                let mut keys: Vec<PhraseKey> =
                    search.explanations(&shown).iter().map(PhraseKey::of).collect();
                let all = keys.len();
                keys.sort();
                keys.dedup();
                assert_eq!(keys.len(), all, "an explanation was found twice");
                assert_eq!(keys, slowly(pattern, rules, &lexicon, &shown), "{pattern} {number} {count}");
                found += all;
            }
        }
        assert!(found as u64 > 3 * cases, "{pattern}: {found}");
    }

    #[test]
    fn explanations_are_those_of_a_look_at_every_command() {
        compare("o", &Rules::relaxed(), 40);
        compare("o ^ o", &Rules::relaxed(), 10);
        compare("o ^ o", &Rules::default(), 10);
        compare("o ^ o & o", &Rules::default(), 2);
        compare("o ^ o ^ o", &Rules::default(), 2);
    }

    #[test]
    fn shapes_lose_phrases_one_by_one() {
        let shape = |pattern: &str| Shape::of(&Pattern::parse(pattern).unwrap());
        let all = Shape::closure([shape("o ^ o & o ^ o")]);
        let expected = ["o", "o ^ o", "o ^ o ^ o", "o ^ o & o", "o ^ o & o ^ o"].map(shape);
        assert_eq!(all.len(), expected.len());
        assert!(expected.iter().all(|shape| all.contains(shape)));
        assert_eq!(all[0], shape("o"));
    }

    #[test]
    fn short_explanations_are_all_explanations_that_are_short() {
        let lexicon = Lexicon::reascan();
        let settings = Constructed { objects: 6, max_objects: 9, ..Constructed::default() };
        let mut maker = WorldMaker::new(&settings, 6, 1..=4, &lexicon).unwrap();
        let text = "push the object that is in the same row as a red circle";
        let phrase = wampimuk_command::parse(text, &lexicon).unwrap().phrase;
        let mut stream = StreamKey::new(&Digest::of(b"explain"), "short", 0).stream(0);
        let world = maker.make(&phrase, Cell::new(2, 2), 50, &mut stream).unwrap().clone();
        let shapes = Shape::closure([Shape(vec![Shape::default(), Shape::default()])]);
        let rules = Rules::relaxed();
        let found = |max_words| {
            let search = Search { lexicon: &lexicon, rules: &rules, shapes: &shapes, max_words };
            search.explanations(&[(&world, 0)])
        };
        let all = found(5);
        for words in 0..5 {
            let short = all.iter().filter(|phrase| content_words(phrase) <= words).count();
            assert_eq!(found(words).len(), short);
        }
    }
}
