//! Pictures of items: of a recipe that is prepared, or of whatever can be opened.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use wampimuk_grid::parse_actions;
use wampimuk_show::{Kind, Options, Part};
use wampimuk_source::{Choice, Pass, open};

use crate::error::raise;
use crate::watched::watched;

/// What is shown, and how: a dictionary of Python's side, which knows what is usual.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Look {
    kind: String,
    scale: f32,
    colour: bool,
    width: usize,
    path: bool,
    graph: bool,
    predicted: Option<Vec<String>>,
    attention: Option<Vec<f32>>,
    solution: bool,
    logic: bool,
    answer: bool,
    plain: bool,
}

impl Look {
    pub(crate) fn options(self) -> PyResult<Options> {
        let kind = Kind::from_name(&self.kind).ok_or_else(|| {
            let known = Kind::ALL.map(Kind::name).join(", ");
            raise(format_args!("there is no picture of kind `{}` (there are {known})", self.kind))
        })?;
        let predicted =
            self.predicted.map(|actions| parse_actions(&actions.join(","))).transpose().map_err(raise)?;
        Ok(Options {
            kind,
            scale: self.scale,
            colour: self.colour,
            width: self.width,
            path: self.path,
            graph: self.graph,
            predicted,
            attention: self.attention,
            solution: self.solution,
            logic: self.logic,
            answer: self.answer,
            without: if self.plain { Part::ALL.to_vec() } else { Vec::new() },
        })
    }
}

/// The picture of items of a recipe or of files, as the bytes of a file.
#[pyfunction]
#[pyo3(signature = (path, index, look, *, count, split=None, recipe=None, seed=0, set=Vec::new(), threads))]
#[expect(clippy::too_many_arguments, reason = "they are keywords on Python's side")]
pub(crate) fn show<'py>(
    py: Python<'py>,
    path: String,
    index: u64,
    look: Look,
    count: u64,
    split: Option<String>,
    recipe: Option<String>,
    seed: u64,
    set: Vec<String>,
    threads: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let options = look.options()?;
    // A few items are looked at, not all that the checksums are about.
    let choice = Choice { split, recipe, seed, set, trust: true, ..Choice::default() };
    let indices = index..index.saturating_add(count.max(1));
    let bytes = watched(py, None, move |watch| {
        let mut opened = open(&path, &choice)?;
        let pass = Pass { choice: &choice, threads: threads.max(1), watch };
        wampimuk_show::show(&path, &mut opened, indices, &options, &pass)
    })?;
    Ok(PyBytes::new(py, &bytes))
}
