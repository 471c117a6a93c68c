//! Whom a command refers to while its world grows.
//!
//! The meaning is [`wampimuk_command::denotation`] with existential size words: "small" is what something bigger of its
//! class is there for. Under that reading an object that is added never takes a referent away. So a second referent
//! ends an attempt at once, long before the world is full. For this the sets of objects by feature are kept up to date
//! object by object, instead of being built for each question.

use wampimuk_command::{Extreme, MAX_ENTRIES, Relation};
use wampimuk_core::bits;
use wampimuk_grid::{Form, MAX_SIDE, MAX_SIZE, Object};

use crate::pattern::MAX_PHRASES;
use crate::tree::{Node, Tree};

/// The objects of a growing world by feature, as bits of their numbers.
#[derive(Clone, Debug)]
pub(super) struct Matcher {
    objects: Vec<Object>,
    frames: u64,
    shapes: [u64; MAX_ENTRIES],
    colours: [u64; MAX_ENTRIES],
    sizes: [u64; MAX_SIZE as usize + 1],
    rows: [u64; MAX_SIDE as usize],
    columns: [u64; MAX_SIDE as usize],
}

/// For each phrase, the objects that can play it.
type Masks = [u64; MAX_PHRASES];

impl Matcher {
    pub fn new() -> Self {
        Self {
            objects: Vec::new(),
            frames: 0,
            shapes: [0; MAX_ENTRIES],
            colours: [0; MAX_ENTRIES],
            sizes: [0; MAX_SIZE as usize + 1],
            rows: [0; MAX_SIDE as usize],
            columns: [0; MAX_SIDE as usize],
        }
    }

    /// The objects, in the order in which they were added.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// How many of them are boxes.
    pub fn frames(&self) -> u32 {
        self.frames.count_ones()
    }

    pub fn clear(&mut self) {
        while self.pop().is_some() {}
    }

    pub fn push(&mut self, object: Object) {
        let bit = 1 << self.objects.len();
        self.flip(&object, bit);
        self.objects.push(object);
    }

    /// Takes the last object away again.
    pub fn pop(&mut self) -> Option<Object> {
        let object = self.objects.pop()?;
        self.flip(&object, 1 << self.objects.len());
        Some(object)
    }

    fn flip(&mut self, object: &Object, bit: u64) {
        if object.form == Form::Frame {
            self.frames ^= bit;
        }
        self.shapes[usize::from(object.shape)] ^= bit;
        self.colours[usize::from(object.colour)] ^= bit;
        self.sizes[usize::from(object.size)] ^= bit;
        self.rows[usize::from(object.cell.row)] ^= bit;
        self.columns[usize::from(object.cell.column)] ^= bit;
    }

    /// Whether there is a thing of this size and, where given, shape and colour.
    pub fn has(&self, shape: Option<u8>, colour: Option<u8>, size: u8) -> bool {
        let shaped = shape.map_or(!0, |shape| self.shapes[usize::from(shape)]);
        let coloured = colour.map_or(!0, |colour| self.colours[usize::from(colour)]);
        self.sizes[usize::from(size)] & shaped & coloured != 0
    }

    /// Whether a command refers to something other than object 0.
    pub fn has_rival(&self, tree: &Tree) -> bool {
        self.first_referent(tree, !1).is_some()
    }

    /// Whether a command refers to object 0, whatever else.
    pub fn names_target(&self, tree: &Tree) -> bool {
        self.first_referent(tree, 1).is_some()
    }

    /// The first of these candidates that a command refers to.
    fn first_referent(&self, tree: &Tree, candidates: u64) -> Option<usize> {
        let nodes = tree.nodes();
        let mut masks: Masks = [0; MAX_PHRASES];
        for (mask, node) in masks.iter_mut().zip(nodes) {
            *mask = self.fitting(node);
        }
        if nodes.iter().any(|node| node.link.is_some_and(|(parent, _)| parent > 0)) {
            self.narrow(nodes, &mut masks);
        }
        bits(masks[0] & candidates).find(|&head| self.can_be_head(nodes, &masks, head))
    }

    /// The objects that a phrase's own words fit.
    fn fitting(&self, node: &Node) -> u64 {
        let all = u64::MAX.unbounded_shr(64 - self.objects.len() as u32);
        let class = node.noun.map_or(all, |noun| self.shapes[usize::from(noun)])
            & node.colour.map_or(all, |colour| self.colours[usize::from(colour)]);
        let without = |sizes: &mut dyn Iterator<Item = &u64>| {
            sizes.map(|of_size| class & of_size).find(|&of_size| of_size != 0).map_or(0, |end| class & !end)
        };
        match node.size {
            None => class,
            Some(Extreme::Small) => without(&mut self.sizes.iter().rev()),
            Some(Extreme::Big) => without(&mut self.sizes.iter()),
        }
    }

    /// Takes out objects that lack something their phrase hangs together with, from the last phrase up. In nested
    /// trees this keeps the search short.
    fn narrow(&self, nodes: &[Node], masks: &mut Masks) {
        for (number, node) in nodes.iter().enumerate().rev() {
            if let Some((parent, relation)) = node.link {
                let mask = masks[number];
                let related =
                    bits(masks[parent]).filter(|&object| self.related(relation, object) & mask != 0);
                masks[parent] = related.fold(0, |set, object| set | 1 << object);
            }
        }
    }

    fn can_be_head(&self, nodes: &[Node], masks: &Masks, head: usize) -> bool {
        let mut players = [0u8; MAX_PHRASES];
        players[0] = head as u8;
        // Most candidates lack something for one of the clauses.
        let all_there = nodes.iter().zip(masks).skip(1).all(|(node, mask)| match node.link {
            Some((0, relation)) => mask & self.related(relation, head) != 0,
            _ => true,
        });
        all_there && self.cast(nodes, masks, &mut players, 1, 1 << head)
    }

    /// Whether the phrases from number `next` on can be played by objects that are not used yet.
    fn cast(
        &self,
        nodes: &[Node],
        masks: &Masks,
        players: &mut [u8; MAX_PHRASES],
        next: usize,
        used: u64,
    ) -> bool {
        let Some((parent, relation)) = nodes.get(next).and_then(|node| node.link) else { return true };
        let candidates = masks[next] & self.related(relation, players[parent].into()) & !used;
        bits(candidates).any(|object| {
            players[next] = object as u8;
            self.cast(nodes, masks, players, next + 1, used | 1 << object)
        })
    }

    /// The other objects that an object is related to.
    fn related(&self, relation: Relation, number: usize) -> u64 {
        let object = &self.objects[number];
        let related = match relation {
            Relation::SameRow => self.rows[usize::from(object.cell.row)],
            Relation::SameColumn => self.columns[usize::from(object.cell.column)],
            Relation::SameColour => self.colours[usize::from(object.colour)],
            Relation::SameShape => self.shapes[usize::from(object.shape)],
            Relation::SameSize => self.sizes[usize::from(object.size)],
            Relation::Inside => bits(self.frames)
                .filter(|&frame| self.objects[frame].covers(object.cell))
                .fold(0, |set, frame| set | 1 << frame),
        };
        related & !(1 << number)
    }
}
