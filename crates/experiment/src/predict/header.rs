//! What a file of predictions says about itself.

use serde_json::{Map, Value};
use wampimuk_analysis::predictions::{Header, OWN_DEV};
use wampimuk_models::{Checkpoint, Data, DatasetInfo};

use super::PredictOptions;

/// What predictions say about their data. Files are not a recipe, even if they are called like one.
pub(super) fn header(data: &Data, options: &PredictOptions) -> Header {
    Header {
        recipe: Some(data.name.clone()).filter(|_| !data.recipe.is_empty()),
        digest: Some(data.digest()).filter(|digest| !digest.is_empty()),
        data_seed: Some(data.seed),
        changes: data.changes.clone(),
        program: Some(options.program.clone()),
        limit: options.limit,
        ..Header::default()
    }
}

/// What predictions say about a trained model and their data.
pub(super) fn trained_header(checkpoint: &Checkpoint, data: &Data, options: &PredictOptions) -> Header {
    let about = &checkpoint.about;
    Header {
        model: Some(about.model.clone()),
        seed: Some(about.seed),
        updates: Some(about.updates).filter(|_| !options.own_dev),
        selected_on: match options.own_dev {
            true => Some(OWN_DEV.to_owned()),
            // Only the best weights were selected.
            false => about.selected_on.clone().filter(|_| about.score.is_some()),
        },
        inoculation: about.data.inoculation,
        device: Some(options.machine.described()),
        more: trained_on(&about.data),
        ..header(data, options)
    }
}

/// The recipe that a model was trained on, if there is one. A few items that were learned in the end are not what it was
/// trained on.
fn trained_on(learned: &DatasetInfo) -> Map<String, Value> {
    let is_recipe = learned.inoculation.is_none() && !learned.recipe.is_empty();
    is_recipe.then(|| ("trained_on".to_owned(), learned.name.clone().into())).into_iter().collect()
}
