//! What was audited, and by what.

#[cfg(feature = "files")]
mod opened;

use serde::Serialize;
use wampimuk_core::Digest;

/// What was audited, and by what.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct About {
    /// What the user named.
    pub name: String,
    /// The version of this program.
    pub version: &'static str,
    /// What the data are the same by: the digest of the recipe, or a hash of the file.
    pub digest: Option<String>,
    /// The command that does it again.
    pub command: Option<String>,
}

impl About {
    /// What is known of a recipe.
    pub fn of_recipe(name: &str, digest: Digest) -> Self {
        Self::of(name, Some(format!("recipe: {digest}")))
    }

    fn of(name: &str, digest: Option<String>) -> Self {
        Self { name: name.to_owned(), version: env!("CARGO_PKG_VERSION"), digest, command: None }
    }

    /// A line for each thing known.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("{} · wampimuk {}", self.name, self.version)];
        lines.extend(self.digest.iter().cloned());
        lines.extend(self.command.iter().map(|command| format!("command: {command}")));
        lines
    }
}
