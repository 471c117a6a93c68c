//! What is done with items wherever they come from: solved, verified, counted, audited.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;
use wampimuk_audit::floors::{self, Extent};
use wampimuk_audit::{About, AuditOptions, Detail, Outcome, Page, Table};
use wampimuk_solve::{Solution, SolveOptions, text};
use wampimuk_source::{Choice, Error, Pass, open};

use crate::error::raise;
use crate::watched::watched;

/// Promise, what came of it, on how many it was tried, how many break it, the first few, on how many it could not be tried,
/// and why.
type Promise = (&'static str, &'static str, u64, u64, Vec<String>, u64, Option<String>);

/// Derives every label anew: items, broken promises, whether the recipe is known, and all promises.
#[pyfunction]
#[pyo3(signature = (path, *, split=None, limit=None, recipe=None, show, threads))]
pub(crate) fn verify(
    py: Python<'_>,
    path: String,
    split: Option<String>,
    limit: Option<u64>,
    recipe: Option<String>,
    show: usize,
    threads: usize,
) -> PyResult<(u64, u64, bool, Vec<Promise>)> {
    let choice = Choice { split, limit, recipe, trust: true, ..Choice::default() };
    let found = watched(py, None, move |watch| {
        let opened = open(&path, &choice)?;
        wampimuk_audit::verify(
            &path,
            &opened,
            show,
            &Pass { choice: &choice, threads: threads.max(1), watch },
        )
    })?;
    let promises = found.promises.into_iter().map(|one| {
        let outcome = match one.outcome {
            Outcome::Holds => "holds",
            Outcome::Broken => "broken",
            Outcome::NotChecked => "not checked",
        };
        (one.promise, outcome, one.tried, one.broken, one.first, one.untried, one.because)
    });
    Ok((found.items, found.broken, found.recipe_known, promises.collect()))
}

/// Titles, heads of columns and rows of tables.
pub(crate) type Tables = Vec<(String, Vec<String>, Vec<Vec<String>>)>;

/// A report as plain values, as tables, and as a page.
pub(crate) type Report = (Py<PyAny>, Tables, String);

/// Counts what is in a recipe or in files.
#[pyfunction]
#[pyo3(signature = (path, *, split=None, limit=None, recipe=None, threads))]
pub(crate) fn stats(
    py: Python<'_>,
    path: String,
    split: Option<String>,
    limit: Option<u64>,
    recipe: Option<String>,
    threads: usize,
) -> PyResult<Report> {
    let choice = Choice { split, limit, recipe, ..Choice::default() };
    let (found, page) = watched(py, None, move |watch| {
        let opened = open(&path, &choice)?;
        let found =
            wampimuk_audit::stats(&path, &opened, &Pass { choice: &choice, threads: threads.max(1), watch })?;
        let page = found.page(&About::new(&path, &opened));
        Ok::<_, Error>((found, page))
    })?;
    report(py, serde_json::to_value(&found), found.tables(Detail::All), &page)
}

/// Looks for shortcuts, idle words, leaks and wrong labels in a recipe or in files.
#[pyfunction]
#[pyo3(signature = (path, *, split=None, limit=None, recipe=None, learn_from=None, floors, threads))]
#[expect(clippy::too_many_arguments, reason = "they are keywords on Python's side")]
pub(crate) fn audit(
    py: Python<'_>,
    path: String,
    split: Option<String>,
    limit: Option<u64>,
    recipe: Option<String>,
    learn_from: Option<String>,
    floors: &str,
    threads: usize,
) -> PyResult<Report> {
    let extent = match floors {
        "usual" => Some(Extent::USUAL),
        "quick" => Some(Extent::QUICK),
        "none" => None,
        other => {
            return Err(raise(format_args!("there are no floors `{other}` (there are usual, quick, none)")));
        }
    };
    let options = AuditOptions { learn_from, extent, ..AuditOptions::default() };
    let choice = Choice { split, limit, recipe, ..Choice::default() };
    let (found, page) = watched(py, None, move |watch| {
        let mut opened = open(&path, &choice)?;
        let pass = Pass { choice: &choice, threads: threads.max(1), watch };
        let found = wampimuk_audit::audit(&path, &mut opened, &options, &pass)?;
        let page = found.page(&path);
        Ok::<_, Error>((found, page))
    })?;
    let tables = floors::tables(found.floors(), true).into_iter().chain(found.tables()).collect();
    report(py, serde_json::to_value(&found), tables, &page)
}

pub(crate) fn report(
    py: Python<'_>,
    values: serde_json::Result<Value>,
    tables: Vec<Table>,
    page: &Page,
) -> PyResult<Report> {
    let values = converted(py, &values.map_err(raise)?)?;
    Ok((values, tables_of(tables), page.html()))
}

/// Tables as plain values.
pub(crate) fn tables_of(tables: Vec<Table>) -> Tables {
    tables.into_iter().map(|table| (table.title, table.columns, table.rows)).collect()
}

/// Solves the items of a file or recipe.
#[pyfunction]
pub(crate) fn solve(py: Python<'_>, path: String, threads: usize) -> PyResult<Vec<Py<PyAny>>> {
    let solutions = watched(py, None, move |watch| {
        let choice = Choice::default();
        let pass = Pass { choice: &choice, threads: threads.max(1), watch };
        let mut solutions = Vec::new();
        let parts =
            wampimuk_solve::solve(&path, open(&path, &choice)?, &SolveOptions::default(), &pass, |one| {
                solutions.push(one);
                Ok::<_, Error>(())
            })?;
        if parts == 0 { Ok(solutions) } else { Err(Error::Unread { name: path, parts }) }
    })?;
    solutions.iter().map(|solution| object(py, solution)).collect()
}

/// Solves a text of stories with questions.
#[pyfunction]
pub(crate) fn solve_text(py: Python<'_>, story: String) -> PyResult<Vec<Py<PyAny>>> {
    let solutions = watched(py, None, move |_| Ok::<_, Error>(text(&story)))?;
    if let Some(Solution::Unread { problem }) =
        solutions.iter().find(|one| matches!(one, Solution::Unread { .. }))
    {
        return Err(raise(format_args!("failed to read the story: {problem}")));
    }
    solutions.iter().map(|solution| object(py, solution)).collect()
}

/// A solution as a dictionary.
pub(crate) fn object(py: Python<'_>, solution: &Solution) -> PyResult<Py<PyAny>> {
    converted(py, &serde_json::to_value(solution).map_err(raise)?)
}

pub(crate) fn converted(py: Python<'_>, value: &Value) -> PyResult<Py<PyAny>> {
    match value {
        Value::Null => Ok(py.None()),
        Value::Bool(truth) => truth.into_py_any(py),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => number.into_py_any(py),
            (None, Some(number)) => number.into_py_any(py),
            (None, None) => number.as_f64().into_py_any(py),
        },
        Value::String(text) => text.into_py_any(py),
        Value::Array(values) => {
            let values: Vec<_> = values.iter().map(|value| converted(py, value)).collect::<PyResult<_>>()?;
            PyList::new(py, values)?.into_py_any(py)
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, value) in fields {
                dict.set_item(name, converted(py, value)?)?;
            }
            dict.into_py_any(py)
        }
    }
}
