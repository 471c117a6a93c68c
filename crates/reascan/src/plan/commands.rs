//! Finding the commands of training and of every hold-out.

use wampimuk_command::{Command, Lexicon};
use wampimuk_core::{RecipeError, StreamKey, Verdict, check_range};

use super::shapes::ShapeTrials;
use super::{SplitGroup, SplitPlan, features, is_exclusive, worlds_of};
use crate::condition::{Features, Predicate};
use crate::orders::count_orders;
use crate::pattern::Pattern;
use crate::pool::{Contents, Entry, PatternCommands, Pool, SeenPhrases};
use crate::population::Population;
use crate::recipe::{Generate, Holdout, Released, Worlds};
use crate::released::ReleasedBuilder;
use crate::rules::Rules;
use crate::tree::Tree;

/// The most commands of all patterns together, and of a hold-out: their lists stay within memory.
const MOST_COMMANDS: u64 = 5_000_000;

/// The most combinations of words and relations of all patterns together: their tables stay within memory.
const MOST_FRAMES: usize = 1 << 21;

/// The most commands of all hold-outs together, those of several counted for each.
const MOST_LISTED: u64 = 20_000_000;

impl SplitPlan {
    /// Finds the commands of every member.
    pub(super) fn find_commands(
        &mut self,
        generate: &Generate,
        key: &dyn Fn(&str) -> StreamKey,
    ) -> Result<(), RecipeError> {
        let sampled = self.sample(generate, key)?;
        let mut train = Pool::default();
        let mut pools: Vec<Pool> = generate.holdouts.iter().map(|_| Pool::default()).collect();
        let mut seen_phrases = SeenPhrases::default();
        let own = generate.holdouts.iter().filter_map(|holdout| holdout.commands.as_ref());
        let compares = own.into_iter().any(|own| !own.seen.is_empty() || !own.unseen.is_empty());
        let mut listed = 0;
        for entry in sampled {
            let command = self.command(entry);
            let tree = Tree::of(&command.phrase, &self.lexicon);
            let verdicts = self.verdicts(generate, &features(&command, &tree));
            if verdicts.iter().all(|&verdict| verdict != Verdict::Yes) {
                if compares {
                    seen_phrases.add(&command);
                }
                train.entries.push(entry);
            }
            for (number, &verdict) in verdicts.iter().enumerate() {
                let others = verdicts.iter().enumerate().filter(|(other, _)| *other != number);
                let alone = !is_exclusive(generate, Some(number))
                    || others.map(|(_, verdict)| verdict).all(|&verdict| verdict != Verdict::Yes);
                if verdict != Verdict::No && alone {
                    pools[number].entries.push(entry);
                    listed += 1;
                }
            }
            if listed > MOST_LISTED {
                return Err(RecipeError::new(format!(
                    "generate.holdouts: more than {MOST_LISTED} commands, where one of several hold-outs counts for each"
                ))
                .hint("use fewer commands or fewer hold-outs"));
            }
        }
        if train.entries.is_empty() {
            return Err(RecipeError::new("the hold-outs leave no command to train on")
                .hint("use more commands, or hold out less"));
        }
        self.split_groups.push(SplitGroup { holdout: None, pool: train, key: key("worlds") });
        for (number, (holdout, mut pool)) in generate.holdouts.iter().zip(pools).enumerate() {
            if holdout.commands.is_some() {
                pool = self.own_commands(generate, number, &seen_phrases, key)?;
            }
            if pool.entries.is_empty() {
                return Err(RecipeError::new(format!("hold-out `{}`: no command meets it", holdout.name))
                    .hint("use more commands, or hold out something that commands can say"));
            }
            let key = key(&format!("worlds/{}", holdout.name));
            self.split_groups.push(SplitGroup { holdout: Some(number), pool, key });
        }
        Ok(())
    }

    /// Samples the commands of each pattern, as many as are wanted. Patterns are the first sources.
    fn sample(
        &mut self,
        generate: &Generate,
        key: &dyn Fn(&str) -> StreamKey,
    ) -> Result<Vec<Entry>, RecipeError> {
        let mut sampled = Vec::new();
        let mut impossible = Vec::new();
        let mut numbers = Vec::new();
        let mut listed = 0u64;
        for pattern in &generate.patterns {
            let number = self.add_source(&pattern.name, &pattern.shape, pattern.manners, generate, key)?;
            let there = self.sources[usize::from(number)].len();
            let wanted = pattern.commands.unwrap_or(u64::MAX);
            if wanted > there && pattern.commands.is_some() {
                return Err(RecipeError::new(format!(
                    "generate.patterns: {wanted} commands of `{}`",
                    pattern.name
                ))
                .hint(format!("there are {there}; leave `commands` out to use them all")));
            }
            let wanted = wanted.min(there);
            if wanted > MOST_COMMANDS - listed {
                let before = if listed == 0 { "" } else { ", besides those before" };
                return Err(RecipeError::new(format!(
                    "generate.patterns: `{}` has {wanted} commands{before}",
                    pattern.name
                ))
                .hint(format!("at most {MOST_COMMANDS} can be used: give `commands` or `manners`")));
            }
            listed += wanted;
            numbers.push((number, wanted));
        }
        for (pattern, (number, wanted)) in generate.patterns.iter().zip(numbers) {
            let source = &self.sources[usize::from(number)];
            let order = source.order(&key(&format!("commands/{}", pattern.name)));
            let entry = |position| Entry { source: number, recast: 0, number: order.at(position) };
            let suits =
                |entry: &Entry| self.has_orders(pattern.orders, &self.command(*entry), &generate.rules);
            let entries = (0..source.len()).map(entry).filter(suits);
            let wanted = wanted as usize;
            match &generate.worlds {
                Worlds::Released(settings) if settings.replace_impossible => {
                    let mut trial = Trial::new(settings, generate, &self.lexicon, key("possible"));
                    let possible =
                        |entry: &Entry| trial.finds_world(self.hash(*entry), &self.command(*entry));
                    sampled.extend(entries.filter(possible).take(wanted));
                }
                Worlds::Constructed(settings) if settings.rivals > 0 => {
                    let mut trials = ShapeTrials::new(
                        settings,
                        generate,
                        &self.lexicon,
                        key(&format!("shapes/{}", pattern.name)),
                    );
                    let possible = |entry: &Entry| trials.allows(&self.command(*entry), None);
                    sampled.extend(entries.filter(possible).take(wanted));
                    impossible.append(&mut trials.impossible);
                }
                _ => sampled.extend(entries.take(wanted)),
            }
        }
        self.impossible = impossible;
        Ok(sampled)
    }

    /// Whether a command's words have a number of orders within these bounds.
    fn has_orders(&self, bounds: Option<(u32, u32)>, command: &Command, rules: &Rules) -> bool {
        bounds.is_none_or(|(least, most)| {
            let tree = Tree::of(&command.phrase, &self.lexicon);
            let count = count_orders(&tree, rules, most as usize + 1);
            (least as usize..=most as usize).contains(&count)
        })
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
        let source =
            PatternCommands::new(name, population, &self.lexicon, manners, &key(&format!("manners/{name}")));
        self.sources.push(source);
        let frames: usize = self.sources.iter().map(|source| source.population.frames()).sum();
        if frames > MOST_FRAMES {
            return Err(failed(format!(
                "with it, there are more than {MOST_FRAMES} combinations of words and relations"
            ))
            .hint("use fewer patterns or shorter ones"));
        }
        Ok(self.sources.len() as u16 - 1)
    }

    /// The commands of a hold-out that brings its own.
    fn own_commands(
        &mut self,
        generate: &Generate,
        number: usize,
        seen_phrases: &SeenPhrases,
        key: &dyn Fn(&str) -> StreamKey,
    ) -> Result<Pool, RecipeError> {
        let holdout = &generate.holdouts[number];
        let Some(own) = &holdout.commands else { return Ok(Pool::default()) };
        let failed = |message: String| RecipeError::new(format!("hold-out `{}`: {message}", holdout.name));
        check_range("commands.count", own.count, 1..=MOST_COMMANDS)
            .map_err(|error| error.of(&format!("hold-out `{}`", holdout.name)))?;
        let mut pool = Pool::default();
        let suits = |plan: &Self, command: &Command| {
            let contents = Contents::of(&command.phrase);
            let known = own.seen.iter().all(|&seen| seen_phrases.has(seen, &contents))
                && own.unseen.iter().all(|&seen| !seen_phrases.has(seen, &contents));
            if !known {
                return false;
            }
            let tree = Tree::of(&command.phrase, &plan.lexicon);
            let features = features(command, &tree);
            let verdicts = plan.verdicts(generate, &features);
            let alone = !is_exclusive(generate, Some(number))
                || verdicts.iter().all(|&verdict| verdict != Verdict::Yes);
            let wanted = plan.predicates[number]
                .as_ref()
                .is_none_or(|predicate| predicate.judge(&features) != Verdict::No);
            alone && wanted && plan.has_orders(own.orders, command, &generate.rules)
        };
        if let Some(name) = &own.recast {
            let names = || generate.patterns.iter().map(|pattern| pattern.name.as_str());
            let place = names().position(|known| known == name).ok_or_else(|| {
                failed(format!("commands.recast: there is no pattern `{name}`")).suggest(name, names())
            })?;
            let pattern = Pattern::parse(&own.shape).map_err(failed)?;
            self.recasts.push(pattern);
            let recast = self.recasts.len() as u16;
            let rules = Rules {
                repeated_nouns: own.repeated_nouns || generate.rules.repeated_nouns,
                ..generate.rules.clone()
            };
            let train = std::mem::take(&mut self.split_groups[0].pool.entries);
            for &entry in train.iter().filter(|entry| usize::from(entry.source) == place) {
                let entry = Entry { recast, ..entry };
                let original = self.command(Entry { recast: 0, ..entry });
                let Some(command) = self.try_recast(&original, recast) else { continue };
                if pool.entries.len() as u64 == own.count {
                    break;
                }
                let natural = rules.admits(&command.phrase, &self.lexicon);
                if natural && suits(self, &command) {
                    pool.entries.push(entry);
                }
            }
            self.split_groups[0].pool.entries = train;
            return Ok(pool);
        }
        let source_number = self.add_source(&holdout.name, &own.shape, None, generate, key)?;
        let source = &self.sources[usize::from(source_number)];
        let order = source.order(&key(&format!("commands/{}", holdout.name)));
        let all = source.len();
        let shapes = key(&format!("shapes/{}", holdout.name));
        let lexicon = self.lexicon.clone();
        let mut trials = match worlds_of(generate, Some(number)) {
            Worlds::Constructed(settings) => Some(ShapeTrials::new(settings, generate, &lexicon, shapes)),
            Worlds::Released(_) => None,
        };
        // Conditions that hardly any command meets are not searched for forever.
        for position in 0..all.min(own.count.saturating_mul(2000).max(200_000)) {
            if pool.entries.len() as u64 == own.count {
                break;
            }
            let at = if own.in_order { position } else { order.at(position) };
            let entry = Entry { source: source_number, recast: 0, number: at };
            let command = self.command(entry);
            if suits(self, &command)
                && trials.as_mut().is_none_or(|trials| trials.allows(&command, Some(&holdout.name)))
            {
                pool.entries.push(entry);
            }
        }
        let mut impossible = trials.map_or_else(Vec::new, |trials| trials.impossible);
        self.impossible.append(&mut impossible);
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
}

/// Tries whether the released procedure finds a world for a command.
struct Trial<'l> {
    builder: ReleasedBuilder,
    retries: u32,
    lexicon: &'l Lexicon,
    key: StreamKey,
}

impl<'l> Trial<'l> {
    fn new(settings: &Released, generate: &Generate, lexicon: &'l Lexicon, key: StreamKey) -> Self {
        let sizes = generate.min_object_size..=generate.max_object_size;
        let builder = ReleasedBuilder::new(settings, generate.grid_size, sizes, lexicon);
        Self { builder, retries: settings.retries, lexicon, key }
    }

    fn finds_world(&mut self, hash: u64, command: &Command) -> bool {
        let tree = Tree::of(&command.phrase, self.lexicon);
        let mut stream = self.key.stream(hash);
        (0..self.retries).any(|_| self.builder.attempt(&tree, &mut stream))
    }
}
