//! Minimal pairs of commands: the same item with one word or one object changed.
//!
//! A partner is as certain as its item: it has one referent under the same readings, and its articles fit its world where
//! those of its item do. Its answer changes (neither action list carries out the other command) or stays (same target
//! cell, same actions). It is a function of the item's content and of what is allowed, so made and read items have the
//! same partners on every machine.

use wampimuk_command::{
    Certificate, Command, Example, Identifier, Lexicon, Phrase, Reading, Scene, Surface, choose_articles,
};
use wampimuk_core::KeyedHash;
use wampimuk_grid::{Cell, Object, World};

/// What is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// One word of the command.
    Word,
    /// One object stands in another cell.
    Moved,
    /// One object has another colour that the world has.
    Recoloured,
    /// One object is not there.
    Removed,
}

impl Change {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Word, Self::Moved, Self::Recoloured, Self::Removed];

    /// The name, as in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Word => "word",
            Self::Moved => "moved",
            Self::Recoloured => "recoloured",
            Self::Removed => "removed",
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
    /// Command, world, target and actions.
    pub example: Example,
}

/// The most candidates of one kind of change that are tried.
const TRIES: usize = 64;

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
            candidates.into_iter().take(TRIES).find_map(|(command, world)| {
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
                fits.then_some(Partner { change, example })
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

    fn candidates(&self, change: Change) -> Vec<(Command, World)> {
        if change == Change::Word {
            let commands = self.words().into_iter();
            return commands.map(|command| (command, self.example.world.clone())).collect();
        }
        let objects = self.example.world.objects();
        let mut worlds = Vec::new();
        for (number, &object) in objects.iter().enumerate() {
            let mut with = |other: Option<Object>| worlds.extend(self.rebuilt(number, other));
            match change {
                Change::Word => {}
                Change::Removed => with(None),
                Change::Moved => {
                    let side = self.example.world.side();
                    let cells = (0..side).flat_map(|row| (0..side).map(move |column| Cell::new(row, column)));
                    let free = |cell: &Cell| {
                        *cell != self.example.world.agent().cell
                            && objects.iter().all(|other| other.cell != *cell)
                    };
                    cells.filter(free).for_each(|cell| with(Some(Object { cell, ..object })));
                }
                Change::Recoloured => {
                    let mut colours: Vec<u8> = objects.iter().map(|object| object.colour).collect();
                    colours.sort_unstable();
                    colours.dedup();
                    let others = colours.into_iter().filter(|&colour| colour != object.colour);
                    others.for_each(|colour| with(Some(Object { colour, ..object })));
                }
            }
        }
        worlds.into_iter().map(|world| (self.example.command.clone(), world)).collect()
    }

    /// The world with another object, or none, in place of one.
    fn rebuilt(&self, number: usize, other: Option<Object>) -> Option<World> {
        let world = World::new(self.example.world.side(), self.example.world.agent()).ok()?;
        let mut world = world.with_heavy_from(self.example.world.heavy_from());
        for (place, &object) in self.example.world.objects().iter().enumerate() {
            if let Some(object) = if place == number { other } else { Some(object) } {
                world.place(object).ok()?;
            }
        }
        Some(world)
    }

    /// The commands that differ in one word as they are written.
    fn words(&self) -> Vec<Command> {
        let Lexicon { verbs, adverbs, nouns, colours, sizes } = self.lexicon;
        let numbers = |count: usize| (0..=u8::MAX).take(count);
        let mut all = Vec::new();
        all.extend(numbers(verbs.len()).map(|verb| Command { verb, ..self.example.command.clone() }));
        if self.example.command.adverb.is_some() {
            let others = numbers(adverbs.len());
            all.extend(others.map(|adverb| Command { adverb: Some(adverb), ..self.example.command.clone() }));
        }
        for phrase in 0..self.example.command.phrase.count() {
            let mut put = |set: &dyn Fn(&mut Phrase)| {
                let mut command = self.example.command.clone();
                if let Some(phrase) = nth(&mut command.phrase, &mut { phrase }) {
                    set(phrase);
                }
                all.push(command);
            };
            for other in numbers(sizes.len()) {
                put(&|phrase| phrase.size = phrase.size.and(Some(other)));
            }
            for other in numbers(colours.len()) {
                put(&|phrase| phrase.colour = phrase.colour.and(Some(other)));
            }
            for other in numbers(nouns.len()) {
                put(&|phrase| phrase.noun = phrase.noun.and(Some(other)));
            }
        }
        let text = |command: &Command| command.text(self.lexicon, self.surface);
        let own = text(&self.example.command);
        all.retain(|command| {
            let other = text(command);
            let (one, two) = (own.split(' '), other.split(' '));
            one.clone().count() == two.clone().count()
                && one.zip(two).filter(|(one, two)| one != two).count() == 1
        });
        all
    }
}

fn nth<'p>(phrase: &'p mut Phrase, left: &mut usize) -> Option<&'p mut Phrase> {
    if *left == 0 {
        return Some(phrase);
    }
    *left -= 1;
    phrase.clauses.iter_mut().find_map(|clause| nth(&mut clause.phrase, left))
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
