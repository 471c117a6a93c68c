//! The dataset that a manifest describes.

use wampimuk_dataset::Manifest;
use wampimuk_families::{Dataset, build};
use wampimuk_view::{ExtraColumn, ViewError, apply};

use crate::error::Error;

/// Prepares the dataset that a manifest describes, with its optional columns and views.
///
/// # Errors
/// If the manifest's recipe cannot be used.
pub fn rebuild(manifest: &Manifest) -> Result<Box<dyn Dataset>, Error> {
    let unusable = |error: &dyn std::fmt::Display| {
        Error::Request(format!("failed to use the recipe {}: {error}", manifest.recipe_name))
    };
    let dataset = build(&manifest.recipe, manifest.seed).map_err(|error| unusable(&error))?;
    let extras: Result<Vec<ExtraColumn>, ViewError> =
        manifest.extras.iter().map(|name| name.parse()).collect();
    apply(dataset, &extras.map_err(|error| unusable(&error))?).map_err(|error| unusable(&error))
}
