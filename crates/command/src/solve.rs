//! Which objects can fill the roles of a tree: the constraint problem behind relative clauses.
//!
//! Without distinctness a tree is easy: from the leaves to the head, each role keeps the objects that have
//! something to relate to, and what the head keeps is exact. With distinctness that is an upper bound, and each object of it is
//! tried. Roles that others depend on are assigned by search. The rest, once the objects they relate to are known, only
//! need different objects, which is a bipartite matching: wide commands are not a search at all. The same matching, over all
//! roles not yet assigned, cuts branches that run out of objects.
//!
//! Deep trees are hard in principle: a long enough chain asks for a long path through the world. Two cuts keep them
//! short in practice. Objects that no relation or role of the tree tells apart stand for each other, and a state of the
//! search that has failed once is not tried again.
//!
//! Commands of up to eight phrases are solved without touching the heap, unless they are chains of four and more.

use std::cell::RefCell;
use std::collections::HashSet;

use crate::relate::Extents;
use crate::{Phrase, Relation, Scene};
use wampimuk_core::bits;

/// A phrase of the tree: the objects its words fit, and how it depends on an earlier phrase. The head is its own parent,
/// and its relation is not used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Role {
    pub mask: u64,
    pub parent: usize,
    pub relation: Relation,
}

const NOBODY: Role = Role { mask: 0, parent: 0, relation: Relation::SameRow };

/// This many roles are kept without allocation.
const FEW: usize = 8;
/// The most roles that can have distinct objects: a world has no more objects.
const MOST: usize = wampimuk_grid::MAX_OBJECTS;

/// The roles of a tree, parents first.
#[derive(Clone, Debug)]
pub(crate) struct Roles {
    few: [Role; FEW],
    len: usize,
    /// All of them, where they are more than a few.
    many: Vec<Role>,
}

impl Roles {
    /// The roles of a tree; `fits` says which objects a phrase's own words fit.
    #[inline]
    pub fn new(head: &Phrase, fits: impl Fn(&Phrase) -> u64) -> Self {
        let mut roles = Self { few: [NOBODY; FEW], len: 0, many: Vec::new() };
        roles.push(Role { mask: fits(head), ..NOBODY });
        roles.hang(head, 0, &fits);
        roles
    }

    fn hang(&mut self, phrase: &Phrase, parent: usize, fits: &impl Fn(&Phrase) -> u64) {
        for clause in &phrase.clauses {
            let number = self.len;
            self.push(Role { mask: fits(&clause.phrase), parent, relation: clause.relation });
            if !clause.phrase.clauses.is_empty() {
                self.hang(&clause.phrase, number, fits);
            }
        }
    }

    fn push(&mut self, role: Role) {
        if self.len < FEW {
            self.few[self.len] = role;
        } else {
            if self.len == FEW {
                self.many.extend_from_slice(&self.few);
            }
            self.many.push(role);
        }
        self.len += 1;
    }

    /// The same tree without role `number` and all that hangs from it.
    pub fn without(&self, number: usize) -> Self {
        let roles = self.as_slice();
        let later = roles.iter().skip(number + 1).take_while(|role| role.parent >= number).count();
        let (from, gone) = (number + 1 + later, 1 + later);
        let mut shorter = Self { few: [NOBODY; FEW], len: 0, many: Vec::new() };
        for role in roles[..number].iter().chain(&roles[from..]) {
            let parent = if role.parent >= from { role.parent - gone } else { role.parent };
            shorter.push(Role { parent, ..*role });
        }
        shorter
    }

    #[inline]
    pub fn as_slice(&self) -> &[Role] {
        if self.len <= FEW { &self.few[..self.len] } else { &self.many }
    }

    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [Role] {
        if self.len <= FEW { &mut self.few[..self.len] } else { &mut self.many }
    }
}

/// The objects that can play the head, each phrase by another object if `distinct`. Masks of roles are narrowed.
#[inline]
pub(crate) fn heads(scene: &Scene<'_>, roles: &mut [Role], extents: Extents, distinct: bool) -> u64 {
    let upper = prune(scene, roles, extents);
    // Nothing relates to itself, so two roles are always distinct.
    if !distinct || roles.len() <= 2 || upper == 0 {
        return upper;
    }
    let mut set = 0;
    each_head(scene, roles, extents, upper, &mut |head, plays| {
        set |= u64::from(plays) << head;
        true
    });
    set
}

/// Whether the objects that can play the head are others than `known`.
pub(crate) fn heads_differ(
    scene: &Scene<'_>,
    roles: &mut [Role],
    extents: Extents,
    distinct: bool,
    known: u64,
) -> bool {
    let upper = prune(scene, roles, extents);
    if !distinct || roles.len() <= 2 || known & !upper != 0 {
        return upper != known;
    }
    let mut same = true;
    each_head(scene, roles, extents, upper, &mut |head, plays| {
        same = plays == (known >> head & 1 == 1);
        same
    });
    !same
}

/// Narrows the masks, from the leaves to the head, to objects that have something to relate to. Returns the head's.
#[inline]
pub(crate) fn prune(scene: &Scene<'_>, roles: &mut [Role], extents: Extents) -> u64 {
    for number in (1..roles.len()).rev() {
        let Role { mask, parent, relation } = roles[number];
        roles[parent].mask &= scene.subjects_of(relation, mask, extents);
        if roles[parent].mask == 0 {
            return 0;
        }
    }
    roles.first().map_or(0, |head| head.mask)
}

/// Visits each candidate for the head with whether it fits, while `visit` returns true.
fn each_head(
    scene: &Scene<'_>,
    roles: &[Role],
    extents: Extents,
    candidates: u64,
    visit: &mut impl FnMut(usize, bool) -> bool,
) {
    if roles.len() <= FEW {
        RoleAssignment::<FEW>::new(scene, roles, extents).each_head(candidates, visit);
    } else if roles.len() <= MOST {
        RoleAssignment::<MOST>::new(scene, roles, extents).each_head(candidates, visit);
    } else {
        _ = bits(candidates).all(|head| visit(head, false));
    }
}

/// The search for an assignment of objects to at most `N` roles.
struct RoleAssignment<'s, 'w, const N: usize> {
    scene: &'s Scene<'w>,
    roles: &'s [Role],
    extents: Extents,
    /// The roles that others depend on, as bits.
    inner: u64,
    /// What deep trees remember.
    memory: Option<Memory>,
}

/// What the search in a deep tree knows.
struct Memory {
    /// For each object, those that nothing tells apart from it.
    twins: [u64; MOST],
    /// The masks of open roles, after the set of these roles, for which there is no assignment.
    failed: RefCell<HashSet<Vec<u64>>>,
}

/// A tree is deep if this many roles have others that depend on them.
const DEEP: u32 = 4;
/// How many failures are remembered.
const FAILURES: usize = 1 << 16;

impl Memory {
    #[cold]
    fn new(scene: &Scene<'_>, roles: &[Role], extents: Extents) -> Self {
        let relations = roles.iter().skip(1).fold(0u32, |set, role| set | 1 << role.relation as u32);
        let used = |relation: &Relation| relations >> *relation as u32 & 1 == 1;
        let alike = |one: usize, other: usize| {
            roles.iter().all(|role| (role.mask >> one ^ role.mask >> other) & 1 == 0)
                && Relation::ALL.into_iter().filter(used).all(|relation| match relation {
                    Relation::Inside => {
                        scene.frames & (1 << one | 1 << other) == 0
                            && scene.objects_of(relation, one, extents)
                                == scene.objects_of(relation, other, extents)
                    }
                    _ => scene.class(relation, one, extents) == scene.class(relation, other, extents),
                })
        };
        let count = scene.world.objects().len();
        let mut twins = [0; MOST];
        for (object, twins) in twins.iter_mut().enumerate().take(count) {
            *twins = (0..count)
                .filter(|&other| alike(object, other))
                .fold(1 << object, |set, other| set | 1 << other);
        }
        Self { twins, failed: RefCell::default() }
    }
}

impl<'s, 'w, const N: usize> RoleAssignment<'s, 'w, N> {
    fn new(scene: &'s Scene<'w>, roles: &'s [Role], extents: Extents) -> Self {
        let inner = roles.iter().skip(1).fold(0, |set, role| set | 1 << role.parent);
        let deep = u64::count_ones(inner) >= DEEP;
        let memory = deep.then(|| Memory::new(scene, roles, extents));
        Self { scene, roles, extents, inner, memory }
    }

    fn each_head(&self, candidates: u64, visit: &mut impl FnMut(usize, bool) -> bool) {
        let mut masks = [0; N];
        for (mask, role) in masks.iter_mut().zip(self.roles) {
            *mask = role.mask;
        }
        let open = (u64::MAX >> (64 - self.roles.len())) & !1;
        let possible = self.roles.len() <= 3 || matchable(&masks, open);
        let (mut known, mut playing) = (0, 0);
        for head in bits(candidates) {
            if known >> head & 1 == 0 {
                let twins = self.twins(head);
                known |= twins;
                if possible && self.cast(masks, open, 0, head) {
                    playing |= twins;
                }
            }
            if !visit(head, playing >> head & 1 == 1) {
                return;
            }
        }
    }

    /// The objects that can do what this one can.
    fn twins(&self, object: usize) -> u64 {
        self.memory.as_ref().map_or(1 << object, |memory| memory.twins[object])
    }

    /// Whether the `open` roles can be cast once an object is given the role `number`.
    fn cast(&self, mut masks: [u64; N], open: u64, number: usize, object: usize) -> bool {
        for other in bits(open) {
            let role = &self.roles[other];
            masks[other] &= !(1 << object);
            if role.parent == number {
                masks[other] &= self.scene.objects_of(role.relation, object, self.extents);
            }
            if masks[other] == 0 {
                return false;
            }
        }
        let inner = open & self.inner;
        if inner == 0 {
            return matchable(&masks, open);
        }
        if inner & (inner - 1) != 0 && !(self.narrow(&mut masks, open) && matchable(&masks, open)) {
            return false;
        }
        let state = self.memory.as_ref().map(|memory| {
            let state: Vec<u64> = std::iter::once(open).chain(bits(open).map(|role| masks[role])).collect();
            (memory, state)
        });
        if let Some((memory, state)) = &state
            && memory.failed.borrow().contains(state)
        {
            return false;
        }
        // The one with the fewest candidates among those whose parents are cast. There is one: the first.
        let ready = |&role: &usize| open >> self.roles[role].parent & 1 == 0;
        let Some(next) = bits(inner).filter(ready).min_by_key(|&role| masks[role].count_ones()) else {
            return true;
        };
        let mut candidates = masks[next];
        while candidates != 0 {
            let object = candidates.trailing_zeros() as usize;
            if self.cast(masks, open & !(1 << next), next, object) {
                return true;
            }
            candidates &= !self.twins(object);
        }
        if let Some((memory, state)) = state {
            let mut failed = memory.failed.borrow_mut();
            if failed.len() < FAILURES {
                failed.insert(state);
            }
        }
        false
    }

    /// Narrows the masks of roles not yet cast by their neighbours', upwards and then downwards.
    fn narrow(&self, masks: &mut [u64; N], open: u64) -> bool {
        let is_open = |role: usize| open >> role & 1 == 1;
        for number in (1..self.roles.len()).rev().filter(|&number| is_open(number)) {
            let Role { parent, relation, .. } = self.roles[number];
            if is_open(parent) {
                masks[parent] &= self.scene.subjects_of(relation, masks[number], self.extents);
            }
        }
        for number in bits(open) {
            let Role { parent, relation, .. } = self.roles[number];
            if is_open(parent) {
                masks[number] &= self.scene.objects_of_any(relation, masks[parent], self.extents);
            }
            if masks[number] == 0 {
                return false;
            }
        }
        true
    }
}

/// Whether each of these roles can have an object of its mask that no other has.
#[inline]
fn matchable<const N: usize>(masks: &[u64; N], mut roles: u64) -> bool {
    // A role with as many candidates as there are roles can wait until all others are cast.
    loop {
        let count = roles.count_ones();
        let tight = |&role: &usize| masks[role].count_ones() < count;
        let rest = bits(roles).filter(tight).fold(0, |set, role| set | 1u64 << role);
        if rest == 0 {
            return true;
        }
        if rest == roles {
            break;
        }
        roles = rest;
    }
    let mut matching = Matching { masks, player_of: [0; MOST], free: u64::MAX };
    bits(roles).all(|role| matching.place(role, &mut 0))
}

/// A matching of roles and objects, grown by augmenting paths.
struct Matching<'m, const N: usize> {
    masks: &'m [u64; N],
    /// The role that each object which is not free plays.
    player_of: [u8; MOST],
    free: u64,
}

impl<const N: usize> Matching<'_, N> {
    fn place(&mut self, role: usize, seen: &mut u64) -> bool {
        let free = self.masks[role] & self.free;
        if free != 0 {
            self.free &= !(1 << free.trailing_zeros());
            self.player_of[free.trailing_zeros() as usize] = role as u8;
            return true;
        }
        loop {
            let object = (self.masks[role] & !*seen).trailing_zeros() as usize;
            if object == MOST {
                return false;
            }
            *seen |= 1 << object;
            if self.place(self.player_of[object].into(), seen) {
                self.player_of[object] = role as u8;
                return true;
            }
        }
    }
}
