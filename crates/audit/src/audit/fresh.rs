//! Audits of items as a recipe makes them: the first ones of a split, and as many of train, which readers learn from and
//! which may have leaked. One thread makes them one after another, so that it can be done anywhere.

use wampimuk_babi::Solved;
use wampimuk_command::GridFamily;
use wampimuk_core::{ItemError, Stopped, Watch, suggest_or_list};
use wampimuk_dyna::StoryFamily;
use wampimuk_families::{AnyRecipe, Contents, Dataset};

use super::{Audit, AuditReport, DatasetAudit};
use crate::About;
use crate::evidence::{Evidence, EvidenceReport, questions_of};
use crate::floors::{Extent, measure_commands, measure_stories};
use crate::splits::TRAIN;
use crate::stories::{StoryAudit, StoryAuditReport, StoryItem};

/// Why items of a recipe are not audited.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FreshError {
    /// There is no such split.
    #[error("there is no split `{split}` ({hint})")]
    Split {
        /// What was asked for.
        split: String,
        /// What there is.
        hint: String,
    },
    /// Riddles have no shortcuts that are known.
    #[error("audits look for shortcuts to targets, actions and answers; riddles have none of these")]
    Riddles,
    /// An item cannot be made.
    #[error(transparent)]
    Item(#[from] ItemError),
    /// The caller asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A split, and how many of its items are looked at.
struct Portion<'d> {
    number: usize,
    split: &'d str,
    items: u64,
}

/// Looks for shortcuts, idle words, leaks and wrong labels among the first items of a split.
///
/// # Errors
/// If there is no such split, an item cannot be made, or the caller asks to stop.
pub fn fresh(
    dataset: &dyn Dataset,
    name: &str,
    split: &str,
    items: u64,
    watch: &dyn Watch,
) -> Result<DatasetAudit, FreshError> {
    let portions = portions(dataset, split, items)?;
    watch.begin("audit", Some(portions.iter().map(|portion| portion.items).sum()));
    let size = usize::try_from(items).unwrap_or(usize::MAX);
    let extent = Extent { learn: size, test: size };
    let about = About::of_recipe(name, dataset.digest());
    match dataset.contents() {
        Contents::Commands(family) => {
            let report = AuditReport { about, ..commands(family, &portions, extent, watch)? };
            Ok(DatasetAudit::Commands(Box::new(report)))
        }
        Contents::Stories(family) => {
            let report = StoryAuditReport { about, ..stories(family, &portions, extent, watch)? };
            Ok(DatasetAudit::Stories(Box::new(report)))
        }
        Contents::Riddles(_) => Err(FreshError::Riddles),
    }
}

/// How often the parts of each of gSCAN's hold-outs occur among the first items of train; nothing for other recipes.
///
/// # Errors
/// If an item cannot be made, or the caller asks to stop.
pub fn fresh_evidence(
    dataset: &dyn Dataset,
    items: u64,
    watch: &dyn Watch,
) -> Result<Option<EvidenceReport>, FreshError> {
    let (Contents::Commands(family), AnyRecipe::Gscan(recipe)) = (dataset.contents(), dataset.recipe())
    else {
        return Ok(None);
    };
    let Ok(portions) = portions(dataset, TRAIN, items) else { return Ok(None) };
    let Ok(mut evidence) = Evidence::new(family.lexicon(), questions_of(&recipe.generate.holdouts)) else {
        return Ok(None);
    };
    let mut maker = family.grid_items();
    for Portion { number, split, items } in portions {
        watch.begin("evidence", Some(items));
        for index in 0..items {
            evidence.add(split, &maker.make(number, index)?.example);
            watch.done(1)?;
        }
    }
    Ok(Some(evidence.finish()))
}

/// The split, and train before it.
fn portions<'d>(dataset: &'d dyn Dataset, split: &str, items: u64) -> Result<Vec<Portion<'d>>, FreshError> {
    let all = dataset.splits().iter().enumerate();
    let wanted = all.filter(|(_, known)| known.name == split || known.name == TRAIN);
    let portions: Vec<Portion<'d>> = wanted
        .map(|(number, known)| Portion { number, split: &known.name, items: items.min(known.len) })
        .collect();
    if portions.iter().any(|portion| portion.split == split) {
        return Ok(portions);
    }
    let names = dataset.splits().iter().map(|split| split.name.as_str());
    Err(FreshError::Split { split: split.to_owned(), hint: suggest_or_list(split, "there are", names) })
}

fn commands(
    family: &dyn GridFamily,
    portions: &[Portion<'_>],
    extent: Extent,
    watch: &dyn Watch,
) -> Result<AuditReport, FreshError> {
    let (lexicon, semantics) = (family.lexicon(), family.reading().into());
    let mut audit = Audit::new(lexicon).with_semantics(semantics).with_sample(extent);
    let mut maker = family.grid_items();
    for Portion { number, split, items } in portions {
        for index in 0..*items {
            audit.add(split, &maker.make(*number, index)?.example);
            watch.done(1)?;
        }
    }
    let (floors, _) = measure_commands(audit.take_sample(), None, (lexicon, semantics), extent, 1, watch)?;
    Ok(audit.finish().with_floors(floors))
}

fn stories(
    family: &dyn StoryFamily,
    portions: &[Portion<'_>],
    extent: Extent,
    watch: &dyn Watch,
) -> Result<StoryAuditReport, FreshError> {
    let mut audit = StoryAudit::default().with_sample(Some(extent));
    let mut maker = family.story_items();
    for Portion { number, split, items } in portions {
        let mut questions = 0;
        for story in 0..family.stories(*number) {
            if questions >= *items {
                break;
            }
            let (narrative, task) = maker.story(*number, story)?;
            let solver = family.solver(task).unwrap_or_default();
            let told = narrative.told.passage;
            let passage = family.plain(&told).unwrap_or(told);
            let place = format!("{split}, story {story}");
            let item = StoryItem { task: Some(task), split: Some(split), place: &place, passage: &passage };
            audit.add(&item, &Solved::of(&solver, &passage), &solver);
            let asked = passage.questions().count() as u64;
            questions += asked;
            watch.done(asked)?;
        }
    }
    let floors = measure_stories(audit.take_sample(), None, extent, 1, watch)?;
    Ok(audit.finish().with_floors(floors))
}
