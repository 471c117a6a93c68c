//! What predictions are about: what the user says, or else what their files say.

use wampimuk_families as families;
use wampimuk_source::{Choice, Opened, open, open_text};

use super::{Contents, Options, Run};
use crate::error::Error;
use crate::predictions::Header;

/// What the predictions are about: what the user says, or what the first file says that says so. `None` if lists of the
/// originals are to be judged by themselves.
pub(crate) fn data(options: &Options, runs: &[Run]) -> Result<Option<(String, Opened)>, Error> {
    let header = runs.iter().find_map(|run| run.header.as_ref());
    let recipe = header.and_then(|header| header.recipe.clone());
    let mut set = options.set.clone();
    let name = match (&options.data, recipe) {
        (Some(name), _) => name.clone(),
        (None, Some(recipe)) => {
            only_shipped(&recipe, options.data_option())?;
            set.splice(0..0, header.into_iter().flat_map(|header| header.changes.iter().cloned()));
            recipe
        }
        (None, None) => {
            if let Some((run, toml)) =
                runs.iter().find_map(|run| Some((run, run.header.as_ref()?.toml.as_deref()?)))
            {
                let name = format!("the recipe in {}", run.name);
                let choice = Choice { seed: seed_of(options, header), set, ..Choice::default() };
                let opened = open_text(&name, toml, &choice)?;
                return Ok(Some((name, opened)));
            }
            return match runs.iter().find(|run| matches!(run.contents, Contents::Lines(_))) {
                None => Ok(None),
                Some(run) => Err(Error::Request(format!(
                    "{} does not say which dataset it is about: name a recipe, a dataset or a file with {}",
                    run.name,
                    options.data_option()
                ))),
            };
        }
    };
    let seed = seed_of(options, header);
    let choice =
        Choice { recipe: options.recipe.clone(), seed, set, trust: options.trust, ..Choice::default() };
    let opened = open(&name, &choice)?;
    Ok(Some((name, opened)))
}

/// The seed of the dataset: what the user says, or else what the file says.
fn seed_of(options: &Options, header: Option<&Header>) -> u64 {
    options.seed.or_else(|| header.and_then(|header| header.data_seed)).unwrap_or(0)
}

/// What a file of predictions names is looked up among the recipes of the program. A path is opened for the user only.
pub(super) fn only_shipped(recipe: &str, option: &str) -> Result<(), Error> {
    const SHOWN: usize = 80;
    if families::shipped().any(|shipped| shipped.name == recipe) {
        return Ok(());
    }
    let name: String = recipe.chars().take(SHOWN).collect();
    Err(Error::Request(format!(
        "the predictions are about `{name}`, which is none of the recipes of this program, and files that predictions name \
         are not opened: say with {option} what is meant"
    )))
}
