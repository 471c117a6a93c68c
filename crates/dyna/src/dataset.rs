//! A dataset: a recipe and a seed, with random access to every question.

mod balance;
mod count;
mod probe;
mod words;
mod worker;

use wampimuk_babi::relexicon::Relexicon;
use wampimuk_babi::solve::{ListOrder, Unrelated};
use wampimuk_babi::{QuestionColumns, Solver};
use wampimuk_core::{
    Digest, Family, Items, MOST_HOLDOUTS, RecipeError, Role, Schema, SplitInfo, StreamKey, check_count,
    check_range,
};
use wampimuk_story::Story;

use crate::family::{StoryFamily, StoryItems};
use crate::long::AsideSource;
use crate::maker::{Gate, Manner, StoryMaker};
use crate::opening::role_of_facts;
use crate::plan::{Run, StoryPlan, check_name, splits};
use crate::recipe::{Condition, Engine, Recipe};
use crate::scheme::{Scheme, Source, check_condition};

pub use worker::Worker;

/// The most parts and splits of a recipe; there are runs for each pair.
const MOST_PARTS: usize = 256;
const MOST_SPLITS: usize = 256;

/// The most steps of a search for sets of supporting lines: each may find one, and all of them are kept.
const MOST_STEPS: u32 = 1_000_000;

/// A dataset of stories.
#[derive(Debug)]
pub struct Stories {
    recipe: Recipe,
    digest: Digest,
    seed: u64,
    schemes: Vec<Scheme>,
    infos: Vec<SplitInfo>,
    plans: Vec<StoryPlan>,
    holdouts: Vec<Condition>,
    manner: Manner,
    relexicon: Option<Relexicon>,
    columns: QuestionColumns,
}

impl Stories {
    /// Prepares a dataset. This checks the recipe, tries whether every filter lets some story pass, and counts the
    /// questions where stories differ in how many they have; stories are made when asked for.
    pub fn new(recipe: Recipe, seed: u64) -> Result<Stories, RecipeError> {
        let generate = &recipe.generate;
        generate.words.check()?;
        check_count("generate.parts", generate.parts.len(), MOST_PARTS)?;
        check_count("generate.holdouts", generate.holdouts.len(), MOST_HOLDOUTS)?;
        check_count("splits", recipe.splits.len(), MOST_SPLITS)?;
        check_range("generate.steps", generate.steps, 1..=MOST_STEPS)?;
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
        let (infos, plans): (Vec<SplitInfo>, Vec<StoryPlan>) = splits(&recipe)?.into_iter().unzip();
        let manner = Manner {
            rules: generate.rules(),
            style: generate.supports,
            steps: generate.steps as usize,
            ambiguous: generate.ambiguous,
        };
        let columns = QuestionColumns::new(
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
                stories.balance();
                stories.count()?;
            }
            Engine::Released => stories.fill()?,
        }
        Ok(stories)
    }

    /// The recipe.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// A worker that makes stories one after another and reuses its memory.
    pub fn worker(&self) -> Worker<'_> {
        let makers = self.schemes.iter().map(|scheme| match &scheme.source {
            Source::Story(story) => Some(StoryMaker::new(&scheme.part, story, self.manner)),
            Source::World(_) => None,
        });
        Worker { stories: self, makers: makers.collect(), last: None, key: None }
    }

    fn key(&self, plan: &StoryPlan, run: &Run) -> StreamKey {
        let part = &self.schemes[run.part].part.name;
        let holdout = plan.holdout.map_or("", |number| &self.recipe.generate.holdouts[number].name);
        let mut name = format!("stories/{part}/{}/{holdout}", plan.role.name());
        if run.earlier > 0 {
            name.push_str(&format!("/{}", run.earlier));
        }
        StreamKey::new(&self.digest, &name, self.seed)
    }

    fn gate<'g>(&'g self, plan: &StoryPlan, filter: Option<&'g Condition>) -> Gate<'g> {
        let within = plan.holdout.map(|number| &self.holdouts[number]);
        Gate { filter, within, outside: &self.holdouts, balance: None }
    }

    /// What the questions of a story of a run have to be like.
    fn story_gate<'g>(&'g self, plan: &'g StoryPlan, run: usize, story: u64) -> Gate<'g> {
        let run = &plan.runs[run];
        let Scheme { part, source } = &self.schemes[run.part];
        let turns = match source {
            Source::Story(scheme) => &scheme.turns,
            Source::World(toy) => &toy.turns,
        };
        let (filter, round) = (turns.of(story), turns.round(story));
        let balance = run.balance.get(filter.unwrap_or(0)).map(|turns| (turns, round));
        Gate { balance, ..self.gate(plan, filter.and_then(|number| part.filters.get(number))) }
    }
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

impl StoryFamily for Stories {
    fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    fn relexicon(&self) -> Option<&Relexicon> {
        self.relexicon.as_ref()
    }

    fn solver(&self, part: &str) -> Option<Solver> {
        let scheme = self.schemes.iter().find(|scheme| scheme.part.name == part)?;
        let (lexicon, unrelated) = match &scheme.source {
            Source::World(_) => (self.recipe.generate.words.lexicon(), Unrelated::default()),
            Source::Story(story) => {
                let asides = story.long.as_ref().and_then(|long| long.asides.as_ref());
                (story.lexicon.clone(), asides.map(AsideSource::unrelated).unwrap_or_default())
            }
        };
        let Manner { rules, style, steps, .. } = self.manner;
        Some(Solver { lexicon, rules, style, steps, listing: ListOrder::ByName, unrelated })
    }

    fn holdouts(&self, split: usize) -> (Option<&Condition>, &[Condition]) {
        let within = self.plans.get(split).and_then(|plan| plan.holdout).map(|number| &self.holdouts[number]);
        (within, &self.holdouts)
    }

    fn stories(&self, split: usize) -> u64 {
        self.plans.get(split).map_or(0, StoryPlan::stories)
    }

    fn role_of(&self, part: &str, story: Option<&Story>, facts: &[String]) -> Option<Role> {
        let scheme = self.schemes.iter().find(|scheme| scheme.part.name == part)?;
        match (&scheme.source, self.recipe.generate.engine) {
            (_, Engine::Released) => None,
            (Source::Story(scheme), Engine::Certified) => story.map(|story| scheme.openings.role(story)),
            (Source::World(toy), Engine::Certified) => {
                let is_interrupted = toy.world().is_interrupted();
                Some(role_of_facts(facts.iter().map(String::as_str), is_interrupted))
            }
        }
    }

    fn story_items(&self) -> Box<dyn StoryItems + '_> {
        Box::new(self.worker())
    }
}
