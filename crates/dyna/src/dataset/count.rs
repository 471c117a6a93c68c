//! How many stories and rows there are.

use std::sync::Arc;

use wampimuk_babi::Line;
use wampimuk_core::{RecipeError, cores, in_parallel};

use super::Stories;
use crate::narrative::Narrative;
use crate::plan::{Rows, Run};
use crate::recipe::Asking;
use crate::released::{FillError, fill};
use crate::scheme::Source;

/// The most questions of a part in a split where each story is counted: the counts stay within memory.
const MOST_COUNTED: u64 = 20_000_000;

impl Stories {
    /// Runs the released procedure for every part of every split.
    pub(super) fn fill(&mut self) -> Result<(), RecipeError> {
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
        let filled = in_parallel(cores(), &jobs, |&(split, run)| {
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
    pub(super) fn count(&mut self) -> Result<(), RecipeError> {
        for split in 0..self.plans.len() {
            for number in 0..self.plans[split].runs.len() {
                let run = &self.plans[split].runs[number];
                let scheme = &self.schemes[run.part];
                let part = &scheme.part;
                let keeps_all = part.filters.is_empty() && self.holdouts.is_empty();
                let varies = !part.inject.is_empty()
                    || part.rephrase
                    || part.asking == Asking::All
                    || part.max_tokens.is_some();
                let counted = |wanted: u64| match wanted {
                    0..=MOST_COUNTED => Ok(()),
                    _ => Err(RecipeError::new(format!(
                        "split `{}`: {wanted} questions of part `{}`",
                        self.infos[split].name, part.name
                    ))
                    .hint(format!(
                        "stories differ in how many they have, and each is counted: at most {MOST_COUNTED}"
                    ))),
                };
                let (stories, rows) = match &scheme.source {
                    Source::World(toy) => match toy.world().questions(toy.task()) {
                        Some(each) if part.max_tokens.is_none() && keeps_all => {
                            let each = each as u64;
                            (run.wanted.div_ceil(each), Rows::Each(each, run.wanted))
                        }
                        _ => {
                            counted(run.wanted)?;
                            self.count_questions(split, number, run.wanted)
                        }
                    },
                    Source::Story(_) => {
                        let each = scheme.interruptions();
                        let stories = run.wanted.div_ceil(each);
                        let rows = if varies {
                            counted(run.wanted)?;
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
        Ok(())
    }

    /// As many stories of another world as have this many questions.
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

    /// How many questions a story has up to this interruption.
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
        in_parallel(cores(), &chunks, |chunk| some(chunk.clone())).into_iter().flatten().collect()
    }
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
