//! A part of a recipe, made ready for telling.

use wampimuk_babi::worlds::{self, World};
use wampimuk_core::{RecipeError, check_count};
use wampimuk_story::{Cast, Lexicon};

use crate::choice::Weights;
use crate::long::LongScheme;
use crate::opening::Openings;
use crate::recipe::{Asking, Condition, Engine, Generate, Part};
use crate::tasks::story_task;
use crate::teller::EventWeights;
use crate::toy::ToyScheme;

/// Weights are counted in these parts.
const PARTS: f64 = 10_000.0;

/// A part, ready for telling.
#[derive(Debug)]
pub struct Scheme {
    /// The part; where it was one of the published tasks, with everything that the task says.
    pub part: Part,
    /// How it is told.
    pub source: Source,
}

/// How a part is told.
#[derive(Debug)]
pub enum Source {
    /// As stories of people, objects and places.
    Story(Box<StoryScheme>),
    /// As stories about a toy world: a published task.
    World(ToyScheme),
}

/// The world of a published task, if it is not that of people, objects and places.
pub fn world_of(task: u8) -> Option<&'static dyn World> {
    worlds::all().iter().find(|world| world.tasks().contains(&task)).copied()
}

/// How stories of people, objects and places are told.
#[derive(Debug)]
pub struct StoryScheme {
    /// The words of these stories.
    pub lexicon: Lexicon,
    /// How many of everything there are.
    pub cast: Cast,
    /// How stories are sorted into train, dev and test.
    pub openings: Openings,
    /// How often what is told.
    pub telling: EventWeights,
    /// How often which kind is asked, in the order of [`KINDS`](crate::ask::KINDS).
    pub asks: Weights<7>,
    /// How likely a question is when it may come, in ten-thousandths.
    pub chance: u32,
    /// How stories are made long, if they are.
    pub long: Option<LongScheme>,
    /// Which filter is for which story.
    pub turns: FilterTurns,
}

/// The most filters of a part.
const MOST_FILTERS: usize = 1000;

/// The most stories until filters come in turn again: their numbers are kept in a list.
const MOST_TURNS: usize = 100_000;

/// Which filter is for which story: they come in turn.
#[derive(Debug)]
pub struct FilterTurns(Vec<usize>);

impl FilterTurns {
    /// Those of a part.
    pub(crate) fn new(part: &Part) -> Result<FilterTurns, RecipeError> {
        check_count(&format!("part `{}`: `filters`", part.name), part.filters.len(), MOST_FILTERS)?;
        if !part.shares.is_empty() && part.shares.len() != part.filters.len() {
            let (shares, filters) = (part.shares.len(), part.filters.len());
            return Err(wrong(part, &format!("{shares} shares for {filters} filters")).hint("one for each"));
        }
        let share = |number: usize| part.shares.get(number).copied().unwrap_or(1) as usize;
        let common = (0..part.filters.len()).map(share).fold(0, greatest_common_divisor).max(1);
        let all: usize = (0..part.filters.len()).map(|number| share(number) / common).sum();
        if all > MOST_TURNS {
            return Err(
                wrong(part, &format!("`shares` add up to {all}")).hint(format!("to at most {MOST_TURNS}"))
            );
        }
        let turns: Vec<usize> = (0..part.filters.len())
            .flat_map(|number| std::iter::repeat_n(number, share(number) / common))
            .collect();
        if turns.is_empty() && !part.filters.is_empty() {
            return Err(wrong(part, "all shares are 0"));
        }
        Ok(FilterTurns(turns))
    }

    /// The number of the filter for a story; `None` if there is none.
    pub fn of(&self, story: u64) -> Option<usize> {
        let turn = story.checked_rem(self.0.len() as u64)?;
        self.0.get(turn as usize).copied()
    }

    /// How often all filters have had their turns before a story.
    pub fn round(&self, story: u64) -> u64 {
        story / (self.0.len() as u64).max(1)
    }
}

impl Scheme {
    /// Prepares a part.
    pub fn new(part: &Part, generate: &Generate) -> Result<Scheme, RecipeError> {
        let mut part = part.clone();
        if let Some(task) = part.task {
            if let Some(toy) = ToyScheme::new(task, &part)? {
                if !part.inject.is_empty() || part.rephrase {
                    return Err(wrong(&part, "only tasks about people and places can be added to"));
                }
                let Part { name, toy: shape, filters, shares, tries, max_tokens, .. } = part.clone();
                let allowed = Part { toy: shape, filters, shares, tries, max_tokens, ..Part::named(name) };
                let keys = "`toy`, `filters`, `shares`, `tries`, `max_tokens`";
                reject_other_keys(&part, allowed, keys)?;
                return Ok(Scheme { part, source: Source::World(toy) });
            }
            let Part { name, inject, rephrase, max_tokens, .. } = part.clone();
            let allowed = Part { inject, rephrase, max_tokens, ..Part::named(name) };
            reject_other_keys(&part, allowed, "`inject`, `rephrase`, `max_tokens`")?;
            let preset = story_task(task)
                .ok_or_else(|| wrong(&part, &format!("there is no task {task}")).hint("tasks are 1 to 20"))?;
            let Part { name, inject, rephrase, max_tokens, .. } = part;
            part = Part { name, inject, rephrase, max_tokens, task: Some(task), ..preset };
        }
        let story = StoryScheme::new(&part, generate)?;
        Ok(Scheme { part, source: Source::Story(Box::new(story)) })
    }

    /// How often a story is interrupted for a question.
    pub fn interruptions(&self) -> u64 {
        u64::from(self.part.questions.max(1))
    }
}

pub(crate) fn wrong(part: &Part, what: &str) -> RecipeError {
    RecipeError::new(format!("part `{}`: {what}", part.name))
}

/// A published task says everything else itself.
fn reject_other_keys(part: &Part, allowed: Part, keys: &str) -> Result<(), RecipeError> {
    if (Part { task: part.task, ..allowed }) == *part {
        return Ok(());
    }
    let what = if part.toy.is_some() && !keys.contains("toy") {
        "`toy` is for tasks 4 and 14 to 20".to_owned()
    } else {
        format!("a part with `task` has nothing else but {keys}")
    };
    Err(wrong(part, &what).hint("without `task`, the other keys say what is told and asked"))
}

impl StoryScheme {
    fn new(part: &Part, generate: &Generate) -> Result<StoryScheme, RecipeError> {
        let words = generate.words.lexicon();
        let lexicon = Lexicon {
            people: choose(part, "people", &words.people, |person| &person.name, &part.people)?,
            objects: choose(part, "objects", &words.objects, |object| object, &part.objects)?,
            places: choose(part, "places", &words.places, |place| place, &part.places)?,
            ..words
        };
        let cast = lexicon.cast().map_err(|error| wrong(part, &error.to_string()))?;
        if part.toy.is_some() {
            return Err(wrong(part, "`toy` is for tasks 4 and 14 to 20").hint("name one of them with `task`"));
        }
        let actions = part.actions.ok_or_else(|| {
            wrong(part, "nothing is told")
                .hint("give `actions`, such as `{ move = 1, grab = 1 }`, or a `task`")
        })?;
        let weights = [
            actions.go,
            actions.grab,
            actions.drop,
            actions.give,
            actions.coref,
            actions.conj,
            actions.compound,
            actions.negate,
            actions.indef,
        ];
        let ask = &part.ask;
        let asks = [
            ask.where_person,
            ask.where_object,
            ask.where_was_object,
            ask.yes_no,
            ask.counting,
            ask.list,
            ask.giving,
        ];
        let telling = EventWeights {
            actions: Weights::new(whole(part, "actions", weights)?),
            coref: Weights::new(whole(part, "coref", [part.coref.go, part.coref.grab, part.coref.drop])?),
            negate: Weights::new(whole(part, "negate", [part.negate.negative, part.negate.positive])?),
        };
        if !(part.chance > 0.0 && part.chance <= 1.0) {
            return Err(wrong(part, &format!("`chance` is {}", part.chance)).hint("above 0, at most 1"));
        }
        for (key, value, range) in [
            ("questions", part.questions, 1..=1000),
            ("before", part.before, 2..=1000),
            ("step", part.step, 1..=1000),
        ] {
            if !range.contains(&value) {
                let (least, most) = (range.start(), range.end());
                return Err(
                    wrong(part, &format!("`{key}` is {value}")).hint(format!("from {least} to {most}"))
                );
            }
        }
        check_tries(part)?;
        for condition in &part.filters {
            check_condition(&format!("part `{}`", part.name), condition)?;
        }
        let chooses = part.asking == Asking::Any && generate.engine == Engine::Certified;
        if part.balance && (!chooses || part.questions != 1 || part.long.is_some()) {
            return Err(wrong(part, "`balance` is for stories with one question that is chosen among many")
                .hint("leave out `asking`, `questions`, `long` and `engine`"));
        }
        if part.released.is_some() && generate.engine == Engine::Certified {
            return Err(wrong(part, "`released` is for `engine = \"released\"` only"));
        }
        let asks = Weights::new(whole(part, "ask", asks)?);
        let turns = FilterTurns::new(part)?;
        let long = LongScheme::new(part, &lexicon, cast, &telling, &asks)?;
        Ok(StoryScheme {
            openings: Openings::new(&lexicon),
            cast,
            telling,
            asks,
            chance: (part.chance * PARTS).round().max(1.0) as u32,
            long,
            turns,
            lexicon,
        })
    }
}

/// There is an end to trying.
pub(crate) fn check_tries(part: &Part) -> Result<(), RecipeError> {
    if (1..=MOST_TRIES).contains(&part.tries) {
        return Ok(());
    }
    Err(wrong(part, &format!("`tries` is {}", part.tries)).hint(format!("from 1 to {MOST_TRIES}")))
}

/// The most stories that are told until one has a question as it is wanted.
const MOST_TRIES: u32 = 1_000_000_000;

/// Ranges must not be empty.
pub(crate) fn check_condition(place: &str, condition: &Condition) -> Result<(), RecipeError> {
    for (key, range) in [("support", condition.support), ("proofs", condition.proofs)] {
        if let Some([from, to]) = range.filter(|[from, to]| from > to) {
            return Err(RecipeError::new(format!("{place}: `{key} = [{from}, {to}]` lets nothing pass")));
        }
    }
    condition.any_of.iter().try_for_each(|inner| check_condition(place, inner))
}

/// Weights as whole numbers.
fn whole<const N: usize>(part: &Part, key: &str, weights: [f64; N]) -> Result<[u32; N], RecipeError> {
    if let Some(weight) = weights.iter().find(|weight| !(0.0..=1000.0).contains(*weight)) {
        return Err(wrong(part, &format!("a weight of `{key}` is {weight}")).hint("from 0 to 1000"));
    }
    let whole = weights.map(|weight| (weight * PARTS).round() as u32);
    if whole.iter().all(|&weight| weight == 0) {
        return Err(wrong(part, &format!("no weight of `{key}` is above 0")));
    }
    Ok(whole)
}

/// The entries of these names, in the order of the recipe's words; all of them if none is named.
fn choose<T: Clone>(
    part: &Part,
    kind: &str,
    words: &[T],
    name: impl Fn(&T) -> &String,
    chosen: &[String],
) -> Result<Vec<T>, RecipeError> {
    if let Some(stranger) = chosen.iter().find(|chosen| !words.iter().any(|word| name(word) == *chosen)) {
        return Err(wrong(part, &format!("`{stranger}` is not among the {kind} of the recipe's words"))
            .suggest(stranger, words.iter().map(|word| name(word).as_str())));
    }
    Ok(words.iter().filter(|word| chosen.is_empty() || chosen.contains(name(word))).cloned().collect())
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
