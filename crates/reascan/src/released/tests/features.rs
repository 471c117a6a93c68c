//! What is compared of two worlds.

use std::collections::BTreeMap;

use wampimuk_command::{
    Determiner, Extreme, Lexicon, Phrase, Reading, Relation, Scene, Semantics, WordClass,
};
use wampimuk_grid::{Cell, Form, Object};

use super::sample::Sample;
use super::strata::Key;
use crate::tree::{Node, Tree};

/// Everything that is compared, by name and case.
pub fn features(sample: &Sample, lexicon: &Lexicon) -> BTreeMap<Key, f64> {
    let mut features = Features { sums: BTreeMap::new() };
    let tree = Tree::of(&sample.command.phrase, lexicon);
    features.flags(sample);
    features.looks(sample, &tree);
    features.places(sample, &tree);
    features.copies(sample, &tree);
    features.meaning(sample, &tree, lexicon);
    features.sums
}

struct Features {
    sums: BTreeMap<Key, f64>,
}

impl Features {
    fn add(&mut self, name: &'static str, one: u8, two: u8, value: f64) {
        *self.sums.entry((name, one, two)).or_default() += value;
    }

    fn count(&mut self, name: &'static str, one: u8, two: u8) {
        self.add(name, one, two, 1.0);
    }

    fn when(&mut self, name: &'static str, holds: bool) {
        self.add(name, 0, 0, f64::from(u8::from(holds)));
    }

    fn flags(&mut self, sample: &Sample) {
        self.when("full relation", sample.full_relation);
        self.when("has relation", sample.relation);
        self.when("has attribute", sample.attribute);
        self.when("has isomorphism", sample.isomorphism);
        self.when("has random", sample.randoms > 0);
        self.count("objects", sample.world.objects().len() as u8, 0);
        self.count("randoms", sample.randoms as u8, 0);
        if let Some((phrase, word)) = sample.changed {
            self.count("changed word", phrase, word as u8);
        }
        if let Some(word) = sample.swapped {
            self.count("swapped words", word as u8, 0);
        }
    }

    /// Shapes, colours and sizes.
    fn looks(&mut self, sample: &Sample, tree: &Tree) {
        let objects = sample.world.objects();
        let (phrases, first_random) = (tree.nodes().len(), objects.len() - sample.randoms);
        for (number, object) in objects.iter().enumerate() {
            self.count("shape", object.shape, 0);
            self.count("colour", object.colour, 0);
            self.count(if object.form == Form::Frame { "box size" } else { "solid size" }, object.size, 0);
            if number < phrases {
                self.count("size of phrase", number as u8, object.size);
                self.count("shape of phrase", number as u8, object.shape);
                self.count("colour of phrase", number as u8, object.colour);
            } else if number < first_random {
                self.count("copy shape", object.shape, 0);
                self.count("copy colour", object.colour, 0);
                self.count("copy size", object.size, 0);
            } else {
                self.count("random shape", object.shape, 0);
                self.count("random colour", object.colour, 0);
                self.count("random size", object.size, 0);
                let alike = |other: &&Object| (other.shape, other.colour) == (object.shape, object.colour);
                self.add("randoms like others", 0, 0, objects.iter().filter(alike).count() as f64);
            }
        }
        // Size words: which of the sizes of its class an object has.
        for (number, node) in tree.nodes().iter().enumerate() {
            if let Some(size) = node.size {
                self.count("size by word", size as u8, objects[number].size);
            }
        }
    }

    /// Rows, columns and directions.
    fn places(&mut self, sample: &Sample, tree: &Tree) {
        let objects = sample.world.objects();
        let mut place = |name: [&'static str; 2], cell: Cell| {
            self.count(name[0], cell.row, 0);
            self.count(name[1], cell.column, 0);
        };
        let (phrases, first_random) = (tree.nodes().len(), objects.len() - sample.randoms);
        let agent = sample.world.agent().cell;
        place(["target row", "target column"], objects[0].cell);
        place(["agent row", "agent column"], agent);
        for object in &objects[phrases..first_random] {
            match object.form {
                Form::Solid => place(["copy row", "copy column"], object.cell),
                Form::Frame => place(["copied box row", "copied box column"], object.cell),
            }
        }
        for object in &objects[first_random..] {
            place(["random row", "random column"], object.cell);
        }
        for (node, object) in tree.nodes().iter().zip(objects) {
            let Some((parent, relation)) = node.link else { continue };
            self.count("pivot row", relation as u8, object.cell.row);
            self.count("pivot column", relation as u8, object.cell.column);
            if relation == Relation::Inside {
                let parent = objects[parent].cell;
                self.count("row inside", object.size, parent.row.wrapping_sub(object.cell.row));
                self.count("column inside", object.size, parent.column.wrapping_sub(object.cell.column));
            }
        }
        if let Some(direction) = agent.direction_to(objects[0].cell) {
            self.count("direction", direction as u8, 0);
        }
        self.count("distance", agent.distance(objects[0].cell), 0);
        self.count("tens of actions", (sample.actions.saturating_sub(1) / 10) as u8, 0);
        self.add("actions", 0, 0, sample.actions as f64);
    }

    /// Copies against their originals and against each other, as far as their places in the list are certain.
    fn copies(&mut self, sample: &Sample, tree: &Tree) {
        let (objects, nodes) = (sample.world.objects(), tree.nodes());
        let phrases = nodes.len();
        let nested = nodes.iter().any(|node| node.link.is_some_and(|(parent, _)| parent > 0));
        if !sample.full_relation {
            return;
        }
        let mut next = phrases;
        if sample.relation {
            let left_out = if nested { phrases - 1..phrases } else { 1..phrases };
            for out in left_out {
                let copied: Vec<usize> = (0..phrases).filter(|&phrase| phrase != out).collect();
                let names = ["relation copy: size", "relation copy: shape", "relation copy: colour"];
                self.group(names, |phrase| u8::from(phrase > 0), nodes, objects, &copied, next);
                next += copied.len();
            }
        }
        let all: Vec<usize> = (0..phrases).collect();
        if let (true, Some((changed, word))) = (sample.attribute, sample.changed) {
            let names = ["attribute copy: size", "attribute copy: shape", "attribute copy: colour"];
            let case = |phrase| word as u8 * 2 + u8::from(phrase == usize::from(changed));
            self.group(names, case, nodes, objects, &all, next);
        }
        if sample.isomorphism {
            let names = ["isomorphism copy: size", "isomorphism copy: shape", "isomorphism copy: colour"];
            let colours = u8::from(sample.swapped == Some(WordClass::Colour));
            let case = |phrase| colours * 2 + u8::from(phrase > 0);
            self.group(names, case, nodes, objects, &all, objects.len() - sample.randoms - phrases);
        }
    }

    /// A group of copies of some phrases, from number `first` on.
    fn group(
        &mut self,
        names: [&'static str; 3],
        case: impl Fn(usize) -> u8,
        nodes: &[Node],
        objects: &[Object],
        copied: &[usize],
        first: usize,
    ) {
        for (place, &phrase) in copied.iter().enumerate() {
            let (original, copy) = (&objects[phrase], &objects[first + place]);
            let same =
                [original.size == copy.size, original.shape == copy.shape, original.colour == copy.colour];
            for (name, same) in names.into_iter().zip(same) {
                self.add(name, case(phrase), 0, f64::from(u8::from(same)));
            }
            // Whether what the clause says holds of the copies. It is placed so for rows, columns and boxes.
            let Some((parent, relation)) = nodes[phrase].link else { continue };
            let Some(parent) = copied.iter().position(|&other| other == parent) else { continue };
            let parent = &objects[first + parent];
            let holds = match relation {
                Relation::SameColour => parent.colour == copy.colour,
                Relation::SameShape => parent.shape == copy.shape,
                Relation::SameSize => parent.size == copy.size,
                Relation::SameRow | Relation::SameColumn | Relation::Inside => continue,
            };
            self.add("clauses that hold of copies", relation as u8, 0, f64::from(u8::from(holds)));
        }
    }

    /// Articles, what is needed, and which promises are broken.
    fn meaning(&mut self, sample: &Sample, tree: &Tree, lexicon: &Lexicon) {
        let scene = Scene::new(&sample.world);
        let head = &sample.command.phrase;
        let existential = Semantics::from(Reading::Existential);
        let referents = |phrase: &Phrase, semantics| scene.denotation(phrase, lexicon, semantics);
        self.when("head says it all", scene.own_words(head, lexicon, existential) == 1);
        let mut all_needed = true;
        for (relation, phrase) in without_each_clause(head) {
            let needed = referents(&phrase, existential) != 1;
            self.add("needed clauses", relation as u8, 0, f64::from(u8::from(needed)));
            all_needed &= needed;
        }
        self.when("all clauses needed", all_needed);
        self.when("not superlative", referents(head, Reading::Superlative.into()) != 1);
        self.when("not colour-blind superlative", referents(head, Reading::ColourBlind.into()) != 1);
        self.add("definite articles", 0, 0, f64::from(definite(head)) - 1.0);
        let objects = sample.world.objects();
        let sizes = |node: &Node| {
            let fits = |object: &&Object| {
                node.noun.is_none_or(|noun| noun == object.shape)
                    && node.colour.is_none_or(|colour| colour == object.colour)
            };
            objects.iter().filter(fits).fold(0u32, |sizes, object| sizes | 1 << object.size)
        };
        let sized = || tree.nodes().iter().zip(objects).filter(|(node, _)| node.size.is_some());
        self.when("more than two sizes", sized().any(|(node, _)| sizes(node).count_ones() > 2));
        let extreme = |(node, object): &(&Node, &Object)| match node.size {
            Some(Extreme::Small) => sizes(node).trailing_zeros() == u32::from(object.size),
            _ => sizes(node).ilog2() == u32::from(object.size),
        };
        self.add(
            "sized phrases that are no extreme",
            0,
            0,
            sized().filter(|pair| !extreme(pair)).count() as f64,
        );
    }
}

fn definite(phrase: &Phrase) -> u8 {
    let own = u8::from(phrase.determiner == Determiner::The);
    own + phrase.clauses.iter().map(|clause| definite(&clause.phrase)).sum::<u8>()
}

/// A phrase without each of its clauses, with their relations.
fn without_each_clause(head: &Phrase) -> Vec<(Relation, Phrase)> {
    let mut all = Vec::new();
    for (number, clause) in head.clauses.iter().enumerate() {
        let mut without = head.clone();
        without.clauses.remove(number);
        all.push((clause.relation, without));
        for (relation, phrase) in without_each_clause(&clause.phrase) {
            let mut changed = head.clone();
            changed.clauses[number].phrase = phrase;
            all.push((relation, changed));
        }
    }
    all
}
