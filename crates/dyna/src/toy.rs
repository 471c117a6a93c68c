//! Stories about the toy worlds of tasks 4 and 14 to 20, as a part of a recipe has them.

use wampimuk_babi::worlds::{Formula, Shape, SolvedPassage, World};
use wampimuk_core::{RecipeError, Role, Stream};

use crate::maker::Gate;
use crate::narrative::Narrative;
use crate::opening::role_of_formulas;
use crate::recipe::{Condition, Part};
use crate::scheme::{FilterTurns, check_condition, check_tries, world_of, wrong};

/// How stories about a toy world are told.
#[derive(Debug)]
pub struct ToyScheme {
    task: u8,
    world: &'static dyn World,
    shape: Option<Shape>,
    /// Which filter is for which story.
    pub turns: FilterTurns,
    tries: u32,
}

impl ToyScheme {
    /// Prepares a part; `None` if its task is not about a toy world.
    pub fn new(task: u8, part: &Part) -> Result<Option<ToyScheme>, RecipeError> {
        let Some((world, limits)) = world_of(task).and_then(|world| Some((world, world.limits(task)?)))
        else {
            return Ok(None);
        };
        let shape = part.toy.map(|toy| limits.shape(toy.steps, toy.decoys)).transpose();
        let shape = shape.map_err(|error| wrong(part, &format!("task {task}: {error}")))?;
        for condition in &part.filters {
            check_condition(&format!("part `{}`", part.name), condition)?;
            if is_about_people(condition) {
                return Err(wrong(part, "`kinds`, `all`, `any` and `none` are about stories of people")
                    .hint("filter by `support`, `answers`, `proofs`, `recent`, `reach` or `sentences`"));
            }
        }
        let turns = FilterTurns::new(part)?;
        check_tries(part)?;
        Ok(Some(ToyScheme { task, world, shape, turns, tries: part.tries }))
    }

    /// The task.
    pub fn task(&self) -> u8 {
        self.task
    }

    /// The world.
    pub fn world(&self) -> &'static dyn World {
        self.world
    }

    /// Any story.
    pub fn tell_any(&self, stream: &mut Stream) -> Option<SolvedPassage> {
        self.world.tell(self.task, self.shape, stream, &|_| true)
    }

    /// A story for a role, with those of its questions that pass; `None` if the part's tries had none.
    pub fn tell(&self, gate: &Gate<'_>, role: Role, stream: &mut Stream) -> Option<Narrative> {
        (0..self.tries).find_map(|_| self.attempt(gate, Some(role), stream))
    }

    /// One story, for a role if one is given; `None` if none of its questions passes.
    pub fn attempt(&self, gate: &Gate<'_>, role: Option<Role>, stream: &mut Stream) -> Option<Narrative> {
        let is_interrupted = self.world.is_interrupted();
        let has_role =
            |formulas: &[Formula]| role.is_none_or(|role| role_of_formulas(formulas, is_interrupted) == role);
        let told = self.world.tell(self.task, self.shape, stream, &has_role)?;
        let mut narrative = Narrative::of_world(told, self.world);
        narrative.drop_first_questions();
        narrative.keep_passing(gate);
        (!narrative.told.solutions.is_empty()).then_some(narrative)
    }
}

/// Whether a condition asks for what only stories of people, objects and places have.
fn is_about_people(condition: &Condition) -> bool {
    let Condition { kinds, all, any, none, any_of, .. } = condition;
    !(kinds.is_empty() && all.is_empty() && any.is_empty() && none.is_empty())
        || any_of.iter().any(is_about_people)
}
