//! Minimal pairs of commands: the same item with one word or one object changed.
//!
//! A partner has one referent under the same readings as its item, and its articles fit its world where those of its item
//! do. Its answer changes (neither action list carries out the other command) or stays (same target cell, same actions).

mod candidates;

use candidates::Candidate;
use wampimuk_command::{
    Certificate, Command, Example, GridFamily, GridItem, Identifier, Lexicon, Reading, Register, Scene,
    Surface, choose_articles,
};
use wampimuk_core::{KeyedHash, Role};
use wampimuk_grid::World;

use crate::objects::ObjectChange;
use crate::{Pair, both};

/// What is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// One word of the command.
    Word,
    /// One object of the world.
    Object(ObjectChange),
}

impl Change {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Word,
        Self::Object(ObjectChange::Moved),
        Self::Object(ObjectChange::Recoloured),
        Self::Object(ObjectChange::Removed),
    ];

    /// The name, as in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Word => "word",
            Self::Object(change) => change.name(),
        }
    }
}

/// An item, made or read.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    /// Command, world, target and actions.
    pub example: &'a Example,
    /// The words.
    pub lexicon: &'a Lexicon,
    /// How the command is worded.
    pub surface: Surface,
    /// How size words are read.
    pub reading: Reading,
}

/// The other item of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partner {
    /// What is changed.
    pub change: Change,
    /// Which one, counted from 0: the token of the item's command, or the object of its world.
    pub which: usize,
    /// Command, world, target and actions.
    pub example: Example,
}

/// The most candidates of one kind of change that are tried.
const TRIES: usize = 64;

/// The pairs of an item that a recipe made: see [`partner`].
pub fn pairs(family: &dyn GridFamily, item: &GridItem) -> Vec<Pair<Partner>> {
    both(|answer_changes| partner(family, item, answer_changes))
}

/// The partner of an item that a recipe made, in words that the recipe uses. A partner of a training item could be a training
/// item itself and belongs to no hold-out, so training on pairs keeps splits apart.
pub fn partner(family: &dyn GridFamily, item: &GridItem, answer_changes: bool) -> Option<Partner> {
    let (lexicon, surface, reading) = (family.lexicon(), family.surface(), family.reading());
    let is_train = family.splits().get(item.split).is_some_and(|split| split.role == Role::Train);
    let vocabulary = family.vocabulary();
    let own = Item { example: &item.example, lexicon, surface, reading };
    own.partner(answer_changes, |example| {
        let tokens = example.command.tokens(lexicon, surface, Register::Words);
        let may_train =
            || !family.is_held_out(example) && family.possible_splits(example).contains(&item.split);
        tokens.into_iter().all(|token| vocabulary.iter().any(|word| word == token))
            && (!is_train || may_train())
    })
}

impl Item<'_> {
    /// A partner that is allowed and whose answer changes, or one whose answer stays. `None` if none was found, or if the
    /// item's own answer is not the one that follows from command and world.
    pub fn partner(&self, answer_changes: bool, allowed: impl Fn(&Example) -> bool) -> Option<Partner> {
        let Example { command, world, target, actions } = self.example;
        let (own, certificate) = self.label(command, world)?;
        if (own.target, &own.actions) != (*target, actions) {
            return None;
        }
        let has_rule = self.fits_articles(command, world);
        let id = Identifier::new(self.lexicon).identify(command, world);
        let (hash, salt) = (KeyedHash::of_item(id), 2 + u64::from(answer_changes));
        let mut kinds = Change::ALL;
        shuffle(&mut kinds, hash, salt);
        kinds.into_iter().enumerate().find_map(|(place, change)| {
            let mut candidates = self.candidates(change);
            shuffle(&mut candidates, hash, salt + 2 * (1 + place as u64));
            candidates.into_iter().take(TRIES).find_map(|Candidate { which, command, world }| {
                let (example, other) = self.label(&command, &world)?;
                let keeps = |one: u64, two: u64| one != 1 << own.target || two == 1 << example.target;
                let certain = certificate.referents.iter().zip(&other.referents);
                let variants = certificate.variants.iter().zip(&other.variants);
                let fits = certain.chain(variants).all(|(&one, &two)| keeps(one, two))
                    && (!has_rule || self.fits_articles(&command, &world))
                    && if answer_changes {
                        differs(&own, &example, self.lexicon)
                    } else {
                        same(&own, &example)
                    }
                    && allowed(&example);
                fits.then_some(Partner { change, which, example })
            })
        })
    }

    /// Whether articles are those that ReaSCAN's rule gives. Other articles would be a second change.
    fn fits_articles(&self, command: &Command, world: &World) -> bool {
        let mut phrase = command.phrase.clone();
        choose_articles(&mut phrase, &Scene::new(world), self.lexicon, self.reading.into());
        phrase == command.phrase
    }

    /// The answer, if there is one referent, with what is certain about it.
    fn label(&self, command: &Command, world: &World) -> Option<(Example, Certificate)> {
        let certificate = Certificate::with_variants(command, &Scene::new(world), self.lexicon, self.reading);
        let referents = certificate.referents[self.reading as usize];
        if referents.count_ones() != 1 {
            return None;
        }
        let (target, mut actions) = (referents.trailing_zeros() as usize, Vec::new());
        command.execute(world, target, self.lexicon, &mut actions);
        Some((Example { command: command.clone(), world: world.clone(), target, actions }, certificate))
    }
}

fn differs(one: &Example, two: &Example, lexicon: &Lexicon) -> bool {
    let fulfils = |actions: &Example, of: &Example| {
        of.command.fulfilled_by(&actions.actions, &of.world, of.target, lexicon).is_ok()
    };
    !fulfils(one, two) && !fulfils(two, one)
}

fn same(one: &Example, two: &Example) -> bool {
    let cell = |example: &Example| example.world.objects()[example.target].cell;
    one.actions == two.actions && cell(one) == cell(two)
}

fn shuffle<T>(list: &mut [T], hash: KeyedHash, salt: u64) {
    for last in (1..list.len()).rev() {
        list.swap(last, hash.below(last as u64, salt, last as u32 + 1) as usize);
    }
}
