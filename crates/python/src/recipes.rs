//! The recipes that come with the package.

use pyo3::prelude::*;
use wampimuk_families::{FoundRecipe, card, require, shipped};

use crate::error::raise;

/// Name, family, title and digest of each shipped recipe.
#[pyfunction]
pub(crate) fn recipes(py: Python<'_>) -> PyResult<Vec<(String, String, String, String)>> {
    py.detach(|| {
        shipped()
            .map(|recipe| {
                let card = card(recipe.toml).map_err(raise)?;
                Ok((recipe.name.to_string(), card.family.to_string(), card.title, card.digest))
            })
            .collect()
    })
}

/// Name and text of a recipe: a shipped one, or one in a file that ends in `.toml`, with changes such as
/// `splits.shots=5`.
#[pyfunction]
pub(crate) fn recipe(name: &str, changes: Vec<String>) -> PyResult<(String, String)> {
    let FoundRecipe { name, toml, .. } = require(name, &changes).map_err(raise)?;
    Ok((name, toml))
}

/// The same of a recipe that is given by its text.
#[pyfunction]
pub(crate) fn recipe_of_text(name: String, text: &str, changes: Vec<String>) -> PyResult<(String, String)> {
    let FoundRecipe { name, toml, .. } = FoundRecipe::of(name, text, &changes).map_err(raise)?;
    Ok((name, toml))
}
