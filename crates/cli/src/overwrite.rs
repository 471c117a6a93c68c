//! One rule for the files that commands write: nothing that is there is replaced without `--force`, and nothing that is read
//! is replaced at all. It is looked at before the work, not after it.

use std::path::Path;

use clap::Args as ClapArgs;

use crate::failure::Failure;

/// Whether files may be replaced.
#[derive(Clone, Copy, Debug, Default, ClapArgs)]
pub struct Overwrite {
    /// Replace files that are there already.
    #[arg(long)]
    pub force: bool,
}

impl Overwrite {
    /// Makes sure that these files may be written by a command that reads those. `-` and what is no regular file (a pipe,
    /// `/dev/null`) replaces nothing.
    ///
    /// # Errors
    /// If one is there and may not be replaced, or is read.
    pub fn check<'p>(
        self,
        outputs: impl IntoIterator<Item = &'p Path>,
        inputs: impl IntoIterator<Item = &'p Path> + Clone,
    ) -> Result<(), Failure> {
        for out in outputs.into_iter().filter(|out| *out != Path::new("-")) {
            let place = out.display();
            let is_full = std::fs::read_dir(out).is_ok_and(|mut files| files.next().is_some());
            if is_full && !self.force {
                return Err(Failure::Input(format!(
                    "{place} is a folder with files in it (--force replaces those of the same names)"
                )));
            }
            if !out.is_file() {
                continue;
            }
            if inputs.clone().into_iter().any(|input| is_same(input, out)) {
                return Err(Failure::Input(format!(
                    "{place} is read by this command and would be replaced: choose another file"
                )));
            }
            if !self.force {
                return Err(Failure::Input(format!("{place} is there already (--force replaces it)")));
            }
        }
        Ok(())
    }
}

/// Whether two paths lead to one file.
fn is_same(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let identity = |path: &Path| path.metadata().ok().map(|metadata| (metadata.dev(), metadata.ino()));
        identity(one).is_some_and(|file| identity(other) == Some(file))
    }
    #[cfg(not(unix))]
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}
