//! Objects that are placed together: what they are to be, and how they are drawn and put down.

use wampimuk_command::{DistractorGroup, ObjectRole, ObjectRoles, Relation};
use wampimuk_core::Stream;
use wampimuk_grid::{Cell, Form, MAX_OBJECTS, Object};

use super::ReleasedBuilder;
use super::bounds::Pair;
use crate::pattern::MAX_PHRASES;
use crate::tree::{Node, Tree};

/// An object to be: the words it must fit and how it hangs together with others of its group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draft {
    /// The words. Its link is to a draft of the same group.
    pub node: Node,
    /// The phrase of the command that it is a copy of.
    pub phrase: u8,
    /// A size given beforehand; the two sizes of its kind go before it.
    pub size: Option<u8>,
}

/// The drafts of a group, parents first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drafts {
    drafts: [Draft; MAX_PHRASES],
    len: usize,
}

impl Drafts {
    /// Copies of all phrases of a command for which `keep` holds; with a phrase, those it hangs from must be kept.
    pub fn copy(tree: &Tree, keep: impl Fn(usize) -> bool) -> Self {
        let blank = Node { size: None, colour: None, noun: None, frame: false, link: None };
        let mut copy = Self { drafts: [Draft { node: blank, phrase: 0, size: None }; MAX_PHRASES], len: 0 };
        let mut places = [0; MAX_PHRASES];
        for (number, node) in tree.nodes().iter().enumerate().filter(|&(number, _)| keep(number)) {
            let mut node = *node;
            node.link = node.link.map(|(parent, relation)| (places[parent], relation));
            places[number] = copy.len;
            copy.drafts[copy.len] = Draft { node, phrase: number as u8, size: None };
            copy.len += 1;
        }
        copy
    }

    /// A single object.
    pub fn lone(draft: Draft) -> Self {
        Self { drafts: [draft; MAX_PHRASES], len: 1 }
    }

    /// Gives copies the sizes of what they are copies of.
    pub fn with_sizes_of(mut self, originals: &[Object]) -> Self {
        for draft in self.as_mut() {
            draft.size = Some(originals[usize::from(draft.phrase)].size);
        }
        self
    }

    pub fn as_slice(&self) -> &[Draft] {
        &self.drafts[..self.len]
    }

    pub fn as_mut(&mut self) -> &mut [Draft] {
        &mut self.drafts[..self.len]
    }
}

/// What drafts became, before they have a place.
type Specs = [Object; MAX_PHRASES];

impl ReleasedBuilder {
    /// Draws the command's own objects, decides which two sizes their kinds have, and places them.
    pub(super) fn place_command(&mut self, tree: &Tree, group: DistractorGroup, stream: &mut Stream) -> bool {
        let drafts = Drafts::copy(tree, |_| true);
        let mut specs = self.draw_kinds(&drafts, stream);
        agree(&drafts, &mut specs);
        for (draft, spec) in drafts.as_slice().iter().zip(&specs) {
            if draft.node.size.is_some() {
                let pair = Pair::draw(self.palette.smallest, self.palette.biggest, stream);
                self.bounds.bind(&draft.node, spec, pair, self.settings.sizes_of_drawn_shape);
            }
        }
        self.draw_sizes(&drafts, &mut specs, stream);
        self.put(&drafts, &specs, group, stream)
    }

    /// Draws and places a group of distractors. Returns whether all of them found a place.
    pub(super) fn place_group(
        &mut self,
        drafts: &Drafts,
        group: DistractorGroup,
        stream: &mut Stream,
    ) -> bool {
        let mut specs = self.draw_kinds(drafts, stream);
        if !self.settings.chance_relations {
            agree(drafts, &mut specs);
        }
        self.draw_sizes(drafts, &mut specs, stream);
        self.put(drafts, &specs, group, stream)
    }

    /// Shapes and colours: the words, and where there is none, anything but a box in any colour.
    fn draw_kinds(&self, drafts: &Drafts, stream: &mut Stream) -> Specs {
        let mut specs = [Object::solid(0, 0, 0, Cell::new(0, 0)); MAX_PHRASES];
        for (spec, draft) in specs.iter_mut().zip(drafts.as_slice()) {
            let node = &draft.node;
            spec.shape = node.noun.unwrap_or_else(|| *stream.choose(&self.palette.solids));
            spec.colour = node.colour.unwrap_or_else(|| stream.below(self.palette.colours) as u8);
            spec.form = if node.frame { Form::Frame } else { Form::Solid };
        }
        specs
    }

    /// Sizes: by the two sizes of the kind if there are such, else as given, else any that the size word allows. At
    /// last, what is to have the size of something else takes it, whatever its own kind is bound to.
    fn draw_sizes(&self, drafts: &Drafts, specs: &mut Specs, stream: &mut Stream) {
        let drafts = drafts.as_slice();
        for (spec, draft) in specs.iter_mut().zip(drafts) {
            let size = draft.node.size;
            spec.size = match (self.bounds.of(spec.colour, spec.shape), draft.size) {
                (Some(pair), _) => match size {
                    Some(extreme) => pair.of(extreme),
                    None if self.settings.unsized_are_big => pair.big,
                    None => [pair.small, pair.big][stream.index(2)],
                },
                (None, Some(size)) => size,
                (None, None) => self.palette.any_size(size, stream),
            };
        }
        for (number, draft) in drafts.iter().enumerate() {
            if let Some((parent, Relation::SameSize)) = draft.node.link {
                specs[parent].size = specs[number].size;
            }
        }
    }

    /// Places what was drawn, in order. Where something finds no place the group ends.
    fn put(&mut self, drafts: &Drafts, specs: &Specs, group: DistractorGroup, stream: &mut Stream) -> bool {
        let first = self.matcher.objects().len();
        let number = self.cast.groups.len() as u8;
        let mut complete = true;
        for (draft, spec) in drafts.as_slice().iter().zip(specs) {
            let link =
                draft.node.link.map(|(parent, relation)| (self.matcher.objects()[first + parent], relation));
            let Some(cell) = self.find_place(spec, link, stream) else {
                complete = false;
                break;
            };
            self.add(Object { cell, ..*spec }, ObjectRole { group: number, phrase: Some(draft.phrase) });
        }
        if !complete && !self.settings.keep_partial_groups {
            while self.matcher.objects().len() > first {
                self.remove_last();
            }
        }
        self.cast.groups.push(DistractorGroup { complete, ..group });
        complete
    }

    /// A cell for an object that something already placed is related to.
    fn find_place(
        &self,
        spec: &Object,
        link: Option<(Object, Relation)>,
        stream: &mut Stream,
    ) -> Option<Cell> {
        if self.matcher.objects().len() == MAX_OBJECTS {
            return None;
        }
        let room = self.board.room(spec.form, spec.size);
        let Some((Object { cell, .. }, relation)) = link else { return room.any(stream) };
        let line = match relation {
            Relation::SameRow => room.in_rows(cell.row..=cell.row),
            Relation::SameColumn => room.in_columns(cell.column..=cell.column),
            Relation::Inside => return room.around(cell, spec.size).any(stream),
            Relation::SameColour | Relation::SameShape | Relation::SameSize => return room.any(stream),
        };
        if self.settings.first_free_pivots { line.first() } else { line.any(stream) }
    }

    /// Adds an object to everything that keeps track of objects.
    pub(super) fn add(&mut self, object: Object, part: ObjectRole) {
        self.board.take(&object);
        self.matcher.push(object);
        self.cast.parts.push(part);
    }

    fn remove_last(&mut self) {
        let ObjectRoles { parts, .. } = &mut self.cast;
        parts.pop();
        if let Some(object) = self.matcher.pop() {
            self.board.leave(&object);
        }
    }
}

/// Makes colours and shapes agree where a clause says so: the phrase takes what it is related to for a model. If words
/// fix what the phrase is, it is the model.
fn agree(drafts: &Drafts, specs: &mut Specs) {
    let drafts = drafts.as_slice();
    for (number, draft) in drafts.iter().enumerate() {
        let Some((parent, relation)) = draft.node.link else { continue };
        match relation {
            Relation::SameColour if drafts[parent].node.colour.is_none() => {
                specs[parent].colour = specs[number].colour;
            }
            Relation::SameColour if draft.node.colour.is_none() => {
                specs[number].colour = specs[parent].colour;
            }
            Relation::SameShape if drafts[parent].node.noun.is_none() => {
                specs[parent].shape = specs[number].shape;
                specs[parent].form = specs[number].form;
            }
            Relation::SameShape if draft.node.noun.is_none() => {
                specs[number].shape = specs[parent].shape;
                specs[number].form = specs[parent].form;
            }
            _ => {}
        }
    }
}
