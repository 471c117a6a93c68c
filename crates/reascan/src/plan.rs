//! From a recipe to splits: which commands each draws from, and which of their items.

use std::collections::BTreeMap;

use wampimuk_command::{Command, Lexicon, WordClass};
use wampimuk_core::{
    Digest, KeyedHash, Permutation, RecipeError, Role, SplitInfo, StreamKey, Verdict, closest,
};
use wampimuk_grid::{Cell, Object};

use crate::condition::{Features, Predicate};
use crate::construct::is_deletable;
use crate::pattern::Pattern;
use crate::placements::{Arc, Placements};
use crate::pool::{Entry, Familiar, Pool, Source, is_natural, recast};
use crate::population::Population;
use crate::recipe::{Generate, Holdout, Recipe, WordClassName, Worlds};
use crate::tree::Tree;

/// Items with something in common: those of training and its random tests, or those of one hold-out.
#[derive(Debug)]
pub(crate) struct Member {
    /// The number of the hold-out.
    pub holdout: Option<usize>,
    /// Its commands.
    pub pool: Pool,
    /// Its streams of worlds.
    pub key: StreamKey,
}

/// Where a split's items come from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Home {
    /// The number of the member.
    pub member: usize,
    /// Which of its items.
    pub part: Part,
}

/// A part of a member's items.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    /// The items whose cells lie in this arc of their command's circle.
    Arc(Arc),
    /// A run of a shuffled list of all items, as the released procedure cuts it.
    Cut {
        /// The number of the shuffle.
        shuffle: u64,
        /// Where the run begins.
        start: u64,
    },
}

/// What an item is to be made from.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub entry: Entry,
    pub command: Command,
    /// Cells of agent and target, where they are fixed beforehand.
    pub cells: Option<(Cell, Cell)>,
    /// The number of the item's stream.
    pub stream: u64,
}

/// Everything about a dataset but its items.
#[derive(Debug)]
pub(crate) struct Plan {
    pub lexicon: Lexicon,
    pub sources: Vec<Source>,
    /// Patterns that commands are rearranged to.
    recasts: Vec<Pattern>,
    pub predicates: Vec<Option<Predicate>>,
    pub placements: Placements,
    /// Whether some hold-out is about cells.
    cells: bool,
    pub members: Vec<Member>,
    pub homes: Vec<Home>,
    pub infos: Vec<SplitInfo>,
    order: StreamKey,
    hash: KeyedHash,
}

impl Plan {
    /// Finds the commands of every member.
    pub fn new(recipe: &Recipe, digest: &Digest, seed: u64, lexicon: Lexicon) -> Result<Self, RecipeError> {
        let generate = &recipe.generate;
        let key = |name: &str| StreamKey::new(digest, name, seed);
        let predicates = generate
            .holdouts
            .iter()
            .map(|holdout| {
                let of = |error: RecipeError| RecipeError {
                    message: format!("hold-out `{}`: {}", holdout.name, error.message),
                    ..error
                };
                holdout.when.as_ref().map(|when| Predicate::new(when, &lexicon)).transpose().map_err(of)
            })
            .collect::<Result<Vec<_>, _>>()?;
        let placements = Placements::new(generate.grid_size, &generate.shares, key("placements"))
            .map_err(|message| RecipeError::new(format!("generate.shares: {message}")))?;
        let mut plan = Self {
            sources: Vec::new(),
            recasts: Vec::new(),
            cells: predicates.iter().flatten().any(Predicate::asks_for_cells),
            placements,
            members: Vec::new(),
            homes: Vec::new(),
            infos: Vec::new(),
            order: key("order"),
            hash: KeyedHash::new(&mut key("entries").stream(0)),
            predicates,
            lexicon,
        };
        plan.find_commands(generate, &key)?;
        Ok(plan)
    }

    fn find_commands(
        &mut self,
        generate: &Generate,
        key: &dyn Fn(&str) -> StreamKey,
    ) -> Result<(), RecipeError> {
        let mut sampled = Vec::new();
        let mut pattern_sources = Vec::new();
        for pattern in &generate.patterns {
            let number = self.add_source(&pattern.name, &pattern.shape, pattern.manners, generate, key)?;
            pattern_sources.push(number);
            let source = &self.sources[usize::from(number)];
            let wanted = pattern.commands.unwrap_or(u64::MAX);
            if wanted > source.len() && pattern.commands.is_some() {
                return Err(RecipeError::new(format!(
                    "generate.patterns: {wanted} commands of `{}`",
                    pattern.name
                ))
                .hint(format!("there are {}; leave `commands` out to use them all", source.len())));
            }
            if wanted.min(source.len()) > MOST_COMMANDS {
                return Err(RecipeError::new(format!(
                    "generate.patterns: `{}` has {} commands",
                    pattern.name,
                    source.len()
                ))
                .hint(format!("at most {MOST_COMMANDS} can be used: give `commands` or `manners`")));
            }
            let order = source.order(&key(&format!("commands/{}", pattern.name)));
            let entry = |position| Entry { source: number, recast: 0, number: order.at(position) };
            sampled.extend((0..wanted.min(source.len())).map(entry));
        }
        let mut train = Pool::default();
        let mut pools: Vec<Pool> = generate.holdouts.iter().map(|_| Pool::default()).collect();
        let mut familiar = Familiar::default();
        for entry in sampled {
            let command = self.command(entry);
            let tree = Tree::of(&command.phrase, &self.lexicon);
            let verdicts = self.verdicts(generate, &features(&command, &tree));
            if verdicts.iter().all(|&verdict| verdict != Verdict::Yes) {
                familiar.add(&command);
                train.entries.push(entry);
            }
            for (number, &verdict) in verdicts.iter().enumerate() {
                let others = verdicts.iter().enumerate().filter(|(other, _)| *other != number);
                let alone = !is_exclusive(generate, Some(number))
                    || others.map(|(_, verdict)| verdict).all(|&verdict| verdict != Verdict::Yes);
                if verdict != Verdict::No && alone {
                    pools[number].entries.push(entry);
                }
            }
        }
        if train.entries.is_empty() {
            return Err(RecipeError::new("the hold-outs leave no command to train on")
                .hint("use more commands, or hold out less"));
        }
        self.members.push(Member { holdout: None, pool: train, key: key("worlds") });
        for (number, (holdout, mut pool)) in generate.holdouts.iter().zip(pools).enumerate() {
            if holdout.commands.is_some() {
                pool = self.own_commands(generate, number, &familiar, &pattern_sources, key)?;
            }
            if pool.entries.is_empty() {
                return Err(RecipeError::new(format!("hold-out `{}`: no command meets it", holdout.name))
                    .hint("use more commands, or hold out something that commands can say"));
            }
            let key = key(&format!("worlds/{}", holdout.name));
            self.members.push(Member { holdout: Some(number), pool, key });
        }
        Ok(())
    }

    fn add_source(
        &mut self,
        name: &str,
        shape: &str,
        manners: Option<u32>,
        generate: &Generate,
        key: &dyn Fn(&str) -> StreamKey,
    ) -> Result<u16, RecipeError> {
        let failed = |message: String| RecipeError::new(format!("pattern `{name}`: {message}"));
        let pattern = Pattern::parse(shape).map_err(failed)?;
        let population = Population::new(&pattern, &generate.rules, &self.lexicon).map_err(failed)?;
        if population.is_empty() {
            return Err(
                failed("the rules leave no command".into()).hint("check generate.rules and generate.lexicon")
            );
        }
        let source = Source::new(name, population, &self.lexicon, manners, &key(&format!("manners/{name}")));
        self.sources.push(source);
        Ok(self.sources.len() as u16 - 1)
    }

    /// The commands of a hold-out that brings its own.
    fn own_commands(
        &mut self,
        generate: &Generate,
        number: usize,
        familiar: &Familiar,
        pattern_sources: &[u16],
        key: &dyn Fn(&str) -> StreamKey,
    ) -> Result<Pool, RecipeError> {
        let holdout = &generate.holdouts[number];
        let Some(own) = &holdout.commands else { return Ok(Pool::default()) };
        let failed = |message: String| RecipeError::new(format!("hold-out `{}`: {message}", holdout.name));
        let mut pool = Pool::default();
        let suits = |plan: &Self, command: &Command| {
            let tree = Tree::of(&command.phrase, &plan.lexicon);
            let features = features(command, &tree);
            let verdicts = plan.verdicts(generate, &features);
            let alone = !is_exclusive(generate, Some(number))
                || verdicts.iter().all(|&verdict| verdict != Verdict::Yes);
            let wanted = plan.predicates[number]
                .as_ref()
                .is_none_or(|predicate| predicate.judge(&features) != Verdict::No);
            alone
                && wanted
                && own.seen.iter().all(|&seen| familiar.has(seen, command))
                && own.unseen.iter().all(|&seen| !familiar.has(seen, command))
        };
        if let Some(name) = &own.recast {
            let names = || generate.patterns.iter().map(|pattern| pattern.name.as_str());
            let place = names().position(|known| known == name).ok_or_else(|| {
                let error = failed(format!("commands.recast: there is no pattern `{name}`"));
                match closest(name, names()) {
                    Some(near) => error.hint(format!("did you mean `{near}`?")),
                    None => error,
                }
            })?;
            let pattern = Pattern::parse(&own.shape).map_err(failed)?;
            self.recasts.push(pattern);
            let recast = self.recasts.len() as u16;
            let train = std::mem::take(&mut self.members[0].pool.entries);
            for &entry in train.iter().filter(|entry| entry.source == pattern_sources[place]) {
                let entry = Entry { recast, ..entry };
                let original = self.command(Entry { recast: 0, ..entry });
                let Some(command) = self.try_recast(&original, recast) else { continue };
                if pool.entries.len() as u64 == own.count {
                    break;
                }
                if is_natural(&command.phrase, &generate.rules) && suits(self, &command) {
                    pool.entries.push(entry);
                }
            }
            self.members[0].pool.entries = train;
            return Ok(pool);
        }
        let number = self.add_source(&holdout.name, &own.shape, None, generate, key)?;
        let source = &self.sources[usize::from(number)];
        let order = source.order(&key(&format!("commands/{}", holdout.name)));
        let all = source.len();
        // Conditions that hardly any command meets are not searched for forever.
        for position in 0..all.min(own.count.saturating_mul(2000).max(200_000)) {
            if pool.entries.len() as u64 == own.count {
                break;
            }
            let at = if own.in_order { position } else { order.at(position) };
            let entry = Entry { source: number, recast: 0, number: at };
            if suits(self, &self.command(entry)) {
                pool.entries.push(entry);
            }
        }
        Ok(pool)
    }

    /// What each hold-out of the sampled commands says; hold-outs with commands of their own say no.
    fn verdicts(&self, generate: &Generate, features: &Features<'_>) -> Vec<Verdict> {
        let judge = |(holdout, predicate): (&Holdout, &Option<Predicate>)| match predicate {
            Some(predicate) if holdout.commands.is_none() => predicate.judge(features),
            _ => Verdict::No,
        };
        generate.holdouts.iter().zip(&self.predicates).map(judge).collect()
    }

    /// A command.
    pub fn command(&self, entry: Entry) -> Command {
        let command = self.sources[usize::from(entry.source)].command(entry.number);
        match entry.recast {
            0 => command,
            number => self.try_recast(&command, number).unwrap_or(command),
        }
    }

    fn try_recast(&self, command: &Command, number: u16) -> Option<Command> {
        recast(command, self.recasts.get(usize::from(number.checked_sub(1)?))?)
    }

    /// What keys everything that is random about a command.
    pub fn hash(&self, entry: Entry) -> u64 {
        self.hash.at(entry.number, u64::from(entry.source) << 16 | u64::from(entry.recast))
    }

    /// Whether an item with these features belongs to a member: its own hold-out holds, and the others do not.
    pub fn belongs(&self, generate: &Generate, member: usize, features: &Features<'_>) -> Verdict {
        let own = self.members[member].holdout;
        let mut verdict = Verdict::Yes;
        for (number, (predicate, holdout)) in self.predicates.iter().zip(&generate.holdouts).enumerate() {
            let Some(predicate) = predicate else { continue };
            if Some(number) == own {
                verdict = verdict.and(predicate.judge(features));
            } else if holdout.commands.is_none() && is_exclusive(generate, own) {
                verdict = verdict.and(!predicate.judge(features));
            }
        }
        verdict
    }

    /// The words that must be needed in a member's items.
    pub fn needs(
        &self,
        generate: &Generate,
        member: usize,
        tree: &Tree,
        phrase: usize,
        player: Option<&Object>,
        class: WordClass,
    ) -> bool {
        let Some(number) = self.members[member].holdout else { return false };
        let node = &tree.nodes()[phrase];
        let name = match class {
            WordClass::Size => WordClassName::Size,
            WordClass::Colour => WordClassName::Colour,
            WordClass::Noun => WordClassName::Noun,
        };
        generate.holdouts[number].needs.contains(&name)
            && is_deletable(node, class)
            && self.predicates[number]
                .as_ref()
                .is_some_and(|predicate| predicate.is_about(phrase, node, player))
    }

    /// The pairs of cells that a member's items of this command may have; `None` if all may.
    pub fn pairs(&self, generate: &Generate, member: usize, command: &Command) -> Option<Vec<u32>> {
        if !self.cells {
            return None;
        }
        let tree = Tree::of(&command.phrase, &self.lexicon);
        let suits = |&number: &u32| {
            let cells = Some(self.placements.pair(number));
            let features = Features { cells, ..features(command, &tree) };
            self.belongs(generate, member, &features) != Verdict::No
        };
        Some((0..self.placements.pairs()).filter(suits).collect())
    }

    /// What item `index` of a home is to be made from.
    pub fn draft(&self, generate: &Generate, home: Home, index: u64) -> Draft {
        let member = &self.members[home.member];
        let count = member.pool.entries.len() as u64;
        match home.part {
            Part::Arc(arc) => {
                let (round, place) = (index / count, index % count);
                // Every round takes all commands, in an order of its own.
                let turn = self.hash.at(round, home.member as u64);
                let order = Permutation::new(count, &mut self.order.stream(turn));
                let entry = member.pool.entries[order.at(place) as usize];
                let command = self.command(entry);
                let hash = self.hash(entry);
                let pair = match self.pairs(generate, home.member, &command) {
                    None => self.placements.place(hash, arc, self.placements.pairs(), round as u32),
                    Some(pairs) => {
                        let n = pairs.len() as u32;
                        pairs[self.placements.place(hash, arc, n, round as u32) as usize]
                    }
                };
                let cells = Some(self.placements.pair(pair));
                Draft { entry, command, cells, stream: self.hash.at(hash, pair.into()) }
            }
            Part::Cut { shuffle, start } => {
                let worlds = released_worlds(generate, member.holdout);
                let order = Permutation::new(count * worlds, &mut self.order.stream(shuffle));
                let number = order.at(start + index);
                let entry = member.pool.entries[(number / worlds) as usize];
                let stream = self.hash.at(self.hash(entry), number % worlds);
                Draft { entry, command: self.command(entry), cells: None, stream }
            }
        }
    }

    /// Lays out the splits.
    pub fn lay_out(&mut self, recipe: &Recipe) -> Result<(), RecipeError> {
        let generate = &recipe.generate;
        for member in 0..self.members.len() {
            let number = self.members[member].holdout;
            let holdout = number.map(|number| &generate.holdouts[number]);
            match worlds_of(generate, number) {
                Worlds::Constructed(_) => {
                    let parts: &[(Role, Arc)] = match holdout {
                        None => &[(Role::Train, Arc::Train), (Role::Dev, Arc::Dev), (Role::Test, Arc::Test)],
                        Some(_) => &[(Role::Dev, Arc::HoldoutDev), (Role::Test, Arc::HoldoutTest)],
                    };
                    for &(role, arc) in parts {
                        let name = match holdout {
                            None => role.name().to_string(),
                            Some(holdout) => format!("{}_{}", holdout.name, role.name()),
                        };
                        let room = self.room(generate, member, arc);
                        self.push(recipe, name, role, holdout, Home { member, part: Part::Arc(arc) }, room)?;
                    }
                }
                Worlds::Released(_) => self.cut(recipe, member, holdout)?,
            }
        }
        self.check_sizes(recipe)
    }

    /// Cuts the shuffled items of a member, as the released procedure does.
    fn cut(&mut self, recipe: &Recipe, member: usize, holdout: Option<&Holdout>) -> Result<(), RecipeError> {
        let generate = &recipe.generate;
        let count = self.members[member].pool.entries.len() as u64;
        let all = count * released_worlds(generate, self.members[member].holdout);
        let shuffle = member as u64;
        let home = |start| Home { member, part: Part::Cut { shuffle, start } };
        if let Some(holdout) = holdout {
            return self.push(recipe, holdout.name.clone(), Role::Test, Some(holdout), home(0), all);
        }
        // The shares of the original: 5.2 % and 1 %.
        let (dev, test) = (all * 52 / 1000, all / 100);
        let train = all - dev - test;
        self.push(recipe, "train".into(), Role::Train, None, home(0), train)?;
        self.push(recipe, "dev".into(), Role::Dev, None, home(train), dev)?;
        self.push(recipe, "test".into(), Role::Test, None, home(train + dev), test)?;
        if let Worlds::Released(settings) = &generate.worlds
            && settings.leaking_tests
        {
            let part = Part::Cut { shuffle: LEAK, start: 0 };
            self.push(recipe, "leaking_test".into(), Role::Test, None, Home { member, part }, test)?;
        }
        Ok(())
    }

    /// How many items there is room for in an arc of every command's circle.
    fn room(&self, generate: &Generate, member: usize, arc: Arc) -> u64 {
        let entries = &self.members[member].pool.entries;
        let least = if self.cells {
            let room = |&entry: &Entry| {
                let pairs = self.pairs(generate, member, &self.command(entry));
                self.placements.room(arc, pairs.map_or(0, |pairs| pairs.len() as u32))
            };
            entries.iter().map(room).min().unwrap_or(0)
        } else {
            self.placements.room(arc, self.placements.pairs())
        };
        entries.len() as u64 * u64::from(least)
    }

    fn push(
        &mut self,
        recipe: &Recipe,
        name: String,
        role: Role,
        holdout: Option<&Holdout>,
        home: Home,
        room: u64,
    ) -> Result<(), RecipeError> {
        let len = match recipe.splits.sizes.get(&name) {
            Some(&wanted) if wanted > room => {
                return Err(RecipeError::new(format!("splits.sizes: {wanted} items of `{name}`")).hint(
                    format!(
                        "this recipe has room for {room}; use more commands or a bigger share of the cells"
                    ),
                ));
            }
            Some(&wanted) => wanted,
            None => room,
        };
        let random = match role {
            Role::Train => "training items",
            Role::Dev => "random items, to select on",
            Role::Test => "random items, to report on",
        };
        let title = holdout.map_or_else(|| random.to_string(), |holdout| holdout.title.clone());
        self.infos.push(SplitInfo {
            name,
            role,
            holdout: holdout.map(|holdout| holdout.name.clone()),
            title,
            len,
        });
        self.homes.push(home);
        Ok(())
    }

    /// Sizes must be those of splits that exist.
    fn check_sizes(&self, recipe: &Recipe) -> Result<(), RecipeError> {
        let known = || self.infos.iter().map(|split| split.name.as_str());
        for name in recipe.splits.sizes.keys() {
            if !known().any(|known| known == name) {
                let error = RecipeError::new(format!("splits.sizes: there is no split `{name}`"));
                return Err(match closest(name, known()) {
                    Some(near) => error.hint(format!("did you mean `{near}`?")),
                    None => error.hint(format!("splits: {}", known().collect::<Vec<_>>().join(", "))),
                });
            }
        }
        Ok(())
    }

    /// How many commands of each pattern each member has.
    pub fn tally(&self) -> Vec<(Option<usize>, BTreeMap<&str, u64>)> {
        let count = |member: &Member| {
            let mut counts = BTreeMap::new();
            for entry in &member.pool.entries {
                *counts.entry(self.sources[usize::from(entry.source)].name.as_str()).or_default() += 1;
            }
            (member.holdout, counts)
        };
        self.members.iter().map(count).collect()
    }
}

/// The most commands that a pattern may contribute: their list stays within memory.
const MOST_COMMANDS: u64 = 5_000_000;

/// The number of the shuffle that leaking tests are cut from.
const LEAK: u64 = u64::MAX;

/// What is known of a command's items before they are made.
pub(crate) fn features<'a>(command: &Command, tree: &'a Tree) -> Features<'a> {
    Features { tree, verb: command.verb, adverb: command.adverb, cells: None, players: None }
}

/// How the worlds of a hold-out, or of training, are made.
pub(crate) fn worlds_of(generate: &Generate, holdout: Option<usize>) -> &Worlds {
    holdout.and_then(|number| generate.holdouts[number].worlds.as_ref()).unwrap_or(&generate.worlds)
}

/// Whether items that meet two hold-outs belong to neither. In the released data they belong to both.
fn is_exclusive(generate: &Generate, holdout: Option<usize>) -> bool {
    holdout.is_none() || matches!(worlds_of(generate, holdout), Worlds::Constructed(_))
}

fn released_worlds(generate: &Generate, holdout: Option<usize>) -> u64 {
    match worlds_of(generate, holdout) {
        Worlds::Released(settings) => settings.worlds.max(1).into(),
        Worlds::Constructed(_) => 1,
    }
}
