//! A dataset: a recipe and a seed, with random access to every question.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use wampimuk_babi::relexicon::Relexicon;
use wampimuk_babi::solve::Listing;
use wampimuk_babi::{Line, Passage, Solver};
use wampimuk_core::{
    Digest, Family, ItemError, Items, RecipeError, Role, Schema, Sink, SplitInfo, StreamKey,
};
use wampimuk_story::Story;

use crate::columns::{Address, Columns};
use crate::maker::{Gate, Maker, Manner};
use crate::narrative::{Narrative, wordings};
use crate::opening::role_of_formulas;
use crate::plan::{Plan, Rows, Run, check_name, splits};
use crate::recipe::{Asking, Condition, Engine, Part, Recipe, RelexiconRecipe};
use crate::released::{FillError, fill};
use crate::scheme::{Scheme, Source, StoryScheme, check_condition, world_of};

/// How many stories of twenty sentences are told to find out whether a filter lets any pass.
const PROBE: u32 = 100_000;

/// How many at least, however long they are.
const LEAST_PROBE: u32 = 100;

/// How many if they wait for their questions: each has hundreds of occasions.
const WAITING_PROBE: u32 = 20;

/// A dataset of stories.
#[derive(Debug)]
pub struct Stories {
    recipe: Recipe,
    digest: Digest,
    seed: u64,
    schemes: Vec<Scheme>,
    infos: Vec<SplitInfo>,
    plans: Vec<Plan>,
    holdouts: Vec<Condition>,
    manner: Manner,
    relexicon: Option<Relexicon>,
    columns: Columns,
}

impl Stories {
    /// Prepares a dataset. This checks the recipe, tries whether every filter lets some story pass, and counts the
    /// questions where stories differ in how many they have; stories are made when asked for.
    pub fn new(recipe: Recipe, seed: u64) -> Result<Stories, RecipeError> {
        let generate = &recipe.generate;
        generate.words.check()?;
        for (number, part) in generate.parts.iter().enumerate() {
            check_name(&format!("part `{}`", part.name), &part.name)?;
            if generate.parts[..number].iter().any(|other| other.name == part.name) {
                return Err(RecipeError::new(format!("two parts are called `{}`", part.name)));
            }
        }
        for (number, holdout) in generate.holdouts.iter().enumerate() {
            let place = format!("hold-out `{}`", holdout.name);
            check_name(&place, &holdout.name)?;
            check_condition(&place, &holdout.when)?;
            if generate.holdouts[..number].iter().any(|other| other.name == holdout.name) {
                return Err(RecipeError::new(format!("two hold-outs are called `{}`", holdout.name)));
            }
        }
        let schemes: Vec<Scheme> =
            generate.parts.iter().map(|part| Scheme::new(part, generate)).collect::<Result<_, _>>()?;
        let (infos, plans): (Vec<SplitInfo>, Vec<Plan>) = splits(&recipe)?.into_iter().unzip();
        let manner = Manner {
            rules: generate.rules(),
            style: generate.style(),
            steps: generate.steps as usize,
            ambiguous: generate.ambiguous,
        };
        let columns = Columns::new(
            infos.iter().map(|info| info.name.as_str()),
            generate.parts.iter().map(|part| part.name.as_str()),
        );
        let mut stories = Stories {
            digest: recipe.digest(),
            seed,
            holdouts: generate.holdouts.iter().map(|holdout| holdout.when.clone()).collect(),
            manner,
            relexicon: None,
            columns,
            schemes,
            infos,
            plans,
            recipe,
        };
        stories.relexicon = stories.find_relexicon()?;
        match stories.recipe.generate.engine {
            Engine::Certified => {
                stories.probe()?;
                stories.count();
            }
            Engine::Released => stories.fill()?,
        }
        Ok(stories)
    }

    /// The recipe.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Who reads the stories of a part: with its words, people, objects and places, and as the recipe says. Other words
    /// have to be undone first, see [`Stories::plain`].
    pub fn solver(&self, part: &str) -> Option<Solver> {
        let scheme = self.schemes.iter().find(|scheme| scheme.part.name == part)?;
        let lexicon = match &scheme.source {
            Source::World(_) => self.recipe.generate.words.lexicon(),
            Source::Story(story) => {
                story.filler.as_ref().map_or(&story.lexicon, |(lexicon, _)| lexicon).clone()
            }
        };
        let Manner { rules, style, steps, .. } = self.manner;
        Some(Solver { lexicon, rules, style, steps, listing: Listing::ByName })
    }

    /// A passage of this dataset in the words of its recipe: undoes the recipe's other words. `None` if they cannot be
    /// undone.
    pub fn plain(&self, passage: &Passage) -> Option<Passage> {
        match &self.relexicon {
            None => Some(passage.clone()),
            Some(relexicon) => Some(relexicon.inverse()?.apply_to(passage)),
        }
    }

    /// What a story is for, by how it begins; `None` for stories of other worlds than that of people and places.
    pub fn role(&self, part: &str, story: &Story) -> Option<Role> {
        let scheme = self.schemes.iter().find(|scheme| scheme.part.name == part)?;
        match &scheme.source {
            Source::World(_) => None,
            Source::Story(scheme) => Some(scheme.openings.role(story)),
        }
    }

    /// The condition of a split's hold-out, and those of all hold-outs.
    pub fn holdouts(&self, split: usize) -> (Option<&Condition>, &[Condition]) {
        let within = self.plans.get(split).and_then(|plan| plan.holdout).map(|number| &self.holdouts[number]);
        (within, &self.holdouts)
    }

    /// How many stories a split has.
    pub fn stories(&self, split: usize) -> u64 {
        self.plans.get(split).map_or(0, Plan::stories)
    }

    /// A worker that makes stories one after another and reuses its memory.
    pub fn worker(&self) -> Worker<'_> {
        let makers = self.schemes.iter().map(|scheme| match &scheme.source {
            Source::Story(story) => Some(Maker::new(&scheme.part, story, self.manner)),
            Source::World(_) => None,
        });
        Worker { stories: self, makers: makers.collect(), last: None }
    }

    fn find_relexicon(&self) -> Result<Option<Relexicon>, RecipeError> {
        let words = &self.recipe.generate.words;
        Ok(match &words.relexicon {
            None => None,
            Some(RelexiconRecipe::Shuffled(key)) => Some(Relexicon::shuffled(*key)),
            Some(RelexiconRecipe::Words(list)) => Some(
                Relexicon::words(list.clone())
                    .map_err(|error| RecipeError::new(format!("words.relexicon: {error}")))?,
            ),
            Some(RelexiconRecipe::Nonce(key)) => {
                Some(Relexicon::nonce(*key, self.vocabulary().iter().map(String::as_str), true))
            }
        })
    }

    /// All words of the recipe, and those of some stories of each other world.
    fn vocabulary(&self) -> Vec<String> {
        let words = &self.recipe.generate.words;
        let mut all: Vec<String> = [
            &words.objects,
            &words.places,
            &words.go,
            &words.grab,
            &words.drop,
            &words.give,
            &words.negate,
            &words.prefixes,
        ]
        .into_iter()
        .flatten()
        .cloned()
        .collect();
        all.extend(words.people.iter().map(|person| person.name.clone()));
        for scheme in &self.schemes {
            all.extend(scheme.part.filler.iter().flat_map(|filler| filler.people.clone()));
            let Source::World(task) = scheme.source else { continue };
            let key = StreamKey::new(&self.digest, "vocabulary", 0);
            for number in 0..200 {
                let told =
                    world_of(task).and_then(|world| world.tell(task, &mut key.stream(number), &|_| true));
                all.extend(told.into_iter().flat_map(|told| told.passage.lines).flat_map(
                    |line| match line {
                        Line::Fact(text) => vec![text],
                        Line::Question(asked) => vec![asked.question, asked.answer],
                    },
                ));
            }
        }
        all
    }

    fn key(&self, plan: &Plan, run: &Run) -> StreamKey {
        let part = &self.schemes[run.part].part.name;
        let holdout = plan.holdout.map_or("", |number| &self.recipe.generate.holdouts[number].name);
        let mut name = format!("stories/{part}/{}/{holdout}", plan.role.name());
        if run.earlier > 0 {
            name.push_str(&format!("/{}", run.earlier));
        }
        StreamKey::new(&self.digest, &name, self.seed)
    }

    fn gate<'g>(&'g self, plan: &Plan, filter: Option<&'g Condition>) -> Gate<'g> {
        Gate { filter, within: plan.holdout.map(|number| &self.holdouts[number]), outside: &self.holdouts }
    }

    /// Tries whether every filter lets some story pass.
    fn probe(&self) -> Result<(), RecipeError> {
        let mut tried: Vec<(usize, Option<usize>)> = Vec::new();
        for plan in &self.plans {
            for run in plan.runs.iter().filter(|run| run.wanted > 0) {
                let Scheme { part, source: Source::Story(scheme) } = &self.schemes[run.part] else {
                    continue;
                };
                if tried.contains(&(run.part, plan.holdout)) {
                    continue;
                }
                tried.push((run.part, plan.holdout));
                let key = StreamKey::new(&self.digest, &format!("probe/{}", part.name), 0);
                let mut maker = Maker::new(part, scheme, self.manner);
                let filters = if part.filters.is_empty() {
                    vec![None]
                } else {
                    part.filters.iter().map(Some).collect()
                };
                for (number, filter) in filters.into_iter().enumerate() {
                    let gate = self.gate(plan, filter);
                    let mut stream = key.stream(number as u64);
                    let tries = tries(part, filter.into_iter().chain(gate.within));
                    if !(0..tries).any(|_| maker.attempt(&gate, &mut stream)) {
                        return Err(never(&part.name, tries, number, filter, plan.holdout.is_some()));
                    }
                }
            }
        }
        Ok(())
    }

    /// Runs the released procedure for every part of every split.
    fn fill(&mut self) -> Result<(), RecipeError> {
        let mut jobs: Vec<(usize, usize)> = Vec::new();
        for (split, plan) in self.plans.iter().enumerate() {
            jobs.extend((0..plan.runs.len()).map(|run| (split, run)));
        }
        let recipe = &self.recipe;
        if !recipe.generate.holdouts.is_empty() {
            return Err(RecipeError::new("the released procedure knows no hold-outs")
                .hint("use `engine = \"certified\"`"));
        }
        let shared = self.plans.iter().flat_map(|plan| &plan.runs).find(|run| run.earlier > 0);
        if let Some(Run { part, .. }) = shared {
            let part = &recipe.generate.parts[*part].name;
            return Err(RecipeError::new(format!("two splits of one role have part `{part}`")).hint(
                "the released procedure fills what is for one role at once: only one split can have it",
            ));
        }
        let filled = in_parallel(&jobs, |&(split, run)| {
            let plan = &self.plans[split];
            fill(recipe, plan.runs[run].part, plan.role, self.seed)
        });
        for ((split, run), filled) in jobs.into_iter().zip(filled) {
            let filled = filled.map_err(|error| match error {
                FillError::Recipe(error) => error,
                other @ FillError::Hopeless(_) => RecipeError::new(other.to_string()),
            })?;
            let mut sums: Vec<u32> = Vec::new();
            while let Some(next) =
                Some(filled.siblings(sums.last().map_or(0, |&sum| sum as usize)).end).filter(|&end| end > 0)
            {
                sums.push(next as u32);
            }
            let run = &mut self.plans[split].runs[run];
            (run.stories, run.rows) = (sums.len() as u64, Rows::Sums(sums));
            run.released = Some(Arc::new(filled));
        }
        for (info, plan) in self.infos.iter_mut().zip(&self.plans) {
            info.len = plan.rows();
        }
        Ok(())
    }

    /// Fills in how many stories and rows every run has.
    fn count(&mut self) {
        for split in 0..self.plans.len() {
            for number in 0..self.plans[split].runs.len() {
                let run = &self.plans[split].runs[number];
                let scheme = &self.schemes[run.part];
                let part = &scheme.part;
                let varies = !part.inject.is_empty()
                    || part.rephrase
                    || part.asking == Asking::All
                    || part.max_tokens.is_some();
                let (stories, rows) = match scheme.source {
                    Source::World(task) => match world_of(task).and_then(|world| world.questions(task)) {
                        Some(each) if part.max_tokens.is_none() => {
                            let each = each as u64;
                            (run.wanted.div_ceil(each), Rows::Each(each, run.wanted))
                        }
                        _ => self.count_questions(split, number, run.wanted),
                    },
                    Source::Story(_) => {
                        let each = scheme.interruptions();
                        let stories = run.wanted.div_ceil(each);
                        let rows = if varies {
                            let mut counts = self.count_rows(split, number, 0..stories);
                            let rest = run.wanted % each;
                            if let (Some(last), 1..) = (counts.last_mut(), rest) {
                                *last = self.count_first_rows(split, number, stories - 1, rest);
                            }
                            Rows::Sums(sums(counts))
                        } else {
                            Rows::Each(each, run.wanted)
                        };
                        (stories, rows)
                    }
                };
                let run = &mut self.plans[split].runs[number];
                (run.stories, run.rows) = (stories, rows);
            }
            self.infos[split].len = self.plans[split].rows();
        }
    }

    /// As many stories of another world as have so many questions.
    fn count_questions(&self, split: usize, run: usize, wanted: u64) -> (u64, Rows) {
        let mut counts: Vec<u32> = Vec::new();
        let mut rows = 0;
        while rows < wanted {
            let from = counts.len() as u64;
            // one story has at least one question
            let more = self.count_rows(split, run, from..from + (wanted - rows).min(4096).div_ceil(8));
            for count in more {
                if rows < wanted {
                    let count = u64::from(count.max(1)).min(wanted - rows);
                    counts.push(count as u32);
                    rows += count;
                }
            }
        }
        (counts.len() as u64, Rows::Sums(sums(counts)))
    }

    /// How many questions a story has at its first so many interruptions.
    fn count_first_rows(&self, split: usize, run: usize, story: u64, interruptions: u64) -> u32 {
        let mut worker = self.worker();
        let Ok(Narrative { told, .. }) = worker.tell(split, run, story) else { return 0 };
        // questions of one interruption follow each other
        let interrupts = |line: usize| {
            line.checked_sub(2).is_none_or(|before| matches!(told.passage.lines[before], Line::Fact(_)))
        };
        let first = told.solutions.iter().enumerate().filter(|(_, solution)| interrupts(solution.line));
        let beyond = first.map(|(number, _)| number).nth(interruptions as usize);
        beyond.unwrap_or(told.solutions.len()) as u32
    }

    /// How many questions each of these stories has, on all cores where there are threads.
    fn count_rows(&self, split: usize, run: usize, stories: std::ops::Range<u64>) -> Vec<u32> {
        let some = |stories: std::ops::Range<u64>| {
            let mut worker = self.worker();
            stories.map(|story| worker.count(split, run, story).unwrap_or(0) as u32).collect::<Vec<u32>>()
        };
        let share = 64;
        let chunks: Vec<std::ops::Range<u64>> = stories
            .clone()
            .step_by(share as usize)
            .map(|from| from..(from + share).min(stories.end))
            .collect();
        in_parallel(&chunks, |chunk| some(chunk.clone())).into_iter().flatten().collect()
    }
}

/// Does jobs on all cores where there are threads; the results are in the order of the jobs.
fn in_parallel<J: Sync, R: Send>(jobs: &[J], work: impl Fn(&J) -> R + Sync) -> Vec<R> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get).min(jobs.len());
    if threads < 2 {
        return jobs.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        while let Some((number, job)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|number| Some((number, jobs.get(number)?)))
        {
            done.push((number, work(job)));
        }
        done
    };
    let mut done: Vec<(usize, R)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(take)).collect();
        let joined = workers.into_iter().map(std::thread::ScopedJoinHandle::join);
        joined.flat_map(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

fn sums(counts: Vec<u32>) -> Vec<u32> {
    counts
        .into_iter()
        .scan(0u32, |sum, count| {
            *sum = sum.saturating_add(count);
            Some(*sum)
        })
        .collect()
}

/// How many stories are told to find out whether conditions let any pass. Reading takes as long as a story has sentences, and
/// finding proofs longer still.
fn tries<'c>(part: &Part, mut conditions: impl Iterator<Item = &'c Condition>) -> u32 {
    let waits = part.questions > 1 || part.chance < 1.0 || part.overshoot;
    if waits && !conditions.any(|condition| condition.sentences.is_some()) {
        return WAITING_PROBE;
    }
    let longer = u64::from(part.before.max(20)).pow(2) / 400;
    (PROBE / u32::try_from(longer).unwrap_or(PROBE)).max(LEAST_PROBE)
}

fn never(part: &str, tries: u32, number: usize, filter: Option<&Condition>, holdout: bool) -> RecipeError {
    let what = match filter {
        Some(filter) => {
            let words = serde_json::to_string(filter).unwrap_or_default();
            format!("filter {} lets none of {tries} stories pass: {words}", number + 1)
        }
        None => format!("none of {tries} stories has a question that may be asked"),
    };
    let hint = if holdout {
        "the hold-out may exclude it, or the actions may never lead to such a question"
    } else {
        "the actions may never lead to such a question: wider bounds, other actions or more sentences may help"
    };
    RecipeError::new(format!("part `{part}`: {what}")).hint(hint)
}

/// Makes stories and questions, one after another.
#[derive(Debug)]
pub struct Worker<'a> {
    stories: &'a Stories,
    makers: Vec<Option<Maker<'a>>>,
    /// The story that was made last, by split, run and number: its next question is often asked for next.
    last: Option<((usize, usize, u64), Narrative)>,
}

impl Worker<'_> {
    /// Story number `story` of a split, with the name of its part. Questions beyond the split's size are left out.
    pub fn story(&mut self, split: usize, story: u64) -> Result<(Narrative, &str), ItemError> {
        let stories = self.stories;
        let plan = &stories.plans[split];
        let (run, number) = plan.story(story).ok_or_else(|| ItemError::OutOfRange {
            split: stories.infos[split].name.clone(),
            index: story,
            len: plan.stories(),
        })?;
        let mut narrative = self.tell(split, run, number)?.clone();
        let rows = plan.runs[run].rows.of(number);
        if let Some(last) = rows.checked_sub(1).and_then(|last| narrative.told.solutions.get(last)) {
            let keep = last.line;
            narrative.told.passage.lines.truncate(keep);
            narrative.symbols.truncate(keep);
            narrative.told.solutions.truncate(rows);
        }
        Ok((narrative, &stories.schemes[plan.runs[run].part].part.name))
    }

    /// Story number `story` of a run.
    fn tell(&mut self, split: usize, run: usize, story: u64) -> Result<&Narrative, ItemError> {
        let address = (split, run, story);
        if self.last.as_ref().is_none_or(|(last, _)| *last != address) {
            let narrative = self.make(split, run, story).ok_or_else(|| ItemError::Impossible {
                split: self.stories.infos[split].name.clone(),
                index: story,
                reason: "no story that was told has a question that passes the filters".to_owned(),
            })?;
            self.last = Some((address, narrative));
        }
        match &self.last {
            Some((_, narrative)) => Ok(narrative),
            None => Err(ItemError::OutOfRange { split: String::new(), index: story, len: 0 }),
        }
    }

    /// How many questions a story has.
    fn count(&mut self, split: usize, run: usize, story: u64) -> Option<usize> {
        let stories = self.stories;
        let plan = &stories.plans[split];
        let Run { part: number, .. } = plan.runs[run];
        let Scheme { part, source } = &stories.schemes[number];
        match (source, part.max_tokens, &part.filler) {
            (Source::Story(scheme), None, None) => {
                let mut stream = stories.key(plan, &plan.runs[run]).stream(story);
                let gate = stories.gate(plan, scheme.filter(part, story));
                self.makers[number].as_mut()?.count(&gate, plan.role, &mut stream)
            }
            _ => Some(self.tell(split, run, story).ok()?.told.solutions.len()),
        }
    }

    fn make(&mut self, split: usize, run: usize, story: u64) -> Option<Narrative> {
        let stories = self.stories;
        let plan = &stories.plans[split];
        let run = &plan.runs[run];
        let Scheme { part, source } = &stories.schemes[run.part];
        let mut stream = stories.key(plan, run).stream(story);
        let mut narrative = match source {
            Source::Story(_) if run.released.is_some() => {
                let filled = run.released.as_ref()?;
                let first = run.rows.first(story);
                Narrative::of_claims(&filled.story(first as usize)?, filled.lexicon())
            }
            Source::World(task) => tell_world(*task, plan.role, &mut stream)?,
            Source::Story(scheme) => {
                let gate = stories.gate(plan, scheme.filter(part, story));
                let maker = self.makers[run.part].as_mut()?;
                let there = (stories.recipe.generate.words.there * 10_000.0).round() as u32;
                tell_story(scheme, maker, &gate, plan.role, there, &mut stream)?
            }
        };
        if let Some(most) = part.max_tokens {
            narrative.trim(most as usize);
        }
        if let Some(relexicon) = &stories.relexicon {
            narrative.told.passage = relexicon.apply_to(&narrative.told.passage);
            for solution in &mut narrative.told.solutions {
                solution.answer = relexicon.apply(&solution.answer);
            }
        }
        Some(narrative)
    }
}

fn tell_story(
    scheme: &StoryScheme,
    maker: &mut Maker<'_>,
    gate: &Gate<'_>,
    role: Role,
    there: u32,
    stream: &mut wampimuk_core::Stream,
) -> Option<Narrative> {
    let Some((lexicon, cast)) = &scheme.filler else {
        let (story, asked) = maker.make(gate, role, stream)?;
        let wordings = wordings(story, &scheme.lexicon, there, stream);
        return Some(Narrative::of_story(story, asked, &wordings, &scheme.lexicon));
    };
    for _ in 0..100 {
        maker.make(gate, role, stream)?;
        let (story, asked) = maker.lengthen(lexicon, *cast, gate, stream)?;
        if !asked.is_empty() {
            let wordings = wordings(&story, lexicon, there, stream);
            return Some(Narrative::of_story(&story, &asked, &wordings, lexicon));
        }
    }
    None
}

fn tell_world(task: u8, role: Role, stream: &mut wampimuk_core::Stream) -> Option<Narrative> {
    let world = world_of(task)?;
    let told = world.tell(task, stream, &|formulas| role_of_formulas(formulas) == role)?;
    let mut narrative = Narrative::of_world(told, world);
    narrative.drop_first_questions();
    Some(narrative)
}

impl Family for Stories {
    fn family(&self) -> &'static str {
        "stories"
    }

    fn digest(&self) -> Digest {
        self.digest
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn splits(&self) -> &[SplitInfo] {
        &self.infos
    }

    fn schema(&self) -> &Schema {
        self.columns.schema()
    }

    fn items(&self) -> Box<dyn Items + '_> {
        Box::new(self.worker())
    }
}

impl Items for Worker<'_> {
    fn write(&mut self, split: usize, index: u64, sink: &mut dyn Sink) -> Result<(), ItemError> {
        let stories = self.stories;
        let plan = &stories.plans[split];
        let origin = plan.row(index).ok_or_else(|| ItemError::OutOfRange {
            split: stories.infos[split].name.clone(),
            index,
            len: plan.rows(),
        })?;
        let part = plan.runs[origin.run].part;
        let story = plan.first_story(origin.run) + origin.story;
        let narrative = self.tell(split, origin.run, origin.story)?;
        let at = Address { split, part, story, index };
        stories.columns.write(at, narrative, origin.question, sink);
        Ok(())
    }
}
