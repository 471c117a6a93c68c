//! Named splits of the wanted sizes.

use wampimuk_core::{RecipeError, Role, SplitInfo, check_sizes};

use super::{GroupPart, SplitOrigin, SplitPlan, released_worlds, worlds_of};
use crate::placements::CircleArc;
use crate::pool::Entry;
use crate::recipe::{Generate, Holdout, Recipe, Worlds};

/// The number of the shuffle that leaking tests are cut from.
const LEAK: u64 = u64::MAX;

impl SplitPlan {
    /// Lays out the splits.
    pub fn lay_out(&mut self, recipe: &Recipe) -> Result<(), RecipeError> {
        let generate = &recipe.generate;
        for split_group in 0..self.split_groups.len() {
            let number = self.split_groups[split_group].holdout;
            let holdout = number.map(|number| &generate.holdouts[number]);
            match worlds_of(generate, number) {
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
                        let room = self.room(generate, split_group, arc);
                        self.push(
                            recipe,
                            name,
                            role,
                            holdout,
                            SplitOrigin { split_group, part: GroupPart::Arc(arc) },
                            room,
                        )?;
                    }
                }
                Worlds::Released(_) => self.cut(recipe, split_group, holdout)?,
            }
        }
        check_sizes(&recipe.splits.sizes, &self.infos)
    }

    /// Cuts the shuffled items of a split group, as the released procedure does.
    fn cut(
        &mut self,
        recipe: &Recipe,
        split_group: usize,
        holdout: Option<&Holdout>,
    ) -> Result<(), RecipeError> {
        let generate = &recipe.generate;
        let count = self.split_groups[split_group].pool.entries.len() as u64;
        let all = count * released_worlds(generate, self.split_groups[split_group].holdout);
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

    fn push(
        &mut self,
        recipe: &Recipe,
        name: String,
        role: Role,
        holdout: Option<&Holdout>,
        origin: SplitOrigin,
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
        self.origins.push(origin);
        Ok(())
    }
}
