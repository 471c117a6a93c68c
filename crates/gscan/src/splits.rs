//! From the parts of a plan to named splits of the wanted sizes.

use wampimuk_core::{RecipeError, Role, SplitInfo, check_sizes, wanted_size};

use crate::partition::Partition;
use crate::recipe::{Holdout, Recipe};
use crate::released::DrawPlan;

/// Where a split's items come from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SplitOrigin {
    /// Number of the split group and of the part in it; for the released procedure, number of the list and 0.
    pub place: (usize, usize),
    /// How many items come from there.
    pub len: u64,
    /// Where the items after those come from: the shots of a few-shot hold-out.
    pub then: Option<(usize, usize)>,
}

/// The named splits and where their items come from.
#[derive(Debug, Default)]
pub(crate) struct Splits {
    pub infos: Vec<SplitInfo>,
    pub sources: Vec<SplitOrigin>,
}

impl Splits {
    /// The parts of a partition: `train`, `dev`, `test`, and `<hold-out>_dev` and `<hold-out>_test`.
    pub fn of_partition(partition: &Partition, recipe: &Recipe) -> Result<Self, RecipeError> {
        let mut splits = Self::default();
        let shots = u64::from(recipe.splits.shots);
        let shelf = shots_place(partition);
        if shots > 0 && shelf.is_none() {
            return Err(RecipeError::new("splits.shots is given").hint("mark a hold-out as few_shot = true"));
        }
        for (group_number, group) in partition.groups.iter().enumerate() {
            let holdout = group.holdout.map(|number| &recipe.generate.holdouts[number]);
            for (part, contents) in group.parts.iter().enumerate() {
                let role = contents.role;
                let name = match holdout {
                    None => role.name().to_string(),
                    Some(_) if role == Role::Train => continue,
                    Some(holdout) => format!("{}_{}", holdout.name, role.name()),
                };
                let len = wanted(recipe, &name, contents.len())?;
                let mut source = SplitOrigin { place: (group_number, part), len, then: None };
                let mut whole = len;
                if let (None, Role::Train, Some(place)) = (holdout, role, shelf) {
                    let room = partition.groups[place.0].parts[place.1].len();
                    if shots > room {
                        let hint = format!("at most {room} here");
                        return Err(RecipeError::new(format!("splits.shots is {shots}")).hint(hint));
                    }
                    source.then = Some(place);
                    whole += shots;
                }
                splits.push(name, role, holdout, whole, source);
            }
        }
        check_sizes(&recipe.splits.sizes, &splits.infos)?;
        Ok(splits)
    }

    /// The lists of the released procedure: `train`, `dev`, `test` and one for each hold-out.
    pub fn of_lists(plan: &DrawPlan, recipe: &Recipe) -> Result<Self, RecipeError> {
        if recipe.splits.shots > 0 {
            return Err(RecipeError::new("splits.shots has no effect in a recipe of the released procedure")
                .hint(
                    "it moves its own shots from the hold-out to train: set generate.procedure.draw.shots",
                ));
        }
        let mut splits = Self::default();
        for (number, list) in plan.lists.iter().enumerate() {
            let role = [Role::Train, Role::Dev].get(number).copied().unwrap_or(Role::Test);
            let holdout = number.checked_sub(3).map(|number| &recipe.generate.holdouts[number]);
            let name = holdout.map_or_else(|| role.name().to_string(), |holdout| holdout.name.clone());
            let len = wanted(recipe, &name, list.len() as u64)?;
            splits.push(name, role, holdout, len, SplitOrigin { place: (number, 0), len, then: None });
        }
        check_sizes(&recipe.splits.sizes, &splits.infos)?;
        Ok(splits)
    }

    fn push(&mut self, name: String, role: Role, holdout: Option<&Holdout>, len: u64, source: SplitOrigin) {
        let random = match role {
            Role::Train => "training items",
            Role::Dev => "random items, to select on",
            Role::Test => "random items, to report on",
        };
        let title = holdout.map_or_else(|| random.to_string(), |holdout| holdout.title.clone());
        let holdout = holdout.map(|holdout| holdout.name.clone());
        self.infos.push(SplitInfo { name, role, holdout, title, len });
        self.sources.push(source);
    }
}

/// The part of a few-shot hold-out that is set aside for training.
fn shots_place(partition: &Partition) -> Option<(usize, usize)> {
    let in_group = |(group_number, group): (usize, &crate::partition::SplitGroup)| {
        group.holdout?;
        Some((group_number, group.parts.iter().position(|part| part.role == Role::Train)?))
    };
    partition.groups.iter().enumerate().find_map(in_group)
}

/// How many items of a split are wanted, given that there is room for `room`.
fn wanted(recipe: &Recipe, name: &str, room: u64) -> Result<u64, RecipeError> {
    let advice = "raise generate.resampling, or drop the size: without one, all there is room for is made";
    Ok(wanted_size(&recipe.splits.sizes, name, room, "items", advice)?.unwrap_or(room))
}
