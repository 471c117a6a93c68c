//! A world that grows object by object, with its sets of objects kept up to date.

use wampimuk_command::{Extreme, Relation};
use wampimuk_core::{Stream, bits};
use wampimuk_grid::{Cell, Form, MAX_OBJECTS, MAX_SIDE, MAX_SIZE, Object};

use super::sizes::Sizes;
use crate::pattern::MAX_PHRASES;
use crate::tree::{Node, Tree};

const ENTRIES: usize = wampimuk_command::MAX_ENTRIES;
const SIDE: usize = MAX_SIDE as usize;

/// What stands in a cell.
const SOLID: u8 = 1;
const CORNER: u8 = 2;

/// The objects so far, by feature and by place.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    side: u8,
    objects: Vec<Object>,
    cells: Vec<u8>,
    frames: u64,
    nouns: [u64; ENTRIES],
    colours: [u64; ENTRIES],
    sizes: [u64; MAX_SIZE as usize + 1],
    /// The objects that touch each row: boxes by their extent.
    rows: [u64; SIDE],
    columns: [u64; SIDE],
    /// For each box, the objects whose cell it covers.
    contents: [u64; MAX_OBJECTS],
}

/// Where an object may be put.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CellConstraint {
    pub cell: Option<Cell>,
    pub row: Option<u8>,
    pub column: Option<u8>,
    /// In the extent of this box.
    pub within: Option<usize>,
    /// Covering this cell: for boxes.
    pub around: Option<Cell>,
}

impl Board {
    pub fn new(side: u8) -> Self {
        Self {
            side,
            objects: Vec::with_capacity(MAX_OBJECTS),
            cells: vec![0; usize::from(side) * usize::from(side)],
            frames: 0,
            nouns: [0; ENTRIES],
            colours: [0; ENTRIES],
            sizes: [0; MAX_SIZE as usize + 1],
            rows: [0; SIDE],
            columns: [0; SIDE],
            contents: [0; MAX_OBJECTS],
        }
    }

    /// An empty world; nothing solid may be put where the agent stands.
    pub fn reset(&mut self, agent: Cell) {
        self.objects.clear();
        self.cells.fill(0);
        self.cells[agent.index(self.side)] = SOLID;
        self.frames = 0;
        self.nouns.fill(0);
        self.colours.fill(0);
        self.sizes.fill(0);
        self.rows.fill(0);
        self.columns.fill(0);
    }

    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// The objects that are not boxes.
    pub fn solids(&self) -> u64 {
        self.all() & !self.frames
    }

    fn all(&self) -> u64 {
        match self.objects.len() {
            MAX_OBJECTS => u64::MAX,
            len => (1 << len) - 1,
        }
    }

    /// Adds an object to a cell that is free for it.
    pub fn add(&mut self, object: Object) -> usize {
        let number = self.objects.len();
        let bit = 1u64 << number;
        let flag = if object.form == Form::Frame { CORNER } else { SOLID };
        self.cells[object.cell.index(self.side)] |= flag;
        self.nouns[usize::from(object.shape)] |= bit;
        self.colours[usize::from(object.colour)] |= bit;
        self.sizes[usize::from(object.size)] |= bit;
        let extent = if object.form == Form::Frame { usize::from(object.size) } else { 1 };
        let (row, column) = (usize::from(object.cell.row), usize::from(object.cell.column));
        self.rows[row..row + extent].iter_mut().for_each(|set| *set |= bit);
        self.columns[column..column + extent].iter_mut().for_each(|set| *set |= bit);
        for frame in bits(self.frames) {
            if self.objects[frame].covers(object.cell) {
                self.contents[frame] |= bit;
            }
        }
        if object.form == Form::Frame {
            self.frames |= bit;
            self.contents[number] = (0..number)
                .filter(|&other| object.covers(self.objects[other].cell))
                .fold(0, |set, other| set | 1 << other);
        }
        self.objects.push(object);
        number
    }

    /// Takes back all objects from number `len` on.
    pub fn truncate(&mut self, len: usize) {
        while self.objects.len() > len {
            let Some(object) = self.objects.pop() else { return };
            let keep = !(1u64 << self.objects.len());
            let flag = if object.form == Form::Frame { CORNER } else { SOLID };
            self.cells[object.cell.index(self.side)] &= !flag;
            self.nouns[usize::from(object.shape)] &= keep;
            self.colours[usize::from(object.colour)] &= keep;
            self.sizes[usize::from(object.size)] &= keep;
            self.frames &= keep;
            let extent = if object.form == Form::Frame { usize::from(object.size) } else { 1 };
            let (row, column) = (usize::from(object.cell.row), usize::from(object.cell.column));
            self.rows[row..row + extent].iter_mut().for_each(|set| *set &= keep);
            self.columns[column..column + extent].iter_mut().for_each(|set| *set &= keep);
            for frame in bits(self.frames) {
                self.contents[frame] &= keep;
            }
        }
    }

    /// A uniformly chosen free cell with room for an object of this form and size.
    pub fn free_cell(
        &self,
        form: Form,
        size: u8,
        room: &CellConstraint,
        stream: &mut Stream,
    ) -> Option<Cell> {
        let flag = if form == Form::Frame { CORNER } else { SOLID };
        let end = if form == Form::Frame { (self.side + 1).checked_sub(size)? } else { self.side };
        let (mut rows, mut columns) = (0..end, 0..end);
        let cut = |range: &mut std::ops::Range<u8>, low: u8, high: u8| {
            *range = range.start.max(low)..range.end.min(high);
        };
        let fix = |range: &mut std::ops::Range<u8>, at: Option<u8>| {
            if let Some(at) = at {
                cut(range, at, at + 1);
            }
        };
        fix(&mut rows, room.row);
        fix(&mut columns, room.column);
        fix(&mut rows, room.cell.map(|cell| cell.row));
        fix(&mut columns, room.cell.map(|cell| cell.column));
        if let Some(frame) = room.within.map(|frame| self.objects[frame]) {
            cut(&mut rows, frame.cell.row, frame.cell.row + frame.size);
            cut(&mut columns, frame.cell.column, frame.cell.column + frame.size);
        }
        if let Some(cell) = room.around {
            cut(&mut rows, (cell.row + 1).saturating_sub(size), cell.row + 1);
            cut(&mut columns, (cell.column + 1).saturating_sub(size), cell.column + 1);
        }
        let (height, width) = (rows.len() as u32, columns.len() as u32);
        let area = height * width;
        if area == 0 {
            return None;
        }
        let cell = |number: u32| {
            Cell::new(rows.start + (number / width) as u8, columns.start + (number % width) as u8)
        };
        let is_free = |cell: Cell| self.cells[cell.index(self.side)] & flag == 0;
        // Worlds are rarely crowded: a few darts find a free cell, and counting is the exact way out.
        for _ in 0..4 {
            let dart = cell(stream.below(area));
            if is_free(dart) {
                return Some(dart);
            }
        }
        let free = (0..area).filter(|&number| is_free(cell(number))).count() as u32;
        if free == 0 {
            return None;
        }
        let chosen = stream.below(free) as usize;
        (0..area).map(cell).filter(|&cell| is_free(cell)).nth(chosen)
    }

    /// The objects that a phrase's words can fit under *some* reading of the words.
    pub fn own(&self, node: &Node, sizes: &Sizes) -> u64 {
        let class = self.class(node);
        match node.size.and_then(|extreme| sizes.meant(node.noun, extreme)) {
            Some(size) => class & self.sizes[usize::from(size)],
            None => match node.size {
                None => class,
                Some(extreme) => class & !self.end_of(class, extreme),
            },
        }
    }

    /// What a phrase's noun and colour word fit.
    pub fn class(&self, node: &Node) -> u64 {
        let noun = node.noun.map_or(u64::MAX, |noun| self.nouns[usize::from(noun)]);
        let colour = node.colour.map_or(u64::MAX, |colour| self.colours[usize::from(colour)]);
        self.all() & noun & colour
    }

    /// The objects of this size.
    pub fn of_size(&self, size: u8) -> u64 {
        self.sizes[usize::from(size)]
    }

    /// The members of a class at the far end from what the size word says: those that are not small (big).
    fn end_of(&self, class: u64, extreme: Extreme) -> u64 {
        let members = |size: &u64| size & class;
        let end = match extreme {
            Extreme::Small => self.sizes.iter().rev().map(members).find(|&set| set != 0),
            Extreme::Big => self.sizes.iter().map(members).find(|&set| set != 0),
        };
        end.unwrap_or(0)
    }

    /// The objects of `candidates` that stand in the relation to some other object of `others`: boxes by their extent in
    /// rows and columns, by their corner inside other boxes.
    fn related_to(&self, relation: Relation, candidates: u64, others: u64) -> u64 {
        let among = |sets: &[u64]| {
            let mut related = 0;
            for set in sets {
                let partners = set & others;
                if partners != 0 {
                    // A single partner is not related to itself.
                    let lone = if partners & (partners - 1) == 0 { partners } else { 0 };
                    related |= set & !lone;
                }
            }
            related & candidates
        };
        match relation {
            Relation::SameRow => among(&self.rows[..usize::from(self.side)]),
            Relation::SameColumn => among(&self.columns[..usize::from(self.side)]),
            Relation::SameColour => among(&self.colours),
            Relation::SameShape => among(&self.nouns),
            Relation::SameSize => among(&self.sizes),
            Relation::Inside => {
                let frames = bits(others & self.frames);
                frames.fold(0, |set, frame| set | self.contents[frame] & !(1 << frame)) & candidates
            }
        }
    }

    /// The objects that `x` stands in the relation to, boxes by their corner.
    pub fn partners(&self, relation: Relation, x: usize) -> u64 {
        let object = self.objects[x];
        let corner_row = |set: u64| {
            set & !bits(set & self.frames)
                .filter(|&frame| self.objects[frame].cell.row != object.cell.row)
                .fold(0, |set, frame| set | 1 << frame)
        };
        let corner_column = |set: u64| {
            set & !bits(set & self.frames)
                .filter(|&frame| self.objects[frame].cell.column != object.cell.column)
                .fold(0, |set, frame| set | 1 << frame)
        };
        let partners = match relation {
            Relation::SameRow => corner_row(self.rows[usize::from(object.cell.row)]),
            Relation::SameColumn => corner_column(self.columns[usize::from(object.cell.column)]),
            Relation::SameColour => self.colours[usize::from(object.colour)],
            Relation::SameShape => self.nouns[usize::from(object.shape)],
            Relation::SameSize => self.sizes[usize::from(object.size)],
            Relation::Inside => bits(self.frames)
                .filter(|&frame| self.contents[frame] >> x & 1 == 1)
                .fold(0, |set, frame| set | 1 << frame),
        };
        partners & !(1 << x)
    }

    /// For each phrase, the objects that could play it if all below it is right: an upper bound under every reading and
    /// variant of the meaning, because phrases may share an object, boxes count by their extent, and a size word means
    /// one of the two sizes of its class. `without` leaves out a phrase with all below it.
    pub fn possible(&self, tree: &Tree, sizes: &Sizes, without: Option<usize>) -> [u64; MAX_PHRASES] {
        let nodes = tree.nodes();
        let mut sets = [0; MAX_PHRASES];
        for (set, node) in sets.iter_mut().zip(nodes) {
            *set = self.own(node, sizes);
        }
        for (number, node) in nodes.iter().enumerate().skip(1).rev() {
            let Some((parent, relation)) = node.link else { continue };
            if without.is_none_or(|without| !tree.is_below(number, without)) {
                sets[parent] = self.related_to(relation, sets[parent], sets[number]);
            }
        }
        sets
    }

    /// For each phrase, the objects that could play it when `head` plays the head.
    pub fn players(&self, tree: &Tree, sizes: &Sizes, head: usize) -> [u64; MAX_PHRASES] {
        let mut sets = self.possible(tree, sizes, None);
        sets[0] &= 1 << head;
        for (number, node) in tree.nodes().iter().enumerate().skip(1) {
            let Some((parent, relation)) = node.link else { continue };
            let reached = bits(sets[parent]).fold(0, |set, parent| {
                set | match relation {
                    // Seen from the parent the relation is the same, but for boxes, which are what others are inside of.
                    Relation::Inside => self.partners(relation, parent),
                    _ => self.related_to(relation, u64::MAX, 1 << parent),
                }
            });
            sets[number] &= reached;
        }
        sets
    }
}

/// A uniformly chosen member of a set that is not empty.
pub(crate) fn pick(set: u64, stream: &mut Stream) -> Option<usize> {
    let count = set.count_ones();
    if count == 0 {
        return None;
    }
    bits(set).nth(stream.below(count) as usize)
}
