//! Worlds as the paper means them.
//!
//! A world grows from what the command mentions. Every distractor group is a copy of the command with one thing changed
//! (a clause left out, a word replaced, words exchanged), so it competes with the target in just that respect: whoever
//! misses that clause or word has two things to choose from. After each group the target must still be the only thing
//! that could be meant under *any* reading; a group that breaks this is taken back and drawn again. Adding objects never
//! undoes what an earlier group achieved (clauses only ask that something exists), so a world needs no second look, and
//! blind rejection of whole worlds is rare.

mod board;
mod command_copy;
mod groups;
mod plain;
mod sizes;

use std::fmt;

use wampimuk_command::{DistractorGroup, Lexicon, ObjectRoles, Relation, Strategy, WordClass};
use wampimuk_core::Stream;
use wampimuk_grid::{Cell, Form, Object};

use board::Board;
use command_copy::Nouns;
pub(crate) use groups::MAX_RIVALS;
use groups::WorldDraft;
use plain::Kinds;
use sizes::Sizes;

use crate::recipe::Constructed;
use crate::tree::{Node, Tree};

/// Builds worlds one after another, reusing its memory.
#[derive(Debug)]
pub(crate) struct Builder<'d> {
    settings: &'d Constructed,
    nouns: Nouns,
    least: u8,
    most: u8,
    board: Board,
    objects: Vec<Object>,
    kinds: Kinds,
    cast: ObjectRoles,
    /// The commands that have a referent in the world: the one that is asked among its rivals, then decoys.
    claims: Vec<Claim>,
}

/// A command and the only object that it may refer to.
#[derive(Clone, Copy, Debug)]
struct Claim {
    tree: Tree,
    referent: usize,
    /// What it is there for: the command itself, a rival of it, or a decoy at random.
    purpose: Strategy,
}

impl Claim {
    /// How a group that competes with this command is called: that of rivals and decoys is part of theirs.
    fn group(&self, of_command: DistractorGroup) -> DistractorGroup {
        match self.purpose {
            Strategy::Command => of_command,
            purpose => DistractorGroup::plain(purpose),
        }
    }
}

/// What a split asks of a world.
pub(crate) struct WorldRequest<'a> {
    /// Other orders of the command's words, each of which must refer to an object of its own.
    pub rivals: &'a [Tree],
    /// Other commands that have a referent of their own, where there is room.
    pub decoys: &'a [Tree],
    /// Whether the world suits the split, given for each phrase the objects that can play it.
    pub suits: &'a dyn Fn(&[Object], &[u64]) -> bool,
    /// The words that must be needed, given what plays the phrase.
    pub needs: &'a dyn Fn(usize, &Object, WordClass) -> bool,
}

/// What a world failed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Obstacle {
    /// What the command mentions has no room.
    Command,
    /// What the command mentions does not suit the split.
    Split,
    /// The command fits other things too, whatever is drawn.
    Unique,
    /// The clause with this phrase cannot be made necessary.
    Clause(usize),
    /// A word cannot be made necessary.
    Word(usize, WordClass),
    /// There is no room for something of the other size.
    Size(usize),
    /// Another order of the words cannot have a referent of its own.
    Order,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command => write!(f, "what the command mentions has no room"),
            Self::Split => write!(f, "nothing that the command can mention suits the split"),
            Self::Unique => write!(f, "the command always fits more than one thing"),
            Self::Clause(phrase) => write!(f, "clause {phrase} cannot be made necessary"),
            Self::Word(phrase, class) => {
                write!(f, "the {} word of phrase {phrase} cannot be made necessary", class.name())
            }
            Self::Order => write!(f, "another order of its words cannot refer to another object"),
            Self::Size(phrase) => {
                write!(f, "there is no room for something of the other size than phrase {phrase} says")
            }
        }
    }
}

impl<'d> Builder<'d> {
    pub fn new(settings: &'d Constructed, side: u8, least: u8, most: u8, lexicon: &Lexicon) -> Self {
        let forms: Vec<Form> = lexicon.nouns.iter().map(|noun| noun.form).collect();
        let solids = (0..forms.len() as u8).filter(|&noun| forms[usize::from(noun)] == Form::Solid).collect();
        let nouns = Nouns { forms, solids, colours: lexicon.colours.len() as u8 };
        Self {
            settings,
            nouns,
            least,
            most,
            board: Board::new(side),
            objects: Vec::new(),
            kinds: Kinds::default(),
            cast: ObjectRoles::default(),
            claims: Vec::new(),
        }
    }

    /// The objects; what the command mentions comes first, phrase by phrase.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// Why they are there.
    pub fn cast(&self) -> &ObjectRoles {
        &self.cast
    }

    /// Draws a world for a command, with the agent and the target in these cells.
    pub fn build(
        &mut self,
        tree: &Tree,
        agent: Cell,
        goal: Cell,
        wanted: &WorldRequest<'_>,
        stream: &mut Stream,
    ) -> Result<(), Obstacle> {
        if self.settings.decoys > 0
            && let [head] = tree.nodes()
            && self.place_plain(head, agent, goal, stream)
        {
            let suits = (wanted.suits)(self.board.objects(), &[1]);
            self.list_objects(0, 1);
            return if suits { Ok(()) } else { Err(Obstacle::Split) };
        }
        let trees = || std::iter::once(tree).chain(wanted.rivals);
        let sizes = Sizes::draw(trees, self.least, self.most, self.settings.two_sizes, stream);
        self.board.reset(agent);
        self.cast.clear();
        self.claims.clear();
        self.cast.groups.push(DistractorGroup::plain(Strategy::Command));
        let mut work = WorldDraft { builder: self, tree, sizes, stream };
        // Nothing of how a world is made depends on which of the orders is asked: it comes when its turn comes.
        let turn = match wanted.rivals.len() {
            0 => 0,
            rivals => work.stream.below(rivals as u32 + 1) as usize,
        };
        let (before, after) = wanted.rivals.split_at(turn);
        work.rivals(before, Some(tree))?;
        let head = work.count();
        work.command(goal, wanted, after)?;
        work.rivals(after, None)?;
        let claims = work.builder.claims.len();
        (0..claims).try_for_each(|claim| work.relations(claim))?;
        (0..claims).try_for_each(|claim| work.attributes(claim, wanted))?;
        if wanted.rivals.is_empty() {
            work.isomorphism();
        }
        work.ground_sizes()?;
        for decoy in wanted.decoys {
            if work.count() < usize::from(work.builder.settings.objects) {
                work.decoy(decoy, wanted);
            }
        }
        work.fill();
        let players = work.builder.board.players(tree, &work.sizes, head);
        let suits = (wanted.suits)(work.builder.board.objects(), &players[..tree.nodes().len()]);
        self.list_objects(head, tree.nodes().len());
        if suits { Ok(()) } else { Err(Obstacle::Split) }
    }

    /// Lists the objects, those from `head` on that the command mentions first.
    fn list_objects(&mut self, head: usize, mentioned: usize) {
        self.objects.clear();
        self.objects.extend_from_slice(self.board.objects());
        self.objects[..head + mentioned].rotate_left(head);
        self.cast.parts[..head + mentioned].rotate_left(head);
    }
}

/// Whether a phrase has a word of this class that could be left out: what something is inside of is a box in any case.
pub(crate) fn is_deletable(node: &Node, class: WordClass) -> bool {
    match class {
        WordClass::Size => node.size.is_some(),
        WordClass::Colour => node.colour.is_some(),
        WordClass::Noun => {
            node.noun.is_some() && !(node.frame && matches!(node.link, Some((_, Relation::Inside))))
        }
    }
}

#[cfg(test)]
mod tests;
