//! Whole datasets, made and joined by the engine.

use std::num::NonZeroU64;
use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use wampimuk_annotate::{PairOptions, Rows, pairs as write_pairs};
use wampimuk_engine::{
    self as engine, DatasetPlan, DatasetRequest, Format, GenerateOptions, MergeOptions, Share,
};
use wampimuk_prompt::PromptForm;
use wampimuk_source::{Choice, Pass, open};

use crate::error::raise;
use crate::prepared::Prepared;
use crate::tape::TapedRows;
use crate::watched::watched;

/// Items, how many of them were there before, how many have no form in the format, files that were repaired, and whether
/// all was there.
type Made = (u64, u64, u64, Vec<String>, bool);

/// Makes a dataset, or the share `(i, n)` of one. Called again, it continues.
#[pyfunction]
#[pyo3(signature = (
    prepared, out, *, splits, format=None, limit=None, shard_items=None, shard=None, threads, force=false, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords on Python's side")]
pub(crate) fn generate(
    py: Python<'_>,
    prepared: &Prepared,
    out: Option<PathBuf>,
    splits: Vec<String>,
    format: Option<&str>,
    limit: Option<u64>,
    shard_items: Option<u64>,
    shard: Option<(u32, u32)>,
    threads: usize,
    force: bool,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(String, Made)> {
    let inner = prepared.inner();
    let format = format.map(|name| {
        Format::ALL.into_iter().find(|format| format.name() == name).ok_or_else(|| {
            let known = Format::of(inner.dataset()).iter().map(|format| format.name()).collect::<Vec<_>>();
            raise(format_args!("there is no format `{name}` (there are {})", known.join(", ")))
        })
    });
    let share = shard.map(|(index, of)| {
        Share::new(index, of)
            .ok_or_else(|| raise(format_args!("there is no part {index} of {of}: parts are counted from 0")))
    });
    let share = share.transpose()?;
    let items = |items: u64| {
        NonZeroU64::new(items).ok_or_else(|| raise("a shard has one item at least: shard_items=0 is too few"))
    };
    let wanted = DatasetRequest {
        format: format.transpose()?,
        splits,
        limit,
        shard_items: shard_items.map(items).transpose()?,
    };
    let plan =
        DatasetPlan::new(inner.found(), inner.dataset(), &wanted, out.as_deref(), &inner.extra_names());
    let plan = plan.map_err(raise)?;
    let options = GenerateOptions { threads: threads.max(1), force, share };
    let (place, inner) = (plan.destination.place(), inner.clone());
    let whole = watched(py, progress.as_ref(), move |watch| {
        engine::generate(&plan, inner.dataset(), &options, watch)
    })?;
    Ok((place, made(whole)))
}

/// Joins the parts in these places to one dataset. Returns the name of its recipe and the number of parts, if they are
/// still there.
#[pyfunction]
#[pyo3(signature = (places, out, *, threads, force=false, move_files=false, progress=None))]
pub(crate) fn merge(
    py: Python<'_>,
    places: Vec<String>,
    out: String,
    threads: usize,
    force: bool,
    move_files: bool,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(String, Option<u32>, Made)> {
    let options = MergeOptions { threads: threads.max(1), force, move_files };
    let merged = watched(py, progress.as_ref(), move |watch| engine::merge(&places, &out, &options, watch))?;
    Ok((merged.recipe_name, merged.parts, made(merged.made)))
}

fn made(made: engine::GenerateOutcome) -> Made {
    (made.items, made.kept, made.without_form, made.repaired, made.was_complete)
}

/// The minimal pairs of the items of a recipe or of files: a dictionary for each.
#[pyfunction]
#[pyo3(signature = (path, *, split=None, limit=None, recipe=None, seed=0, set=Vec::new(), prompts=None, threads=1))]
#[expect(clippy::too_many_arguments, reason = "they are keywords on Python's side")]
pub(crate) fn pairs<'py>(
    py: Python<'py>,
    path: String,
    split: Option<String>,
    limit: Option<u64>,
    recipe: Option<String>,
    seed: u64,
    set: Vec<String>,
    prompts: Option<&str>,
    threads: usize,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let form = prompts.map(|name| {
        PromptForm::from_name(name).ok_or_else(|| {
            let known = PromptForm::ALL.map(PromptForm::name).join(", ");
            raise(format_args!("there is no form `{name}` (there are {known})"))
        })
    });
    let options = PairOptions { prompts: form.transpose()? };
    let choice = Choice { split, limit, recipe, seed, set, trust: false };
    let rows = watched(py, None, move |watch| {
        let mut rows = TapedRows::default();
        let opened = open(&path, &choice)?;
        let pass = Pass { choice: &choice, threads: threads.max(1), watch };
        write_pairs(&path, opened, options, &pass, Rows::Kept(&mut rows))?;
        Ok::<_, wampimuk_annotate::Error>(rows)
    })?;
    rows.play(py)
}
