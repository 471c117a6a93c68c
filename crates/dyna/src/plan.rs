//! Which rows of which split come from which story.

use std::sync::Arc;

use wampimuk_babi::question::Address;
use wampimuk_core::{ItemError, RecipeError, Role, SplitInfo, is_plain_name};

use crate::balance::Turns;
use crate::recipe::{Recipe, SplitRecipe};
use crate::released::Filled;

/// The most questions of a part in a split; fewer where stories differ in how many they have, and each is counted.
const MOST: u64 = 1_000_000_000;

/// A split: runs of stories, one part after another.
#[derive(Clone, Debug)]
pub struct StoryPlan {
    /// What its stories are for.
    pub role: Role,
    /// The number of the hold-out that its questions belong to.
    pub holdout: Option<usize>,
    /// The runs, in the order of the recipe's parts.
    pub runs: Vec<Run>,
}

/// Consecutive stories of one part.
#[derive(Clone, Debug)]
pub struct Run {
    /// The number of the part.
    pub part: usize,
    /// How many earlier splits have the part too, for the same role and hold-out: their stories are others.
    pub earlier: usize,
    /// How many interruptions of stories, or for other worlds questions, are wanted.
    pub wanted: u64,
    /// How many stories there are.
    pub stories: u64,
    /// How many rows.
    pub rows: Rows,
    /// How answers should go with what one event suggests, for each filter; empty if that is left to chance.
    pub balance: Arc<[Turns]>,
    /// What the released procedure kept, if it is the recipe's way.
    pub released: Option<Arc<Filled>>,
}

/// How many rows each story has.
#[derive(Clone, Debug)]
pub enum Rows {
    /// As many as any other; the last story may have fewer.
    Each(u64, u64),
    /// The number of rows up to and including each story.
    Sums(Vec<u32>),
}

impl Rows {
    /// How many rows there are.
    pub fn count(&self) -> u64 {
        match self {
            Rows::Each(_, len) => *len,
            Rows::Sums(sums) => sums.last().copied().map_or(0, u64::from),
        }
    }

    /// Which row of which story a row is.
    fn find(&self, row: u64) -> (u64, usize) {
        match self {
            Rows::Each(each, _) => (row / each, (row % each) as usize),
            Rows::Sums(sums) => {
                let story = sums.partition_point(|&sum| u64::from(sum) <= row);
                let before = story.checked_sub(1).map_or(0, |last| u64::from(sums[last]));
                (story as u64, (row - before) as usize)
            }
        }
    }

    /// The first row of a story.
    pub fn first(&self, story: u64) -> u64 {
        match self {
            Rows::Each(each, _) => story * each,
            Rows::Sums(sums) => story.checked_sub(1).map_or(0, |last| u64::from(sums[last as usize])),
        }
    }

    /// How many rows a story has.
    pub fn of(&self, story: u64) -> usize {
        match self {
            Rows::Each(each, len) => (*each).min(len.saturating_sub(story * each)) as usize,
            Rows::Sums(sums) => {
                let story = story as usize;
                let before = story.checked_sub(1).map_or(0, |last| sums[last]);
                sums.get(story).map_or(0, |sum| (sum - before) as usize)
            }
        }
    }
}

/// Where a row comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The number of the run.
    pub run: usize,
    /// The number of the story in its run.
    pub story: u64,
    /// The number of the question in its story.
    pub question: usize,
}

impl StoryPlan {
    /// How many rows there are.
    pub fn rows(&self) -> u64 {
        self.runs.iter().map(|run| run.rows.count()).sum()
    }

    /// How many stories there are.
    pub fn stories(&self) -> u64 {
        self.runs.iter().map(|run| run.stories).sum()
    }

    /// Where a row comes from; `None` if there is no such row.
    pub fn row(&self, mut row: u64) -> Option<Origin> {
        for (number, run) in self.runs.iter().enumerate() {
            let len = run.rows.count();
            if row < len {
                let (story, question) = run.rows.find(row);
                return Some(Origin { run: number, story, question });
            }
            row -= len;
        }
        None
    }

    /// The run and number in it of a story of the split; `None` if there is no such story.
    pub fn story(&self, mut story: u64) -> Option<(usize, u64)> {
        for (number, run) in self.runs.iter().enumerate() {
            if story < run.stories {
                return Some((number, story));
            }
            story -= run.stories;
        }
        None
    }

    /// The address of question `index` of split number `split`, which is this one and comes from there.
    pub fn address<'a>(&self, split: usize, index: u64, origin: Origin, task: &'a str) -> Address<'a> {
        let Origin { run, story, .. } = origin;
        Address { split, part: self.runs[run].part, task, story: self.first_story(run) + story, index }
    }

    /// The number, in the split, of a run's first story.
    pub fn first_story(&self, run: usize) -> u64 {
        self.runs[..run].iter().map(|run| run.stories).sum()
    }
}

/// The split of this number, and where one of its rows comes from.
///
/// # Errors
/// If there is no such split or row.
pub fn find<'p>(
    infos: &[SplitInfo],
    plans: &'p [StoryPlan],
    split: usize,
    row: u64,
) -> Result<(&'p StoryPlan, Origin), ItemError> {
    let plan = plans.get(split);
    plan.and_then(|plan| Some((plan, plan.row(row)?))).ok_or_else(|| ItemError::OutOfRange {
        split: infos.get(split).map_or_else(|| split.to_string(), |info| info.name.clone()),
        index: row,
        len: plan.map_or(0, StoryPlan::rows),
    })
}

/// The error for a row that was counted and whose story does not have it.
pub fn missing(split: &str, row: u64) -> ItemError {
    ItemError::Impossible {
        split: split.to_owned(),
        index: row,
        reason: "its story has no such question".to_owned(),
    }
}

/// The splits of a recipe, with nothing counted yet.
pub fn splits(recipe: &Recipe) -> Result<Vec<(SplitInfo, StoryPlan)>, RecipeError> {
    let parts = &recipe.generate.parts;
    let mut splits: Vec<(SplitInfo, StoryPlan)> = Vec::new();
    for split in &recipe.splits {
        check_name(&format!("split `{}`", split.name), &split.name)?;
        let unknown = |part: &&String| !parts.iter().any(|other| other.name == **part);
        if let Some(part) = split.parts.keys().find(unknown) {
            return Err(RecipeError::new(format!("split `{}`: there is no part `{part}`", split.name))
                .suggest(part, parts.iter().map(|part| part.name.as_str())));
        }
        if let Some((part, wanted)) = split.parts.iter().find(|(_, wanted)| **wanted > MOST) {
            let error =
                RecipeError::new(format!("split `{}`: {wanted} questions of part `{part}`", split.name));
            return Err(error.hint(format!("at most {MOST}")));
        }
        let holdout = match &split.holdout {
            Some(name) => Some(holdout(recipe, split, name)?),
            None => None,
        };
        let role = split.role;
        let run = |(part, wanted)| {
            let before = splits.iter().map(|(_, plan)| plan);
            let same = before.filter(|plan| plan.role == role && plan.holdout == holdout);
            let earlier = same.flat_map(|plan| &plan.runs).filter(|run| run.part == part).count();
            Run {
                part,
                earlier,
                wanted,
                stories: 0,
                rows: Rows::Each(1, 0),
                balance: Arc::new([]),
                released: None,
            }
        };
        let runs: Vec<Run> = (0..parts.len())
            .filter_map(|number| Some((number, *split.parts.get(&parts[number].name)?)))
            .map(run)
            .collect();
        let groups: Vec<(String, Vec<Run>)> = if split.each {
            runs.into_iter()
                .map(|run| (format!("{}_{}", parts[run.part].name, split.name), vec![run]))
                .collect()
        } else {
            vec![(split.name.clone(), runs)]
        };
        for (name, runs) in groups {
            if splits.iter().any(|(info, _)| info.name == name) {
                return Err(RecipeError::new(format!("two splits are called `{name}`")));
            }
            let title = if split.title.is_empty() { role.name().to_owned() } else { split.title.clone() };
            let info = SplitInfo { name, role, holdout: split.holdout.clone(), title, len: 0 };
            splits.push((info, StoryPlan { role, holdout, runs }));
        }
    }
    Ok(splits)
}

fn holdout(recipe: &Recipe, split: &SplitRecipe, name: &str) -> Result<usize, RecipeError> {
    let holdouts = &recipe.generate.holdouts;
    holdouts.iter().position(|holdout| holdout.name == name).ok_or_else(|| {
        RecipeError::new(format!("split `{}`: there is no hold-out `{name}`", split.name))
            .suggest(name, holdouts.iter().map(|holdout| holdout.name.as_str()))
    })
}

/// Names of splits and parts become names of files.
pub fn check_name(place: &str, name: &str) -> Result<(), RecipeError> {
    if is_plain_name(name) && name.len() <= 64 {
        Ok(())
    } else {
        Err(RecipeError::new(format!("{place} cannot be called so")).hint("letters, digits and underscores"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_find_their_stories() {
        let sums = Rows::Sums(vec![3, 3, 5]);
        assert_eq!(sums.count(), 5);
        assert_eq!([0, 2, 3, 4].map(|row| sums.find(row)), [(0, 0), (0, 2), (2, 0), (2, 1)]);
        assert_eq!([0, 1, 2].map(|story| sums.of(story)), [3, 0, 2]);
        let each = Rows::Each(5, 12);
        assert_eq!([0, 11].map(|row| each.find(row)), [(0, 0), (2, 1)]);
        assert_eq!([0, 1, 2, 3].map(|story| each.of(story)), [5, 5, 2, 0]);
    }
}
