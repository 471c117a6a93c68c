//! What was learned, for the library that a model came from.

use std::path::{Path, PathBuf};

use wampimuk_models::{Architecture, Checkpoint, ModelVisitor, checkpoint_of, with_model};

use crate::Error;
use crate::settings::{options_of, settings_of};

/// What was written.
#[derive(Clone, Debug)]
pub struct Exported {
    /// The model.
    pub model: String,
    /// How many tensors it has.
    pub tensors: usize,
    /// How many numbers.
    pub numbers: usize,
    /// The class of the library that loads it.
    pub class: &'static str,
}

/// Writes the model of a training or a checkpoint into a new or empty folder, as its library has it. `pretrained` is where
/// the model that it began with is now.
///
/// # Errors
/// If the model came from no library, or a file cannot be read or written.
pub fn export(from: &Path, pretrained: Option<&str>, out: &Path) -> Result<Exported, Error> {
    let path = checkpoint_of(from)?;
    let checkpoint = Checkpoint::read(&path)?;
    if out.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
        let problem = "there are files in it already: choose another folder";
        return Err(Error::Request(format!("failed to write {}: {problem}", out.display())));
    }
    let model = checkpoint.about.model.clone();
    let (tensors, numbers) = (checkpoint.params.slots().len(), checkpoint.params.data.len());
    let publish = Publish { pretrained, out, path, checkpoint };
    let class = with_model(&model, publish).map_err(Error::Request)??;
    Ok(Exported { model, tensors, numbers, class })
}

/// The folder of any model, and the class that loads it.
struct Publish<'o> {
    pretrained: Option<&'o str>,
    out: &'o Path,
    path: PathBuf,
    checkpoint: Checkpoint,
}

impl ModelVisitor for Publish<'_> {
    type Out = Result<&'static str, Error>;

    fn visit<A: Architecture>(self) -> Self::Out {
        let Self { pretrained, out, path, checkpoint } = self;
        let settings = settings_of(&path, &checkpoint.about, pretrained)?;
        let own = options_of::<A>(&settings)?;
        A::publish((&path, &checkpoint), &own, out)?.ok_or_else(|| {
            Error::Request(format!(
                "{} came from no library, so there is nothing to export it to: its tensors are in {} already, as safetensors",
                A::NAME,
                path.display()
            ))
        })
    }
}
