//! Named splits of the wanted sizes.

use wampimuk_core::{RecipeError, Role, SplitInfo, check_sizes, wanted_size};

use super::{GroupPart, SplitGroup, SplitOrigin, SplitPlan, released_worlds, worlds_of};
use crate::placements::CircleArc;
use crate::pool::Entry;
use crate::recipe::{Generate, Holdout, Recipe, Worlds};

/// The number of the shuffle that leaking tests are cut from.
const LEAK: u64 = u64::MAX;

/// The named splits and where their items come from.
#[derive(Debug, Default)]
pub(crate) struct Splits {
    pub infos: Vec<SplitInfo>,
    pub origins: Vec<SplitOrigin>,
}

impl Splits {
    /// Lays out the splits.
    pub fn new(plan: &SplitPlan, recipe: &Recipe) -> Result<Self, RecipeError> {
        let generate = &recipe.generate;
        let mut splits = Self::default();
        for (number, split_group) in plan.split_groups.iter().enumerate() {
            let holdout = split_group.holdout.map(|number| &generate.holdouts[number]);
            match worlds_of(generate, split_group.holdout) {
                Worlds::Constructed(_) => {
                    let parts: &[(Role, CircleArc)] = match holdout {
                        None => &[
                            (Role::Train, CircleArc::Train),
                            (Role::Dev, CircleArc::Dev),
                            (Role::Test, CircleArc::Test),
                        ],
                        Some(_) => {
                            &[(Role::Dev, CircleArc::HoldoutDev), (Role::Test, CircleArc::HoldoutTest)]
                        }
                    };
                    for &(role, arc) in parts {
                        let name = match holdout {
                            None => role.name().to_string(),
                            Some(holdout) => format!("{}_{}", holdout.name, role.name()),
                        };
                        let room = plan.room(generate, number, arc);
                        let origin = SplitOrigin { split_group: number, part: GroupPart::Arc(arc) };
                        splits.push(recipe, name, role, holdout, origin, room)?;
                    }
                }
                Worlds::Released(_) => splits.cut(plan, recipe, number, holdout)?,
            }
        }
        check_sizes(&recipe.splits.sizes, &splits.infos)?;
        Ok(splits)
    }

    /// Cuts the shuffled items of a split group, as the released procedure does.
    fn cut(
        &mut self,
        plan: &SplitPlan,
        recipe: &Recipe,
        split_group: usize,
        holdout: Option<&Holdout>,
    ) -> Result<(), RecipeError> {
        let generate = &recipe.generate;
        let SplitGroup { holdout: number, pool, .. } = &plan.split_groups[split_group];
        let all = pool.entries.len() as u64 * released_worlds(generate, *number);
        let shuffle = split_group as u64;
        let origin = |start| SplitOrigin { split_group, part: GroupPart::Cut { shuffle, start } };
        if let Some(holdout) = holdout {
            return self.push(recipe, holdout.name.clone(), Role::Test, Some(holdout), origin(0), all);
        }
        // The shares of the original: 5.2 % and 1 %.
        let (dev, test) = (all * 52 / 1000, all / 100);
        let train = all - dev - test;
        self.push(recipe, "train".into(), Role::Train, None, origin(0), train)?;
        self.push(recipe, "dev".into(), Role::Dev, None, origin(train), dev)?;
        self.push(recipe, "test".into(), Role::Test, None, origin(train + dev), test)?;
        if let Worlds::Released(settings) = &generate.worlds
            && settings.leaking_tests
        {
            let part = GroupPart::Cut { shuffle: LEAK, start: 0 };
            self.push(
                recipe,
                "leaking_test".into(),
                Role::Test,
                None,
                SplitOrigin { split_group, part },
                test,
            )?;
        }
        Ok(())
    }

    fn push(
        &mut self,
        recipe: &Recipe,
        name: String,
        role: Role,
        holdout: Option<&Holdout>,
        origin: SplitOrigin,
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
        self.origins.push(origin);
        Ok(())
    }
}

impl SplitPlan {
    /// How many items there is room for in an arc of every command's circle.
    fn room(&self, generate: &Generate, split_group: usize, arc: CircleArc) -> u64 {
        let entries = &self.split_groups[split_group].pool.entries;
        let least = if self.cells {
            let room = |&entry: &Entry| {
                let pairs = self.pairs(generate, split_group, &self.command(entry));
                self.placements.room(arc, pairs.map_or(0, |pairs| pairs.len() as u32))
            };
            entries.iter().map(room).min().unwrap_or(0)
        } else {
            self.placements.room(arc, self.placements.pairs())
        };
        entries.len() as u64 * u64::from(least)
    }
}
