//! Named splits of the wanted sizes.

use wampimuk_core::{RecipeError, Role, SplitInfo, check_sizes, wanted_size};

use super::{Home, Member, Part, Plan, released_worlds, worlds_of};
use crate::placements::Arc;
use crate::pool::Entry;
use crate::recipe::{Generate, Holdout, Recipe, Worlds};

/// The number of the shuffle that leaking tests are cut from.
const LEAK: u64 = u64::MAX;

/// The named splits and where their items come from.
#[derive(Debug, Default)]
pub(crate) struct Splits {
    pub infos: Vec<SplitInfo>,
    pub homes: Vec<Home>,
}

impl Splits {
    /// Lays out the splits.
    pub fn new(plan: &Plan, recipe: &Recipe) -> Result<Self, RecipeError> {
        let generate = &recipe.generate;
        let mut splits = Self::default();
        for (number, member) in plan.members.iter().enumerate() {
            let holdout = member.holdout.map(|number| &generate.holdouts[number]);
            match worlds_of(generate, member.holdout) {
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
                        let room = plan.room(generate, number, arc);
                        let home = Home { member: number, part: Part::Arc(arc) };
                        splits.push(recipe, name, role, holdout, home, room)?;
                    }
                }
                Worlds::Released(_) => splits.cut(plan, recipe, number, holdout)?,
            }
        }
        check_sizes(&recipe.splits.sizes, &splits.infos)?;
        Ok(splits)
    }

    /// Cuts the shuffled items of a member, as the released procedure does.
    fn cut(
        &mut self,
        plan: &Plan,
        recipe: &Recipe,
        member: usize,
        holdout: Option<&Holdout>,
    ) -> Result<(), RecipeError> {
        let generate = &recipe.generate;
        let Member { holdout: number, pool, .. } = &plan.members[member];
        let all = pool.entries.len() as u64 * released_worlds(generate, *number);
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

    fn push(
        &mut self,
        recipe: &Recipe,
        name: String,
        role: Role,
        holdout: Option<&Holdout>,
        home: Home,
        room: u64,
    ) -> Result<(), RecipeError> {
        let advice = "use more commands or a bigger share of the cells";
        let len = wanted_size(&recipe.splits.sizes, &name, room, "items", advice)?.unwrap_or(room);
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
}

impl Plan {
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
}
