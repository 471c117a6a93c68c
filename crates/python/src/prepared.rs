//! A recipe with a seed, ready to make items.

use std::fmt::Display;
use std::sync::Arc;

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict};
use wampimuk_core::{ItemError, SplitInfo, Type};
use wampimuk_families::{Dataset, FoundRecipe};
use wampimuk_show::{picture, split_number};
use wampimuk_view::{ExtraColumn, apply};

use crate::arrow::{self, Stream};
use crate::checks::object;
use crate::error::raise;
use crate::pictures::Look;
use crate::solve::{Solved, Thing, solve};
use crate::tape::Tape;
use crate::text::{self, Judged, PartnerWritten, Worth, Written};
use crate::watched::{Moment, watched};

/// A recipe with a seed, ready to make items.
#[pyclass(frozen, module = "wampimuk._native")]
pub(crate) struct Prepared(Arc<Inner>);

/// What a prepared recipe shares with streams and batches, which may outlive it.
pub(crate) struct Inner {
    found: FoundRecipe,
    extras: Vec<ExtraColumn>,
    dataset: Box<dyn Dataset>,
}

/// Some indices of a split, as a slice gives them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slice {
    pub(crate) split: usize,
    pub(crate) start: u64,
    pub(crate) step: i64,
    pub(crate) count: u64,
}

impl Slice {
    /// The index at a place of the slice.
    pub(crate) fn at(&self, place: u64) -> u64 {
        // Wrapping is right modulo 2^64, and the ends were checked.
        self.start.wrapping_add(place.wrapping_mul(self.step.cast_unsigned()))
    }
}

impl Inner {
    pub(crate) fn dataset(&self) -> &dyn Dataset {
        &*self.dataset
    }

    pub(crate) fn found(&self) -> &FoundRecipe {
        &self.found
    }

    pub(crate) fn extra_names(&self) -> Vec<String> {
        self.extras.iter().map(|extra| extra.name().to_string()).collect()
    }

    /// Whether the view asks for the target's cell.
    pub(crate) fn is_reference(&self) -> bool {
        self.extras.contains(&ExtraColumn::Reference)
    }

    pub(crate) fn split(&self, number: usize) -> PyResult<&SplitInfo> {
        let splits = self.dataset.splits();
        splits
            .get(number)
            .ok_or_else(|| raise(format_args!("there are {} splits, not {number}", splits.len())))
    }

    /// A slice whose indices exist.
    pub(crate) fn slice(&self, split: usize, start: u64, step: i64, count: u64) -> PyResult<Slice> {
        let len = self.split(split)?.len;
        let last = i128::from(start) + i128::from(step) * i128::from(count.saturating_sub(1));
        let is_within = |index: i128| (0..i128::from(len)).contains(&index);
        match count == 0 || is_within(start.into()) && is_within(last) {
            true => Ok(Slice { split, start, step, count }),
            false => Err(PyIndexError::new_err(format!(
                "{count} items from {start} on by {step} are not within {len}"
            ))),
        }
    }
}

impl Prepared {
    pub(crate) fn inner(&self) -> &Arc<Inner> {
        &self.0
    }
}

#[pymethods]
impl Prepared {
    /// Prepares the recipe of this text.
    #[new]
    fn new(py: Python<'_>, name: String, toml: String, seed: u64, extras: Vec<String>) -> PyResult<Self> {
        let extras = extras.iter().map(|extra| extra.parse::<ExtraColumn>());
        let mut extras = extras.collect::<Result<Vec<_>, _>>().map_err(raise)?;
        extras.sort_unstable();
        extras.dedup();
        let inner = watched(py, None, move |_| {
            let failed = |error: &dyn Display| error.to_string();
            let found = FoundRecipe::of(name, &toml, &[]).map_err(|error| failed(&error))?;
            let dataset = found.dataset(seed).map_err(|error| failed(&error))?;
            let dataset = apply(dataset, &extras).map_err(|error| failed(&error))?;
            Ok::<_, String>(Inner { found, extras, dataset })
        });
        Ok(Self(Arc::new(inner?)))
    }

    #[getter]
    fn name(&self) -> &str {
        &self.0.found.name
    }

    /// The text of the recipe.
    #[getter]
    fn recipe(&self) -> &str {
        &self.0.found.toml
    }

    #[getter]
    fn family(&self) -> &'static str {
        self.0.dataset.family()
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.0.dataset.seed()
    }

    #[getter]
    fn digest(&self) -> String {
        self.0.dataset.digest().to_string()
    }

    #[getter]
    fn extras(&self) -> Vec<String> {
        self.0.extra_names()
    }

    /// Name, role, hold-out, title and number of items of each split.
    #[getter]
    fn splits(&self) -> Vec<(String, &'static str, Option<String>, String, u64)> {
        let split = |info: &SplitInfo| {
            (info.name.clone(), info.role.name(), info.holdout.clone(), info.title.clone(), info.len)
        };
        self.0.dataset.splits().iter().map(split).collect()
    }

    /// Name, type, words and meaning of each column.
    #[getter]
    fn columns(&self) -> Vec<(&'static str, String, Option<Vec<String>>, &'static str)> {
        let fields = &self.0.dataset.schema().fields;
        fields.iter().map(|field| (field.name, spelled(&field.ty), words(&field.ty), field.doc)).collect()
    }

    /// The number of the split of this name.
    fn split(&self, name: &str) -> PyResult<usize> {
        split_number(&*self.0.dataset, name).map_err(raise)
    }

    /// Items by their indices, as dictionaries.
    fn rows<'py>(
        &self,
        py: Python<'py>,
        split: usize,
        indices: Vec<u64>,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.0.split(split)?;
        let mut rows = Vec::with_capacity(indices.len());
        while rows.len() < indices.len() {
            py.check_signals()?;
            let left = &indices[rows.len()..];
            let made = py.detach(|| {
                let (mut tape, mut items) = (Tape::default(), self.0.dataset.items());
                let (moment, mut count) = (Moment::begin(), 0);
                for &index in left {
                    items.write(split, index, &mut tape)?;
                    count += 1;
                    if moment.is_over() {
                        break;
                    }
                }
                Ok::<_, ItemError>((tape, count))
            });
            let (tape, count) = made.map_err(raise)?;
            rows.extend(tape.play(py, self.0.dataset.schema(), count)?);
        }
        Ok(rows)
    }

    /// Items as a table, in batches of at most `batch` rows. Nothing is made before it is asked for.
    fn arrow(
        &self,
        split: usize,
        start: u64,
        step: i64,
        count: u64,
        batch: usize,
        threads: usize,
    ) -> PyResult<Stream> {
        let slice = self.0.slice(split, start, step, count)?;
        Ok(Stream::new(self.0.clone(), slice, batch, threads))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::schema(py, self.0.dataset.schema())
    }

    /// What a command means in a world that somebody made up: the numbers of the objects that are meant, and the actions
    /// if there is one such object.
    #[expect(clippy::needless_pass_by_value, reason = "Python's objects are copied anyway")]
    fn solve(
        &self,
        command: &str,
        side: u8,
        agent: (u8, u8, String),
        objects: Vec<Thing>,
    ) -> PyResult<Solved> {
        solve(&self.0, command, side, (agent.0, agent.1, &agent.2), &objects)
    }

    /// Items by their indices, solved without their labels.
    fn solved(&self, py: Python<'_>, split: usize, indices: Vec<u64>) -> PyResult<Vec<Py<PyAny>>> {
        self.0.split(split)?;
        let inner = self.0.clone();
        let solved =
            watched(py, None, move |watch| wampimuk_solve::made(inner.dataset(), split, &indices, watch))?;
        solved.iter().map(|one| object(py, one)).collect()
    }

    /// Items as prompts: question, answer, form and view of each.
    #[pyo3(signature = (split, indices, *, form=None, view=None, instructions=true))]
    #[expect(clippy::needless_pass_by_value, reason = "Python's list is copied anyway")]
    fn prompts(
        &self,
        py: Python<'_>,
        split: usize,
        indices: Vec<u64>,
        form: Option<&str>,
        view: Option<&str>,
        instructions: bool,
    ) -> PyResult<Vec<Written>> {
        text::prompts(py, &self.0, split, &indices, form, view, instructions)
    }

    /// The partners of items as prompts: what is changed, whether the answer changes, question and answer of each.
    #[pyo3(signature = (split, indices, *, form=None, view=None, instructions=true))]
    #[expect(clippy::needless_pass_by_value, reason = "Python's list is copied anyway")]
    fn partner_prompts(
        &self,
        py: Python<'_>,
        split: usize,
        indices: Vec<u64>,
        form: Option<&str>,
        view: Option<&str>,
        instructions: bool,
    ) -> PyResult<Vec<Vec<PartnerWritten>>> {
        text::partner_prompts(py, &self.0, split, &indices, form, view, instructions)
    }

    /// Judges answers, each with the index of its item.
    #[pyo3(signature = (split, answers, *, view=None, mode="strict", credit=Worth::Name("strict".into()), threads=1))]
    #[expect(clippy::needless_pass_by_value, reason = "Python's list is copied anyway")]
    #[expect(clippy::too_many_arguments, reason = "they are keywords on Python's side")]
    fn judge(
        &self,
        py: Python<'_>,
        split: usize,
        answers: Vec<(u64, String)>,
        view: Option<&str>,
        mode: &str,
        credit: Worth,
        threads: usize,
    ) -> PyResult<Vec<Judged>> {
        text::judge(py, &self.0, split, &answers, view, mode, credit, threads)
    }

    /// The picture of an item, as the bytes of a file.
    fn picture<'py>(
        &self,
        py: Python<'py>,
        split: &str,
        index: u64,
        look: Look,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (options, indices) = (look.options()?, index..index.saturating_add(1));
        let bytes = py.detach(|| picture(&*self.0.dataset, split, indices, &options));
        Ok(PyBytes::new(py, &bytes.map_err(raise)?))
    }

    fn __repr__(&self) -> String {
        format!("Prepared({:?}, seed={})", self.0.found.name, self.0.dataset.seed())
    }
}

/// How a type is called; the names are Arrow's.
fn spelled(ty: &Type) -> String {
    match ty {
        Type::Bool => "bool".into(),
        Type::U8 => "uint8".into(),
        Type::U32 => "uint32".into(),
        Type::U64 => "uint64".into(),
        Type::Text => "string".into(),
        Type::Bytes => "binary".into(),
        Type::Word(_) => "dictionary<string>".into(),
        Type::List(element) => format!("list<{}>", spelled(element)),
        Type::Struct(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|field| format!("{}: {}", field.name, spelled(&field.ty))).collect();
            format!("struct<{}>", fields.join(", "))
        }
    }
}

/// The words that a column chooses from.
fn words(ty: &Type) -> Option<Vec<String>> {
    match ty {
        Type::Word(words) => Some(words.to_vec()),
        Type::List(element) => words(element),
        _ => None,
    }
}
