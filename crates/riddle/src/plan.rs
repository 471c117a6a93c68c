//! From a recipe to splits: which pairs of command and operation each draws from.

use wampimuk_command::{Lexicon, Phrase};
use wampimuk_core::{
    Arcs, ArcsError, KeyedHash, Permutation, RecipeError, Role, SplitInfo, StreamKey, WHOLE, check_sizes,
    wanted_size,
};
use wampimuk_reascan::{Pattern, Population};

use crate::language::content_words;
use crate::maker::PhraseKey;
use crate::operation::Operation;
use crate::recipe::{Condition, Generate, PatternRecipe, Recipe};

/// The most commands of a recipe: each is tried before anything is made.
const MOST_COMMANDS: usize = 50_000;
/// The most pairs of command and operation: their lists stay within memory.
const MOST_PAIRS: usize = 8_000_000;
/// How many commands are looked at where only short ones are wanted.
const MOST_LOOKS: u64 = 4_000_000;
/// How many tasks a pair of command and operation may have.
const ROUNDS: u64 = 1000;

/// A command that tasks are about.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub phrase: Phrase,
    /// The number of its pattern.
    pub pattern: usize,
}

/// Which tasks there are.
#[derive(Debug)]
pub(crate) struct SplitPlan {
    pub commands: Vec<Entry>,
    pub operations: Vec<Operation>,
    pub infos: Vec<SplitInfo>,
    /// For each split, its pairs: command × number of operations + operation.
    pools: Vec<Vec<u32>>,
    /// Which worlds each split may use: no two share any.
    worlds: Arcs,
    order: StreamKey,
    hash: KeyedHash,
}

/// What a task is to be made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Draft {
    pub command: usize,
    pub operation: usize,
}

/// The commands of a pattern.
pub(crate) fn commands(
    generate: &Generate,
    number: usize,
    lexicon: &Lexicon,
    key: &StreamKey,
) -> Result<Vec<Entry>, RecipeError> {
    let PatternRecipe { name, shape, commands, max_words } = &generate.patterns[number];
    let failed = |message: String| RecipeError::new(format!("pattern `{name}`: {message}"));
    let pattern = Pattern::parse(shape).map_err(failed)?;
    let population = Population::new(&pattern, &generate.rules, lexicon).map_err(failed)?;
    if population.is_empty() {
        return Err(
            failed("the rules leave no command".into()).hint("check generate.rules and generate.lexicon")
        );
    }
    let order = Permutation::new(population.len(), &mut key.stream(number as u64));
    let wanted = commands.unwrap_or(u64::MAX);
    let mut entries = Vec::new();
    for place in 0..population.len().min(MOST_LOOKS) {
        if entries.len() as u64 == wanted {
            break;
        }
        let phrase = population.command(order.at(place), 0, None).phrase;
        if says_something(&phrase, lexicon)
            && max_words.is_none_or(|most| content_words(&phrase) <= usize::from(most))
        {
            entries.push(Entry { phrase, pattern: number });
        }
        if entries.len() > MOST_COMMANDS {
            return Err(failed(format!("more than {MOST_COMMANDS} commands"))
                .hint("give `commands`, or lower `max_words`"));
        }
    }
    match (entries.len() as u64, commands) {
        (0, _) => Err(failed("no command is that short and says something with every word".into())
            .hint("raise `max_words`")),
        (found, Some(wanted)) if found < *wanted => Err(failed(format!("{wanted} commands are wanted"))
            .hint(format!("{found} were found; leave `commands` out to use them all"))),
        _ => Ok(entries),
    }
}

impl SplitPlan {
    /// Distributes the pairs of command and operation over the splits.
    pub fn new(
        recipe: &Recipe,
        commands: Vec<Entry>,
        operations: Vec<Operation>,
        key: &dyn Fn(&str) -> StreamKey,
    ) -> Result<Self, RecipeError> {
        let generate = &recipe.generate;
        let all = commands.len().saturating_mul(operations.len());
        if all > MOST_PAIRS {
            return Err(RecipeError::new(format!("generate: {all} pairs of command and operation"))
                .hint(format!("at most {MOST_PAIRS}: use fewer commands or operations")));
        }
        let mut train = Vec::new();
        let mut held: Vec<Vec<u32>> = vec![Vec::new(); generate.holdouts.len()];
        for (number, entry) in commands.iter().enumerate() {
            for (place, operation) in operations.iter().enumerate() {
                if is_idle(&entry.phrase, operation) {
                    continue;
                }
                let pair = (number * operations.len() + place) as u32;
                let meets = |(_, holdout): &(usize, &crate::recipe::Holdout)| {
                    holds(&holdout.when, generate, entry, operation)
                };
                let mut homes = generate.holdouts.iter().enumerate().filter(meets);
                match (homes.next(), homes.next()) {
                    (None, _) => train.push(pair),
                    (Some((home, _)), None) => held[home].push(pair),
                    // What two hold-outs are about belongs to neither.
                    _ => {}
                }
            }
        }
        let shares = &generate.shares;
        let random = arcs(&[shares.dev, shares.test])?;
        let split = arcs(&[1.0 - shares.holdout_dev])?;
        let order = key("order");
        let mut plan = Self {
            commands,
            operations,
            infos: Vec::new(),
            pools: Vec::new(),
            worlds: Arcs::new(&[WHOLE]).map_err(sum)?,
            hash: KeyedHash::new(&mut key("pairs").stream(0)),
            order: key("rounds"),
        };
        plan.deal(recipe, train, &random, &[Role::Train, Role::Dev, Role::Test], None, &order)?;
        for (number, pool) in held.into_iter().enumerate() {
            plan.deal(recipe, pool, &split, &[Role::Dev, Role::Test], Some(number), &order)?;
        }
        check_sizes(&recipe.splits.sizes, &plan.infos)?;
        // Half of all worlds are for training; the other splits share the rest.
        let others = (plan.infos.len() as u32 - 1).max(1);
        let mut worlds = vec![WHOLE / 2 / others; plan.infos.len()];
        worlds[0] = WHOLE - worlds[1..].iter().sum::<u32>();
        plan.worlds = Arcs::new(&worlds).map_err(sum)?;
        Ok(plan)
    }

    /// Cuts a shuffled pool into splits.
    fn deal(
        &mut self,
        recipe: &Recipe,
        pool: Vec<u32>,
        arcs: &Arcs,
        roles: &[Role],
        holdout: Option<usize>,
        key: &StreamKey,
    ) -> Result<(), RecipeError> {
        let holdout = holdout.map(|number| &recipe.generate.holdouts[number]);
        let len = pool.len() as u32;
        let mut shuffled = pool;
        key.stream(self.infos.len() as u64).shuffle(&mut shuffled);
        for (part, &role) in roles.iter().enumerate() {
            let name = match holdout {
                None => role.name().to_string(),
                Some(holdout) => format!("{}_{}", holdout.name, role.name()),
            };
            let range = arcs.range(part, len, WHOLE / 2);
            let pairs = shuffled[range.start as usize..range.end as usize].to_vec();
            if pairs.is_empty() {
                return Err(RecipeError::new(format!("split `{name}` has no pair of command and operation"))
                    .hint("use more commands or operations, hold out something else, or change the shares"));
            }
            let room = pairs.len() as u64 * ROUNDS;
            let advice = "use more commands or operations";
            let wanted = wanted_size(&recipe.splits.sizes, &name, room, "tasks", advice)?;
            let random = match role {
                Role::Train => "training tasks",
                Role::Dev => "random tasks, to select on",
                Role::Test => "random tasks, to report on",
            };
            self.infos.push(SplitInfo {
                name,
                role,
                holdout: holdout.map(|holdout| holdout.name.clone()),
                title: holdout.map_or_else(|| random.to_string(), |holdout| holdout.title.clone()),
                len: wanted.unwrap_or(pairs.len() as u64),
            });
            self.pools.push(pairs);
        }
        Ok(())
    }

    /// What a task is to be made from: every round takes all pairs of the split, in a new order.
    pub fn draft(&self, split: usize, index: u64) -> Draft {
        let pool = &self.pools[split];
        let len = pool.len() as u64;
        let turn = self.hash.at(index / len, split as u64);
        let order = Permutation::new(len, &mut self.order.stream(turn));
        self.pair(pool[order.at(index % len) as usize])
    }

    /// Another pair of the split, where the one of [`SplitPlan::draft`] has no task.
    pub fn other(&self, split: usize, stream: &mut wampimuk_core::Stream) -> Draft {
        self.pair(*stream.choose(&self.pools[split]))
    }

    fn pair(&self, pair: u32) -> Draft {
        let (pair, operations) = (pair as usize, self.operations.len());
        Draft { command: pair / operations, operation: pair % operations }
    }

    /// Whether a hold-out is about an operation on what a phrase selects.
    pub fn is_held_out(&self, recipe: &Recipe, phrase: &Phrase, operation: &Operation) -> bool {
        let key = PhraseKey::of(phrase);
        let mut entries = self.commands.iter().filter(|entry| PhraseKey::of(&entry.phrase) == key);
        let meets = |entry: &Entry| {
            let holdouts = recipe.generate.holdouts.iter();
            holdouts.map(|holdout| &holdout.when).any(|when| holds(when, &recipe.generate, entry, operation))
        };
        entries.any(meets)
    }

    /// Whether a phrase, whatever its articles, and an operation may stand in a task of this role: no split of another role
    /// has the pair. Training tasks have no pairs but those of training.
    pub fn may_have(&self, role: Role, phrase: &Phrase, operation: usize) -> bool {
        let key = PhraseKey::of(phrase);
        let mut entries = self.commands.iter().enumerate();
        let Some((number, _)) = entries.find(|(_, entry)| PhraseKey::of(&entry.phrase) == key) else {
            return role != Role::Train;
        };
        let pair = (number * self.operations.len() + operation) as u32;
        let mut homes = self.infos.iter().zip(&self.pools).filter(|(_, pool)| pool.contains(&pair));
        homes.next().map_or(role != Role::Train, |(home, _)| home.role == role)
    }

    /// Whether a world may be in tasks of this role: it belongs to a split that has it.
    pub fn may_show(&self, role: Role, world: wampimuk_core::ItemId) -> bool {
        self.infos[self.home(world)].role == role
    }

    /// The number of the stream of a task.
    pub fn stream(&self, split: usize, index: u64) -> u64 {
        self.hash.at(index, 1 << 32 | split as u64)
    }

    /// The split that may use a world with this identity.
    pub fn home(&self, world: wampimuk_core::ItemId) -> usize {
        self.worlds.part_of((world.0 % u128::from(WHOLE)) as u32, WHOLE, 0)
    }
}

/// Whether a command and every noun of it say something: the only noun there is does not, because "object" says the
/// same, and "the object" by itself selects something only where there is nothing else.
fn says_something(phrase: &Phrase, lexicon: &Lexicon) -> bool {
    if content_words(phrase) == 0 {
        return false;
    }
    lexicon.nouns.len() > 1 || phrase.nodes().iter().all(|node| node.phrase.noun.is_none())
}

/// Whether an operation changes nothing that the command selects, whatever the world.
fn is_idle(phrase: &Phrase, operation: &Operation) -> bool {
    match *operation {
        Operation::Draw { colour } => phrase.colour == Some(colour),
        Operation::ChangeShape { shape, .. } => phrase.noun == Some(shape),
        _ => false,
    }
}

fn holds(when: &Condition, generate: &Generate, entry: &Entry, operation: &Operation) -> bool {
    let name = &generate.patterns[entry.pattern].name;
    let uses = |relation: wampimuk_command::Relation| {
        entry.phrase.nodes().iter().any(|node| node.parent.is_some_and(|(_, used)| used == relation))
    };
    (when.operations.is_empty() || when.operations.contains(&operation.kind()))
        && (when.patterns.is_empty() || when.patterns.contains(name))
        && when.relations.iter().all(|&relation| uses(relation))
}

/// A part for what is left, and a part for each share.
fn arcs(shares: &[f64]) -> Result<Arcs, RecipeError> {
    let failed = || {
        RecipeError::new("generate.shares: shares lie between 0 and 1, and leave something to train on")
            .hint("the defaults are dev = 0.1, test = 0.1, holdout_dev = 0.2")
    };
    if shares.iter().any(|share| !(share > &0.0 && share < &1.0)) {
        return Err(failed());
    }
    let parts: Vec<u32> = shares.iter().map(|share| (share * f64::from(WHOLE)).round() as u32).collect();
    let rest = WHOLE.checked_sub(parts.iter().sum()).filter(|&rest| rest > 0).ok_or_else(failed)?;
    Arcs::new(&[&[rest], &parts[..]].concat()).map_err(sum)
}

#[expect(clippy::needless_pass_by_value, reason = "errors are passed on")]
fn sum(error: ArcsError) -> RecipeError {
    RecipeError::new(format!("generate.shares: {error}"))
}
