//! One world in the making: what the command mentions, then group after group of distractors.

use wampimuk_command::{DistractorGroup, Extreme, ObjectRole, Strategy, WordClass};
use wampimuk_core::{Stream, WHOLE};
use wampimuk_grid::{Cell, Form, Object};

use super::board::CellConstraint;
use super::command_copy::CommandCopy;
use super::sizes::{Sizes, draw_size};
use super::{Builder, Claim, Obstacle, WorldRequest, is_deletable};
use crate::pattern::MAX_PHRASES;
use crate::recipe::NecessityName;
use crate::tree::{Node, Tree};

/// How often a group is drawn before it is given up.
const DRAWS: usize = 12;

/// The most rivals, and the most decoys, that a command may have.
pub(crate) const MAX_RIVALS: usize = 16;

/// One world in the making.
pub(super) struct WorldDraft<'b, 'd> {
    pub builder: &'b mut Builder<'d>,
    pub tree: &'b Tree,
    pub sizes: Sizes,
    pub stream: &'b mut Stream,
}

impl WorldDraft<'_, '_> {
    fn wants(&self, distractors: Strategy) -> bool {
        self.builder.settings.distractors.contains(&distractors)
    }

    pub fn count(&self) -> usize {
        self.builder.board.objects().len()
    }

    fn most_objects(&self) -> usize {
        let each = if self.builder.settings.necessity == NecessityName::Words { 4 } else { 2 };
        let extra = each * self.tree.nodes().len().saturating_sub(3);
        (usize::from(self.builder.settings.max_objects) + extra).min(wampimuk_grid::MAX_OBJECTS)
    }

    /// What a command could refer to.
    fn referents(&self, tree: &Tree) -> u64 {
        self.builder.board.possible(tree, &self.sizes, None)[0]
    }

    /// Whether every command that has a referent could mean nothing else.
    fn is_unique(&self) -> bool {
        self.builder.claims.iter().all(|claim| self.referents(&claim.tree) == 1 << claim.referent)
    }

    /// A copy of a command that uses what is there as often as the recipe says.
    fn copy<'t>(&self, tree: &'t Tree, purpose: Strategy) -> CommandCopy<'t> {
        CommandCopy {
            tree,
            without: None,
            only: None,
            anchor: None,
            cell: None,
            sized: None,
            sharing: (self.builder.settings.sharing * f64::from(WHOLE)) as u32,
            // Where several commands have referents, things are related to these, too.
            reserved: match self.builder.claims[..] {
                [ref only] => 1 << only.referent,
                _ => 0,
            },
            group: self.builder.cast.groups.len() as u8,
            is_of_command: purpose == Strategy::Command,
        }
    }

    fn place(&mut self, copy: &CommandCopy<'_>) -> Option<()> {
        let Builder { board, cast, nouns, .. } = &mut *self.builder;
        copy.place(board, &mut cast.parts, &self.sizes, nouns, self.stream)
    }

    fn take_back(&mut self, len: usize) {
        self.builder.board.truncate(len);
        self.builder.cast.parts.truncate(len);
    }

    /// Draws copies until one fits and leaves the target the only thing that could be meant. The draws share more and
    /// more, so that a crowded world can still be finished.
    fn add_group(&mut self, copy: &CommandCopy<'_>, group: DistractorGroup) -> bool {
        self.add_group_if(copy, group, |_| true)
    }

    /// The same with a condition of its own.
    fn add_group_if(
        &mut self,
        copy: &CommandCopy<'_>,
        group: DistractorGroup,
        suits: impl Fn(&Self) -> bool,
    ) -> bool {
        let before = self.count();
        let most = self.most_objects();
        for draw in 0..DRAWS {
            let sharing = copy.sharing + (WHOLE - copy.sharing) / DRAWS as u32 * draw as u32;
            if self.place(&CommandCopy { sharing, ..*copy }).is_none() {
                continue;
            }
            if self.count() > before && self.count() <= most && self.is_unique() && suits(self) {
                self.builder.cast.groups.push(group);
                return true;
            }
            self.take_back(before);
        }
        false
    }

    /// Places what the command mentions: new objects, phrase by phrase. `open` are the rivals that have no referent yet.
    pub fn command(&mut self, goal: Cell, wanted: &WorldRequest<'_>, open: &[Tree]) -> Result<(), Obstacle> {
        let copy = CommandCopy {
            cell: Some(goal),
            sharing: 0,
            reserved: 0,
            group: 0,
            ..self.copy(self.tree, Strategy::Command)
        };
        let head = self.count();
        let mut obstacle = Obstacle::Command;
        for _ in 0..DRAWS {
            if self.place(&copy).is_none() {
                continue;
            }
            let players: [u64; MAX_PHRASES] = std::array::from_fn(|number| 1 << (head + number));
            let objects = self.builder.board.objects();
            if !(wanted.suits)(objects, &players[..self.tree.nodes().len()]) {
                obstacle = Obstacle::Split;
            } else if self.referents(self.tree) != 1 << head || !self.is_unique() {
                obstacle = Obstacle::Unique;
            } else {
                let claim = Claim { tree: *self.tree, referent: head, purpose: Strategy::Command };
                self.builder.claims.push(claim);
                if self.are_apart(open) {
                    return Ok(());
                }
                self.builder.claims.pop();
                obstacle = Obstacle::Order;
            }
            self.take_back(head);
        }
        Err(obstacle)
    }

    /// Whether each of these commands could still have a referent of its own: it has none yet, or one that is no other's.
    fn are_apart<'t>(&self, rivals: impl IntoIterator<Item = &'t Tree>) -> bool {
        let mut taken = self.builder.claims.iter().fold(0, |set, claim| set | 1u64 << claim.referent);
        rivals.into_iter().all(|rival| {
            let set = self.referents(rival);
            let is_apart = set & taken == 0 && set.count_ones() <= 1;
            taken |= set;
            is_apart
        })
    }

    /// Gives each rival a referent of its own, and none to `later`, whose turn is still to come.
    pub fn rivals(&mut self, rivals: &[Tree], later: Option<&Tree>) -> Result<(), Obstacle> {
        let mut is_open = [true; MAX_RIVALS];
        loop {
            // Some have a referent already: "a square in the row of a circle", where a circle is in the row of a square.
            for (rival, is_open) in rivals.iter().zip(&mut is_open).filter(|(_, is_open)| **is_open) {
                let set = self.referents(rival);
                if set != 0 {
                    let referent = set.trailing_zeros() as usize;
                    self.builder.claims.push(Claim {
                        tree: *rival,
                        referent,
                        purpose: Strategy::Isomorphism,
                    });
                    *is_open = false;
                }
            }
            let open =
                || rivals.iter().zip(&is_open).filter(|(_, is_open)| **is_open).map(|(rival, _)| rival);
            let Some(rival) = open().next() else { return Ok(()) };
            let suits = |work: &Self| {
                work.referents(rival) != 0
                    && work.are_apart(open())
                    && later.is_none_or(|later| work.referents(later) == 0)
            };
            if !self.add_group_if(
                &self.copy(rival, Strategy::Isomorphism),
                DistractorGroup::plain(Strategy::Isomorphism),
                suits,
            ) {
                return Err(Obstacle::Order);
            }
        }
    }

    /// A command of another world: it has its referent and distractors here, too, so that the target is not the only
    /// object that stands out. Where there is no room for it, nothing is left of it.
    pub fn decoy(&mut self, tree: &Tree, wanted: &WorldRequest<'_>) {
        // Its size words must mean something here: sizes are bound by the command and its rivals.
        let is_clear = |node: &Node| node.size.is_none_or(|size| self.sizes.meant(node.noun, size).is_some());
        if !tree.nodes().iter().all(is_clear) {
            return;
        }
        let (objects, groups, claims) =
            (self.count(), self.builder.cast.groups.len(), self.builder.claims.len());
        let suits = |work: &Self| work.are_apart([tree]);
        if self.are_apart([tree])
            && (self.referents(tree) != 0
                || self.add_group_if(
                    &self.copy(tree, Strategy::Random),
                    DistractorGroup::plain(Strategy::Random),
                    suits,
                ))
        {
            let referent = self.referents(tree).trailing_zeros() as usize;
            self.builder.claims.push(Claim { tree: *tree, referent, purpose: Strategy::Random });
            if self.relations(claims).is_ok()
                && self.attributes(claims, wanted).is_ok()
                && self.ground_sizes_of(claims).is_ok()
            {
                return;
            }
        }
        self.take_back(objects);
        self.builder.cast.groups.truncate(groups);
        self.builder.claims.truncate(claims);
    }

    /// For each clause of a command, something that fits the command without it.
    pub fn relations(&mut self, claim: usize) -> Result<(), Obstacle> {
        if !self.wants(Strategy::Relation) {
            return Ok(());
        }
        let claim = self.builder.claims[claim];
        let required = self.builder.settings.necessity >= NecessityName::Clauses;
        // Innermost clauses first: what misses only the inner clause misses the outer one too.
        for phrase in (1..claim.tree.nodes().len()).rev() {
            let inner = claim.tree.children(phrase).next().is_some();
            if (inner || self.builder.claims.len() > 1) && self.clause_is_needed(&claim, phrase) {
                continue;
            }
            let copy = CommandCopy { without: Some(phrase), ..self.copy(&claim.tree, claim.purpose) };
            let group = claim.group(DistractorGroup {
                phrase: Some(phrase as u8),
                ..DistractorGroup::plain(Strategy::Relation)
            });
            if !self.add_group(&copy, group) && required && !self.clause_is_needed(&claim, phrase) {
                return Err(Obstacle::Clause(phrase));
            }
        }
        Ok(())
    }

    fn clause_is_needed(&self, claim: &Claim, phrase: usize) -> bool {
        let fitting = self.builder.board.possible(&claim.tree, &self.sizes, Some(phrase))[0];
        fitting & !(1 << claim.referent) != 0
    }

    /// For one word of a command, or for those that must be needed, something that fits the command but for that word.
    pub fn attributes(&mut self, claim: usize, wanted: &WorldRequest<'_>) -> Result<(), Obstacle> {
        let claim = self.builder.claims[claim];
        let is_asked = claim.purpose == Strategy::Command;
        let every = self.builder.settings.necessity == NecessityName::Words;
        let mut words = [(0, WordClass::Size); 3 * MAX_PHRASES];
        let mut count = 0;
        let mut required = 0;
        for (number, node) in claim.tree.nodes().iter().enumerate() {
            for class in WordClass::ALL.into_iter().filter(|&class| is_deletable(node, class)) {
                words[count] = (number, class);
                // What the command itself mentions stands side by side, phrase by phrase.
                let player = || &self.builder.board.objects()[claim.referent + number];
                if every || is_asked && (wanted.needs)(number, player(), class) {
                    words.swap(required, count);
                    required += 1;
                }
                count += 1;
            }
        }
        self.stream.shuffle(&mut words[..required]);
        for &(phrase, class) in &words[..required] {
            if !self.word_is_needed(&claim, phrase, class)
                && !self.compete(&claim, phrase, class)
                && !self.word_is_needed(&claim, phrase, class)
            {
                return Err(Obstacle::Word(phrase, class));
            }
        }
        if required == 0 && count > 0 && self.wants(Strategy::Attribute) {
            let (phrase, class) = *self.stream.choose(&words[..count]);
            self.compete(&claim, phrase, class);
        }
        Ok(())
    }

    fn word_is_needed(&self, claim: &Claim, phrase: usize, class: WordClass) -> bool {
        let mut shorter = claim.tree;
        let node = shorter.node_mut(phrase);
        match class {
            WordClass::Size => node.size = None,
            WordClass::Colour => node.colour = None,
            WordClass::Noun => node.noun = None,
        }
        // That the referent alone drops out does not count: it may come back when its size word is grounded.
        self.referents(&shorter) & !(1 << claim.referent) != 0
    }

    /// Adds something that fits a command with this word changed.
    fn compete(&mut self, claim: &Claim, phrase: usize, class: WordClass) -> bool {
        let mut changed = claim.tree;
        let mut sized = None;
        let every = self.builder.settings.necessity == NecessityName::Words;
        let node = changed.node_mut(phrase);
        match class {
            WordClass::Size => node.size = node.size.map(Extreme::opposite),
            WordClass::Colour => {
                let colours = u32::from(self.builder.nouns.colours);
                if colours < 2 {
                    return false;
                }
                let other = self.stream.below(colours - 1) as u8;
                node.colour = node.colour.map(|colour| other + u8::from(other >= colour));
            }
            WordClass::Noun => {
                let Some(noun) = node.noun else { return false };
                let solids = &self.builder.nouns.solids;
                if solids.len() < 2 {
                    return false;
                }
                let other = loop {
                    let other = *self.stream.choose(solids);
                    if other != noun {
                        break other;
                    }
                };
                node.noun = Some(other);
                // "small red circle" without "circle" is "small red object": what counts as small is then no longer a
                // matter of the noun's own sizes.
                if let Some(extreme) = node.size.take() {
                    let no_less = self.sizes.no_less(noun, extreme);
                    let is_sure = every && self.sizes.allowed(other) & no_less != 0;
                    let counting = || self.sizes.counting_as(noun, extreme);
                    sized = Some((phrase, if is_sure { no_less } else { counting() }));
                }
            }
        }
        let group = claim.group(DistractorGroup {
            phrase: Some(phrase as u8),
            word: Some(class),
            ..DistractorGroup::plain(Strategy::Attribute)
        });
        let copy = CommandCopy { sized, ..self.copy(&changed, claim.purpose) };
        // Something that misses the whole clause needs only a partner that misses the word.
        if claim.purpose == Strategy::Command
            && let Some((only, anchor)) = self.misses_clause(phrase)
            && self.stream.below(WHOLE) < copy.sharing.max(WHOLE / 2)
            && self.add_group(&CommandCopy { only: Some(only), anchor: Some(anchor), ..copy }, group)
        {
            return true;
        }
        self.add_group(&copy, group)
    }

    /// Something that fits the command without a clause that has this phrase, and the clause's own phrase.
    fn misses_clause(&self, phrase: usize) -> Option<(usize, usize)> {
        let cast = &self.builder.cast;
        let clause_of = |group: &DistractorGroup| {
            let clause = usize::from(group.phrase?);
            (group.strategy == Strategy::Relation && self.tree.is_below(phrase, clause)).then_some(clause)
        };
        cast.groups.iter().enumerate().find_map(|(number, group)| {
            let clause = clause_of(group)?;
            let (parent, _) = self.tree.nodes()[clause].link?;
            let above = ObjectRole { group: number as u8, phrase: Some(parent as u8) };
            Some((clause, cast.parts.iter().position(|&part| part == above)?))
        })
    }

    /// Something that fits the command with words exchanged between two of its phrases.
    pub fn isomorphism(&mut self) {
        let nodes = self.tree.nodes();
        let movable = |number: &usize| {
            let node = &nodes[*number];
            !node.frame && (node.size.is_some() || node.colour.is_some() || node.noun.is_some())
        };
        let mut phrases = [0; MAX_PHRASES];
        let mut count = 0;
        for number in (1..nodes.len()).filter(movable) {
            phrases[count] = number;
            count += 1;
        }
        if count < 2 || !self.wants(Strategy::Isomorphism) {
            return;
        }
        self.stream.sample(&mut phrases[..count], 2);
        let (one, two) = (phrases[0].min(phrases[1]), phrases[0].max(phrases[1]));
        let (first, second) = (nodes[one], nodes[two]);
        let colours = first.colour != second.colour;
        let kinds = (first.size, first.noun) != (second.size, second.noun);
        let by_colour = match (colours, kinds) {
            (false, false) => return,
            (true, true) => self.stream.below(2) == 0,
            (colours, _) => colours,
        };
        let mut changed = *self.tree;
        if by_colour {
            changed.node_mut(one).colour = second.colour;
            changed.node_mut(two).colour = first.colour;
        } else {
            (changed.node_mut(one).size, changed.node_mut(one).noun) = (second.size, second.noun);
            (changed.node_mut(two).size, changed.node_mut(two).noun) = (first.size, first.noun);
        }
        let group = DistractorGroup {
            strategy: Strategy::Isomorphism,
            phrase: Some(one as u8),
            word: Some(if by_colour { WordClass::Colour } else { WordClass::Noun }),
            other: Some(two as u8),
            complete: true,
        };
        self.add_group(&self.copy(&changed, Strategy::Command), group);
    }

    /// For each size word, something of the same kind in the other size: boxes do not count for "object".
    pub fn ground_sizes(&mut self) -> Result<(), Obstacle> {
        for claim in 0..self.builder.claims.len() {
            self.ground_sizes_of(claim)?;
        }
        Ok(())
    }

    fn ground_sizes_of(&mut self, claim: usize) -> Result<(), Obstacle> {
        let claim = self.builder.claims[claim];
        let is_asked = claim.purpose == Strategy::Command;
        for (number, node) in claim.tree.nodes().iter().enumerate() {
            let Some(size) = node.size.and_then(|extreme| self.sizes.meant(node.noun, extreme.opposite()))
            else {
                continue;
            };
            let board = &self.builder.board;
            let mut there = board.class(node) & board.of_size(size);
            if !node.frame {
                there &= board.solids();
            }
            if there != 0 {
                continue;
            }
            let group = claim.group(DistractorGroup {
                phrase: Some(number as u8),
                ..DistractorGroup::plain(Strategy::Size)
            });
            let phrase = is_asked.then_some(number as u8);
            let part = ObjectRole { group: self.builder.cast.groups.len() as u8, phrase };
            let placed = (0..DRAWS).any(|_| self.scatter(node.noun, node.colour, Some(size), part));
            if !placed {
                return Err(Obstacle::Size(number));
            }
            self.builder.cast.groups.push(group);
        }
        Ok(())
    }

    /// Adds a single object anywhere, unless it makes the command ambiguous.
    fn scatter(&mut self, noun: Option<u8>, colour: Option<u8>, size: Option<u8>, part: ObjectRole) -> bool {
        let before = self.count();
        if before >= self.most_objects() {
            return false;
        }
        let Builder { board, cast, nouns, .. } = &mut *self.builder;
        let shape = noun.unwrap_or_else(|| *self.stream.choose(&nouns.solids));
        let colour = colour.unwrap_or_else(|| self.stream.below(nouns.colours.into()) as u8);
        let Some(size) = size.or_else(|| draw_size(self.sizes.allowed(shape), self.stream)) else {
            return false;
        };
        let form = nouns.forms[usize::from(shape)];
        let Some(cell) = board.free_cell(form, size, &CellConstraint::default(), self.stream) else {
            return false;
        };
        board.add(Object { cell, shape, colour, size, form });
        cast.parts.push(part);
        if self.is_unique() {
            return true;
        }
        self.take_back(before);
        false
    }

    /// Fills the world with random objects.
    pub fn fill(&mut self) {
        if !self.wants(Strategy::Random) {
            return;
        }
        let part = ObjectRole { group: self.builder.cast.groups.len() as u8, phrase: None };
        let before = self.count();
        let mut draws = 4 * DRAWS;
        while self.count() < usize::from(self.builder.settings.objects) && draws > 0 {
            // Beside decoys, things of the same kinds as those that commands are about: then no kind stands out.
            let like = (self.builder.settings.decoys > 0).then(|| self.stream.below(self.count() as u32));
            let like = like.map(|like| self.builder.board.objects()[like as usize]);
            let like = like.filter(|like| like.form == Form::Solid);
            if !self.scatter(
                like.map(|like| like.shape),
                like.map(|like| like.colour),
                like.map(|like| like.size),
                part,
            ) {
                draws -= 1;
            }
        }
        if self.count() > before {
            self.builder.cast.groups.push(DistractorGroup::plain(Strategy::Random));
        }
    }
}
